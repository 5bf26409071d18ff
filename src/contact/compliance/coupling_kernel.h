/* SPDX-License-Identifier: MIT */
#pragma once

#include <stddef.h>

#include "base/isa.h"

typedef struct pl_coupling_kernels {
  /* velocities of `count` particles, all x, then all y, then all z, change by a row of the matrix times an impulse */
  void (*push_scalar)(size_t count, const double *row, const double impulse[3], double *velocity);
  void (*push_blocks)(size_t count, const double *row, const double impulse[3], double *velocity);
} pl_coupling_kernels;

extern const pl_coupling_kernels pl_coupling_kernels_baseline;
#if defined(__x86_64__)
extern const pl_coupling_kernels pl_coupling_kernels_avx2, pl_coupling_kernels_avx512;
#endif
