/* SPDX-License-Identifier: MIT
   What contact tells about a step: forces that balance what they have to, pairs, depths, and when touching begins and
   ends. */
#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"

static const double g = 9.81;

static pl_obstacle_id add_plane(pl_world *world, double angle, double friction, double restitution)
{
  pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  def.name = "floor";
  def.normal[0] = sin(angle);
  def.normal[1] = cos(angle);
  def.friction = friction;
  def.restitution = restitution;
  pl_obstacle_id id;
  assert_ok(pl_obstacle_create(world, &def, &id));
  return id;
}

/* A bar of 5 × 3 × 5 nodes, 5 cm apart, turned about z, lifted and put aside. */
static pl_body *add_bar(pl_world *world, const char *name, double turn, double lift, double aside, pl_body_def def)
{
  pl_mesh *mesh = make_bar(5, 3, 5, 0.05, 26);
  pl_mesh_data rest = pl_mesh_view(mesh);
  double x[3 * 75], R[9] = {cos(turn), -sin(turn), 0, sin(turn), cos(turn), 0, 0, 0, 1};
  assert_int_equal(rest.vertex_count, 75);
  move_points(rest.positions, rest.vertex_count, R, (double[]){aside - lift * sin(turn), lift * cos(turn), 1.2 * aside},
              x);
  def.name = name;
  def.mesh = mesh;
  def.positions = x;
  pl_body *body = make_body(world, &def);
  pl_mesh_destroy(mesh);
  return body;
}

/* Sums over particles of what the body's contact forces are. */
static void sum_forces(const pl_body *body, double contact[3], double friction[3])
{
  size_t n = pl_body_particle_count(body);
  double *all = test_calloc(6 * n, sizeof *all);
  assert_ok(pl_body_contact_forces(body, all, all + 3 * n));
  pl_vec3_set(contact, 0, 0, 0);
  pl_vec3_set(friction, 0, 0, 0);
  for (size_t i = 0; i < n; i++) {
    pl_vec3_add(contact, all + 3 * i, contact);
    pl_vec3_add(friction, all + 3 * n + 3 * i, friction);
  }
  test_free(all);
}

static pl_world *heavy_world(void)
{
  pl_world_def def = quiet_world(1.0 / 200);
  def.gravity[1] = -g;
  return make_world(&def);
}

static pl_body_def rubber(void)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.graph.youngs_modulus = 3e5;
  def.graph.damping_stiffness = 0.005;
  def.graph.precision = PL_PRECISION_DOUBLE;
  return def;
}

/* At rest the floor bears the weight; on a slope the normal forces bear m g cos, friction m g sin. */
static void test_forces_balance_weight(void **state)
{
  (void)state;
  const double angles[] = {0, 0.3};
  for (int k = 0; k < 2; k++) {
    pl_world *world = heavy_world();
    pl_obstacle_id floor = add_plane(world, -angles[k], 0.6, 0);
    pl_body *body = add_bar(world, "bar", angles[k], 0.001, 0, rubber());
    step_times(world, 800);
    assert_int_equal(pl_world_contact_pair_count(world), 1);
    pl_contact_pair pair = pl_world_contact_pair(world, 0);
    assert_ptr_equal(pair.body, body);
    assert_null(pair.other);
    assert_true(pair.obstacle.index == floor.index && pair.obstacle.generation == floor.generation);
    assert_string_equal(pair.name, "bar");
    assert_string_equal(pair.other_name, "floor");
    double weight = mass_of(body) * g, contact[3], friction[3];
    double normal[3] = {-sin(angles[k]), cos(angles[k]), 0}, up[3] = {cos(angles[k]), sin(angles[k]), 0};
    /* what is left of its motion after 4 s: forces are off by m dv / h, and it creeps at 1e-6 m/s */
    const double tolerance = 1e-3 * weight;
    assert_close(pair.load, weight * cos(angles[k]), tolerance);
    assert_close(pl_vec3_dot(pair.force, normal), weight * cos(angles[k]), tolerance);
    assert_close(pl_vec3_dot(pair.friction, up), weight * sin(angles[k]), tolerance);
    assert_close(pl_vec3_dot(pair.friction, normal), 0, 1e-9 * weight);
    /* particles have the same, rounded to float one by one */
    sum_forces(body, contact, friction);
    assert_less(pl_vec3_distance(contact, pair.force), 1e-5 * weight);
    assert_less(pl_vec3_distance(friction, pair.friction), 1e-5 * weight);
    pl_body_signals signals;
    assert_ok(pl_body_measure(body, &signals));
    assert_int_equal(signals.contacts, pair.contacts);
    assert_int_equal(signals.contacts, pl_world_stats(world).contact_count);
    assert_true(pl_vec3_distance(signals.contact_force, pair.force) == 0);
    assert_true(signals.penetration == pair.penetration);
    pl_world_destroy(world);
  }
}

/* Forces of a step are what the momentum changed by, also while passes come and go. */
static void test_forces_are_the_change_of_momentum(void **state)
{
  (void)state;
  pl_world *world = heavy_world();
  add_plane(world, -0.2, 0.4, 0.3);
  pl_body_def def = rubber();
  def.contact.bodies = true;
  pl_body *low = add_bar(world, "low", 0.1, 0.05, 0, def), *high = add_bar(world, "high", 0.3, 0.25, 0, def);
  pl_body *bodies[2] = {low, high};
  pl_body_signals before[2], after[2];
  size_t pushed = 0;
  for (int k = 0; k < 200; k++) {
    for (int b = 0; b < 2; b++) assert_ok(pl_body_measure(bodies[b], &before[b]));
    step_times(world, 1);
    for (int b = 0; b < 2; b++) {
      double weight = mass_of(bodies[b]) * g, change[3];
      assert_ok(pl_body_measure(bodies[b], &after[b]));
      pl_vec3_sub(after[b].momentum, before[b].momentum, change);
      pl_vec3_scale(change, 200, change);
      change[1] += weight;
      pl_vec3_sub(change, after[b].contact_force, change);
      pl_vec3_sub(change, after[b].friction_force, change);
      /* rounding of the model's solves, in proportion to the largest forces of a hit, some hundred weights */
      assert_less(pl_vec3_length(change), 1e-6 * weight);
      pushed += after[b].contacts;
    }
  }
  assert_true(pushed > 100);
  pl_world_destroy(world);
}

/* Action is reaction: the lower of two bars feels the upper one's weight, and the floor both. */
static void test_action_and_reaction(void **state)
{
  (void)state;
  pl_world *world = heavy_world();
  add_plane(world, 0, 0.5, 0);
  pl_body_def def = rubber();
  def.contact.bodies = true;
  pl_body *low = add_bar(world, "low", 0, 0.001, 0, def), *high = add_bar(world, "high", 0, 0.105, 0, def);
  step_times(world, 800);
  assert_int_equal(pl_world_contact_pair_count(world), 2);
  pl_contact_pair floor = pl_world_contact_pair(world, 0), both = pl_world_contact_pair(world, 1);
  assert_ptr_equal(floor.body, low);
  assert_ptr_equal(both.body, low);
  assert_ptr_equal(both.other, high);
  assert_int_equal(both.obstacle.generation, 0);
  double weight = mass_of(low) * g, contact[3], friction[3];
  assert_close(floor.force[1], 2 * weight, 2e-3 * weight);
  assert_close(both.force[1], -weight, 2e-3 * weight);
  assert_less(both.penetration, 1e-9);
  sum_forces(high, contact, friction);
  for (int c = 0; c < 3; c++) {
    assert_close(contact[c], -both.force[c], 1e-5 * weight);
    assert_close(friction[c], -both.friction[c], 1e-5 * weight);
  }
  /* what is removed is told of no more, and ends without a word */
  assert_ok(pl_body_remove(high));
  step_times(world, 1);
  assert_int_equal(pl_world_contact_pair_count(world), 1);
  assert_int_equal(pl_world_contact_event_count(world), 0);
  pl_world_destroy(world);
}

/* A bouncing bar: each touch begins once and ends once. Restored in the middle of one, the same events follow. */
static void test_events_alternate(void **state)
{
  (void)state;
  pl_world *world = heavy_world();
  pl_obstacle_id floor = add_plane(world, 0, 0.2, 0.9);
  pl_body *body = add_bar(world, "bar", 0, 0.1, 0, rubber());
  bool touching = false;
  int begun = 0, ended = 0, saved_at = -1;
  void *saved = NULL;
  size_t size = 0;
  for (int k = 0; k < 200; k++) {
    step_times(world, 1);
    for (size_t e = 0; e < pl_world_contact_event_count(world); e++) {
      pl_contact_event event = pl_world_contact_event(world, e);
      assert_ptr_equal(event.pair.body, body);
      assert_true(event.begins != touching);
      assert_close(event.time, pl_world_time(world), 1e-12);
      touching = event.begins;
      begun += event.begins;
      ended += !event.begins;
    }
    assert_true((pl_world_contact_pair_count(world) == 1) == touching);
    if (touching && begun == 2 && !saved) {
      assert_ok(pl_world_save(world, &saved, &size));
      saved_at = k;
    }
  }
  print_message("bouncing: %d touches began, %d ended\n", begun, ended);
  assert_true(begun >= 3 && ended >= begun - 1 && saved_at > 0);

  int again = 0;
  assert_ok(pl_world_restore(world, saved, size));
  assert_int_equal(pl_world_contact_event_count(world), 0);
  assert_int_equal(pl_world_contact_pair_count(world), 1);
  for (int k = saved_at + 1; k < 200; k++) {
    step_times(world, 1);
    if (pl_world_contact_event_count(world) && again++ == 0) assert_false(pl_world_contact_event(world, 0).begins);
  }
  assert_int_equal(again, begun + ended - 3);
  pl_free(saved);

  /* without the floor what touches it ends */
  step_times(world, 600);
  assert_int_equal(pl_world_contact_pair_count(world), 1);
  assert_ok(pl_obstacle_remove(world, floor));
  step_times(world, 1);
  assert_int_equal(pl_world_contact_event_count(world), 1);
  pl_contact_event last = pl_world_contact_event(world, 0);
  assert_false(last.begins);
  assert_true(last.pair.obstacle.generation == floor.generation);
  step_times(world, 1);
  assert_int_equal(pl_world_contact_event_count(world), 0);
  pl_world_destroy(world);
}

/* Several steps in one call: no event is lost. */
static void test_events_of_an_advance(void **state)
{
  (void)state;
  pl_world *world = heavy_world();
  add_plane(world, 0, 0.2, 0.9);
  add_bar(world, "bar", 0, 0.1, 0, rubber());
  assert_ok(pl_world_advance(world, 0.5, 0));
  size_t count = pl_world_contact_event_count(world);
  assert_true(count >= 3);
  for (size_t e = 0; e < count; e++) {
    pl_contact_event event = pl_world_contact_event(world, e);
    assert_true(event.begins == (e % 2 == 0));
    if (e) assert_true(event.time > pl_world_contact_event(world, e - 1).time);
  }
  assert_int_equal(pl_world_contact_event(world, count).pair.contacts, 0); /* beyond the end: nothing */
  pl_world_destroy(world);
}

/* Held bodies stay where they are, in the floor and in each other: depths are what they were made. */
static void test_penetration(void **state)
{
  (void)state;
  pl_world *world = heavy_world();
  add_plane(world, 0, 0.5, 0);
  pl_body_def def = rubber();
  def.contact.bodies = true;
  def.contact.skin = 0.002; /* bodies that are farther in each other than this allows are not seen */
  uint32_t all[75];
  for (uint32_t i = 0; i < 75; i++) all[i] = i;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = all;
  pin.count = 75;
  def.pins = &pin;
  def.pin_count = 1;
  add_bar(world, "low", 0, -0.02, 0, def);
  add_bar(world, "high", 0, 0.077, 0.013, def); /* the low one reaches up to 0.08: 3 mm in it */
  step_times(world, 2);
  assert_int_equal(pl_world_contact_pair_count(world), 2);
  assert_close(pl_world_contact_pair(world, 0).penetration, 0.02, 1e-12);
  assert_close(pl_world_contact_pair(world, 1).penetration, 0.003, 3e-4); /* edges at the rims meet aslant: a tenth */
  assert_close(pl_world_stats(world).penetration, 0.02, 1e-12);
  pl_world_destroy(world);
}

static void test_nothing(void **state)
{
  (void)state;
  double forces[3];
  assert_int_equal(pl_world_contact_pair_count(NULL), 0);
  assert_int_equal(pl_world_contact_event_count(NULL), 0);
  assert_string_equal(pl_world_contact_pair(NULL, 0).name, "");
  assert_string_equal(pl_world_contact_event(NULL, 0).pair.other_name, "");
  assert_refused(pl_body_contact_forces(NULL, forces, NULL), PL_ERROR_ARGUMENT, "body is NULL");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_forces_balance_weight),
      cmocka_unit_test(test_forces_are_the_change_of_momentum),
      cmocka_unit_test(test_action_and_reaction),
      cmocka_unit_test(test_events_alternate),
      cmocka_unit_test(test_events_of_an_advance),
      cmocka_unit_test(test_penetration),
      cmocka_unit_test(test_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
