/* SPDX-License-Identifier: MIT
   The loops of normals.c, once per instruction set. */
#pragma once

#include "base/isa.h"
#include "mesh/measure/normals.h"

typedef struct pl_normals_kernels {
  /* Triangles begin … end - 1. */
  void (*crosses)(const pl_normals *normals, const double *x, size_t begin, size_t end);
  void (*turns)(const pl_normals *normals, const double *x, const double *v, size_t begin, size_t end);
  /* Vertices begin … end - 1, of the crosses; rates of crosses and turns. */
  void (*gather)(const pl_normals *normals, size_t begin, size_t end);
  void (*gather_rates)(const pl_normals *normals, size_t begin, size_t end);
} pl_normals_kernels;

extern const pl_normals_kernels pl_normals_kernels_baseline;
#if defined(__x86_64__)
extern const pl_normals_kernels pl_normals_kernels_avx2, pl_normals_kernels_avx512;
#endif
