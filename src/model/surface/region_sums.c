/* SPDX-License-Identifier: MIT */
#include "model/surface/region_sums.h"

#include "model/surface/region_sums_kernel.h"

enum { GRAIN = 1024 }; /* items in a block of one thread: 64 KiB of values */

static const pl_region_kernels *kernels_for(size_t width) { return *PL_ISA_PICK(pl_region_kernels) + width / 4 - 1; }

/* Rows of prefix sums in front of those of a level. */
static size_t rows_before(const pl_regions *regions, size_t level)
{
  size_t rows = 0;
  for (size_t l = 0; l < level; l++) rows += regions->levels[l].source_count + regions->levels[l].path_count;
  return rows;
}

static size_t items_before(const pl_regions *regions, size_t level)
{
  size_t items = 0;
  for (size_t l = 0; l + 1 < level; l++) items += regions->levels[l].count;
  return items;
}

/* Scratch memory: the prefix sums of all levels, then the items of all but the last, which are what the next one sums. */
size_t pl_region_sums_scratch(const pl_regions *regions, size_t width)
{
  size_t levels = regions->level_count;
  return rows_before(regions, levels) * pl_region_row_stride(width) + items_before(regions, levels) * width;
}

/* One level on its way. */
typedef struct work {
  const pl_region_level *level;
  const pl_region_kernels *kernels;
  size_t width;
  const float *values;
  float *rows;
  float *sums;
} work;

/* The first path that does not start before `item`. */
static size_t first_path_from(const pl_region_level *level, size_t item)
{
  size_t low = 0, high = level->path_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (level->path_start[middle] < item)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The paths that start among these items: no path is cut between threads. */
static void prefix_block(void *context, size_t begin, size_t end)
{
  const work *w = context;
  w->kernels->prefix(w->level, w->values, first_path_from(w->level, begin), first_path_from(w->level, end), w->rows);
}

static void difference_block(void *context, size_t begin, size_t end)
{
  const work *w = context;
  w->kernels->differences(w->level, w->rows, begin, end, w->sums + w->width * begin);
}

void pl_region_sums_prepare(const pl_regions *regions, const float *values, size_t width, float *scratch, pl_pool *pool)
{
  if (regions->method == PL_SUMS_DIRECT) return;
  size_t stride = pl_region_row_stride(width);
  float *items = scratch + rows_before(regions, regions->level_count) * stride;
  for (size_t l = 0; l < regions->level_count; l++) {
    work w = {.level = &regions->levels[l], .kernels = kernels_for(width), .width = width, .values = values};
    w.rows = scratch + rows_before(regions, l) * stride;
    w.sums = items;
    pl_parallel_for(pool, w.level->source_count, GRAIN, prefix_block, &w);
    if (l + 1 == regions->level_count) return;
    pl_parallel_for(pool, w.level->count, GRAIN, difference_block, &w);
    values = items;
    items += w.level->count * width;
  }
}

void pl_region_sums_take(const pl_regions *regions, const float *values, size_t width, const float *scratch,
                         size_t first, size_t last, float *sums)
{
  const pl_region_kernels *kernels = kernels_for(width);
  if (regions->method == PL_SUMS_DIRECT) {
    kernels->direct(regions, values, first, last, sums);
    return;
  }
  size_t level = regions->level_count - 1;
  const float *rows = scratch + rows_before(regions, level) * pl_region_row_stride(width);
  kernels->differences(&regions->levels[level], rows, first, last, sums);
}

typedef struct taking {
  const pl_regions *regions;
  const float *values, *scratch;
  size_t width;
  float *sums;
} taking;

static void take_block(void *context, size_t begin, size_t end)
{
  const taking *t = context;
  pl_region_sums_take(t->regions, t->values, t->width, t->scratch, begin, end, t->sums + t->width * begin);
}

void pl_region_sums(const pl_regions *regions, const float *values, size_t width, float *scratch, float *sums,
                    pl_pool *pool)
{
  taking t = {regions, values, scratch, width, sums};
  pl_region_sums_prepare(regions, values, width, scratch, pool);
  pl_parallel_for(pool, regions->count, GRAIN, take_block, &t);
}
