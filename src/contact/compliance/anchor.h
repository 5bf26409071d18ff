/* SPDX-License-Identifier: MIT
   Anchor: a weighted sum of particles of one body or several. Particles of a body are consecutive. */
#pragma once

#include "contact/compliance/coupling.h"
#include "math/vec3.h"

typedef struct pl_anchor_particle {
  uint32_t body; /* in the list of bodies */
  uint32_t slot; /* among its particles */
  double weight;
} pl_anchor_particle;

typedef struct pl_anchor {
  const pl_anchor_particle *items;
  uint32_t count;
  /* Lever arm for bodies with an angular correction (contact/compliance/angular_momentum.h), m, so that an impulse and
     its reaction act at one point: otherwise they make a couple, and angular momentum is not conserved. */
  const double *shift; /* NULL: 0 */
} pl_anchor;

/* The angular correction of the body of particle e, if e is its last one in the anchor; else NULL. */
static inline pl_angular_correction *pl_anchor_angular(const pl_coupled *bodies, const pl_anchor *anchor, uint32_t e)
{
  uint32_t body = anchor->items[e].body;
  return e + 1 == anchor->count || anchor->items[e + 1].body != body ? bodies[body].angular : NULL;
}

/* Velocity of the sum. */
static inline void pl_anchor_velocity(const pl_coupled *bodies, const pl_anchor *anchor, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (uint32_t e = 0; e < anchor->count; e++) {
    double one[3];
    pl_coupled_velocity(&bodies[anchor->items[e].body], anchor->items[e].slot, one);
    pl_vec3_add_scaled(out, anchor->items[e].weight, one, out);
    const pl_angular_correction *angular = anchor->shift ? pl_anchor_angular(bodies, anchor, e) : NULL;
    if (!angular) continue;
    pl_vec3_cross(angular->coming, anchor->shift, one);
    pl_vec3_add_scaled(out, angular->share, one, out);
  }
}

/* An impulse on the sum: each particle gets its weight times it. */
static inline void pl_anchor_push(pl_coupled *bodies, const pl_anchor *anchor, const double impulse[3])
{
  for (uint32_t e = 0; e < anchor->count; e++) {
    double part[3];
    pl_vec3_scale(impulse, anchor->items[e].weight, part);
    pl_coupled_push(&bodies[anchor->items[e].body], anchor->items[e].slot, part);
    pl_angular_correction *angular = pl_anchor_angular(bodies, anchor, e);
    if (!angular) continue;
    if (anchor->shift) pl_angular_correction_add_couple(angular, anchor->shift, impulse);
    pl_angular_correction_update(angular);
  }
}

/* The same impulses summed per slot in `pushed`, without changing velocities. */
static inline void pl_anchor_gather(pl_coupled *bodies, const pl_anchor *anchor, const double impulse[3])
{
  for (uint32_t e = 0; e < anchor->count; e++) {
    pl_coupled *coupled = &bodies[anchor->items[e].body];
    double *pushed = coupled->pushed + 3 * (size_t)anchor->items[e].slot, part[3];
    pl_vec3_add_scaled(pushed, anchor->items[e].weight, impulse, pushed);
    if (!anchor->shift || !pl_anchor_angular(bodies, anchor, e)) continue;
    pl_vec3_cross(anchor->shift, impulse, part);
    pl_vec3_add_scaled(coupled->couple, coupled->angular->share, part, coupled->couple);
  }
}

/* Compliance of the sum (its velocity per impulse on it), row-major, 1/kg. */
static inline void pl_anchor_block(const pl_coupled *bodies, const pl_anchor *anchor, double block[9])
{
  static const double nowhere[3] = {0, 0, 0};
  double arm[3] = {0, 0, 0}, response[3] = {0, 0, 0};
  for (int k = 0; k < 9; k++) block[k] = 0;
  for (uint32_t a = 0; a < anchor->count; a++) {
    const pl_anchor_particle *particle = &anchor->items[a];
    const pl_coupled *coupled = &bodies[particle->body];
    for (uint32_t b = 0; b < anchor->count; b++) {
      if (particle->body != anchor->items[b].body) continue;
      double between[9], weight = particle->weight * anchor->items[b].weight;
      pl_coupled_block(coupled, particle->slot, anchor->items[b].slot, between);
      for (int k = 0; k < 9; k++) block[k] += weight * between[k];
    }
    if (!coupled->angular) continue;
    size_t at = 3 * (size_t)coupled->particles[particle->slot];
    pl_vec3_add_scaled(arm, particle->weight, coupled->angular->arm + at, arm);
    pl_vec3_add_scaled(response, particle->weight, coupled->angular->response + at, response);
    if (!pl_anchor_angular(bodies, anchor, a)) continue;
    pl_angular_correction_add_block(coupled->angular, arm, response, anchor->shift ? anchor->shift : nowhere, block);
    pl_vec3_set(arm, 0, 0, 0);
    pl_vec3_set(response, 0, 0, 0);
  }
}
