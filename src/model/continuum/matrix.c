/* SPDX-License-Identifier: MIT
   The matrix of the stable step: 3 × 3 blocks between nodes that share a term. Its pattern is that of the grid,
   whatever is held: the rows of held nodes are cleared, so that pins cost no new analysis. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "model/continuum/continuum.h"

enum { NONE = 255 };

void pl_block_matrix_free(pl_block_matrix *m)
{
  pl_release(m->first);
  pl_release(m->neighbour);
  pl_release(m->used);
  pl_release(m->use);
  pl_release(m->block);
  pl_sparse_free(&m->sparse);
  pl_solver_destroy(m->solver);
  pl_touched_free(&m->touched);
  *m = (pl_block_matrix){0};
}

/* Which terms use a node, terms rising. */
static pl_status list_uses(const pl_continuum *c, pl_block_matrix *m)
{
  m->used = PL_NEW(uint32_t, c->count + 2);
  if (!m->used) return PL_ERROR_MEMORY;
  for (size_t t = 0; t < c->terms.count; t++)
    for (size_t k = 0; k < c->terms.term[t].count; k++) m->used[c->terms.term[t].node[k] + 2]++;
  for (size_t i = 0; i < c->count; i++) m->used[i + 2] += m->used[i + 1];
  m->use = PL_NEW(uint32_t, m->used[c->count + 1] + 1);
  m->block = PL_NEW(uint8_t, PL_TERM_NODES * (size_t)m->used[c->count + 1] + 1);
  if (!m->use || !m->block) return PL_ERROR_MEMORY;
  for (size_t t = 0; t < c->terms.count; t++)
    for (size_t k = 0; k < c->terms.term[t].count; k++)
      m->use[m->used[c->terms.term[t].node[k] + 1]++] = (uint32_t)(8 * t + k);
  return PL_OK; /* used[i + 1] has run up to the start of the next node */
}

/* Puts a node into a short rising list, if it is not there. */
static size_t put(uint32_t *list, size_t count, uint32_t node)
{
  size_t at = count;
  while (at > 0 && list[at - 1] > node) at--;
  if (at > 0 && list[at - 1] == node) return count;
  memmove(list + at + 1, list + at, (count - at) * sizeof *list);
  list[at] = node;
  return count + 1;
}

static pl_status list_neighbours(const pl_continuum *c, pl_block_matrix *m)
{
  size_t capacity = 0, count = 0;
  m->first = PL_NEW(uint32_t, c->count + 1);
  if (!m->first) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < c->count; i++) {
    uint32_t list[NONE + PL_TERM_NODES];
    size_t found = put(list, 0, (uint32_t)i);
    for (uint32_t u = m->used[i]; u < m->used[i + 1]; u++) {
      const pl_term *term = &c->terms.term[m->use[u] / 8];
      for (size_t k = 0; k < term->count; k++)
        if (term->node[k] > i) found = put(list, found, term->node[k]);
      if (found >= NONE) return pl_fail(PL_ERROR_LIMIT, "a node of the grid has too many neighbours");
    }
    PL_TRY(pl_grow((void **)&m->neighbour, &capacity, count + found, sizeof *m->neighbour));
    memcpy(m->neighbour + count, list, found * sizeof *list);
    count += found;
    m->first[i + 1] = (uint32_t)count;
    for (uint32_t u = m->used[i]; u < m->used[i + 1]; u++) {
      const pl_term *term = &c->terms.term[m->use[u] / 8];
      uint8_t *block = m->block + PL_TERM_NODES * (size_t)u;
      memset(block, NONE, PL_TERM_NODES);
      for (size_t k = 0; k < term->count; k++)
        for (size_t b = 0; b < found; b++)
          if (list[b] == term->node[k]) block[k] = (uint8_t)b;
    }
  }
  return PL_OK;
}

static pl_status make_sparse(const pl_continuum *c, pl_block_matrix *m)
{
  pl_sparse *s = &m->sparse;
  size_t entries = 9 * (size_t)m->first[c->count] - 3 * c->count;
  s->n = 3 * c->count;
  s->starts = PL_NEW(size_t, s->n + 1);
  s->rows = PL_NEW(uint32_t, entries);
  s->values = PL_NEW(double, entries);
  if (!s->starts || !s->rows || !s->values) return PL_ERROR_MEMORY;
  size_t at = 0;
  for (size_t i = 0; i < c->count; i++)
    for (uint32_t column = 0; column < 3; column++) {
      s->starts[3 * i + column] = at;
      for (uint32_t b = m->first[i]; b < m->first[i + 1]; b++)
        for (uint32_t r = b == m->first[i] ? column : 0; r < 3; r++) s->rows[at++] = 3 * m->neighbour[b] + r;
    }
  s->starts[s->n] = at;
  return PL_OK;
}

pl_status pl_block_matrix_make(const pl_continuum *c, pl_block_matrix *m)
{
  *m = (pl_block_matrix){0};
  double *coordinates = NULL;
  pl_status status = list_uses(c, m);
  if (status == PL_OK) status = list_neighbours(c, m);
  if (status == PL_OK) status = make_sparse(c, m);
  if (status == PL_OK) {
    coordinates = PL_NEW(double, 9 * c->count);
    if (!coordinates) status = PL_ERROR_MEMORY;
  }
  if (status == PL_OK) {
    for (size_t i = 0; i < 3 * c->count; i++) memcpy(coordinates + 3 * i, c->rest + 3 * (i / 3), 3 * sizeof(double));
    pl_solver_def def = {.kind = (pl_solver_kind)c->def.solver, .columns = 1, .changes = true};
    pl_solver_problem problem = {.matrix = &m->sparse, .coordinates = coordinates, .pattern_only = true};
    status = pl_solver_create(&def, &problem, NULL, &m->solver);
  }
  pl_release(coordinates);
  if (status != PL_OK) pl_block_matrix_free(m);
  return status;
}

/* values of the three columns of a node from its blocks, 9 numbers each, row-major */
static void store_column(const pl_block_matrix *m, size_t node, double (*block)[9])
{
  for (size_t column = 0; column < 3; column++) {
    double *value = m->sparse.values + m->sparse.starts[3 * node + column];
    for (uint32_t b = 0; b < m->first[node + 1] - m->first[node]; b++)
      for (size_t r = b == 0 ? column : 0; r < 3; r++) *value++ = block[b][3 * r + column];
  }
}

/* H of one term between two of its nodes. */
static void add_block(const pl_term_value *value, size_t rows, size_t i, size_t j, double block[9])
{
  for (size_t r = 0; r < rows; r++) {
    if (value->c[r] == 0) continue;
    const double *a = value->row[r] + 3 * i, *b = value->row[r] + 3 * j;
    double s[3] = {value->c[r] * a[0], value->c[r] * a[1], value->c[r] * a[2]};
    for (size_t k = 0; k < 3; k++)
      for (size_t l = 0; l < 3; l++) block[3 * k + l] += s[k] * b[l];
  }
  if (value->g == 0) return;
  double even = value->g * value->shape[i] * value->shape[j];
  block[0] += even;
  block[4] += even;
  block[8] += even;
}

static void assemble_columns(void *context, size_t begin, size_t end)
{
  const pl_continuum *c = context;
  const pl_block_matrix *m = &c->matrix;
  double block[NONE][9];
  for (size_t j = begin; j < end; j++) {
    memset(block, 0, (m->first[j + 1] - m->first[j]) * sizeof *block);
    for (uint32_t u = m->used[j]; u < m->used[j + 1] && !c->held[j]; u++) {
      size_t t = m->use[u] / 8, place = m->use[u] % 8;
      const pl_term *term = &c->terms.term[t];
      const uint8_t *to = m->block + PL_TERM_NODES * (size_t)u;
      for (size_t k = 0; k < term->count; k++)
        if (to[k] != NONE && !c->held[term->node[k]]) add_block(&c->value[t], c->terms.rows, k, place, block[to[k]]);
    }
    for (size_t k = 0; k < 9; k++) block[0][k] += c->held[j] ? k % 4 == 0 : c->diagonal[9 * j + k];
    store_column(m, j, block);
  }
}

static pl_status take_numbers(pl_continuum *c, pl_pool *pool)
{
  pl_solver_problem problem = {.matrix = &c->matrix.sparse};
  pl_touched_forget(&c->matrix.touched);
  PL_TRY(pl_solver_refactorise(c->matrix.solver, &problem, pool));
  const pl_cholesky *factor = pl_solver_factor(c->matrix.solver);
  return factor ? pl_touched_reserve(&c->matrix.touched, factor, c->count) : PL_OK;
}

/* As much on all of the diagonal as a part of its largest entry. */
static pl_status factorise_heavier(pl_continuum *c, double part, pl_pool *pool)
{
  pl_sparse *s = &c->matrix.sparse;
  double most = 0;
  for (size_t k = 0; k < s->n; k++) most = fmax(most, s->values[s->starts[k]]);
  for (size_t k = 0; k < s->n; k++) s->values[s->starts[k]] += part * most;
  return take_numbers(c, pool);
}

/* The printed step under pressure: w stress a_i a_j of a term takes from the matrix, from the row of a node at most
   |g a_i| sum |a_j|. Of that stays what half the mass of each of its nodes bears, so that the matrix is positive
   definite whatever solves with it; the rest is left to the right-hand side. */
static void limit_pressure(pl_continuum *c, const double *mass, double inertia)
{
  const double part = 0.5;
  double *taken = c->trial;
  memset(taken, 0, c->count * sizeof *taken);
  for (size_t t = 0; t < c->terms.count; t++) {
    const pl_term *term = &c->terms.term[t];
    const pl_term_value *value = &c->value[t];
    double sum = 0;
    if (value->g >= 0) continue;
    for (size_t k = 0; k < term->count; k++) sum += fabs(value->shape[k]);
    for (size_t k = 0; k < term->count; k++) taken[term->node[k]] -= value->g * fabs(value->shape[k]) * sum;
  }
  for (size_t t = 0; t < c->terms.count; t++) {
    const pl_term *term = &c->terms.term[t];
    double kept = 1;
    if (c->value[t].g >= 0) continue;
    for (size_t k = 0; k < term->count; k++) {
      double bears = part * inertia * mass[term->node[k]];
      if (taken[term->node[k]] > bears) kept = fmin(kept, bears / taken[term->node[k]]);
    }
    c->value[t].g *= kept;
  }
}

/* Rounding can take the factor of any matrix whose stiffness is 1e15 times its mass; a trace of mass brings it back,
   and shortens the step. What has no factor after that holds no numbers. */
pl_status pl_continuum_factorise(pl_continuum *c, const double *mass, double inertia, pl_pool *pool)
{
  if (c->def.step == PL_CONTINUUM_PRINTED) limit_pressure(c, mass, inertia);
  pl_parallel_for(pool, c->count, PL_TERM_GRAIN, assemble_columns, c);
  pl_status status = take_numbers(c, pool);
  static const double parts[] = {1e-14, 1e-11, 1e-8, 1e-4, 1};
  for (size_t k = 0; status == PL_ERROR_SINGULAR && k < sizeof parts / sizeof *parts; k++)
    status = factorise_heavier(c, parts[k], pool);
  return status;
}

static pl_status check_convergence(const pl_continuum *c, const pl_solver_report *report)
{
  if (report->converged || report->residual < 1e-3) return PL_OK;
  return pl_fail(PL_ERROR_DIVERGED,
                 "the solver %s of a continuum body reached a residual of only %g after %d rounds; continuum.solver "
                 "cholesky is for any stiffness",
                 pl_solver_kind_name(pl_solver_kind_of(c->matrix.solver)), report->residual, report->rounds);
}

pl_status pl_continuum_solve(pl_continuum *c, double *x, pl_pool *pool)
{
  pl_solver_report report;
  for (size_t k = 0; k < 3 * c->count; k++) c->right[k] = c->held[k / 3] ? 0 : x[k];
  memset(x, 0, 3 * c->count * sizeof *x); /* where what iterates begins */
  PL_TRY(pl_solver_solve(c->matrix.solver, c->right, x, c->def.solver_tolerance, pool, &report));
  for (size_t i = 0; i < c->count; i++)
    if (c->held[i]) memset(x + 3 * i, 0, 3 * sizeof *x);
  return check_convergence(c, &report);
}

pl_status pl_continuum_solve_three(pl_continuum *c, const pl_model_context *context)
{
  const double per_operation = 2.0 / 3.0; /* units of work (base/work.h) */
  pl_solver_report report;
  PL_TRY(pl_solver_solve_three(c->matrix.solver, c->right, c->answer, c->def.solver_tolerance, context->pool, &report));
  pl_work_add(context->work, per_operation * pl_solver_work(c->matrix.solver, &report));
  return check_convergence(c, &report);
}
