/* SPDX-License-Identifier: MIT */
#include "linalg/iterative/multigrid.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

enum { DIAGONAL = 0, FIRST = 1, SECOND = 4, MIXED = 7, CROSS = 10, SMALL = 600, SHORTEST = 5 };
static const int pair_of[3][2] = {{0, 1}, {0, 2}, {1, 2}};

static void rules_of(int term, pl_axis_rule rules[3])
{
  rules[0] = rules[1] = rules[2] = PL_AXIS_NODE;
  if (term >= FIRST && term < SECOND) rules[term - FIRST] = PL_AXIS_EDGES;
  if (term >= SECOND && term < MIXED) rules[term - SECOND] = PL_AXIS_MIDDLE;
  if (term >= MIXED) {
    const int *pair = pair_of[(term - MIXED) % 3];
    rules[pair[0]] = rules[pair[1]] = term < CROSS ? PL_AXIS_EDGES : PL_AXIS_EDGE;
  }
}

static double sum_of(const double *weights, size_t count)
{
  double sum = 0.0;
  for (size_t i = 0; weights && i < count; i++) sum += fabs(weights[i]);
  return sum;
}

/* Axes along which neighbours hold on to each other at least a seventh as much as along the strongest one are halved:
   what smoothing leaves is smooth along these. False: the grid stays as it is. */
static bool choose_axes(const pl_stencil *s, const pl_stencil_terms *t, bool halve[3])
{
  double strength[3] = {0}, most = 0.0;
  for (int a = 0; a < 3; a++)
    if (s->counts[a] > 1)
      strength[a] += 4.0 * sum_of(t->weights[FIRST + a], s->nodes) + 16.0 * sum_of(t->weights[SECOND + a], s->nodes);
  for (int p = 0; p < 3; p++)
    for (int k = 0; k < 2; k++)
      if (s->counts[pair_of[p][k]] > 1) strength[pair_of[p][k]] += 8.0 * sum_of(t->weights[MIXED + p], s->nodes);
  if (s->nodes <= SMALL) return false;
  for (int a = 0; a < 3; a++)
    if (s->counts[a] >= SHORTEST) most = fmax(most, strength[a]);
  bool any = false;
  for (int a = 0; a < 3; a++)
    any |= halve[a] = s->counts[a] >= SHORTEST && strength[a] > 0.0 && strength[a] >= most / 7.0;
  return any;
}

/* A fixed node is a spring for the grids below, as stiff as the matrix is there. */
static void gather_weights(pl_multigrid_level *fine, pl_multigrid_level *coarse, double *work)
{
  size_t n = fine->stencil.nodes;
  const pl_stencil *s = &fine->stencil;
  for (int term = 0; term < PL_STENCIL_TERMS; term++) {
    const double *from = fine->terms.weights[term];
    if (!from) continue;
    if (term == DIAGONAL && s->fixed) {
      double *held = work + 2 * n;
      for (size_t i = 0; i < n; i++)
        held[i] = from[i] + (s->fixed[i] ? s->diagonal[s->rows[i / s->counts[2]] + i % s->counts[2]] : 0.0);
      from = held;
    }
    pl_axis_rule rules[3];
    rules_of(term, rules);
    pl_transfer_weights(&fine->transfer, rules, from, coarse->weights[term], work);
  }
}

static pl_status create_vectors(pl_multigrid_level *l, int columns)
{
  size_t room = pl_stencil_room(&l->stencil, columns);
  l->x = PL_NEW(double, room);
  l->r = PL_NEW(double, room);
  l->d = PL_NEW(double, room);
  l->next = PL_NEW(double, room);
  return l->x && l->r && l->d && l->next ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status create_coarser(pl_multigrid *m, const bool halve[3], pl_pool *pool)
{
  pl_multigrid_level *fine = &m->level[m->levels - 1], *coarse = &m->level[m->levels];
  const pl_stencil *s = &fine->stencil;
  PL_TRY(pl_transfer_create(s->counts, s->closed, halve, &fine->transfer));
  size_t counts[3], nodes = 1;
  for (int a = 0; a < 3; a++) nodes *= counts[a] = fine->transfer.axes[a].coarse;
  m->levels++;
  for (int term = 0; term < PL_STENCIL_TERMS; term++) {
    if (!fine->terms.weights[term]) continue;
    coarse->terms.weights[term] = coarse->weights[term] = PL_NEW(double, nodes);
    if (!coarse->weights[term]) return PL_ERROR_MEMORY;
  }
  PL_TRY(pl_stencil_create(counts, s->closed, &coarse->terms, false, &coarse->stencil));
  PL_TRY(create_vectors(coarse, m->columns));
  gather_weights(fine, coarse, m->work);
  return pl_stencil_fill(&coarse->stencil, &coarse->terms, NULL, pool);
}

static pl_status build(const pl_grid_operator *grid, pl_pool *pool, pl_multigrid *m)
{
  size_t counts[3];
  bool closed[3], halve[3];
  pl_multigrid_level *finest = &m->level[0];
  pl_stencil_terms_of(grid, counts, closed, &finest->terms);
  PL_TRY(pl_stencil_create(counts, closed, &finest->terms, grid->fixed != NULL, &finest->stencil));
  m->levels = 1;
  PL_TRY(pl_stencil_fill(&finest->stencil, &finest->terms, grid->fixed, pool));
  PL_TRY(create_vectors(finest, m->columns));
  m->work = PL_NEW(double, 3 * finest->stencil.nodes);
  if (!m->work) return PL_ERROR_MEMORY;
  while (m->levels < PL_MULTIGRID_LEVELS &&
         choose_axes(&m->level[m->levels - 1].stencil, &m->level[m->levels - 1].terms, halve))
    PL_TRY(create_coarser(m, halve, pool));
  const pl_stencil *coarsest = &m->level[m->levels - 1].stencil;
  PL_TRY(pl_stencil_matrix(coarsest, &m->coarse, &m->entries));
  pl_stencil_values(coarsest, m->entries, &m->coarse);
  m->right = PL_NEW(double, 3 * coarsest->nodes);
  if (!m->right) return PL_ERROR_MEMORY;
  PL_TRY(pl_cholesky_analyse(&m->coarse, NULL, PL_ORDER_AUTO, &m->factor));
  return pl_cholesky_factorise(m->factor, &m->coarse, PL_PRECISION_DOUBLE, pool);
}

pl_status pl_multigrid_create(const pl_grid_operator *grid, int columns, int degree, pl_pool *pool, pl_multigrid *out)
{
  *out = (pl_multigrid){.columns = columns, .degree = degree};
  PL_TRY(pl_grid_operator_check(grid));
  pl_status status = build(grid, pool, out);
  if (status != PL_OK) pl_multigrid_free(out);
  return status;
}

void pl_multigrid_free(pl_multigrid *m)
{
  for (int l = 0; l < m->levels; l++) {
    pl_multigrid_level *level = &m->level[l];
    pl_stencil_free(&level->stencil);
    pl_transfer_free(&level->transfer);
    for (int term = 0; term < PL_STENCIL_TERMS; term++) pl_release(level->weights[term]);
    pl_release(level->x);
    pl_release(level->r);
    pl_release(level->d);
    pl_release(level->next);
  }
  pl_sparse_free(&m->coarse);
  pl_release(m->entries);
  pl_cholesky_destroy(m->factor);
  pl_release(m->right);
  pl_release(m->work);
  *m = (pl_multigrid){0};
}

pl_status pl_multigrid_fill(pl_multigrid *m, const pl_grid_operator *grid, pl_pool *pool)
{
  size_t counts[3];
  bool closed[3];
  pl_stencil_terms_of(grid, counts, closed, &m->level[0].terms);
  PL_TRY(pl_stencil_fill(&m->level[0].stencil, &m->level[0].terms, grid->fixed, pool));
  for (int l = 1; l < m->levels; l++) {
    gather_weights(&m->level[l - 1], &m->level[l], m->work);
    PL_TRY(pl_stencil_fill(&m->level[l].stencil, &m->level[l].terms, NULL, pool));
  }
  pl_stencil_values(&m->level[m->levels - 1].stencil, m->entries, &m->coarse);
  return pl_cholesky_factorise(m->factor, &m->coarse, PL_PRECISION_DOUBLE, pool);
}

typedef struct start_work {
  const pl_stencil *stencil;
  const double *r;
  double *d;
  double scale;
  int columns;
} start_work;

static void start_task(void *context, size_t begin, size_t end)
{
  const start_work *w = context;
  const pl_stencil *s = w->stencil;
  for (size_t row = begin; row < end; row++)
    for (int c = 0; c < w->columns; c++) {
      size_t at = (size_t)c * s->length + s->rows[row];
      const double *r = w->r + at, *inverse = s->inverse + s->rows[row];
      double *d = w->d + at;
      for (size_t k = 0; k < s->counts[2]; k++) d[k] = w->scale * inverse[k] * r[k];
    }
}

/* From direction d on: `degree` steps of the polynomial, from k = 1; with `rest`, r is what is left after the last. */
static void smooth(const pl_multigrid *m, pl_multigrid_level *l, double *r, double *x, pl_pool *pool)
{
  double scale = 1.0 / l->stencil.largest;
  for (int k = 1; k <= m->degree; k++) {
    bool last = k == m->degree;
    double alpha = (2.0 * k - 1.0) / (2.0 * k + 3.0), beta = scale * (8.0 * k + 4.0) / (2.0 * k + 3.0);
    pl_stencil_step(&l->stencil, l->d, x, r, last ? NULL : l->next, alpha, beta, m->columns, pool);
    double *swap = l->d;
    l->d = l->next;
    l->next = swap;
  }
}

static void solve_coarsest(pl_multigrid *m, pl_multigrid_level *l, const double *r, double *x, pl_pool *pool)
{
  double *right = m->right;
  pl_stencil_store(&l->stencil, r, right, m->columns, pool);
  if (m->columns == 1)
    pl_cholesky_solve_one(m->factor, right, PL_ROWS_ORIGINAL, pool);
  else
    pl_cholesky_solve(m->factor, right, PL_ROWS_ORIGINAL, pool);
  pl_stencil_load(&l->stencil, right, x, m->columns, pool);
}

static void cycle(pl_multigrid *m, int which, double *r, double *x, pl_pool *pool)
{
  pl_multigrid_level *l = &m->level[which];
  const pl_stencil *s = &l->stencil;
  if (which + 1 == m->levels) {
    solve_coarsest(m, l, r, x, pool);
    return;
  }
  memset(x, 0, (size_t)m->columns * s->length * sizeof *x);
  start_work w = {s, r, l->d, 4.0 / (3.0 * s->largest), m->columns};
  pl_parallel_for(s->nodes < 8192 ? NULL : pool, s->row_count, pl_stencil_grain(s), start_task, &w);
  smooth(m, l, r, x, pool);
  pl_multigrid_level *below = &m->level[which + 1];
  pl_transfer_down(&l->transfer, s, &below->stencil, r, below->r, l->next, m->columns, pool);
  cycle(m, which + 1, below->r, below->x, pool);
  pl_transfer_up(&l->transfer, s, &below->stencil, below->x, l->d, l->next, m->columns, pool);
  pl_stencil_step(s, l->d, x, r, l->next, 0.0, 4.0 / (3.0 * s->largest), m->columns, pool);
  double *swap = l->d;
  l->d = l->next;
  l->next = swap;
  smooth(m, l, r, x, pool);
}

void pl_multigrid_cycle(pl_multigrid *m, double *r, double *x, pl_pool *pool) { cycle(m, 0, r, x, pool); }
