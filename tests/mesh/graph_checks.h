/* SPDX-License-Identifier: MIT
   What must hold for every volumetric graph, whatever the surface. */
#pragma once

#include <stdbool.h>
#include <string.h>

#include "mesh/core/sets.h"
#include "pliant/make.h"
#include "testing.h"

typedef struct graph_figures {
  double thinnest;     /* smallest det(C) / (tr(C) / 3)^3 of a node's covariance of edges: 1 is a ball, 0 is flat */
  double shortest;     /* edge, in mean edges of the surface */
  double laplacian[3]; /* mean length of Laplacian coordinates on surface, shell and lattice, in mean edges */
} graph_figures;

static inline const double *node_at(const pl_mesh_data *g, size_t i) { return g->positions + 3 * i; }

static inline void check_surface(const pl_mesh_data *surface, const pl_mesh_data *g, const pl_volume_graph_report *r)
{
  assert_int_equal(r->surface_count, surface->vertex_count);
  assert_int_equal(r->surface_count + r->shell_count + r->lattice_count, g->vertex_count);
  assert_memory_equal(g->positions, surface->positions, 3 * surface->vertex_count * sizeof(double));
  assert_int_equal(g->triangle_count, surface->triangle_count);
  size_t turned = 0;
  for (size_t i = 0; i < g->triangle_count; i++) {
    const uint32_t *a = surface->triangles + 3 * i, *b = g->triangles + 3 * i;
    assert_int_equal(a[0], b[0]);
    bool same = a[1] == b[1] && a[2] == b[2];
    assert_true(same || (a[1] == b[2] && a[2] == b[1]));
    turned += !same;
  }
  assert_int_equal(turned, r->turned);
}

/* Sorted, each once, between different places; parts as reported. */
static inline void check_edges(const pl_mesh_data *g, const pl_volume_graph_report *r, graph_figures *figures)
{
  uint32_t *set = calloc(g->vertex_count, sizeof *set);
  size_t parts = 0;
  pl_sets_start(set, g->vertex_count);
  figures->shortest = INFINITY;
  assert_int_equal(r->edge_count, g->edge_count);
  for (size_t e = 0; e < g->edge_count; e++) {
    const uint32_t *now = g->edges + 2 * e, *before = now - 2;
    double square = 0;
    assert_true(now[0] < now[1]);
    if (e) assert_true(before[0] < now[0] || (before[0] == now[0] && before[1] < now[1]));
    for (int k = 0; k < 3; k++) {
      double d = (node_at(g, now[0])[k] - node_at(g, now[1])[k]) / r->average_edge;
      square += d * d;
    }
    figures->shortest = fmin(figures->shortest, sqrt(square));
    pl_sets_join(set, now[0], now[1]);
  }
  for (uint32_t i = 0; i < g->vertex_count; i++) parts += pl_sets_find(set, i) == i;
  assert_int_equal(parts, r->parts);
  assert_true(r->parts <= r->surface_parts);
  free(set);
}

static inline void check_volumes(const pl_mesh_data *g, const pl_volume_graph_report *r)
{
  assert_int_equal(g->vertex_volumes != NULL, r->volume > 0);
  double sum = 0;
  for (size_t i = 0; g->vertex_volumes && i < g->vertex_count; i++) {
    assert_true(g->vertex_volumes[i] > 0);
    sum += g->vertex_volumes[i] / r->volume;
  }
  if (g->vertex_volumes) assert_close(sum, 1, 1e-9); /* rounding of a sum of a million terms */
}

/* Covariances, Laplacian coordinates and, if there are weights, that the rows of the Laplacian are what they must be.
   */
static inline void check_nodes(const pl_mesh_data *g, const pl_volume_graph_report *r, graph_figures *figures)
{
  size_t n = g->vertex_count, count[3] = {0};
  double *c = calloc(9 * n, sizeof *c), *d = calloc(3 * n, sizeof *d), *row = calloc(n, sizeof *row);
  size_t *degree = calloc(n, sizeof *degree);
  for (size_t i = 0; i < 2 * g->edge_count; i++) degree[g->edges[i]]++;
  for (size_t i = 0; i < 2 * g->edge_count; i++) {
    size_t from = g->edges[i], to = g->edges[i ^ 1];
    double w = g->edge_weights ? g->edge_weights[i] : 1 / (double)degree[from], edge[3];
    assert_true(w > 0.0099999 || !g->edge_weights || degree[from] >= 100);
    for (int k = 0; k < 3; k++) edge[k] = (node_at(g, to)[k] - node_at(g, from)[k]) / r->average_edge;
    for (int k = 0; k < 3; k++) d[3 * from + (size_t)k] += w * edge[k];
    for (int k = 0; k < 9; k++) c[9 * from + (size_t)k] += edge[k / 3] * edge[k % 3];
    row[from] += w;
  }
  figures->thinnest = INFINITY;
  memset(figures->laplacian, 0, sizeof figures->laplacian);
  for (size_t i = 0; i < n; i++) {
    const double *m = c + 9 * i;
    double third = (m[0] + m[4] + m[8]) / 3;
    double det =
        m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
    figures->thinnest = fmin(figures->thinnest, det / (third * third * third));
    assert_true(degree[i] >= r->degree_least && degree[i] <= r->degree_most);
    assert_close(row[i], 1, 1e-9);
    size_t class = i < r->surface_count ? 0 : i < r->surface_count + r->shell_count ? 1 : 2;
    const double *di = d + 3 * i;
    figures->laplacian[class] += sqrt(di[0] * di[0] + di[1] * di[1] + di[2] * di[2]);
    count[class]++;
  }
  for (int k = 0; k < 3; k++) figures->laplacian[k] /= count[k] ? (double)count[k] : 1;
  free(c);
  free(d);
  free(row);
  free(degree);
}

static inline graph_figures check_graph(const pl_mesh *surface, const pl_mesh *graph, const pl_volume_graph_report *r)
{
  graph_figures figures;
  pl_mesh_data from = pl_mesh_view(surface), g = pl_mesh_view(graph);
  check_surface(&from, &g, r);
  check_edges(&g, r, &figures);
  check_volumes(&g, r);
  check_nodes(&g, r, &figures);
  return figures;
}
