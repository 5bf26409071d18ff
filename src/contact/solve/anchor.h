/* SPDX-License-Identifier: MIT
   A point that moves with particles: a weighted sum of them, of one body or of several. Ends of a body stand
   together. */
#pragma once

#include "contact/solve/coupling.h"
#include "math/vec3.h"

typedef struct pl_row_end {
  uint32_t body; /* in the list of bodies */
  uint32_t slot; /* among its particles */
  double weight;
} pl_row_end;

typedef struct pl_anchor {
  const pl_row_end *items;
  uint32_t count;
  /* Where bodies that turn (contact/solve/angular_momentum.h) are pushed and seen, from where their particles are: m.
     What pushes two bodies at different places otherwise turns them about each other, out of nothing. */
  const double *shift; /* NULL: there */
} pl_anchor;

/* How the body that ends with end e turns, if it does. */
static inline pl_angular_correction *pl_anchor_turning(const pl_coupled *bodies, const pl_anchor *ends, uint32_t e)
{
  uint32_t body = ends->items[e].body;
  return e + 1 == ends->count || ends->items[e + 1].body != body ? bodies[body].turning : NULL;
}

/* Velocity of the sum. */
static inline void pl_anchor_velocity(const pl_coupled *bodies, const pl_anchor *ends, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (uint32_t e = 0; e < ends->count; e++) {
    double one[3];
    pl_coupled_velocity(&bodies[ends->items[e].body], ends->items[e].slot, one);
    pl_vec3_add_scaled(out, ends->items[e].weight, one, out);
    const pl_angular_correction *turning = ends->shift ? pl_anchor_turning(bodies, ends, e) : NULL;
    if (!turning) continue;
    pl_vec3_cross(turning->coming, ends->shift, one);
    pl_vec3_add_scaled(out, turning->share, one, out);
  }
}

/* An impulse on the sum: an end gets its weight of it. */
static inline void pl_anchor_push(pl_coupled *bodies, const pl_anchor *ends, const double impulse[3])
{
  for (uint32_t e = 0; e < ends->count; e++) {
    double part[3];
    pl_vec3_scale(impulse, ends->items[e].weight, part);
    pl_coupled_push(&bodies[ends->items[e].body], ends->items[e].slot, part);
    pl_angular_correction *turning = pl_anchor_turning(bodies, ends, e);
    if (!turning) continue;
    if (ends->shift) pl_angular_correction_shift(turning, ends->shift, impulse);
    pl_angular_correction_update(turning);
  }
}

/* The same, only added up per slot. */
static inline void pl_anchor_gather(pl_coupled *bodies, const pl_anchor *ends, const double impulse[3])
{
  for (uint32_t e = 0; e < ends->count; e++) {
    pl_coupled *coupled = &bodies[ends->items[e].body];
    double *pushed = coupled->pushed + 3 * (size_t)ends->items[e].slot, part[3];
    pl_vec3_add_scaled(pushed, ends->items[e].weight, impulse, pushed);
    if (!ends->shift || !pl_anchor_turning(bodies, ends, e)) continue;
    pl_vec3_cross(ends->shift, impulse, part);
    pl_vec3_add_scaled(coupled->couple, coupled->turning->share, part, coupled->couple);
  }
}

/* How the velocity of the sum answers an impulse on it, row-major, 1/kg. */
static inline void pl_anchor_block(const pl_coupled *bodies, const pl_anchor *ends, double block[9])
{
  static const double nowhere[3] = {0, 0, 0};
  double arm[3] = {0, 0, 0}, answer[3] = {0, 0, 0};
  for (int k = 0; k < 9; k++) block[k] = 0;
  for (uint32_t a = 0; a < ends->count; a++) {
    const pl_row_end *end = &ends->items[a];
    const pl_coupled *coupled = &bodies[end->body];
    for (uint32_t b = 0; b < ends->count; b++) {
      if (end->body != ends->items[b].body) continue;
      double between[9], weight = end->weight * ends->items[b].weight;
      pl_coupled_block(coupled, end->slot, ends->items[b].slot, between);
      for (int k = 0; k < 9; k++) block[k] += weight * between[k];
    }
    if (!coupled->turning) continue;
    size_t at = 3 * (size_t)coupled->particles[end->slot];
    pl_vec3_add_scaled(arm, end->weight, coupled->turning->arm + at, arm);
    pl_vec3_add_scaled(answer, end->weight, coupled->turning->answer + at, answer);
    if (!pl_anchor_turning(bodies, ends, a)) continue;
    pl_angular_correction_add_block(coupled->turning, arm, answer, ends->shift ? ends->shift : nowhere, block);
    pl_vec3_set(arm, 0, 0, 0);
    pl_vec3_set(answer, 0, 0, 0);
  }
}
