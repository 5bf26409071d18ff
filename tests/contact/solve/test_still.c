/* SPDX-License-Identifier: MIT
   Balls that are pressed into the corners of a bowl lie still. Whatever holds particles while volumes are corrected
   must hold the same ones in every step: held in one of four, they went half a millimetre to and fro for ever. */
#include "fixtures.h"
#include "pliant/make.h"
#include "world/step/quiet.h"

enum { SIDES = 8, BALLS = 5 };

static const double pi = 3.14159265358979;

/* A floor and sides that lean outwards. */
static void add_bowl(pl_world *world)
{
  const double lean = 55 * pi / 180;
  for (int k = -1; k < SIDES; k++) {
    pl_obstacle_def def = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    pl_obstacle_id id;
    double angle = 2 * pi * k / SIDES, away[2] = {cos(angle), sin(angle)};
    for (int c = 0; c < 2 && k >= 0; c++) {
      def.point[2 * c] = 0.7 * away[c];
      def.normal[2 * c] = -sin(lean) * away[c];
    }
    def.normal[1] = k < 0 ? 1 : cos(lean);
    def.friction = 0.5;
    assert_ok(pl_obstacle_create(world, &def, &id));
  }
}

static void add_ball(pl_world *world, const pl_mesh *mesh, const double at[3])
{
  enum { MOST = 512 };
  double x[3 * MOST];
  pl_mesh_data rest = pl_mesh_view(mesh);
  assert_true(rest.vertex_count <= MOST);
  for (size_t k = 0; k < 3 * rest.vertex_count; k++) x[k] = rest.positions[k] + at[k % 3];
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.positions = x;
  def.density = 500;
  def.drag = 2;
  def.surface.region = 4;
  def.surface.pull = 1;
  def.surface.damping = 40;
  def.volume.mode = PL_VOLUME_KEEP;
  def.contact.bodies = true;
  def.contact.friction = 0.5;
  make_body(world, &def);
}

/* Six times as heavy as on earth, five balls press as a heap of twenty does. */
static pl_world *make_heap(void)
{
  pl_world_def def = quiet_world(0.005);
  def.gravity[1] = -60;
  pl_world *world = make_world(&def);
  pl_mesh *mesh = NULL;
  add_bowl(world);
  assert_ok(pl_make_sphere(0.25, 20, &mesh));
  for (int k = 0; k < BALLS - 1; k++) {
    double angle = 2 * pi * k / (BALLS - 1);
    add_ball(world, mesh, (double[]){0.4 * cos(angle), 0.3, 0.4 * sin(angle)});
  }
  add_ball(world, mesh, (double[]){0.01, 0.8, 0});
  pl_mesh_destroy(mesh);
  return world;
}

/* Held by turns, particles went at 9 cm/s; 2 cm/s, 0.1 mm in a step, is far from that, and twice what is left of a slow
   cycle when everything is six times as heavy. Balls roll for 3 s. */
static void test_balls_in_corners(void **state)
{
  (void)state;
  pl_world *world = make_heap();
  step_times(world, 800);
  double fastest = 0;
  for (int s = 0; s < 100; s++) {
    step_times(world, 1);
    for (size_t b = 0; b < world->body_count; b++)
      if (!pl_body_is_asleep(world->bodies[b])) fastest = fmax(fastest, pl_body_real_speed(world->bodies[b]));
  }
  print_message("fastest after 4 s: %.4f m/s\n", fastest);
  assert_less(fastest, 0.02);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_balls_in_corners)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
