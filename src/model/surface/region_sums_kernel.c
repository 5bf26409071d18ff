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

/* Four sums at a time: one would wait for itself. */
ROW_INLINE void direct(size_t width, const pl_regions *regions, const float *values, size_t first, size_t last,
                       float *sums)
{
  const uint32_t *members = regions->members;
  for (size_t i = first; i < last; i++) {
    row a = row_zero(), b = row_zero(), c = row_zero(), d = row_zero();
    size_t k = regions->member_start[i], end = regions->member_start[i + 1];
    for (; k + 4 <= end; k += 4) {
      a = row_add(a, row_load(width, values + width * members[k]));
      b = row_add(b, row_load(width, values + width * members[k + 1]));
      c = row_add(c, row_load(width, values + width * members[k + 2]));
      d = row_add(d, row_load(width, values + width * members[k + 3]));
    }
    for (; k < end; k++) a = row_add(a, row_load(width, values + width * members[k]));
    row_store(width, row_add(row_add(a, b), row_add(c, d)), sums + width * (i - first));
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
