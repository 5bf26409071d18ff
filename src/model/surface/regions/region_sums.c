/* SPDX-License-Identifier: MIT */
#include "model/surface/regions/region_sums.h"

#include <string.h>

#include "model/surface/regions/region_sums_kernel.h"

enum { GRAIN = 1024 }; /* particles in a block of one thread: 64 KiB of values */

static const pl_region_kernels *kernels_for(size_t width) { return *PL_ISA_PICK(pl_region_kernels) + width / 4 - 1; }

/* Rows of sums: one per item, and zeros. Those of particles come first, then those of chains. */
static size_t rows_before_chain(const pl_regions *regions, size_t chain)
{
  size_t rows = regions->count + regions->path_count;
  for (size_t c = 0; c < chain; c++) rows += regions->chains[c].items.count + 1;
  return rows;
}

size_t pl_region_sums_scratch(const pl_regions *regions, size_t width)
{
  if (regions->method == PL_SUMS_DIRECT) return 0;
  return rows_before_chain(regions, regions->chain_count) * pl_region_row_stride(width);
}

/* What blocks of one loop share. */
typedef struct work {
  const pl_regions *regions;
  const pl_region_chains *chains;
  const pl_region_kernels *kernels;
  size_t width;
  const float *from; /* values, or rows below */
  float *rows;
  float *sums;
} work;

/* The first path that does not start before `particle`. */
static size_t first_path_from(const pl_regions *regions, size_t particle)
{
  size_t low = 0, high = regions->path_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (regions->path_start[middle] < particle)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The paths that start among these particles: no path is cut between threads. */
static void prefix_block(void *context, size_t begin, size_t end)
{
  const work *w = context;
  w->kernels->prefix(w->regions, w->from, first_path_from(w->regions, begin), first_path_from(w->regions, end),
                     w->rows);
}

static void chain_block(void *context, size_t begin, size_t end)
{
  const work *w = context;
  w->kernels->chain(w->chains, w->from, begin, end, w->rows);
}

void pl_region_sums_prepare(const pl_regions *regions, const float *values, size_t width, float *scratch, pl_pool *pool)
{
  if (regions->method == PL_SUMS_DIRECT) return;
  work w = {.regions = regions, .kernels = kernels_for(width), .width = width, .from = values, .rows = scratch};
  pl_parallel_for(pool, regions->count, GRAIN, prefix_block, &w);
  for (size_t c = 0; c < regions->chain_count; c++) {
    size_t stride = pl_region_row_stride(width);
    w.chains = &regions->chains[c];
    w.from = w.rows;
    w.rows = scratch + rows_before_chain(regions, c) * stride;
    memset(w.rows, 0, stride * sizeof *w.rows);
    pl_parallel_for(pool, w.chains->group_count, 1, chain_block, &w);
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
  size_t chains = regions->chain_count;
  size_t row = chains ? rows_before_chain(regions, chains - 1) : 0;
  kernels->differences(&regions->sums, scratch + row * pl_region_row_stride(width), first, last, sums);
}

static void take_block(void *context, size_t begin, size_t end)
{
  const work *w = context;
  pl_region_sums_take(w->regions, w->from, w->width, w->rows, begin, end, w->sums + w->width * begin);
}

void pl_region_sums(const pl_regions *regions, const float *values, size_t width, float *scratch, float *sums,
                    pl_pool *pool)
{
  work w = {.regions = regions, .width = width, .from = values, .rows = scratch, .sums = sums};
  pl_region_sums_prepare(regions, values, width, scratch, pool);
  pl_parallel_for(pool, regions->count, GRAIN, take_block, &w);
}
