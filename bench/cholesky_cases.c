/* SPDX-License-Identifier: MIT */
#include "cholesky_cases.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/sparse/adjacency.h"

const cholesky_case cholesky_cases[] = {
    {"bar 41x9x9, 6, edge", {41, 9, 9}, 6, 0},         {"bar 41x9x9, 26, edge", {41, 9, 9}, 26, 0},
    {"bar 41x9x9, 6, laplacian", {41, 9, 9}, 6, 1},    {"bar 41x9x9, 26, laplacian", {41, 9, 9}, 26, 1},
    {"block 14190, 6, edge", {43, 22, 15}, 6, 0},      {"block 14190, 26, edge", {43, 22, 15}, 26, 0},
    {"block 14190, 6, laplacian", {43, 22, 15}, 6, 1}, {"block 14190, 26, laplacian", {43, 22, 15}, 26, 1},
    {"surface 32768, edge", {256, 128, 0}, 6, 0},      {"surface 32768, laplacian", {256, 128, 0}, 6, 1},
};
const size_t cholesky_case_count = sizeof cholesky_cases / sizeof *cholesky_cases;

typedef struct triplets {
  uint32_t *row, *column;
  double *value;
  size_t count, capacity[3];
} triplets;

static void triplets_free(triplets *t)
{
  pl_release(t->row);
  pl_release(t->column);
  pl_release(t->value);
}

static pl_status put(triplets *t, uint32_t row, uint32_t column, double value)
{
  PL_TRY(pl_grow((void **)&t->row, &t->capacity[0], t->count + 1, sizeof *t->row));
  PL_TRY(pl_grow((void **)&t->column, &t->capacity[1], t->count + 1, sizeof *t->column));
  PL_TRY(pl_grow((void **)&t->value, &t->capacity[2], t->count + 1, sizeof *t->value));
  t->row[t->count] = row;
  t->column[t->count] = column;
  t->value[t->count++] = value;
  return PL_OK;
}

static pl_status lattice_edges(const cholesky_case *c, triplets *t, double *coordinates)
{
  const int *n = c->size;
  for (int x = 0; x < n[0]; x++)
    for (int y = 0; y < n[1]; y++)
      for (int z = 0; z < n[2]; z++) {
        uint32_t here = (uint32_t)((x * n[1] + y) * n[2] + z);
        double place[3] = {x, y, z};
        for (uint32_t k = 0; k < 3; k++) coordinates[3 * here + k] = place[k];
        for (int step = 14; step < 27; step++) { /* the half of the 26 directions that comes later */
          int d[3] = {step / 9 - 1, step / 3 % 3 - 1, step % 3 - 1};
          int a = x + d[0], b = y + d[1], e = z + d[2];
          if (c->neighbours == 6 && abs(d[0]) + abs(d[1]) + abs(d[2]) != 1) continue;
          if (a < 0 || b < 0 || e < 0 || a >= n[0] || b >= n[1] || e >= n[2]) continue;
          PL_TRY(put(t, here, (uint32_t)((a * n[1] + b) * n[2] + e), 1.0));
        }
      }
  return PL_OK;
}

static pl_status torus_edges(const cholesky_case *c, triplets *t, double *coordinates)
{
  const double pi = 3.14159265358979323846;
  int rings = c->size[0], segments = c->size[1];
  for (int i = 0; i < rings; i++)
    for (int j = 0; j < segments; j++) {
      uint32_t here = (uint32_t)(i * segments + j);
      double u = 2.0 * pi * i / rings, v = 2.0 * pi * j / segments, r = 2.0 + cos(v);
      double place[3] = {r * cos(u), sin(v), r * sin(u)};
      for (uint32_t k = 0; k < 3; k++) coordinates[3 * here + k] = place[k];
      int right = (i + 1) % rings, above = (j + 1) % segments;
      PL_TRY(put(t, here, (uint32_t)(right * segments + j), 1.0));
      PL_TRY(put(t, here, (uint32_t)(i * segments + above), 1.0));
      PL_TRY(put(t, here, (uint32_t)(right * segments + above), 1.0));
    }
  return PL_OK;
}

/* Edge energy: K = L = degree - adjacency, eigenvalues up to about twice the degree. */
static pl_status edge_stiffness(const pl_adjacency *g, double kappa, triplets *t)
{
  double largest = 0.0;
  for (uint32_t i = 0; i < g->n; i++) largest = fmax(largest, 2.0 * (g->starts[i + 1] - g->starts[i]));
  double stiffness = kappa / largest;
  for (uint32_t i = 0; i < g->n; i++) {
    PL_TRY(put(t, i, i, 1.0 + stiffness * (g->starts[i + 1] - g->starts[i])));
    for (int32_t e = g->starts[i]; e < g->starts[i + 1]; e++)
      if ((uint32_t)g->neighbours[e] > i) PL_TRY(put(t, (uint32_t)g->neighbours[e], i, -stiffness));
  }
  return PL_OK;
}

/* Laplacian energy: L_i x = mean of the neighbours - x_i, K = L^T L, eigenvalues up to about 4. */
static pl_status laplacian_stiffness(const pl_adjacency *g, double kappa, triplets *t)
{
  double stiffness = kappa / 4.0;
  for (uint32_t i = 0; i < g->n; i++) {
    int32_t begin = g->starts[i], end = g->starts[i + 1];
    double share = 1.0 / (end - begin);
    PL_TRY(put(t, i, i, 1.0 + stiffness));
    for (int32_t a = begin; a < end; a++) {
      PL_TRY(put(t, (uint32_t)g->neighbours[a], i, -stiffness * share));
      for (int32_t b = begin; b <= a; b++)
        PL_TRY(put(t, (uint32_t)g->neighbours[a], (uint32_t)g->neighbours[b], stiffness * share * share));
    }
  }
  return PL_OK;
}

static pl_status build(const cholesky_case *c, double kappa, cholesky_problem *out, triplets *edges, pl_sparse *pattern,
                       pl_adjacency *graph, triplets *t)
{
  size_t n = (size_t)c->size[0] * (size_t)c->size[1] * (size_t)(c->size[2] ? c->size[2] : 1);
  out->coordinates = PL_NEW(double, 3 * n);
  out->mass = PL_NEW(double, n);
  if (!out->coordinates || !out->mass) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) out->mass[i] = 1.0;
  PL_TRY(c->size[2] ? lattice_edges(c, edges, out->coordinates) : torus_edges(c, edges, out->coordinates));
  PL_TRY(pl_sparse_from_triplets(n, edges->count, edges->row, edges->column, edges->value, pattern));
  PL_TRY(pl_adjacency_create(pattern, graph));
  PL_TRY(c->laplacian ? laplacian_stiffness(graph, kappa, t) : edge_stiffness(graph, kappa, t));
  return pl_sparse_from_triplets(n, t->count, t->row, t->column, t->value, &out->matrix);
}

pl_status cholesky_problem_create(const cholesky_case *which, double kappa, cholesky_problem *out)
{
  *out = (cholesky_problem){0};
  triplets edges = {0}, t = {0};
  pl_sparse pattern = {0};
  pl_adjacency graph = {0};
  pl_status status = build(which, kappa, out, &edges, &pattern, &graph, &t);
  triplets_free(&edges);
  triplets_free(&t);
  pl_sparse_free(&pattern);
  pl_adjacency_free(&graph);
  if (status != PL_OK) cholesky_problem_free(out);
  return status;
}

void cholesky_problem_free(cholesky_problem *problem)
{
  pl_sparse_free(&problem->matrix);
  pl_release(problem->mass);
  pl_release(problem->coordinates);
  *problem = (cholesky_problem){0};
}
