/* SPDX-License-Identifier: MIT
   The tree inside pl_bvh, shared by the builder and the traversal kernels. */
#pragma once

#include "base/isa.h"
#include "mesh/query/bvh.h"

enum {
  PL_BVH_WIDTH = 4,
  /* Levels that may split by cost; below them splits are by halves, so that depth stays below this + log2(2^32) and the
     stack of a traversal (3 entries per level) has a known size. */
  PL_BVH_COST_LEVELS = 32,
  PL_BVH_STACK = 3 * (PL_BVH_COST_LEVELS + 17) + 4
};

#define PL_BVH_LEAF UINT32_C(0x80000000) /* child is a block of triangles */
#define PL_BVH_NONE UINT32_MAX           /* no child, no triangle */

/* Parents come before children. Coordinates are relative to the tree's origin. Missing children have an empty box. */
typedef struct pl_bvh_node {
  float lower[3][PL_BVH_WIDTH];
  float upper[3][PL_BVH_WIDTH];
  uint32_t child[PL_BVH_WIDTH];
} pl_bvh_node;

/* Up to four triangles: corner and the two edges from it; unused lanes are degenerate. */
typedef struct pl_bvh_block {
  double corner[3][PL_BVH_WIDTH];
  double edge_b[3][PL_BVH_WIDTH];
  double edge_c[3][PL_BVH_WIDTH];
  uint32_t triangle[PL_BVH_WIDTH];
} pl_bvh_block;

/* The hot loops, one copy per instruction set. Vectors are relative to the tree's origin. */
typedef struct pl_bvh_kernels {
  bool (*ray)(const pl_bvh *bvh, const double origin[3], const double direction[3], double t_min, double t_max,
              bool any, pl_bvh_hit *hit);
  bool (*closest)(const pl_bvh *bvh, const double point[3], double max_distance, pl_bvh_point *closest);
  size_t (*overlap)(const pl_bvh *bvh, const float lower[3], const float upper[3], uint32_t *triangles,
                    size_t capacity);
} pl_bvh_kernels;

struct pl_bvh {
  const pl_bvh_kernels *kernels;
  size_t triangle_count;
  uint32_t *triangles; /* 3 per triangle, the caller's */
  pl_bvh_node *nodes;
  size_t node_count;
  pl_bvh_block *blocks;
  size_t block_count;
  double origin[3];          /* middle of the bounds when built */
  double lower[3], upper[3]; /* around everything, absolute, exact */
  double padding;            /* how far float boxes reach beyond the triangles */
  uint32_t *order;           /* scratch of the builder: triangles in tree order */
  float *centers;            /* scratch: 3 per triangle */
  float *boxes;              /* scratch: 6 per triangle, lower and upper */
};

void pl_bvh_build_tree(pl_bvh *bvh, const double *positions);

extern const pl_bvh_kernels pl_bvh_kernels_baseline;
extern const pl_bvh_kernels pl_bvh_kernels_avx2;
extern const pl_bvh_kernels pl_bvh_kernels_avx512;
