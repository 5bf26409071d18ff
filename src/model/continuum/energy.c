/* SPDX-License-Identifier: MIT
   All terms of a body: each by itself in parallel, then sums in a fixed order. */
#include <math.h>
#include <string.h>

#include "math/vec3.h"
#include "model/continuum/continuum.h"

typedef struct evaluation {
  pl_continuum *c;
  const double *x;
  double *gradient;
  bool printed;
} evaluation;

static void measure_terms(void *context, size_t begin, size_t end)
{
  const evaluation *e = context;
  const pl_terms *terms = &e->c->terms;
  for (size_t t = begin; t < end; t++)
    e->c->before[t] = terms->term[t].stiffness > 0 ? pl_term_measure(terms, &terms->term[t], e->x) : 0;
}

void pl_continuum_note_start(pl_continuum *c, const double *x, pl_pool *pool)
{
  evaluation e = {.c = c, .x = x};
  pl_parallel_for(pool, c->terms.count, PL_TERM_GRAIN, measure_terms, &e);
}

/* The second derivative gets the square of the first row alone, so that the matrix does not depend on the start. */
static void add_rate(const evaluation *e, size_t t, pl_term_value *value)
{
  static const double turn = 6.283185307179586;
  const pl_terms *terms = &e->c->terms;
  const pl_term *term = &terms->term[t];
  double k = e->c->part * term->measure * term->stiffness * (term->kind == PL_TERM_METRIC ? 0.5 : 1);
  if (!(value->c[0] > 0 || value->g > 0)) return; /* it has no direction there */
  double off = pl_term_measure(terms, term, e->x) - e->c->before[t];
  if (term->kind == PL_TERM_TORSION) { /* as an angle it goes round */
    double length = pl_vec3_distance(e->x + 3 * (size_t)term->node[1], e->x + 3 * (size_t)term->node[2]);
    off -= turn / length * round(off * length / turn);
  }
  value->energy += 0.5 * k * off * off;
  for (size_t i = 0; i < 3 * (size_t)term->count; i++) value->gradient[i] += k * off * value->row[0][i];
  value->c[0] += k;
}

static void evaluate_terms(void *context, size_t begin, size_t end)
{
  const evaluation *e = context;
  double sum = 0;
  for (size_t t = begin; t < end; t++) {
    pl_term_evaluate(&e->c->terms, &e->c->terms.term[t], e->x, e->printed, &e->c->value[t]);
    if (e->c->part > 0) add_rate(e, t, &e->c->value[t]);
    sum += e->c->value[t].energy;
  }
  e->c->block_energy[begin / PL_TERM_GRAIN] = sum;
}

static void gather_nodes(void *context, size_t begin, size_t end)
{
  const evaluation *e = context;
  const pl_block_matrix *m = &e->c->matrix;
  for (size_t i = begin; i < end; i++) {
    double sum[3] = {0, 0, 0};
    for (uint32_t u = m->used[i]; u < m->used[i + 1]; u++) {
      const pl_term_value *value = &e->c->value[m->use[u] / 8];
      pl_vec3_add(sum, value->gradient + 3 * (size_t)(m->use[u] % 8), sum);
    }
    memcpy(e->gradient + 3 * i, sum, sizeof sum);
  }
}

void pl_continuum_gather(pl_continuum *c, pl_pool *pool, double *gradient)
{
  evaluation e = {.c = c, .gradient = gradient};
  pl_parallel_for(pool, c->count, PL_TERM_GRAIN, gather_nodes, &e);
}

double pl_continuum_evaluate(pl_continuum *c, const double *x, bool printed, pl_pool *pool, double *gradient)
{
  evaluation e = {c, x, gradient, printed};
  double sum = 0;
  pl_parallel_for(pool, c->terms.count, PL_TERM_GRAIN, evaluate_terms, &e);
  for (size_t b = 0; b * PL_TERM_GRAIN < c->terms.count; b++) sum += c->block_energy[b];
  if (gradient) pl_continuum_gather(c, pool, gradient);
  return sum;
}
