/* SPDX-License-Identifier: MIT
   The loops of region sums, once per instruction set. Rows of 12 floats are kept 16 apart in prefix sums, so that each
   lies in one cache line. */
#pragma once

#include "base/isa.h"
#include "model/surface/regions/regions.h"

typedef struct pl_region_kernels {
  /* Prefix sums of the particles' paths first_path … last_path - 1 into rows. */
  void (*prefix)(const pl_regions *regions, const float *values, size_t first_path, size_t last_path, float *rows);
  /* Prefix sums of the chains in the groups first_group … last_group - 1 into rows, from the rows below. Row 0 is zero.
     */
  void (*chain)(const pl_region_chains *chains, const float *below, size_t first_group, size_t last_group, float *rows);
  /* Items first … last - 1 from rows. */
  void (*differences)(const pl_row_pairs *pairs, const float *rows, size_t first, size_t last, float *sums);
  /* Regions first … last - 1 from the values themselves. */
  void (*direct)(const pl_regions *regions, const float *values, size_t first, size_t last, float *sums);
} pl_region_kernels;

/* Floats from one row of prefix sums to the next. */
static inline size_t pl_region_row_stride(size_t width) { return width == 12 ? 16 : width; }

/* For widths 4, 8, 12, 16. */
extern const pl_region_kernels pl_region_kernels_baseline[4];
#if defined(__x86_64__)
extern const pl_region_kernels pl_region_kernels_avx2[4], pl_region_kernels_avx512[4];
#endif
