/* SPDX-License-Identifier: MIT
   Tangles: bodies that penetrate each other or themselves, which ordinary contact does not distinguish from separate
   bodies: which, where, and with which triangles. */
#pragma once

#include "contact/narrow/intersections.h"

typedef struct pl_range {
  size_t first, count;
} pl_range;

typedef enum pl_tangle_kind {
  PL_TANGLE_DEEP,
  PL_TANGLE_DOUBTFUL, /* contact may resolve them */
  PL_TANGLE_SHALLOW   /* contact resolves them: no separation needed */
} pl_tangle_kind;

typedef struct pl_tangled_pair {
  uint32_t bodies[2];    /* in the list of bodies tested; equal: a body with itself */
  pl_range crossings;    /* in the list of all; none: one body lies wholly inside the other */
  pl_range triangles[2]; /* of each body, that cross: in the list of all, rising. With itself: the first */
  /* particles of the one inside the other: in the list of all, rising. Only of closed ones. With itself: the first */
  pl_range inside[2];
  double at[3]; /* m, the middle of it */
  double depth; /* m, about how far they are through each other */
  pl_tangle_kind kind;
  /* the same by particles alone: where bodies have met, one may be pressed over a convex edge of the other */
  pl_tangle_kind met;
} pl_tangled_pair;

typedef struct pl_tangles {
  pl_tangled_pair *pairs;
  size_t count, capacity;
  pl_intersections crossings;
  uint32_t *triangles;
  size_t triangle_count, triangle_capacity;
  uint32_t *particles;
  size_t particle_count, particle_capacity;
} pl_tangles;

void pl_tangles_free(pl_tangles *tangles);
void pl_tangles_forget(pl_tangles *tangles); /* clears the result, keeps the memory */

/* Tests all pairs of bodies whose contact is wanted and of which one is wanted (NULL: all), as their particles are now,
   and replaces the previous result. Surfaces that only touch are not tangled. The same for any number of threads. */
pl_status pl_tangles_find(pl_tangles *tangles, const pl_contact_body *bodies, size_t count, const uint8_t *wanted,
                          const pl_model_context *context);
