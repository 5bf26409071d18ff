/* SPDX-License-Identifier: MIT
   The budget of energy: just what is too much is taken, of what is not rigid first, and momenta stay; what a user
   drives is left alone. */
#include <string.h>

#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"
#include "world/step/budget.h"

enum { MODELS = 4, NODES = 4 };
static const pl_model_kind models[MODELS] = {PL_MODEL_GRAPH, PL_MODEL_SURFACE, PL_MODEL_CAGE, PL_MODEL_HEX};
static const double step = 0.005;

static pl_mesh *make_cube(int model)
{
  pl_mesh *mesh = NULL;
  if (models[model] == PL_MODEL_GRAPH) return make_bar(NODES, NODES, NODES, 0.1, 26);
  assert_ok(pl_make_box((uint32_t[]){NODES, NODES, NODES}, 0.1, &mesh));
  return mesh;
}

/* A cube at a place along x, that is strained at random on top of a flight and a spin. */
static pl_body *add_cube(pl_world *world, int model, double at, uint64_t seed)
{
  pl_mesh *mesh = make_cube(model);
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *x = test_calloc(6 * rest.vertex_count, sizeof *x), *v = x + 3 * rest.vertex_count;
  double drift[3], spin[3], strain[9];
  for (int c = 0; c < 3; c++) {
    drift[c] = random_unit(&seed);
    spin[c] = 3 * random_unit(&seed);
  }
  for (int c = 0; c < 9; c++) strain[c] = 3 * random_unit(&seed);
  for (size_t i = 0; i < rest.vertex_count; i++) {
    double arm[3];
    pl_vec3_copy(rest.positions + 3 * i, x + 3 * i);
    pl_vec3_copy(x + 3 * i, arm);
    x[3 * i] += at;
    pl_vec3_cross(spin, arm, v + 3 * i);
    for (size_t c = 0; c < 3; c++) v[3 * i + c] += drift[c] + pl_vec3_dot(strain + 3 * c, arm);
  }
  pl_body_def def = pl_default_body_def(models[model]);
  def.mesh = mesh;
  def.positions = x;
  def.velocities = v;
  def.sleep = false;
  def.graph.precision = PL_PRECISION_DOUBLE;
  def.cage.vertices = 8;
  def.hex.nodes = 27;
  pl_body *body = make_body(world, &def);
  test_free(x);
  pl_mesh_destroy(mesh);
  return body;
}

/* One of each model, a metre apart, after a step: velocities of nodes are not those of particles any more. */
static pl_world *make_row(pl_budget_island *island, pl_body *members[MODELS])
{
  pl_world_def world_def = quiet_world(step);
  pl_world *world = make_world(&world_def);
  for (int m = 0; m < MODELS; m++) members[m] = add_cube(world, m, m, 7 + (uint64_t)m);
  step_times(world, 1);
  *island = (pl_budget_island){members, MODELS, false};
  return world;
}

typedef struct motion {
  double kinetic, linear[3], angular[3];
} motion;

static motion motion_of(const pl_body *const *bodies, size_t count)
{
  motion m = {0};
  for (size_t b = 0; b < count; b++) {
    pl_body_signals s;
    assert_ok(pl_body_measure(bodies[b], &s));
    m.kinetic += s.kinetic;
    pl_vec3_add(m.linear, s.momentum, m.linear);
    pl_vec3_add(m.angular, s.angular_momentum, m.angular);
  }
  return m;
}

/* Momenta of size 100 are sums of a few hundred terms. */
static void assert_same_momenta(const motion *a, const motion *b)
{
  assert_less(largest_difference(a->linear, b->linear, 3), 1e-11 * (1 + largest_of(a->linear, 3)));
  assert_less(largest_difference(a->angular, b->angular, 3), 1e-11 * (1 + largest_of(a->angular, 3)));
}

/* What is not rigid has some joules: of each body alone, and of all together, a joule is a joule and momenta stay. */
static void test_just_the_surplus_goes(void **state)
{
  (void)state;
  pl_budget_island island;
  pl_body *members[MODELS];
  pl_world *world = make_row(&island, members);
  for (size_t m = 0; m < MODELS; m++) {
    pl_budget_island one = {members + m, 1, false};
    motion before = motion_of((const pl_body *const *)&members[m], 1);
    assert_ok(pl_budget_remove(world, &one, 0.1));
    motion after = motion_of((const pl_body *const *)&members[m], 1);
    assert_close(before.kinetic - after.kinetic, 0.1, 1e-10 * before.kinetic);
    assert_same_momenta(&before, &after);
  }
  motion before[MODELS], all = motion_of((const pl_body *const *)members, MODELS);
  for (size_t m = 0; m < MODELS; m++) before[m] = motion_of((const pl_body *const *)&members[m], 1);
  assert_ok(pl_budget_remove(world, &island, 0.5));
  motion now = motion_of((const pl_body *const *)members, MODELS);
  assert_close(all.kinetic - now.kinetic, 0.5, 1e-10 * all.kinetic);
  for (size_t m = 0; m < MODELS; m++) {
    motion after = motion_of((const pl_body *const *)&members[m], 1);
    assert_same_momenta(&before[m], &after);
  }
  pl_world_destroy(world);
}

/* More than that comes out of how they move against each other: the momenta of all together stay, and there is an end
   to it; at an obstacle, none. */
static void test_more_than_that(void **state)
{
  (void)state;
  pl_budget_island island;
  pl_body *members[MODELS];
  pl_world *world = make_row(&island, members);
  motion before = motion_of((const pl_body *const *)members, MODELS);
  assert_ok(pl_budget_remove(world, &island, 0.5 * before.kinetic));
  motion half = motion_of((const pl_body *const *)members, MODELS);
  assert_close(half.kinetic, 0.5 * before.kinetic, 1e-10 * before.kinetic);
  assert_same_momenta(&before, &half);
  assert_ok(pl_budget_remove(world, &island, before.kinetic));
  motion rigid = motion_of((const pl_body *const *)members, MODELS);
  assert_true(rigid.kinetic > 0.01 * before.kinetic);
  assert_same_momenta(&before, &rigid);
  island.grounded = true;
  assert_ok(pl_budget_remove(world, &island, 0.25 * rigid.kinetic));
  motion braked = motion_of((const pl_body *const *)members, MODELS);
  assert_close(braked.kinetic, 0.75 * rigid.kinetic, 1e-10 * before.kinetic);
  assert_ok(pl_budget_remove(world, &island, before.kinetic));
  assert_less(motion_of((const pl_body *const *)members, MODELS).kinetic, 1e-20 * before.kinetic);
  pl_world_destroy(world);
}

static void test_no_surplus_no_change(void **state)
{
  (void)state;
  pl_budget_island island;
  pl_body *members[MODELS];
  pl_world *world = make_row(&island, members);
  uint64_t before = pl_world_hash(world);
  assert_ok(pl_budget_remove(world, &island, 0));
  assert_ok(pl_budget_remove(world, &island, -1));
  assert_true(pl_world_hash(world) == before);
  pl_world_destroy(world);
}

/* A cube of each model lies on a floor and is lifted by twice its weight: that is no gift of contact. Nor is a floor
   that rises. */
static void lift(int model, bool by_floor)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.step = step;
  world_def.substeps = 1;
  world_def.threads = 1;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def ground = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_pose_key keys[2] = {{.time = 0}, {.time = 1, .translate = {0, 1, 0}}};
  if (by_floor) ground.motion = (pl_motion){.keys = keys, .count = 2};
  pl_mesh *mesh = make_cube(model);
  pl_mesh_data rest = pl_mesh_view(mesh);
  for (size_t i = 0; i < rest.vertex_count; i++) ground.point[1] = fmin(ground.point[1], rest.positions[3 * i + 1]);
  assert_ok(pl_obstacle_create(world, &ground, NULL));
  pl_body_def def = pl_default_body_def(models[model]);
  def.mesh = mesh;
  def.cage.vertices = 8;
  def.hex.nodes = 27;
  pl_body *body = make_body(world, &def);
  size_t count = pl_body_particle_count(body);
  double mass = mass_of(body);
  pl_body_signals signals;
  for (int k = 0; k < 20; k++) {
    for (uint32_t i = 0; i < count && !by_floor; i++)
      assert_ok(pl_body_apply_force(body, &i, 1, (double[]){0, 2 * 9.81 * pl_body_masses(body)[i], 0}));
    step_times(world, 1);
  }
  assert_ok(pl_body_measure(body, &signals));
  double speed = signals.momentum[1] / mass;
  print_message("%s lifts %s to %.4f m/s\n", by_floor ? "a floor" : "a force", pl_body_name(body), speed);
  if (by_floor)
    assert_true(speed > 0.5); /* soft ones swing */
  else
    assert_close(speed, 20 * step * 9.81, 1e-3);
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

static void test_driven_bodies_are_left_alone(void **state)
{
  (void)state;
  for (int m = 0; m < MODELS; m++) {
    lift(m, false);
    lift(m, true);
  }
}

/* Four soft balls fall on each other in a glass, at 1/60 s: what they lose of their volume in the first hit they get
   back, though nobody pays for it. They once lay there with 17 % less for good. */
static void test_volume_comes_back(void **state)
{
  (void)state;
  enum { BALLS = 4 };
  pl_world_def world_def = quiet_world(1.0 / 60);
  world_def.gravity[1] = -9.81;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor_def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_def glass = pl_default_obstacle_def(PL_OBSTACLE_GLASS);
  pl_obstacle_id id;
  floor_def.friction = 0.5;
  assert_ok(pl_obstacle_create(world, &floor_def, &id));
  glass.point_a[1] = 0.1;
  glass.point_b[1] = 4;
  glass.radius = 0.4;
  glass.thickness = 0.1;
  glass.friction = 0.1;
  assert_ok(pl_obstacle_create(world, &glass, &id));
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sphere(0.25, 10, &mesh));
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *x = test_calloc(3 * rest.vertex_count, sizeof *x);
  pl_body *balls[BALLS];
  for (int b = 0; b < BALLS; b++) {
    for (size_t k = 0; k < 3 * rest.vertex_count; k++) x[k] = rest.positions[k] + (k % 3 == 1 ? 0.3 + 0.56 * b : 0);
    pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
    def.mesh = mesh;
    def.positions = x;
    def.drag = 2;
    def.surface.region = 4;
    def.surface.pull = 1;
    def.volume.mode = PL_VOLUME_KEEP;
    balls[b] = make_body(world, &def);
  }
  step_times(world, 120);
  for (int b = 0; b < BALLS; b++) {
    print_message("error of volume: %.4f\n", pl_body_volume_error(balls[b]));
    assert_less(fabs(pl_body_volume_error(balls[b])), 0.01);
  }
  test_free(x);
  pl_mesh_destroy(mesh);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_just_the_surplus_goes),
                                     cmocka_unit_test(test_more_than_that), cmocka_unit_test(test_no_surplus_no_change),
                                     cmocka_unit_test(test_driven_bodies_are_left_alone),
                                     cmocka_unit_test(test_volume_comes_back)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
