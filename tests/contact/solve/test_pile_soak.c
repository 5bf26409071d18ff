/* SPDX-License-Identifier: MIT
   A million steps: two blocks and a ball lie on each other in a bowl that rocks without end. Nothing may grow, nobody
   leaves, nobody sinks into anybody. */
#include "depth.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

enum { ROUNDS = 1000, STEPS = 1000 }; /* 5,000 s of 5 ms */

static void add(pl_world *world, pl_mesh *mesh, pl_model_kind model, const double at[3])
{
  pl_mesh_data rest = pl_mesh_view(mesh);
  double *x = test_calloc(3 * rest.vertex_count, sizeof *x);
  for (size_t i = 0; i < rest.vertex_count; i++) pl_vec3_add(rest.positions + 3 * i, at, x + 3 * i);
  pl_body_def def = pl_default_body_def(model);
  def.mesh = mesh;
  def.positions = x;
  def.contact.bodies = true;
  def.graph.damping_stiffness = 0.003;
  if (model == PL_MODEL_SURFACE) def.volume.mode = PL_VOLUME_KEEP;
  make_body(world, &def);
  pl_mesh_destroy(mesh);
  test_free(x);
}

static pl_world *make_pile(void)
{
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *world = make_world(&def);
  pl_obstacle_def bowl = pl_default_obstacle_def(PL_OBSTACLE_BOWL);
  bowl.radius = 0.6;
  bowl.center[1] = 0.6;
  assert_ok(pl_obstacle_create(world, &bowl, NULL));
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(0.15, 2, &ball));
  add(world, make_bar(3, 2, 3, 0.15, 26), PL_MODEL_GRAPH, (double[]){-0.15, 0.12, -0.15});
  add(world, make_bar(2, 2, 2, 0.2, 26), PL_MODEL_GRAPH, (double[]){-0.1, 0.3, -0.1});
  add(world, ball, PL_MODEL_SURFACE, (double[]){0.02, 0.68, 0.01});
  return world;
}

/* Gravity leans by a seventh, a little farther around every five seconds. */
static void rock(pl_world *world, int round)
{
  const double angle = 2.4 * round, lean = 1.4;
  assert_ok(pl_world_set_gravity(world, (double[]){lean * cos(angle), -9.7, lean * sin(angle)}));
}

static void test_a_million_steps(void **state)
{
  (void)state;
  pl_world *world = make_pile();
  depth deepest = {0};
  double fast = 0;
  for (int round = 0; round < ROUNDS; round++) {
    rock(world, round);
    step_times(world, STEPS);
    assert_ok(depth_of_world(world, &deepest));
    for (size_t b = 0; b < 3; b++) {
      const pl_body *body = pl_world_body_at(world, b);
      const double *x = pl_body_positions(body);
      fast = fmax(fast, fastest(body));
      for (size_t i = 0; i < pl_body_particle_count(body); i++)
        assert_true(fabs(x[3 * i]) < 1 && fabs(x[3 * i + 2]) < 1 && x[3 * i + 1] > -0.1 && x[3 * i + 1] < 2);
    }
  }
  print_message("%.3g m/s at most after five seconds, %.3g of the size deep in each other, %.3g in the bowl\n", fast,
                deepest.relative, deepest.obstacles_relative);
  assert_less(fast, 1);                /* a fall by 5 cm */
  assert_less(deepest.relative, 0.01); /* what is asked for in motion */
  assert_less(deepest.obstacles_relative, 0.01);
  assert_int_equal(pl_world_step_count(world), (uint64_t)ROUNDS * STEPS);
  pl_world_destroy(world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_million_steps)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
