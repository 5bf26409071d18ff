/* SPDX-License-Identifier: MIT
   Many points carried by a cage, for show: their coordinates are kept in float, half the bytes of what limits the speed,
   and applied to how far vertices and normals have moved, in double. At rest the points are exactly where they were; moved
   by d, they are off by less than 1e-6 d. Where every digit counts, see pl_green_deform. */
#pragma once

#include "mesh/green.h"

typedef struct pl_carry {
  size_t count;             /* points */
  size_t vertices, columns; /* of the cage: vertices, and those and faces */
  double *rest;             /* 3 per point */
  double *at_rest;          /* 3 per column: vertices, then normals */
  double *moved;            /* 3 per column: how far they are from that */
  float *blocks;            /* coordinates of PL_CARRY_LANES points side by side */
} pl_carry;

/* Computes the coordinates of the points (3 each), which must be inside as pl_green_coordinates wants them. Free also after
   a failure. */
PL_API pl_status pl_carry_create(const pl_green *green, const double *points, size_t count, pl_pool *pool,
                                 pl_carry *out);
PL_API void pl_carry_free(pl_carry *carry);

/* out (3 per point): where the points are with the cage's vertices at x and s_j n_j as in pl_green_normals. One call at a
   time. Same bits for any number of threads. */
PL_API void pl_carry_points(pl_carry *carry, const double *x, const double *normals, pl_pool *pool, double *out);
