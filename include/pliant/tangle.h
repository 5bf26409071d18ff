/* SPDX-License-Identifier: MIT
   Bodies that penetrate each other or themselves, as starting states of posed characters often do. Bodies whose
   contact is on (pl_contact_def) are searched when they are created, when their positions are set, and now and then
   while running; tangles are pushed apart slowly. */
#pragma once

#include "pliant/world.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_tangle {
  const pl_body *a, *b;        /* equal: a body that goes through itself */
  size_t crossing_count;       /* pairs of an edge and a triangle; 0: `a` lies wholly inside `b` */
  const uint32_t *a_triangles; /* numbers of the triangles that cross, in the mesh the body was made from, rising */
  const uint32_t *b_triangles; /* of a body with itself: the same list */
  size_t a_triangle_count, b_triangle_count;
  double position[3]; /* m, the middle of it */
  double depth;       /* m, about how far they are through each other */
} pl_tangle;

/* Searches all bodies as they are now. Changes nothing that influences the future. */
PL_API pl_status pl_world_find_tangles(pl_world *world);

/* What the last search found, by pl_world_find_tangles or by a step (as the bodies were when it began). Pointers are
   valid until the next one, and until a body is removed. */
PL_API size_t pl_world_tangle_count(const pl_world *world);
PL_API pl_tangle pl_world_tangle_at(const pl_world *world, size_t i); /* all zero: there is none */

#ifdef __cplusplus
}
#endif
