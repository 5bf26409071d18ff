/* SPDX-License-Identifier: MIT
   The loops over fine vertices, once per instruction set. */
#pragma once

#include "base/isa.h"
#include "mesh/detail/detail.h"

typedef struct pl_detail_kernels {
  /* Fine vertices begin … end - 1; x and normal: 3 per coarse vertex. */
  void (*positions)(const pl_detail_bond *bonds, const double *x, const double *normal, size_t begin, size_t end,
                    double *out);
  void (*velocities)(const pl_detail_bond *bonds, const double *v, const double *normal, const double *rate,
                     size_t begin, size_t end, double *out);
} pl_detail_kernels;

extern const pl_detail_kernels pl_detail_kernels_baseline;
#if defined(__x86_64__)
extern const pl_detail_kernels pl_detail_kernels_avx2, pl_detail_kernels_avx512;
#endif
