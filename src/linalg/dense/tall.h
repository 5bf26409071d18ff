/* SPDX-License-Identifier: MIT
   A tall thin matrix (many rows, few columns) and its products with three vectors at once. Rows lie in blocks of
   PL_TALL_LANES, column after column within a block, so that a register holds one column of as many rows; each product
   reads the matrix once. Same bits for any number of threads, per instruction set. */
#pragma once

#include <stddef.h>

#include "base/pool.h"

enum { PL_TALL_LANES = 8, PL_TALL_BLOCK = 256 };

typedef struct pl_tall {
  size_t rows, columns;
  double *values; /* columns × PL_TALL_LANES per block of rows; rows beyond the last are zero */
  double *sums;   /* 3 × columns × PL_TALL_LANES per PL_TALL_BLOCK rows: one thread at a time uses them */
} pl_tall;

/* From rows × columns numbers, row after row. `out` need not be initialised. */
pl_status pl_tall_make(size_t rows, size_t columns, const double *values, pl_tall *out);
void pl_tall_free(pl_tall *tall);

static inline double *pl_tall_at(const pl_tall *tall, size_t row, size_t column)
{
  return tall->values + (row / PL_TALL_LANES * tall->columns + column) * PL_TALL_LANES + row % PL_TALL_LANES;
}

/* out (3 per column) = matrix^T f; f: 3 per row */
void pl_tall_gather(const pl_tall *tall, const double *f, pl_pool *pool, double *out);
/* y (3 per row) = matrix z; z: 3 per column */
void pl_tall_spread(const pl_tall *tall, const double *z, pl_pool *pool, double *y);
/* x = base + matrix z, and v = keep v + what x changed by over h; base, x, v: 3 per row. */
void pl_tall_place(const pl_tall *tall, const double *base, const double *z, double h, double keep, pl_pool *pool,
                   double *x, double *v);
