/* SPDX-License-Identifier: MIT */
#include "linalg/dense.h"

#include <math.h>

#include "base/status.h"

pl_status pl_dense_cholesky(size_t n, double *a, size_t stride)
{
  for (size_t i = 0; i < n; i++) {
    double *row = a + i * stride;
    for (size_t j = 0; j < i; j++) {
      const double *above = a + j * stride;
      double sum = row[j];
      for (size_t k = 0; k < j; k++) sum -= row[k] * above[k];
      row[j] = sum / above[j];
    }
    double pivot = row[i];
    for (size_t k = 0; k < i; k++) pivot -= row[k] * row[k];
    if (!(pivot > 0.0) || !isfinite(pivot))
      return pl_fail(PL_ERROR_SINGULAR,
                     "the dense matrix of %zu rows is not positive definite: the pivot of row %zu is %g", n, i, pivot);
    row[i] = sqrt(pivot);
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
