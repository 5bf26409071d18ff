/* SPDX-License-Identifier: MIT
   How still particles lie, of a body or of a piece of one. */
#pragma once

#include "world/world.h"

/* Some particles of a body, storage order. */
typedef struct pl_particles {
  const uint32_t *list;
  size_t count; /* 0: all of them */
} pl_particles;

/* A body as a whole must be slower than this part of the sleep speed, though its particles may vibrate: then one whose
   motion reverses with more than a fiftieth of its size per s^2 is never slow for half a second. */
#define PL_STEADY_PART 0.5

/* After a step: do they move so little that they may be at rest? quiet: for how long, s, they did so before. */
bool pl_particles_are_quiet(const pl_body *body, const pl_particles *particles, double quiet);

/* After a step: of the particle that moved farthest in it, m/s. */
double pl_body_real_speed(const pl_body *body);
