/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "base/status.h"
#include "mesh/blobby/blobby.h"
#include "picture/trace/scenery.h"

static const float crease = 0.64f; /* cosine of about 50 degrees between rest normals */

typedef struct surface {
  const pl_frame_body *body;
  uint32_t *first;   /* per vertex + 1: where its corners begin in `corners` */
  uint32_t *corners; /* 3 triangle + corner, by vertex */
  vec *rest_normals; /* unit, per triangle */
  vec *weights;      /* normal of the moved triangle times area, per triangle */
} surface;

/* Scaled so that tiny triangles do not underflow in float. */
static vec triangle_normal(const double *positions, const uint32_t *t, double scale)
{
  double e[3], f[3];
  for (int k = 0; k < 3; k++) {
    double a = positions[3 * (size_t)t[0] + (size_t)k];
    e[k] = (positions[3 * (size_t)t[1] + (size_t)k] - a) * scale;
    f[k] = (positions[3 * (size_t)t[2] + (size_t)k] - a) * scale;
  }
  return vec_cross(vec_of(e), vec_of(f));
}

static void list_corners(surface *s)
{
  const pl_mesh_data *rest = &s->body->rest;
  size_t corner_count = 3 * rest->triangle_count;
  for (size_t c = 0; c < corner_count; c++) s->first[rest->triangles[c] + 1]++;
  for (size_t v = 0; v < rest->vertex_count; v++) s->first[v + 1] += s->first[v];
  for (size_t c = 0; c < corner_count; c++) s->corners[s->first[rest->triangles[c]]++] = (uint32_t)c;
  for (size_t v = rest->vertex_count; v > 0; v--) s->first[v] = s->first[v - 1];
  s->first[0] = 0;
}

/* Sum over the triangles around the corner's vertex that were nearly flush with its triangle at rest. */
static vec corner_normal(const surface *s, size_t corner)
{
  uint32_t vertex = s->body->rest.triangles[corner];
  vec own = s->rest_normals[corner / 3], sum = {0, 0, 0};
  for (uint32_t i = s->first[vertex]; i < s->first[vertex + 1]; i++) {
    size_t other = s->corners[i] / 3;
    if (vec_dot(s->rest_normals[other], own) > crease || other == corner / 3) sum = vec_add(sum, s->weights[other]);
  }
  return vec_dot(sum, sum) > 0 ? vec_unit(sum) : vec_unit(s->weights[corner / 3]);
}

static pl_status add_triangles(pl_scenery *scenery, surface *s, const vec *colors)
{
  const pl_mesh_data *rest = &s->body->rest;
  list_corners(s);
  for (size_t t = 0; t < rest->triangle_count; t++) {
    s->rest_normals[t] = vec_unit(triangle_normal(rest->positions, rest->triangles + 3 * t, scenery->scale * 1e3));
    s->weights[t] = triangle_normal(s->body->positions, rest->triangles + 3 * t, scenery->scale * 1e3);
  }
  uint32_t first = (uint32_t)scenery->vertex_count, index;
  for (size_t v = 0; v < rest->vertex_count; v++) {
    double p[3];
    for (int k = 0; k < 3; k++) p[k] = (s->body->positions[3 * v + (size_t)k] - scenery->center[k]) * scenery->scale;
    PL_TRY(pl_scenery_vertex(scenery, vec_of(p), colors[v], &index));
  }
  for (size_t t = 0; t < rest->triangle_count; t++) {
    uint32_t corners[3];
    vec normals[3];
    if (rest->triangles[3 * t] == rest->triangles[3 * t + 1]) continue; /* died */
    for (size_t c = 0; c < 3; c++) {
      corners[c] = first + rest->triangles[3 * t + c];
      normals[c] = corner_normal(s, 3 * t + c);
    }
    PL_TRY(pl_scenery_triangle(scenery, corners, normals));
  }
  return PL_OK;
}

pl_status pl_scenery_surface(pl_scenery *scenery, const pl_frame_body *body, const vec *colors)
{
  const pl_mesh_data *rest = &body->rest;
  surface s = {body, PL_NEW(uint32_t, rest->vertex_count + 2), PL_NEW(uint32_t, 3 * rest->triangle_count),
               PL_NEW(vec, rest->triangle_count), PL_NEW(vec, rest->triangle_count)};
  pl_status status =
      s.first && s.corners && s.rest_normals && s.weights ? add_triangles(scenery, &s, colors) : PL_ERROR_MEMORY;
  pl_release(s.first);
  pl_release(s.corners);
  pl_release(s.rest_normals);
  pl_release(s.weights);
  return status;
}

static pl_status add_blobby(pl_scenery *scenery, const pl_blobby_surface *surface, const vec *colors)
{
  uint32_t first = (uint32_t)scenery->vertex_count, index;
  for (size_t v = 0; v < surface->vertex_count; v++) {
    double p[3];
    for (size_t k = 0; k < 3; k++) p[k] = (surface->positions[3 * v + k] - scenery->center[k]) * scenery->scale;
    PL_TRY(pl_scenery_vertex(scenery, vec_of(p), colors[surface->nearest[v]], &index));
  }
  for (size_t t = 0; t < surface->triangle_count; t++) {
    uint32_t corners[3];
    vec normals[3];
    for (size_t c = 0; c < 3; c++) {
      uint32_t vertex = surface->triangles[3 * t + c];
      corners[c] = first + vertex;
      normals[c] = vec_of(surface->normals + 3 * (size_t)vertex);
    }
    PL_TRY(pl_scenery_triangle(scenery, corners, normals));
  }
  return PL_OK;
}

pl_status pl_scenery_blobby(pl_scenery *scenery, const pl_frame_body *body, const vec *colors)
{
  pl_blobby blobby = {0};
  pl_blobby_surface surface;
  pl_status status = pl_blobby_find(&blobby, &body->blobby, body->positions, body->rest.vertex_count, &surface);
  if (status == PL_OK) status = add_blobby(scenery, &surface, colors);
  pl_blobby_free(&blobby);
  return status;
}
