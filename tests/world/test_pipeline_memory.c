/* SPDX-License-Identifier: MIT
   After the first step nothing of ours is allocated inside a step, also when contact begins later. */
#include "failing.h"
#include "fixtures.h"

static void count_in_steps(double height, double laplacian, bool handles, pl_precision precision)
{
  failing_memory memory = {0};
  pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
  pl_mesh *mesh = make_bar(13, 5, 5, 0.05, 26);
  pl_world_def world_def = pl_default_world_def();
  world_def.threads = 2;
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -height;
  pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  ball.center[1] = -height - 0.3;
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  assert_ok(pl_obstacle_create(world, &ball, NULL));
  pl_body_def def = pl_default_body_def(PL_MODEL_GRAPH);
  def.mesh = mesh;
  def.graph.youngs_modulus = 2e4;
  def.graph.laplacian = laplacian;
  def.graph.precision = precision;
  def.volume.mode = PL_VOLUME_KEEP;
  def.volume.alpha = handles ? 0.5 : 1;
  pl_body *body = make_body(world, &def);
  if (handles) {
    pl_pin_def pin = pl_default_pin_def();
    pin.particles = (uint32_t[]){0, 1, 2, 3, 4};
    pin.count = 5;
    pl_pin_id pin_id;
    assert_ok(pl_pin_create(body, &pin, &pin_id));
    pl_grab_def grab = pl_default_grab_def();
    grab.particles = (uint32_t[]){200, 201};
    grab.count = 2;
    grab.target[1] = -height;
    pl_grab_id grab_id;
    assert_ok(pl_grab_create(body, &grab, &grab_id));
  }
  assert_ok(pl_world_step(world));
  size_t before = memory.allocated, touching = 0;
  for (int k = 0; k < 120; k++) {
    assert_ok(pl_world_step(world));
    touching = touching > pl_world_stats(world).contact_count ? touching : pl_world_stats(world).contact_count;
    if (memory.allocated != before) print_error("step %d allocated\n", k);
    assert_int_equal(memory.allocated, before);
    assert_non_null(pl_body_positions(body));
    assert_true(isfinite(total_energy(body)));
    assert_int_equal(memory.allocated, before);
  }
  assert_true(touching > 3); /* it did reach the floor */
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  pl_set_allocator(NULL);
  assert_int_equal(memory.live, 0);
}

static void test_steps_do_not_allocate(void **state)
{
  (void)state;
  count_in_steps(0.2, 0, false, PL_PRECISION_AUTO);
  count_in_steps(0.2, 1, false, PL_PRECISION_DOUBLE);
  count_in_steps(0.1, 0, true, PL_PRECISION_FLOAT);
  count_in_steps(0.1, 1, true, PL_PRECISION_DOUBLE);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_steps_do_not_allocate)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
