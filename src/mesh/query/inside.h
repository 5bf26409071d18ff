/* SPDX-License-Identifier: MIT
   What lies inside a surface, for any surface. Where triangles leave a border (holes, edges with an odd number of
   triangles, neighbours that disagree) it is closed by a fan to the border's middle: the sum of all triangles then has
   no border, so the winding number is whole everywhere, and a point is inside where it is at least 1. The fans only
   decide this question; a flat sheet is closed onto itself and has no inside. */
#pragma once

#include "mesh/query/bvh.h"
#include "mesh/query/winding_number.h"

typedef struct pl_inside {
  double *positions; /* the caller's vertices, then the middles of borders */
  size_t vertex_count;
  uint32_t *triangles; /* the caller's, then the fans */
  size_t triangle_count;
  size_t fan_count; /* triangles of fans among them */
  size_t hole_count;
  pl_bvh *bvh;
  pl_winding_tree *tree;
} pl_inside;

/* Copies what it needs. Free also after a failure. */
PL_API pl_status pl_inside_create(const double *positions, size_t vertex_count, const uint32_t *triangles,
                                  size_t triangle_count, pl_inside *out);
PL_API void pl_inside_free(pl_inside *inside);

PL_API bool pl_inside_contains(const pl_inside *inside, const double point[3]);

/* Can one go straight from one point inside to another without leaving? Walls met on the way are no hindrance where
   both sides are inside (overlapping parts). on_surface: both ends may lie on the surface, so that a way on which
   nothing is met may still be outside. */
PL_API bool pl_inside_passes(const pl_inside *inside, const double from[3], const double to[3], bool on_surface);

/* Points origin + spacing (i, j, k) for i, j, k below counts. */
typedef struct pl_point_lattice {
  double origin[3];
  double spacing;
  uint32_t counts[3];
  size_t most_tests; /* a limit to the work: blocks that may be looked at; 0: none */
  size_t *tests;     /* counts them over several visits; NULL: each counts its own */
} pl_point_lattice;

/* Visits the points of the lattice that are inside, block by block, always in the same order. Blocks that the surface
   does not touch are decided as a whole. Stops and returns what visit returns when that is not PL_OK, or PL_ERROR_LIMIT
   after most_tests. */
typedef pl_status (*pl_point_visit)(void *context, const uint32_t index[3], const double point[3]);
PL_API pl_status pl_inside_visit(const pl_inside *inside, const pl_point_lattice *lattice, pl_point_visit visit,
                                 void *context);

/* Triangles that close what is open: fans about added vertices, numbered from vertex_count on. Release both arrays. */
typedef struct pl_fans {
  uint32_t *triangles;
  size_t triangle_count;
  double *middles; /* 3 per added vertex */
  size_t middle_count;
} pl_fans;
PL_API pl_status pl_fans_make(const double *positions, size_t vertex_count, const uint32_t *triangles,
                              size_t triangle_count, pl_fans *out);
PL_API void pl_fans_free(pl_fans *fans);
