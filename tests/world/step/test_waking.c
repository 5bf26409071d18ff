/* SPDX-License-Identifier: MIT
   Bodies that sleep wake when anything happens to them, and the motion is the one that they would have had. */
#include "sleep_cases.h"

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

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_everything_wakes),
      cmocka_unit_test(test_waking_changes_nothing),
      cmocka_unit_test(test_attachments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
