/* SPDX-License-Identifier: MIT
   A million steps: a ball that keeps its volume lies in a bowl and is pushed without end. Nothing may grow. */
#include "fixtures.h"

enum { ROUNDS = 1000, STEPS = 1000 }; /* 5,000 s of 5 ms */

static pl_world *bowl_world(pl_body **body)
{
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *world = make_world(&def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.2, 4, &mesh));
  pl_body_def ball = pl_default_body_def(PL_MODEL_SURFACE);
  ball.mesh = mesh;
  ball.volume.mode = PL_VOLUME_KEEP;
  ball.volume.alpha = 0.1;
  *body = make_body(world, &ball);
  pl_mesh_destroy(mesh);
  pl_obstacle_def bowl = pl_default_obstacle_def(PL_OBSTACLE_BOWL);
  bowl.radius = 0.6;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &bowl, &id));
  return world;
}

/* A blow every five seconds, in a direction that turns: about 0.15 m/s. */
static void push(pl_body *body, int round)
{
  uint32_t particles[162];
  const double angle = 2.4 * round, strength = 3; /* N on each of the 162 particles of about 0.2 kg */
  size_t count = pl_body_particle_count(body);
  assert_int_equal(count, 162);
  for (uint32_t i = 0; i < count; i++) particles[i] = i;
  assert_ok(pl_body_apply_force(body, particles, count, (double[3]){strength * cos(angle), 5, strength * sin(angle)}));
}

static void test_a_million_steps(void **state)
{
  (void)state;
  pl_body *body = NULL;
  pl_world *world = bowl_world(&body);
  double most_energy = 0, most_error = 0;
  for (int round = 0; round < ROUNDS; round++) {
    push(body, round);
    step_times(world, STEPS);
    pl_body_signals signals;
    assert_ok(pl_body_measure(body, &signals));
    assert_true(isfinite(signals.kinetic) && isfinite(signals.volume));
    most_energy = fmax(most_energy, signals.kinetic);
    most_error = fmax(most_error, fabs(signals.volume_error));
    const double *x = pl_body_positions(body);
    for (size_t i = 0; i < 3 * pl_body_particle_count(body); i++)
      assert_true(fabs(x[i]) < 1); /* the bowl is 0.6 m wide: still in it */
  }
  print_message("kinetic energy at most %.3g J five seconds after a push, volume error at most %.2g\n", most_energy,
                most_error);
  assert_less(most_energy, 1);   /* a fall by a centimetre has 3 J */
  assert_less(most_error, 2e-3); /* twice the tolerance of the constraint */
  assert_int_equal(pl_world_step_count(world), (uint64_t)ROUNDS * STEPS);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_million_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
