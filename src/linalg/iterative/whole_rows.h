/* SPDX-License-Identifier: MIT
   Both triangles of a symmetric matrix, row after row, columns rising: what products and sweeps read. Vectors have one
   number per row, or four of which the last is zero. */
#pragma once

#include "base/pool.h"
#include "linalg/cholesky/multiply_kernel.h"
#include "linalg/iterative/vectors_kernel.h"
#include "linalg/sparse/sparse.h"

typedef struct pl_whole_rows {
  size_t n;
  size_t *starts, *diagonals;
  uint32_t *columns;
  size_t *source; /* entry of the lower triangle */
  double *values;
  pl_rows_residual_function residual;
  pl_vector_kernels kernels;
} pl_whole_rows;

pl_status pl_whole_rows_create(const pl_sparse *a, pl_whole_rows *out);
void pl_whole_rows_free(pl_whole_rows *rows);
/* PL_ERROR_SINGULAR if a diagonal entry is not positive. */
pl_status pl_whole_rows_fill(pl_whole_rows *r, const pl_sparse *a);

/* y = A x (b NULL), or b - A x. */
void pl_whole_rows_residual(const pl_whole_rows *rows, const double *b, const double *x, double *y, size_t lanes,
                            pl_pool *pool);
