/* SPDX-License-Identifier: MIT
   Solves as callers see them: order of rows, scale, refinement (Wilkinson 1963: residuals in double, corrections
   through the float factor). */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/status.h"
#include "linalg/cholesky/cholesky_internal.h"

typedef struct rows_work {
  pl_cholesky *cholesky;
  const double *in, *right;
  double *out;
  size_t in_stride, out_stride; /* numbers per row */
  const uint32_t *order;        /* NULL: factor order */
  double scale;
} rows_work;

static void for_each_row_block(const pl_cholesky *c, pl_pool *pool, pl_range_function task, rows_work *w)
{
  pl_parallel_for(pool, c->symbolic.n, PL_ROW_BLOCK, task, w);
}

static void largest_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  w->cholesky->block_largest[begin / PL_ROW_BLOCK] = w->cholesky->largest(w->in + 3 * begin, 3 * (end - begin));
}

static double gather_largest(const pl_cholesky *c)
{
  double largest = 0.0;
  for (size_t b = 0; b * PL_ROW_BLOCK < c->symbolic.n; b++)
    if (!(c->block_largest[b] <= largest)) largest = c->block_largest[b];
  return largest;
}

static double largest_entry(pl_cholesky *c, const double *x, pl_pool *pool)
{
  rows_work w = {.cholesky = c, .in = x};
  for_each_row_block(c, pool, largest_task, &w);
  return gather_largest(c);
}

static void load_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  w->cholesky->numbers.kernels->load(w->cholesky->numbers.vector, w->in, w->in_stride, w->order, begin, end, w->scale);
}

static void store_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  w->cholesky->numbers.kernels->store(w->cholesky->numbers.vector, w->out, w->out_stride, w->order, begin, end,
                                      w->scale);
}

static void add_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  w->cholesky->numbers.kernels->add(w->cholesky->numbers.vector, w->out, w->out_stride, w->order, begin, end, w->scale);
}

/* Float has a short range of exponents: right-hand sides are brought near one by a power of two, which costs no digit.
   */
static double scale_for(const pl_cholesky *c, double largest)
{
  if (c->numbers.precision != PL_PRECISION_FLOAT || !(largest > 0.0) || !isfinite(largest)) return 1.0;
  int exponent;
  frexp(largest, &exponent);
  return ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

/* out = (or +=, by `finish`) A^-1 in, rows of `in` and `out` as `order` says (NULL: factor order). */
static void solve_once(pl_cholesky *c, const double *in, size_t in_stride, double largest, double *out,
                       size_t out_stride, const uint32_t *order, pl_range_function finish, pl_pool *pool)
{
  double scale = scale_for(c, largest);
  rows_work w = {.cholesky = c,
                 .in = in,
                 .out = out,
                 .in_stride = in_stride,
                 .out_stride = out_stride,
                 .order = order,
                 .scale = scale};
  c->columns = in_stride == 1 ? 1 : 3;
  for_each_row_block(c, pool, load_task, &w);
  pl_solve_vector(c, pool);
  c->columns = 3;
  w.scale = 1.0 / (scale * c->scale);
  for_each_row_block(c, pool, finish, &w);
}

static pl_status check(const pl_cholesky *c, const void *x)
{
  if (!c || !x) return pl_fail(PL_ERROR_ARGUMENT, "a solve needs a factor and vectors, got NULL");
  if (!c->factorised) return pl_fail(PL_ERROR_ARGUMENT, "a solve needs a factor: call pl_cholesky_factorise first");
  return PL_OK;
}

/* The bits are the same either way. */
static pl_pool *pool_if_large(const pl_cholesky *c, pl_pool *pool)
{
  return c->numbers.entries < c->parallel_threshold ? NULL : pool;
}

pl_status pl_cholesky_solve(pl_cholesky *c, double *x, pl_row_order rows, pl_pool *pool)
{
  PL_TRY(check(c, x));
  pool = pool_if_large(c, pool);
  unsigned denormals = pl_denormals_flush();
  double largest = c->numbers.precision == PL_PRECISION_FLOAT ? largest_entry(c, x, pool) : 1.0;
  solve_once(c, x, 3, largest, x, 3, rows == PL_ROWS_ORIGINAL ? c->symbolic.order : NULL, store_task, pool);
  pl_denormals_restore(denormals);
  return PL_OK;
}

pl_status pl_cholesky_solve_one(pl_cholesky *c, double *x, pl_row_order rows, pl_pool *pool)
{
  PL_TRY(check(c, x));
  unsigned denormals = pl_denormals_flush();
  double largest = c->numbers.precision == PL_PRECISION_FLOAT ? 0 : 1;
  for (size_t i = 0; c->numbers.precision == PL_PRECISION_FLOAT && i < c->symbolic.n; i++)
    largest = fmax(largest, fabs(x[i]));
  solve_once(c, x, 1, largest, x, 1, rows == PL_ROWS_ORIGINAL ? c->symbolic.order : NULL, store_task,
             pool_if_large(c, pool));
  pl_denormals_restore(denormals);
  return PL_OK;
}

static void permute_in(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  for (size_t i = begin; i < end; i++) {
    const double *from = w->in + 3 * (w->order ? w->order[i] : i);
    double *to = w->out + 4 * i;
    for (int k = 0; k < 3; k++) to[k] = from[k];
    to[3] = 0.0;
  }
  w->cholesky->block_largest[begin / PL_ROW_BLOCK] = w->cholesky->largest(w->out + 4 * begin, 4 * (end - begin));
}

static void permute_out(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  for (size_t i = begin; i < end; i++) {
    double *to = w->out + 3 * (w->order ? w->order[i] : i);
    for (int k = 0; k < 3; k++) to[k] = w->scale * w->in[4 * i + (size_t)k];
  }
}

/* out = right - A in, or -A in without one. */
static void residual_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  const pl_cholesky *c = w->cholesky;
  pl_rows rows = {c->matrix.starts, c->matrix.columns, c->matrix.values};
  c->block_largest[begin / PL_ROW_BLOCK] = c->residual(&rows, begin, end, w->right, w->in, w->out);
}

pl_status pl_cholesky_solve_refined(pl_cholesky *c, const double *b, double *x, pl_row_order rows, int most,
                                    double target, pl_pool *pool, double *residual, int *made)
{
  PL_TRY(check(c, b));
  PL_TRY(check(c, x));
  pool = pool_if_large(c, pool);
  unsigned denormals = pl_denormals_flush();
  const uint32_t *order = rows == PL_ROWS_ORIGINAL ? c->symbolic.order : NULL;
  rows_work in = {.cholesky = c, .in = b, .out = c->right, .order = order};
  for_each_row_block(c, pool, permute_in, &in);
  double right_norm = gather_largest(c), largest = 0.0;
  solve_once(c, c->right, 4, right_norm, c->result, 4, NULL, store_task, pool);
  int count = 0;
  for (; residual || count < most; count++) {
    rows_work r = {.cholesky = c, .in = c->result, .right = c->right, .out = c->residual_vector};
    for_each_row_block(c, pool, residual_task, &r);
    largest = gather_largest(c);
    if (count == most || !(largest > target * right_norm)) break;
    solve_once(c, c->residual_vector, 4, largest, c->result, 4, NULL, add_task, pool);
  }
  rows_work out = {.cholesky = c, .in = c->result, .out = x, .order = order, .scale = 1.0};
  for_each_row_block(c, pool, permute_out, &out);
  pl_denormals_restore(denormals);
  if (residual) *residual = right_norm > 0.0 ? largest / right_norm : largest;
  if (made) *made = count;
  return PL_OK;
}

pl_status pl_cholesky_multiply(pl_cholesky *c, const double *x, double *y, pl_row_order rows, pl_pool *pool)
{
  PL_TRY(check(c, x));
  PL_TRY(check(c, y));
  pool = pool_if_large(c, pool);
  const uint32_t *order = rows == PL_ROWS_ORIGINAL ? c->symbolic.order : NULL;
  rows_work w = {.cholesky = c, .in = x, .out = c->right, .order = order};
  for_each_row_block(c, pool, permute_in, &w);
  w = (rows_work){.cholesky = c, .in = c->right, .out = c->result};
  for_each_row_block(c, pool, residual_task, &w);
  w = (rows_work){.cholesky = c, .in = c->result, .out = y, .order = order, .scale = -1.0};
  for_each_row_block(c, pool, permute_out, &w);
  return PL_OK;
}
