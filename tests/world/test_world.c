/* SPDX-License-Identifier: MIT
   What can be asked of worlds, bodies and obstacles. */
#include <string.h>

#include "math/mat3.h"
#include "world/busy_scene.h"

static void test_fields_can_be_read(void **state)
{
  (void)state;
  busy_scene s = busy_start(1, NULL, PL_PRECISION_DOUBLE);
  busy_run(&s, 0, 30, NULL);
  size_t n = pl_body_particle_count(s.free_bar), found = 0;
  double *values = malloc(9 * n * sizeof(double));
  for (size_t i = 0; i < pl_world_field_count(s.world); i++) {
    pl_field field = pl_world_field(s.world, i);
    assert_non_null(field.name);
    assert_true(field.components > 0 && field.count * (size_t)field.components <= 9 * n);
    assert_true((field.body == NULL) == (strcmp(field.domain, "world") == 0));
    assert_ok(pl_world_field_read(s.world, i, values));
    if (field.body == s.free_bar && strcmp(field.name, "positions") == 0) {
      assert_string_equal(field.domain, "particle");
      assert_memory_equal(values, pl_body_positions(s.free_bar), 3 * n * sizeof(double));
      found |= 1;
    }
    if (field.body == s.held_bar && strcmp(field.name, "velocities") == 0) {
      assert_memory_equal(values, pl_body_velocities(s.held_bar), 3 * n * sizeof(double));
      found |= 2;
    }
    if (field.body == s.held_bar && strcmp(field.name, "rotations") == 0) {
      for (size_t k = 0; k < n; k++) assert_close(pl_mat3_determinant(values + 9 * k), 1, 1e-12);
      found |= 4;
    }
  }
  assert_int_equal(found, 7);
  free(values);
  pl_world_destroy(s.world);
}

/* Masses, momenta and energies of a bar that moves as a whole, by hand. */
static void test_signals(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(5, 3, 3, 0.1, 26);
  pl_mesh_data rest = pl_mesh_view(mesh);
  double v[135];
  for (size_t i = 0; i < 45; i++) memcpy(v + 3 * i, (double[]){2, -1, 0.5}, 24);
  pl_world_def world_def = quiet_world(0.01);
  world_def.gravity[1] = -10;
  pl_world *world = make_world(&world_def);
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.density = 500;
  def.velocities = v;
  pl_body *body = make_body(world, &def);
  pl_body_signals s;
  assert_ok(pl_body_measure(body, &s));
  const double volume = 0.4 * 0.2 * 0.2, mass = 500 * volume;
  assert_close(s.volume, volume, 1e-15);
  assert_close(s.rest_volume, volume, 1e-15);
  assert_close(s.kinetic, 0.5 * mass * 5.25, 1e-12);
  assert_close(s.elastic, 0, 1e-20);
  assert_close(s.gravitational, mass * 10 * 0.1, 1e-12); /* its middle is at (0.2, 0.1, 0.1) */
  assert_close(s.momentum[0], 2 * mass, 1e-12);
  assert_close(s.angular_momentum[0], mass * (0.1 * 0.5 - 0.1 * -1), 1e-12);
  assert_close(s.angular_momentum[1], mass * (0.1 * 2 - 0.2 * 0.5), 1e-12);
  assert_close(s.angular_momentum[2], mass * (0.2 * -1 - 0.1 * 2), 1e-12);
  assert_memory_equal(pl_body_rest(body).positions, rest.positions, sizeof v);
  char text[400];
  pl_body_describe(body, text, sizeof text);
  assert_non_null(strstr(text, "unknowns = 45"));
  assert_non_null(strstr(text, "N/m"));
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

/* Bodies of triangles only, closed and open, and curves: edges and masses are found. */
static void test_bodies_of_surfaces_and_curves(void **state)
{
  (void)state;
  pl_mesh *ball = NULL, *sheet = NULL, *curve = NULL;
  assert_ok(pl_make_icosphere(0.5, 6, &ball));
  assert_ok(pl_make_sheet(1, 2, 5, 9, &sheet));
  assert_ok(pl_make_line((double[]){0, 0, 0}, (double[]){2, 0, 0}, 11, &curve));
  const struct {
    pl_mesh *mesh;
    double thickness, volume, tolerance;
  } cases[] = {{ball, 0, 0.5236, 0.03}, {sheet, 0.01, 0.02, 1e-12}, {curve, 0.1, 3.14159265358979 * 0.0025 * 2, 1e-12}};
  for (int k = 0; k < 3; k++) {
    pl_world_def world_def = quiet_world(0.01);
    world_def.gravity[1] = -10;
    pl_world *world = make_world(&world_def);
    pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
    def.mesh = cases[k].mesh;
    def.thickness = cases[k].thickness;
    pl_body *body = make_body(world, &def);
    double mass = 0;
    for (size_t i = 0; i < pl_body_particle_count(body); i++) mass += pl_body_masses(body)[i];
    assert_close(mass, 1000 * cases[k].volume, 1000 * cases[k].volume * cases[k].tolerance);
    assert_true(pl_body_rest(body).edge_count > 0);
    step_times(world, 20);
    pl_body_signals s;
    assert_ok(pl_body_measure(body, &s));
    assert_close(s.momentum[1], -10 * mass * 0.2, 1e-9 * mass);
    pl_world_destroy(world);
    pl_mesh_destroy(cases[k].mesh);
  }
}

/* The distance asked of a world is that of the shape where its motion has brought it. */
static void test_moving_obstacle_can_be_asked(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.1);
  pl_world *world = make_world(&world_def);
  const double quarter = 3.14159265358979323846 / 2;
  const pl_pose_key keys[2] = {{.time = 0}, {.time = 1, .translate = {0, 0, 3}, .rotate = {0, quarter, 0}}};
  pl_obstacle_def box = pl_default_obstacle_def(PL_OBSTACLE_BOX);
  memcpy(box.center, (double[]){2, 0, 0}, 24);
  memcpy(box.half_size, (double[]){1, 0.5, 0.25}, 24);
  box.name = "door";
  box.motion = (pl_motion){.keys = keys, .count = 2};
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &box, &id));
  double distance, normal[3], axes[9];
  assert_ok(pl_obstacle_distance(world, id, (double[]){2, 1, 0}, &distance, normal));
  assert_close(distance, 0.5, 1e-14);
  for (int k = 0; k < 10; k++) step_times(world, 1);
  /* turned about y: x -> -z; its middle is at (0, 0, 1), long along z */
  assert_ok(pl_obstacle_distance(world, id, (double[]){0, 0, 3}, &distance, normal));
  assert_close(distance, 1, 1e-12);
  assert_close(normal[2], 1, 1e-12);
  assert_ok(pl_obstacle_distance(world, id, (double[]){1, 0, 1.5}, &distance, NULL));
  assert_close(distance, 0.75, 1e-12);
  pl_obstacle_def now;
  assert_ok(pl_world_obstacle_at(world, 0, &now, axes));
  assert_string_equal(now.name, "door");
  assert_less(largest_difference(now.center, (double[]){0, 0, 1}, 3), 1e-12);
  assert_close(axes[6], -1, 1e-12); /* its x axis points along -z */
  assert_int_equal(pl_world_obstacle_count(world), 1);
  assert_ok(pl_obstacle_remove(world, id));
  assert_ok(pl_obstacle_distance(world, id, (double[]){0, 0, 3}, &distance, NULL)); /* still there */
  step_times(world, 1);
  assert_refused(pl_obstacle_distance(world, id, (double[]){0, 0, 3}, &distance, NULL), PL_ERROR_STALE, "removed");
  assert_int_equal(pl_world_obstacle_count(world), 0);
  pl_obstacle_id next;
  assert_ok(pl_obstacle_create(world, &box, &next));
  assert_true(next.generation != id.generation || next.index != id.index);
  assert_refused(pl_obstacle_remove(world, id), PL_ERROR_STALE, "removed");
  pl_world_destroy(world);
}

/* Defaults are what the headers say. */
static void test_defaults(void **state)
{
  (void)state;
  pl_world_def world = pl_default_world_def();
  assert_close(world.step, 1.0 / 200, 0);
  assert_close(world.gravity[1], -9.81, 0);
  assert_int_equal(world.threads, 0);
  pl_body_def body = pl_default_body_def(PL_MODEL_GRAPH);
  assert_close(body.density, 1000, 0);
  assert_close(body.graph.youngs_modulus, 1e5, 0);
  assert_close(body.graph.edge, 1, 0);
  assert_close(body.graph.laplacian, 0, 0);
  assert_int_equal(body.graph.weights, PL_WEIGHTS_SHARE);
  assert_int_equal(body.graph.covariance, PL_COVARIANCE_ENERGY);
  assert_int_equal(body.graph.damping, PL_DAMPING_COROTATED);
  assert_int_equal(body.graph.precision, PL_PRECISION_AUTO);
  assert_close(pl_default_obstacle_def(PL_OBSTACLE_BOX).friction, 0.5, 0);
  assert_close(pl_default_grab_def().damping, -1, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fields_can_be_read), cmocka_unit_test(test_signals),
                                     cmocka_unit_test(test_bodies_of_surfaces_and_curves),
                                     cmocka_unit_test(test_moving_obstacle_can_be_asked),
                                     cmocka_unit_test(test_defaults)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
