/* SPDX-License-Identifier: MIT
   A tile of products lives in registers while k runs: TILE_ROWS + TILE_COLUMNS loads for TILE_ROWS × TILE_COLUMNS
   multiply-adds. Every product is summed alike (lane by lane, then lanes pairwise), also at the rims, where tiles are 1
   × 1: which tile a product falls into does not change a bit of it. */
#include "linalg/dense/dot_kernel.h"

#include "math/wide.h"

#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#else
#define UNROLL _Pragma("GCC unroll 32")
#endif

enum { TILE_ROWS = PL_WIDE_LANES == 8 ? 4 : 3, TILE_COLUMNS = PL_WIDE_LANES == 8 ? 6 : 4 };

static inline double sum_lanes(pl_wide wide)
{
  double lane[PL_WIDE_LANES];
  pl_wide_store(wide, lane);
#if defined(__AVX512F__)
  return ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
#elif defined(__AVX2__)
  return (lane[0] + lane[2]) + (lane[1] + lane[3]);
#else
  return lane[0] + lane[1];
#endif
}

#define PL_DOT_TILE(name, rows, columns)                                                                               \
  static inline void name(size_t depth, const double *restrict a, size_t a_stride, const double *restrict b,           \
                          size_t b_stride, double scale, double *c, size_t c_stride)                                   \
  {                                                                                                                    \
    pl_wide sum[rows][columns];                                                                                        \
    UNROLL for (int i = 0; i < (rows); i++) UNROLL for (int j = 0; j < (columns); j++) sum[i][j] = pl_wide_set(0);     \
    for (size_t k = 0; k < depth; k += PL_WIDE_LANES) {                                                                \
      pl_wide left[rows];                                                                                              \
      UNROLL for (int i = 0; i < (rows); i++) left[i] = pl_wide_load(a + (size_t)i * a_stride + k);                    \
      UNROLL for (int j = 0; j < (columns); j++)                                                                       \
      {                                                                                                                \
        pl_wide right = pl_wide_load(b + (size_t)j * b_stride + k);                                                    \
        UNROLL for (int i = 0; i < (rows); i++) sum[i][j] = pl_wide_fma(left[i], right, sum[i][j]);                    \
      }                                                                                                                \
    }                                                                                                                  \
    UNROLL for (int i = 0; i < (rows); i++) UNROLL for (int j = 0; j < (columns); j++)                                 \
        c[(size_t)i * c_stride + (size_t)j] += scale * sum_lanes(sum[i][j]);                                           \
  }
PL_DOT_TILE(tile, TILE_ROWS, TILE_COLUMNS)
PL_DOT_TILE(single, 1, 1)

static void block(size_t rows, size_t columns, size_t depth, const double *a, size_t a_stride, const double *b,
                  size_t b_stride, double scale, double *c, size_t c_stride)
{
  size_t whole_rows = rows / TILE_ROWS * TILE_ROWS, whole_columns = columns / TILE_COLUMNS * TILE_COLUMNS;
  for (size_t i = 0; i < whole_rows; i += TILE_ROWS)
    for (size_t j = 0; j < whole_columns; j += TILE_COLUMNS)
      tile(depth, a + i * a_stride, a_stride, b + j * b_stride, b_stride, scale, c + i * c_stride + j, c_stride);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = i < whole_rows ? whole_columns : 0; j < columns; j++)
      single(depth, a + i * a_stride, a_stride, b + j * b_stride, b_stride, scale, c + i * c_stride + j, c_stride);
}

static double dot(size_t depth, const double *a, const double *b)
{
  pl_wide sum[2] = {pl_wide_set(0), pl_wide_set(0)};
  size_t k = 0;
  for (; k + 2 * PL_WIDE_LANES <= depth; k += 2 * PL_WIDE_LANES)
    UNROLL for (size_t u = 0; u < 2; u++) sum[u] =
        pl_wide_fma(pl_wide_load(a + k + u * PL_WIDE_LANES), pl_wide_load(b + k + u * PL_WIDE_LANES), sum[u]);
  double total = sum_lanes(sum[0] + sum[1]);
  for (; k < depth; k++) total += a[k] * b[k];
  return total;
}

static void add(size_t count, double scale, const double *x, double *y)
{
  size_t k = 0;
  pl_wide factor = pl_wide_set(scale);
  for (; k + PL_WIDE_LANES <= count; k += PL_WIDE_LANES)
    pl_wide_store(pl_wide_fma(factor, pl_wide_load(x + k), pl_wide_load(y + k)), y + k);
  for (; k < count; k++) y[k] += scale * x[k];
}

const pl_dot_kernels PL_ISA_NAME(pl_dot_kernels) = {block, dot, add};
