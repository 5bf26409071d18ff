/* SPDX-License-Identifier: MIT
   Loops over columns have a fixed trip of PL_TALL_LANES and no dependence between lanes, so that every compiler makes vectors
   of them. Rows are read once. */
#include "linalg/tall_kernel.h"

#include <string.h>

#include "linalg/tall.h"

enum { LANES = PL_TALL_LANES, ROWS = 4 };

static void gather_row(const double *restrict row, size_t stride, const double *restrict f, double *restrict sums)
{
  for (size_t c = 0; c < 3; c++)
    for (size_t k = 0; k < stride; k++) sums[c * stride + k] += row[k] * f[c];
}

/* Four rows at a time: a quarter of the loads and stores of the sums. */
static void gather(const double *matrix, size_t stride, size_t begin, size_t end, const double *f, double *sums)
{
  memset(sums, 0, 3 * stride * sizeof(double));
  size_t i = begin;
  for (; i + ROWS <= end; i += ROWS) {
    const double *restrict a = matrix + i * stride, *restrict b = a + stride, *restrict c = b + stride,
                           *restrict d = c + stride;
    for (size_t axis = 0; axis < 3; axis++) {
      double *restrict to = sums + axis * stride;
      double fa = f[3 * i + axis], fb = f[3 * i + 3 + axis], fc = f[3 * i + 6 + axis], fd = f[3 * i + 9 + axis];
      for (size_t k = 0; k < stride; k++) to[k] += (a[k] * fa + b[k] * fb) + (c[k] * fc + d[k] * fd);
    }
  }
  for (; i < end; i++) gather_row(matrix + i * stride, stride, f + 3 * i, sums);
}

static double sum_of(const double lane[LANES])
{
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

static void spread(const double *matrix, size_t stride, size_t begin, size_t end, const double *z, double *y)
{
  for (size_t i = begin; i < end; i++) {
    const double *restrict row = matrix + i * stride;
    double lane[3][LANES] = {{0}};
    for (size_t k = 0; k < stride; k += LANES)
      for (size_t c = 0; c < 3; c++)
        for (size_t l = 0; l < LANES; l++) lane[c][l] += row[k + l] * z[c * stride + k + l];
    for (size_t c = 0; c < 3; c++) y[3 * i + c] = sum_of(lane[c]);
  }
}

const pl_tall_kernels PL_ISA_NAME(pl_tall_kernels) = {gather, spread};
