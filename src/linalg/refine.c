/* SPDX-License-Identifier: MIT
   Solves as callers see them: order of rows, scale, refinement (Wilkinson 1963: residuals in double, corrections through
   the float factor). */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "linalg/cholesky_internal.h"

typedef struct rows_work {
  pl_cholesky *cholesky;
  const double *in;
  double *out;
  const uint32_t *order;
  double scale;
} rows_work;

static void over_rows(const pl_cholesky *c, pl_pool *pool, pl_range_function task, rows_work *w)
{
  pl_parallel_for(pool, c->symbolic.n, PL_ROW_BLOCK, task, w);
}

static void largest_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  double largest = 0.0;
  for (size_t i = 3 * begin; i < 3 * end; i++)
    if (!(fabs(w->in[i]) <= largest)) largest = fabs(w->in[i]); /* a NaN stays, and shows */
  w->cholesky->block_largest[begin / PL_ROW_BLOCK] = largest;
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
  over_rows(c, pool, largest_task, &w);
  return gather_largest(c);
}

static void load_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  w->cholesky->numbers.kernels->load(w->cholesky->numbers.vector, w->in, w->order, begin, end, w->scale);
}

static void store_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  w->cholesky->numbers.kernels->store(w->cholesky->numbers.vector, w->out, w->order, begin, end, w->scale);
}

static void add_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  w->cholesky->numbers.kernels->add(w->cholesky->numbers.vector, w->out, w->order, begin, end, w->scale);
}

/* Float has a short range of exponents: right-hand sides are brought near one by a power of two, which costs no digit. */
static double scale_for(const pl_cholesky *c, double largest)
{
  if (c->numbers.precision != PL_PRECISION_FLOAT || !(largest > 0.0) || !isfinite(largest)) return 1.0;
  int exponent;
  frexp(largest, &exponent);
  return ldexp(1.0, exponent < -1000 ? 1000 : -exponent);
}

/* out = (or +=, by `finish`) A^-1 in, rows of `in` and `out` as `order` says (NULL: factor order). */
static void solve_once(pl_cholesky *c, const double *in, double largest, double *out, const uint32_t *order,
                       pl_range_function finish, pl_pool *pool)
{
  double scale = scale_for(c, largest);
  rows_work w = {.cholesky = c, .in = in, .out = out, .order = order, .scale = scale};
  over_rows(c, pool, load_task, &w);
  pl_solve_vector(c, pool);
  w.scale = 1.0 / (scale * c->scale);
  over_rows(c, pool, finish, &w);
}

static pl_status check(const pl_cholesky *c, const void *x)
{
  if (!c || !x) return pl_fail(PL_ERROR_ARGUMENT, "a solve needs a factor and vectors, got NULL");
  if (!c->factorised) return pl_fail(PL_ERROR_ARGUMENT, "a solve needs a factor: call pl_cholesky_factorise first");
  return PL_OK;
}

pl_status pl_cholesky_solve(pl_cholesky *c, double *x, pl_row_order rows, pl_pool *pool)
{
  PL_TRY(check(c, x));
  unsigned denormals = pl_denormals_flush();
  double largest = c->numbers.precision == PL_PRECISION_FLOAT ? largest_entry(c, x, pool) : 1.0;
  solve_once(c, x, largest, x, rows == PL_ROWS_ORIGINAL ? c->symbolic.order : NULL, store_task, pool);
  pl_denormals_restore(denormals);
  return PL_OK;
}

static void permute_in(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  for (size_t i = begin; i < end; i++)
    memcpy(w->out + 3 * i, w->in + 3 * (w->order ? w->order[i] : i), 3 * sizeof(double));
}

static void permute_out(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  for (size_t i = begin; i < end; i++)
    memcpy(w->out + 3 * (w->order ? w->order[i] : i), w->in + 3 * i, 3 * sizeof(double));
}

static void row_times(const pl_permuted *m, size_t i, const double *x, double sum[3])
{
  sum[0] = sum[1] = sum[2] = 0.0;
  for (size_t e = m->starts[i]; e < m->starts[i + 1]; e++) {
    const double *xj = x + 3 * (size_t)m->columns[e];
    for (int c = 0; c < 3; c++) sum[c] += m->values[e] * xj[c];
  }
}

/* vector = (right - A result) × scale would need the scale first: the residual goes to `out` and its largest entry to
   the block's place. */
static void residual_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  const pl_cholesky *c = w->cholesky;
  double largest = 0.0;
  for (size_t i = begin; i < end; i++) {
    double sum[3];
    row_times(&c->matrix, i, w->in, sum);
    for (size_t k = 0; k < 3; k++) {
      double r = c->right[3 * i + k] - sum[k];
      w->out[3 * i + k] = r;
      if (!(fabs(r) <= largest)) largest = fabs(r);
    }
  }
  c->block_largest[begin / PL_ROW_BLOCK] = largest;
}

pl_status pl_cholesky_solve_refined(pl_cholesky *c, const double *b, double *x, pl_row_order rows, int most,
                                    double target, pl_pool *pool, double *residual, int *made)
{
  PL_TRY(check(c, b));
  PL_TRY(check(c, x));
  unsigned denormals = pl_denormals_flush();
  const uint32_t *order = rows == PL_ROWS_ORIGINAL ? c->symbolic.order : NULL;
  rows_work in = {.cholesky = c, .in = b, .out = c->right, .order = order};
  over_rows(c, pool, permute_in, &in);
  double size = largest_entry(c, c->right, pool), largest = 0.0;
  solve_once(c, c->right, size, c->result, NULL, store_task, pool);
  int count = 0;
  for (;; count++) {
    rows_work r = {.cholesky = c, .in = c->result, .out = c->rest};
    over_rows(c, pool, residual_task, &r);
    largest = gather_largest(c);
    if (count == most || !(largest > target * size)) break;
    solve_once(c, c->rest, largest, c->result, NULL, add_task, pool);
  }
  rows_work out = {.cholesky = c, .in = c->result, .out = x, .order = order};
  over_rows(c, pool, permute_out, &out);
  pl_denormals_restore(denormals);
  if (residual) *residual = size > 0.0 ? largest / size : largest;
  if (made) *made = count;
  return PL_OK;
}

static void multiply_task(void *context, size_t begin, size_t end)
{
  const rows_work *w = context;
  const pl_cholesky *c = w->cholesky;
  for (size_t i = begin; i < end; i++) row_times(&c->matrix, i, c->right, c->result + 3 * i);
}

pl_status pl_cholesky_multiply(pl_cholesky *c, const double *x, double *y, pl_row_order rows, pl_pool *pool)
{
  PL_TRY(check(c, x));
  PL_TRY(check(c, y));
  const uint32_t *order = rows == PL_ROWS_ORIGINAL ? c->symbolic.order : NULL;
  rows_work w = {.cholesky = c, .in = x, .out = c->right, .order = order};
  over_rows(c, pool, permute_in, &w);
  over_rows(c, pool, multiply_task, &w);
  w = (rows_work){.cholesky = c, .in = c->result, .out = y, .order = order};
  over_rows(c, pool, permute_out, &w);
  return PL_OK;
}
