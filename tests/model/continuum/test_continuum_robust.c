/* SPDX-License-Identifier: MIT
   What the default step promises: any stiffness at 1/60 s, in a number of iterations that is bounded, without braking
   what is rigid. */
#include "continuum_cases.h"

static void weigh(pl_body_def *def, double w)
{
  for (int k = 0; k < 3; k++) {
    def->continuum.stretch[k].value = w;
    def->continuum.shear[k].value = 0.3 * w;
    def->continuum.bend[k].value = 1e-5 * w;
  }
}

/* A crumpled sheet at 1/60 s, pinned at two corners, from tissue to weights of which rounding takes the factor.
   Whatever they are, no step fails, none takes more solves than it may, and energy (elastic, of motion and of height)
   never rises above where it began by more than the matrix rounds: a part of 1e-3. */
static void any_stiffness_at_frame_rate(void **state)
{
  (void)state;
  for (int power = 0; power <= 20; power += 4)
    for (int crumpled = 0; crumpled < 2; crumpled++) {
      pl_world_def world_def = quiet_world(1.0 / 60);
      world_def.gravity[1] = -9.81;
      pl_world *world = make_world(&world_def);
      pl_mesh *mesh = sheet_of(9);
      pl_body_def def = plain_continuum(mesh);
      uint32_t corners[2] = {0, 8};
      pl_pin_def pin = pl_default_pin_def();
      pin.particles = corners;
      pin.count = 2;
      def.pins = &pin;
      def.pin_count = 1;
      weigh(&def, pow(10, power));
      double x[243];
      disturb(mesh, crumpled ? 0.03 : 0, 5, x);
      for (int k = 0; k < 2; k++) memcpy(x + 24 * k, pl_mesh_view(mesh).positions + 24 * k, 3 * sizeof(double));
      def.positions = x;
      pl_body *body = make_body(world, &def);
      double start = world_energy(world), mass = mass_of(body);
      for (int s = 0; s < 60; s++) {
        assert_ok(pl_world_step(world));
        assert_true(continuum_of(body)->iterations_made <= def.continuum.iterations);
        assert_less(world_energy(world), start + 1e-3 * fabs(start) + 1e-6 * mass);
      }
      pl_world_destroy(world);
      pl_mesh_destroy(mesh);
    }
}

/* What is left of the angular momentum of a sheet that spins freely about its own axis, without being given back.
   Implicit Euler brakes by the step; stiffness must not (a matrix that bounds J^T w J by numbers times the identity
   does). */
static double spin_left(double w, double h)
{
  pl_world_def world_def = quiet_world(h);
  pl_world *world = make_world(&world_def);
  pl_mesh *mesh = sheet_of(7);
  pl_body_def def = plain_continuum(mesh);
  double v[147], first[3], later[3], linear[3];
  for (size_t i = 0; i < 49; i++)
    pl_vec3_cross((double[]){0.3, 2, 0.1}, pl_mesh_view(mesh).positions + 3 * i, v + 3 * i);
  def.velocities = v;
  weigh(&def, w);
  def.continuum.angular_momentum = PL_MOMENTUM_FREE;
  def.continuum.iterations = 20;
  def.continuum.tolerance = 1e-9;
  make_body(world, &def);
  world_momentum(world, linear, first);
  step_times(world, (int)lround(1 / h));
  world_momentum(world, linear, later);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return pl_vec3_length(later) / pl_vec3_length(first);
}

static void stiffness_does_not_brake_spin(void **state)
{
  (void)state;
  double coarse = 1 - spin_left(1e4, 0.01), fine = 1 - spin_left(1e4, 0.005);
  print_message("spin lost in 1 s at 2 rad/s: %.4f at 10 ms, %.4f at 5 ms, %.4f at 10 ms and 1e8 N/m\n", coarse, fine,
                1 - spin_left(1e8, 0.01));
  assert_less(coarse, 0.06); /* omega^2 h = 0.04 of it in a second */
  assert_close(log2(coarse / fine), 1, 0.1);
  assert_close(1 - spin_left(1e8, 0.01), coarse, 0.02 * coarse);
}

/* Cut off by its row of nodes, one half is moved 10 m away: the other keeps the same bits, normals and all. */
static void normals_do_not_look_across_cuts(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(0.01);
  double x[2][243], continuity[81];
  for (int i = 0; i < 81; i++) continuity[i] = i / 9 == 4 ? 0 : 2;
  for (int away = 0; away < 2; away++) {
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = sheet_of(9);
    pl_body_def def = plain_continuum(mesh);
    weigh(&def, 100);
    for (int k = 0; k < 3; k++) def.continuum.bend[k].value = 1;
    def.continuum.continuity = continuity;
    def.continuum.angular_momentum = PL_MOMENTUM_FREE;
    pl_body *body = make_body(world, &def);
    double *force = malloc(243 * sizeof(double));
    disturb(mesh, 0.03, 2, x[away]);
    for (int i = 36; away && i < 81; i++) x[away][3 * i + 1] += 10;
    elastic_energy(body, x[away], force);
    memcpy(x[away], force, 243 * sizeof(double));
    free(force);
    pl_world_destroy(world);
    pl_mesh_destroy(mesh);
  }
  assert_true(largest_of(x[0], 36 * 3) > 0.1);
  assert_memory_equal(x[0], x[1], 36 * 3 * sizeof(double));
  assert_true(largest_of(x[1] + 108, 27) == 0); /* nothing holds what is cut off */
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_stiffness_at_frame_rate),
      cmocka_unit_test(stiffness_does_not_brake_spin),
      cmocka_unit_test(normals_do_not_look_across_cuts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
