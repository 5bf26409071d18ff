/* SPDX-License-Identifier: MIT */
#include "mesh/cage/carry.h"

#include "failing.h"
#include "fixtures.h"
#include "math/mat3.h"
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

/* A turn by 2 radians, far away, and the velocities of a spin there: exact to rounding, although coordinates are
   floats. */
static void rigid_motions_are_exact(void **state)
{
  (void)state;
  enum { COUNT = 100 };
  const double shift[3] = {3, -5, 2}, spin[3] = {2, -1, 4};
  double R[9];
  pl_mat3_from_rotation_vector((double[]){1.2, -1.2, 1.058}, R);
  pl_green *green = rough_ball(1, 2, 0.2, origin, 4);
  size_t n = green->vertex_count, m = green->face_count;
  double *x = malloc(3 * n * sizeof *x), *normals = malloc(3 * m * sizeof *normals), *points = inner_points(COUNT),
         *w = malloc(3 * n * sizeof *w), *normal_w = malloc(3 * m * sizeof *normal_w), out[3 * COUNT], v[3 * COUNT];
  for (size_t i = 0; i < n; i++) {
    pl_mat3_apply(R, green->positions + 3 * i, x + 3 * i);
    pl_vec3_add(x + 3 * i, shift, x + 3 * i);
    pl_vec3_cross(spin, x + 3 * i, w + 3 * i);
  }
  for (size_t j = 0; j < m; j++) {
    pl_mat3_apply(R, green->normals + 3 * j, normals + 3 * j);
    pl_vec3_cross(spin, normals + 3 * j, normal_w + 3 * j);
  }
  pl_carry carry;
  assert_ok(pl_carry_create(green, points, COUNT, NULL, &carry));
  pl_carry_both(&carry, x, normals, w, normal_w, NULL, out, v);
  for (size_t p = 0; p < COUNT; p++) {
    double there[3], fast[3];
    pl_mat3_apply(R, points + 3 * p, there);
    pl_vec3_add(there, shift, there);
    pl_vec3_cross(spin, there, fast);
    for (size_t c = 0; c < 3; c++) {
      assert_close(out[3 * p + c], there[c], 3e-14); /* numbers up to 10, normals of hundreds of faces */
      assert_close(v[3 * p + c], fast[c], 3e-13);
    }
  }
  pl_carry_free(&carry);
  free(x);
  free(normals);
  free(points);
  free(w);
  free(normal_w);
  pl_green_destroy(green);
}

/* Velocities are the derivative of positions, and two fields at once are what each is alone. */
static void both_are_as_one_by_one(void **state)
{
  (void)state;
  enum { COUNT = 37 };
  pl_green *green = rough_ball(1, 2, 0.2, origin, 4);
  size_t n = green->vertex_count, m = green->face_count;
  double *x = malloc(3 * n * sizeof *x), *normals = malloc(3 * m * sizeof *normals), *points = inner_points(COUNT),
         *w = malloc(3 * n * sizeof *w), *normal_w = malloc(3 * m * sizeof *normal_w), *phi = malloc(COUNT * n * 8),
         *psi = malloc(COUNT * m * 8), out[3 * COUNT], v[3 * COUNT], alone[3 * COUNT];
  uint64_t seed = 3;
  shake(green, x, normals);
  for (size_t k = 0; k < 3 * n; k++) w[k] = random_unit(&seed);
  for (size_t k = 0; k < 3 * m; k++) normal_w[k] = random_unit(&seed);
  pl_green_values values = {phi, psi, NULL, NULL};
  assert_ok(pl_green_coordinates(green, points, COUNT, NULL, &values));
  pl_carry carry;
  assert_ok(pl_carry_create_from(green, points, COUNT, &values, &carry));
  pl_carry_both(&carry, x, normals, w, normal_w, NULL, out, v);
  pl_carry_points(&carry, x, normals, NULL, alone);
  assert_memory_equal(out, alone, sizeof alone);
  pl_carry_velocities(&carry, w, normal_w, NULL, alone);
  assert_memory_equal(v, alone, sizeof alone);
  pl_green_deform(green, phi, psi, COUNT, w, normal_w, NULL, alone);
  for (size_t k = 0; k < 3 * COUNT; k++) assert_close(v[k], alone[k], 1e-6); /* of float, where velocities are 1 */
  pl_carry_free(&carry);
  free(x);
  free(normals);
  free(points);
  free(w);
  free(normal_w);
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
      cmocka_unit_test(carries_points),         cmocka_unit_test(rigid_motions_are_exact),
      cmocka_unit_test(both_are_as_one_by_one), cmocka_unit_test(gives_the_same_bits),
      cmocka_unit_test(refuses_points_outside), cmocka_unit_test(survives_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
