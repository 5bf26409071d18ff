/* SPDX-License-Identifier: MIT */
#include "mesh/measure/normals.h"

#include <string.h>

#include "failing.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"
#include "pliant/make.h"

static pl_mesh *bear(void)
{
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_character(PL_CHARACTER_BEAR, 1, 3000, &mesh));
  return mesh;
}

static void equal_the_serial_ones_to_the_bit(void **state)
{
  (void)state;
  pl_mesh *mesh = bear();
  pl_mesh_data data = pl_mesh_view(mesh);
  double *serial = malloc(3 * data.vertex_count * sizeof *serial);
  pl_mesh_normals(data.positions, data.vertex_count, data.triangles, data.triangle_count, serial);
  for (int threads = 1; threads <= 5; threads += 2) {
    pl_pool *pool = NULL;
    pl_normals normals;
    assert_ok(pl_pool_create(threads, NULL, NULL, &pool));
    assert_ok(pl_normals_create(data.triangles, data.triangle_count, data.vertex_count, &normals));
    pl_normals_update(&normals, data.positions, pool);
    assert_memory_equal(normals.normal, serial, 3 * data.vertex_count * sizeof *serial);
    pl_normals_free(&normals);
    pl_pool_destroy(pool);
  }
  free(serial);
  pl_mesh_destroy(mesh);
}

/* Central differences of second order: with a step of 1e-6 s their error is some 1e-9 of the rates, which are of order
   1. */
static void rates_are_derivatives(void **state)
{
  (void)state;
  pl_mesh *mesh = bear();
  pl_mesh_data data = pl_mesh_view(mesh);
  size_t n = data.vertex_count;
  double *v = malloc(3 * n * sizeof *v), *moved = malloc(3 * n * sizeof *moved), *ahead = malloc(3 * n * sizeof *ahead);
  for (size_t i = 0; i < n; i++) {
    const double *x = data.positions + 3 * i;
    pl_vec3_set(v + 3 * i, sin(3 * x[1]) + x[2], x[0] * x[2] - x[1], cos(2 * x[0]));
  }
  pl_normals normals;
  assert_ok(pl_normals_create(data.triangles, data.triangle_count, n, &normals));
  const double step = 1e-6;
  for (size_t k = 0; k < 3 * n; k++) moved[k] = data.positions[k] + step * v[k];
  pl_normals_update(&normals, moved, NULL);
  memcpy(ahead, normals.normal, 3 * n * sizeof *ahead);
  for (size_t k = 0; k < 3 * n; k++) moved[k] = data.positions[k] - step * v[k];
  pl_normals_update(&normals, moved, NULL);
  memcpy(moved, normals.normal, 3 * n * sizeof *moved);
  pl_normals_update_rates(&normals, data.positions, v, NULL);
  double most = 0;
  for (size_t k = 0; k < 3 * n; k++) {
    most = fmax(most, fabs(normals.rate[k]));
    assert_close(normals.rate[k], (ahead[k] - moved[k]) / (2 * step), 1e-7);
  }
  assert_less(0.5, most);
  pl_normals_free(&normals);
  free(v);
  free(moved);
  free(ahead);
  pl_mesh_destroy(mesh);
}

static void are_finite_where_a_surface_has_no_direction(void **state)
{
  (void)state;
  const double positions[12] = {0}, velocities[12] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 1, 1};
  const uint32_t triangles[6] = {0, 1, 2, 2, 1, 0};
  pl_normals normals;
  assert_ok(pl_normals_create(triangles, 2, 4, &normals));
  pl_normals_update_rates(&normals, positions, velocities, NULL);
  for (size_t i = 0; i < 4; i++)
    for (size_t k = 0; k < 3; k++) {
      assert_close(normals.normal[3 * i + k], k == 1, 0);
      assert_close(normals.rate[3 * i + k], 0, 0);
    }
  pl_normals_free(&normals);
}

static pl_status create(void *context)
{
  (void)context;
  const uint32_t triangles[3] = {0, 1, 2};
  pl_normals normals;
  pl_status status = pl_normals_create(triangles, 1, 3, &normals);
  pl_normals_free(&normals);
  return status;
}

static void survive_a_lack_of_memory(void **state)
{
  (void)state;
  assert_int_equal(fail_each_allocation(create, NULL), 7);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_the_serial_ones_to_the_bit),
      cmocka_unit_test(rates_are_derivatives),
      cmocka_unit_test(are_finite_where_a_surface_has_no_direction),
      cmocka_unit_test(survive_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
