/* SPDX-License-Identifier: MIT
   Fluids and repulsion, on bodies of any model: each against a closed form or a difference. */
#include "force_cases.h"
#include "math/mat3.h"
#include "world/world.h"

/* ---- fluids ---- */

/* A flat sheet in a wind across it takes its speed as 1 - exp(-c t / mu), of first order in the step; one along it does
   nothing; however thick, it never carries the sheet faster than itself. For every model. */
static void fluid_carries(void **state)
{
  (void)state;
  const double resistances[2] = {3, 1e6};
  for (size_t m = 0; m < SHEET_MODELS; m++)
    for (int k = 0; k < 2; k++) {
      pl_world_def world_def = quiet_world(0.001);
      pl_world *world = make_world(&world_def);
      pl_body *body = add_sheet(world, sheet_models[m], 0);
      pl_force_def def = pl_default_force_def(PL_FORCE_FLUID);
      def.resistance = resistances[k];
      pl_vec3_set(def.flow.velocity, 5, 2, 0);
      add(world, &def);
      step_times(world, 300);
      for (size_t i = 0; i < body->count; i++) {
        const double *v = pl_body_velocities(body) + 3 * i;
        assert_close(v[0], 0, 1e-6);
        assert_close(v[1], 2 * (1 - exp(-resistances[k] * 0.3)), 3e-3);
        assert_true(v[1] <= 2 + 1e-6);
      }
      pl_world_destroy(world);
    }
}

/* Falling flat, a sheet has the speed at which resistance bears its weight: mu g / c, whatever the step. */
static void terminal_speed(void **state)
{
  (void)state;
  const double steps[2] = {0.002, 0.02};
  for (size_t m = 0; m < SHEET_MODELS; m++)
    for (int k = 0; k < 2; k++) {
      pl_world_def world_def = quiet_world(steps[k]);
      world_def.gravity[1] = -9.81;
      pl_world *world = make_world(&world_def);
      pl_body *body = add_sheet(world, sheet_models[m], 0);
      pl_force_def def = pl_default_force_def(PL_FORCE_FLUID);
      def.body = body;
      def.resistance = 40;
      add(world, &def);
      step_times(world, (int)(2 / steps[k]));
      for (size_t i = 0; i < body->count; i++) assert_close(pl_body_velocities(body)[3 * i + 1], -9.81 / 40, 1e-6);
      pl_world_destroy(world);
    }
}

/* A line falls across itself at mu g / (c d); along itself it falls freely. */
static void curves_feel_fluids(void **state)
{
  (void)state;
  for (int upright = 0; upright < 2; upright++) {
    pl_world_def world_def = quiet_world(0.01);
    world_def.gravity[1] = -9.81;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = NULL;
    double points[33] = {0};
    for (size_t i = 0; i < 11; i++) points[3 * i + (size_t)upright] = 0.05 * (double)i;
    assert_ok(pl_make_curve(points, 11, false, &mesh));
    pl_body_def body_def = pl_default_body_def(PL_MODEL_CONTINUUM);
    body_def.mesh = mesh;
    body_def.thickness = 0.01;
    pl_body *body = make_body(world, &body_def);
    pl_force_def def = pl_default_force_def(PL_FORCE_FLUID);
    def.body = body;
    def.resistance = 50;
    add(world, &def);
    step_times(world, 400);
    double wanted = upright ? -9.81 * 4 : -9.81 * mass_of(body) / (0.5 * 0.01 * 50);
    for (size_t i = 0; i < body->count; i++)
      assert_close(pl_body_velocities(body)[3 * i + 1], wanted, 1e-6 * fabs(wanted));
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

static void shear_flow(void *user, const double point[3], double time, double velocity[3])
{
  pl_vec3_set(velocity, *(const double *)user * point[1] + time, 0, 0);
}

/* A vortex has no divergence, is curl alone, and its circulation at any distance; gusts stay within what was said and
   travel with the stream; the callback adds its own. */
static void flows_are_what_they_say(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_force_def def = pl_default_force_def(PL_FORCE_FLUID);
  def.flow.circulation = 3;
  pl_vec3_set(def.flow.center, 0.1, 0.2, 0.3);
  pl_vec3_set(def.flow.axis, 1, 2, 2);
  pl_force_id vortex = add(world, &def);
  def = pl_default_force_def(PL_FORCE_FLUID);
  pl_vec3_set(def.flow.velocity, 4, 0, 3);
  def.flow.gust = 0.5;
  def.flow.period = 0.7;
  pl_force_id wind = add(world, &def);
  def = pl_default_force_def(PL_FORCE_FLUID);
  def.flow.callback = true;
  pl_force_id called = add(world, &def);
  uint64_t seed = 4;
  double least = 1, most = 1;
  for (int k = 0; k < 200; k++) {
    double p[3], v[3], there[3], divergence = 0, h = 1e-5, time = 10 * random_unit(&seed), along = random_unit(&seed);
    for (size_t c = 0; c < 3; c++) p[c] = random_unit(&seed);
    for (size_t c = 0; c < 3; c++) {
      double low[3], high[3], at[3];
      pl_vec3_copy(p, at);
      at[c] = p[c] - h;
      assert_ok(pl_force_flow(world, vortex, at, 0, low));
      at[c] = p[c] + h;
      assert_ok(pl_force_flow(world, vortex, at, 0, high));
      divergence += (high[c] - low[c]) / (2 * h);
    }
    assert_close(divergence, 0, 1e-7); /* of differences */
    const double axis[3] = {1.0 / 3, 2.0 / 3, 2.0 / 3}, center[3] = {0.1, 0.2, 0.3};
    double arm[3];
    pl_vec3_sub(p, center, arm);
    pl_vec3_add_scaled(arm, -pl_vec3_dot(arm, axis), axis, arm);
    double r = pl_vec3_length(arm);
    assert_ok(pl_force_flow(world, vortex, p, 0, v));
    assert_close(pl_vec3_dot(v, arm), 0, 1e-12);
    assert_close(pl_vec3_dot(v, axis), 0, 1e-12);
    assert_close(pl_vec3_length(v), 3 * r / (2 * 3.141592653589793 * (r * r + 0.01)), 1e-12);
    assert_ok(pl_force_flow(world, wind, p, time, v));
    least = fmin(least, pl_vec3_length(v) / 5);
    most = fmax(most, pl_vec3_length(v) / 5);
    pl_vec3_add_scaled(p, along, (const double[3]){4, 0, 3}, p);
    assert_ok(pl_force_flow(world, wind, p, time + along, there));
    assert_close(pl_vec3_distance(v, there), 0, 1e-9);
  }
  assert_true(least >= 0.5 && least < 0.75 && most <= 1.5 && most > 1.25);
  double v[3], rate = 7;
  assert_ok(pl_force_flow(world, called, (double[3]){0, 2, 0}, 0.25, v));
  assert_close(v[0], 0, 0);
  assert_ok(pl_world_set_flow(world, shear_flow, &rate));
  assert_ok(pl_force_flow(world, called, (double[3]){0, 2, 0}, 0.25, v));
  assert_close(v[0], 14.25, 0);
  pl_world_destroy(world);
}

/* ---- repulsion ---- */

/* Energy, slope and curvature are those of differences, near, far and inside, about shapes and about a fluid. */
static void felt_is_a_potential(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body *body = add_sheet(world, PL_MODEL_CONTINUUM, 0.1);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_vec3_set(floor.normal, 1, 3, 0);
  pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  ball.radius = 0.1;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &floor, &id));
  assert_ok(pl_obstacle_create(world, &ball, &id));
  pl_force_def def = pl_default_force_def(PL_FORCE_REPULSION);
  def.range = 0.05;
  add(world, &def);
  pl_force_def fluid = pl_default_force_def(PL_FORCE_FLUID);
  pl_vec3_set(fluid.flow.velocity, 1, 2, 3);
  add(world, &fluid);
  step_times(world, 1);
  pl_moving_obstacle obstacles[2];
  const pl_potential_forces *forces;
  assert_int_equal(pl_obstacles_collect(world, obstacles), 2);
  assert_ok(pl_potential_forces_find(world, body, true, obstacles, 2, &forces));
  uint64_t seed = 9;
  int inside = 0;
  for (int k = 0; k < 300; k++) {
    double x[3], gradient[3] = {0, 0, 0}, hessian[9] = {0}, h = 1e-6;
    for (size_t c = 0; c < 3; c++) x[c] = 0.2 * random_unit(&seed);
    double here = forces->outer.at(&forces->outer, 7, x, gradient, hessian);
    double scale = here / 0.05 + pl_vec3_length(gradient);
    inside += here > 50 * forces->mass[7] * 0.05 * exp(3);
    for (size_t c = 0; c < 3; c++) {
      double low = x[c] - h, high = x[c] + h, kept = x[c];
      x[c] = low;
      double before = forces->outer.at(&forces->outer, 7, x, NULL, NULL);
      x[c] = high;
      double after = forces->outer.at(&forces->outer, 7, x, NULL, NULL);
      x[c] = kept;
      assert_close((after - before) / (2 * h), gradient[c], 1e-4 * scale); /* where the nearest side changes: h/range */
    }
    for (size_t c = 0; c < 3; c++) {
      double e[3] = {c == 0, c == 1, c == 2}, he[3];
      pl_mat3_apply(hessian, e, he);
      assert_true(he[c] >= 0);
      for (size_t d = 0; d < 3; d++)
        assert_close(hessian[3 * c + d], hessian[3 * d + c], 1e-9 * fabs(hessian[0]) + 1e-12);
    }
  }
  assert_true(inside > 3); /* beyond where the exponential becomes a line */
  pl_world_destroy(world);
}

/* Over a floor a sheet comes to rest where the potential bears its weight: d = range ln(strength / g). Nothing
   touches. */
static void floats_where_it_should(void **state)
{
  (void)state;
  for (size_t m = 0; m < SHEET_MODELS; m++) {
    pl_world_def world_def = pl_default_world_def();
    world_def.threads = 1;
    pl_world *world = make_world(&world_def);
    pl_body *body = add_sheet(world, sheet_models[m], 0.15);
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    pl_obstacle_id id;
    assert_ok(pl_obstacle_create(world, &floor, &id));
    pl_force_def def = pl_default_force_def(PL_FORCE_REPULSION);
    def.body = body;
    def.obstacle = id;
    def.strength = 80;
    def.range = 0.03;
    add(world, &def);
    pl_force_def fluid = pl_default_force_def(PL_FORCE_FLUID); /* to come to rest */
    fluid.body = body;
    fluid.resistance = 10;
    add(world, &fluid);
    step_times(world, 800);
    for (size_t i = 0; i < body->count; i++)
      assert_close(pl_body_positions(body)[3 * i + 1], 0.03 * log(80 / 9.81), 1e-5);
    assert_true(fastest(body) < 1e-4);
    assert_ok(pl_obstacle_remove(world, id)); /* and the force with it */
    step_times(world, 1);
    assert_int_equal(pl_world_force_count(world), 1);
    pl_world_destroy(world);
  }
}

/* However strong and short, it throws back what comes fast, without giving it energy, in small steps as short as it
   takes; in the world's step. */
static void stiff_repulsion_is_stable(void **state)
{
  (void)state;
  for (size_t m = 0; m < SHEET_MODELS; m++) {
    pl_world_def world_def = pl_default_world_def();
    world_def.threads = 1;
    world_def.step = 0.01;
    pl_vec3_set(world_def.gravity, 0, 0, 0);
    pl_world *world = make_world(&world_def);
    pl_body *body = add_sheet(world, sheet_models[m], 0.3);
    double v[108];
    for (size_t k = 0; k < 108; k++) v[k] = k % 3 == 1 ? -3 : 0;
    assert_ok(pl_body_set_velocities(body, v));
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    pl_obstacle_id id;
    assert_ok(pl_obstacle_create(world, &floor, &id));
    pl_force_def def = pl_default_force_def(PL_FORCE_REPULSION);
    def.strength = 1e6;
    def.range = 0.002;
    add(world, &def);
    int most = 0;
    for (int s = 0; s < 60; s++) {
      step_times(world, 1);
      if (pl_world_stats(world).substeps > most) most = pl_world_stats(world).substeps;
      for (size_t i = 0; i < body->count; i++) assert_true(pl_body_positions(body)[3 * i + 1] > -1e-3);
      assert_true(fastest(body) < 3.3); /* what bends may snap, but not by more than a tenth */
    }
    assert_int_equal(most, 8);                           /* 3 cm a step, 4 mm at a time */
    assert_int_equal(pl_world_stats(world).substeps, 2); /* far from the floor again */
    pl_world_destroy(world);
  }
}

/* The whole gradient pushes: a sheet that comes edge-on is stopped as well, where (23), along the normal of the sheet,
   would do nothing and leave it to contact, half a thickness over the floor. At 1 m/s one row alone is stopped at range
   ln(2 strength range) = 53 mm; with all the others behind it, eleven times its mass, range ln 11 = 24 mm lower. */
static void edges_are_pushed_back(void **state)
{
  (void)state;
  for (size_t m = 0; m < SHEET_MODELS; m++) {
    pl_world_def world_def = pl_default_world_def();
    world_def.threads = 1;
    world_def.step = 0.01;
    pl_vec3_set(world_def.gravity, 0, 0, 0);
    pl_world *world = make_world(&world_def);
    pl_body *body = add_sheet(world, sheet_models[m], 0);
    double x[108], v[108], lowest = INFINITY;
    assert_int_equal(body->count, 36);
    for (size_t i = 0; i < 36; i++) {
      const double *from = pl_body_positions(body) + 3 * i;
      pl_vec3_set(x + 3 * i, from[0], 0.25 + from[2], 0);
      pl_vec3_set(v + 3 * i, 0, -1, 0);
    }
    assert_ok(pl_body_set_positions(body, x));
    assert_ok(pl_body_set_velocities(body, v));
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    pl_obstacle_id id;
    assert_ok(pl_obstacle_create(world, &floor, &id));
    pl_force_def def = pl_default_force_def(PL_FORCE_REPULSION);
    def.strength = 1e4;
    def.range = 0.01;
    add(world, &def);
    for (int s = 0; s < 40; s++) {
      step_times(world, 1);
      for (size_t i = 0; i < body->count; i++) lowest = fmin(lowest, pl_body_positions(body)[3 * i + 1]);
    }
    print_message("edge-on, model %d: %.4f m over the floor\n", (int)sheet_models[m], lowest);
    assert_true(lowest > 0.015 && lowest < 0.06);
    pl_world_destroy(world);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fluid_carries),
      cmocka_unit_test(terminal_speed),
      cmocka_unit_test(curves_feel_fluids),
      cmocka_unit_test(flows_are_what_they_say),
      cmocka_unit_test(felt_is_a_potential),
      cmocka_unit_test(floats_where_it_should),
      cmocka_unit_test(stiff_repulsion_is_stable),
      cmocka_unit_test(edges_are_pushed_back),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
