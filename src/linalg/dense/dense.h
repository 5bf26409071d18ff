/* SPDX-License-Identifier: MIT
   Cholesky of a small dense matrix (a few hundred rows): Schur complements of handles, the cage model's matrix. Sums in
   a fixed order: the same bits for any number of threads, per instruction set; no BLAS, no allocation. */
#pragma once

#include <stddef.h>

#include "base/pool.h"
#include "pliant/status.h"

/* Overwrites the lower triangle of a (n × n, row after row, `stride` elements from row to row; the upper triangle is
   not touched) with L of A = L L^T. PL_ERROR_SINGULAR names the row where the pivot is not positive. */
pl_status pl_dense_cholesky(size_t n, double *a, size_t stride);

/* Solves L L^T X = B in place; x is n × 3, xyz per row. */
void pl_dense_cholesky_solve(size_t n, const double *l, size_t stride, double *x);

/* Solves L L^T x = b in place for one vector. */
void pl_dense_solve(size_t n, const double *l, size_t stride, double *x);

/* Every row b of `count` rows (n numbers each) becomes L^-1 b, so that products of rows are products through A^-1. */
void pl_dense_forward(size_t n, const double *l, size_t stride, size_t count, double *rows, size_t row_stride,
                      pl_pool *pool);
