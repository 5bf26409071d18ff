/* SPDX-License-Identifier: MIT
   Rolling friction: a ball stays on a slope up to the coefficient as its tangent, and rolls on steeper ones as a rigid
   ball does; it never adds energy. Balls dropped on a level floor stay where they are and fall asleep. */
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

static const double radius = 0.25, g = 9.81;

typedef struct slope {
  double tangent, rolling;
} slope;

typedef struct place {
  double mass, centre[3];
  double ratio; /* of the moment of inertia to mass times height squared, at rest */
} place;

static place place_of(const pl_body *body, double height)
{
  const double *x = pl_body_positions(body), *mass = pl_body_masses(body);
  place out = {0};
  double second = 0;
  for (size_t i = 0; i < pl_body_particle_count(body); i++) {
    pl_vec3_add_scaled(out.centre, mass[i], x + 3 * i, out.centre);
    out.mass += mass[i];
  }
  pl_vec3_scale(out.centre, 1 / out.mass, out.centre);
  for (size_t i = 0; i < pl_body_particle_count(body); i++) {
    double arm[3];
    pl_vec3_sub(x + 3 * i, out.centre, arm);
    second += mass[i] * pl_vec3_dot(arm, arm);
  }
  out.ratio = 2.0 / 3 * second / (out.mass * height * height);
  return out;
}

/* A ball on the plane y = 0, where gravity leans by the angle of the slope towards x. */
static pl_body *make_ball(pl_world **world, const slope *on, uint32_t frequency)
{
  pl_world_def world_def = pl_default_world_def();
  double angle = atan(on->tangent);
  world_def.threads = 1;
  pl_vec3_set(world_def.gravity, g * sin(angle), -g * cos(angle), 0);
  *world = make_world(&world_def);
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(radius, frequency, &mesh));
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.contact.rolling_friction = on->rolling;
  def.graph.youngs_modulus = 1e6;
  def.volume.mode = PL_VOLUME_KEEP;
  pl_body *body = make_body(*world, &def);
  pl_mesh_destroy(mesh);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -radius;
  assert_ok(pl_obstacle_create(*world, &floor, NULL));
  return body;
}

static void test_slopes(void **state)
{
  (void)state;
  static const slope slopes[] = {{0.1, 0.12}, {0.3, 0.12}, {0.3, 0}, {0.3, 0.06}};
  for (size_t k = 0; k < sizeof slopes / sizeof *slopes; k++) {
    pl_world *world;
    pl_body *body = make_ball(&world, &slopes[k], 12);
    double angle = atan(slopes[k].tangent), ways[3];
    int steps = (int)lround(0.5 / pl_world_step_size(world));
    place now = {0};
    for (int part = 0; part < 3; part++) {
      step_times(world, steps);
      now = place_of(body, 1);
      ways[part] = now.centre[0];
    }
    now = place_of(body, now.centre[1] + radius);
    double found = (ways[2] - 2 * ways[1] + ways[0]) / (0.5 * 0.5);
    double wanted = fmax(0, g * (sin(angle) - slopes[k].rolling * cos(angle)) / (1 + now.ratio));
    print_message("slope %g, rolling friction %g: %.4f m/s^2 (%.4f), %.2g m\n", slopes[k].tangent, slopes[k].rolling,
                  found, wanted, ways[2]);
    /* it settles into its shape, creeps by what steps add (a ball slower than h g times the slope) and falls asleep */
    if (wanted == 0) assert_less(ways[2], 1.5 * pl_world_step_size(world) * g * slopes[k].tangent);
    if (wanted == 0) assert_true(pl_body_is_asleep(body));
    /* its facets and its softness take some of a perfect ball's acceleration, and give none */
    if (wanted > 0) assert_true(found < 1.01 * wanted && found > 0.9 * wanted);
    pl_world_destroy(world);
  }
}

/* A ball that rolls on a level floor: no step adds energy, it slows down as it should and falls asleep. */
static void test_coming_to_rest(void **state)
{
  (void)state;
  const slope level = {0, 0.1};
  pl_world *world;
  pl_body *body = make_ball(&world, &level, 12);
  step_times(world, (int)lround(1 / pl_world_step_size(world)));
  place start = place_of(body, 1);
  double height = start.centre[1] + radius, speed = 0.5;
  size_t n = pl_body_particle_count(body);
  double *v = malloc(3 * n * sizeof *v);
  assert_non_null(v);
  for (size_t i = 0; i < n; i++) {
    double arm[3], spin[3] = {0, 0, -speed / height};
    pl_vec3_sub(pl_body_positions(body) + 3 * i, start.centre, arm);
    pl_vec3_cross(spin, arm, v + 3 * i);
    v[3 * i] += speed;
  }
  assert_ok(pl_body_set_velocities(body, v));
  free(v);
  step_times(world, 1);
  double before = world_energy(world), first = before, most = 0;
  int steps = 0, most_steps = (int)lround(4 / pl_world_step_size(world));
  for (; steps < most_steps && !pl_body_is_asleep(body); steps++) {
    step_times(world, 1);
    double now = world_energy(world);
    most = fmax(most, now - before);
    before = now;
  }
  start.ratio = place_of(body, height).ratio;
  double way = place_of(body, 1).centre[0] - start.centre[0];
  double wanted = 0.5 * speed * speed * (1 + start.ratio) / (level.rolling * g);
  print_message("rolled %.3f m (%.3f), asleep after %.2f s, energy rose by %.2g J of %.2g in a step\n", way, wanted,
                steps * pl_world_step_size(world), most, first - before);
  assert_true(pl_body_is_asleep(body));
  assert_true(way < wanted && way > 0.75 * wanted); /* facets and softness brake, too */
  assert_less(most, 1e-4 * (first - before));       /* elastic energies are sums of floats */
  pl_world_destroy(world);
}

/* By default, dropped by 1 cm on a vertex and turned to no symmetry. */
static void test_level_floor(void **state)
{
  (void)state;
  static const double up[2][3] = {{0, 1, 0}, {1, 2, 3}};
  for (size_t k = 0; k < 2; k++) {
    pl_world_def world_def = pl_default_world_def();
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    pl_vec3_scale(up[k], 1 / pl_vec3_length(up[k]), floor.normal);
    pl_vec3_scale(floor.normal, -radius - 0.01, floor.point);
    pl_vec3_scale(floor.normal, -g, world_def.gravity);
    world_def.threads = 1;
    world_def.step = 1.0 / 60;
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = NULL;
    assert_ok(pl_make_icosphere(radius, 6, &mesh));
    pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
    def.mesh = mesh;
    pl_body *body = make_body(world, &def);
    assert_ok(pl_obstacle_create(world, &floor, NULL));
    int step = 0;
    for (; step < 60 * 6 && !pl_body_is_asleep(body); step++) step_times(world, 1);
    place at = place_of(body, 1);
    double off[3];
    pl_vec3_add_scaled(at.centre, -pl_vec3_dot(at.centre, floor.normal), floor.normal, off);
    print_message("%.2g m off, asleep after %.2f s\n", pl_vec3_length(off), step / 60.0);
    assert_true(pl_body_is_asleep(body));
    assert_less(pl_vec3_length(off), 1e-3); /* 55 mm without rolling friction */
    pl_mesh_destroy(mesh);
    pl_world_destroy(world);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_slopes), cmocka_unit_test(test_coming_to_rest),
                                     cmocka_unit_test(test_level_floor)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
