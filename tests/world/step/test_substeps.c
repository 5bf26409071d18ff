/* SPDX-License-Identifier: MIT
   A step in small ones: how many, what happens once and what in each of them, and that bits, snapshots and failures do
   not see more than a step. */
#include <string.h>

#include "failing.h"
#include "world/busy_scene.h"

static pl_world *world_of(double step, int substeps)
{
  pl_world_def def = quiet_world(step);
  def.substeps = substeps;
  return make_world(&def);
}

/* A free bar of 8 kg at rest. */
static pl_body *add_bar(pl_world *world, const double *velocity)
{
  pl_mesh *mesh = make_bar(5, 3, 3, 0.1, 26);
  pl_body_def def = stiff_body(mesh, 1e3);
  double v[3 * 45];
  for (size_t k = 0; k < 3 * 45; k++) v[k] = velocity ? velocity[k % 3] : 0;
  def.velocities = v;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

static void test_how_many(void **state)
{
  (void)state;
  const struct {
    double step;
    int asked, wanted;
  } cases[] = {{1.0 / 200, 0, 1}, {0.005, 0, 1}, {0.0051, 0, 2}, {0.01, 0, 2},     {1.0 / 60, 0, 4}, {1.0 / 50, 0, 4},
               {1.0 / 30, 0, 7},  {1, 0, 16},    {1e-4, 0, 1},   {1.0 / 60, 1, 1}, {1e-3, 3, 3},     {1, 100, 100}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    pl_world *world = world_of(cases[k].step, cases[k].asked);
    assert_int_equal(pl_world_substeps(world), cases[k].wanted);
    add_bar(world, NULL);
    assert_ok(pl_world_step(world));
    assert_int_equal(pl_world_stats(world).substeps, cases[k].wanted);
    assert_close(pl_world_time(world), cases[k].step, 0);
    assert_int_equal(pl_world_step_count(world), 1);
    pl_world_destroy(world);
  }
  pl_world_def def = pl_default_world_def();
  pl_world *world = NULL;
  def.substeps = -1;
  assert_refused(pl_world_create(&def, &world), PL_ERROR_ARGUMENT, "substeps must be in [0, 100]");
  def.substeps = 101;
  assert_refused(pl_world_create(&def, &world), PL_ERROR_ARGUMENT, "got 101");
  world = world_of(0.01, 0);
  assert_refused(pl_world_set_substeps(world, 101), PL_ERROR_ARGUMENT, "got 101");
  assert_refused(pl_world_set_substeps(NULL, 1), PL_ERROR_ARGUMENT, "world is NULL");
  assert_ok(pl_world_set_substeps(world, 5));
  assert_ok(pl_world_set_step(world, 0.02));
  add_bar(world, NULL);
  assert_ok(pl_world_step(world));
  assert_int_equal(pl_world_stats(world).substeps, 5);
  assert_int_equal(pl_world_substeps(world), 5);
  pl_world_destroy(world);
  assert_int_equal(pl_world_substeps(NULL), 0);
}

/* Speeds in sizes per small step of 1/240 s; half of one is the most. */
static void test_fast_ones_take_more(void **state)
{
  (void)state;
  const double size = 0.1 * sqrt(16 + 4 + 4), speeds[] = {0, 0.49, 0.51, 0.99, 1.01, 100};
  const int wanted[] = {4, 4, 8, 8, 16, 16};
  for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
    pl_world *world = world_of(1.0 / 60, 0);
    add_bar(world, (double[]){0, speeds[k] * size * 240, 0});
    assert_ok(pl_world_step(world));
    assert_int_equal(pl_world_stats(world).substeps, wanted[k]);
    assert_int_equal(pl_world_substeps(world), 4);
    pl_world_destroy(world);
  }
  pl_world *world = world_of(1.0 / 60, 2); /* who says how many gets as many */
  add_bar(world, (double[]){0, 1000, 0});
  assert_ok(pl_world_step(world));
  assert_int_equal(pl_world_stats(world).substeps, 2);
  pl_world_destroy(world);
}

/* Bit for bit what as many short steps give: a bar, a ball and a cage fall on a floor and each other. */
static void many_or_small(int substeps, pl_model_kind model, uint64_t seed)
{
  const double h = 1.0 / 256; /* products with it are exact */
  pl_world *worlds[2];
  pl_body *bodies[2];
  for (int w = 0; w < 2; w++) {
    pl_world_def def = pl_default_world_def();
    def.threads = 1;
    def.sleep.speed = 0; /* decided per step */
    def.step = w ? h : h * substeps;
    def.substeps = w ? 1 : substeps;
    worlds[w] = make_world(&def);
    pl_mesh *mesh = NULL;
    assert_ok(pl_make_icosphere(0.1, 3, &mesh));
    pl_mesh_data rest = pl_mesh_view(mesh);
    double *v = calloc(3 * rest.vertex_count, sizeof(double));
    uint64_t random = seed;
    for (size_t k = 0; k < 3 * rest.vertex_count; k++) v[k] = 0.1 * random_unit(&random) - (k % 3 == 1);
    pl_body_def body = pl_default_body_def(model);
    body.mesh = mesh;
    body.velocities = v;
    body.cage.vertices = 20;
    body.hex.nodes = 40;
    body.volume.mode = PL_VOLUME_KEEP;
    bodies[w] = make_body(worlds[w], &body);
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    floor.point[1] = -0.12;
    assert_ok(pl_obstacle_create(worlds[w], &floor, NULL));
    free(v);
    pl_mesh_destroy(mesh);
  }
  size_t touching = 0, n = 3 * pl_body_particle_count(bodies[0]);
  for (int k = 0; k < 24; k++) {
    step_times(worlds[0], 1);
    step_times(worlds[1], substeps);
    touching += pl_world_stats(worlds[0]).contact_count;
    assert_memory_equal(pl_body_positions(bodies[0]), pl_body_positions(bodies[1]), n * sizeof(double));
    assert_memory_equal(pl_body_velocities(bodies[0]), pl_body_velocities(bodies[1]), n * sizeof(double));
  }
  assert_true(touching > 0);
  for (int w = 0; w < 2; w++) pl_world_destroy(worlds[w]);
}

static void test_as_so_many_steps(void **state)
{
  (void)state;
  const pl_model_kind models[] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CAGE, PL_MODEL_HEX};
  for (size_t m = 0; m < 4; m++) many_or_small(m == 1 ? 4 : 2, models[m], m + 1);
}

/* ---- what is keyed ---- */

/* Gravity is that of when each small step begins: v = sum of h g(t_k). */
static void test_gravity_in_each(void **state)
{
  (void)state;
  const pl_key ramp[2] = {{.time = 0}, {.time = 1, .value = {0, 8, 0}}};
  for (int substeps = 1; substeps <= 5; substeps += 4) {
    pl_world_def def = quiet_world(0.1);
    def.substeps = substeps;
    def.gravity_keys = ramp;
    def.gravity_key_count = 2;
    pl_world *world = make_world(&def);
    pl_body *bar = add_bar(world, NULL);
    step_times(world, 3);
    double h = 0.1 / substeps, wanted = 0;
    for (int k = 0; k < 3 * substeps; k++) wanted += h * 8 * h * k;
    for (size_t i = 0; i < 45; i++) assert_close(pl_body_velocities(bar)[3 * i + 1], wanted, 1e-12);
    pl_world_destroy(world);
  }
}

/* What pins hold goes out and comes back within one step: small ones see it, and others are pulled along. At the end of
   each the pins are where their keys say. */
static void test_pins_in_each(void **state)
{
  (void)state;
  const pl_pose_key there_and_back[3] = {{.time = 0}, {.time = 0.005, .translate = {0, 0.01, 0}}, {.time = 0.01}};
  for (int substeps = 1; substeps <= 2; substeps++) {
    pl_world *world = world_of(0.01, substeps);
    pl_mesh *mesh = make_bar(5, 3, 3, 0.1, 26);
    uint32_t held[9];
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = held;
    pin.count = select_particles(mesh, 0, 0, held);
    pin.motion = (pl_motion){.keys = there_and_back, .count = 3};
    pl_body_def def = stiff_body(mesh, 1e4);
    def.pins = &pin;
    def.pin_count = 1;
    pl_body *body = make_body(world, &def);
    step_times(world, 1);
    const double *x = pl_body_positions(body), *rest = pl_mesh_view(mesh).positions;
    for (size_t k = 0; k < pin.count; k++) assert_close(x[3 * held[k] + 1], rest[3 * held[k] + 1], 0);
    double moved = largest_difference(x, rest, 3 * 45);
    if (substeps == 1) assert_less(moved, 1e-12);
    if (substeps == 2) assert_less(1e-4, moved);
    pl_mesh_destroy(mesh);
    pl_world_destroy(world);
  }
}

/* A floor that jumps up and down within a step throws who lies on it. */
static void test_obstacles_in_each(void **state)
{
  (void)state;
  const pl_pose_key jump[3] = {{.time = 0}, {.time = 0.005, .translate = {0, 0.02, 0}}, {.time = 0.01}};
  for (int substeps = 1; substeps <= 2; substeps++) {
    pl_world *world = world_of(0.01, substeps);
    pl_body *bar = add_bar(world, NULL);
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    floor.motion = (pl_motion){.keys = jump, .count = 3};
    assert_ok(pl_obstacle_create(world, &floor, NULL));
    step_times(world, 1);
    pl_body_signals signals;
    assert_ok(pl_body_measure(bar, &signals));
    if (substeps == 1) assert_less(fabs(signals.momentum[1]), 1e-9);
    if (substeps == 2) assert_less(1, signals.momentum[1]);
    pl_world_destroy(world);
  }
}

/* A force is for a whole step, and only for that one. */
static void test_forces_in_all(void **state)
{
  (void)state;
  for (int substeps = 1; substeps <= 8; substeps += 7) {
    pl_world *world = world_of(0.02, substeps);
    pl_body *bar = add_bar(world, NULL);
    uint32_t all[45];
    for (uint32_t k = 0; k < 45; k++) all[k] = k;
    assert_ok(pl_body_apply_force(bar, all, 45, (double[]){0, 0, 2}));
    for (int k = 0; k < 2; k++) {
      pl_body_signals signals;
      step_times(world, 1);
      assert_ok(pl_body_measure(bar, &signals));
      assert_close(signals.momentum[2], 45 * 2 * 0.02, 1e-12);
    }
    pl_world_destroy(world);
  }
}

/* ---- nothing but whole steps ---- */

/* Thrown at a wall: fast at first, then slow; all models. */
typedef struct thrown {
  pl_world *world;
  pl_body *bodies[4];
} thrown;

static thrown throw_all(int threads)
{
  thrown s;
  pl_world_def def = pl_default_world_def();
  def.step = 1.0 / 60;
  def.threads = threads;
  s.world = make_world(&def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.1, 2, &mesh));
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *v = calloc(3 * rest.vertex_count, sizeof(double)), *x = calloc(3 * rest.vertex_count, sizeof(double));
  for (int m = 0; m < 4; m++) {
    const pl_model_kind models[] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CAGE, PL_MODEL_HEX};
    for (size_t k = 0; k < 3 * rest.vertex_count; k++) {
      x[k] = rest.positions[k] + (k % 3 == 2 ? 0.5 * m : 0);
      v[k] = k % 3 == 0 ? 90 + m : 0;
    }
    pl_body_def body = pl_default_body_def(models[m]);
    body.mesh = mesh;
    body.positions = x;
    body.velocities = v;
    body.cage.vertices = 20;
    body.hex.nodes = 40;
    s.bodies[m] = make_body(s.world, &body);
  }
  free(v);
  free(x);
  pl_mesh_destroy(mesh);
  pl_obstacle_def wall = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  memcpy(wall.normal, (double[]){-1, 0, 0}, sizeof wall.normal);
  wall.point[0] = 4;
  assert_ok(pl_obstacle_create(s.world, &wall, NULL));
  return s;
}

enum { THROWN_STEPS = 30 };

static void run_thrown(pl_world *world, int from, uint64_t *hashes, int *most, int *least)
{
  for (int k = from; k < THROWN_STEPS; k++) {
    step_times(world, 1);
    hashes[k] = pl_world_hash(world);
    int substeps = pl_world_stats(world).substeps;
    if (most && substeps > *most) *most = substeps;
    if (least && substeps < *least) *least = substeps;
  }
}

static void test_same_bits(void **state)
{
  (void)state;
  uint64_t straight[THROWN_STEPS], other[THROWN_STEPS];
  int most = 0, least = 100;
  thrown s = throw_all(1);
  run_thrown(s.world, 0, straight, &most, &least);
  assert_int_equal(most, 16);
  assert_int_equal(least, 4);
  pl_world_destroy(s.world);
  for (int threads = 2; threads <= 7; threads += 5) {
    s = throw_all(threads);
    run_thrown(s.world, 0, other, NULL, NULL);
    for (int k = 0; k < THROWN_STEPS; k++) assert_true(other[k] == straight[k]);
    pl_world_destroy(s.world);
  }
  for (int at = 1; at < THROWN_STEPS; at += 3) {
    void *data = NULL;
    size_t size = 0;
    s = throw_all(1);
    for (int k = 0; k < at; k++) step_times(s.world, 1);
    assert_ok(pl_world_save(s.world, &data, &size));
    pl_world_destroy(s.world);
    s = throw_all(2);
    assert_ok(pl_world_restore(s.world, data, size));
    run_thrown(s.world, at, other, NULL, NULL);
    for (int k = at; k < THROWN_STEPS; k++) {
      if (other[k] != straight[k]) print_error("restored before step %d, bits differ after step %d\n", at, k);
      assert_true(other[k] == straight[k]);
    }
    pl_world_destroy(s.world);
    pl_free(data);
  }
}

/* A snapshot knows how steps are taken; a world made otherwise follows it. */
static void test_snapshots_hold_the_number(void **state)
{
  (void)state;
  void *data = NULL;
  size_t size = 0;
  pl_world *a = world_of(0.02, 3), *b = world_of(0.005, 0);
  add_bar(a, NULL);
  add_bar(b, NULL);
  step_times(a, 2);
  assert_ok(pl_world_save(a, &data, &size));
  assert_ok(pl_world_restore(b, data, size));
  assert_int_equal(pl_world_substeps(b), 3);
  assert_close(pl_world_step_size(b), 0.02, 0);
  step_times(a, 1);
  step_times(b, 1);
  assert_true(pl_world_hash(a) == pl_world_hash(b));
  pl_free(data);
  pl_world_destroy(a);
  pl_world_destroy(b);
}

/* A step that diverges in one of its small steps did not happen at all. */
static void test_divergence_takes_all_back(void **state)
{
  (void)state;
  pl_world *world = world_of(0.02, 4);
  pl_body *bar = add_bar(world, (double[]){0, 1, 0});
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.normal[1] = -1; /* a ceiling that it lies at */
  floor.point[1] = 0.2;
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  step_times(world, 2);
  uint64_t before = pl_world_hash(world);
  size_t pairs = pl_world_contact_pair_count(world);
  double time = pl_world_time(world), x[3 * 45];
  memcpy(x, pl_body_positions(bar), sizeof x);
  /* more than a thousand sizes per step are absurd: it gets there in the middle of the third small step */
  double acceleration = 1000 * 0.1 * sqrt(24) / 0.02 / 0.0125;
  for (uint32_t k = 0; k < 45; k++)
    assert_ok(pl_body_apply_force(bar, &k, 1, (double[]){acceleration * pl_body_masses(bar)[k], 0, 0}));
  assert_refused(pl_world_step(world), PL_ERROR_DIVERGED, "diverged");
  assert_true(pl_world_hash(world) == before);
  assert_close(pl_world_time(world), time, 0);
  assert_int_equal(pl_world_contact_pair_count(world), pairs);
  assert_int_equal(pl_world_contact_event_count(world), 0);
  assert_memory_equal(pl_body_positions(bar), x, sizeof x);
  step_times(world, 1);
  pl_world_destroy(world);
}

/* Lengths that were used once cost nothing any more. */
static void test_lengths_are_kept(void **state)
{
  (void)state;
  failing_memory memory = {0};
  pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
  pl_world *world = world_of(1.0 / 60, 0);
  pl_body *bar = add_bar(world, NULL);
  double slow[3 * 45] = {0}, fast[2][3 * 45];
  for (int f = 0; f < 2; f++)
    for (size_t k = 0; k < 3 * 45; k++) fast[f][k] = k % 3 == 0 ? (f ? 1000 : 70) : 0;
  const double *speeds[] = {slow, fast[0], fast[1]};
  const int wanted[] = {4, 8, 16};
  size_t live = 0;
  for (int round = 0; round < 6; round++)
    for (int k = 0; k < 3; k++) {
      assert_ok(pl_body_set_velocities(bar, speeds[k]));
      size_t before = memory.allocated;
      step_times(world, 1);
      assert_int_equal(pl_world_stats(world).substeps, wanted[k]);
      if (round > 0) assert_int_equal(memory.allocated, before);
      if (round == 1) live = memory.live;
      if (round > 1) assert_int_equal(memory.live, live);
    }
  pl_world_destroy(world);
  pl_set_allocator(NULL);
  assert_int_equal(memory.live, 0);
}

/* The busy scene in small steps: changes come once, at the start of the step that they were said before. */
static void test_recorded_and_replayed(void **state)
{
  (void)state;
  uint64_t first[40], second[40];
  const void *recording;
  void *copy;
  size_t size;
  busy_scene s = busy_start(1, NULL, PL_PRECISION_DOUBLE);
  assert_ok(pl_world_record(s.world, true));
  assert_ok(pl_world_set_substeps(s.world, 3));
  busy_run(&s, 0, 40, first);
  assert_ok(pl_world_recording(s.world, &recording, &size));
  copy = malloc(size);
  memcpy(copy, recording, size);
  pl_world_destroy(s.world);
  s = busy_start(2, NULL, PL_PRECISION_DOUBLE);
  assert_ok(pl_world_replay(s.world, copy, size));
  for (int k = 0; k < 40; k++) {
    assert_ok(pl_world_step(s.world));
    assert_int_equal(pl_world_stats(s.world).substeps, 3);
    second[k] = pl_world_hash(s.world);
    assert_true(first[k] == second[k]);
  }
  free(copy);
  pl_world_destroy(s.world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_how_many),
                                     cmocka_unit_test(test_fast_ones_take_more),
                                     cmocka_unit_test(test_as_so_many_steps),
                                     cmocka_unit_test(test_gravity_in_each),
                                     cmocka_unit_test(test_pins_in_each),
                                     cmocka_unit_test(test_obstacles_in_each),
                                     cmocka_unit_test(test_forces_in_all),
                                     cmocka_unit_test(test_same_bits),
                                     cmocka_unit_test(test_snapshots_hold_the_number),
                                     cmocka_unit_test(test_divergence_takes_all_back),
                                     cmocka_unit_test(test_lengths_are_kept),
                                     cmocka_unit_test(test_recorded_and_replayed)};
  choose_tests();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
