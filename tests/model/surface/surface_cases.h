/* SPDX-License-Identifier: MIT
   Bodies of the surface model that several tests use. */
#pragma once

#include <string.h>

#include "fixtures.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"

static inline pl_body_def surface_body(const pl_mesh *mesh)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.surface.region = 3;
  return def;
}

static inline pl_mesh *make_uv_sphere(double radius, uint32_t n)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sphere(radius, n, &mesh));
  return mesh;
}

/* Positions: x -> R (x + bend) + t, with smooth waves of height `bend` and noise of height `noise`. */
static inline double *deformed(const pl_mesh *mesh, double bend, double noise, uint64_t *seed)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  double *x = malloc(3 * data.vertex_count * sizeof(double)), R[9], t[3];
  random_rotation(seed, 3, R);
  for (int c = 0; c < 3; c++) t[c] = 2 * random_unit(seed);
  for (size_t i = 0; i < data.vertex_count; i++) {
    const double *p = data.positions + 3 * i;
    for (size_t c = 0; c < 3; c++)
      x[3 * i + c] = p[c] + bend * sin(3 * p[(c + 1) % 3] + (double)c) + noise * random_unit(seed);
  }
  move_points(x, data.vertex_count, R, t, x);
  return x;
}

static inline double *random_vectors(size_t count, double size, uint64_t *seed)
{
  double *v = malloc(3 * count * sizeof(double));
  for (size_t k = 0; k < 3 * count; k++) v[k] = size * random_unit(seed);
  return v;
}

/* How far the body is from the rigid image of its rest shape that fits best: the largest distance over the size of the
   rest shape's box. */
static inline double shape_error(const pl_body *body)
{
  pl_mesh_data rest = pl_body_rest(body);
  const double *x = pl_body_positions(body), *mass = pl_body_masses(body);
  double t[3] = {0, 0, 0}, t0[3] = {0, 0, 0}, A[9] = {0}, R[9], total = 0, worst = 0, low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < rest.vertex_count; i++) {
    total += mass[i];
    pl_vec3_add_scaled(t, mass[i], x + 3 * i, t);
    pl_vec3_add_scaled(t0, mass[i], rest.positions + 3 * i, t0);
    low = fmin(low, rest.positions[3 * i]);
    high = fmax(high, rest.positions[3 * i]);
  }
  pl_vec3_scale(t, 1 / total, t);
  pl_vec3_scale(t0, 1 / total, t0);
  for (size_t i = 0; i < rest.vertex_count; i++) {
    double a[3], b[3];
    pl_vec3_sub(x + 3 * i, t, a);
    pl_vec3_sub(rest.positions + 3 * i, t0, b);
    pl_mat3_outer_add(A, mass[i], a, b);
  }
  pl_closest_rotation(A, NULL, R);
  for (size_t i = 0; i < rest.vertex_count; i++) {
    double b[3], a[3];
    pl_vec3_sub(rest.positions + 3 * i, t0, b);
    pl_mat3_apply(R, b, a);
    pl_vec3_add(a, t, a);
    worst = fmax(worst, pl_vec3_distance(a, x + 3 * i));
  }
  return worst / (high - low);
}

/* A ball of radius 0.5 m lies on the ground under its own weight: how high it stands, m. Its motion is stopped again
   and again, at the same times whatever the step is, until nothing moves. */
static inline double height_at_rest(uint32_t cuts, double h, double radius, double stiffness)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.5, cuts, &mesh));
  size_t n = pl_mesh_view(mesh).vertex_count;
  pl_world_def world_def = pl_default_world_def();
  world_def.step = h;
  world_def.substeps = 1;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_id id;
  floor.point[1] = -0.5;
  assert_ok(pl_obstacle_create(world, &floor, &id));
  pl_body_def def = surface_body(mesh);
  def.surface.radius = radius;
  def.surface.stiffness = stiffness;
  def.surface.damping = 30;
  pl_body *body = make_body(world, &def);
  double *still = calloc(3 * n, sizeof(double)), high = -INFINITY;
  for (int k = 0; k < 24; k++) {
    step_times(world, (int)(0.08 / h + 0.5));
    assert_ok(pl_body_set_velocities(body, still));
  }
  step_times(world, (int)(0.08 / h + 0.5));
  for (size_t i = 0; i < n; i++) high = fmax(high, pl_body_positions(body)[3 * i + 1]);
  assert_less(fastest(body), 0.02);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  free(still);
  return high + 0.5;
}
