/* SPDX-License-Identifier: MIT
   A ball that was pressed together gets its volume back at once, over a sheet that is nearer than its radius: it goes
   up, and no particle through the sheet. Followed with the motion of each step taken as straight. */
#include <string.h>

#include "crossing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

enum { ACROSS = 4, SHEET = ACROSS * ACROSS, MOST = 64 };

static const double radius = 0.005, side = 0.04, thickness = 0.0005; /* m */

typedef struct scene {
  pl_world *world;
  pl_body *sheet, *ball;
  double before[3 * MOST];
} scene;

static scene make_scene(pl_model_kind model, double pressed, double height, bool touching)
{
  scene s = {0};
  pl_world_def world_def = quiet_world(1.0 / 60);
  s.world = make_world(&world_def);
  pl_mesh *sheet = NULL, *ball = NULL;
  assert_ok(pl_make_sheet(side, side, ACROSS, ACROSS, &sheet));
  assert_ok(pl_make_icosphere(radius, 2, &ball));
  uint32_t all[SHEET];
  for (uint32_t i = 0; i < SHEET; i++) all[i] = i;
  pl_pin_def pin = pl_default_pin_def();
  pin.particles = all;
  pin.count = SHEET;
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = sheet;
  def.thickness = thickness;
  def.contact.bodies = touching;
  def.pins = &pin;
  def.pin_count = 1;
  s.sheet = make_body(s.world, &def);
  pl_mesh_data rest = pl_mesh_view(ball);
  assert_true(rest.vertex_count <= MOST);
  double x[3 * MOST];
  for (size_t k = 0; k < 3 * rest.vertex_count; k++)
    x[k] = pressed * rest.positions[k] + (k % 3 == 1 ? height : 0.0013); /* not over a vertex of the sheet */
  def = pl_default_body_def(model);
  def.mesh = ball;
  def.positions = x;
  def.contact.bodies = touching;
  def.surface.pull = 0.02; /* elasticity stays out of it */
  def.graph.youngs_modulus = 1;
  def.volume.mode = PL_VOLUME_KEEP;
  s.ball = make_body(s.world, &def);
  pl_mesh_destroy(sheet);
  pl_mesh_destroy(ball);
  return s;
}

/* Net crossings of all particles of the ball in one step. */
static size_t step_and_count(scene *s)
{
  size_t n = pl_body_particle_count(s->ball), through = 0;
  memcpy(s->before, pl_body_positions(s->ball), 3 * n * sizeof(double));
  step_times(s->world, 1);
  const double *now = pl_body_positions(s->ball), *at = pl_body_positions(s->sheet);
  pl_mesh_data rest = pl_body_rest(s->sheet);
  for (size_t i = 0; i < n; i++)
    for (size_t t = 0; t < rest.triangle_count; t++) {
      const double *corners[3];
      for (size_t k = 0; k < 3; k++) corners[k] = at + 3 * (size_t)rest.triangles[3 * t + k];
      through += crossings(s->before + 3 * i, now + 3 * i, corners, corners) != 0;
    }
  return through;
}

static void check_grows_over_sheet(pl_model_kind model)
{
  enum { STEPS = 120 };
  for (double height = 0.0015; height < 0.004; height += 0.0005) {
    scene s = make_scene(model, 0.1, height, true);
    for (int k = 0; k < STEPS; k++) assert_int_equal(step_and_count(&s), 0);
    /* who is held back grows over several steps, and does */
    assert_true(fabs(pl_body_volume_error(s.ball)) < 0.01);
    pl_world_destroy(s.world);
  }
}

static void test_particle_by_particle(void **state)
{
  (void)state;
  check_grows_over_sheet(PL_MODEL_SURFACE);
}

static void test_all_together(void **state)
{
  (void)state;
  check_grows_over_sheet(PL_MODEL_GRAPH);
}

/* Where nothing touches, the same ball grows through the sheet in its first step: there is something to see. */
static void test_without_contact(void **state)
{
  (void)state;
  static const pl_model_kind models[] = {PL_MODEL_SURFACE, PL_MODEL_GRAPH};
  for (size_t m = 0; m < 2; m++) {
    scene s = make_scene(models[m], 0.1, 0.002, false);
    assert_true(step_and_count(&s) > 0);
    pl_world_destroy(s.world);
  }
}

/* A ball that touches itself falls on a floor. Its top is far from its bottom, and neighbours move alike: it has all
   the room it needs. Held to a tenth of an edge a step, it lost 87 % of its volume. */
static void test_beside_itself(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.2, 4, &mesh));
  pl_world_def world_def = pl_default_world_def();
  world_def.step = 1.0 / 60;
  world_def.substeps = 1;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -0.25;
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  double v[3 * 162];
  for (size_t k = 0; k < 3 * 162; k++) v[k] = k % 3 == 1 ? -2 : 0;
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.velocities = v;
  def.contact.bodies = def.contact.self = true;
  def.volume.mode = PL_VOLUME_KEEP;
  pl_body *body = make_body(world, &def);
  double worst = 0;
  for (int k = 0; k < 60; k++) {
    step_times(world, 1);
    worst = fmax(worst, fabs(pl_body_volume_error(body)));
  }
  print_message("touching itself: volume wrong by %.2g %% at most\n", 100 * worst);
  assert_less(worst, 0.01);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_without_contact),
                                     cmocka_unit_test(test_particle_by_particle), cmocka_unit_test(test_all_together),
                                     cmocka_unit_test(test_beside_itself)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
