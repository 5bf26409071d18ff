/* SPDX-License-Identifier: MIT
   The public side of Green Coordinates. */
#include <string.h>

#include "failing.h"
#include "fixtures.h"
#include "pliant/cage.h"

enum { COUNT = 50 };

static pl_mesh *make_cage(void)
{
  pl_mesh *cage = NULL;
  assert_ok(pl_make_icosphere(1, 2, &cage));
  return cage;
}

static void fill_points(double points[3 * COUNT])
{
  uint64_t seed = 3;
  for (int i = 0; i < 3 * COUNT; i++) points[i] = 0.5 * random_unit(&seed);
}

static void coordinates_add_up(void **state)
{
  (void)state;
  pl_mesh *cage = make_cage();
  pl_mesh_data data = pl_mesh_view(cage);
  size_t n = data.vertex_count, m = data.triangle_count;
  double points[3 * COUNT], *phi = malloc(COUNT * n * sizeof *phi), *psi = malloc(COUNT * m * sizeof *psi),
                            *dphi = malloc(3 * COUNT * n * sizeof *dphi), *dpsi = malloc(3 * COUNT * m * sizeof *dpsi);
  fill_points(points);
  assert_ok(pl_cage_coordinates(cage, points, COUNT, 2, phi, psi, dphi, dpsi));
  for (size_t p = 0; p < COUNT; p++) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += phi[p * n + i];
    assert_close(sum, 1, 1e-14);
  }
  assert_ok(pl_cage_coordinates(cage, points, 0, 1, phi, psi, NULL, NULL));
  assert_refused(pl_cage_coordinates(cage, points, COUNT, 1, phi, psi, dphi, NULL), PL_ERROR_ARGUMENT, "only together");
  assert_refused(pl_cage_coordinates(cage, NULL, COUNT, 1, phi, psi, NULL, NULL), PL_ERROR_ARGUMENT,
                 "must not be NULL");
  assert_refused(pl_cage_coordinates(NULL, points, COUNT, 1, phi, psi, NULL, NULL), PL_ERROR_ARGUMENT, "cage is NULL");
  points[3 * 7] = 4;
  assert_refused(pl_cage_coordinates(cage, points, COUNT, 2, phi, psi, NULL, NULL), PL_ERROR_ARGUMENT, "point 7 (4, ");
  static const double nowhere[] = {INFINITY, NAN, 1e200};
  for (size_t k = 0; k < sizeof nowhere / sizeof *nowhere; k++) {
    points[3 * 7] = nowhere[k];
    assert_refused(pl_cage_coordinates(cage, points, COUNT, 2, phi, psi, NULL, NULL), PL_ERROR_ARGUMENT, "point 7");
  }
  free(phi);
  free(psi);
  free(dphi);
  free(dpsi);
  pl_mesh_destroy(cage);
}

/* A corner of the cage in the next galaxy: told, not looked for without end. */
static void checks_cages_of_any_size(void **state)
{
  (void)state;
  static const double far[] = {1e7, 1e30, 1e120, 1e200, 1e308};
  pl_mesh *ball = make_cage(), *inner = NULL;
  pl_mesh_data data = pl_mesh_view(ball);
  double x[3 * 42];
  assert_int_equal(data.vertex_count, 42);
  assert_ok(pl_make_icosphere(0.5, 1, &inner));
  for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
    pl_cage_report report;
    pl_mesh *cage = NULL;
    memcpy(x, data.positions, sizeof x);
    x[3 * 5] = far[k];
    pl_mesh_data moved = {
        .positions = x, .vertex_count = 42, .triangles = data.triangles, .triangle_count = data.triangle_count};
    if (pl_mesh_create(&moved, &cage) != PL_OK) continue;
    if (pl_cage_check(cage, inner, 0.01, &report) == PL_OK) assert_int_equal(report.vertex_count, 42);
    pl_mesh_destroy(cage);
  }
  pl_mesh_destroy(inner);
  pl_mesh_destroy(ball);
}

static void carries_along_similarities(void **state)
{
  (void)state;
  uint64_t seed = 4;
  pl_mesh *cage = make_cage();
  pl_mesh_data data = pl_mesh_view(cage);
  pl_rig *rig = NULL;
  double points[3 * COUNT], out[3 * COUNT], want[3 * COUNT], R[9], t[3] = {1, -2, 0.5},
                                                                   *x = malloc(3 * data.vertex_count * sizeof *x);
  fill_points(points);
  assert_ok(pl_rig_create(cage, points, COUNT, 1, &rig));
  pl_rig_carry(rig, data.positions, out);
  /* the rest normals come out of the same arithmetic but for their factors, 1 up to rounding */
  for (int i = 0; i < 3 * COUNT; i++) assert_close(out[i], points[i], 1e-15);
  random_rotation(&seed, 3, R);
  for (int k = 0; k < 9; k++) R[k] *= 1.5;
  move_points(data.positions, data.vertex_count, R, t, x);
  move_points(points, COUNT, R, t, want);
  pl_rig_carry(rig, x, out);
  for (int i = 0; i < 3 * COUNT; i++) assert_close(out[i], want[i], 5e-6); /* 1e-6 of moves up to 5 */
  pl_rig_destroy(rig);
  pl_rig_destroy(NULL);
  assert_refused(pl_rig_create(cage, NULL, 1, 1, &rig), PL_ERROR_ARGUMENT, "must not be NULL");
  assert_refused(pl_rig_create(NULL, points, 1, 1, &rig), PL_ERROR_ARGUMENT, "cage is NULL");
  free(x);
  pl_mesh_destroy(cage);
}

static pl_status use_memory(void *context)
{
  double point[3] = {0, 0, 0}, phi[42], psi[80];
  pl_rig *rig = NULL;
  pl_status status = pl_rig_create(context, point, 1, 1, &rig);
  pl_rig_destroy(rig);
  return status == PL_OK ? pl_cage_coordinates(context, point, 1, 1, phi, psi, NULL, NULL) : status;
}

static void survives_lack_of_memory(void **state)
{
  (void)state;
  pl_mesh *cage = make_cage();
  assert_true(fail_each_allocation(use_memory, cage) > 10);
  pl_mesh_destroy(cage);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(coordinates_add_up),
      cmocka_unit_test(checks_cages_of_any_size),
      cmocka_unit_test(carries_along_similarities),
      cmocka_unit_test(survives_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
