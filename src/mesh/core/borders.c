/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/topology.h"

/* Border edges as a graph of their own: two entries per edge in `at`, grouped by vertex. */
typedef struct walk {
  const pl_topology *topology;
  const double *positions;
  uint32_t *starts, *at; /* border edges around a vertex */
  bool *used;            /* per edge */
} walk;

static uint32_t other_end(const pl_topology *t, uint32_t edge, uint32_t vertex)
{
  return t->edges[2 * (size_t)edge] == vertex ? t->edges[2 * (size_t)edge + 1] : t->edges[2 * (size_t)edge];
}

static bool next_edge(const walk *w, uint32_t vertex, uint32_t *edge)
{
  for (uint32_t i = w->starts[vertex]; i < w->starts[vertex + 1]; i++)
    if (!w->used[w->at[i]]) {
      *edge = w->at[i];
      return true;
    }
  return false;
}

static pl_border walk_from(walk *w, uint32_t first)
{
  pl_border border = {.first_vertex = first};
  uint32_t vertex = first, edge;
  while (next_edge(w, vertex, &edge)) {
    w->used[edge] = true;
    uint32_t to = other_end(w->topology, edge, vertex);
    pl_vec3_add(border.centre, w->positions + 3 * (size_t)vertex, border.centre);
    border.length += pl_vec3_distance(w->positions + 3 * (size_t)vertex, w->positions + 3 * (size_t)to);
    border.edge_count++;
    vertex = to;
    if (vertex == first) break; /* a vertex where two holes touch ends the first of them */
  }
  border.closed = vertex == first;
  pl_vec3_scale(border.centre, 1.0 / (double)border.edge_count, border.centre);
  return border;
}

/* Open walks first, from vertices with an odd number of border edges, so that none is cut in two. */
static pl_status walk_all(walk *w, pl_border **borders, size_t *count)
{
  size_t capacity = 0;
  uint32_t edge;
  for (int odd = 1; odd >= 0; odd--)
    for (uint32_t v = 0; v < w->topology->vertex_count; v++) {
      if (odd && (w->starts[v + 1] - w->starts[v]) % 2 == 0) continue;
      while (next_edge(w, v, &edge)) {
        PL_TRY(pl_grow((void **)borders, &capacity, *count + 1, sizeof **borders));
        (*borders)[(*count)++] = walk_from(w, v);
      }
    }
  return PL_OK;
}

pl_status pl_topology_borders(const pl_topology *t, const double *positions, pl_border **borders, size_t *count)
{
  *borders = NULL;
  *count = 0;
  walk w = {.topology = t, .positions = positions};
  w.starts = PL_NEW(uint32_t, t->vertex_count + 2);
  w.at = PL_NEW(uint32_t, 2 * t->edge_count);
  w.used = PL_NEW(bool, t->edge_count);
  pl_status status = w.starts && w.at && w.used ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    uint32_t *fill = w.starts + 1;
    for (size_t i = 0; i < 2 * t->edge_count; i++)
      if (pl_topology_sides(t, i / 2) == 1) fill[t->edges[i] + 1]++;
    for (size_t v = 0; v < t->vertex_count; v++) fill[v + 1] += fill[v];
    for (size_t i = 0; i < 2 * t->edge_count; i++)
      if (pl_topology_sides(t, i / 2) == 1) w.at[fill[t->edges[i]]++] = (uint32_t)(i / 2);
    status = walk_all(&w, borders, count);
  }
  pl_release(w.starts);
  pl_release(w.at);
  pl_release(w.used);
  if (status != PL_OK) {
    pl_release(*borders);
    *borders = NULL;
    *count = 0;
  }
  return status;
}
