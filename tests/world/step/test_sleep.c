/* SPDX-License-Identifier: MIT
   Bodies that lie still fall asleep with what they touch, and cost nothing then. */
#include "failing.h"
#include "sleep_cases.h"
#include "world/step/quiet.h"

static void test_block_falls_asleep(void **state)
{
  (void)state;
  const pl_model_kind kinds[] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CAGE, PL_MODEL_HEX};
  for (int k = 0; k < 4; k++) {
    pl_world *world = heavy_world(1);
    add_floor(world, 0, 0.5);
    pl_body_def def = rubber();
    def.model = kinds[k];
    def.surface.damping = 20;
    def.cage.vertices = 8;
    def.hex.nodes = 27;
    pl_body *body = add_block(world, 0, (double[]){0, 0.02, 0}, still, def);
    int steps = step_to_sleep(world, body, 5);
    print_message("model %d sleeps after %g s\n", (int)kinds[k], steps / 200.0);
    assert_true(steps >= 100); /* not before the half second that it has to be quiet for */
    assert_true(fastest(body) == 0);
    /* it lies as before, forces and all, and nothing is computed any more */
    double before[81], contact[81], weight = 0, sum = 0;
    memcpy(before, pl_body_positions(body), sizeof before);
    step_times(world, 50);
    assert_memory_equal(before, pl_body_positions(body), sizeof before);
    pl_step_stats stats = pl_world_stats(world);
    assert_int_equal(stats.awake, 0);
    assert_int_equal(stats.rotations, 0);
    assert_true(stats.contact_count > 0);
    assert_true(stats.finding == 0);
    assert_int_equal(pl_world_contact_event_count(world), 0);
    assert_int_equal(pl_world_contact_pair_count(world), 1);
    assert_ok(pl_body_contact_forces(body, contact, NULL));
    for (size_t i = 0; i < 27; i++) {
      weight += g * pl_body_masses(body)[i];
      sum += contact[3 * i + 1];
    }
    assert_close(sum, weight, 0.1 * weight); /* it was all but at rest: 0.5 m/s^2 would be 2.5 mm/s in a step */
    /* energy is what it was: woken, it goes on from there and soon sleeps again */
    double energy = total_energy(body);
    assert_ok(pl_body_wake(body));
    step_times(world, 1);
    assert_false(pl_body_is_asleep(body));
    assert_int_equal(pl_world_stats(world).awake, 1);
    assert_close(total_energy(body), energy, 1e-4 * fabs(energy) + 1e-6);
    assert_less(fastest(body), 0.01);
    step_to_sleep(world, body, 2);
    pl_world_destroy(world);
  }
}

/* A body is stirred after every step: of its particles the first `count` to and fro, by turns, and elasticity brings
   them back. */
static int steps_to_sleep_stirred(size_t count, double away)
{
  pl_world *world = heavy_world(1);
  add_floor(world, 0, 0.5);
  pl_body_def def = rubber();
  def.model = PL_MODEL_SURFACE;
  def.surface.damping = 20;
  pl_body *body = add_block(world, 0, (double[]){0, 0.001, 0}, still, def);
  double fast = 0;
  int steps = 0;
  for (; steps < 400 && !pl_body_is_asleep(body); steps++) {
    for (size_t i = 0; i < count; i++)
      body->view.x[3 * (size_t)body->place[26 - i]] += ((size_t)steps + i) % 2 ? away : -away;
    step_times(world, 1);
    fast = fmax(fast, steps > 60 ? pl_body_real_speed(body) : 0);
  }
  print_message("%zu particles by %g m: %d steps, %g of the speed that is still\n", count, away, steps,
                fast / (0.01 * body->size));
  pl_world_destroy(world);
  return steps;
}

/* Where heaped bodies lie on each other single particles go to and fro for ever: such a body lies still all the same,
   but not one of which all particles do, nor where they get away. */
static void test_quivering(void **state)
{
  (void)state;
  assert_true(steps_to_sleep_stirred(0, 0) < 400);
  assert_true(steps_to_sleep_stirred(1, 5e-5) < 400);
  assert_true(steps_to_sleep_stirred(27, 5e-5) == 400);
  assert_true(steps_to_sleep_stirred(1, 5e-4) == 400);
}

/* Two on top of each other sleep and wake together; one that may not sleep keeps both awake. */
static void test_islands(void **state)
{
  (void)state;
  for (int forbidden = 0; forbidden < 2; forbidden++) {
    pl_world *world = heavy_world(1);
    add_floor(world, 0, 0.5);
    pl_body *low = add_at(world, 0.001), *high = add_at(world, 0.103);
    pl_body *alone = add_block(world, 0, (double[]){1, 0.001, 0}, still, rubber());
    if (forbidden) assert_ok(pl_body_set_sleep(high, false));
    if (forbidden) {
      step_times(world, 800);
      assert_false(pl_body_is_asleep(low));
      assert_false(pl_body_is_asleep(high));
      assert_true(pl_body_is_asleep(alone));
      assert_int_equal(pl_world_stats(world).awake, 2);
      assert_ok(pl_body_set_sleep(high, true));
    }
    for (int k = 0; k < 800 && !pl_body_is_asleep(low); k++) {
      assert_false(pl_body_is_asleep(high));
      step_times(world, 1);
    }
    assert_true(pl_body_is_asleep(low) && pl_body_is_asleep(high) && pl_body_is_asleep(alone));
    assert_ok(pl_body_wake(high));
    step_times(world, 1);
    assert_false(pl_body_is_asleep(low));
    assert_false(pl_body_is_asleep(high));
    assert_true(pl_body_is_asleep(alone));
    step_to_sleep(world, low, 3);
    /* what lay on one that is gone falls */
    assert_ok(pl_body_remove(low));
    step_times(world, 20);
    assert_false(pl_body_is_asleep(high));
    assert_true(fastest(high) > 0.5);
    pl_world_destroy(world);
  }
}

/* A heap of blocks falls, sleeps, is hit by a late one and sleeps again: fingerprints after every step. */
static void run_heap(int threads, uint64_t *hashes, int steps, int restore_at)
{
  pl_world *world = heavy_world(threads);
  add_floor(world, 0, 0.6);
  pl_body *first = add_at(world, 0.01);
  add_block(world, 0, (double[]){0.01, 0.12, 0.005}, still, rubber());
  add_block(world, 0, (double[]){0.4, 0.01, 0.1}, still, rubber());
  add_block(world, 0.5, (double[]){0.03, 20, 0.01}, still, rubber());
  bool slept = false, woke = false;
  for (int k = 0; k < steps; k++) {
    if (k == restore_at) {
      void *data = NULL;
      size_t size = 0;
      assert_true(pl_body_is_asleep(first));
      assert_ok(pl_world_save(world, &data, &size));
      step_times(world, 120); /* wakes meanwhile */
      assert_ok(pl_world_restore(world, data, size));
      pl_free(data);
      assert_true(pl_body_is_asleep(first));
    }
    step_times(world, 1);
    hashes[k] = pl_world_hash(world);
    slept = slept || pl_body_is_asleep(first);
    woke = woke || (slept && !pl_body_is_asleep(first));
  }
  assert_true(slept && woke);
  pl_world_destroy(world);
}

static void test_bits(void **state)
{
  (void)state;
  enum { STEPS = 600 };
  uint64_t hashes[4][STEPS];
  run_heap(1, hashes[0], STEPS, -1);
  run_heap(2, hashes[1], STEPS, -1);
  run_heap(4, hashes[2], STEPS, -1);
  run_heap(1, hashes[3], STEPS, 380);
  for (int k = 1; k < 4; k++) assert_memory_equal(hashes[0], hashes[k], sizeof hashes[0]);
}

/* Slow is not at rest: where a throw, a swing and a slide up a slope turn round, and what drifts. Speeds that count as
   still are made large and times short, so that all of them are slow for long enough. */
static void test_turning_points(void **state)
{
  (void)state;
  pl_world_def world_def = quiet_world(1.0 / 200);
  world_def.gravity[1] = -g;
  world_def.sleep = (pl_sleep_def){.speed = 0.6, .time = 0.07};
  pl_world *world = make_world(&world_def);
  /* without friction it slides up, slows down by 1.95 m/s^2 and comes back: 0.1 s below 0.1 m/s, 0.6 sizes per second
     */
  add_floor(world, 0.2, 0);
  pl_body *sliding = add_block(world, 0.2, (double[]){0, 0.0001, 0}, (double[]){cos(0.2), sin(0.2), 0}, rubber());
  pl_body *thrown = add_block(world, 0, (double[]){0, 3, 0}, (double[]){0, 2, 0}, rubber());
  uint32_t top[9];
  pl_mesh *mesh = make_bar(3, 3, 3, 0.05, 26);
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = top;
  pin.count = select_particles(mesh, 1, 0.1, top);
  pl_mesh_destroy(mesh);
  pl_body_def def = rubber();
  def.graph.youngs_modulus = 3e4;
  def.graph.damping_stiffness = 0;
  def.pins = &pin;
  def.pin_count = 1;
  pl_body *swinging = add_block(world, 0, (double[]){-2, 2, 0}, (double[]){0.3, 0, 0}, def);
  double slowest = 1;
  for (int k = 0; k < 200; k++) {
    step_times(world, 1);
    slowest = fmin(slowest, fastest(sliding));
    assert_false(pl_body_is_asleep(sliding));
    assert_false(pl_body_is_asleep(thrown));
    assert_false(pl_body_is_asleep(swinging));
  }
  assert_less(slowest, 0.02); /* it did turn round */
  pl_world_destroy(world);

  world_def.gravity[1] = 0;
  world_def.sleep = pl_default_world_def().sleep;
  world = make_world(&world_def);
  pl_body *drifting = add_block(world, 0, still, (double[]){0.0002, 0, 0}, rubber());
  step_times(world, 400);
  assert_false(pl_body_is_asleep(drifting));
  assert_close(fastest(drifting), 0.0002, 1e-12);
  pl_world_destroy(world);
}

/* A floor that moves under a sleeper wakes it, however slowly, and keeps it awake while it does. */
static void test_moving_things(void **state)
{
  (void)state;
  pl_pose_key keys[2] = {{.time = 3}, {.time = 4, .translate = {0.002, 0, 0}}};
  pl_world *world = heavy_world(1);
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  def.motion = (pl_motion){.keys = keys, .count = 2};
  assert_ok(pl_obstacle_create(world, &def, NULL));
  pl_body *body = add_at(world, 0.001);
  step_to_sleep(world, body, 2.9);
  double start = pl_body_positions(body)[0];
  while (pl_world_time(world) < 3.0 - 0.0026) {
    assert_true(pl_body_is_asleep(body));
    step_times(world, 1);
  }
  while (pl_world_time(world) < 4.0) {
    step_times(world, 1);
    assert_false(pl_body_is_asleep(body));
  }
  step_to_sleep(world, body, 2);
  assert_close(pl_body_positions(body)[0], start + 0.002, 2e-4); /* taken along */
  pl_world_destroy(world);

  /* a plate that comes down from above */
  world = heavy_world(1);
  add_floor(world, 0, 0.5);
  def = pl_default_obstacle_def(PL_OBSTACLE_BOX);
  def.center[1] = 0.7;
  pl_pose_key down[2] = {{.time = 2}, {.time = 3, .translate = {0, -0.12, 0}}};
  def.motion = (pl_motion){.keys = down, .count = 2};
  assert_ok(pl_obstacle_create(world, &def, NULL));
  body = add_at(world, 0.001);
  step_to_sleep(world, body, 2);
  while (pl_world_time(world) < 2.7) step_times(world, 1);
  assert_true(pl_body_is_asleep(body)); /* it is still 16 mm away */
  while (pl_world_time(world) < 2.95) step_times(world, 1);
  assert_false(pl_body_is_asleep(body));
  pl_world_destroy(world);
}

/* Falling asleep and sleeping take no memory. */
static void test_memory(void **state)
{
  (void)state;
  const pl_model_kind kinds[] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CAGE, PL_MODEL_HEX};
  for (int k = 0; k < 4; k++) {
    failing_memory memory = {0};
    pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
    pl_world *world = heavy_world(1);
    add_floor(world, 0, 0.5);
    pl_body_def def = rubber();
    def.model = kinds[k];
    def.surface.damping = 20;
    def.cage.vertices = 8;
    def.hex.nodes = 27;
    pl_body *body = add_block(world, 0, (double[]){0, 0.01, 0}, still, def);
    step_times(world, 1);
    size_t before = memory.allocated;
    step_to_sleep(world, body, 2);
    step_times(world, 20);
    assert_int_equal(memory.allocated, before);
    pl_world_destroy(world);
    pl_set_allocator(NULL);
    assert_int_equal(memory.live, 0);
  }
}

static void test_told(void **state)
{
  (void)state;
  pl_world *world = heavy_world(1);
  pl_body *body = add_at(world, 1);
  pl_body_signals signals;
  step_times(world, 10);
  assert_ok(pl_body_sleep(body)); /* in the middle of its fall */
  step_times(world, 10);
  assert_true(pl_body_is_asleep(body) && fastest(body) == 0);
  assert_ok(pl_body_measure(body, &signals));
  assert_true(signals.asleep);
  assert_ok(pl_body_wake(body));
  step_times(world, 1);
  assert_close(fastest(body), g / 200, 1e-9);
  assert_ok(pl_body_measure(body, &signals));
  assert_false(signals.asleep);
  assert_ok(pl_world_set_sleep(world, &(pl_sleep_def){.speed = 0, .time = 0.5}));
  add_floor(world, 0, 0.5);
  step_times(world, 1000);
  assert_false(pl_body_is_asleep(body));
  assert_ok(pl_world_set_sleep(world, &(pl_sleep_def){.speed = 0.01, .time = 0.1}));
  step_to_sleep(world, body, 0.15);
  assert_refused(pl_world_set_sleep(world, &(pl_sleep_def){.speed = -1}), PL_ERROR_ARGUMENT, "sleep.speed");
  assert_refused(pl_world_set_sleep(world, &(pl_sleep_def){.time = NAN}), PL_ERROR_ARGUMENT, "sleep.time");
  assert_refused(pl_body_wake(NULL), PL_ERROR_ARGUMENT, "pl_body_wake");
  assert_refused(pl_body_sleep(NULL), PL_ERROR_ARGUMENT, "pl_body_sleep");
  assert_refused(pl_body_set_sleep(NULL, true), PL_ERROR_ARGUMENT, "pl_body_set_sleep");
  assert_false(pl_body_is_asleep(NULL));
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_block_falls_asleep),
      cmocka_unit_test(test_quivering),
      cmocka_unit_test(test_islands),
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_turning_points),
      cmocka_unit_test(test_moving_things),
      cmocka_unit_test(test_told),
      cmocka_unit_test(test_memory),
  };
  choose_tests();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
