/* SPDX-License-Identifier: MIT
   scenes/contact/pile.json and tower.json come to rest: below 1 cm/s for good within 5 s, asleep at the end, and nobody
   in anybody: not by 1 % of the size while moving, not by 0.1 % at the end. Depths are found by winding numbers, not by
   what contact tells of itself. Heaped balls fall asleep, too, if later, and heaped ducks lose energy until they do. */
#include "depth.h"
#include "fixtures.h"
#include "scene_world.h"
#include "world/step/quiet.h"
#include "world/step/sleep.h"

static double fastest_of(const pl_world *world)
{
  double most = 0;
  for (size_t b = 0; b < world->body_count; b++)
    if (!pl_body_is_asleep(world->bodies[b])) most = fmax(most, pl_body_real_speed(world->bodies[b]));
  return most;
}

static void come_to_rest(const char *name, double h, double duration)
{
  pl_world *world = scene_world(name);
  assert_ok(pl_world_set_step(world, h));
  depth surface_velocity = {0}, end = {0};
  double last_fast = 0, asleep = INFINITY;
  for (int step = 1; pl_world_time(world) < duration - 1e-9; step++) {
    step_times(world, 1);
    if (fastest_of(world) > 0.01) last_fast = pl_world_time(world);
    if (step % 10 == 0 && !isfinite(asleep)) assert_ok(depth_of_world(world, &surface_velocity));
    if (!isfinite(asleep) && pl_world_is_still(world)) asleep = pl_world_time(world);
  }
  assert_ok(depth_of_world(world, &end));
  print_message("%s: rests after %.2f s, sleeps after %.2f s; %% of the size in bodies %.4f, edges %.4f, in obstacles "
                "%.4f while moving, %.4f, %.4f and %.4f at the end\n",
                name, last_fast, asleep, 100 * surface_velocity.relative, 100 * surface_velocity.edges_relative,
                100 * surface_velocity.obstacles_relative, 100 * end.relative, 100 * end.edges_relative,
                100 * end.obstacles_relative);
  assert_less(last_fast, 5);
  assert_true(asleep <= duration);
  assert_less(fmax(surface_velocity.relative, surface_velocity.edges_relative), 0.01);
  assert_less(surface_velocity.obstacles_relative, 0.01);
  assert_less(fmax(end.relative, end.edges_relative), 0.001);
  assert_less(end.obstacles_relative, 0.001);
  pl_world_destroy(world);
}

static void test_pile(void **state)
{
  (void)state;
  come_to_rest("pile", 0.005, 8);
}

/* In small steps of 1/240 s. */
static void test_pile_at_60_Hz(void **state)
{
  (void)state;
  come_to_rest("pile", 1.0 / 60, 8);
}

static void test_tower(void **state)
{
  (void)state;
  come_to_rest("tower", 0.005, 8);
}

/* Nothing brakes these heaps but friction, and they rock for long. */
static void fall_asleep(const char *name, double duration)
{
  pl_world *world = scene_world(name);
  depth end = {0};
  while (pl_world_time(world) < duration && !pl_world_is_still(world)) step_times(world, 1);
  assert_ok(depth_of_world(world, &end));
  print_message("%s: sleeps after %.2f s; %% of the size in bodies %.4f, edges %.4f, in obstacles %.4f\n", name,
                pl_world_time(world), 100 * end.relative, 100 * end.edges_relative, 100 * end.obstacles_relative);
  assert_true(pl_world_is_still(world));
  assert_less(fmax(end.relative, end.edges_relative), 0.001);
  assert_less(end.obstacles_relative, 0.001);
  pl_world_destroy(world);
}

/* They once went to and fro for ever, at rest in every second step. */
static void test_balls(void **state)
{
  (void)state;
  fall_asleep("heap-balls", 20);
}

static double energy_of(const pl_world *world)
{
  double sum = 0;
  for (size_t b = 0; b < world->body_count; b++) sum += total_energy(world->bodies[b]);
  return sum;
}

/* The ducks on top rock to and fro as wholes, which friction hardly brakes: they sleep after 25 to 33 s, as rounding
   has it. What can be asked sooner is that nothing drives them: the heap loses energy in every second, and what still
   moves is slow. */
static void test_ducks(void **state)
{
  (void)state;
  pl_world *world = scene_world("heap-ducks");
  depth end = {0};
  double before = INFINITY;
  for (int second = 1; second <= 15; second++) {
    step_times(world, 200);
    double now = energy_of(world);
    assert_less(now, before);
    before = now;
  }
  assert_ok(depth_of_world(world, &end));
  print_message("heap-ducks: the fastest particle goes at %.3f m/s; %% of the size in bodies %.4f, edges %.4f, in "
                "obstacles %.4f\n",
                fastest_of(world), 100 * end.relative, 100 * end.edges_relative, 100 * end.obstacles_relative);
  assert_less(fastest_of(world), 0.25);
  assert_less(end.relative, 0.001);
  assert_less(end.edges_relative, 0.03);
  assert_less(end.obstacles_relative, 0.001);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tower), cmocka_unit_test(test_pile),
                                     cmocka_unit_test(test_pile_at_60_Hz), cmocka_unit_test(test_balls),
                                     cmocka_unit_test(test_ducks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
