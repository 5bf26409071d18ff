/* SPDX-License-Identifier: MIT
   Both products are limited by reading the matrix: each number is read once and used for x, y and z. Sums run in the
   order of columns, in lanes that are added at the end, whatever the number of threads. */
#include "mesh/cage/carry_kernel.h"

#include "math/wide.h"

enum { W = PL_WIDE_LANES, LANES = PL_CARRY_LANES, AT_ONCE = 2, ROWS = 4, CHUNK = 256 };

static inline double sum_of(pl_wide a)
{
  double lane[W], sum = 0;
  pl_wide_store(a, lane);
  for (int l = 0; l < W; l++) sum += lane[l];
  return sum;
}

/* z of some columns: all x, then all y, then all z */
typedef struct columns {
  size_t count;
  double x[CHUNK], y[CHUNK], z[CHUNK];
} columns;

/* `count` rows, at most ROWS of them, so that columns are loaded once for all; the rows begin `stride` apart. */
static inline void few_rows(const double *rows, size_t stride, int count, const columns *c, double *out)
{
  pl_wide sum[ROWS][3];
  size_t k = 0;
  for (int r = 0; r < count; r++)
    for (int axis = 0; axis < 3; axis++) sum[r][axis] = pl_wide_set(0.0);
  for (; k + W <= c->count; k += W) {
    pl_wide x = pl_wide_load(c->x + k), y = pl_wide_load(c->y + k), z = pl_wide_load(c->z + k);
    for (int r = 0; r < count; r++) {
      pl_wide a = pl_wide_load(rows + (size_t)r * stride + k);
      sum[r][0] = pl_wide_fma(a, x, sum[r][0]);
      sum[r][1] = pl_wide_fma(a, y, sum[r][1]);
      sum[r][2] = pl_wide_fma(a, z, sum[r][2]);
    }
  }
  for (int r = 0; r < count; r++, rows += stride, out += 3) {
    double rest[3] = {sum_of(sum[r][0]), sum_of(sum[r][1]), sum_of(sum[r][2])};
    for (size_t i = k; i < c->count; i++) {
      rest[0] += rows[i] * c->x[i];
      rest[1] += rows[i] * c->y[i];
      rest[2] += rows[i] * c->z[i];
    }
    for (int axis = 0; axis < 3; axis++) out[axis] += rest[axis];
  }
}

static void multiply_rows(const double *rows, size_t stride, size_t count, const double *z, double *out)
{
  for (size_t first = 0; first < stride; first += CHUNK) {
    columns c = {.count = stride - first < CHUNK ? stride - first : CHUNK};
    for (size_t k = 0; k < c.count; k++) {
      c.x[k] = z[3 * (first + k)];
      c.y[k] = z[3 * (first + k) + 1];
      c.z[k] = z[3 * (first + k) + 2];
    }
    size_t i = 0;
    for (; i + ROWS <= count; i += ROWS) few_rows(rows + i * stride + first, stride, ROWS, &c, out + 3 * i);
    for (; i < count; i++) few_rows(rows + i * stride + first, stride, 1, &c, out + 3 * i);
  }
}

static inline pl_wide load_floats(const float *from)
{
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_cvtps_pd(_mm256_loadu_ps(from));
#elif defined(__AVX2__) && defined(__FMA__)
  return _mm256_cvtps_pd(_mm_loadu_ps(from));
#else
  return (pl_wide){from[0], from[1]};
#endif
}

/* The sums of some lanes of a block, few enough that those of two fields stay in registers. */
static inline void carry_lanes(const float *block, const double *rest, size_t column_count,
                               const pl_carry_field *fields, int count, double result[][3][LANES], int lane)
{
  pl_wide sum[2][3][AT_ONCE];
  for (int f = 0; f < count; f++)
    for (int c = 0; c < 3; c++)
      for (int p = 0; p < AT_ONCE; p++) {
        pl_wide all = pl_wide_set(fields[f].shift[c]);
        for (int k = 0; k < 3; k++)
          all =
              pl_wide_fma(pl_wide_set(fields[f].linear[3 * c + k]), pl_wide_load(rest + LANES * k + lane + W * p), all);
        sum[f][c][p] = all;
      }
  for (size_t k = 0; k < column_count; k++) {
    pl_wide a[AT_ONCE];
    for (int p = 0; p < AT_ONCE; p++) a[p] = load_floats(block + LANES * k + lane + W * p);
    for (int f = 0; f < count; f++)
      for (int c = 0; c < 3; c++) {
        pl_wide z = pl_wide_set(fields[f].z[3 * k + (size_t)c]);
        for (int p = 0; p < AT_ONCE; p++) sum[f][c][p] = pl_wide_fma(a[p], z, sum[f][c][p]);
      }
  }
  for (int f = 0; f < count; f++)
    for (int c = 0; c < 3; c++)
      for (int p = 0; p < AT_ONCE; p++) pl_wide_store(sum[f][c][p], result[f][c] + lane + W * p);
}

static inline void carry_fields(const float *blocks, const double *rest, size_t column_count, size_t points,
                                const pl_carry_field *fields, int count)
{
  for (size_t first = 0; first < points; first += LANES, blocks += column_count * LANES, rest += 3 * LANES) {
    double result[2][3][LANES];
    for (int lane = 0; lane < LANES; lane += AT_ONCE * W)
      carry_lanes(blocks, rest, column_count, fields, count, result, lane);
    size_t filled = points - first < LANES ? points - first : LANES;
    for (int f = 0; f < count; f++)
      for (size_t l = 0; l < filled; l++)
        for (size_t c = 0; c < 3; c++) fields[f].out[3 * (first + l) + c] = result[f][c][l];
  }
}

static void multiply_blocks(const float *blocks, const double *rest, size_t column_count, size_t points,
                            const pl_carry_field *fields, size_t count)
{
  if (count == 1)
    carry_fields(blocks, rest, column_count, points, fields, 1);
  else
    carry_fields(blocks, rest, column_count, points, fields, 2);
}

const pl_carry_kernels PL_ISA_NAME(pl_carry_kernels) = {multiply_rows, multiply_blocks};
