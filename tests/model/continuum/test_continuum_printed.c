/* SPDX-License-Identifier: MIT
   The step as the paper prints it, (39) to (42): the terms whose print is wrong, where it is stable, and that pressure
   ends no run. The default step goes through the same tests where it should do the same or better. */
#include "continuum_cases.h"

/* A free sheet of mu = 1 and gamma = 2 is thrown: it comes (1 - exp(-2)) / 2 far in a second. With C/(2h) in the
   velocity term, as (41) has it, it would never move at all. */
static double way_error(pl_continuum_step step, double h)
{
  pl_world_def world_def = quiet_world(h);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = sheet_of(3);
  pl_body_def def = plain_continuum(mesh);
  double v[27] = {0};
  for (int i = 0; i < 9; i++) v[3 * i + 1] = 1;
  def.velocities = v;
  def.continuum.damping.value = 2;
  def.continuum.step = step;
  pl_body *body = make_body(world, &def);
  step_times(world, (int)lround(1 / h));
  double error = fabs(pl_body_positions(body)[1] - 0.5 * (1 - exp(-2)));
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return error;
}

static void damped_ways_are_of_first_order(void **state)
{
  (void)state;
  for (int step = PL_CONTINUUM_STABLE; step <= PL_CONTINUUM_PRINTED; step++) {
    double coarse = way_error((pl_continuum_step)step, 0.02), fine = way_error((pl_continuum_step)step, 0.01);
    assert_less(coarse, 0.02);
    assert_close(log2(coarse / fine), 1, 0.05);
  }
}

/* A flat plate that is bent, either way and in either direction, starts back to flat: (28) as printed would bend it
   further. */
static void bending_restores(void **state)
{
  (void)state;
  for (int step = PL_CONTINUUM_STABLE; step <= PL_CONTINUUM_PRINTED; step++)
    for (int way = 0; way < 4; way++) {
      pl_world_def world_def = quiet_world(0.01);
      pl_world *world = make_world(&world_def);
      pl_mesh *mesh = sheet_of(9);
      pl_body_def def = plain_continuum(mesh);
      for (int k = 0; k < 3; k++) {
        def.continuum.stretch[k].value = def.continuum.shear[k].value = 0;
        def.continuum.bend[k].value = 1;
      }
      def.continuum.step = (pl_continuum_step)step;
      double x[243], rise = way < 2 ? 0.02 : -0.02, work = 0;
      memcpy(x, pl_mesh_view(mesh).positions, sizeof x);
      for (int i = 0; i < 81; i++) x[3 * i + 1] += rise * cos(3.14159 * x[3 * i + (way % 2 ? 0 : 2)]);
      def.positions = x;
      pl_body *body = make_body(world, &def);
      double before = total_energy(body);
      step_times(world, 1);
      for (int i = 0; i < 81; i++) work += (pl_body_positions(body)[3 * i + 1] - x[3 * i + 1]) * x[3 * i + 1];
      assert_true(work < 0); /* it sinks where it was high */
      assert_less(total_energy(body), before);
      pl_world_destroy(world);
      pl_mesh_destroy(mesh);
    }
}

/* Stretch is explicit in the printed step: a sheet at rest, disturbed by a billionth along one direction, stays so for
   steps below spacing sqrt(mu / (2 w1)), and is torn apart above it. */
static bool keeps_still(double part_of_limit, pl_continuum_step step)
{
  const double w = 50, mu = 1, spacing = 0.125;
  pl_world_def world_def = quiet_world(part_of_limit * spacing * sqrt(mu / (2 * w)));
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = sheet_of(9);
  pl_body_def def = plain_continuum(mesh);
  for (int k = 0; k < 3; k++) def.continuum.stretch[k].value = def.continuum.shear[k].value = 0;
  def.continuum.stretch[0].value = w;
  def.continuum.step = step;
  double x[243];
  disturb(mesh, 0, 1, x);
  for (int i = 0; i < 81; i++) x[3 * i] += i / 9 % 2 ? 1e-9 : -1e-9;
  def.positions = x;
  pl_body *body = make_body(world, &def);
  for (int s = 0; s < 300; s++)
    if (pl_world_step(world) != PL_OK) break;
  bool still = largest_difference(pl_body_positions(body), pl_mesh_view(mesh).positions, 243) < 1e-6;
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return still;
}

static void steps_are_stable_below_their_limit(void **state)
{
  (void)state;
  assert_true(keeps_still(0.98, PL_CONTINUUM_PRINTED));
  assert_false(keeps_still(1.05, PL_CONTINUUM_PRINTED));
  assert_true(keeps_still(1.05, PL_CONTINUUM_STABLE));
  assert_true(keeps_still(1000, PL_CONTINUUM_STABLE));
}

/* One row of cells of length L, pressed to s of it: a step changes their length by
     2 w (1 - s^2) s / (mu L / (2 h^2) - k),   k = 2 w (1 - s^2) / L,
   as printed while k is at most half of mu L / (2 h^2), and with half of it beyond, where k would leave no factor. */
static void pressure_is_as_printed_while_mass_bears_it(void **state)
{
  (void)state;
  const double L = 0.5, h = 0.02, w = 100, mu = 1, inertia = mu * L / (2 * h * h);
  for (int solver = PL_LINEAR_CHOLESKY; solver <= (int)PL_LINEAR_SOR; solver++)
    for (double s = 0.2; s < 1; s += 0.1) {
      pl_world_def world_def = quiet_world(h);
      pl_world *world = make_world(&world_def);
      pl_mesh *mesh = NULL;
      assert_ok(pl_make_sheet(L, 1, 2, 4, &mesh));
      pl_body_def def = plain_continuum(mesh);
      for (int k = 0; k < 3; k++) def.continuum.stretch[k].value = def.continuum.shear[k].value = 0;
      double x[24];
      memcpy(x, pl_mesh_view(mesh).positions, sizeof x);
      for (int i = 0; i < 8; i++) x[3 * i] *= s;
      def.continuum.stretch[0].value = w;
      def.continuum.step = PL_CONTINUUM_PRINTED;
      def.continuum.solver = (pl_linear_solver)solver;
      def.continuum.solver_tolerance = 1e-13;
      def.positions = x;
      pl_body *body = make_body(world, &def);
      step_times(world, 1);
      double k = 2 * w * (1 - s * s) / L, before = 0, after = 0;
      for (int i = 0; i < 8; i++) {
        before = fmax(before, 2 * x[3 * i]);
        after = fmax(after, 2 * pl_body_positions(body)[3 * i]);
      }
      assert_close(after - before, 2 * w * (1 - s * s) * s / (inertia - fmin(k, 0.5 * inertia)), 1e-12);
      pl_world_destroy(world);
      pl_mesh_destroy(mesh);
    }
}

/* Pressed to a third of its length a sheet has a_ij far below zero, and the matrix as printed no factor. No step fails
   for it, and the body can still be pushed and restored. */
static void pressure_ends_no_run(void **state)
{
  (void)state;
  for (int step = PL_CONTINUUM_STABLE; step <= PL_CONTINUUM_PRINTED; step++) {
    pl_world_def world_def = quiet_world(1.0 / 60);
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = sheet_of(9);
    pl_body_def def = plain_continuum(mesh);
    for (int k = 0; k < 3; k++) def.continuum.stretch[k].value = def.continuum.shear[k].value = 1e4;
    def.continuum.step = (pl_continuum_step)step;
    double x[243];
    uint64_t seed = 4;
    for (int k = 0; k < 243; k++) x[k] = 0.3 * pl_mesh_view(mesh).positions[k] + 1e-3 * random_unit(&seed);
    def.positions = x;
    pl_body *body = make_body(world, &def);
    double start = total_energy(body);
    assert_ok(pl_world_step(world));
    if (step == PL_CONTINUUM_STABLE) {
      for (int s = 0; s < 60; s++) {
        assert_ok(pl_world_step(world));
        assert_less(total_energy(body), start);
      }
    } else {
      void *bytes = NULL;
      size_t size = 0;
      assert_ok(pl_world_save(world, &bytes, &size));
      assert_ok(pl_world_restore(world, bytes, size));
      pl_free(bytes);
    }
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damped_ways_are_of_first_order),
      cmocka_unit_test(bending_restores),
      cmocka_unit_test(steps_are_stable_below_their_limit),
      cmocka_unit_test(pressure_is_as_printed_while_mass_bears_it),
      cmocka_unit_test(pressure_ends_no_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
