/* SPDX-License-Identifier: MIT */
#include "model/common/basis.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/eigen/eigen.h"

static double weighted_dot(const pl_basis_setting *setting, const double *a, const double *b)
{
  double sum = 0;
  for (size_t i = 0; i < setting->count; i++) sum += setting->mass[i] * a[i] * b[i];
  return sum;
}

/* Takes out of `column` what lies along the first `count` of `columns`, twice: once leaves rounding behind. */
static void take_out(const pl_basis_setting *setting, const double *columns, size_t count, double *column)
{
  for (int pass = 0; pass < 2; pass++)
    for (size_t k = 0; k < count; k++) {
      const double *other = columns + k * setting->count;
      double along = weighted_dot(setting, other, column);
      for (size_t i = 0; i < setting->count; i++) column[i] -= along * other[i];
    }
}

pl_status pl_basis_orthonormalise(const pl_basis_setting *setting, size_t size, double tolerance, double *basis,
                                  size_t *rank)
{
  size_t n = setting->count;
  *rank = 0;
  double *columns = PL_NEW(double, n *size);
  if (!columns) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < size; k++) {
    double *column = columns + *rank * n;
    for (size_t i = 0; i < n; i++) column[i] = setting->fixed && setting->fixed[i] ? 0 : basis[i * size + k];
    double before = sqrt(weighted_dot(setting, column, column));
    if (!isfinite(before)) {
      pl_release(columns);
      return pl_fail(PL_ERROR_ARGUMENT, "column %zu of the basis has a value that is not a finite number", k);
    }
    take_out(setting, columns, *rank, column);
    double after = sqrt(weighted_dot(setting, column, column));
    if (!(after > tolerance * before)) continue;
    for (size_t i = 0; i < n; i++) column[i] /= after;
    ++*rank;
  }
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < *rank; k++) basis[i * *rank + k] = columns[k * n + i];
  pl_release(columns);
  return PL_OK;
}

/* The 3 × samples columns of displacements, each behind the other. */
static void split_axes(const pl_basis_setting *setting, const double *displacements, size_t samples, double *columns)
{
  size_t n = setting->count;
  for (size_t s = 0; s < samples; s++)
    for (size_t i = 0; i < n; i++)
      for (size_t c = 0; c < 3; c++)
        columns[(3 * s + c) * n + i] = setting->fixed && setting->fixed[i] ? 0 : displacements[3 * (s * n + i) + c];
}

static void combine(const pl_basis_setting *setting, const double *columns, size_t column_count, const double *weights,
                    size_t size, size_t k, double *basis)
{
  for (size_t i = 0; i < setting->count; i++) basis[i * size + k] = 0;
  for (size_t a = 0; a < column_count; a++)
    for (size_t i = 0; i < setting->count; i++) basis[i * size + k] += weights[a] * columns[a * setting->count + i];
}

/* Singular vectors of M^(1/2) X from the eigenvectors of X^T M X, a small matrix whose entries are sums of our own. */
static pl_status components(const pl_basis_setting *setting, const double *columns, size_t column_count, size_t size,
                            double tolerance, double *gram, double *squares, double *basis, size_t *made)
{
  for (size_t a = 0; a < column_count; a++)
    for (size_t b = 0; b <= a; b++)
      gram[a * column_count + b] = gram[b * column_count + a] =
          weighted_dot(setting, columns + a * setting->count, columns + b * setting->count);
  PL_TRY(pl_symmetric_eigen(column_count, gram, squares));
  size_t kept = 0;
  while (kept < size && kept < column_count && squares[kept] > 0 && squares[kept] > tolerance * tolerance * squares[0])
    kept++;
  for (size_t k = 0; k < kept; k++) combine(setting, columns, column_count, gram + k * column_count, kept, k, basis);
  return pl_basis_orthonormalise(setting, kept, 0.1 * tolerance, basis, made);
}

pl_status pl_basis_components(const pl_basis_setting *setting, const double *displacements, size_t samples, size_t size,
                              double tolerance, double *basis, size_t *made)
{
  size_t column_count = 3 * samples;
  *made = 0;
  double *columns = PL_NEW(double, column_count * setting->count);
  double *gram = PL_NEW(double, column_count *column_count), *squares = PL_NEW(double, column_count);
  pl_status status = columns && gram && squares ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    split_axes(setting, displacements, samples, columns);
    status = components(setting, columns, column_count, size, tolerance, gram, squares, basis, made);
  }
  pl_release(columns);
  pl_release(gram);
  pl_release(squares);
  return status;
}

pl_status pl_basis_add_rotations(const pl_basis_setting *setting, const double *positions, size_t size, double *basis,
                                 size_t *rank)
{
  for (size_t i = setting->count; i-- > 0;) {
    double *row = basis + i * (size + 4);
    memmove(row + 4, basis + i * size, size * sizeof(double));
    row[0] = 1;
    for (size_t c = 0; c < 3; c++) row[1 + c] = positions[3 * i + c];
  }
  return pl_basis_orthonormalise(setting, size + 4, 1e-7, basis, rank);
}

pl_status pl_basis_project(const pl_basis_setting *setting, size_t size, const double *basis, double *values,
                           double *residual)
{
  double *amount = PL_NEW(double, 3 * size);
  if (!amount) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < setting->count; i++)
    for (size_t k = 0; k < size; k++)
      for (size_t c = 0; c < 3; c++) amount[3 * k + c] += setting->mass[i] * basis[i * size + k] * values[3 * i + c];
  double largest = 0;
  for (size_t i = 0; i < setting->count; i++) {
    double kept[3] = {0, 0, 0}, lost = 0;
    for (size_t k = 0; k < size; k++)
      for (size_t c = 0; c < 3; c++) kept[c] += basis[i * size + k] * amount[3 * k + c];
    for (size_t c = 0; c < 3; c++) lost += (values[3 * i + c] - kept[c]) * (values[3 * i + c] - kept[c]);
    if (!(setting->fixed && setting->fixed[i])) {
      largest = fmax(largest, lost);
      memcpy(values + 3 * i, kept, sizeof kept);
    }
  }
  *residual = sqrt(largest);
  pl_release(amount);
  return PL_OK;
}
