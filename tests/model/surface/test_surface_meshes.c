/* SPDX-License-Identifier: MIT
   Every mesh that lies beside the repository drops on a floor, is squashed, and finds its shape again. */
#include "pliant/io_mesh.h"
#include "shared_meshes.h"
#include "surface_cases.h"

/* Made one metre high, one metre above the floor. */
static pl_mesh *load_upright(const char *path, double *floor)
{
  pl_mesh *raw = NULL, *mesh = NULL;
  assert_ok(pl_mesh_load(path, &raw, NULL));
  pl_mesh_data data = pl_mesh_view(raw);
  double *x = malloc(3 * data.vertex_count * sizeof(double)), low = INFINITY, high = -INFINITY;
  for (size_t i = 0; i < data.vertex_count; i++) {
    low = fmin(low, data.positions[3 * i + 1]);
    high = fmax(high, data.positions[3 * i + 1]);
  }
  for (size_t k = 0; k < 3 * data.vertex_count; k++) x[k] = data.positions[k] / (high - low);
  *floor = low / (high - low) - 1;
  data.positions = x;
  assert_ok(pl_mesh_create(&data, &mesh));
  pl_mesh_destroy(raw);
  free(x);
  return mesh;
}

static void drop(const char *path)
{
  double floor_height;
  pl_mesh *mesh = load_upright(path, &floor_height);
  pl_world_def world_def = pl_default_world_def();
  pl_world *world = make_world(&world_def);
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_id floor_id;
  floor.point[1] = floor_height;
  floor.friction = 0.5;
  assert_ok(pl_obstacle_create(world, &floor, &floor_id));
  pl_body_def def = surface_body(mesh);
  def.surface.radius = 0.2;
  def.surface.damping = 200; /* it may come back slowly, but must not swing any more */
  def.thickness = 0.02;      /* for those that are open */
  pl_body *body = make_body(world, &def);
  double squashed = 0;
  for (int k = 0; k < 16; k++) {
    step_times(world, 10);
    squashed = fmax(squashed, shape_error(body));
  }
  assert_ok(pl_obstacle_remove(world, floor_id));
  assert_ok(pl_world_set_gravity(world, (double[3]){0, 0, 0}));
  step_times(world, 400);
  double left = shape_error(body);
  print_message("%s: %zu particles, squashed by %.3f, %.1e left of it\n", path, pl_body_particle_count(body), squashed,
                left);
  assert_less(0.01, squashed);
  assert_less(left, 0.2 * squashed);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
}

static void test_shared_meshes(void **state)
{
  (void)state;
  static const char *const names[] = {"armadillo_15k.obj", "armadillo_43k.obj", "bob_5k.obj",   "bunny_30k.obj",
                                      "bunny_3k.obj",      "duck_2k.obj",       "koala_4k.obj", "penguin_13k.obj",
                                      "sphere_642.obj",    "spot_12k.obj",      "spot_12k.ply", "spot_1k.obj",
                                      "torus_2k.obj"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
    const char *path = shared_mesh(names[k]);
    if (!path) skip();
    drop(path);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_shared_meshes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
