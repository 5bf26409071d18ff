/* SPDX-License-Identifier: MIT
   A point that moves with particles: a weighted sum of them, of one body or of several. */
#pragma once

#include "contact/coupling.h"
#include "math/vec3.h"

typedef struct pl_row_end {
  uint32_t body; /* in the list of bodies */
  uint32_t slot; /* among its particles */
  double weight;
} pl_row_end;

/* Velocity of the sum. */
static inline void pl_ends_velocity(const pl_coupled *bodies, const pl_row_end *ends, uint32_t count, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (uint32_t e = 0; e < count; e++) {
    double one[3];
    pl_coupled_velocity(&bodies[ends[e].body], ends[e].slot, one);
    pl_vec3_add_scaled(out, ends[e].weight, one, out);
  }
}

/* An impulse on the sum: an end gets its weight of it. */
static inline void pl_ends_push(pl_coupled *bodies, const pl_row_end *ends, uint32_t count, const double impulse[3])
{
  for (uint32_t e = 0; e < count; e++) {
    double part[3];
    pl_vec3_scale(impulse, ends[e].weight, part);
    pl_coupled_push(&bodies[ends[e].body], ends[e].slot, part);
  }
  for (uint32_t e = 0; e < count; e++) /* ends of a body stand together */
    if (bodies[ends[e].body].turning && (e + 1 == count || ends[e + 1].body != ends[e].body))
      pl_turning_update(bodies[ends[e].body].turning);
}

/* The same, only added up per slot. */
static inline void pl_ends_gather(pl_coupled *bodies, const pl_row_end *ends, uint32_t count, const double impulse[3])
{
  for (uint32_t e = 0; e < count; e++) {
    double *pushed = bodies[ends[e].body].pushed + 3 * (size_t)ends[e].slot;
    pl_vec3_add_scaled(pushed, ends[e].weight, impulse, pushed);
  }
}

/* What turning adds, once per body. */
static inline void pl_ends_add_turning(const pl_coupled *bodies, const pl_row_end *ends, uint32_t count,
                                       double block[9])
{
  for (uint32_t first = 0; first < count; first++) {
    const pl_coupled *coupled = &bodies[ends[first].body];
    double arm[3] = {0, 0, 0}, answer[3] = {0, 0, 0};
    bool seen = !coupled->turning;
    for (uint32_t e = 0; e < first; e++) seen = seen || ends[e].body == ends[first].body;
    for (uint32_t e = first; e < count && !seen; e++) {
      if (ends[e].body != ends[first].body) continue;
      size_t at = 3 * (size_t)coupled->particles[ends[e].slot];
      pl_vec3_add_scaled(arm, ends[e].weight, coupled->turning->arm + at, arm);
      pl_vec3_add_scaled(answer, ends[e].weight, coupled->turning->answer + at, answer);
    }
    if (!seen) pl_turning_add_block(coupled->turning, arm, answer, block);
  }
}

/* How the velocity of the sum answers an impulse on it, row-major, 1/kg. */
static inline void pl_ends_block(const pl_coupled *bodies, const pl_row_end *ends, uint32_t count, double block[9])
{
  for (int k = 0; k < 9; k++) block[k] = 0;
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = 0; b < count; b++) {
      if (ends[a].body != ends[b].body) continue;
      double between[9], weight = ends[a].weight * ends[b].weight;
      pl_coupled_block(&bodies[ends[a].body], ends[a].slot, ends[b].slot, between);
      for (int k = 0; k < 9; k++) block[k] += weight * between[k];
    }
  pl_ends_add_turning(bodies, ends, count, block);
}
