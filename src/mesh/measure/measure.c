/* SPDX-License-Identifier: MIT */
#include "mesh/measure/measure.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/topology.h"

#define PI 3.14159265358979323846

/* Twice the area, along the normal. */
static void cross_of(const double *positions, const uint32_t *t, double out[3])
{
  double ab[3], ac[3];
  pl_vec3_sub(positions + 3 * (size_t)t[1], positions + 3 * (size_t)t[0], ab);
  pl_vec3_sub(positions + 3 * (size_t)t[2], positions + 3 * (size_t)t[0], ac);
  pl_vec3_cross(ab, ac, out);
}

static double area_of(const double *positions, const uint32_t *t)
{
  double cross[3];
  cross_of(positions, t, cross);
  return pl_vec3_length(cross) / 2;
}

double pl_mesh_area(const double *positions, const uint32_t *triangles, size_t triangle_count)
{
  double area = 0;
  for (size_t i = 0; i < triangle_count; i++) area += area_of(positions, triangles + 3 * i);
  return area;
}

double pl_mesh_volume(const double *positions, const uint32_t *triangles, size_t triangle_count)
{
  if (triangle_count == 0) return 0;
  /* Tetrahedra from a point of the surface: one far from the mesh would cost digits. */
  const double *origin = positions + 3 * (size_t)triangles[0];
  double volume = 0;
  for (size_t i = 0; i < triangle_count; i++) {
    double cross[3], arm[3];
    cross_of(positions, triangles + 3 * i, cross);
    pl_vec3_sub(positions + 3 * (size_t)triangles[3 * i], origin, arm);
    volume += pl_vec3_dot(arm, cross) / 6;
  }
  return volume;
}

static bool agree(const pl_topology *t, size_t edge)
{
  if (pl_topology_sides(t, edge) != 2) return false;
  return t->triangles[t->sides[t->starts[edge]]] != t->triangles[t->sides[t->starts[edge] + 1]];
}

pl_status pl_mesh_is_closed(const pl_mesh_data *data, bool *closed)
{
  pl_topology topology;
  pl_status status = pl_topology_build(data->triangles, data->triangle_count, data->vertex_count, &topology);
  *closed = status == PL_OK && topology.edge_count > 0;
  for (size_t e = 0; *closed && e < topology.edge_count; e++) *closed = agree(&topology, e);
  pl_topology_free(&topology);
  return status;
}

void pl_mesh_normals(const double *positions, size_t vertex_count, const uint32_t *triangles, size_t triangle_count,
                     double *normals)
{
  static const double up[3] = {0, 1, 0};
  memset(normals, 0, 3 * vertex_count * sizeof *normals);
  for (size_t i = 0; i < triangle_count; i++) {
    double cross[3];
    cross_of(positions, triangles + 3 * i, cross);
    for (size_t k = 0; k < 3; k++) {
      double *normal = normals + 3 * (size_t)triangles[3 * i + k];
      pl_vec3_add(normal, cross, normal);
    }
  }
  for (size_t v = 0; v < vertex_count; v++) pl_vec3_normalise(normals + 3 * v, up, normals + 3 * v);
}

void pl_mesh_vertex_areas(const pl_mesh_data *data, double *areas)
{
  memset(areas, 0, data->vertex_count * sizeof *areas);
  for (size_t i = 0; i < data->triangle_count; i++) {
    double third = area_of(data->positions, data->triangles + 3 * i) / 3;
    for (size_t k = 0; k < 3; k++) areas[data->triangles[3 * i + k]] += third;
  }
}

static pl_status check_thickness(double thickness, const char *what)
{
  if (thickness > 0 && isfinite(thickness)) return PL_OK;
  return pl_fail(PL_ERROR_MESH,
                 "the mesh %s, so its vertices have a volume only with a thickness (m, > 0), got %g; give "
                 "a thickness or masses",
                 what, thickness);
}

static pl_status surface_volumes(const pl_mesh_data *data, double thickness, double *volumes)
{
  bool closed = false;
  PL_TRY(pl_mesh_is_closed(data, &closed));
  double factor = thickness;
  if (closed) {
    double volume = pl_mesh_volume(data->positions, data->triangles, data->triangle_count);
    double area = pl_mesh_area(data->positions, data->triangles, data->triangle_count);
    if (!(volume > 0))
      return pl_fail(PL_ERROR_MESH,
                     "the surface encloses a volume of %g m^3, but it must be positive; do its triangles "
                     "face inwards? `pliant mesh repair` turns them",
                     volume);
    factor = volume / area;
  } else {
    PL_TRY(check_thickness(thickness, "is not closed"));
  }
  pl_mesh_vertex_areas(data, volumes);
  for (size_t v = 0; v < data->vertex_count; v++) volumes[v] *= factor;
  return PL_OK;
}

pl_status pl_mesh_is_curve(const pl_mesh_data *data, bool *curve)
{
  *curve = data->triangle_count == 0 && data->edge_count > 0;
  if (!*curve) return PL_OK;
  uint8_t *degree = PL_NEW(uint8_t, data->vertex_count);
  if (!degree) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 2 * data->edge_count && *curve; k++) *curve = ++degree[data->edges[k]] <= 2;
  pl_release(degree);
  return PL_OK;
}

static pl_status curve_volumes(const pl_mesh_data *data, double thickness, double *volumes)
{
  PL_TRY(check_thickness(thickness, "has no triangles"));
  double half_section = PI / 8 * thickness * thickness;
  memset(volumes, 0, data->vertex_count * sizeof *volumes);
  for (size_t i = 0; i < data->edge_count; i++) {
    uint32_t a = data->edges[2 * i], b = data->edges[2 * i + 1];
    double part = half_section * pl_vec3_distance(data->positions + 3 * (size_t)a, data->positions + 3 * (size_t)b);
    volumes[a] += part;
    volumes[b] += part;
  }
  return PL_OK;
}

pl_status pl_mesh_vertex_volumes(const pl_mesh_data *data, double thickness, double *volumes)
{
  if (data->vertex_volumes)
    memcpy(volumes, data->vertex_volumes, data->vertex_count * sizeof *volumes);
  else if (data->triangle_count)
    PL_TRY(surface_volumes(data, thickness, volumes));
  else
    PL_TRY(curve_volumes(data, thickness, volumes));
  for (size_t v = 0; v < data->vertex_count; v++)
    if (!(volumes[v] > 0 && isfinite(volumes[v])))
      return pl_fail(PL_ERROR_MESH,
                     "vertex %zu has a volume of %g m^3: %s; remove it (`pliant mesh repair`) or give "
                     "masses",
                     v, volumes[v], volumes[v] > 0 ? "the mesh is too large" : "nothing with an extent uses it");
  return PL_OK;
}
