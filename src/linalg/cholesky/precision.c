/* SPDX-License-Identifier: MIT */
#include "linalg/cholesky/precision.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"

pl_status pl_condition_bound(const pl_sparse *matrix, const double *mass, double *kappa)
{
  *kappa = 0.0;
  double *sum = PL_NEW(double, matrix->n);
  if (!sum) return PL_ERROR_MEMORY;
  for (size_t j = 0; j < matrix->n; j++)
    for (size_t k = matrix->starts[j]; k < matrix->starts[j + 1]; k++) {
      sum[j] += fabs(matrix->values[k]);
      if (matrix->rows[k] != j) sum[matrix->rows[k]] += fabs(matrix->values[k]);
    }
  pl_status status = PL_OK;
  for (size_t i = 0; i < matrix->n && status == PL_OK; i++) {
    if (!(mass[i] > 0.0)) status = pl_fail(PL_ERROR_ARGUMENT, "mass %zu must be positive, got %g", i, mass[i]);
    *kappa = fmax(*kappa, sum[i] / mass[i] - 1.0);
  }
  pl_release(sum);
  return status;
}

pl_precision pl_precision_choose(pl_precision wanted, double kappa)
{
  if (wanted != PL_PRECISION_AUTO) return wanted;
  return kappa * 6e-8 < 1e-2 ? PL_PRECISION_FLOAT : PL_PRECISION_DOUBLE;
}
