/* SPDX-License-Identifier: MIT */
#include "linalg/grid/stencil_kernel.h"

#include <string.h>

#include "math/wide.h"

/* (A x) at `at` and the lanes after it, for `columns` planes. Two sums per column: each alone would wait for itself. */
static inline __attribute__((always_inline)) void product(const pl_stencil_view *s, int neighbours, int columns,
                                                          size_t at, const double *x, pl_wide *out)
{
  pl_wide diagonal = pl_wide_load(s->diagonal + at), ahead[3], behind[3];
  for (int c = 0; c < columns; c++) {
    ahead[c] = diagonal * pl_wide_load(x + (size_t)c * s->length + at);
    behind[c] = pl_wide_set(0.0);
  }
#pragma GCC unroll 12
  for (int k = 0; k < neighbours; k++) {
    ptrdiff_t offset = s->offsets[k];
    pl_wide up = pl_wide_load(s->coefficients[k] + at), down = pl_wide_load(s->coefficients[k] + at - offset);
    for (int c = 0; c < columns; c++) {
      const double *here = x + (size_t)c * s->length + at;
      ahead[c] = pl_wide_fma(up, pl_wide_load(here + offset), ahead[c]);
      behind[c] = pl_wide_fma(down, pl_wide_load(here - offset), behind[c]);
    }
  }
  for (int c = 0; c < columns; c++) out[c] = ahead[c] + behind[c];
}

static void clear_beyond(const pl_stencil_view *s, size_t row, double *y)
{
  for (int c = 0; c < s->columns; c++)
    for (size_t j = 0; j < PL_WIDE_LANES; j++) y[(size_t)c * s->length + row + s->width + j] = 0.0;
}

static inline __attribute__((always_inline)) void apply_rows(const pl_stencil_view *s, int neighbours, int columns,
                                                             size_t begin, size_t end, const double *x, const double *b,
                                                             double *y)
{
  for (size_t i = begin; i < end; i++) {
    for (size_t j = 0; j < s->width; j += PL_WIDE_LANES) {
      size_t at = s->rows[i] + j;
      pl_wide sum[3];
      product(s, neighbours, columns, at, x, sum);
      for (int c = 0; c < columns; c++) {
        size_t k = (size_t)c * s->length + at;
        if (b) sum[c] = pl_wide_load(b + k) - sum[c];
        pl_wide_store(sum[c], y + k);
      }
    }
    if (s->closed) clear_beyond(s, s->rows[i], y);
  }
}

static inline __attribute__((always_inline)) void step_rows(const pl_stencil_view *s, int neighbours, int columns,
                                                            size_t begin, size_t end, const double *d, double *x,
                                                            double *r, double *next, double alpha, double beta)
{
  pl_wide a = pl_wide_set(alpha), g = pl_wide_set(beta);
  for (size_t i = begin; i < end; i++) {
    for (size_t j = 0; j < s->width; j += PL_WIDE_LANES) {
      size_t at = s->rows[i] + j;
      pl_wide sum[3], scale = g * pl_wide_load(s->inverse + at);
      product(s, neighbours, columns, at, d, sum);
      for (int c = 0; c < columns; c++) {
        size_t k = (size_t)c * s->length + at;
        pl_wide here = pl_wide_load(d + k), rest = pl_wide_load(r + k) - sum[c];
        pl_wide_store(rest, r + k);
        pl_wide_store(pl_wide_load(x + k) + here, x + k);
        if (next) pl_wide_store(pl_wide_fma(a, here, scale * rest), next + k);
      }
    }
    if (s->closed) {
      clear_beyond(s, s->rows[i], r);
      clear_beyond(s, s->rows[i], x);
      if (next) clear_beyond(s, s->rows[i], next);
    }
  }
}

/* Constant sizes, which the compiler can unroll: the stencils of springs and thin plates, one and three columns. */
#define EACH_SHAPE(call)                                                                                               \
  switch (4 * s->neighbours + s->columns) {                                                                            \
  case 4 * 2 + 1: call(2, 1); break;                                                                                   \
  case 4 * 2 + 3: call(2, 3); break;                                                                                   \
  case 4 * 6 + 1: call(6, 1); break;                                                                                   \
  case 4 * 6 + 3: call(6, 3); break;                                                                                   \
  case 4 * 3 + 3: call(3, 3); break;                                                                                   \
  case 4 * 12 + 3: call(12, 3); break;                                                                                 \
  default:                                                                                                             \
    if (s->columns == 1)                                                                                               \
      call(s->neighbours, 1);                                                                                          \
    else                                                                                                               \
      call(s->neighbours, 3);                                                                                          \
  }

static void apply(const pl_stencil_view *s, size_t begin, size_t end, const double *x, const double *b, double *y)
{
#define APPLY(neighbours, columns) apply_rows(s, neighbours, columns, begin, end, x, b, y)
  EACH_SHAPE(APPLY)
}

static void step(const pl_stencil_view *s, size_t begin, size_t end, const double *d, double *x, double *r,
                 double *next, double alpha, double beta)
{
#define STEP(neighbours, columns) step_rows(s, neighbours, columns, begin, end, d, x, r, next, alpha, beta)
  EACH_SHAPE(STEP)
}

static void refine(const double *restrict coarse, double *restrict fine, size_t begin, size_t end)
{
  for (size_t j = begin; j < end; j++) {
    fine[2 * j] = coarse[j];
    fine[2 * j + 1] = 0.5625 * (coarse[j] + coarse[j + 1]) - 0.0625 * (coarse[j - 1] + coarse[j + 2]);
  }
}

static void coarsen(const double *restrict fine, double *restrict coarse, size_t begin, size_t end)
{
  for (size_t j = begin; j < end; j++) {
    const double *at = fine + 2 * j;
    coarse[j] = at[0] + 0.5625 * (at[-1] + at[1]) - 0.0625 * (at[-3] + at[3]);
  }
}

static void combine(const double *const *rows, const double *weights, size_t count, size_t width, double *restrict out)
{
  const double *row = rows[0];
  double w = weights[0];
  for (size_t j = 0; j < width; j++) out[j] = w * row[j];
  for (size_t k = 1; k < count; k++) {
    row = rows[k];
    w = weights[k];
    for (size_t j = 0; j < width; j++) out[j] += w * row[j];
  }
}

const pl_stencil_kernels PL_ISA_NAME(pl_stencil_table) = {apply, step, refine, coarsen, combine};
