/* SPDX-License-Identifier: MIT
   The pass over all rotations of a body in a subspace, once per instruction set: see condensed.h. */
#pragma once

#include "base/isa.h"
#include "model/graph/subspace/condensed.h"

typedef struct pl_condensed_pass {
  const pl_condensed_rows *rows;
  size_t columns;
  const float *z;      /* 3 per function: where rotations are taken */
  float lead;          /* turns are R - I + lead (R - before) */
  const float *before; /* as rotation; NULL: without lead */
  float *rotation; /* PL_CONDENSED_ROTATIONS per block, element after element: the last ones come, the new ones stay */
} pl_condensed_pass;

typedef struct pl_condensed_kernels {
  /* sums (3 × columns) of the particles of blocks begin … end - 1; lanes: 3 × columns × PL_CONDENSED_LANES of scratch
     */
  void (*pass)(const pl_condensed_pass *pass, size_t begin, size_t end, float *lanes, double *sums);
} pl_condensed_kernels;

extern const pl_condensed_kernels pl_condensed_kernels_baseline;
#if defined(__x86_64__)
extern const pl_condensed_kernels pl_condensed_kernels_avx2, pl_condensed_kernels_avx512;
#endif
