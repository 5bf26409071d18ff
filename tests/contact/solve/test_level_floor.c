/* SPDX-License-Identifier: MIT
   Contact with a floor pushes along its normal alone: a ball of any model, dropped with no vertex below, gets no
   momentum sideways where nothing rubs. So what makes balls roll on a level floor is their own shape and elasticity:
   coarse ones stand on some sides lower than on others. */
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

static const double height = 0.01; /* m, of the drop */

static void test_no_push_sideways(void **state)
{
  (void)state;
  static const struct {
    pl_model_kind model;
    const char *name;
    double part; /* of the momentum that it falls with */
  } kinds[] = {{PL_MODEL_SURFACE, "surface", 1e-12},
               {PL_MODEL_GRAPH, "graph", 1e-6}, /* its factor is in float */
               {PL_MODEL_CAGE, "cage", 1e-12},
               {PL_MODEL_HEX, "hex", 1e-12}};
  const double up[3] = {1 / sqrt(14), 2 / sqrt(14), 3 / sqrt(14)};
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
    pl_world_def world_def = pl_default_world_def();
    world_def.threads = 1;
    world_def.step = 1.0 / 60;
    pl_vec3_scale(up, -9.81, world_def.gravity);
    pl_world *world = make_world(&world_def);
    pl_mesh *mesh = NULL;
    assert_ok(pl_make_icosphere(0.25, 4, &mesh));
    pl_body_def def = pl_default_body_def(kinds[k].model);
    def.mesh = mesh;
    pl_body *body = make_body(world, &def);
    pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
    pl_vec3_copy(up, floor.normal);
    pl_vec3_scale(up, -0.25 - height, floor.point);
    floor.friction = 0;
    assert_ok(pl_obstacle_create(world, &floor, NULL));
    double mass = 0, worst = 0, most_up = 0;
    for (size_t i = 0; i < pl_body_particle_count(body); i++) mass += pl_body_masses(body)[i];
    for (int step = 0; step < 40; step++) {
      pl_body_signals signals;
      double side[3];
      step_times(world, 1);
      assert_ok(pl_body_measure(body, &signals));
      double along = pl_vec3_dot(signals.momentum, up);
      pl_vec3_add_scaled(signals.momentum, -along, up, side);
      worst = fmax(worst, pl_vec3_length(side) / (mass * sqrt(2 * 9.81 * height)));
      most_up = fmax(most_up, along);
    }
    print_message("%s: %.2g of the momentum goes sideways\n", kinds[k].name, worst);
    assert_less(worst, kinds[k].part);
    assert_less(0, most_up); /* the floor has pushed it */
    pl_mesh_destroy(mesh);
    pl_world_destroy(world);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_push_sideways)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
