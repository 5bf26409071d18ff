/* SPDX-License-Identifier: MIT
   A body for the volume constraint without a world: particles that are their own unknowns. */
#pragma once

#include <string.h>

#include "fixtures.h"

#include "base/arena.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "matter/volume/volume.h"
#include "mesh/measure/measure.h"

typedef struct loose_body {
  pl_mesh_data rest;
  pl_mesh *mesh;
  uint32_t *place;
  uint32_t *touched;
  double *mass, *x, *v;
  pl_model model;
  pl_model_body body;
  pl_volume_def def;
  pl_volume *volume;
  pl_arena arena;
  pl_step_stats stats;
  pl_pool *pool;
  double h;
} loose_body;

/* Takes the mesh; place NULL: vertices are stored as they are. */
static inline void loose_open(loose_body *b, pl_mesh *mesh, const uint32_t *place)
{
  *b = (loose_body){.mesh = mesh, .rest = pl_mesh_view(mesh), .h = 0.005};
  size_t n = b->rest.vertex_count;
  b->place = calloc(n, sizeof *b->place);
  b->touched = calloc(n, sizeof *b->touched);
  b->mass = calloc(n, sizeof *b->mass);
  b->x = calloc(3 * n + 1, sizeof *b->x);
  b->v = calloc(3 * n + 1, sizeof *b->v);
  for (size_t i = 0; i < n; i++) {
    b->place[i] = place ? place[i] : (uint32_t)i;
    b->mass[b->place[i]] = 1 + 0.1 * (double)(i % 7);
    memcpy(b->x + 3 * (size_t)b->place[i], b->rest.positions + 3 * i, 3 * sizeof(double));
  }
  b->body = (pl_model_body){.name = "loose", .count = n, .x = b->x, .v = b->v, .mass = b->mass};
  b->def = pl_default_body_def(PL_MODEL_GRAPH).volume;
  b->def.mode = PL_VOLUME_KEEP;
  b->def.tolerance = 0;
  assert_ok(pl_volume_make(&b->rest, b->place, &b->volume));
}

static inline void loose_close(loose_body *b)
{
  pl_volume_free(b->volume);
  pl_mesh_destroy(b->mesh);
  pl_arena_free(&b->arena);
  free(b->place);
  free(b->touched);
  free(b->mass);
  free(b->x);
  free(b->v);
}

static inline pl_volume_setup loose_setup(loose_body *b)
{
  assert_ok(pl_volume_reserve(b->volume, &b->def, &b->model));
  return (pl_volume_setup){
      .volume = b->volume, .def = &b->def, .model = &b->model, .body = &b->body, .touched = b->touched};
}

static inline pl_model_context loose_context(loose_body *b)
{
  return (pl_model_context){.h = b->h, .pool = b->pool, .scratch = &b->arena, .stats = &b->stats};
}

static inline void loose_positions(loose_body *b)
{
  pl_volume_setup setup = loose_setup(b);
  pl_model_context context = loose_context(b);
  if (!b->model.elastic_displacements && b->def.alpha < 1) /* as if free flight had led nowhere */
    for (size_t k = 0; k < 3 * b->body.count; k++) b->volume->flight[k] = b->x[k] - b->h * b->v[k];
  assert_ok(pl_volume_correct_positions(&setup, &context));
}

static inline void loose_velocities(loose_body *b)
{
  pl_volume_setup setup = loose_setup(b);
  pl_model_context context = loose_context(b);
  assert_ok(pl_volume_correct_velocities(&setup, &context));
}

/* Relative to what is wanted. */
static inline double loose_error(const loose_body *b, size_t part)
{
  return pl_volume_of_part(b->volume, part, b->x) / b->volume->shape.parts[part].rest_volume - 1;
}

/* Every particle anywhere near its place, moving anyhow. */
static inline void loose_shake(loose_body *b, double way, double speed, uint64_t seed)
{
  for (size_t k = 0; k < 3 * b->body.count; k++) {
    b->x[k] += way * random_unit(&seed);
    b->v[k] += speed * random_unit(&seed);
  }
}

/* dV/dt from triangles, not from gathered gradients. */
static inline double loose_flux(const loose_body *b)
{
  double flux = 0;
  for (size_t t = 0; t < b->rest.triangle_count; t++) {
    double ab[3], ac[3], n[3];
    uint32_t i[3];
    for (int k = 0; k < 3; k++) i[k] = b->place[b->rest.triangles[3 * t + (size_t)k]];
    pl_vec3_sub(b->x + 3 * (size_t)i[1], b->x + 3 * (size_t)i[0], ab);
    pl_vec3_sub(b->x + 3 * (size_t)i[2], b->x + 3 * (size_t)i[0], ac);
    pl_vec3_cross(ab, ac, n);
    for (int k = 0; k < 3; k++) flux += pl_vec3_dot(n, b->v + 3 * (size_t)i[k]) / 6;
  }
  return flux;
}

/* Momentum, then angular momentum about the origin. */
static inline void loose_momenta(const loose_body *b, double out[6])
{
  memset(out, 0, 6 * sizeof(double));
  for (size_t i = 0; i < b->body.count; i++) {
    double moment[3];
    pl_vec3_cross(b->x + 3 * i, b->v + 3 * i, moment);
    for (size_t c = 0; c < 3; c++) {
      out[c] += b->mass[i] * b->v[3 * i + c];
      out[3 + c] += b->mass[i] * moment[c];
    }
  }
}

static inline pl_mesh *uv_sphere(double radius, uint32_t n)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sphere(radius, n, &mesh));
  return mesh;
}

/* Two meshes side by side, the second one shifted along x. Takes both. */
static inline pl_mesh *side_by_side(pl_mesh *a, pl_mesh *b, double shift)
{
  pl_mesh_data p = pl_mesh_view(a), q = pl_mesh_view(b);
  size_t n = p.vertex_count + q.vertex_count, t = p.triangle_count + q.triangle_count;
  double *positions = calloc(3 * n, sizeof *positions);
  uint32_t *triangles = calloc(3 * t, sizeof *triangles);
  memcpy(positions, p.positions, 3 * p.vertex_count * sizeof(double));
  memcpy(triangles, p.triangles, 3 * p.triangle_count * sizeof(uint32_t));
  for (size_t k = 0; k < 3 * q.vertex_count; k++)
    positions[3 * p.vertex_count + k] = q.positions[k] + (k % 3 == 0 ? shift : 0);
  for (size_t k = 0; k < 3 * q.triangle_count; k++)
    triangles[3 * p.triangle_count + k] = q.triangles[k] + (uint32_t)p.vertex_count;
  pl_mesh *mesh = NULL;
  assert_ok(pl_mesh_create(
      &(pl_mesh_data){.positions = positions, .vertex_count = n, .triangles = triangles, .triangle_count = t}, &mesh));
  pl_mesh_destroy(a);
  pl_mesh_destroy(b);
  free(positions);
  free(triangles);
  return mesh;
}
