/* SPDX-License-Identifier: MIT
   The surface as the other stages need it: in a frame of size 1, vertices at the same place joined, worthless triangles
   set aside, the others facing outwards. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"
#include "mesh/core/sets.h"
#include "mesh/core/topology.h"
#include "mesh/core/triangles.h"
#include "mesh/measure/measure.h"
#include "mesh/query/winding.h"
#include "mesh/repair/weld.h"
#include "mesh/volume_graph/volume_graph.h"

static pl_status allocate(pl_fill_build *b)
{
  size_t n = b->surface_count, m = b->from.triangle_count;
  b->surface = PL_NEW(double, 3 * n);
  b->first = PL_NEW(uint32_t, n);
  b->used = PL_NEW(bool, n);
  b->shown = PL_NEW(uint32_t, 3 * m);
  b->triangles = PL_NEW(uint32_t, 3 * m);
  b->normals = PL_NEW(double, 3 * n);
  b->areas = PL_NEW(double, n);
  bool all = b->surface && b->first && b->used && b->shown && b->triangles && b->normals && b->areas;
  return all ? PL_OK : PL_ERROR_MEMORY;
}

/* Halves before differences and sums, so that the largest numbers do not overflow. */
static pl_status choose_frame(pl_fill_build *b)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < 3 * b->from.triangle_count; i++)
    for (int k = 0; k < 3; k++) {
      double x = b->from.positions[3 * (size_t)b->from.triangles[i] + (size_t)k];
      low[k] = fmin(low[k], x);
      high[k] = fmax(high[k], x);
    }
  for (int k = 0; k < 3; k++) {
    b->centre[k] = low[k] / 2 + high[k] / 2;
    b->scale = fmax(b->scale, 2 * (high[k] / 2 - low[k] / 2));
  }
  /* Volumes are cubes of lengths and must be numbers too. */
  if (!(b->scale > 1e-90 && b->scale < 1e90))
    return pl_fail(PL_ERROR_MESH, "the surface is %g m large; a graph can be made for 1e-90 to 1e90 m", b->scale);
  for (size_t i = 0; i < 3 * b->surface_count; i++) {
    /* a stray vertex far away must stay a finite number */
    double local = (b->from.positions[i] - b->centre[i % 3]) / b->scale;
    b->surface[i] = fmin(fmax(local, -1e9), 1e9);
  }
  return PL_OK;
}

/* source[t]: the caller's number of triangle t of those that count. */
static pl_status set_aside(pl_fill_build *b, uint32_t *source)
{
  size_t kept = 0;
  for (size_t i = 0; i < b->from.triangle_count; i++) {
    uint32_t *t = b->triangles + 3 * kept;
    for (int k = 0; k < 3; k++) t[k] = b->first[b->from.triangles[3 * i + (size_t)k]];
    if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
    source[kept++] = (uint32_t)i;
  }
  bool *duplicate = PL_NEW(bool, kept);
  if (!duplicate) return PL_ERROR_MEMORY;
  pl_status status = pl_triangles_find_duplicates(b->triangles, kept, b->surface_count, duplicate);
  for (size_t i = 0; status == PL_OK && i < kept; i++) {
    if (duplicate[i]) continue;
    memmove(b->triangles + 3 * b->triangle_count, b->triangles + 3 * i, 3 * sizeof(uint32_t));
    source[b->triangle_count++] = source[i];
  }
  pl_release(duplicate);
  b->report.degenerate = b->from.triangle_count - b->triangle_count;
  return status;
}

static void turn(uint32_t *t)
{
  uint32_t keep = t[1];
  t[1] = t[2];
  t[2] = keep;
}

static double signed_volume(const double *a, const double *b, const double *c)
{
  double cross[3];
  pl_vec3_cross(b, c, cross);
  return pl_vec3_dot(a, cross) / 6;
}

/* Open parts that enclose, with fans over their holes, a negative volume face inwards. */
static pl_status turn_open_parts(pl_fill_build *b)
{
  pl_fans fans;
  PL_TRY(pl_fans_make(b->surface, b->surface_count, b->triangles, b->triangle_count, &fans));
  uint32_t *part = PL_NEW(uint32_t, b->surface_count);
  double *volume = PL_NEW(double, b->surface_count);
  bool *open = PL_NEW(bool, b->surface_count);
  if (part && volume && open) {
    pl_sets_start(part, b->surface_count);
    for (size_t i = 0; i < 3 * b->triangle_count; i++)
      if (i % 3) pl_sets_join(part, b->triangles[i], b->triangles[i - 1]);
    for (size_t i = 0; i < b->triangle_count; i++) {
      const uint32_t *t = b->triangles + 3 * i;
      volume[pl_sets_find(part, t[0])] +=
          signed_volume(b->surface + 3 * (size_t)t[0], b->surface + 3 * (size_t)t[1], b->surface + 3 * (size_t)t[2]);
    }
    for (size_t i = 0; i < fans.triangle_count; i++) {
      const uint32_t *t = fans.triangles + 3 * i;
      uint32_t root = pl_sets_find(part, t[0]);
      volume[root] += signed_volume(b->surface + 3 * (size_t)t[0], b->surface + 3 * (size_t)t[1],
                                    fans.middles + 3 * (size_t)(t[2] - b->surface_count));
      open[root] = true;
    }
    for (size_t i = 0; i < b->triangle_count; i++) {
      uint32_t root = pl_sets_find(part, b->triangles[3 * i]);
      if (open[root] && volume[root] < 0) turn(b->triangles + 3 * i);
    }
  }
  pl_status status = part && volume && open ? PL_OK : PL_ERROR_MEMORY;
  pl_release(part);
  pl_release(volume);
  pl_release(open);
  pl_fans_free(&fans);
  return status;
}

static pl_status face_outwards(pl_fill_build *b, const uint32_t *source)
{
  pl_winding_report winding;
  PL_TRY(pl_winding_mend(b->surface, b->surface_count, b->triangles, b->triangle_count, &winding));
  PL_TRY(turn_open_parts(b));
  memcpy(b->shown, b->from.triangles, 3 * b->from.triangle_count * sizeof *b->shown);
  for (size_t i = 0; i < b->triangle_count; i++) {
    uint32_t *shown = b->shown + 3 * (size_t)source[i];
    if (b->first[shown[1]] == b->triangles[3 * i + 1]) continue;
    turn(shown);
    b->report.turned++;
  }
  return PL_OK;
}

/* Triangles weigh by their angle at the vertex: so the direction does not depend on how faces are cut into triangles,
   and points inwards at the corner of a box however its diagonals run. */
static void find_normals(pl_fill_build *b)
{
  static const double none[3] = {0, 0, 0};
  for (size_t i = 0; i < 3 * b->triangle_count; i++) {
    const uint32_t *t = b->triangles + i - i % 3;
    double to_next[3], to_last[3], cross[3], *normal = b->normals + 3 * (size_t)t[i % 3];
    const double *corner = b->surface + 3 * (size_t)t[i % 3];
    pl_vec3_sub(b->surface + 3 * (size_t)t[(i + 1) % 3], corner, to_next);
    pl_vec3_sub(b->surface + 3 * (size_t)t[(i + 2) % 3], corner, to_last);
    pl_vec3_cross(to_next, to_last, cross);
    double angle = pl_atan2(pl_vec3_length(cross), pl_vec3_dot(to_next, to_last));
    pl_vec3_normalise(cross, none, cross);
    pl_vec3_add_scaled(normal, angle, cross, normal);
  }
  static const double up[3] = {0, 1, 0};
  for (size_t v = 0; v < b->surface_count; v++) pl_vec3_normalise(b->normals + 3 * v, up, b->normals + 3 * v);
}

static pl_status measure(pl_fill_build *b)
{
  pl_topology topology;
  pl_status status = pl_topology_build(b->triangles, b->triangle_count, b->surface_count, &topology);
  if (status == PL_OK) {
    for (size_t e = 0; e < topology.edge_count; e++) {
      b->edge_mean += pl_vec3_distance(b->surface + 3 * (size_t)topology.edges[2 * e],
                                       b->surface + 3 * (size_t)topology.edges[2 * e + 1]) /
                      (double)topology.edge_count;
      b->report.crowded_edges += pl_topology_sides(&topology, e) > 2;
    }
    b->mesh_edges = topology.edges;
    b->mesh_edge_count = topology.edge_count;
    topology.edges = NULL;
  }
  pl_topology_free(&topology);
  PL_TRY(status);
  for (size_t i = 0; i < 3 * b->triangle_count; i++) b->used[b->triangles[i]] = true;
  for (size_t v = 0; v < b->surface_count; v++) {
    b->report.joined += b->first[v] != v;
    b->report.unused += b->first[v] == v && !b->used[v];
  }
  find_normals(b);
  pl_mesh_vertex_areas(&(pl_mesh_data){.positions = b->surface,
                                       .vertex_count = b->surface_count,
                                       .triangles = b->triangles,
                                       .triangle_count = b->triangle_count},
                       b->areas);
  return PL_OK;
}

pl_status pl_fill_surface(pl_fill_build *b)
{
  PL_TRY(allocate(b));
  PL_TRY(choose_frame(b));
  /* a millionth of the size, as pl_weld_distance, but of the triangles: stray vertices do not count */
  PL_TRY(pl_weld(b->surface, b->surface_count, 1e-6, b->first));
  uint32_t *source = PL_NEW(uint32_t, b->from.triangle_count);
  if (!source) return PL_ERROR_MEMORY;
  pl_status status = set_aside(b, source);
  if (status == PL_OK && b->triangle_count == 0)
    status = pl_fail(PL_ERROR_MESH, "all %zu triangles have vertices at the same place", b->from.triangle_count);
  if (status == PL_OK) status = face_outwards(b, source);
  pl_release(source);
  PL_TRY(status);
  PL_TRY(measure(b));
  PL_TRY(pl_inside_create(b->surface, b->surface_count, b->triangles, b->triangle_count, &b->body));
  b->report.hole_count = b->body.hole_count;
  double volume = pl_mesh_volume(b->body.positions, b->body.triangles, b->body.triangle_count);
  /* What is left of a flat sheet's volume is rounding. */
  b->report.volume = volume > 1e-12 ? volume * b->scale * b->scale * b->scale : 0;
  return PL_OK;
}
