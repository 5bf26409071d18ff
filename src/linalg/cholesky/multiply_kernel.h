/* SPDX-License-Identifier: MIT
   Rows of a whole sparse matrix times three vectors, in double: what refinement spends its time on beside the solves.
   Vectors have four numbers per row (x, y, z, 0), so that a row is one load. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

typedef struct pl_rows { /* compressed rows, both triangles */
  const size_t *starts;
  const uint32_t *columns;
  const double *values;
} pl_rows;

/* y_i = b_i - (A x)_i for the rows [begin, end), with b = 0 where it is NULL; gives the largest entry of y there in
   absolute value, or a NaN if there is one. */
typedef double (*pl_rows_residual_function)(const pl_rows *rows, size_t begin, size_t end, const double *b,
                                            const double *x, double *y);

/* The largest of |x_i|, or a NaN if there is one. */
typedef double (*pl_largest_function)(const double *x, size_t count);

double pl_largest_baseline(const double *x, size_t count);
double pl_rows_residual_baseline(const pl_rows *rows, size_t begin, size_t end, const double *b, const double *x,
                                 double *y);
#if defined(__x86_64__)
double pl_largest_avx2(const double *x, size_t count);
double pl_largest_avx512(const double *x, size_t count);
double pl_rows_residual_avx2(const pl_rows *rows, size_t begin, size_t end, const double *b, const double *x,
                             double *y);
double pl_rows_residual_avx512(const pl_rows *rows, size_t begin, size_t end, const double *b, const double *x,
                               double *y);
#endif
