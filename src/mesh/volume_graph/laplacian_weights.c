/* SPDX-License-Identifier: MIT
   Tens of thousands of programs with a dozen unknowns each: a primal active set method with a dense Cholesky
   factorisation per change of the set. It ends after finitely many changes, needs no step length or tolerance to tune,
   and its plain loops give the same bits everywhere, which a general solver behind LAPACK would not. */
#include "mesh/volume_graph/laplacian_weights.h"

#include <math.h>
#include <stdbool.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

enum { MOST = PL_LAPLACIAN_UNIFORM_FROM - 1 };

static const double least = 0.01, length_weight = 0.01, evenness = 1e-6;

/* min 1/2 w^T H w with sum w = 1, w >= low; free[i] is false where w[i] sits on its bound. */
typedef struct program {
  size_t count;
  double low;
  double hessian[MOST * MOST];
  double factor[MOST * MOST];
  double weight[MOST];
  double goal[MOST];
  double ones[MOST];
  uint32_t at[MOST]; /* the free ones */
  bool free[MOST];
} program;

static void set_hessian(program *p, const double (*arms)[4])
{
  for (size_t i = 0; i < p->count; i++)
    for (size_t j = 0; j < p->count; j++) {
      double sum = i == j ? evenness : 0;
      for (int k = 0; k < 4; k++) sum += arms[i][k] * arms[j][k];
      p->hessian[i * p->count + j] = sum;
    }
}

/* Cholesky of the free rows; positive definite thanks to the evenness. */
static size_t factorise(program *p)
{
  size_t n = 0;
  for (size_t i = 0; i < p->count; i++)
    if (p->free[i]) p->at[n++] = (uint32_t)i;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      double sum = p->hessian[p->at[i] * p->count + p->at[j]];
      for (size_t k = 0; k < j; k++) sum -= p->factor[i * n + k] * p->factor[j * n + k];
      p->factor[i * n + j] = i == j ? sqrt(fmax(sum, evenness * 1e-6)) : sum / p->factor[j * n + j];
    }
  return n;
}

static void solve(const program *p, size_t n, double *x)
{
  for (size_t i = 0; i < n; i++) {
    for (size_t k = 0; k < i; k++) x[i] -= p->factor[i * n + k] * x[k];
    x[i] /= p->factor[i * n + i];
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t k = i + 1; k < n; k++) x[i] -= p->factor[k * n + i] * x[k];
    x[i] /= p->factor[i * n + i];
  }
}

/* The best weights of the free set, the others on their bound: H_ff w = m 1 - H_fb low, sum w = the rest. Returns the
   multiplier m. */
static double find_goal(program *p, size_t n)
{
  double sum_goal = 0, sum_ones = 0, rest = 1;
  for (size_t i = 0; i < n; i++) {
    p->goal[i] = 0;
    p->ones[i] = 1;
    for (size_t j = 0; j < p->count; j++)
      if (!p->free[j]) p->goal[i] -= p->hessian[p->at[i] * p->count + j] * p->low;
  }
  for (size_t j = 0; j < p->count; j++) rest -= p->free[j] ? 0 : p->low;
  solve(p, n, p->goal);
  solve(p, n, p->ones);
  for (size_t i = 0; i < n; i++) {
    sum_goal += p->goal[i];
    sum_ones += p->ones[i];
  }
  double multiplier = (rest - sum_goal) / sum_ones;
  for (size_t i = 0; i < n; i++) p->goal[i] += multiplier * p->ones[i];
  return multiplier;
}

/* Goes towards the goal until a weight meets its bound and fixes it there; true if the goal was reached. */
static bool advance(program *p, size_t n)
{
  double part = 1;
  size_t first = n;
  for (size_t i = 0; i < n; i++) {
    double now = p->weight[p->at[i]];
    if (p->goal[i] >= p->low) continue;
    double to_bound = (now - p->low) / (now - p->goal[i]);
    if (to_bound < part) {
      part = to_bound;
      first = i;
    }
  }
  for (size_t i = 0; i < n; i++) p->weight[p->at[i]] += part * (p->goal[i] - p->weight[p->at[i]]);
  if (first == n) return true;
  p->weight[p->at[first]] = p->low;
  p->free[p->at[first]] = false;
  return false;
}

/* Frees the weight on its bound whose growth gains most; false if none gains: this is the optimum. */
static bool release_one(program *p, double multiplier)
{
  size_t best = p->count;
  double gain = 1e-9;
  for (size_t i = 0; i < p->count; i++) {
    double slope = 0;
    if (p->free[i]) continue;
    for (size_t j = 0; j < p->count; j++) slope += p->hessian[i * p->count + j] * p->weight[j];
    if (multiplier - slope <= gain) continue;
    gain = multiplier - slope;
    best = i;
  }
  if (best == p->count) return false;
  p->free[best] = true;
  return true;
}

static void optimise(program *p)
{
  for (size_t i = 0; i < p->count; i++) {
    p->free[i] = true;
    p->weight[i] = 1.0 / (double)p->count;
  }
  /* The cap is far above what is ever needed and guards against rounding that frees and fixes in turn. */
  for (size_t round = 0; round < 10 * p->count + 10; round++) {
    size_t n = factorise(p);
    double multiplier = find_goal(p, n);
    if (advance(p, n) && !release_one(p, multiplier)) return;
  }
}

typedef struct graph {
  const double *positions;
  const uint32_t *edges;
  size_t *starts;  /* per node: its places in `places` */
  size_t *places;  /* of its weights: 2 edge + (0 if it is the edge's first vertex, 1 if the second) */
  double *weights; /* 2 per edge */
} graph;

static void weigh_node(const graph *g, size_t node, program *p)
{
  const size_t *places = g->places + g->starts[node];
  size_t count = g->starts[node + 1] - g->starts[node];
  double arms[MOST][4], mean = 0;
  for (size_t i = 0; i < count; i++) g->weights[places[i]] = 1.0 / (double)count;
  if (count > MOST) return;
  for (size_t i = 0; i < count; i++) {
    pl_vec3_sub(g->positions + 3 * (size_t)g->edges[places[i] ^ 1], g->positions + 3 * node, arms[i]);
    arms[i][3] = pl_vec3_length(arms[i]);
    mean += arms[i][3] / (double)count;
  }
  if (!(mean > 0 && isfinite(mean))) return;
  for (size_t i = 0; i < count; i++) {
    for (int k = 0; k < 4; k++) arms[i][k] /= mean;
    arms[i][3] *= sqrt(length_weight);
  }
  p->count = count;
  p->low = least;
  set_hessian(p, (const double(*)[4])arms);
  optimise(p);
  for (size_t i = 0; i < count; i++) g->weights[places[i]] = p->weight[i];
}

static void list_places(graph *g, size_t vertex_count, size_t edge_count)
{
  size_t *at = g->starts + 1; /* counted one place further on: filling leaves each start where it belongs */
  for (size_t i = 0; i < 2 * edge_count; i++) at[g->edges[i] + 1]++;
  for (size_t v = 0; v < vertex_count; v++) at[v + 1] += at[v];
  for (size_t i = 0; i < 2 * edge_count; i++) g->places[at[g->edges[i]]++] = i;
}

pl_status pl_laplacian_weigh(const double *positions, size_t vertex_count, const uint32_t *edges, size_t edge_count,
                             double *weights)
{
  graph g = {.positions = positions, .edges = edges, .weights = weights};
  g.starts = PL_NEW(size_t, vertex_count + 2);
  g.places = PL_NEW(size_t, 2 * edge_count);
  program *p = PL_NEW(program, 1);
  pl_status status = g.starts && g.places && p ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    list_places(&g, vertex_count, edge_count);
    for (size_t v = 0; v < vertex_count; v++) weigh_node(&g, v, p);
  }
  pl_release(g.starts);
  pl_release(g.places);
  pl_release(p);
  return status;
}
