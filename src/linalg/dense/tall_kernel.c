/* SPDX-License-Identifier: MIT
   A lane is a row: no sums across lanes but the last of a gather. */
#include "linalg/dense/tall_kernel.h"

#include <string.h>

#include "math/wide.h"

enum { LANES = PL_TALL_LANES, WIDE = PL_WIDE_LANES, TOGETHER = 4 };

/* Prefetch distance, in numbers of the matrix. */
enum { AHEAD = 1024 };

/* f of up to TOGETHER blocks of rows from `row` on, axis after axis; zero beyond `end`. */
static void turn_over(const double *f, size_t row, size_t end, double out[3][TOGETHER * LANES])
{
  size_t count = end - row < TOGETHER * LANES ? end - row : TOGETHER * LANES;
  if (count < TOGETHER * LANES) memset(out, 0, 3 * sizeof *out);
  for (size_t l = 0; l < count; l++)
    for (size_t c = 0; c < 3; c++) out[c][l] = f[3 * (row + l) + c];
}

/* Adds the rows of TOGETHER (or, for the last few, one) blocks; `lane` of each block. */
static inline void gather_blocks(const pl_tall *tall, const double *block, size_t together, size_t lane,
                                 double f[3][TOGETHER * LANES], double *sums)
{
  pl_wide at[3][TOGETHER];
  for (size_t c = 0; c < 3; c++)
    for (size_t b = 0; b < together; b++) at[c][b] = pl_wide_load(f[c] + b * LANES + lane);
  for (size_t k = 0; k < tall->columns; k++)
    for (size_t c = 0; c < 3; c++) {
      double *to = sums + (3 * k + c) * LANES + lane;
      pl_wide sum = pl_wide_load(to);
      for (size_t b = 0; b < together; b++)
        sum = pl_wide_fma(pl_wide_load(block + (b * tall->columns + k) * LANES + lane), at[c][b], sum);
      pl_wide_store(sum, to);
    }
}

static void gather(const pl_tall *tall, size_t begin, size_t end, const double *f, double *sums)
{
  double turned[3][TOGETHER * LANES];
  memset(sums, 0, 3 * tall->columns * LANES * sizeof(double));
  for (size_t row = begin; row < end; row += TOGETHER * LANES) {
    const double *block = tall->values + row * tall->columns;
    turn_over(f, row, end, turned);
    if (row + TOGETHER * LANES <= end)
      for (size_t lane = 0; lane < LANES; lane += WIDE) gather_blocks(tall, block, TOGETHER, lane, turned, sums);
    else
      for (size_t b = 0; row + b * LANES < end; b++) {
        double one[3][TOGETHER * LANES];
        for (size_t c = 0; c < 3; c++) memcpy(one[c], turned[c] + b * LANES, LANES * sizeof(double));
        for (size_t lane = 0; lane < LANES; lane += WIDE)
          gather_blocks(tall, block + b * tall->columns * LANES, 1, lane, one, sums);
      }
  }
  for (size_t k = 0; k < 3 * tall->columns; k++) {
    const double *s = sums + k * LANES;
    sums[k] = ((s[0] + s[1]) + (s[2] + s[3])) + ((s[4] + s[5]) + (s[6] + s[7]));
  }
}

/* One block of rows times z, 3 per row. Even and odd columns apart, so that the processor has six sums to work on at a
   time while it reads the matrix from front to back. */
static inline void spread_block(const pl_tall *tall, const double *block, const double *z, double out[3 * LANES])
{
  double turned[3][LANES];
  for (size_t lane = 0; lane < LANES; lane += WIDE) {
    const double *at = block + lane;
    pl_wide zero = pl_wide_set(0), even[3] = {zero, zero, zero}, odd[3] = {zero, zero, zero};
    size_t k = 0;
    for (; k + 2 <= tall->columns; k += 2, at += 2 * LANES) {
      pl_wide first = pl_wide_load(at), second = pl_wide_load(at + LANES);
      __builtin_prefetch(at + AHEAD, 0, 3);
      __builtin_prefetch(at + AHEAD + LANES, 0, 3);
      for (size_t c = 0; c < 3; c++) {
        even[c] = pl_wide_fma(first, pl_wide_set(z[3 * k + c]), even[c]);
        odd[c] = pl_wide_fma(second, pl_wide_set(z[3 * k + 3 + c]), odd[c]);
      }
    }
    for (size_t c = 0; c < 3 && k < tall->columns; c++)
      even[c] = pl_wide_fma(pl_wide_load(at), pl_wide_set(z[3 * k + c]), even[c]);
    for (size_t c = 0; c < 3; c++) pl_wide_store(even[c] + odd[c], turned[c] + lane);
  }
  for (size_t l = 0; l < LANES; l++)
    for (size_t c = 0; c < 3; c++) out[3 * l + c] = turned[c][l];
}

static void spread(const pl_tall *tall, size_t begin, size_t end, const double *z, double *y)
{
  for (size_t row = begin; row < end; row += LANES) {
    double sums[3 * LANES];
    size_t count = end - row < LANES ? end - row : LANES;
    spread_block(tall, tall->values + row * tall->columns, z, sums);
    memcpy(y + 3 * row, sums, 3 * count * sizeof(double));
  }
}

static void place(const pl_tall *tall, size_t begin, size_t end, const double *base, const double *z, double h,
                  double keep, double *x, double *v)
{
  double rate = 1 / h;
  for (size_t row = begin; row < end; row += LANES) {
    double sums[3 * LANES];
    size_t count = end - row < LANES ? end - row : LANES;
    spread_block(tall, tall->values + row * tall->columns, z, sums);
    const double *restrict from = base + 3 * row;
    double *restrict to = x + 3 * row, *restrict moving = v + 3 * row;
    for (size_t k = 0; k < 3 * count; k++) {
      double now = from[k] + sums[k];
      moving[k] = keep * moving[k] + (now - to[k]) * rate;
      to[k] = now;
    }
  }
}

const pl_tall_kernels PL_ISA_NAME(pl_tall_kernels) = {gather, spread, place};
