/* SPDX-License-Identifier: MIT */
#include "mesh/carry.h"

#include "failing.h"
#include "fixtures.h"
#include "mesh/green_reference.h"

static const double origin[3] = {0, 0, 0};

static double *inner_points(size_t count)
{
  uint64_t seed = 8;
  double *points = malloc(3 * count * sizeof *points);
  for (size_t i = 0; i < 3 * count; i++) points[i] = 0.4 * random_unit(&seed);
  return points;
}

/* Vertices of the cage moved at random by a tenth, with their normals. */
static void shake(const pl_green *green, double *x, double *normals)
{
  uint64_t seed = 9;
  for (size_t i = 0; i < 3 * green->vertex_count; i++) x[i] = green->positions[i] + 0.1 * random_unit(&seed);
  memcpy(normals, green->normals, 3 * green->face_count * sizeof *normals);
  pl_green_normals(green, x, normals, NULL);
}

/* Plain sums in long double against both ways to carry. */
static void carries_points(void **state)
{
  (void)state;
  static const size_t counts[] = {1, 15, 16, 17, 1000};
  pl_green *green = rough_ball(1, 2, 0.2, origin, 4);
  size_t n = green->vertex_count, m = green->face_count;
  double *x = malloc(3 * n * sizeof *x), *normals = malloc(3 * m * sizeof *normals), *points = inner_points(1000),
         *phi = malloc(1000 * n * sizeof *phi), *psi = malloc(1000 * m * sizeof *psi), out[3000], plain[3000];
  shake(green, x, normals);
  assert_ok(pl_green_coordinates(green, points, 1000, NULL, &(pl_green_values){phi, psi, NULL, NULL}));
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    pl_carry carry;
    assert_ok(pl_carry_create(green, points, counts[c], NULL, &carry));
    pl_carry_points(&carry, x, normals, NULL, out);
    pl_green_deform(green, phi, psi, counts[c], x, normals, NULL, plain);
    for (size_t p = 0; p < counts[c]; p++)
      for (size_t k = 0; k < 3; k++) {
        long double sum = 0;
        for (size_t i = 0; i < n; i++) sum += (long double)phi[p * n + i] * (long double)x[3 * i + k];
        for (size_t j = 0; j < m; j++) sum += (long double)psi[p * m + j] * (long double)normals[3 * j + k];
        assert_close(plain[3 * p + k], (double)sum, 1e-14);
        assert_close(out[3 * p + k], (double)sum, 2e-8); /* 6e-8 of coordinates times moves of 0.1 */
      }
    /* at rest, exactly */
    pl_carry_points(&carry, green->positions, green->normals, NULL, out);
    assert_memory_equal(out, points, 3 * counts[c] * sizeof(double));
    pl_carry_free(&carry);
  }
  free(x);
  free(normals);
  free(points);
  free(phi);
  free(psi);
  pl_green_destroy(green);
}

static void gives_the_same_bits(void **state)
{
  (void)state;
  enum { COUNT = 5000 };
  pl_green *green = rough_ball(1, 2, 0.2, origin, 4);
  double *x = malloc(3 * green->vertex_count * sizeof *x), *normals = malloc(3 * green->face_count * sizeof *normals),
         *points = inner_points(COUNT), *one = malloc(3 * COUNT * sizeof *one),
         *three = malloc(3 * COUNT * sizeof *three);
  pl_pool *pool = NULL;
  pl_carry carry;
  assert_ok(pl_pool_create(3, NULL, NULL, &pool));
  shake(green, x, normals);
  assert_ok(pl_carry_create(green, points, COUNT, pool, &carry));
  pl_carry_points(&carry, x, normals, NULL, one);
  pl_carry_points(&carry, x, normals, pool, three);
  assert_memory_equal(one, three, 3 * COUNT * sizeof *one);
  pl_carry_free(&carry);
  pl_pool_destroy(pool);
  free(x);
  free(normals);
  free(points);
  free(one);
  free(three);
  pl_green_destroy(green);
}

static void refuses_points_outside(void **state)
{
  (void)state;
  pl_green *green = rough_ball(1, 1, 0, origin, 4);
  double *points = inner_points(3000);
  pl_carry carry;
  points[3 * 2500] = 7;
  assert_refused(pl_carry_create(green, points, 3000, NULL, &carry), PL_ERROR_ARGUMENT, "point 2500 (7, ");
  pl_carry_free(&carry);
  free(points);
  pl_green_destroy(green);
}

static pl_status make_one(void *context)
{
  pl_carry carry;
  double points[6] = {0, 0, 0, 0.1, 0.1, 0.1};
  pl_status status = pl_carry_create(context, points, 2, NULL, &carry);
  pl_carry_free(&carry);
  return status;
}

static void survives_lack_of_memory(void **state)
{
  (void)state;
  pl_green *green = rough_ball(1, 1, 0, origin, 4);
  assert_true(fail_each_allocation(make_one, green) >= 6);
  pl_green_destroy(green);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(carries_points),
      cmocka_unit_test(gives_the_same_bits),
      cmocka_unit_test(refuses_points_outside),
      cmocka_unit_test(survives_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
