/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"
#include "mesh/core/mesh.h"
#include "mesh/core/topology.h"
#include "mesh/core/triangles.h"
#include "mesh/measure/measure.h"
#include "mesh/repair/weld.h"
#include "pliant/mesh_info.h"

static void inspect_box(const pl_mesh_data *data, pl_mesh_info *info)
{
  for (size_t i = 0; i < 3; i++) {
    info->low[i] = INFINITY;
    info->high[i] = -INFINITY;
  }
  for (size_t i = 0; i < 3 * data->vertex_count; i++) {
    info->low[i % 3] = fmin(info->low[i % 3], data->positions[i]);
    info->high[i % 3] = fmax(info->high[i % 3], data->positions[i]);
  }
}

static void count_edge(const pl_topology *t, size_t edge, pl_mesh_info *info)
{
  size_t sides = pl_topology_sides(t, edge);
  const uint32_t *ends = t->edges + 2 * edge;
  if (sides == 1) {
    info->border_edge_count++;
  } else if (sides > 2) {
    if (info->crowded_edge_count++ == 0) memcpy(info->first_crowded_edge, ends, sizeof info->first_crowded_edge);
  } else if (t->triangles[t->sides[t->starts[edge]]] == t->triangles[t->sides[t->starts[edge] + 1]]) {
    if (info->misoriented_edge_count++ == 0)
      memcpy(info->first_misoriented_edge, ends, sizeof info->first_misoriented_edge);
  }
}

static pl_status inspect_holes(const pl_topology *t, const double *positions, pl_mesh_info *info)
{
  pl_border *borders = NULL;
  PL_TRY(pl_topology_borders(t, positions, &borders, &info->hole_count));
  for (size_t i = 0; i < info->hole_count && i < PL_MESH_HOLES_TOLD; i++) {
    pl_mesh_hole *hole = &info->holes[i];
    *hole = (pl_mesh_hole){borders[i].edge_count, borders[i].length, {0}, borders[i].closed};
    pl_vec3_copy(borders[i].centre, hole->centre);
  }
  pl_release(borders);
  return PL_OK;
}

static pl_status inspect_fans(const pl_topology *t, pl_mesh_info *info, size_t *fans)
{
  uint32_t *splits = PL_NEW(uint32_t, t->vertex_count);
  if (!splits) return PL_ERROR_MEMORY;
  pl_status status = pl_topology_fans(t, splits, fans);
  for (size_t v = 0; status == PL_OK && v < t->vertex_count; v++)
    if (splits[v]) {
      info->euler -= splits[v];
      if (info->pinched_vertex_count++ == 0) info->first_pinched_vertex = (uint32_t)v;
    }
  pl_release(splits);
  return status;
}

static pl_status inspect_orientation(const pl_topology *t, pl_mesh_info *info, size_t *parts)
{
  bool *turn = PL_NEW(bool, t->triangle_count);
  uint32_t *part = turn ? PL_NEW(uint32_t, t->triangle_count) : NULL;
  pl_status status = part ? pl_topology_orient(t, turn, part, parts, &info->orientable) : PL_ERROR_MEMORY;
  pl_release(part);
  pl_release(turn);
  return status;
}

/* Genus from Euler's formula, vertices - edges + triangles = 2 parts - 2 genus - holes, with a vertex counted once per
   fan. */
static pl_status inspect_surface(const pl_mesh_data *data, pl_mesh_info *info)
{
  pl_topology t;
  size_t fans = 0, parts = 0;
  pl_status status = pl_topology_build(data->triangles, data->triangle_count, data->vertex_count, &t);
  if (status == PL_OK) {
    info->edge_count = t.edge_count;
    for (size_t e = 0; e < t.edge_count; e++) count_edge(&t, e, info);
    status = inspect_holes(&t, data->positions, info);
  }
  if (status == PL_OK) status = inspect_fans(&t, info, &fans);
  if (status == PL_OK) status = inspect_orientation(&t, info, &parts);
  pl_topology_free(&t);
  if (status != PL_OK) return status;
  info->closed = data->triangle_count > 0 && info->border_edge_count == 0 && info->crowded_edge_count == 0;
  info->manifold = info->crowded_edge_count == 0 && info->pinched_vertex_count == 0;
  info->oriented = info->misoriented_edge_count == 0;
  long characteristic = (long)fans - (long)info->edge_count + (long)data->triangle_count;
  info->euler += characteristic;
  long twice = 2 * (long)parts - (long)info->hole_count - characteristic;
  info->has_genus = data->triangle_count > 0 && info->manifold && info->orientable && twice >= 0;
  if (info->has_genus) info->genus = (size_t)twice / 2;
  info->area = pl_mesh_area(data->positions, data->triangles, data->triangle_count);
  if (info->closed && info->oriented)
    info->volume = pl_mesh_volume(data->positions, data->triangles, data->triangle_count);
  return PL_OK;
}

static pl_status inspect_triangles(const pl_mesh_data *data, pl_mesh_info *info)
{
  bool *duplicate = PL_NEW(bool, data->triangle_count);
  if (!duplicate) return PL_ERROR_MEMORY;
  pl_status status = pl_triangles_find_duplicates(data->triangles, data->triangle_count, data->vertex_count, duplicate);
  for (size_t i = 0; status == PL_OK && i < data->triangle_count; i++) {
    if (duplicate[i] && info->duplicate_count++ == 0) info->first_duplicate = i;
    if (pl_triangle_is_degenerate(data->positions, data->triangles + 3 * i) && info->degenerate_count++ == 0)
      info->first_degenerate = i;
  }
  pl_release(duplicate);
  return status;
}

static pl_status inspect_vertices(const pl_mesh_data *data, pl_mesh_info *info)
{
  uint32_t *numbers = PL_NEW(uint32_t, data->vertex_count);
  if (!numbers) return PL_ERROR_MEMORY;
  info->weld_distance = pl_weld_distance(data->positions, data->vertex_count);
  pl_status status = pl_weld(data->positions, data->vertex_count, info->weld_distance, numbers);
  for (uint32_t v = 0; status == PL_OK && v < data->vertex_count; v++)
    if (numbers[v] != v && info->double_vertex_count++ == 0) info->first_double_vertex = v;
  if (status == PL_OK) status = pl_mesh_components(data, numbers, &info->components);
  for (uint32_t v = 0; status == PL_OK && v < data->vertex_count; v++)
    if (numbers[v] == UINT32_MAX && info->unused_vertex_count++ == 0) info->first_unused_vertex = v;
  pl_release(numbers);
  return status;
}

static double corner_angle(const double *a, const double *b, const double *c)
{
  double ab[3], ac[3], cross[3];
  pl_vec3_sub(b, a, ab);
  pl_vec3_sub(c, a, ac);
  pl_vec3_cross(ab, ac, cross);
  return pl_atan2(pl_vec3_length(cross), pl_vec3_dot(ab, ac)) * (180 / 3.14159265358979323846);
}

static void inspect_lengths(const pl_mesh_data *data, pl_mesh_info *info)
{
  const uint32_t *edges = data->triangle_count ? data->triangles : data->edges;
  size_t per = data->triangle_count ? 3 : 2, count = data->triangle_count ? 3 * data->triangle_count : data->edge_count;
  double sum = 0;
  info->edge_shortest = count ? INFINITY : 0;
  for (size_t i = 0; i < count; i++) {
    uint32_t a = per == 3 ? edges[i] : edges[2 * i], b = per == 3 ? pl_side_to(edges, (uint32_t)i) : edges[2 * i + 1];
    double length = pl_vec3_distance(data->positions + 3 * (size_t)a, data->positions + 3 * (size_t)b);
    info->edge_shortest = fmin(info->edge_shortest, length);
    info->edge_longest = fmax(info->edge_longest, length);
    sum += length;
  }
  if (count) info->edge_mean = sum / (double)count;
  info->angle_smallest = data->triangle_count ? 60 : 0;
  for (size_t i = 0; i < 3 * data->triangle_count; i++) {
    const uint32_t *t = data->triangles + i / 3 * 3;
    info->angle_smallest = fmin(info->angle_smallest, corner_angle(data->positions + 3 * (size_t)t[i % 3],
                                                                   data->positions + 3 * (size_t)t[(i + 1) % 3],
                                                                   data->positions + 3 * (size_t)t[(i + 2) % 3]));
  }
}

pl_status pl_mesh_inspect(const pl_mesh *mesh, pl_mesh_info *out)
{
  PL_OWN_FLOATS;
  if (!mesh || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_mesh_inspect: an argument is NULL");
  const pl_mesh_data *data = &mesh->data;
  pl_mesh_info info = {
      .vertex_count = data->vertex_count, .triangle_count = data->triangle_count, .graph_edge_count = data->edge_count};
  inspect_box(data, &info);
  PL_TRY(inspect_vertices(data, &info));
  PL_TRY(inspect_triangles(data, &info));
  PL_TRY(inspect_surface(data, &info));
  inspect_lengths(data, &info);
  *out = info;
  return PL_OK;
}
