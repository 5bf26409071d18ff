/* SPDX-License-Identifier: MIT
   Matrices and right-hand sides for the tests of linalg. */
#pragma once

#include <string.h>

#include "base/memory.h"
#include "linalg/sparse/sparse.h"
#include "testing.h"

/* Random pattern with about `degree` entries below the diagonal per column; positive definite because the diagonal
   dominates its row by `margin`. */
static inline pl_sparse random_matrix(size_t n, size_t degree, double margin, uint64_t seed)
{
  size_t most = n * (degree + 1), count = 0;
  uint32_t *row = PL_NEW(uint32_t, most), *column = PL_NEW(uint32_t, most);
  double *value = PL_NEW(double, most), *sum = PL_NEW(double, n);
  for (size_t j = 0; j < n; j++)
    for (size_t k = 0; k < degree; k++) {
      uint32_t i = (uint32_t)(random_bits(&seed) % n);
      if (i == j) continue;
      row[count] = i;
      column[count] = (uint32_t)j;
      value[count] = random_unit(&seed);
      sum[i] += fabs(value[count]);
      sum[j] += fabs(value[count++]);
    }
  for (size_t j = 0; j < n; j++) {
    row[count] = column[count] = (uint32_t)j;
    value[count++] = sum[j] + margin;
  }
  pl_sparse matrix;
  assert_ok(pl_sparse_from_triplets(n, count, row, column, value, &matrix));
  pl_release(row);
  pl_release(column);
  pl_release(value);
  pl_release(sum);
  return matrix;
}

static inline double *random_vectors(size_t n, uint64_t seed)
{
  double *x = PL_NEW(double, 3 * n);
  for (size_t i = 0; i < 3 * n; i++) x[i] = random_unit(&seed);
  return x;
}

static inline double *copy_vectors(size_t n, const double *from)
{
  double *x = PL_NEW(double, 3 * n);
  for (size_t i = 0; i < 3 * n; i++) x[i] = from[i];
  return x;
}

static inline double largest_of(size_t n, const double *x)
{
  double largest = 0.0;
  for (size_t i = 0; i < 3 * n; i++)
    if (!(fabs(x[i]) <= largest)) largest = fabs(x[i]);
  return largest;
}

/* Largest entry of b - A x over the largest of b. */
static inline double residual_of(const pl_sparse *a, const double *x, const double *b)
{
  double *y = PL_NEW(double, 3 * a->n);
  pl_sparse_multiply(a, x, y);
  for (size_t i = 0; i < 3 * a->n; i++) y[i] -= b[i];
  double worst = largest_of(a->n, y), size = largest_of(a->n, b);
  pl_release(y);
  return size > 0.0 ? worst / size : worst;
}

/* Largest difference over the largest entry of the second. */
static inline double difference_of(size_t n, const double *x, const double *y)
{
  double *d = PL_NEW(double, 3 * n);
  for (size_t i = 0; i < 3 * n; i++) d[i] = x[i] - y[i];
  double worst = largest_of(n, d) / fmax(largest_of(n, y), 1e-300);
  pl_release(d);
  return worst;
}
