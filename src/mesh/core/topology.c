/* SPDX-License-Identifier: MIT */
#include "mesh/core/topology.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/edges.h"
#include "mesh/core/sets.h"

static bool same_ends(const pl_edge_record *a, const pl_edge_record *b)
{
  return a->low == b->low && a->high == b->high;
}

static size_t count_edges(const pl_edge_record *records, size_t count)
{
  size_t edges = 0;
  for (size_t i = 0; i < count; i++) edges += i == 0 || !same_ends(&records[i], &records[i - 1]);
  return edges;
}

pl_status pl_topology_build(const uint32_t *triangles, size_t triangle_count, size_t vertex_count, pl_topology *out)
{
  *out = (pl_topology){.triangles = triangles, .triangle_count = triangle_count, .vertex_count = vertex_count};
  pl_edge_record *records = NULL;
  size_t count = 0;
  PL_TRY(pl_edges_of_triangles(triangles, triangle_count, vertex_count, &records, &count));
  size_t edges = count_edges(records, count);
  out->edges = PL_NEW(uint32_t, 2 * edges);
  out->starts = PL_NEW(uint32_t, edges + 1);
  out->sides = PL_NEW(uint32_t, count);
  if (!out->edges || !out->starts || !out->sides) {
    pl_release(records);
    return PL_ERROR_MEMORY;
  }
  for (size_t i = 0; i < count; i++) {
    if (i == 0 || !same_ends(&records[i], &records[i - 1])) {
      out->edges[2 * out->edge_count] = records[i].low;
      out->edges[2 * out->edge_count + 1] = records[i].high;
      out->starts[out->edge_count++] = (uint32_t)i;
    }
    out->sides[i] = records[i].id;
  }
  out->starts[edges] = (uint32_t)count;
  pl_release(records);
  return PL_OK;
}

void pl_topology_free(pl_topology *topology)
{
  pl_release(topology->edges);
  pl_release(topology->starts);
  pl_release(topology->sides);
  *topology = (pl_topology){0};
}

pl_status pl_mesh_edges_from_triangles(const uint32_t *triangles, size_t triangle_count, size_t vertex_count,
                                       uint32_t **edges, size_t *edge_count)
{
  pl_topology topology;
  pl_status status = pl_topology_build(triangles, triangle_count, vertex_count, &topology);
  *edges = NULL;
  *edge_count = 0;
  if (status == PL_OK) {
    *edges = topology.edges;
    *edge_count = topology.edge_count;
    topology.edges = NULL;
  }
  pl_topology_free(&topology);
  return status;
}

pl_status pl_mesh_adjacency(const uint32_t *edges, size_t edge_count, size_t vertex_count, uint32_t **starts,
                            uint32_t **neighbours)
{
  *neighbours = NULL;
  *starts = PL_NEW(uint32_t, vertex_count + 2);
  if (*starts) *neighbours = PL_NEW(uint32_t, 2 * edge_count);
  if (!*neighbours) {
    pl_release(*starts);
    *starts = NULL;
    return PL_ERROR_MEMORY;
  }
  /* Counted two places further on, so that filling leaves each start where it belongs. */
  uint32_t *at = *starts + 1;
  for (size_t i = 0; i < 2 * edge_count; i++) at[edges[i] + 1]++;
  for (size_t v = 0; v < vertex_count; v++) at[v + 1] += at[v];
  /* First the smaller neighbours, then the larger: both come in ascending order if the edges do. */
  for (size_t i = 0; i < edge_count; i++) {
    uint32_t a = edges[2 * i], b = edges[2 * i + 1];
    (*neighbours)[at[a > b ? a : b]++] = a > b ? b : a;
  }
  for (size_t i = 0; i < edge_count; i++) {
    uint32_t a = edges[2 * i], b = edges[2 * i + 1];
    (*neighbours)[at[a > b ? b : a]++] = a > b ? a : b;
  }
  return PL_OK;
}

pl_status pl_mesh_components(const pl_mesh_data *data, uint32_t *components, size_t *count)
{
  uint32_t *sets = PL_NEW(uint32_t, data->vertex_count);
  bool *used = sets ? PL_NEW(bool, data->vertex_count) : NULL;
  if (!used) {
    pl_release(sets);
    return PL_ERROR_MEMORY;
  }
  pl_sets_start(sets, data->vertex_count);
  for (size_t i = 0; i < 3 * data->triangle_count; i++) {
    used[data->triangles[i]] = true;
    if (i % 3) pl_sets_join(sets, data->triangles[i], data->triangles[i - 1]);
  }
  for (size_t i = 0; i < 2 * data->edge_count; i++) {
    used[data->edges[i]] = true;
    if (i % 2) pl_sets_join(sets, data->edges[i], data->edges[i - 1]);
  }
  *count = 0;
  for (size_t v = 0; v < data->vertex_count; v++) {
    uint32_t root = pl_sets_find(sets, (uint32_t)v);
    if (!used[v])
      components[v] = UINT32_MAX;
    else
      components[v] = root == v ? (uint32_t)(*count)++ : components[root];
  }
  pl_release(used);
  pl_release(sets);
  return PL_OK;
}

pl_status pl_topology_fans(const pl_topology *t, uint32_t *splits, size_t *fans)
{
  /* Corners at the same vertex belong to one fan if their triangles share an edge there. */
  uint32_t *sets = PL_NEW(uint32_t, 3 * t->triangle_count);
  uint32_t *count = sets ? PL_NEW(uint32_t, t->vertex_count) : NULL;
  if (!count) {
    pl_release(sets);
    return PL_ERROR_MEMORY;
  }
  pl_sets_start(sets, 3 * t->triangle_count);
  for (size_t e = 0; e < t->edge_count; e++)
    for (uint32_t i = t->starts[e] + 1; i < t->starts[e + 1]; i++) {
      uint32_t a = t->sides[t->starts[e]], b = t->sides[i];
      uint32_t a_next = a - a % 3 + (a + 1) % 3, b_next = b - b % 3 + (b + 1) % 3;
      bool same_way = t->triangles[a] == t->triangles[b];
      pl_sets_join(sets, a, same_way ? b : b_next);
      pl_sets_join(sets, a_next, same_way ? b_next : b);
    }
  size_t total = 0;
  for (uint32_t i = 0; i < 3 * t->triangle_count; i++)
    if (pl_sets_find(sets, i) == i) {
      count[t->triangles[i]]++;
      total++;
    }
  if (splits)
    for (size_t v = 0; v < t->vertex_count; v++) splits[v] = count[v] > 1 ? count[v] - 1 : 0;
  if (fans) *fans = total;
  pl_release(count);
  pl_release(sets);
  return PL_OK;
}
