/* SPDX-License-Identifier: MIT
   The products of a tall thin matrix: see tall.h. Rows begin … end - 1, begin a multiple of PL_TALL_LANES. */
#pragma once

#include "base/isa.h"
#include "linalg/dense/tall.h"

typedef struct pl_tall_kernels {
  /* sums (3 × columns × PL_TALL_LANES; their first 3 × columns are the result) = these rows, transposed, times those of
     f */
  void (*gather)(const pl_tall *tall, size_t begin, size_t end, const double *f, double *sums);
  void (*spread)(const pl_tall *tall, size_t begin, size_t end, const double *z, double *y);
  void (*place)(const pl_tall *tall, size_t begin, size_t end, const double *base, const double *z, double h,
                double keep, double *x, double *v);
} pl_tall_kernels;

extern const pl_tall_kernels pl_tall_kernels_baseline;
#if defined(__x86_64__)
extern const pl_tall_kernels pl_tall_kernels_avx2, pl_tall_kernels_avx512;
#endif
