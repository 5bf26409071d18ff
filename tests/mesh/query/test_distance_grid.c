/* SPDX-License-Identifier: MIT
   Distances between nodes against exact ones, with bounds from the spacing. */
#include "mesh/query/distance_grid.h"

#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "pliant/make.h"

static pl_distance_grid *grid_of(const pl_mesh *mesh, double spacing, double thickness)
{
  pl_distance_grid *grid = NULL;
  pl_mesh_data data = pl_mesh_view(mesh);
  assert_ok(pl_distance_grid_create(&data, spacing, thickness, NULL, &grid));
  return grid;
}

static void random_point(const pl_distance_grid *grid, double beyond, uint64_t *seed, double point[3])
{
  for (int c = 0; c < 3; c++) {
    double half = 0.5 * (grid->counts[c] - 1) * grid->spacing;
    point[c] = grid->origin[c] + half + (half + beyond) * random_unit(seed);
  }
}

/* Anywhere: never above the truth by more than the slack, inside the grid never below it by more; and on the surface a
   twentieth of the spacing, with some for what lies between the points that were tried. */
static void check_against_exact(const pl_distance_grid *grid, const char *name)
{
  uint64_t seed = 3;
  double slack = pl_distance_grid_slack(grid), above = 0, below = 0, on = 0;
  for (int k = 0; k < 20000; k++) {
    double p[3], normal[3], exact_normal[3];
    random_point(grid, 0, &seed, p);
    double error = pl_distance_grid_at(grid, p, normal) - pl_solid_distance(&grid->solid, p, exact_normal);
    assert_close(pl_vec3_length(normal), 1, 1e-12);
    above = fmax(above, error);
    below = fmax(below, -error);
    random_point(grid, grid->solid.size, &seed, p);
    double bound = pl_distance_grid_at(grid, p, normal), truth = pl_solid_distance(&grid->solid, p, exact_normal);
    assert_close(pl_vec3_length(normal), 1, 1e-12);
    assert_true(bound <= truth + slack);
  }
  const pl_inside *inside = &grid->solid.inside;
  for (int k = 0; k < 20000; k++) {
    const uint32_t *t = inside->triangles + 3 * (random_bits(&seed) % inside->triangle_count);
    double u = 0.5 + 0.5 * random_unit(&seed), v = 0.5 + 0.5 * random_unit(&seed), p[3], normal[3];
    if (u + v > 1) {
      u = 1 - u;
      v = 1 - v;
    }
    for (int c = 0; c < 3; c++) {
      const double *x = inside->positions + c;
      p[c] = (1 - u - v) * x[3 * (size_t)t[0]] + u * x[3 * (size_t)t[1]] + v * x[3 * (size_t)t[2]];
    }
    on = fmax(on, fabs(pl_distance_grid_at(grid, p, normal) + grid->solid.half));
  }
  print_message("%s: %zu nodes, %zu exact cells; of the spacing, at most %.3f above, %.3f below, %.3f on the surface\n",
                name, (size_t)grid->counts[0] * grid->counts[1] * grid->counts[2], grid->exact_count,
                above / grid->spacing, below / grid->spacing, on / grid->spacing);
  assert_less(above, slack);
  assert_less(below, slack);
  assert_less(on, 0.1 * grid->spacing);
}

static void test_against_exact(void **state)
{
  (void)state;
  pl_mesh *meshes[5] = {NULL};
  const uint32_t counts[3] = {9, 3, 6};
  assert_ok(pl_make_icosphere(0.5, 20, &meshes[0]));
  assert_ok(pl_make_box(counts, 0.137, &meshes[1]));
  assert_ok(pl_make_torus(0.5, 0.2, 48, 24, &meshes[2]));
  assert_ok(pl_make_tube(0.5, 0.497, 1, 48, 4, &meshes[3])); /* a wall of 3 mm, below any default spacing */
  assert_ok(pl_make_character(PL_CHARACTER_ARMADILLO, 1, 1500, &meshes[4]));
  const char *names[5] = {"ball", "box", "ring", "thin tube", "armadillo"};
  for (int m = 0; m < 5; m++) {
    static const double spacings[5] = {0, 0.0311, 0, 0, 0.03}; /* nodes not on the faces of the box */
    pl_distance_grid *grid = grid_of(meshes[m], spacings[m], 0);
    check_against_exact(grid, names[m]);
    pl_distance_grid_destroy(grid);
    pl_mesh_destroy(meshes[m]);
  }
}

/* Against the sphere itself: facets and grid together. */
static void test_ball(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.5, 40, &mesh));
  pl_distance_grid *grid = grid_of(mesh, 0.02, 0);
  uint64_t seed = 8;
  for (int k = 0; k < 5000; k++) {
    double p[3], normal[3], r[3];
    random_point(grid, 0, &seed, p);
    double radius = pl_vec3_normalise(p, (double[]){0, 1, 0}, r), d = pl_distance_grid_at(grid, p, normal);
    if (fabs(radius - 0.5) > 0.1) continue;
    /* second differences of the distance are 2/0.4 m^-1 at most: 5 (0.02 m)^2 / 8, and 0.2 mm for the facets */
    assert_close(d, radius - 0.5, 5 * 0.02 * 0.02 / 8 + 2e-4);
    assert_true(pl_vec3_dot(normal, r) > 0.99);
  }
  pl_distance_grid_destroy(grid);
  pl_mesh_destroy(mesh);
}

/* The normal is the direction of the gradient of what is answered, where that is smooth. */
static void test_normal_is_the_gradient(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_torus(0.5, 0.2, 48, 24, &mesh));
  pl_distance_grid *grid = grid_of(mesh, 0, 0);
  uint64_t seed = 4;
  int compared = 0;
  for (int k = 0; k < 5000; k++) {
    double p[3], normal[3], ignored[3], slope[3], away = 1;
    random_point(grid, 0, &seed, p);
    double step = 1e-4 * grid->spacing;
    for (int c = 0; c < 3; c++) { /* not across the faces of a cell */
      double t = (p[c] - grid->origin[c]) / grid->spacing;
      away = fmin(away, fmin(t - floor(t), ceil(t) - t));
    }
    if (away < 2e-4) continue;
    pl_distance_grid_at(grid, p, normal);
    for (int c = 0; c < 3; c++) {
      double q[3] = {p[0], p[1], p[2]};
      q[c] += step;
      double after = pl_distance_grid_at(grid, q, ignored);
      q[c] -= 2 * step;
      slope[c] = (after - pl_distance_grid_at(grid, q, ignored)) / (2 * step);
    }
    double length = pl_vec3_normalise(slope, (double[]){0, 0, 0}, slope);
    if (length < 0.3) continue; /* answered exactly: there is no one way out */
    assert_true(pl_vec3_dot(slope, normal) > 1 - 1e-6);
    compared++;
  }
  assert_true(compared > 3000);
  pl_distance_grid_destroy(grid);
  pl_mesh_destroy(mesh);
}

static void test_shell(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_sheet(1, 0.6, 7, 5, &mesh));
  pl_distance_grid *grid = grid_of(mesh, 0, 0.004);
  check_against_exact(grid, "sheet");
  pl_distance_grid_destroy(grid);
  pl_mesh_destroy(mesh);
}

static void test_same_bits_for_any_pool(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_torus(0.5, 0.2, 48, 24, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_distance_grid *one = grid_of(mesh, 0.025, 0);
  for (int threads = 1; threads <= 4; threads += 3) {
    pl_pool *pool = NULL;
    pl_distance_grid *grid = NULL;
    assert_ok(pl_pool_create(threads, NULL, NULL, &pool));
    assert_ok(pl_distance_grid_create(&data, 0.025, 0, pool, &grid));
    size_t nodes = (size_t)grid->counts[0] * grid->counts[1] * grid->counts[2];
    assert_memory_equal(grid->counts, one->counts, sizeof grid->counts);
    assert_memory_equal(grid->values, one->values, nodes * sizeof(float));
    assert_memory_equal(grid->exact, one->exact, nodes / 32 * sizeof(uint32_t));
    pl_distance_grid_destroy(grid);
    pl_pool_destroy(pool);
  }
  pl_distance_grid_destroy(one);
  pl_mesh_destroy(mesh);
}

static void test_refusals(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.5, 4, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_distance_grid *grid = NULL;
  assert_refused(pl_distance_grid_create(&data, 1e-4, 0, NULL, &grid), PL_ERROR_LIMIT, "give a larger one");
  assert_refused(pl_distance_grid_create(&data, 1e-300, 0, NULL, &grid), PL_ERROR_LIMIT, "give a larger one");
  assert_refused(pl_distance_grid_create(&data, -1, 0, NULL, &grid), PL_ERROR_ARGUMENT, "spacing must be positive");
  assert_refused(pl_distance_grid_create(&data, INFINITY, 0, NULL, &grid), PL_ERROR_ARGUMENT, "spacing must be");
  assert_null(grid);
  /* as coarse as anybody likes: then all is exact near the surface */
  grid = grid_of(mesh, 10, 0);
  double normal[3];
  assert_close(pl_distance_grid_at(grid, (double[]){0, 0, 0}, normal), -0.5, 0.05);
  assert_close(pl_distance_grid_at(grid, (double[]){0, 0.6, 0}, normal), 0.1, 1e-9);
  pl_distance_grid_destroy(grid);
  pl_mesh_destroy(mesh);
}

static pl_status make_grid(void *context)
{
  pl_distance_grid *grid = NULL;
  pl_status status = pl_distance_grid_create(context, 0.2, 0, NULL, &grid);
  pl_distance_grid_destroy(grid);
  return status;
}

static void test_failing_memory(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(0.5, 4, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  assert_true(fail_each_allocation(make_grid, &data) > 8);
  pl_mesh_destroy(mesh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_exact),          cmocka_unit_test(test_ball),
                                     cmocka_unit_test(test_normal_is_the_gradient), cmocka_unit_test(test_shell),
                                     cmocka_unit_test(test_same_bits_for_any_pool), cmocka_unit_test(test_refusals),
                                     cmocka_unit_test(test_failing_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
