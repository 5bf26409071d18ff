/* SPDX-License-Identifier: MIT
   The balls of the demo (scenes/contact/pile.json) fall on each other in steps of 1/60 s instead of 5 ms. Elasticity
   alone takes up to 40 % of the volume of those below in such a step. While contact saw them like that, they were
   crushed by half when the ninth fell on them, and lay there with a third less for good. */
#include "depth.h"
#include "fixtures.h"
#include "scene_world.h"
#include "world/world.h"

typedef struct outcome {
  double worst, last; /* errors of volume, of any ball: in any step, in any of the last ten */
  depth deepest;
  double gained; /* of energy, in parts of what there was */
} outcome;

static double worst_error(const pl_world *world)
{
  double worst = 0;
  for (size_t b = 0; b < world->body_count; b++) worst = fmax(worst, fabs(pl_body_volume_error(world->bodies[b])));
  return worst;
}

static double energy_of(const pl_world *world)
{
  double sum = 0;
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body_signals signals;
    assert_ok(pl_body_measure(world->bodies[b], &signals));
    sum += signals.kinetic + signals.elastic + signals.gravitational;
  }
  return sum;
}

static outcome fall(double step, int steps)
{
  outcome out = {0};
  pl_world *world = scene_world("pile");
  assert_ok(pl_world_set_step(world, step));
  assert_ok(pl_world_set_substeps(world, 1)); /* large ones are what it is about */
  double start = energy_of(world);
  for (int k = 0; k < steps; k++) {
    step_times(world, 1);
    double error = worst_error(world);
    out.worst = fmax(out.worst, error);
    if (k >= steps - 10) out.last = fmax(out.last, error);
    if (k % 5 == 4) assert_ok(depth_of_world(world, &out.deepest));
    out.gained = fmax(out.gained, energy_of(world) / start - 1);
  }
  pl_world_destroy(world);
  return out;
}

/* All ten lie on each other after 70 steps. In the hits themselves volumes miss 3 %, which comes back within some
   steps: thrice that is far from the 64 % that were missing once. When it is back it is to the tolerance of the scene,
   but for what contact moves after it: 1 % at most. */
static void test_balls_keep_their_volume(void **state)
{
  (void)state;
  outcome o = fall(1.0 / 60, 70);
  print_message("error of volume %.2f %% at most, %.2f %% in the last ten steps; in bodies %.3f %%, edges %.3f %%, in "
                "obstacles %.3f %%; energy gained %.3f %%\n",
                100 * o.worst, 100 * o.last, 100 * o.deepest.relative, 100 * o.deepest.edges_relative,
                100 * o.deepest.obstacles_relative, 100 * o.gained);
  assert_less(o.worst, 0.1);
  assert_less(o.last, 0.01);
  assert_less(fmax(o.deepest.relative, o.deepest.obstacles_relative), 0.01);
  assert_less(o.gained, 1e-3);
}

/* Stiff boxes with damping take several rounds of rotations a step. Damped by those of the round before they shook
   themselves apart under load, with a thousand times the energy that there was, 0.1 s after the tower had come to
   stand. */
static void test_stiff_tower_gains_nothing(void **state)
{
  (void)state;
  pl_world *world = scene_world("tower");
  assert_ok(pl_world_set_step(world, 1.0 / 60));
  double before = energy_of(world), most = 0, gained = 0;
  for (int k = 0; k < 30; k++) {
    step_times(world, 1);
    double energy = energy_of(world), kinetic = 0;
    for (size_t b = 0; b < world->body_count; b++) {
      pl_body_signals signals;
      assert_ok(pl_body_measure(world->bodies[b], &signals));
      kinetic += signals.kinetic;
    }
    most = fmax(most, kinetic);
    gained = fmax(gained, energy - before);
    before = energy;
  }
  print_message("tower: a step gains at most %.4f %% of the largest kinetic energy\n", 100 * gained / most);
  assert_less(gained, 1e-3 * most);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_balls_keep_their_volume),
                                     cmocka_unit_test(test_stiff_tower_gains_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
