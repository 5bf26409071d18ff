/* SPDX-License-Identifier: MIT */
#include "linalg/sparse/sparse.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* Entries sorted by (column, row) by two stable counting passes, so that equal places keep the caller's order. */
typedef struct sorted {
  size_t *starts; /* n + 1 */
  size_t *by_row; /* triplet numbers by row, then rewritten by column */
  size_t *by_column;
} sorted;

static void sorted_free(sorted *s)
{
  pl_release(s->starts);
  pl_release(s->by_row);
  pl_release(s->by_column);
}

static void counting_pass(size_t n, size_t count, const uint32_t *first, const uint32_t *second, int larger,
                          const size_t *in, size_t *starts, size_t *out)
{
  memset(starts, 0, (n + 1) * sizeof *starts);
  for (size_t k = 0; k < count; k++) {
    uint32_t a = first[k], b = second[k];
    starts[((a > b) == larger ? a : b) + 1]++;
  }
  for (size_t i = 0; i < n; i++) starts[i + 1] += starts[i];
  for (size_t k = 0; k < count; k++) {
    size_t t = in ? in[k] : k;
    uint32_t a = first[t], b = second[t];
    out[starts[(a > b) == larger ? a : b]++] = t;
  }
}

static size_t compress(size_t n, size_t count, const uint32_t *row, const uint32_t *column, const double *value,
                       const size_t *order, pl_sparse *out)
{
  size_t k = 0, used = 0;
  for (size_t j = 0; j < n; j++) {
    out->starts[j] = used;
    out->rows[used] = (uint32_t)j;
    out->values[used++] = 0.0;
    for (; k < count; k++) {
      size_t t = order[k];
      uint32_t low = row[t] > column[t] ? row[t] : column[t];
      uint32_t high = row[t] > column[t] ? column[t] : row[t];
      if (high != j) break;
      if (out->rows[used - 1] != low) {
        out->rows[used] = low;
        out->values[used++] = 0.0;
      }
      out->values[used - 1] += value ? value[t] : 0.0;
    }
  }
  out->starts[n] = used;
  return used;
}

pl_status pl_sparse_from_triplets(size_t n, size_t count, const uint32_t *row, const uint32_t *column,
                                  const double *value, pl_sparse *out)
{
  *out = (pl_sparse){0};
  if (n > INT32_MAX) return pl_fail(PL_ERROR_LIMIT, "a sparse matrix has at most %d rows, got %zu", INT32_MAX, n);
  for (size_t k = 0; k < count; k++)
    if (row[k] >= n || column[k] >= n)
      return pl_fail(PL_ERROR_ARGUMENT, "matrix entry %zu is at (%u, %u), but the matrix has %zu rows", k, row[k],
                     column[k], n);
  sorted s = {PL_NEW(size_t, n + 1), PL_NEW(size_t, count), PL_NEW(size_t, count)};
  pl_sparse matrix = {n, PL_NEW(size_t, n + 1), PL_NEW(uint32_t, n + count), PL_NEW(double, n + count)};
  if (!s.starts || !s.by_row || !s.by_column || !matrix.starts || !matrix.rows || !matrix.values) {
    sorted_free(&s);
    pl_sparse_free(&matrix);
    return PL_ERROR_MEMORY;
  }
  counting_pass(n, count, row, column, 1, NULL, s.starts, s.by_row);
  counting_pass(n, count, row, column, 0, s.by_row, s.starts, s.by_column);
  compress(n, count, row, column, value, s.by_column, &matrix);
  sorted_free(&s);
  *out = matrix;
  return PL_OK;
}

pl_status pl_sparse_check(const pl_sparse *matrix)
{
  if (matrix->n > INT32_MAX)
    return pl_fail(PL_ERROR_LIMIT, "a sparse matrix has at most %d rows, got %zu", INT32_MAX, matrix->n);
  if (matrix->starts[0] != 0) return pl_fail(PL_ERROR_ARGUMENT, "a sparse matrix must start at entry 0");
  for (size_t j = 0; j < matrix->n; j++) {
    size_t begin = matrix->starts[j], end = matrix->starts[j + 1];
    if (end <= begin || matrix->rows[begin] != j)
      return pl_fail(PL_ERROR_ARGUMENT, "column %zu of a sparse matrix must begin with its diagonal entry", j);
    for (size_t k = begin + 1; k < end; k++)
      if (matrix->rows[k] <= matrix->rows[k - 1] || matrix->rows[k] >= matrix->n)
        return pl_fail(PL_ERROR_ARGUMENT,
                       "rows of column %zu of a sparse matrix must rise and be less than %zu, got %u", j, matrix->n,
                       matrix->rows[k]);
  }
  return PL_OK;
}

void pl_sparse_free(pl_sparse *matrix)
{
  pl_release(matrix->starts);
  pl_release(matrix->rows);
  pl_release(matrix->values);
  *matrix = (pl_sparse){0};
}

void pl_sparse_multiply(const pl_sparse *matrix, const double *x, double *y)
{
  memset(y, 0, 3 * matrix->n * sizeof *y);
  for (size_t j = 0; j < matrix->n; j++) {
    size_t k = matrix->starts[j], end = matrix->starts[j + 1];
    const double *xj = x + 3 * j;
    double sum[3] = {matrix->values[k] * xj[0], matrix->values[k] * xj[1], matrix->values[k] * xj[2]};
    for (k++; k < end; k++) {
      size_t i = 3 * (size_t)matrix->rows[k];
      for (int c = 0; c < 3; c++) {
        y[i + (size_t)c] += matrix->values[k] * xj[c];
        sum[c] += matrix->values[k] * x[i + (size_t)c];
      }
    }
    for (int c = 0; c < 3; c++) y[3 * j + (size_t)c] += sum[c];
  }
}
