/* SPDX-License-Identifier: MIT
   The two products of a tall thin matrix: see tall.h. */
#pragma once

#include <stddef.h>

#include "base/isa.h"

typedef struct pl_tall_kernels {
  /* sums (3 × stride) = the rows begin … end - 1 of the matrix, transposed, times those of f (3 per row) */
  void (*gather)(const double *matrix, size_t stride, size_t begin, size_t end, const double *f, double *sums);
  /* y (3 per row) of the rows begin … end - 1 = matrix times z (3 × stride) */
  void (*spread)(const double *matrix, size_t stride, size_t begin, size_t end, const double *z, double *y);
} pl_tall_kernels;

extern const pl_tall_kernels pl_tall_kernels_baseline;
#if defined(__x86_64__)
extern const pl_tall_kernels pl_tall_kernels_avx2, pl_tall_kernels_avx512;
#endif
