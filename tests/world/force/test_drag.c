/* SPDX-License-Identifier: MIT
   Drag of still air, alike for all models: what it takes from free bodies, how fast they fall through it, that it is
   kept. */
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

enum { MODELS = 4, NODES = 4 };
static const pl_model_kind models[MODELS] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CAGE, PL_MODEL_HEX};
static const char *const names[MODELS] = {"graph", "surface", "cage", "hex"};
static const double step = 0.005, way[3] = {1, 2, -0.5};

/* A cube that flies and, if asked, spins. */
static pl_body *add_cube(pl_world *world, int model, double drag, double spin)
{
  pl_mesh *mesh = NULL;
  if (models[model] == PL_MODEL_GRAPH)
    mesh = make_bar(NODES, NODES, NODES, 0.1, 26);
  else
    assert_ok(pl_make_box((uint32_t[]){NODES, NODES, NODES}, 0.1, &mesh));
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *v = test_calloc(3 * rest.vertex_count, sizeof *v);
  for (size_t i = 0; i < rest.vertex_count; i++) {
    double arm[3], turning[3] = {0.6 * spin, 0, 0.8 * spin};
    for (int c = 0; c < 3; c++) arm[c] = rest.positions[3 * i + (size_t)c] - 0.15;
    pl_vec3_cross(turning, arm, v + 3 * i);
    pl_vec3_add(v + 3 * i, way, v + 3 * i);
  }
  pl_body_def def = pl_default_body_def(models[model]);
  def.mesh = mesh;
  def.velocities = v;
  def.drag = drag;
  def.sleep = false;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.cage.vertices = 8;
  def.hex.nodes = 27;
  pl_body *body = make_body(world, &def);
  test_free(v);
  pl_mesh_destroy(mesh);
  return body;
}

/* Without spin all particles go the same way. Rounding of 200 steps; surfaces sum regions in float, whose rounding of
   places (0.3 m, 2e-8) comes back as velocity in each step and does not fade with what it is compared to. */
static void test_velocities_fade(void **state)
{
  (void)state;
  for (int m = 0; m < MODELS; m++) {
    pl_world_def world_def = quiet_world(step);
    pl_world *world = make_world(&world_def);
    pl_body *body = add_cube(world, m, 3, 0);
    double worst = 0;
    for (int k = 1; k <= 200; k++) {
      step_times(world, 1);
      const double *v = pl_body_velocities(body);
      double left = exp(-3 * step * k);
      for (size_t i = 0; i < 3 * pl_body_particle_count(body); i++)
        worst = fmax(worst, fabs(v[i] - left * way[i % 3]) / left);
    }
    print_message("%s: velocities are off by %.2g\n", names[m], worst);
    assert_less(worst, models[m] == PL_MODEL_SURFACE ? 1e-5 : 1e-10);
    pl_world_destroy(world);
  }
}

/* Momentum to rounding. Angular momentum as well as the model keeps it where nothing takes from it, which the same cube
   without drag tells. */
static void test_spin_fades(void **state)
{
  (void)state;
  for (int m = 0; m < MODELS; m++) {
    pl_world_def world_def = quiet_world(step);
    double off[2], far[2];
    for (int with = 0; with < 2; with++) {
      double drag = with ? 2 : 0;
      pl_world *world = make_world(&world_def);
      pl_body *body = add_cube(world, m, drag, 4);
      pl_body_signals first, now;
      assert_ok(pl_body_measure(body, &first));
      step_times(world, 200);
      assert_ok(pl_body_measure(body, &now));
      double left = exp(-drag * 200 * step), momentum[3], turning[3];
      pl_vec3_scale(first.momentum, left, momentum);
      pl_vec3_scale(first.angular_momentum, left, turning);
      far[with] = pl_vec3_distance(now.momentum, momentum) / pl_vec3_length(momentum);
      off[with] = pl_vec3_distance(now.angular_momentum, turning) / pl_vec3_length(turning);
      pl_world_destroy(world);
    }
    print_message("%s: momentum is off by %.2g (without drag %.2g), angular momentum by %.2g (%.2g)\n", names[m],
                  far[1], far[0], off[1], off[0]);
    assert_less(far[1], 1e-9);
    assert_less(off[1], 1e-9 + 3 * off[0]);
  }
}

/* A step adds g h and leaves exp(-drag h): the speed where both balance is g h / (1 - exp(-drag h)), half a drag h
   above g / drag. */
static void test_falls_at_the_terminal_velocity(void **state)
{
  (void)state;
  for (int m = 0; m < MODELS; m++) {
    pl_world_def world_def = quiet_world(step);
    pl_vec3_set(world_def.gravity, 0, -9.81, 0);
    pl_world *world = make_world(&world_def);
    pl_body *body = add_cube(world, m, 4, 0);
    step_times(world, 2000); /* exp(-40) of the start is left */
    double wanted = -9.81 * step / -expm1(-4 * step), worst = 0;
    const double *v = pl_body_velocities(body);
    for (size_t i = 0; i < pl_body_particle_count(body); i++)
      worst = fmax(worst, pl_vec3_distance(v + 3 * i, (double[]){0, wanted, 0}));
    print_message("%s: falls at %.6f m/s (g / drag: %.6f), off by %.2g\n", names[m], v[1], -9.81 / 4, worst);
    assert_less(worst, 1e-9);
    assert_less(fabs(v[1] + 9.81 / 4), 0.51 * 4 * step * 9.81 / 4);
    pl_world_destroy(world);
  }
}

static void test_bad_values_are_refused(void **state)
{
  (void)state;
  const double bad[] = {-1, -1e-300, NAN, INFINITY};
  pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 26);
  pl_world_def world_def = quiet_world(step);
  pl_world *world = make_world(&world_def);
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    pl_body_def def = stiff_body(mesh, 100);
    pl_body *body = NULL;
    def.drag = bad[k];
    assert_refused(pl_body_create(world, &def, &body), PL_ERROR_ARGUMENT, "drag must be zero or positive, in 1/s");
  }
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static pl_world *world_of_cubes(void)
{
  pl_world_def world_def = quiet_world(step);
  pl_world *world = make_world(&world_def);
  for (int m = 0; m < MODELS; m++) add_cube(world, m, 2, 3);
  return world;
}

/* Saved in the middle and continued in a world of the same bodies: the same bits. */
static void test_snapshots_keep_it(void **state)
{
  (void)state;
  pl_world *straight = world_of_cubes(), *other = world_of_cubes();
  void *data = NULL;
  size_t size = 0;
  step_times(straight, 20);
  assert_ok(pl_world_save(straight, &data, &size));
  step_times(straight, 30);
  assert_ok(pl_world_restore(other, data, size));
  step_times(other, 30);
  assert_true(pl_world_hash(straight) == pl_world_hash(other));
  pl_free(data);
  pl_world_destroy(straight);
  pl_world_destroy(other);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_velocities_fade),
      cmocka_unit_test(test_spin_fades),
      cmocka_unit_test(test_falls_at_the_terminal_velocity),
      cmocka_unit_test(test_bad_values_are_refused),
      cmocka_unit_test(test_snapshots_keep_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
