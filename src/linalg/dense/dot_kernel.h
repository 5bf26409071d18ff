/* SPDX-License-Identifier: MIT
   Dot products between many rows at once, the one kernel behind pl_gram and the dense Cholesky: both keep their
   matrices row by row, so that every number wanted is the product of two contiguous rows. */
#pragma once

#include <stddef.h>

#include "base/isa.h"

enum { PL_DOT_LANES = 8 }; /* depths are multiples of this, for every instruction set */

typedef struct pl_dot_kernels {
  /* c[i][j] += scale × sum over k < depth of a[i][k] b[j][k], for i < rows, j < columns; strides from row to row.
     The sum over k is a fixed tree: it does not depend on rows or columns. */
  void (*block)(size_t rows, size_t columns, size_t depth, const double *a, size_t a_stride, const double *b,
                size_t b_stride, double scale, double *c, size_t c_stride);
  /* sum of a[k] b[k] over any depth */
  double (*dot)(size_t depth, const double *a, const double *b);
  /* y[k] += scale × x[k] */
  void (*add)(size_t count, double scale, const double *x, double *y);
} pl_dot_kernels;

extern const pl_dot_kernels pl_dot_kernels_baseline;
#if defined(__x86_64__)
extern const pl_dot_kernels pl_dot_kernels_avx2, pl_dot_kernels_avx512;
#endif
