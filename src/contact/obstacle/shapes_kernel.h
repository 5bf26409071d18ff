/* SPDX-License-Identifier: MIT
   Many particles at once: their extents, and their gaps to an obstacle. */
#pragma once

#include "contact/broad/blocks_kernel.h"
#include "contact/obstacle/moving.h"

typedef struct pl_point_block {
  double at[3][PL_BLOCK];
} pl_point_block;

typedef struct pl_particle_block {
  pl_point_block x, v; /* m, m/s; what is missing is as another */
} pl_particle_block;

/* Lane by lane of some blocks. */
typedef struct pl_lane_range {
  pl_point_block low, high;
  double max_speed[PL_BLOCK]; /* m^2/s^2 */
} pl_lane_range;

typedef struct pl_obstacle_gaps {
  double gap[PL_BLOCK]; /* m */
  pl_point_block normal;
  int64_t sure[PL_BLOCK]; /* else pl_obstacle_swept_gap decides: the obstacle was within reach of the path */
} pl_obstacle_gaps;

typedef struct pl_shapes_kernels {
  void (*gather)(const double *x, const double *v, const uint32_t particles[PL_BLOCK], pl_particle_block *out);
  void (*widen)(const pl_particle_block *block, pl_lane_range *range);
  /* Raises squares of distances from a point, m^2. */
  void (*stretch)(const pl_particle_block *block, const double centre[3], double farthest[PL_BLOCK]);
  /* As pl_obstacle_swept_gap to the bit, for particles that come from x - h v. Not of meshes. */
  void (*meet)(const pl_moving_obstacle *obstacle, const pl_particle_block *block, double h, pl_obstacle_gaps *out);
} pl_shapes_kernels;

extern const pl_shapes_kernels pl_shapes_kernels_baseline;
#if defined(__x86_64__)
extern const pl_shapes_kernels pl_shapes_kernels_avx2, pl_shapes_kernels_avx512;
#endif
