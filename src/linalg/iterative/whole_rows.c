/* SPDX-License-Identifier: MIT */
#include "linalg/iterative/whole_rows.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"

enum { BLOCK = 1024 };

void pl_whole_rows_free(pl_whole_rows *r)
{
  pl_release(r->starts);
  pl_release(r->diagonals);
  pl_release(r->columns);
  pl_release(r->source);
  pl_release(r->values);
  *r = (pl_whole_rows){0};
}

/* Entries of the lower triangle come column after column: as the upper part of their row, they rise; as the lower part
   of others, they do so, too. Lower parts are placed first. */
static void place_entries(const pl_sparse *a, pl_whole_rows *r, size_t *next)
{
  for (int upper = 0; upper < 2; upper++)
    for (size_t j = 0; j < a->n; j++)
      for (size_t e = a->starts[j] + (size_t)(1 - upper); e < a->starts[j + 1]; e++) {
        size_t row = upper ? j : a->rows[e], column = upper ? a->rows[e] : j;
        if (row == column) r->diagonals[row] = next[row];
        r->columns[next[row]] = (uint32_t)column;
        r->source[next[row]++] = e;
      }
}

pl_status pl_whole_rows_create(const pl_sparse *a, pl_whole_rows *out)
{
  size_t n = a->n, all = 2 * a->starts[n] - n;
  *out = (pl_whole_rows){.n = n,
                         .starts = PL_NEW(size_t, n + 1),
                         .diagonals = PL_NEW(size_t, n),
                         .columns = PL_NEW(uint32_t, all),
                         .source = PL_NEW(size_t, all),
                         .values = PL_NEW(double, all),
                         .residual = PL_ISA_PICK(pl_rows_residual),
                         .kernels = *PL_ISA_PICK(pl_vector_table)};
  size_t *next = PL_NEW(size_t, n);
  if (!out->starts || !out->diagonals || !out->columns || !out->source || !out->values || !next) {
    pl_release(next);
    pl_whole_rows_free(out);
    return PL_ERROR_MEMORY;
  }
  for (size_t j = 0; j < n; j++)
    for (size_t e = a->starts[j]; e < a->starts[j + 1]; e++) {
      out->starts[j + 1]++;
      if (a->rows[e] != j) out->starts[a->rows[e] + 1]++;
    }
  for (size_t i = 0; i < n; i++) out->starts[i + 1] += out->starts[i];
  for (size_t i = 0; i < n; i++) next[i] = out->starts[i];
  place_entries(a, out, next);
  pl_release(next);
  return PL_OK;
}

pl_status pl_whole_rows_fill(pl_whole_rows *r, const pl_sparse *a)
{
  for (size_t e = 0; e < r->starts[r->n]; e++) r->values[e] = a->values[r->source[e]];
  for (size_t i = 0; i < r->n; i++) {
    double d = r->values[r->diagonals[i]];
    if (!(d > 0.0) || !isfinite(d))
      return pl_fail(PL_ERROR_SINGULAR, "the matrix is not positive definite: diagonal entry %zu is %g", i, d);
  }
  return PL_OK;
}

typedef struct rows_work {
  const pl_whole_rows *rows;
  const double *b, *x;
  double *y;
  size_t lanes;
} rows_work;

static void residual_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  const pl_whole_rows *r = w->rows;
  pl_rows rows = {r->starts, r->columns, r->values};
  if (w->lanes == 4)
    r->residual(&rows, begin, end, w->b, w->x, w->y);
  else
    r->kernels.residual(r->starts, r->columns, r->values, begin, end, w->b, w->x, w->y);
}

static void negate_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  for (size_t i = begin * w->lanes; i < end * w->lanes; i++) w->y[i] = -w->y[i];
}

void pl_whole_rows_residual(const pl_whole_rows *rows, const double *b, const double *x, double *y, size_t lanes,
                            pl_pool *pool)
{
  rows_work w = {rows, b, x, y, lanes};
  if (rows->n < 4096) pool = NULL;
  pl_parallel_for(pool, rows->n, BLOCK, residual_task, &w);
  if (!b) pl_parallel_for(pool, rows->n, BLOCK, negate_task, &w);
}
