/* SPDX-License-Identifier: MIT
   Cholesky of a small dense matrix (a few hundred rows), for the Schur complements of handles. Plain loops in a fixed
   order: the same bits everywhere, no BLAS, no allocation. */
#pragma once

#include <stddef.h>

#include "pliant/status.h"

/* Overwrites the lower triangle of a (n × n, row after row, `stride` elements from row to row; the upper triangle is
   not touched) with L of A = L L^T. PL_ERROR_SINGULAR names the row where the pivot is not positive. */
pl_status pl_dense_cholesky(size_t n, double *a, size_t stride);

/* Solves L L^T X = B in place; x is n × 3, xyz per row. */
void pl_dense_cholesky_solve(size_t n, const double *l, size_t stride, double *x);
