/* SPDX-License-Identifier: MIT */
#include "model/cage/cage_kernel.h"

#include <string.h>

#include "math/rotation.h"
#include "math/wide.h"

enum { LANES = PL_CAGE_LANES };

static void gradients(size_t blocks, size_t carriers, const double *gradient, size_t block_size, const double *e,
                      double *F)
{
  for (size_t b = 0; b < blocks; b++, gradient += block_size, F += PL_ROTATION_BLOCK)
    for (size_t l = 0; l < LANES; l += PL_WIDE_LANES) {
      pl_wide sum[9];
      for (int k = 0; k < 9; k++) sum[k] = pl_wide_set(0);
      const double *g = gradient + l;
      for (size_t a = 0; a < carriers; a++, g += 3 * LANES) {
        pl_wide g0 = pl_wide_load(g), g1 = pl_wide_load(g + LANES), g2 = pl_wide_load(g + 2 * LANES);
        for (int r = 0; r < 3; r++) {
          pl_wide part = pl_wide_set(e[3 * a + (size_t)r]);
          sum[3 * r] = pl_wide_fma(part, g0, sum[3 * r]);
          sum[3 * r + 1] = pl_wide_fma(part, g1, sum[3 * r + 1]);
          sum[3 * r + 2] = pl_wide_fma(part, g2, sum[3 * r + 2]);
        }
      }
      for (size_t k = 0; k < 9; k++) pl_wide_store(sum[k], F + k * LANES + l);
    }
}

static void forces(size_t blocks, size_t carriers, const double *gradient, size_t block_size, const double *P,
                   double *sums)
{
  for (size_t b = 0; b < blocks; b++, gradient += block_size, P += PL_ROTATION_BLOCK)
    for (size_t l = 0; l < LANES; l += PL_WIDE_LANES) {
      pl_wide p[9];
      for (size_t k = 0; k < 9; k++) p[k] = pl_wide_load(P + k * LANES + l);
      const double *g = gradient + l;
      double *to = sums + l;
      for (size_t a = 0; a < carriers; a++, g += 3 * LANES)
        for (int r = 0; r < 3; r++, to += LANES) {
          pl_wide sum = pl_wide_load(to);
          for (int c = 0; c < 3; c++) sum = pl_wide_fma(p[3 * r + c], pl_wide_load(g + c * LANES), sum);
          pl_wide_store(sum, to);
        }
    }
}

static void turn(size_t carriers, const double *gradient, const double *R, const double *root, double *turned)
{
  for (size_t l = 0; l < LANES; l += PL_WIDE_LANES) {
    pl_wide p[9], scale = pl_wide_load(root + l);
    for (size_t k = 0; k < 9; k++) p[k] = scale * pl_wide_load(R + k * LANES + l);
    const double *g = gradient + l;
    double *to = turned + l;
    for (size_t a = 0; a < carriers; a++, g += 3 * LANES)
      for (int r = 0; r < 3; r++, to += LANES) {
        pl_wide sum = p[3 * r] * pl_wide_load(g);
        sum = pl_wide_fma(p[3 * r + 1], pl_wide_load(g + LANES), sum);
        sum = pl_wide_fma(p[3 * r + 2], pl_wide_load(g + 2 * LANES), sum);
        pl_wide_store(sum, to);
      }
  }
}

static inline void add(double *to, pl_wide what) { pl_wide_store(pl_wide_load(to) + what, to); }

/* The trace is the sum of t_a . e_a over carriers, the axis that of t_a × e_a; e is u at vertices, D u at faces. So
   vertex i has the rows t_i and [t_i]×, and every face around it adds t^T D and [t]× D. */
static void vertex_rows(size_t vertices, const double *turned, double *trace, double *skew, size_t stride)
{
  for (size_t i = 0; i < vertices; i++, turned += 3 * LANES)
    for (size_t k = 0; k < 3; k++) {
      size_t row = 3 * i + k;
      double *to = skew + 3 * row * stride;
      memcpy(trace + row * stride, turned + k * LANES, LANES * sizeof(double));
      memset(to, 0, 3 * LANES * sizeof(double));
      /* column k of [t]×: entry (k + 1) is t_(k+2), entry (k + 2) is -t_(k+1) */
      const double *next = turned + (k + 1) % 3 * LANES, *after = turned + (k + 2) % 3 * LANES;
      for (size_t l = 0; l < LANES; l++) {
        to[(k + 1) % 3 * LANES + l] = after[l];
        to[(k + 2) % 3 * LANES + l] = -next[l];
      }
    }
}

static void face_rows(const pl_cage_shape *shape, const double *turned, double *trace, double *skew, size_t stride)
{
  for (size_t l = 0; l < LANES; l += PL_WIDE_LANES)
    for (size_t j = 0; j < shape->faces; j++) {
      const double *at = turned + 3 * LANES * (shape->vertices + j) + l;
      pl_wide t0 = pl_wide_load(at), t1 = pl_wide_load(at + LANES), t2 = pl_wide_load(at + 2 * LANES);
      for (size_t corner = 0; corner < 3; corner++) {
        const double *D = shape->turning + 27 * j + 9 * corner;
        size_t row = 3 * (size_t)shape->triangles[3 * j + corner];
        for (size_t k = 0; k < 3; k++, row++) {
          pl_wide d0 = pl_wide_set(D[k]), d1 = pl_wide_set(D[3 + k]), d2 = pl_wide_set(D[6 + k]);
          double *to = skew + 3 * row * stride + l;
          add(trace + row * stride + l, pl_wide_fma(t2, d2, pl_wide_fma(t1, d1, t0 * d0)));
          add(to, t1 * d2 - t2 * d1);
          add(to + LANES, t2 * d0 - t0 * d2);
          add(to + 2 * LANES, t0 * d1 - t1 * d0);
        }
      }
    }
}

static void rows(const pl_cage_shape *shape, const double *turned, double *trace, double *skew, size_t stride)
{
  vertex_rows(shape->vertices, turned, trace, skew, stride);
  if (shape->carriers > shape->vertices) face_rows(shape, turned, trace, skew, stride);
}

static void widen(const pl_cage_shape *shape, size_t begin, size_t end, const double *combined, size_t stride,
                  double *through)
{
  for (size_t j = begin; j < end; j++)
    for (size_t a = 0; a < stride; a += PL_WIDE_LANES) {
      pl_wide sum[9], own = pl_wide_load(combined + j * stride + a);
      for (int k = 0; k < 9; k++) sum[k] = k % 4 == 0 ? own : pl_wide_set(0);
      for (size_t s = shape->starts[j]; s < shape->starts[j + 1]; s++) {
        size_t side = shape->sides[s];
        const double *D = shape->turning + 9 * side;
        pl_wide from = pl_wide_load(combined + (shape->vertices + side / 3) * stride + a);
        for (int k = 0; k < 3; k++)
          for (int r = 0; r < 3; r++) sum[3 * k + r] = pl_wide_fma(pl_wide_set(D[3 * r + k]), from, sum[3 * k + r]);
      }
      for (size_t k = 0; k < 9; k++) pl_wide_store(sum[k], through + (9 * j + k) * stride + a);
    }
}

static void multiply(size_t n, const double *matrix, size_t stride, const double *in, double *out)
{
  for (size_t a = 0; a < n; a += PL_WIDE_LANES) {
    pl_wide sum[3] = {pl_wide_set(0), pl_wide_set(0), pl_wide_set(0)};
    for (size_t b = 0; b < n; b++) {
      pl_wide row = pl_wide_load(matrix + b * stride + a);
      for (size_t r = 0; r < 3; r++) sum[r] = pl_wide_fma(pl_wide_set(in[3 * b + r]), row, sum[r]);
    }
    for (size_t r = 0; r < 3; r++) {
      double lanes[PL_WIDE_LANES];
      pl_wide_store(sum[r], lanes);
      for (size_t l = 0; l < PL_WIDE_LANES && a + l < n; l++) out[3 * (a + l) + r] = lanes[l];
    }
  }
}

const pl_cage_kernels PL_ISA_NAME(pl_cage_kernels) = {gradients, forces, turn, rows, widen, multiply};
