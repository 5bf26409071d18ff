/* SPDX-License-Identifier: MIT
   Rows of a stencil times vectors: what every solver on grids spends its time on. */
#pragma once

#include <stddef.h>

#include "base/isa.h"

enum { PL_STENCIL_MOST = 12 };

typedef struct pl_stencil_view {
  const size_t *rows;
  size_t width;  /* nodes per row */
  size_t length; /* from plane to plane of a vector */
  int neighbours, columns;
  int closed; /* rows are closed: what is written beyond their end is cleared again */
  ptrdiff_t offsets[PL_STENCIL_MOST];
  const double *diagonal, *inverse, *coefficients[PL_STENCIL_MOST];
} pl_stencil_view;

typedef struct pl_stencil_kernels {
  /* y = A x, or b - A x; rows [begin, end) */
  void (*apply)(const pl_stencil_view *s, size_t begin, size_t end, const double *x, const double *b, double *y);
  /* x += d; r -= A d; next = alpha d + beta D^-1 r, where next is not NULL */
  void (*step)(const pl_stencil_view *s, size_t begin, size_t end, const double *d, double *x, double *r, double *next,
               double alpha, double beta);
  /* fine (2 count + 1 numbers, of which the odd ones are written between the even ones) from coarse by cubics, inside
     */
  void (*refine)(const double *coarse, double *fine, size_t begin, size_t end);
  /* coarse[J] = what the above gives back, inside */
  void (*coarsen)(const double *fine, double *coarse, size_t begin, size_t end);
  void (*combine)(const double *const *rows, const double *weights, size_t count, size_t width, double *out);
} pl_stencil_kernels;

extern const pl_stencil_kernels pl_stencil_table_baseline;
#if defined(__x86_64__)
extern const pl_stencil_kernels pl_stencil_table_avx2;
extern const pl_stencil_kernels pl_stencil_table_avx512;
#endif
