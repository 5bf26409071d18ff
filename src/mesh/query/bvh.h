/* SPDX-License-Identifier: MIT
   A bounding volume hierarchy over triangles: rays and closest points in logarithmic time. Four children per node and
   four triangles per leaf, so that a node or a leaf is one vector operation. Bounds are float, rounded outwards;
   triangles and answers are double. Answers do not depend on the shape of the tree: ties go to the lower triangle. */
#pragma once

#include <stdbool.h>

#include "pliant/status.h"

typedef struct pl_bvh pl_bvh;

typedef struct pl_bvh_hit {
  double t;          /* the point is origin + t direction */
  double u, v;       /* and (1 - u - v) a + u b + v c on the triangle abc */
  uint32_t triangle; /* index in the caller's list */
} pl_bvh_hit;

typedef struct pl_bvh_point {
  double point[3]; /* on the triangle */
  double distance; /* from the query to it */
  double u, v;     /* as in pl_bvh_hit */
  uint32_t triangle;
} pl_bvh_point;

/* positions: 3 per vertex, finite; triangles: 3 vertex indices each, copied. No triangles make a valid, empty tree.
   Degenerate triangles are kept: rays pass through them, closest points find them. */
PL_API pl_status pl_bvh_create(const double *positions, const uint32_t *triangles, size_t triangle_count, pl_bvh **out);
PL_API void pl_bvh_destroy(pl_bvh *bvh);

/* New positions of the same vertices, without allocation. Refit keeps the tree: fast, right for any motion, but slower
   to query after large deformation. Rebuild makes the tree that create would have made. */
PL_API void pl_bvh_refit(pl_bvh *bvh, const double *positions);
PL_API void pl_bvh_rebuild(pl_bvh *bvh, const double *positions);

/* The first triangle met for t in [t_min, t_max], from either side. direction need not be of unit length. */
PL_API bool pl_bvh_ray(const pl_bvh *bvh, const double origin[3], const double direction[3], double t_min, double t_max,
                       pl_bvh_hit *hit);
/* Is any triangle met for t in [t_min, t_max]? */
PL_API bool pl_bvh_blocked(const pl_bvh *bvh, const double origin[3], const double direction[3], double t_min,
                           double t_max);
/* The point of the surface closest to `point`, if one is within max_distance (INFINITY is fine). */
PL_API bool pl_bvh_closest(const pl_bvh *bvh, const double point[3], double max_distance, pl_bvh_point *closest);

/* Box around everything; lower > upper when the tree is empty. */
PL_API void pl_bvh_bounds(const pl_bvh *bvh, double lower[3], double upper[3]);

/* Triangles whose boxes meet the box [lower, upper], in no order that means anything. Returns their number, or
   capacity + 1 where there are more than that. Never misses one; float boxes may let in a few that are just outside. */
PL_API size_t pl_bvh_overlap(const pl_bvh *bvh, const double lower[3], const double upper[3], uint32_t *triangles,
                             size_t capacity);
