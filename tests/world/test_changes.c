/* SPDX-License-Identifier: MIT
   Changes wait for the next step, are applied in order, can be recorded and replayed; reset brings the same run again.
   */
#include <string.h>

#include "world/busy_scene.h"

enum { STEPS = 60 };

static void test_recording_replays(void **state)
{
  (void)state;
  uint64_t first[STEPS], second[STEPS];
  busy_scene s = busy_start(1, NULL, PL_PRECISION_DOUBLE);
  assert_ok(pl_world_record(s.world, true));
  busy_run(&s, 0, STEPS, first);
  const void *data = NULL;
  size_t size = 0;
  assert_ok(pl_world_recording(s.world, &data, &size));
  assert_true(size > 100);
  busy_scene other = busy_start(2, NULL, PL_PRECISION_DOUBLE);
  assert_ok(pl_world_replay(other.world, data, size));
  for (int k = 0; k < STEPS; k++) {
    step_times(other.world, 1);
    second[k] = pl_world_hash(other.world);
    if (first[k] != second[k]) print_error("the replay differs from step %d on\n", k);
    assert_true(first[k] == second[k]);
  }
  pl_world_destroy(s.world);
  pl_world_destroy(other.world);
}

/* Time goes back to 0 in the middle of a recording; what was said in the same breath, and later, comes at its own
   steps. */
static void test_recording_with_a_reset(void **state)
{
  (void)state;
  uint64_t first[40], second[40];
  for (int replay = 0; replay < 2; replay++) {
    static unsigned char *kept;
    static size_t size;
    busy_scene s = busy_start(1, NULL, PL_PRECISION_DOUBLE);
    if (replay)
      assert_ok(pl_world_replay(s.world, kept, size));
    else
      assert_ok(pl_world_record(s.world, true));
    for (int k = 0; k < 40; k++) {
      if (!replay && k == 3) assert_ok(pl_world_set_gravity(s.world, (double[]){0, -5, 0}));
      if (!replay && k == 10) {
        assert_ok(pl_world_reset(s.world));
        assert_ok(pl_world_set_gravity(s.world, (double[]){0, 0, -3}));
      }
      if (!replay && k == 15) assert_ok(pl_world_set_gravity(s.world, (double[]){2, 0, 0}));
      step_times(s.world, 1);
      (replay ? second : first)[k] = pl_world_hash(s.world);
    }
    if (!replay) {
      const void *data = NULL;
      assert_ok(pl_world_recording(s.world, &data, &size));
      kept = malloc(size);
      memcpy(kept, data, size);
    } else {
      free(kept);
    }
    pl_world_destroy(s.world);
  }
  for (int k = 0; k < 40; k++) {
    if (first[k] != second[k]) print_error("the replay differs from step %d on\n", k);
    assert_true(first[k] == second[k]);
  }
}

/* Cut at every byte, and with every byte changed: an error or not, but no crash, and the world lives on. */
static void test_damaged_recordings(void **state)
{
  (void)state;
  busy_scene s = busy_start(1, NULL, PL_PRECISION_DOUBLE);
  assert_ok(pl_world_record(s.world, true));
  pl_pin_def pin = pl_default_pin_def();
  const pl_pose_key key = {.time = 0};
  pin.particles = (uint32_t[]){14, 15};
  pin.count = 2;
  pin.motion = (pl_motion){.keys = &key, .count = 1};
  pl_pin_id pin_id;
  assert_ok(pl_pin_create(s.free_bar, &pin, &pin_id));
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){30};
  grab.count = 1;
  pl_grab_id grab_id;
  assert_ok(pl_grab_create(s.free_bar, &grab, &grab_id));
  assert_ok(pl_world_set_step(s.world, 0.006));
  assert_ok(pl_body_apply_force(s.held_bar, (uint32_t[]){1, 2}, 2, (double[]){1, 2, 3}));
  step_times(s.world, 1);
  const void *data = NULL;
  size_t size = 0;
  assert_ok(pl_world_recording(s.world, &data, &size));
  void *saved = NULL;
  size_t saved_size = 0;
  busy_scene other = busy_start(1, NULL, PL_PRECISION_DOUBLE);
  assert_ok(pl_world_save(other.world, &saved, &saved_size));
  for (size_t k = 0; k < size; k += 3) {
    unsigned char *copy = malloc(size);
    memcpy(copy, data, size);
    copy[k] ^= 0x81;
    pl_status status = pl_world_replay(other.world, copy, size);
    assert_true(status == PL_OK || k < 40); /* the first record says for whom it is */
    pl_world_step(other.world);             /* may be refused, may diverge */
    status = pl_world_replay(other.world, copy, k);
    assert_true(status == PL_OK || k < 40);
    pl_world_step(other.world);
    free(copy);
    assert_ok(pl_world_replay(other.world, NULL, 0));
    assert_ok(pl_world_restore(other.world, saved, saved_size));
    assert_ok(pl_world_step(other.world));
    assert_ok(pl_world_restore(other.world, saved, saved_size));
  }
  pl_free(saved);
  assert_refused(pl_world_replay(other.world, "hello", 5), PL_ERROR_FORMAT, "not a recording");
  unsigned char old[40];
  memcpy(old, data, sizeof old);
  old[24]--; /* its version */
  assert_refused(pl_world_replay(other.world, old, sizeof old), PL_ERROR_FORMAT, "the recording has version");
  old[16] = 8; /* bytes after the header, when there was an identity alone */
  assert_refused(pl_world_replay(other.world, old, 32), PL_ERROR_FORMAT, "of a version before");
  assert_ok(pl_body_remove(other.free_bar));
  step_times(other.world, 1);
  assert_refused(pl_world_replay(other.world, data, size), PL_ERROR_MISMATCH, "another scene");
  pl_world_destroy(s.world);
  pl_world_destroy(other.world);
}

static void test_reset_gives_the_same_run(void **state)
{
  (void)state;
  uint64_t first[30], again[30];
  busy_scene s = busy_start(1, NULL, PL_PRECISION_DOUBLE);
  for (int round = 0; round < 2; round++) {
    for (int k = 0; k < 30; k++) {
      step_times(s.world, 1);
      (round ? again : first)[k] = pl_world_hash(s.world);
    }
    assert_ok(pl_world_reset(s.world));
  }
  for (int k = 0; k < 30; k++) {
    if (first[k] != again[k]) print_error("the second run differs from step %d on\n", k);
    assert_true(first[k] == again[k]);
  }
  pl_world_destroy(s.world);
}

static void test_state_can_be_set_and_read(void **state)
{
  (void)state;
  busy_scene s = busy_start(1, NULL, PL_PRECISION_DOUBLE);
  size_t n = 3 * pl_body_particle_count(s.free_bar);
  uint64_t seed = 5;
  double *x = malloc(n * sizeof(double)), *v = malloc(n * sizeof(double));
  for (size_t k = 0; k < n; k++) {
    x[k] = pl_body_positions(s.free_bar)[k] + 2 + 0.001 * random_unit(&seed);
    v[k] = random_unit(&seed);
  }
  assert_ok(pl_body_set_positions(s.free_bar, x));
  assert_ok(pl_body_set_velocities(s.free_bar, v));
  assert_true(largest_difference(pl_body_positions(s.free_bar), x, n) > 1); /* not yet */
  void *data = NULL;
  size_t size = 0;
  assert_ok(pl_world_save(s.world, &data, &size)); /* applies what waits */
  assert_memory_equal(pl_body_positions(s.free_bar), x, n * sizeof(double));
  assert_memory_equal(pl_body_velocities(s.free_bar), v, n * sizeof(double));
  pl_free(data);
  assert_ok(pl_body_reset(s.free_bar));
  assert_ok(pl_world_save(s.world, &data, &size));
  assert_memory_equal(pl_body_positions(s.free_bar), pl_body_rest(s.free_bar).positions, n * sizeof(double));
  pl_free(data);
  free(x);
  free(v);
  pl_world_destroy(s.world);
}

/* A force lasts one step and acts on each particle in full. */
static void test_force_lasts_one_step(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 26);
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 100);
  pl_body *body = make_body(world, &def);
  assert_ok(pl_body_apply_force(body, (uint32_t[]){2, 5, 7}, 3, (double[]){1, -2, 0.5}));
  assert_ok(pl_body_apply_force(body, (uint32_t[]){5}, 1, (double[]){1, 0, 0}));
  for (int k = 0; k < 3; k++) {
    step_times(world, 1);
    pl_body_signals s;
    assert_ok(pl_body_measure(body, &s));
    assert_close(s.momentum[0], 0.04, 1e-13);
    assert_close(s.momentum[1], -0.06, 1e-13);
    assert_close(s.momentum[2], 0.015, 1e-13);
  }
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void test_bodies_come_and_go(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(3, 3, 3, 0.1, 26);
  pl_world_def world_def = quiet_world(0.01);
  pl_world *world = make_world(&world_def);
  pl_body_def def = stiff_body(mesh, 100);
  pl_body *a = make_body(world, &def), *b = make_body(world, &def);
  double v[81];
  for (size_t k = 0; k < 81; k++) v[k] = (double)(k % 5);
  assert_ok(pl_body_set_velocities(b, v));
  step_times(world, 3);
  double *x = malloc(81 * sizeof(double));
  memcpy(x, pl_body_positions(b), 81 * sizeof(double));
  assert_ok(pl_body_set_velocities(a, v)); /* to a body that leaves before it is applied */
  assert_ok(pl_body_remove(a));
  assert_ok(pl_body_set_velocities(a, v));
  assert_int_equal(pl_world_body_count(world), 2);
  step_times(world, 1);
  assert_int_equal(pl_world_body_count(world), 1);
  assert_ptr_equal(pl_world_body_at(world, 0), b);
  assert_ptr_equal(pl_world_body(world, "body 1"), b);
  assert_true(largest_difference(pl_body_positions(b), x, 81) < 0.1); /* it kept its state */
  pl_body *c = make_body(world, &def);
  assert_string_not_equal(pl_body_name(c), pl_body_name(b));
  step_times(world, 1);
  free(x);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_recording_replays),         cmocka_unit_test(test_recording_with_a_reset),
      cmocka_unit_test(test_damaged_recordings),        cmocka_unit_test(test_reset_gives_the_same_run),
      cmocka_unit_test(test_state_can_be_set_and_read), cmocka_unit_test(test_force_lasts_one_step),
      cmocka_unit_test(test_bodies_come_and_go)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
