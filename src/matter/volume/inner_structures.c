/* SPDX-License-Identifier: MIT */
#include "matter/volume/inner_structures.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"
#include "mesh/query/bvh.h"

typedef struct search {
  const pl_mesh_data *rest;
  const uint32_t *place;
  const double *normals;
  const pl_bvh *bvh;
  double nearest; /* m: nearer hits are the surface around the particle itself */
} search;

/* A ray straight onto a vertex or an edge can slip through between triangles: then one beside it is tried. */
static bool meet(const search *s, const double x[3], double inwards[3], pl_bvh_hit *hit)
{
  static const double tilt = 1e-4;
  double aside[3];
  if (pl_bvh_ray(s->bvh, x, inwards, s->nearest, INFINITY, hit)) return true;
  pl_vec3_perpendicular(inwards, aside);
  pl_vec3_add_scaled(inwards, tilt, aside, inwards);
  return pl_bvh_ray(s->bvh, x, inwards, s->nearest, INFINITY, hit);
}

/* The vertex across the body; the vertex itself if the ray meets nothing. */
static uint32_t across(const search *s, uint32_t vertex)
{
  const double *x = s->rest->positions + 3 * (size_t)vertex;
  double inwards[3], point[3];
  pl_vec3_scale(s->normals + 3 * (size_t)vertex, -1, inwards);
  pl_bvh_hit hit;
  if (!meet(s, x, inwards, &hit)) return vertex;
  pl_vec3_add_scaled(x, hit.t, inwards, point);
  const uint32_t *corners = s->rest->triangles + 3 * (size_t)hit.triangle;
  uint32_t best = vertex;
  double least = INFINITY;
  for (int k = 0; k < 3; k++) {
    double distance = pl_vec3_distance(s->rest->positions + 3 * (size_t)corners[k], point);
    if (corners[k] == vertex || distance >= least) continue;
    least = distance;
    best = corners[k];
  }
  return best;
}

static void fill(const search *s, const uint32_t *order, pl_volume_shape *shape)
{
  double shortest = INFINITY, longest = 0;
  for (size_t k = 0; k < shape->site_count; k++) {
    uint32_t vertex = order[shape->sites[k]], other = across(s, vertex);
    shape->partner[k] = s->place[other];
    shape->length[k] =
        pl_vec3_distance(s->rest->positions + 3 * (size_t)vertex, s->rest->positions + 3 * (size_t)other);
    if (other == vertex) continue;
    shortest = fmin(shortest, shape->length[k]);
    longest = fmax(longest, shape->length[k]);
  }
  for (size_t k = 0; k < shape->site_count; k++)
    shape->thickness[k] =
        longest > shortest ? fmin(1, fmax(0, (shape->length[k] - shortest) / (longest - shortest))) : 0;
}

pl_status pl_volume_find_partners(const pl_mesh_data *rest, const uint32_t *place, pl_volume_shape *shape)
{
  size_t n = rest->vertex_count;
  shape->partner = PL_NEW(uint32_t, shape->site_count);
  shape->length = PL_NEW(double, shape->site_count);
  shape->thickness = PL_NEW(double, shape->site_count);
  double *normals = PL_NEW(double, 3 * n);
  uint32_t *order = PL_NEW(uint32_t, n);
  pl_bvh *bvh = NULL;
  pl_status status = shape->partner && shape->length && shape->thickness && normals && order ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_bvh_create(rest->positions, rest->triangles, rest->triangle_count, &bvh);
  if (status == PL_OK) {
    double lower[3], upper[3];
    pl_bvh_bounds(bvh, lower, upper);
    pl_mesh_normals(rest->positions, n, rest->triangles, rest->triangle_count, normals);
    for (size_t v = 0; v < n; v++) order[place[v]] = (uint32_t)v;
    search s = {rest, place, normals, bvh, 1e-6 * pl_vec3_distance(lower, upper)};
    fill(&s, order, shape);
  }
  pl_bvh_destroy(bvh);
  pl_release(normals);
  pl_release(order);
  return status;
}
