/* SPDX-License-Identifier: MIT */
#include "linalg/tall.h"

#include <string.h>

#include "base/memory.h"
#include "linalg/tall_kernel.h"

typedef struct tall_work {
  const pl_tall *tall;
  const pl_tall_kernels *kernels;
  const double *in;
  double *out;
} tall_work;

static size_t blocks_of(const pl_tall *tall) { return (tall->rows + PL_TALL_BLOCK - 1) / PL_TALL_BLOCK; }

pl_status pl_tall_make(size_t rows, size_t columns, const double *values, pl_tall *out)
{
  *out = (pl_tall){.rows = rows, .columns = columns};
  out->stride = (columns + PL_TALL_LANES - 1) / PL_TALL_LANES * PL_TALL_LANES;
  out->values = PL_NEW(double, rows * out->stride);
  out->sums = PL_NEW(double, 3 * out->stride * blocks_of(out));
  if (!out->values || !out->sums) {
    pl_tall_free(out);
    return PL_ERROR_MEMORY;
  }
  for (size_t i = 0; i < rows; i++)
    memcpy(out->values + i * out->stride, values + i * columns, columns * sizeof(double));
  return PL_OK;
}

void pl_tall_free(pl_tall *tall)
{
  pl_release(tall->values);
  pl_release(tall->sums);
  *tall = (pl_tall){0};
}

static void gather_block(void *context, size_t begin, size_t end)
{
  const tall_work *work = context;
  const pl_tall *tall = work->tall;
  work->kernels->gather(tall->values, tall->stride, begin, end, work->in,
                        tall->sums + begin / PL_TALL_BLOCK * 3 * tall->stride);
}

static void spread_block(void *context, size_t begin, size_t end)
{
  const tall_work *work = context;
  work->kernels->spread(work->tall->values, work->tall->stride, begin, end, work->in, work->out);
}

void pl_tall_gather(const pl_tall *tall, const double *f, pl_pool *pool, double *out)
{
  tall_work work = {tall, PL_ISA_PICK(pl_tall_kernels), f, NULL};
  pl_parallel_for(pool, tall->rows, PL_TALL_BLOCK, gather_block, &work);
  memset(out, 0, 3 * tall->stride * sizeof(double));
  for (size_t b = 0; b < blocks_of(tall); b++)
    for (size_t k = 0; k < 3 * tall->stride; k++) out[k] += tall->sums[b * 3 * tall->stride + k];
}

void pl_tall_spread(const pl_tall *tall, const double *z, pl_pool *pool, double *y)
{
  tall_work work = {tall, PL_ISA_PICK(pl_tall_kernels), z, y};
  pl_parallel_for(pool, tall->rows, PL_TALL_BLOCK, spread_block, &work);
}
