/* SPDX-License-Identifier: MIT
   Materials that a step, a mesh or a model cannot represent are told, and others are not. Whether bodies about which
   nothing is told are what they say is what test_swing and the certificate measure. */
#include <string.h>

#include "fixtures.h"

static void expect(pl_world *world, pl_mesh *mesh, const pl_body_def *given, const char *wanted)
{
  pl_body_def def = *given;
  def.mesh = mesh;
  pl_body *body = make_body(world, &def);
  char text[1024];
  size_t lines = pl_body_limits(body, text, sizeof text);
  if (wanted ? !strstr(text, wanted) : lines != 0) print_error("wanted: %s, got: %s\n", wanted ? wanted : "", text);
  assert_true(wanted ? lines == 1 && strstr(text, wanted) : lines == 0);
}

static pl_world *world_at_60(void)
{
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  def.step = 1.0 / 60;
  return make_world(&def);
}

static void test_stiffness(void **state)
{
  (void)state;
  pl_world *world = world_at_60();
  pl_mesh *ball = NULL, *bar = make_bar(17, 5, 5, 0.05, 26);
  assert_ok(pl_make_icosphere(0.25, 4, &ball));
  pl_body_def surface = pl_default_body_def(PL_MODEL_SURFACE), graph = pl_default_body_def(PL_MODEL_GRAPH);
  expect(world, ball, &surface, NULL);
  surface.surface.youngs_modulus = 1e8;
  expect(world, ball, &surface, "no stiffer than");
  surface = pl_default_body_def(PL_MODEL_SURFACE);
  surface.surface.stiffness = 1e6; /* more than 1/h^2 */
  expect(world, ball, &surface, "no stiffer than");
  graph.graph.youngs_modulus = 5e6;
  expect(world, bar, &graph, NULL);
  graph.graph.youngs_modulus = 1e10;
  expect(world, bar, &graph, "swings too slowly");
  pl_mesh_destroy(ball);
  pl_mesh_destroy(bar);
  pl_world_destroy(world);
}

static void test_meshes(void **state)
{
  (void)state;
  pl_world *world = world_at_60();
  pl_mesh *bar = NULL;
  assert_ok(pl_make_box((uint32_t[3]){17, 5, 5}, 0.05, &bar));
  pl_body_def hex = pl_default_body_def(PL_MODEL_HEX), cage = pl_default_body_def(PL_MODEL_CAGE);
  hex.hex.spacing = 0.1;
  expect(world, bar, &hex, NULL);
  hex.hex.poisson_ratio = 0.49;
  expect(world, bar, &hex, "locks");
  hex.hex.poisson_ratio = 0.3;
  hex.hex.spacing = 0.2;
  expect(world, bar, &hex, "one voxel across");
  expect(world, bar, &cage, "too few to bend");
  cage.cage.vertices = 200;
  expect(world, bar, &cage, NULL);
  pl_mesh_destroy(bar);
  pl_world_destroy(world);
}

static void test_nothing(void **state)
{
  (void)state;
  char text[8] = "full";
  assert_int_equal(pl_body_limits(NULL, text, sizeof text), 0);
  assert_string_equal(text, "");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stiffness), cmocka_unit_test(test_meshes),
                                     cmocka_unit_test(test_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
