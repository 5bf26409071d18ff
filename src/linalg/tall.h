/* SPDX-License-Identifier: MIT
   A tall thin matrix (many rows, few columns) and its products with three vectors at once. Rows are padded with zeros to a
   multiple of PL_TALL_LANES; each product reads the matrix once. Same bits for any number of threads, per instruction set. */
#pragma once

#include <stddef.h>

#include "base/pool.h"

enum { PL_TALL_LANES = 8, PL_TALL_BLOCK = 256 };

typedef struct pl_tall {
  size_t rows, columns, stride;
  double *values; /* rows × stride */
  double *sums;   /* 3 × stride per block of PL_TALL_BLOCK rows: one thread at a time uses them */
} pl_tall;

/* From rows × columns numbers, row after row. `out` need not be initialised. */
pl_status pl_tall_make(size_t rows, size_t columns, const double *values, pl_tall *out);
void pl_tall_free(pl_tall *tall);

/* out (3 × stride: x, y, z of each column, then padding) = matrix^T f; f: 3 per row */
void pl_tall_gather(const pl_tall *tall, const double *f, pl_pool *pool, double *out);
/* y (3 per row) = matrix z; z as `out` above, with zeros in the padding */
void pl_tall_spread(const pl_tall *tall, const double *z, pl_pool *pool, double *y);
