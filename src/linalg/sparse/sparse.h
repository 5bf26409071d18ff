/* SPDX-License-Identifier: MIT
   Symmetric sparse matrices: the lower triangle in compressed columns. Rows of a column rise and are distinct, the
   diagonal entry comes first and is there in every column. Whoever builds one by hand keeps to that. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/status.h"

typedef struct pl_sparse {
  size_t n;       /* rows = columns, at most INT32_MAX */
  size_t *starts; /* n + 1: column j is [starts[j], starts[j + 1]) of rows and values */
  uint32_t *rows;
  double *values;
} pl_sparse;

/* Entries (row[k], column[k]) add up, in the order given. Either triangle: a pair (i, j), i != j, stands for both
   a_ij and a_ji and is given once. Diagonal entries that never occur become zero. `out` need not be initialised. */
pl_status pl_sparse_from_triplets(size_t n, size_t count, const uint32_t *row, const uint32_t *column,
                                  const double *value, pl_sparse *out);

/* Checks what is said at the top of this file. */
pl_status pl_sparse_check(const pl_sparse *matrix);

/* Frees the arrays and empties *matrix. */
void pl_sparse_free(pl_sparse *matrix);

/* y = A x for three vectors at once: x and y are n × 3, xyz per row, and must not overlap. One thread, fixed order. */
void pl_sparse_multiply(const pl_sparse *matrix, const double *x, double *y);
