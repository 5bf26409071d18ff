/* SPDX-License-Identifier: MIT
   The few features of a surface that are near another one, side by side: they are held against what asks all at once, many to a register,
   which for so few is quicker than any tree, and answers come in order. */
#pragma once

#include "contact/blocks_kernel.h"
#include "contact/surface.h"

typedef struct pl_near_features {
  pl_feature_blocks blocks;
  uint32_t *names;    /* edges or triangles */
  pl_answer *answers; /* to what was asked last */
  size_t count, capacity;
  unsigned corners; /* of each: 2, 3 */
  double origin[3]; /* m, of all coordinates here */
  double extent;    /* m: none is larger */
  float around[6];  /* a box around all of them, where they are, rounded outwards */
} pl_near_features;

/* Room for so many. */
pl_status pl_near_reserve(pl_near_features *near, size_t count);

/* Takes the edges or triangles of a surface whose boxes meet [lower, upper]. Needs room for as many as the surface has. */
void pl_near_edges(pl_near_features *near, const pl_contact_surface *surface, const double lower[3],
                   const double upper[3]);
void pl_near_triangles(pl_near_features *near, const pl_contact_surface *surface, const double lower[3],
                       const double upper[3]);

/* Those of them that may come nearer than `reach` to a feature of another surface, which may go `between` farther than the first beside what
   its own particles do: of edges an edge, of triangles a vertex. Never misses one. Answers have the names of features, rising. Returns
   their number. */
size_t pl_near_ask(const pl_near_features *near, const pl_contact_surface *asking, const uint32_t *particles,
                   const double between[3], double reach);

void pl_near_free(pl_near_features *near);
