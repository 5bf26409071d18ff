/* SPDX-License-Identifier: MIT
   All terms of a body: each by itself in parallel, then sums in a fixed order. */
#include <string.h>

#include "math/vec3.h"
#include "model/continuum/continuum.h"

typedef struct evaluation {
  pl_continuum *c;
  const double *x;
  double *gradient;
  bool printed;
} evaluation;

static void evaluate_terms(void *context, size_t begin, size_t end)
{
  const evaluation *e = context;
  double sum = 0;
  for (size_t t = begin; t < end; t++) {
    pl_term_evaluate(&e->c->terms, &e->c->terms.term[t], e->x, e->printed, &e->c->value[t]);
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
