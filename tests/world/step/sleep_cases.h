/* SPDX-License-Identifier: MIT
   Blocks that come to rest on a floor. */
#pragma once

#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"

static const double g = 9.81;

static inline pl_obstacle_id add_floor(pl_world *world, double angle, double friction)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  def.normal[0] = -sin(angle);
  def.normal[1] = cos(angle);
  def.friction = friction;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &def, &id));
  return id;
}

static inline pl_world *heavy_world(int threads)
{
  pl_world_def def = quiet_world(1.0 / 200);
  def.gravity[1] = -g;
  def.threads = threads;
  return make_world(&def);
}

static inline pl_body_def rubber(void)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.graph.youngs_modulus = 3e5;
  def.graph.damping_stiffness = 0.005;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.contact.bodies = true;
  return def;
}

/* A block of 3 × 3 × 3 nodes, 5 cm apart, turned about z. */
static inline pl_body *add_block(pl_world *world, double turn, const double at[3], const double velocity[3],
                                 pl_body_def def)
{
  pl_mesh *mesh = make_bar(3, 3, 3, 0.05, 26);
  double x[81], v[81], R[9] = {cos(turn), -sin(turn), 0, sin(turn), cos(turn), 0, 0, 0, 1};
  move_points(pl_mesh_view(mesh).positions, 27, R, at, x);
  for (size_t i = 0; i < 27; i++) pl_vec3_copy(velocity, v + 3 * i);
  def.mesh = mesh;
  def.positions = x;
  def.velocities = v;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

static const double still[3] = {0, 0, 0};

static inline pl_body *add_at(pl_world *world, double height)
{
  return add_block(world, 0, (double[]){0, height, 0}, still, rubber());
}

/* Steps until the body sleeps; the test fails if it does not within the seconds given. */
static inline int step_to_sleep(pl_world *world, const pl_body *body, double most)
{
  int steps = 0;
  for (; !pl_body_is_asleep(body) && steps < (int)(most / pl_world_step_size(world)); steps++) step_times(world, 1);
  if (!pl_body_is_asleep(body)) print_error("awake after %g s, at %g m/s\n", most, fastest(body));
  assert_true(pl_body_is_asleep(body));
  return steps;
}
