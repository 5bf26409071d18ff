/* SPDX-License-Identifier: MIT
   Graphs of every kind that the graph model may meet, and its energy at positions in the caller's order. */
#pragma once

#include "fixtures.h"
#include "model/graph/graph.h"
#include "world/world.h"

typedef struct graph_case {
  const char *name;
  pl_mesh *mesh;
} graph_case;

enum { GRAPH_CASES = 8 };

static inline void make_graph_cases(graph_case cases[GRAPH_CASES])
{
  static const double tree[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 2, 0, 0, 3, 0, 0, 0, -1, 0.5};
  static const uint32_t branches[] = {0, 1, 1, 2, 2, 3, 1, 4, 4, 5, 0, 6};
  static const double pair[] = {0.1, 0.2, 0.3, 0.4, -0.2, 0.1};
  static const double apart[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 5, 5, 6, 5, 5, 5, 6, 5, 9, 9, 9};
  static const uint32_t pieces[] = {0, 1, 0, 2, 0, 3, 1, 2, 1, 3, 2, 3, 4, 5, 4, 6, 5, 6};
  pl_mesh *sheet = NULL, *ball = NULL;
  assert_ok(pl_make_sheet(1, 1, 7, 6, &sheet));
  assert_ok(pl_make_icosphere(0.5, 4, &ball));
  graph_case all[GRAPH_CASES] = {{"bar, 26 neighbours", make_bar(5, 3, 3, 0.1, 26)},
                                 {"bar, 6 neighbours", make_bar(5, 3, 3, 0.1, 6)},
                                 {"sheet", sheet},
                                 {"ball", ball},
                                 {"tree", make_graph(tree, 7, branches, 6)},
                                 {"single edge", make_graph(pair, 2, (uint32_t[]){0, 1}, 1)},
                                 {"single particle", make_graph(pair, 1, NULL, 0)},
                                 {"pieces and a lone particle", make_graph(apart, 8, pieces, 9)}};
  for (int k = 0; k < GRAPH_CASES; k++) cases[k] = all[k];
}

static inline void free_graph_cases(graph_case cases[GRAPH_CASES])
{
  for (int k = 0; k < GRAPH_CASES; k++) pl_mesh_destroy(cases[k].mesh);
}

/* Masses 1 ± 0.25 kg. */
static inline double *random_masses(uint64_t *seed, size_t n)
{
  double *masses = malloc(n * sizeof *masses);
  for (size_t i = 0; i < n; i++) masses[i] = 1 + 0.25 * random_unit(seed);
  return masses;
}

/* Elastic energy and forces at x; x and force in the caller's order. */
static inline double elastic_at(pl_body *body, const double *x, double *force)
{
  size_t n = body->count;
  double *stored = malloc(3 * n * sizeof(double)), *f = malloc(3 * n * sizeof(double)), energy = NAN;
  for (size_t i = 0; i < n; i++) memcpy(stored + 3 * i, x + 3 * (size_t)body->order[i], 3 * sizeof(double));
  pl_model_context context = pl_world_context(body->world);
  assert_ok(body->model->energy(&body->view, stored, &context, &energy, f));
  for (size_t i = 0; force && i < n; i++) memcpy(force + 3 * (size_t)body->order[i], f + 3 * i, 3 * sizeof(double));
  free(stored);
  free(f);
  return energy;
}

/* The rest shape with noise of the given size. */
static inline double *noisy(const pl_mesh *mesh, uint64_t *seed, double noise)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  double *x = malloc(3 * data.vertex_count * sizeof(double));
  for (size_t k = 0; k < 3 * data.vertex_count; k++) x[k] = data.positions[k] + noise * random_unit(seed);
  return x;
}
