/* SPDX-License-Identifier: MIT */
#include "linalg/cholesky/cholesky.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "linalg/cholesky/cholesky_internal.h"
#include "linalg/sparse/order.h"

void pl_cholesky_destroy(pl_cholesky *c)
{
  if (!c) return;
  pl_symbolic_free(&c->symbolic);
  pl_plan_free(&c->plan);
  pl_permuted_free(&c->matrix);
  pl_numbers_free(&c->numbers);
  pl_release(c->child_head);
  pl_release(c->child_next);
  pl_release(c->path_length);
  pl_release(c->path);
  pl_release(c->stale);
  pl_release(c->right);
  pl_release(c->result);
  pl_release(c->residual_vector);
  pl_release(c->block_largest);
  pl_release(c);
}

static pl_status allocate_rest(pl_cholesky *c)
{
  size_t n = c->symbolic.n, nodes = c->symbolic.nodes;
  c->child_head = PL_NEW(uint32_t, nodes);
  c->child_next = PL_NEW(uint32_t, nodes);
  c->path_length = PL_NEW(uint32_t, nodes);
  c->path = PL_NEW(uint32_t, nodes);
  c->stale = PL_NEW(uint8_t, c->plan.groups);
  c->right = PL_NEW(double, 4 * n);
  c->result = PL_NEW(double, 4 * n);
  c->residual_vector = PL_NEW(double, 4 * n);
  c->block_largest = PL_NEW(double, n / PL_ROW_BLOCK + 1);
  return c->child_head && c->child_next && c->path_length && c->path && c->stale && c->right && c->result &&
                 c->residual_vector && c->block_largest
             ? PL_OK
             : PL_ERROR_MEMORY;
}

static void list_children(pl_cholesky *c)
{
  const pl_symbolic *s = &c->symbolic;
  for (uint32_t node = 0; node < s->nodes; node++) c->child_head[node] = PL_NO_NODE;
  for (uint32_t node = s->nodes; node-- > 0;) {
    if (s->parent[node] == PL_NO_NODE) continue;
    c->child_next[node] = c->child_head[s->parent[node]];
    c->child_head[s->parent[node]] = node;
  }
}

static pl_status build(const pl_sparse *pattern, const double *coordinates, pl_ordering ordering, pl_adjacency *graph,
                       uint32_t **order, pl_cholesky *c)
{
  PL_TRY(pl_adjacency_create(pattern, graph));
  *order = PL_NEW(uint32_t, graph->n);
  if (!*order) return PL_ERROR_MEMORY;
  PL_TRY(pl_order(graph, coordinates, ordering, *order, &c->ordering));
  PL_TRY(pl_symbolic_create(graph, *order, &c->symbolic));
  PL_TRY(pl_plan_create(&c->symbolic, &c->plan));
  PL_TRY(pl_permuted_create(graph, pattern, &c->symbolic, &c->matrix));
  PL_TRY(allocate_rest(c));
  list_children(c);
  pl_paths_measure(c);
  c->residual = PL_ISA_PICK(pl_rows_residual);
  c->largest = PL_ISA_PICK(pl_largest);
  return PL_OK;
}

pl_status pl_cholesky_analyse(const pl_sparse *pattern, const double *coordinates, pl_ordering ordering,
                              pl_cholesky **out)
{
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_cholesky_analyse needs a place for its result, got NULL");
  *out = NULL;
  if (!pattern || !pattern->starts) return pl_fail(PL_ERROR_ARGUMENT, "pl_cholesky_analyse needs a matrix, got NULL");
  PL_TRY(pl_sparse_check(pattern));
  pl_cholesky *c = PL_NEW(pl_cholesky, 1);
  if (!c) return PL_ERROR_MEMORY;
  c->parallel_threshold = PL_PARALLEL_THRESHOLD;
  c->columns = 3;
  c->pattern_entries = pattern->starts[pattern->n];
  pl_adjacency graph = {0};
  uint32_t *order = NULL;
  pl_status status = build(pattern, coordinates, ordering, &graph, &order, c);
  pl_adjacency_free(&graph);
  pl_release(order);
  if (status == PL_OK)
    *out = c;
  else
    pl_cholesky_destroy(c);
  return status;
}

const uint32_t *pl_cholesky_permutation(const pl_cholesky *c) { return c->symbolic.order; }

/* The power of two at or above the largest diagonal entry; 1 when there is none that is finite. */
static double find_scale(const pl_cholesky *c)
{
  double largest = 0.0;
  for (size_t i = 0; i < c->symbolic.n; i++) largest = fmax(largest, c->matrix.values[c->matrix.diagonals[i]]);
  if (!(largest > 0.0) || !isfinite(largest)) return 1.0;
  int exponent;
  frexp(largest, &exponent);
  return ldexp(1.0, exponent);
}

/* Takes over values; marks groups of which a column changed. The upper triangle is only for products. */
static void take_values(pl_cholesky *c, const double *values)
{
  const pl_permuted *m = &c->matrix;
  for (uint32_t node = 0; node < c->symbolic.nodes; node++)
    for (uint32_t column = c->symbolic.first[node]; column < c->symbolic.first[node + 1]; column++)
      for (size_t e = m->starts[column]; e < m->starts[column + 1]; e++) {
        double value = values[m->source[e]];
        if (e >= m->diagonals[column] && memcmp(&value, &m->values[e], sizeof value) != 0)
          c->stale[c->plan.group_of[node]] = 1;
        m->values[e] = value;
      }
}

/* What stands above a stale group is stale; children come before parents. */
static void spread_upwards(pl_cholesky *c)
{
  for (uint32_t group = 0; group < c->plan.groups; group++)
    if (c->stale[group] && c->plan.parent[group] != PL_NO_NODE) c->stale[c->plan.parent[group]] = 1;
}

pl_status pl_cholesky_factorise(pl_cholesky *c, const pl_sparse *values, pl_precision precision, pl_pool *pool)
{
  if (!c || !values)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_cholesky_factorise needs an analysis and a matrix, got NULL");
  bool other = !c->factorised; /* than the numbers of before */
  c->factorised = false;
  if (values->n != c->symbolic.n || values->starts[values->n] != c->pattern_entries)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "the matrix has %zu rows and %zu entries, but one of %u rows and %zu entries was analysed",
                   values->n, values->starts[values->n], c->symbolic.n, c->pattern_entries);
  if (precision == PL_PRECISION_AUTO) precision = PL_PRECISION_DOUBLE;
  if (!c->numbers.kernels || c->numbers.precision != precision) {
    pl_numbers_free(&c->numbers);
    PL_TRY(pl_numbers_create(c, precision, &c->numbers));
    other = true;
  }
  double scale = c->scale;
  memset(c->stale, 0, c->plan.groups);
  take_values(c, values->values);
  c->scale = find_scale(c);
  if (other || scale != c->scale) memset(c->stale, 1, c->plan.groups);
  spread_upwards(c);
  unsigned denormals = pl_denormals_flush();
  uint32_t bad = pl_factor_numbers(c, pool);
  pl_denormals_restore(denormals);
  if (bad < c->symbolic.n)
    return pl_fail(PL_ERROR_SINGULAR,
                   "the matrix is not positive definite%s: elimination fails at row %u (diagonal entry %g)",
                   precision == PL_PRECISION_FLOAT ? " in float" : "", c->symbolic.order[bad],
                   c->matrix.values[c->matrix.diagonals[bad]]);
  c->factorised = true;
  return PL_OK;
}

pl_cholesky_stats pl_cholesky_describe(const pl_cholesky *c)
{
  size_t stored = c->numbers.entries, computed = 0;
  for (uint32_t group = 0; group < c->plan.groups; group++) computed += c->stale[group];
  return (pl_cholesky_stats){.n = c->symbolic.n,
                             .matrix_entries = c->pattern_entries,
                             .factor_entries = c->symbolic.factor_entries,
                             .stored_entries = stored,
                             .factor_bytes = c->numbers.kernels ? stored * c->numbers.kernels->size : 0,
                             .work_bytes = c->numbers.kernels ? c->numbers.front_entries * c->numbers.kernels->size : 0,
                             .supernodes = c->symbolic.nodes,
                             .groups = c->plan.groups,
                             .groups_computed = computed,
                             .flops = c->symbolic.flops,
                             .ordering = c->ordering};
}
