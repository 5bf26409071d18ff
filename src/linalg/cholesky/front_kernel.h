/* SPDX-License-Identifier: MIT
   The arithmetic of fronts and strips, one table per precision and instruction set. The drivers know sizes and order;
   only the kernels know the type of a number.

   A front is a dense symmetric matrix, lower triangle, column after column, `stride` numbers apart; its rows are padded
   with zeros to whole cache lines, and PL_FRONT_COLUMNS columns more than it has may be written. A strip is up to
   PL_STRIP columns of a node. With L11 its triangle and L21 the rows below, it is stored as
       P = [ L11^-1 ; -L21 L11^-1 ]
   in tiles of one cache line of rows × all its columns. Going down, P times the strip's own three vectors gives the
   solved ones and what the rows below receive; going up, P^T times all rows gives the result: no triangular solves,
   each number is read once per direction. Only blocks of 32 columns are inverted, whose condition is small. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"
#include "linalg/cholesky/strip.h"

enum { PL_FRONT_COLUMNS = 8 };

typedef struct pl_strip_node { /* one node of the factor in a solve */
  const void *strips;
  const uint32_t *where; /* rows below: places in the vectors */
  uint32_t first;        /* its own rows: first, first + 1, … */
  uint32_t width, below;
  uint32_t columns; /* right-hand sides that are not zero: 3, or the first alone */
} pl_strip_node;

typedef struct pl_front_kernels {
  size_t size;    /* bytes of a number */
  uint32_t lanes; /* numbers in a cache line */

  /* Factorises the width × width block at `corner` and inverts it (inverse: PL_STRIP^2 numbers, column after column).
     Gives width, or the first column whose pivot is not positive and finite. */
  uint32_t (*diagonal)(void *corner, size_t stride, uint32_t width, void *inverse);
  /* Rows [begin, end) below the corner, whole lines: replaces them by L21 and writes their tiles. */
  void (*rows)(void *corner, size_t stride, uint32_t width, uint32_t begin, uint32_t end, const void *inverse,
               void *tiles);
  /* Columns [begin, end) of what remains after the strip at column `at`: minus L21 L21^T. Taken
     PL_FRONT_COLUMNS at a time. */
  void (*update)(void *front, size_t stride, uint32_t height, uint32_t at, uint32_t width, uint32_t begin,
                 uint32_t end);
  /* Adds columns [begin, end) of a child's remainder; relative[i] is where its row i stands in the front. */
  void (*assemble)(void *front, size_t stride, const void *child, size_t child_stride, uint32_t count,
                   const uint32_t *relative, uint32_t begin, uint32_t end);
  /* Copies the remainder of a front, lower triangle; may overlap if `out` is at a lower address. */
  void (*take)(const void *front, size_t stride, uint32_t height, uint32_t width, void *out, size_t out_stride);
  /* column[position[i]] = values[i] * scale */
  void (*put)(void *column, const uint32_t *position, const double *values, size_t count, double scale);

  /* Vectors: four numbers per row (x, y, z, 0). Outside, x has `step` numbers per row (1: x alone), and the row at
     place i is order[i], or i where there is no order. */
  void (*load)(void *vector, const double *x, size_t step, const uint32_t *order, size_t begin, size_t end,
               double scale);
  void (*store)(const void *vector, double *x, size_t step, const uint32_t *order, size_t begin, size_t end,
                double scale);
  void (*add)(const void *vector, double *x, size_t step, const uint32_t *order, size_t begin, size_t end,
              double scale);
  void (*lift)(void *vector, size_t from, const uint32_t *to, size_t count);  /* vector[to[i]] += vector[from + i] */
  void (*lower)(void *vector, size_t to, const uint32_t *from, size_t count); /* vector[to + i] = vector[from[i]] */
  void (*down)(const pl_strip_node *node, void *vector, void *scratch); /* scratch: 3 (height + lanes) + 4 PL_STRIP */
  void (*up)(const pl_strip_node *node, void *vector, void *scratch);
} pl_front_kernels;

#define PL_FRONT_TABLES(set)                                                                                           \
  extern const pl_front_kernels pl_front_float_##set;                                                                  \
  extern const pl_front_kernels pl_front_double_##set
PL_FRONT_TABLES(baseline);
#if defined(__x86_64__)
PL_FRONT_TABLES(avx2);
PL_FRONT_TABLES(avx512);
#endif
