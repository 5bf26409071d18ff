/* SPDX-License-Identifier: MIT */
#include "mesh/query/solid.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/words.h"
#include "mesh/measure/measure.h"
#include "mesh/query/winding.h"
#include "mesh/repair/weld.h"

static const double up[3] = {0, 1, 0};

/* A shell needs no inside: only its triangles. */
static pl_status copy_sheet(const pl_mesh_data *mesh, pl_inside *out)
{
  *out = (pl_inside){.vertex_count = mesh->vertex_count, .triangle_count = mesh->triangle_count};
  out->positions = PL_NEW(double, 3 * mesh->vertex_count);
  out->triangles = PL_NEW(uint32_t, 3 * mesh->triangle_count);
  if (!out->positions || !out->triangles) return PL_ERROR_MEMORY;
  memcpy(out->positions, mesh->positions, 3 * mesh->vertex_count * sizeof(double));
  memcpy(out->triangles, mesh->triangles, 3 * mesh->triangle_count * sizeof(uint32_t));
  return pl_bvh_create(out->positions, out->triangles, out->triangle_count, &out->bvh);
}

/* Whether what is left open is small, and what is enclosed is not nothing. */
static pl_status check_enclosing(const pl_inside *inside, double size)
{
  static const double most_open = 0.05, least_volume = 1e-9;
  size_t own = inside->triangle_count - inside->fan_count;
  double area = pl_mesh_area(inside->positions, inside->triangles, own);
  double open = pl_mesh_area(inside->positions, inside->triangles + 3 * own, inside->fan_count);
  if (open > most_open * area)
    return pl_fail(
        PL_ERROR_ARGUMENT,
        "the mesh is open: %zu %s as large as %.0f %% of its surface, and at most %.0f %% can be closed; close "
        "it, or give it a thickness, so that it is a shell with two sides",
        PL_COUNTED(inside->hole_count, "hole", "holes"), 100 * open / area, 100 * most_open);
  if (!(pl_mesh_volume(inside->positions, inside->triangles, inside->triangle_count) > least_volume * area * size))
    return pl_fail(PL_ERROR_ARGUMENT,
                   "the mesh encloses no volume; give it a thickness, so that it is a shell with two sides");
  return PL_OK;
}

/* Corners at the same place become one vertex; triangles that lose a corner by it are left out. Files without shared
   vertices have no inside otherwise. */
static pl_status join_corners(const pl_mesh_data *mesh, uint32_t *triangles, size_t *count)
{
  uint32_t *first = PL_NEW(uint32_t, mesh->vertex_count);
  if (!first) return PL_ERROR_MEMORY;
  double distance = pl_weld_distance(mesh->positions, mesh->vertex_count);
  pl_status status = pl_weld(mesh->positions, mesh->vertex_count, distance, first);
  *count = 0;
  for (size_t t = 0; status == PL_OK && t < mesh->triangle_count; t++) {
    uint32_t *to = triangles + 3 * *count;
    for (size_t c = 0; c < 3; c++) to[c] = first[mesh->triangles[3 * t + c]];
    *count += to[0] != to[1] && to[1] != to[2] && to[2] != to[0];
  }
  pl_release(first);
  return status;
}

static pl_status enclose(const pl_mesh_data *mesh, double size, pl_inside *out)
{
  uint32_t *triangles = PL_NEW(uint32_t, 3 * mesh->triangle_count);
  if (!triangles) return PL_ERROR_MEMORY;
  size_t count = 0;
  pl_winding_report report;
  pl_status status = join_corners(mesh, triangles, &count);
  if (status == PL_OK) status = pl_winding_mend(mesh->positions, mesh->vertex_count, triangles, count, &report);
  if (status == PL_OK) status = pl_inside_create(mesh->positions, mesh->vertex_count, triangles, count, out);
  pl_release(triangles);
  PL_TRY(status);
  return check_enclosing(out, size);
}

static double diagonal(const pl_mesh_data *mesh)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < 3 * mesh->triangle_count; i++)
    for (int c = 0; c < 3; c++) {
      double x = mesh->positions[3 * (size_t)mesh->triangles[i] + (size_t)c];
      low[c] = fmin(low[c], x);
      high[c] = fmax(high[c], x);
    }
  return pl_vec3_distance(low, high);
}

pl_status pl_solid_create(const pl_mesh_data *mesh, double thickness, pl_solid *out)
{
  *out = (pl_solid){.half = 0.5 * thickness};
  if (mesh->triangle_count == 0)
    return pl_fail(PL_ERROR_ARGUMENT, "the mesh has no triangles; an obstacle needs a surface");
  if (!(thickness >= 0 && isfinite(thickness)))
    return pl_fail(PL_ERROR_ARGUMENT, "thickness must be zero or positive, in m, got %g", thickness);
  out->size = diagonal(mesh);
  if (!(out->size > 0 && isfinite(out->size)))
    return pl_fail(PL_ERROR_ARGUMENT, "the triangles of the mesh are all at one point, or too far apart");
  return thickness > 0 ? copy_sheet(mesh, &out->inside) : enclose(mesh, out->size, &out->inside);
}

void pl_solid_free(pl_solid *solid)
{
  pl_inside_free(&solid->inside);
  *solid = (pl_solid){0};
}

static void face_normal(const pl_inside *inside, uint32_t triangle, double normal[3])
{
  const uint32_t *t = inside->triangles + 3 * (size_t)triangle;
  const double *a = inside->positions + 3 * (size_t)t[0];
  double ab[3], ac[3], cross[3];
  pl_vec3_sub(inside->positions + 3 * (size_t)t[1], a, ab);
  pl_vec3_sub(inside->positions + 3 * (size_t)t[2], a, ac);
  pl_vec3_cross(ab, ac, cross);
  pl_vec3_normalise(cross, up, normal);
}

double pl_solid_distance_on(const pl_solid *solid, const double point[3], bool inside, double normal[3])
{
  static const double on_surface = 1e-9; /* of the size: nearer than this, the direction is lost in rounding */
  pl_bvh_point closest;
  pl_vec3_copy(up, normal);
  if (!pl_bvh_closest(solid->inside.bvh, point, INFINITY, &closest)) return INFINITY;
  double away[3];
  pl_vec3_sub(inside ? closest.point : point, inside ? point : closest.point, away);
  face_normal(&solid->inside, closest.triangle, normal);
  if (closest.distance > on_surface * solid->size) pl_vec3_normalise(away, normal, normal);
  return inside ? -closest.distance : closest.distance - solid->half;
}

double pl_solid_distance(const pl_solid *solid, const double point[3], double normal[3])
{
  bool inside = solid->half <= 0 && pl_inside_contains(&solid->inside, point);
  return pl_solid_distance_on(solid, point, inside, normal);
}

bool pl_solid_entry(const pl_solid *solid, const double from[3], const double to[3], double hit[3], double normal[3])
{
  enum { MOST_WALLS = 16 }; /* more on the way of one step, and there is no telling */
  double segment[3], begin = 0;
  pl_vec3_sub(to, from, segment);
  for (int wall = 0; wall < MOST_WALLS; wall++) {
    pl_bvh_hit met;
    if (!pl_bvh_ray(solid->inside.bvh, from, segment, begin, 1, &met)) return false;
    face_normal(&solid->inside, met.triangle, normal);
    bool against = pl_vec3_dot(normal, segment) < 0;
    if (solid->half > 0 && !against) pl_vec3_scale(normal, -1, normal);
    if (against || solid->half > 0) {
      pl_vec3_add_scaled(from, met.t, segment, hit);
      pl_vec3_add_scaled(hit, solid->half, normal, hit);
      return true;
    }
    begin = met.t + 1e-9;
  }
  return false;
}
