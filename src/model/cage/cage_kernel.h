/* SPDX-License-Identifier: MIT
   Loops over quadrature points, eight at a time: a block of gradients is [carrier][axis][lane], where carriers are the
   cage's vertices, then its faces; blocks of matrices are those of math/rotation.h. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

enum { PL_CAGE_LANES = 8 };

typedef struct pl_cage_shape {
  size_t vertices, faces, carriers; /* carriers: vertices + faces, or only the vertices where normals are frozen */
  const uint32_t *triangles;        /* 3 per face */
  const double *turning;          /* 27 per face: how its scaled normal follows corner 0, 1, 2: 3×3 each, row-major */
  const uint32_t *starts, *sides; /* corners of faces (3 face + corner) at each vertex */
} pl_cage_shape;

typedef struct pl_cage_kernels {
  /* F (blocks) = sum over `carriers` of e_a (3 each) times gradient_a */
  void (*gradients)(size_t blocks, size_t carriers, const double *gradient, size_t block_size, const double *e,
                    double *F);
  /* sums[(3 a + r) lanes] += P_r . gradient_a of each block; add up the lanes at the end */
  void (*forces)(size_t blocks, size_t carriers, const double *gradient, size_t block_size, const double *P,
                 double *sums);
  /* One block: turned[a][r] = root × R gradient_a. */
  void (*turn)(size_t carriers, const double *gradient, const double *R, const double *root, double *turned);
  /* One block of turned gradients of all carriers: for every unknown (3 i + k) eight numbers of the trace row (tr R^T
     dF) at trace + (3 i + k) stride, and 24 of the skew rows (the axis of R^T dF) at skew + 3 (3 i + k) stride. */
  void (*rows)(const pl_cage_shape *shape, const double *turned, double *trace, double *skew, size_t stride);
  /* Vertices begin to end; combined symmetric, `stride` (a multiple of 8) from row to row:
     through[(3 j + k) 3 + r][a] = sum over carriers b of B_(b r)(j k) combined_ba, rows of `stride` numbers. */
  void (*widen)(const pl_cage_shape *shape, size_t begin, size_t end, const double *combined, size_t stride,
                double *through);
  /* out (3 each) = matrix × in, n × n and symmetric, rows of `stride` numbers */
  void (*multiply)(size_t n, const double *matrix, size_t stride, const double *in, double *out);
} pl_cage_kernels;

extern const pl_cage_kernels pl_cage_kernels_baseline;
#if defined(__x86_64__)
extern const pl_cage_kernels pl_cage_kernels_avx2, pl_cage_kernels_avx512;
#endif
