/* SPDX-License-Identifier: MIT
   vec3.h, mat3.h, quaternion.h and extremes.h. */
#include "math/extremes.h"
#include "math/quaternion.h"

#include "testing.h"

static void random_vector(uint64_t *seed, double out[3])
{
  for (int k = 0; k < 3; k++) out[k] = random_unit(seed);
}

/* As fmin and fmax, but for the sign of zero. */
static void extremes(void **state)
{
  (void)state;
  const double values[] = {-INFINITY, -2.5, -1e-310, -0.0, 0.0, 1e-310, 1.0, 3.0, INFINITY, NAN};
  const size_t count = sizeof values / sizeof *values;
  for (size_t a = 0; a + 1 < count; a++)
    for (size_t b = 0; b < count; b++) {
      assert_true(pl_smaller(values[a], values[b]) == fmin(values[a], values[b]));
      assert_true(pl_larger(values[a], values[b]) == fmax(values[a], values[b]));
    }
}

static void normalise_guards(void **state)
{
  (void)state;
  const double axis[3] = {0.0, 1.0, 0.0};
  const double bad[][3] = {
      {0.0, 0.0, 0.0}, {1e-160, 0.0, 0.0}, {NAN, 0.0, 1.0}, {INFINITY, 0.0, 0.0}, {1e200, 0.0, 0.0}};
  double out[3], good[3] = {3.0, 0.0, -4.0};
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++) {
    pl_vec3_normalise(bad[k], axis, out);
    assert_memory_equal(out, axis, sizeof out);
  }
  assert_close(pl_vec3_normalise(good, axis, good), 5.0, 1e-15);
  assert_close(good[0], 0.6, 2e-16);
  assert_close(good[2], -0.8, 2e-16);
}

static void perpendicular_is(void **state)
{
  (void)state;
  uint64_t seed = 1;
  const double axis[3] = {0.0, 0.0, 1.0};
  for (int n = 0; n < 1000; n++) {
    double a[3], b[3];
    random_vector(&seed, a);
    if (n < 3) pl_vec3_set(a, n == 0, n == 1, n == 2);
    pl_vec3_normalise(a, axis, a);
    pl_vec3_perpendicular(a, b);
    assert_close(pl_vec3_dot(a, b), 0.0, 1e-15);
    assert_close(pl_vec3_length(b), 1.0, 1e-15);
  }
}

/* Against the definitions, element by element. */
static void products(void **state)
{
  (void)state;
  uint64_t seed = 2;
  double a[9], b[9], ab[9], atb[9], x[3], y[3], ax[3], atx[3], sum[9] = {0.0};
  for (int k = 0; k < 9; k++) a[k] = random_unit(&seed), b[k] = random_unit(&seed);
  random_vector(&seed, x);
  random_vector(&seed, y);
  pl_mat3_multiply(a, b, ab);
  pl_mat3_transpose_multiply(a, b, atb);
  pl_mat3_apply(a, x, ax);
  pl_mat3_apply_transpose(a, x, atx);
  pl_mat3_outer_add(sum, 2.0, x, y);
  for (int r = 0; r < 3; r++) {
    double row = 0.0, column = 0.0;
    for (int c = 0; c < 3; c++) {
      double product = 0.0, transposed = 0.0;
      for (int k = 0; k < 3; k++) {
        product += a[3 * r + k] * b[3 * k + c];
        transposed += a[3 * k + r] * b[3 * k + c];
      }
      assert_close(ab[3 * r + c], product, 1e-15);
      assert_close(atb[3 * r + c], transposed, 1e-15);
      assert_close(sum[3 * r + c], 2.0 * x[r] * y[c], 1e-15);
      row += a[3 * r + c] * x[c];
      column += a[3 * c + r] * x[c];
    }
    assert_close(ax[r], row, 1e-15);
    assert_close(atx[r], column, 1e-15);
  }
  assert_close(pl_mat3_determinant(ab), pl_mat3_determinant(a) * pl_mat3_determinant(b), 1e-14);
  assert_close(pl_mat3_inner(a, b), atb[0] + atb[4] + atb[8], 1e-14);
}

/* A turn of any size, from far below rounding to several turns, is orthogonal, has its axis fixed and its angle right;
   matrix and quaternion agree. */
static void rotation_vectors(void **state)
{
  (void)state;
  uint64_t seed = 3;
  const double axis[3] = {0.0, 0.0, 1.0};
  for (int n = 0; n < 4000; n++) {
    double u[3], w[3], fixed[3], R[9], Q[9], q[4], product[9], angle = pow(10.0, -20.0 + n * 0.0053);
    random_vector(&seed, u);
    pl_vec3_normalise(u, axis, u);
    pl_vec3_scale(u, angle, w);
    pl_mat3_from_rotation_vector(w, R);
    pl_quaternion_from_rotation_vector(w, q);
    pl_quaternion_to_matrix(q, Q);
    pl_mat3_transpose_multiply(R, R, product);
    pl_mat3_apply(R, u, fixed);
    for (int k = 0; k < 9; k++) {
      assert_close(R[k], Q[k], 2e-15);
      assert_close(product[k], k % 4 == 0 ? 1.0 : 0.0, 2e-15);
    }
    for (int k = 0; k < 3; k++) assert_close(fixed[k], u[k], 2e-15);
    /* the axial part is sin(angle) u, to relative accuracy even where the angle is tiny */
    assert_close(R[7] - R[5], 2.0 * sin(angle) * u[0], 1e-15 * angle + (angle < 1e-6 ? 0.0 : 4e-16));
  }
  const double quarter[3] = {0.0, 0.0, 1.57079632679489662};
  double R[9], x[3] = {1.0, 0.0, 0.0}, y[3];
  pl_mat3_from_rotation_vector(quarter, R);
  pl_mat3_apply(R, x, y);
  assert_close(y[0], 0.0, 1e-15);
  assert_close(y[1], 1.0, 1e-15); /* right-handed: x goes to y */
}

static void quaternion_products(void **state)
{
  (void)state;
  uint64_t seed = 4;
  for (int n = 0; n < 100; n++) {
    double v[3], w[3], p[4], q[4], pq[4], P[9], Q[9], PQ[9], both[9];
    random_vector(&seed, v);
    random_vector(&seed, w);
    pl_quaternion_from_rotation_vector(v, p);
    pl_quaternion_from_rotation_vector(w, q);
    pl_quaternion_multiply(p, q, pq);
    pl_quaternion_normalise(pq, pq);
    pl_quaternion_to_matrix(p, P);
    pl_quaternion_to_matrix(q, Q);
    pl_quaternion_to_matrix(pq, both);
    pl_mat3_multiply(P, Q, PQ);
    for (int k = 0; k < 9; k++) assert_close(PQ[k], both[k], 1e-15);
  }
  double broken[4] = {NAN, 0.0, 0.0, 0.0}, identity[4];
  pl_quaternion_identity(identity);
  pl_quaternion_normalise(broken, broken);
  assert_memory_equal(broken, identity, sizeof identity);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(extremes), cmocka_unit_test(normalise_guards), cmocka_unit_test(perpendicular_is),
      cmocka_unit_test(products), cmocka_unit_test(rotation_vectors), cmocka_unit_test(quaternion_products),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
