/* SPDX-License-Identifier: MIT
   Memory of bodies in subspaces: none is asked for in steps, and where none is left everything stays whole. */
#include "failing.h"
#include "fixtures.h"

static pl_status busy_life(void *context)
{
  const pl_mesh *mesh = context;
  pl_world_def def = pl_default_world_def();
  def.threads = 1;
  pl_world *world = NULL;
  pl_status status = pl_world_create(&def, &world);
  if (status != PL_OK) return status;
  pl_body_def body_def = stiff_body(mesh, 500);
  pl_body *body = NULL;
  double basis[16 * 8];
  size_t size = 0, bytes = 0;
  void *data = NULL;
  status = pl_body_create(world, &body_def, &body);
  if (status == PL_OK) status = pl_subspace_modes(body, 3, true, basis, &size, NULL);
  if (status == PL_OK) status = pl_body_set_subspace(body, basis, size);
  if (status == PL_OK) status = pl_world_step(world);
  if (status == PL_OK) status = pl_world_save(world, &data, &bytes);
  if (status == PL_OK) status = pl_body_set_subspace(body, NULL, 0);
  if (status == PL_OK) status = pl_world_step(world);
  if (status == PL_OK) status = pl_world_restore(world, data, bytes);
  if (status == PL_OK) status = pl_subspace_components(body, pl_body_positions(body), 1, 3, true, basis, &size);
  if (status == PL_OK) status = pl_world_step(world);
  pl_free(data);
  pl_world_destroy(world);
  return status;
}

static void every_allocation_may_fail(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(4, 2, 2, 0.1, 26);
  assert_true(fail_each_allocation(busy_life, mesh) > 100);
  pl_mesh_destroy(mesh);
}

static void steps_do_not_allocate(void **state)
{
  (void)state;
  failing_memory memory = {0};
  pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
  pl_mesh *mesh = make_bar(13, 5, 5, 0.05, 26);
  pl_world_def def = pl_default_world_def();
  def.threads = 2;
  pl_world *world = make_world(&def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  floor.point[1] = -0.1;
  assert_ok(pl_obstacle_create(world, &floor, NULL));
  pl_body_def body_def = stiff_body(mesh, 1500);
  pl_body *body = make_body(world, &body_def);
  pl_grab_def grab = pl_default_grab_def();
  grab.particles = (uint32_t[]){200, 201};
  grab.count = 2;
  grab.target[1] = -0.1;
  pl_grab_id grab_id;
  assert_ok(pl_grab_create(body, &grab, &grab_id));
  double *basis = malloc(325 * 16 * sizeof(double));
  size_t size;
  assert_ok(pl_subspace_modes(body, 12, true, basis, &size, NULL));
  assert_ok(pl_body_set_subspace(body, basis, size));
  free(basis);
  assert_ok(pl_world_step(world));
  size_t before = memory.allocated, touching = 0;
  for (int k = 0; k < 120; k++) {
    assert_ok(pl_world_step(world));
    touching += pl_world_stats(world).contact_count;
    assert_int_equal(memory.allocated, before);
  }
  assert_true(touching > 0);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  pl_set_allocator(NULL);
  assert_int_equal(memory.live, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_allocation_may_fail),
                                     cmocka_unit_test(steps_do_not_allocate)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
