/* SPDX-License-Identifier: MIT
   Features of a body side by side, as many as a block has, so that one feature of another body is held against all of them at once. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

enum {
  PL_BLOCK = 16,          /* features in a block */
  PL_BOX = 6 * PL_BLOCK,  /* floats: least x of all, least y, least z, and most */
  PL_POINT = 3 * PL_BLOCK /* floats: x of all, y, z */
};

/* All coordinates are from an origin nearby, so that floats do. */
typedef struct pl_feature_blocks {
  float *boxes;  /* of the features */
  float *around; /* of blocks, in blocks of their own */
  float *points; /* per block: a point for every corner, then how far every corner may go */
  size_t block_count;
} pl_feature_blocks;

/* The feature that asks: a vertex or an edge. */
typedef struct pl_asker {
  float lower[3], upper[3];         /* what is not in there is surely too far */
  float corners[2][3], roams[2][3]; /* of a vertex only the first */
  float between[3];                 /* how much farther its body may go than the other */
  float reach;                      /* features that cannot come nearer than this are too far */
} pl_asker;

/* One that is near: which it is, the direction from it to the asker, no longer than 1, and how near it may come along that. */
typedef struct pl_answer {
  uint32_t feature;
  float axis[3];
  float bound;
} pl_answer;

typedef size_t (*pl_blocks_function)(const pl_feature_blocks *blocks, const pl_asker *asker, pl_answer *out);

typedef struct pl_blocks_kernels {
  pl_blocks_function triangles, edges; /* answers rise */
} pl_blocks_kernels;

extern const pl_blocks_kernels pl_blocks_kernels_baseline;
#if defined(__x86_64__)
extern const pl_blocks_kernels pl_blocks_kernels_avx2, pl_blocks_kernels_avx512;
#endif
