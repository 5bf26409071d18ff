/* SPDX-License-Identifier: MIT
   Points from a cage's vertices and normals: tall products with three or six columns. Callers use green.h and carry.h.
   */
#pragma once

#include <stddef.h>

#include "base/isa.h"

enum { PL_CARRY_LANES = 16 }; /* points side by side in a block */

/* out (3 per point) = linear × rest + shift + sum of coordinate × z (3 per column) */
typedef struct pl_carry_field {
  double linear[9], shift[3];
  const double *z;
  double *out;
} pl_carry_field;

typedef struct pl_carry_kernels {
  /* out (3 per row) += rows (count × columns) times z (3 per column) */
  void (*rows)(const double *rows, size_t columns, size_t count, const double *z, double *out);
  /* Blocks of PL_CARRY_LANES points: per block `columns` times one float per point, and in `rest` x, y and z of each.
     One field, or two for one reading of the blocks, which is what costs. The last block may have fewer points:
     `points` in all. */
  void (*blocks)(const float *blocks, const double *rest, size_t columns, size_t points, const pl_carry_field *fields,
                 size_t count);
} pl_carry_kernels;

extern const pl_carry_kernels pl_carry_kernels_baseline;
#if defined(__x86_64__)
extern const pl_carry_kernels pl_carry_kernels_avx2, pl_carry_kernels_avx512;
#endif
