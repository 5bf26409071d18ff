/* SPDX-License-Identifier: MIT */
#include "linalg/iterative/vectors_kernel.h"

#include "math/wide.h"

/* Eight sums, added in one order: numbers k, k + 8, … go to sum k. With four lanes sums k and k + 4 are of one lane. */
enum { SUMS = 8 };

static void gather_sums(const double sums[SUMS], size_t lanes, double *out)
{
  if (lanes == 4)
    for (size_t l = 0; l < 4; l++) out[l] = sums[l] + sums[l + 4];
  else
    out[0] = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

static void dot(const double *restrict a, const double *restrict b, size_t begin, size_t end, size_t lanes, double *out)
{
  double sums[SUMS] = {0};
  size_t i = begin * lanes, last = end * lanes;
  pl_wide sum[SUMS / PL_WIDE_LANES];
  for (int k = 0; k < SUMS / PL_WIDE_LANES; k++) sum[k] = pl_wide_set(0.0);
  for (; i + SUMS <= last; i += SUMS)
    for (size_t k = 0; k < SUMS / PL_WIDE_LANES; k++)
      sum[k] = pl_wide_fma(pl_wide_load(a + i + k * PL_WIDE_LANES), pl_wide_load(b + i + k * PL_WIDE_LANES), sum[k]);
  for (size_t k = 0; k < SUMS / PL_WIDE_LANES; k++) pl_wide_store(sum[k], sums + k * PL_WIDE_LANES);
  for (size_t k = 0; i < last; i++, k++) sums[k] += a[i] * b[i];
  gather_sums(sums, lanes, out);
}

static void advance(double *restrict x, double *restrict r, const double *restrict p, const double *restrict q,
                    const double *s, size_t begin, size_t end, size_t lanes, double *out)
{
  double sums[SUMS] = {0}, scale[SUMS];
  for (size_t k = 0; k < SUMS; k++) scale[k] = s[k % lanes];
  size_t i = begin * lanes, last = end * lanes;
  pl_wide sum[SUMS / PL_WIDE_LANES];
  for (int k = 0; k < SUMS / PL_WIDE_LANES; k++) sum[k] = pl_wide_set(0.0);
  for (; i + SUMS <= last; i += SUMS)
    for (size_t k = 0; k < SUMS / PL_WIDE_LANES; k++) {
      size_t at = i + k * PL_WIDE_LANES;
      pl_wide by = pl_wide_load(scale + k * PL_WIDE_LANES);
      pl_wide_store(pl_wide_fma(by, pl_wide_load(p + at), pl_wide_load(x + at)), x + at);
      pl_wide rest = pl_wide_load(r + at) - by * pl_wide_load(q + at);
      pl_wide_store(rest, r + at);
      sum[k] = pl_wide_fma(rest, rest, sum[k]);
    }
  for (size_t k = 0; k < SUMS / PL_WIDE_LANES; k++) pl_wide_store(sum[k], sums + k * PL_WIDE_LANES);
  for (size_t k = 0; i < last; i++, k++) {
    x[i] += scale[k] * p[i];
    r[i] -= scale[k] * q[i];
    sums[k] += r[i] * r[i];
  }
  gather_sums(sums, lanes, out);
}

static void turn(double *restrict p, const double *restrict z, const double *s, size_t begin, size_t end, size_t lanes)
{
  double scale[4];
  for (size_t k = 0; k < 4; k++) scale[k] = s[k % lanes];
  size_t i = begin * lanes, last = end * lanes;
  for (; i + 4 <= last; i += 4)
    for (size_t k = 0; k < 4; k++) p[i + k] = z[i + k] + scale[k] * p[i + k];
  for (size_t k = 0; i < last; i++, k++) p[i] = z[i] + scale[k] * p[i];
}

static void residual(const size_t *starts, const uint32_t *columns, const double *values, size_t begin, size_t end,
                     const double *b, const double *x, double *y)
{
  for (size_t i = begin; i < end; i++) {
    double sums[2] = {b ? b[i] : 0.0, 0.0};
    size_t e = starts[i], last = starts[i + 1];
    for (; e + 2 <= last; e += 2) {
      sums[0] -= values[e] * x[columns[e]];
      sums[1] -= values[e + 1] * x[columns[e + 1]];
    }
    if (e < last) sums[0] -= values[e] * x[columns[e]];
    y[i] = sums[0] + sums[1];
  }
}

const pl_vector_kernels PL_ISA_NAME(pl_vector_table) = {dot, advance, turn, residual};
