/* SPDX-License-Identifier: MIT */
#include "linalg/iterative/relaxation.h"

#include "base/memory.h"
#include "base/status.h"

enum { BLOCK = 512 };

void pl_relaxation_free(pl_relaxation *r)
{
  pl_release(r->rows);
  pl_release(r->starts);
  *r = (pl_relaxation){0};
}

/* Each row takes the first colour that no neighbour has. */
static uint32_t colour_rows(const pl_whole_rows *a, uint32_t *colour, uint32_t *taken_by)
{
  uint32_t colours = 0;
  for (size_t i = 0; i < a->n; i++) colour[i] = UINT32_MAX;
  for (size_t i = 0; i < a->n; i++) {
    for (size_t e = a->starts[i]; e < a->starts[i + 1]; e++) {
      uint32_t other = colour[a->columns[e]];
      if (other != UINT32_MAX) taken_by[other] = (uint32_t)i + 1;
    }
    uint32_t own = 0;
    while (taken_by[own] == (uint32_t)i + 1) own++;
    colour[i] = own;
    if (own + 1 > colours) colours = own + 1;
  }
  return colours;
}

pl_status pl_relaxation_create(const pl_whole_rows *a, pl_relaxation *out)
{
  *out = (pl_relaxation){.rows = PL_NEW(uint32_t, a->n)};
  uint32_t *colour = PL_NEW(uint32_t, a->n), *taken_by = PL_NEW(uint32_t, a->n + 1);
  pl_status status = PL_ERROR_MEMORY;
  if (out->rows && colour && taken_by) {
    out->colours = colour_rows(a, colour, taken_by);
    out->starts = PL_NEW(uint32_t, (size_t)out->colours + 2);
    if (out->starts) {
      for (size_t i = 0; i < a->n; i++) out->starts[colour[i] + 2]++;
      for (uint32_t c = 0; c < out->colours; c++) out->starts[c + 2] += out->starts[c + 1];
      for (size_t i = 0; i < a->n; i++) out->rows[out->starts[colour[i] + 1]++] = (uint32_t)i;
      status = PL_OK;
    }
  }
  pl_release(colour);
  pl_release(taken_by);
  if (status != PL_OK) pl_relaxation_free(out);
  return status;
}

typedef struct sweep_work {
  const pl_whole_rows *matrix;
  const uint32_t *rows;
  double factor;
  const double *b;
  double *x;
  size_t lanes;
} sweep_work;

static inline void sweep_rows(const sweep_work *w, size_t begin, size_t end, size_t lanes)
{
  const pl_whole_rows *a = w->matrix;
  for (size_t k = begin; k < end; k++) {
    size_t i = w->rows[k];
    double sum[4];
    for (size_t c = 0; c < lanes; c++) sum[c] = w->b[lanes * i + c];
    for (size_t e = a->starts[i]; e < a->starts[i + 1]; e++)
      for (size_t c = 0; c < lanes; c++) sum[c] -= a->values[e] * w->x[lanes * (size_t)a->columns[e] + c];
    double scale = w->factor / a->values[a->diagonals[i]];
    for (size_t c = 0; c < lanes; c++) w->x[lanes * i + c] += scale * sum[c];
  }
}

static void sweep_task(void *context, size_t begin, size_t end)
{
  const sweep_work *w = context;
  if (w->lanes == 4)
    sweep_rows(w, begin, end, 4);
  else
    sweep_rows(w, begin, end, 1);
}

void pl_relaxation_sweep(const pl_relaxation *r, const pl_whole_rows *matrix, double factor, const double *b, double *x,
                         size_t lanes, pl_pool *pool)
{
  for (uint32_t c = 0; c < r->colours; c++) {
    sweep_work w = {matrix, r->rows + r->starts[c], factor, b, x, lanes};
    pl_parallel_for(matrix->n < 8192 ? NULL : pool, r->starts[c + 1] - r->starts[c], BLOCK, sweep_task, &w);
  }
}
