/* SPDX-License-Identifier: MIT */
#include "linalg/dense/tall.h"

#include <string.h>

#include "base/memory.h"
#include "linalg/dense/tall_kernel.h"

typedef struct tall_work {
  const pl_tall *tall;
  const pl_tall_kernels *kernels;
  const double *in, *base;
  double *out, *moving;
  double h, keep;
} tall_work;

static size_t blocks_of(const pl_tall *tall) { return (tall->rows + PL_TALL_BLOCK - 1) / PL_TALL_BLOCK; }

static size_t sums_of(const pl_tall *tall) { return 3 * tall->columns * PL_TALL_LANES; }

pl_status pl_tall_make(size_t rows, size_t columns, const double *values, pl_tall *out)
{
  *out = (pl_tall){.rows = rows, .columns = columns};
  size_t padded = (rows + PL_TALL_LANES - 1) / PL_TALL_LANES * PL_TALL_LANES;
  out->values = PL_NEW(double, padded *columns);
  out->sums = PL_NEW(double, sums_of(out) * blocks_of(out));
  if (!out->values || !out->sums) {
    pl_tall_free(out);
    return PL_ERROR_MEMORY;
  }
  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; k < columns; k++) *pl_tall_at(out, i, k) = values[i * columns + k];
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
  work->kernels->gather(work->tall, begin, end, work->in,
                        work->tall->sums + begin / PL_TALL_BLOCK * sums_of(work->tall));
}

static void spread_block(void *context, size_t begin, size_t end)
{
  const tall_work *work = context;
  work->kernels->spread(work->tall, begin, end, work->in, work->out);
}

static void place_block(void *context, size_t begin, size_t end)
{
  const tall_work *work = context;
  work->kernels->place(work->tall, begin, end, work->base, work->in, work->h, work->keep, work->out, work->moving);
}

void pl_tall_gather(const pl_tall *tall, const double *f, pl_pool *pool, double *out)
{
  tall_work work = {.tall = tall, .kernels = PL_ISA_PICK(pl_tall_kernels), .in = f};
  pl_parallel_for(pool, tall->rows, PL_TALL_BLOCK, gather_block, &work);
  memset(out, 0, 3 * tall->columns * sizeof(double));
  for (size_t b = 0; b < blocks_of(tall); b++)
    for (size_t k = 0; k < 3 * tall->columns; k++) out[k] += tall->sums[b * sums_of(tall) + k];
}

void pl_tall_spread(const pl_tall *tall, const double *z, pl_pool *pool, double *y)
{
  tall_work work = {.tall = tall, .kernels = PL_ISA_PICK(pl_tall_kernels), .in = z, .out = y};
  pl_parallel_for(pool, tall->rows, PL_TALL_BLOCK, spread_block, &work);
}

void pl_tall_place(const pl_tall *tall, const double *base, const double *z, double h, double keep, pl_pool *pool,
                   double *x, double *v)
{
  tall_work work = {tall, PL_ISA_PICK(pl_tall_kernels), z, base, x, v, h, keep};
  pl_parallel_for(pool, tall->rows, PL_TALL_BLOCK, place_block, &work);
}
