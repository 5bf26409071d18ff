/* SPDX-License-Identifier: MIT
   Points in cubes, to find the nearest ones. Cubes are kept in a table of buckets, so that space without points costs
   nothing. Ties go to the lower index. */
#pragma once

#include <stdbool.h>

#include "pliant/status.h"

typedef struct pl_point_grid {
  const double *points; /* the caller's, 3 each */
  double low[3];        /* corner of the box around all points */
  double size;          /* side of a cube */
  long reach;           /* cubes along the longest side of the box */
  uint32_t *starts;     /* points of bucket b are order[starts[b]] … order[starts[b + 1] - 1] */
  uint32_t *order;
  uint64_t *cubes; /* of the point at each place of order, its three numbers in one */
  uint64_t mask;   /* buckets - 1 */
} pl_point_grid;

/* Takes the points that `take` allows (all if it is NULL). size: about the distance between points. Keeps `points`. */
PL_API pl_status pl_point_grid_create(const double *points, size_t count, const bool *take, double size,
                                      pl_point_grid *out);
PL_API void pl_point_grid_free(pl_point_grid *grid);

typedef struct pl_near_point {
  double distance;
  uint32_t index;
} pl_near_point;

/* Up to `most` points within `distance` (INFINITY is fine) of `at`, nearest first; returns how many there are. */
PL_API size_t pl_point_grid_nearest(const pl_point_grid *grid, const double at[3], double distance, size_t most,
                                    pl_near_point *out);
