/* SPDX-License-Identifier: MIT
   Many points carried by a cage: their coordinates are kept in float, half the bytes of what limits the speed. Green
   Coordinates reproduce every linear map of the cage and its normals, so that the one that comes closest to what the
   vertices do is taken apart and applied to the points themselves, in double; the coordinates carry what remains. At
   rest the points are exactly where they were, rigid motions are exact to rounding, and where vertices or normals are d
   away from a linear map, points are off by less than 1e-6 d. Where every digit counts, see pl_green_deform. */
#pragma once

#include "mesh/cage/green.h"

typedef struct pl_carry {
  size_t count;             /* points */
  size_t vertices, columns; /* of the cage: vertices, and those and faces */
  double *rest;             /* blocks: x, y, z of PL_CARRY_LANES points each */
  double *at_rest;          /* 3 per column: vertices, then normals */
  double centre[3];         /* of the vertices at rest */
  double spread[9];         /* the inverse of their covariance */
  double *remains;          /* twice 3 per column: what coordinates carry */
  float *blocks;            /* coordinates of PL_CARRY_LANES points side by side */
} pl_carry;

/* Computes the coordinates of the points (3 each), which must be inside (pl_green_coordinates). Free also
   after a failure. */
PL_API pl_status pl_carry_create(const pl_green *green, const double *points, size_t count, pl_pool *pool,
                                 pl_carry *out);
/* The same with phi and psi of the points already known. */
pl_status pl_carry_create_from(const pl_green *green, const double *points, size_t count, const pl_green_values *values,
                               pl_carry *out);
PL_API void pl_carry_free(pl_carry *carry);

/* Of these one call at a time; same bits for any number of threads, and of each result, alone or with another.
   out (3 per point): where the points are with the cage's vertices at x and s_j n_j as in pl_green_normals. */
PL_API void pl_carry_points(pl_carry *carry, const double *x, const double *normals, pl_pool *pool, double *out);
/* out: how fast they move where vertices and scaled normals move so fast */
PL_API void pl_carry_velocities(pl_carry *carry, const double *w, const double *normal_w, pl_pool *pool, double *out);
/* Both, for little more than one of them costs. */
PL_API void pl_carry_both(pl_carry *carry, const double *x, const double *normals, const double *w,
                          const double *normal_w, pl_pool *pool, double *out, double *velocities);
