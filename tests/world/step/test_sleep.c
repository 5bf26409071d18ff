/* SPDX-License-Identifier: MIT
   Bodies that lie still fall asleep with what they touch, cost nothing then, and wake when anything happens to them. */
#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "world/step/sleep.h"

static const double g = 9.81;

static pl_obstacle_id add_floor(pl_world *world, double angle, double friction)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  def.normal[0] = -sin(angle);
  def.normal[1] = cos(angle);
  def.friction = friction;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &def, &id));
  return id;
}

static pl_world *heavy_world(int threads)
{
  pl_world_def def = quiet_world(1.0 / 200);
  def.gravity[1] = -g;
  def.threads = threads;
  return make_world(&def);
}

static pl_body_def rubber(void)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.graph.youngs_modulus = 3e5;
  def.graph.damping_stiffness = 0.005;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.contact.bodies = true;
  return def;
}

/* A block of 3 × 3 × 3 nodes, 5 cm apart, turned about z. */
static pl_body *add_block(pl_world *world, double turn, const double at[3], const double velocity[3], pl_body_def def)
{
  pl_mesh *mesh = make_bar(3, 3, 3, 0.05, 26);
  double x[81], v[81], R[9] = {cos(turn), -sin(turn), 0, sin(turn), cos(turn), 0, 0, 0, 1};
  move_points(pl_mesh_view(mesh).positions, 27, R, at, x);
  for (size_t i = 0; i < 27; i++) pl_vec3_copy(velocity, v + 3 * i);
  def.mesh = mesh;
  def.positions = x;
  def.velocities = v;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

static const double still[3] = {0, 0, 0};

static pl_body *add_at(pl_world *world, double height)
{
  return add_block(world, 0, (double[]){0, height, 0}, still, rubber());
}

/* Steps until the body sleeps; the test fails if it does not within the seconds given. */
static int step_to_sleep(pl_world *world, const pl_body *body, double most)
{
  int steps = 0;
  for (; !pl_body_is_asleep(body) && steps < (int)(most / pl_world_step_size(world)); steps++) step_times(world, 1);
  if (!pl_body_is_asleep(body)) print_error("awake after %g s, at %g m/s\n", most, fastest(body));
  assert_true(pl_body_is_asleep(body));
  return steps;
}

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

static void wake_by_force(pl_world *world, pl_body *body)
{
  (void)world;
  assert_ok(pl_body_apply_force(body, (uint32_t[]){0}, 1, (double[]){0, 1, 0}));
}

static void wake_by_gravity(pl_world *world, pl_body *body)
{
  (void)body;
  assert_ok(pl_world_set_gravity(world, (double[]){1, -g, 0}));
}

static void wake_by_grab(pl_world *world, pl_body *body)
{
  (void)world;
  pl_grab_def def = pl_default_grab_def();
  def.particles = (uint32_t[]){26};
  def.count = 1;
  def.target[1] = 0.3;
  pl_grab_id id;
  assert_ok(pl_grab_create(body, &def, &id));
}

static void wake_by_pin(pl_world *world, pl_body *body)
{
  (void)world;
  pl_pin_def def = pl_default_pin_def();
  def.particles = (uint32_t[]){26};
  def.count = 1;
  pl_pin_id id;
  assert_ok(pl_pin_create(body, &def, &id));
}

static void wake_by_material(pl_world *world, pl_body *body)
{
  (void)world;
  pl_graph_def graph = rubber().graph;
  graph.youngs_modulus = 1e5;
  assert_ok(pl_body_set_graph(body, &graph));
}

static void wake_by_positions(pl_world *world, pl_body *body)
{
  (void)world;
  double x[81];
  memcpy(x, pl_body_positions(body), sizeof x);
  for (size_t i = 0; i < 27; i++) x[3 * i + 1] += 0.1;
  assert_ok(pl_body_set_positions(body, x));
}

static void wake_by_obstacle(pl_world *world, pl_body *body)
{
  (void)body;
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  def.center[1] = -0.48; /* 2 cm above the floor, under the block */
  assert_ok(pl_obstacle_create(world, &def, NULL));
}

static void wake_by_removal(pl_world *world, pl_body *body)
{
  (void)body;
  assert_ok(pl_obstacle_remove(world, (pl_obstacle_id){0, 1}));
}

static void wake_by_touch(pl_world *world, pl_body *body)
{
  (void)body;
  add_block(world, 0.3, (double[]){0.02, 0.115, 0.01}, (double[]){0, -1, 0}, rubber());
}

static void wake_by_reset(pl_world *world, pl_body *body)
{
  (void)body;
  assert_ok(pl_world_reset(world));
}

static void test_everything_wakes(void **state)
{
  (void)state;
  static const struct {
    const char *name;
    void (*wake)(pl_world *world, pl_body *body);
  } cases[] = {
      {"force", wake_by_force},       {"gravity", wake_by_gravity},   {"grab", wake_by_grab},
      {"pin", wake_by_pin},           {"material", wake_by_material}, {"positions", wake_by_positions},
      {"obstacle", wake_by_obstacle}, {"removal", wake_by_removal},   {"touch", wake_by_touch},
      {"reset", wake_by_reset},
  };
  pl_world *world = heavy_world(1);
  add_floor(world, 0, 0.5);
  pl_body *body = add_at(world, 0.001);
  step_to_sleep(world, body, 5);
  void *asleep = NULL;
  size_t size = 0;
  assert_ok(pl_world_save(world, &asleep, &size));
  pl_world_destroy(world);
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    world = heavy_world(1);
    add_floor(world, 0, 0.5);
    body = add_at(world, 0.001);
    assert_ok(pl_world_restore(world, asleep, size));
    step_times(world, 2);
    assert_true(pl_body_is_asleep(body));
    cases[k].wake(world, body);
    step_times(world, 4); /* the one that touches is that far away */
    if (pl_body_is_asleep(body)) print_error("%s does not wake\n", cases[k].name);
    assert_false(pl_body_is_asleep(body));
    assert_true(fastest(body) > 0);
    pl_world_destroy(world);
  }
  pl_free(asleep);
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

/* A step that wakes is the step that it would have been awake, bit for bit, and keeps momentum as every other. */
static void check_waking(pl_model_kind kind)
{
  pl_body_def def = rubber();
  def.model = kind;
  def.surface.damping = 20;
  def.cage.vertices = 8;
  def.hex.nodes = 27;
  pl_world *world = heavy_world(1), *twin = heavy_world(1);
  pl_body *bodies[2][2];
  pl_world *both[2] = {world, twin};
  for (int w = 0; w < 2; w++) {
    add_floor(both[w], 0, 0.5);
    bodies[w][0] = add_block(both[w], 0, (double[]){0, 0.001, 0}, still, def);
    bodies[w][1] = add_block(both[w], 0.4, (double[]){0.03, 6, 0.01}, still, rubber()); /* falls for 1.1 s */
  }
  step_to_sleep(world, bodies[0][0], 1.05);
  void *before = NULL;
  size_t size = 0;
  int steps = 0;
  for (; pl_body_is_asleep(bodies[0][0]) && steps < 200; steps++) {
    pl_free(before);
    assert_ok(pl_world_save(world, &before, &size));
    step_times(world, 1);
  }
  assert_true(steps > 3 && steps < 200);
  assert_true(fastest(bodies[0][0]) > 0.1); /* hit, not only touched */
  assert_true(pl_world_stats(world).contact_count > 0);
  assert_ok(pl_world_restore(twin, before, size));
  assert_true(pl_body_is_asleep(bodies[1][0]));
  assert_ok(pl_body_wake(bodies[1][0]));
  pl_body_signals was[2], is[2];
  for (int b = 0; b < 2; b++) assert_ok(pl_body_measure(bodies[1][b], &was[b]));
  step_times(twin, 1);
  assert_true(pl_world_hash(world) == pl_world_hash(twin));
  for (int b = 0; b < 2; b++) {
    double mass = 0, change[3];
    assert_ok(pl_body_measure(bodies[0][b], &is[b]));
    for (size_t i = 0; i < 27; i++) mass += pl_body_masses(bodies[0][b])[i];
    pl_vec3_sub(is[b].momentum, was[b].momentum, change);
    pl_vec3_scale(change, 200, change);
    change[1] += mass * g;
    pl_vec3_sub(change, is[b].contact_force, change);
    pl_vec3_sub(change, is[b].friction_force, change);
    assert_less(pl_vec3_length(change), 1e-6 * mass * g);
  }
  double all[2] = {0, 0};
  for (int b = 0; b < 2; b++) {
    all[0] += was[b].kinetic + was[b].elastic + was[b].gravitational;
    all[1] += is[b].kinetic + is[b].elastic + is[b].gravitational;
  }
  assert_true(all[1] <= all[0] * (1 + 1e-6));
  pl_free(before);
  pl_world_destroy(world);
  pl_world_destroy(twin);
}

static void test_waking_changes_nothing(void **state)
{
  (void)state;
  check_waking(PL_MODEL_GRAPH);
  check_waking(PL_MODEL_SURFACE);
  check_waking(PL_MODEL_CAGE);
  check_waking(PL_MODEL_HEX);
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

/* Two side by side on the floor, one tied to the other: they sleep and wake together. Tied to a plate that begins to
   move, one wakes. */
static void test_attachments(void **state)
{
  (void)state;
  pl_world *world = heavy_world(1);
  add_floor(world, 0, 0.5);
  pl_pose_key keys[2] = {{.time = 4}, {.time = 5, .translate = {0, 0.2, 0}}};
  pl_obstacle_def plate = pl_default_obstacle_def(PL_OBSTACLE_BOX);
  plate.center[1] = 2;
  plate.motion = (pl_motion){.keys = keys, .count = 2};
  pl_obstacle_id plate_id;
  assert_ok(pl_obstacle_create(world, &plate, &plate_id));
  pl_body *one = add_at(world, 0.001);
  pl_body *two = add_block(world, 0, (double[]){0.3, 0.001, 0}, still, rubber());
  pl_body *three = add_block(world, 0, (double[]){0.6, 0.001, 0}, still, rubber());
  pl_attachment_def def = pl_default_attachment_def();
  def.a = (pl_attachment_end){.kind = PL_ATTACH_PARTICLE, .body = one, .particle = 26};
  def.b = (pl_attachment_end){.kind = PL_ATTACH_PARTICLE, .body = two, .particle = 0};
  def.keep_gap = true;
  pl_attachment_id id;
  assert_ok(pl_world_attach(world, &def, &id));
  for (int k = 0; k < 600 && !pl_body_is_asleep(one); k++) step_times(world, 1);
  assert_true(pl_body_is_asleep(one) && pl_body_is_asleep(two) && pl_body_is_asleep(three));
  double before[81];
  memcpy(before, pl_body_positions(two), sizeof before);
  assert_ok(pl_body_wake(three)); /* ties of sleepers do not move them while others are awake */
  step_times(world, 5);
  assert_memory_equal(before, pl_body_positions(two), sizeof before);
  assert_ok(pl_body_wake(two));
  step_times(world, 1);
  assert_false(pl_body_is_asleep(one));
  assert_false(pl_body_is_asleep(two));
  def.a.body = three;
  def.b = (pl_attachment_end){.kind = PL_ATTACH_OBSTACLE, .obstacle = plate_id};
  assert_ok(pl_world_attach(world, &def, &id));
  step_times(world, 1);
  step_to_sleep(world, three, 2);
  while (pl_world_time(world) < 3.9) step_times(world, 1);
  assert_true(pl_body_is_asleep(three));
  while (pl_world_time(world) < 4.3) step_times(world, 1);
  assert_false(pl_body_is_asleep(three));
  assert_true(fastest(three) > 0.05);
  assert_true(pl_body_is_asleep(one));
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
      cmocka_unit_test(test_everything_wakes),
      cmocka_unit_test(test_islands),
      cmocka_unit_test(test_waking_changes_nothing),
      cmocka_unit_test(test_bits),
      cmocka_unit_test(test_turning_points),
      cmocka_unit_test(test_moving_things),
      cmocka_unit_test(test_told),
      cmocka_unit_test(test_attachments),
      cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
