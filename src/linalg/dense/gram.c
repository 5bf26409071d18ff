/* SPDX-License-Identifier: MIT */
#include "linalg/dense/gram.h"

#include "linalg/dense/dot_kernel.h"

/* So many rows of X against all before them are one unit of work; PANEL numbers of each row at a time, so that the rows
   of a unit stay in the first cache while the others pass. */
enum { UNIT = 24, PANEL = 512 };

typedef struct gram_work {
  const pl_dot_kernels *kernels;
  size_t n, depth, stride, c_stride;
  const double *x;
  double scale;
  double *c;
} gram_work;

/* Few rows of a tile's height at a time keep the left side in the first cache; columns run to the end of the unit. */
static void update_rows(void *context, size_t begin, size_t end)
{
  const gram_work *work = context;
  enum { ROWS = 12 };
  size_t panels = (work->depth + PANEL - 1) / PANEL, panel = 0;
  if (panels) panel = ((work->depth / PL_DOT_LANES + panels - 1) / panels) * PL_DOT_LANES;
  for (size_t k = 0; k < work->depth; k += panel) {
    size_t depth = work->depth - k < panel ? work->depth - k : panel;
    for (size_t i = begin; i < end; i += ROWS) {
      size_t rows = end - i < ROWS ? end - i : ROWS;
      work->kernels->block(rows, i + rows, depth, work->x + i * work->stride + k, work->stride, work->x + k,
                           work->stride, work->scale, work->c + i * work->c_stride, work->c_stride);
    }
  }
}

void pl_gram(size_t n, size_t depth, const double *x, size_t stride, double scale, double *c, size_t c_stride,
             pl_pool *pool)
{
  gram_work work = {PL_ISA_PICK(pl_dot_kernels), n, depth, stride, c_stride, x, scale, c};
  pl_parallel_for(pool, n, UNIT, update_rows, &work);
}

void pl_gram_mirror(size_t n, double *c, size_t c_stride)
{
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++) c[j * c_stride + i] = c[i * c_stride + j];
}
