/* SPDX-License-Identifier: MIT */
#include "model/surface/region_sums_kernel.h"

#include "model/surface/region_row.h"

ROW_INLINE void prefix(size_t width, const pl_region_level *level, const float *values, size_t first_path,
                       size_t last_path, float *rows)
{
  size_t stride = pl_region_row_stride(width);
  for (size_t p = first_path; p < last_path; p++) {
    row sum = row_zero();
    float *to = rows + (level->path_start[p] + p) * stride;
    row_store_sums(width, sum, to);
    for (size_t i = level->path_start[p]; i < level->path_start[p + 1]; i++) {
      sum = row_add(sum, row_load(width, values + width * i));
      to += stride;
      row_store_sums(width, sum, to);
    }
  }
}

/* Each difference is taken before it is added: prefix sums are larger than what they differ by. */
ROW_INLINE void differences(size_t width, const pl_region_level *level, const float *rows, size_t first, size_t last,
                            float *sums)
{
  size_t stride = pl_region_row_stride(width);
  for (size_t i = first; i < last; i++) {
    row sum = row_zero();
    for (size_t k = level->start[i]; k < level->start[i + 1]; k++) {
      row hi = row_load_sums(width, rows + stride * level->rows[k].hi);
      row lo = row_load_sums(width, rows + stride * level->rows[k].lo);
      sum = row_add(sum, row_subtract(hi, lo));
    }
    row_store(width, sum, sums + width * (i - first));
  }
}

/* Two sums at a time: one would wait for itself. */
ROW_INLINE void direct(size_t width, const pl_regions *regions, const float *values, size_t first, size_t last,
                       float *sums)
{
  for (size_t i = first; i < last; i++) {
    row even = row_zero(), odd = row_zero();
    for (size_t k = regions->start[i]; k < regions->start[i + 1]; k++) {
      const float *at = values + width * regions->intervals[k].lo, *end = values + width * regions->intervals[k].hi;
      for (; at + width < end; at += 2 * width) {
        even = row_add(even, row_load(width, at));
        odd = row_add(odd, row_load(width, at + width));
      }
      if (at < end) even = row_add(even, row_load(width, at));
    }
    row_store(width, row_add(even, odd), sums + width * (i - first));
  }
}

#define KERNELS(width)                                                                                                 \
  static void prefix_##width(const pl_region_level *level, const float *values, size_t first_path, size_t last_path,   \
                             float *rows)                                                                              \
  {                                                                                                                    \
    prefix(width, level, values, first_path, last_path, rows);                                                         \
  }                                                                                                                    \
  static void differences_##width(const pl_region_level *level, const float *rows, size_t first, size_t last,          \
                                  float *sums)                                                                         \
  {                                                                                                                    \
    differences(width, level, rows, first, last, sums);                                                                \
  }                                                                                                                    \
  static void direct_##width(const pl_regions *regions, const float *values, size_t first, size_t last, float *sums)   \
  {                                                                                                                    \
    direct(width, regions, values, first, last, sums);                                                                 \
  }

KERNELS(4)
KERNELS(8)
KERNELS(12)
KERNELS(16)

const pl_region_kernels PL_ISA_NAME(pl_region_kernels)[4] = {{prefix_4, differences_4, direct_4},
                                                             {prefix_8, differences_8, direct_8},
                                                             {prefix_12, differences_12, direct_12},
                                                             {prefix_16, differences_16, direct_16}};
