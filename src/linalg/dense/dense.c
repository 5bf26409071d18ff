/* SPDX-License-Identifier: MIT
   Block columns from left to right. A block column first loses what the columns before it say (dot products of rows,
   the bulk of the work), then its diagonal block is factorised and inverted, and the rows below are multiplied by that
   inverse. */
#include "linalg/dense/dense.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "linalg/dense/dot_kernel.h"

enum { BLOCK = 24, ROWS = 48 }; /* both multiples of PL_DOT_LANES; ROWS of a panel are solved at a time */

/* Factorises the block on the diagonal; returns its width, or the row whose pivot is not positive, with *pivot. */
static size_t factor_diagonal(size_t width, double *a, size_t stride, double *pivot)
{
  for (size_t i = 0; i < width; i++) {
    double *row = a + i * stride;
    for (size_t j = 0; j <= i; j++) {
      const double *above = a + j * stride;
      double sum = row[j];
      for (size_t k = 0; k < j; k++) sum -= row[k] * above[k];
      if (j < i) {
        row[j] = sum / above[j];
        continue;
      }
      *pivot = sum;
      if (!(sum > 0.0) || !isfinite(sum)) return i;
      row[i] = sqrt(sum);
    }
  }
  return width;
}

/* inverse (BLOCK × BLOCK, zero above the diagonal and beyond the width) = L^-1 of a diagonal block. */
static void invert(size_t width, const double *l, size_t stride, double *inverse)
{
  memset(inverse, 0, BLOCK * BLOCK * sizeof(double));
  for (size_t i = 0; i < width; i++) {
    const double *row = l + i * stride;
    double *out = inverse + i * BLOCK, over = 1 / row[i];
    for (size_t k = 0; k < i; k++)
      for (size_t j = 0; j <= k; j++) out[j] -= row[k] * inverse[k * BLOCK + j];
    for (size_t j = 0; j < i; j++) out[j] *= over;
    out[i] = over;
  }
}

/* Rows x (count of them) of a block column: x := x L11^-T. */
static void solve_panel(const pl_dot_kernels *kernels, size_t count, size_t width, const double *inverse, double *x,
                        size_t stride)
{
  double from[ROWS * BLOCK], to[ROWS * BLOCK];
  for (size_t first = 0; first < count; first += ROWS) {
    size_t rows = count - first < ROWS ? count - first : ROWS;
    memset(to, 0, rows * BLOCK * sizeof(double));
    for (size_t i = 0; i < rows; i++) {
      memcpy(from + i * BLOCK, x + (first + i) * stride, width * sizeof(double));
      memset(from + i * BLOCK + width, 0, (BLOCK - width) * sizeof(double));
    }
    kernels->block(rows, width, BLOCK, from, BLOCK, inverse, BLOCK, 1, to, BLOCK);
    for (size_t i = 0; i < rows; i++) memcpy(x + (first + i) * stride, to + i * BLOCK, width * sizeof(double));
  }
}

pl_status pl_dense_cholesky(size_t n, double *a, size_t stride)
{
  const pl_dot_kernels *kernels = PL_ISA_PICK(pl_dot_kernels);
  double inverse[BLOCK * BLOCK];
  for (size_t j = 0; j < n; j += BLOCK) {
    size_t width = n - j < BLOCK ? n - j : BLOCK;
    double *corner = a + j * stride + j, kept[BLOCK * BLOCK], pivot = 0;
    /* what lies above the diagonal belongs to the caller */
    for (size_t i = 0; i < width; i++) memcpy(kept + i * BLOCK, corner + i * stride, width * sizeof(double));
    kernels->block(n - j, width, j, a + j * stride, stride, a + j * stride, stride, -1, corner, stride);
    for (size_t i = 0; i < width; i++)
      memcpy(corner + i * stride + i + 1, kept + i * BLOCK + i + 1, (width - i - 1) * sizeof(double));
    size_t good = factor_diagonal(width, corner, stride, &pivot);
    if (good < width)
      return pl_fail(PL_ERROR_SINGULAR,
                     "the dense matrix of %zu rows is not positive definite: the pivot of row %zu is %g", n, j + good,
                     pivot);
    if (j + width == n) break;
    invert(width, corner, stride, inverse);
    solve_panel(kernels, n - j - width, width, inverse, corner + width * stride, stride);
  }
  return PL_OK;
}

void pl_dense_cholesky_solve(size_t n, const double *l, size_t stride, double *x)
{
  for (size_t i = 0; i < n; i++) {
    const double *row = l + i * stride;
    for (size_t c = 0; c < 3; c++) {
      double sum = x[3 * i + c];
      for (size_t k = 0; k < i; k++) sum -= row[k] * x[3 * k + c];
      x[3 * i + c] = sum / row[i];
    }
  }
  for (size_t i = n; i-- > 0;) {
    const double *row = l + i * stride;
    for (size_t c = 0; c < 3; c++) x[3 * i + c] /= row[i];
    for (size_t k = 0; k < i; k++)
      for (size_t c = 0; c < 3; c++) x[3 * k + c] -= row[k] * x[3 * i + c];
  }
}

void pl_dense_solve(size_t n, const double *l, size_t stride, double *x)
{
  const pl_dot_kernels *kernels = PL_ISA_PICK(pl_dot_kernels);
  for (size_t i = 0; i < n; i++) x[i] = (x[i] - kernels->dot(i, l + i * stride, x)) / l[i * stride + i];
  for (size_t i = n; i-- > 0;) {
    x[i] /= l[i * stride + i];
    kernels->add(i, -x[i], l + i * stride, x);
  }
}

typedef struct forward_work {
  const pl_dot_kernels *kernels;
  size_t n, stride, row_stride;
  const double *l;
  double *rows;
} forward_work;

static void forward_rows(void *context, size_t begin, size_t end)
{
  const forward_work *work = context;
  double inverse[BLOCK * BLOCK];
  for (size_t j = 0; j < work->n; j += BLOCK) {
    size_t width = work->n - j < BLOCK ? work->n - j : BLOCK;
    double *panel = work->rows + begin * work->row_stride;
    work->kernels->block(end - begin, width, j, panel, work->row_stride, work->l + j * work->stride, work->stride, -1,
                         panel + j, work->row_stride);
    invert(width, work->l + j * work->stride + j, work->stride, inverse);
    solve_panel(work->kernels, end - begin, width, inverse, panel + j, work->row_stride);
  }
}

void pl_dense_forward(size_t n, const double *l, size_t stride, size_t count, double *rows, size_t row_stride,
                      pl_pool *pool)
{
  forward_work work = {PL_ISA_PICK(pl_dot_kernels), n, stride, row_stride, l, rows};
  pl_parallel_for(pool, count, ROWS, forward_rows, &work);
}
