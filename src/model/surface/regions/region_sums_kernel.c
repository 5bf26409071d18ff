/* SPDX-License-Identifier: MIT */
#include "model/surface/regions/region_sums_kernel.h"

#include "model/surface/regions/region_row.h"

ROW_INLINE void prefix(size_t width, const pl_regions *regions, const float *values, size_t first_path,
                       size_t last_path, float *rows)
{
  size_t stride = pl_region_row_stride(width);
  for (size_t p = first_path; p < last_path; p++) {
    row sum = row_zero();
    float *to = rows + (regions->path_start[p] + p) * stride;
    row_store_sums(width, sum, to);
    for (size_t i = regions->path_start[p]; i < regions->path_start[p + 1]; i++) {
      sum = row_add(sum, row_load(width, values + width * i));
      to += stride;
      row_store_sums(width, sum, to);
    }
  }
}

/* Each difference is taken before it is added: prefix sums are larger than what they differ by. */
ROW_INLINE row add_difference(size_t width, row sum, pl_interval ends, const float *rows)
{
  size_t stride = pl_region_row_stride(width);
  row hi = row_load_sums(width, rows + stride * ends.hi), lo = row_load_sums(width, rows + stride * ends.lo);
  return row_add(sum, row_subtract(hi, lo));
}

ROW_INLINE void chain(size_t width, const pl_region_chains *chains, const float *below, size_t first_group,
                      size_t last_group, float *rows)
{
  size_t stride = pl_region_row_stride(width);
  const pl_row_lists *items = &chains->items;
  for (size_t o = chains->group_start[first_group]; o < chains->group_start[last_group]; o++) {
    size_t i = chains->order[o];
    row sum = row_load_sums(width, rows + stride * chains->previous[i]);
    for (size_t k = items->start[i]; k < items->start[i + 1]; k++)
      sum = add_difference(width, sum, items->rows[k], below);
    row_store_sums(width, sum, rows + stride * (i + 1));
  }
}

ROW_INLINE void differences(size_t width, const pl_row_pairs *pairs, const float *rows, size_t first, size_t last,
                            float *sums)
{
  for (size_t i = first - first % 2; i < last; i += 2) {
    row even = row_zero(), odd = row_zero();
    for (size_t k = pairs->start[i / 2]; k < pairs->start[i / 2 + 1]; k += 2) {
      even = add_difference(width, even, pairs->rows[k], rows);
      odd = add_difference(width, odd, pairs->rows[k + 1], rows);
    }
    if (i >= first) row_store(width, even, sums + width * (i - first));
    if (i + 1 < last) row_store(width, odd, sums + width * (i + 1 - first));
  }
}

/* Sums on the way: one alone would wait for itself at every addition. */
typedef struct four_sums {
  row a, b, c, d;
} four_sums;

ROW_INLINE void add_members(size_t width, four_sums *sum, const uint32_t *members, size_t count, const float *values)
{
  size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    sum->a = row_add(sum->a, row_load(width, values + width * members[k]));
    sum->b = row_add(sum->b, row_load(width, values + width * members[k + 1]));
    sum->c = row_add(sum->c, row_load(width, values + width * members[k + 2]));
    sum->d = row_add(sum->d, row_load(width, values + width * members[k + 3]));
  }
  for (; k < count; k++) sum->a = row_add(sum->a, row_load(width, values + width * members[k]));
}

ROW_INLINE void add_interval(size_t width, four_sums *sum, pl_interval interval, const float *values)
{
  size_t j = interval.lo;
  for (; j + 4 <= interval.hi; j += 4) {
    sum->a = row_add(sum->a, row_load(width, values + width * j));
    sum->b = row_add(sum->b, row_load(width, values + width * (j + 1)));
    sum->c = row_add(sum->c, row_load(width, values + width * (j + 2)));
    sum->d = row_add(sum->d, row_load(width, values + width * (j + 3)));
  }
  for (; j < interval.hi; j++) sum->a = row_add(sum->a, row_load(width, values + width * j));
}

ROW_INLINE void direct(size_t width, const pl_regions *regions, const float *values, size_t first, size_t last,
                       float *sums)
{
  for (size_t i = first; i < last; i++) {
    four_sums sum = {row_zero(), row_zero(), row_zero(), row_zero()};
    if (regions->members)
      add_members(width, &sum, regions->members + regions->member_start[i], regions->size[i], values);
    else
      for (size_t k = regions->start[i]; k < regions->start[i + 1]; k++)
        add_interval(width, &sum, regions->intervals[k], values);
    row total = row_add(row_add(sum.a, sum.b), row_add(sum.c, sum.d));
    row_store(width, total, sums + width * (i - first));
  }
}

#define KERNELS(width)                                                                                                 \
  static void prefix_##width(const pl_regions *regions, const float *values, size_t first_path, size_t last_path,      \
                             float *rows)                                                                              \
  {                                                                                                                    \
    prefix(width, regions, values, first_path, last_path, rows);                                                       \
  }                                                                                                                    \
  static void chain_##width(const pl_region_chains *chains, const float *below, size_t first_group, size_t last_group, \
                            float *rows)                                                                               \
  {                                                                                                                    \
    chain(width, chains, below, first_group, last_group, rows);                                                        \
  }                                                                                                                    \
  static void differences_##width(const pl_row_pairs *pairs, const float *rows, size_t first, size_t last,             \
                                  float *sums)                                                                         \
  {                                                                                                                    \
    differences(width, pairs, rows, first, last, sums);                                                                \
  }                                                                                                                    \
  static void direct_##width(const pl_regions *regions, const float *values, size_t first, size_t last, float *sums)   \
  {                                                                                                                    \
    direct(width, regions, values, first, last, sums);                                                                 \
  }

KERNELS(4)
KERNELS(8)
KERNELS(12)
KERNELS(16)

const pl_region_kernels PL_ISA_NAME(pl_region_kernels)[4] = {
    {prefix_4, chain_4, differences_4, direct_4},
    {prefix_8, chain_8, differences_8, direct_8},
    {prefix_12, chain_12, differences_12, direct_12},
    {prefix_16, chain_16, differences_16, direct_16},
};
