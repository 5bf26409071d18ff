/* SPDX-License-Identifier: MIT
   What is thrown uses up the gap: it stops on what it hits, not where the step before found it. */
#include "fixtures.h"

static const double step = 1.0 / 60;

static void add_floor(pl_world *world, double restitution)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  def.restitution = restitution;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &def, &id));
}

/* Of the surface: particles inside a body touch nothing. */
static double lowest(const pl_body *body, const pl_mesh *mesh)
{
  pl_mesh_data rest = pl_mesh_view(mesh);
  double low = INFINITY;
  for (size_t k = 0; k < 3 * rest.triangle_count; k++)
    low = fmin(low, pl_body_positions(body)[3 * (size_t)rest.triangles[k] + 1]);
  return low;
}

static pl_mesh *make_ball(double radius)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sphere(radius, 12, &mesh));
  return mesh;
}

/* Falls from a height at a speed; returns the lowest point of the first few steps in which something pushes it. */
static double lowest_at_hit(pl_model_kind model, double radius, double height, double speed)
{
  pl_world_def world_def = quiet_world(step);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  add_floor(world, 0);
  pl_mesh *mesh = model == PL_MODEL_GRAPH ? make_bar(5, 5, 5, radius / 2, 26) : make_ball(radius);
  size_t n = pl_mesh_view(mesh).vertex_count;
  double *x = calloc(3 * n, sizeof *x), *v = calloc(3 * n, sizeof *v);
  assert_true(x && v);
  const double upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  move_points(pl_mesh_view(mesh).positions, n, upright, (double[]){0, height + radius, 0}, x);
  for (size_t i = 0; i < n; i++) v[3 * i + 1] = -speed;
  pl_body_def def = pl_default_body_def(model);
  def.mesh = mesh;
  def.positions = x;
  def.velocities = v;
  if (model == PL_MODEL_GRAPH) def.graph.youngs_modulus = 3e5;
  pl_body *body = make_body(world, &def);
  double low = INFINITY;
  for (int k = 0, hits = 0; k < 120 && hits < 3; k++) {
    step_times(world, 1);
    low = fmin(low, lowest(body, mesh));
    hits += pl_world_stats(world).contact_count > 0;
  }
  free(x);
  free(v);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return low;
}

static void check_reaches(const char *name, double low)
{
  if (!(fabs(low) <= 1e-3)) print_error("%s: lowest %g m over the floor\n", name, low);
  assert_true(fabs(low) <= 1e-3); /* m: of the way of 0.67 m that 40 m/s make in a step */
}

static void test_nothing_stops_in_mid_air(void **state)
{
  (void)state;
  const double heights[] = {1, 1.13, 1.29, 1.46, 1.55}; /* the hit comes anywhere in a step */
  for (size_t k = 0; k < sizeof heights / sizeof *heights; k++) {
    check_reaches("a surface at 40 m/s", lowest_at_hit(PL_MODEL_SURFACE, 0.5, heights[k], 40));
    check_reaches("a graph at 40 m/s", lowest_at_hit(PL_MODEL_GRAPH, 0.5, heights[k], 40));
  }
  check_reaches("a surface from 1 m", lowest_at_hit(PL_MODEL_SURFACE, 0.1, 1, 0));
  check_reaches("a graph from 1 m", lowest_at_hit(PL_MODEL_GRAPH, 0.1, 1, 0));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing_stops_in_mid_air)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
