/* SPDX-License-Identifier: MIT */
#include "linalg/dense/dense.h"

#include <lapacke.h>
#include <string.h>

#include "linalg/matrices.h"

/* A = R R^T + n: condition below 100, so that answers agree to rounding. */
static double *random_dense(size_t n, size_t stride, uint64_t seed)
{
  double *r = PL_NEW(double, n *n), *a = PL_NEW(double, n *stride);
  for (size_t i = 0; i < n * n; i++) r[i] = random_unit(&seed);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      for (size_t k = 0; k < n; k++) a[i * stride + j] += r[i * n + k] * r[j * n + k];
      if (i == j) a[i * stride + j] += (double)n;
    }
  pl_release(r);
  return a;
}

static void agrees_with_lapack(void **state)
{
  (void)state;
  for (size_t n = 1; n <= 200; n = n * 3 / 2 + 1) {
    size_t stride = n + 3;
    double *a = random_dense(n, stride, n), *l = PL_NEW(double, n *stride);
    memcpy(l, a, n * stride * sizeof *a);
    double *x = random_vectors(n, 5), *y = copy_vectors(n, x);
    assert_ok(pl_dense_cholesky(n, l, stride));
    pl_dense_cholesky_solve(n, l, stride, x);
    assert_int_equal(LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', (lapack_int)n, 3, a, (lapack_int)stride, y, 3), 0);
    assert_less(difference_of(n, x, y), 1e-13); /* condition 100 × rounding of double, with room */
    pl_release(a);
    pl_release(l);
    pl_release(x);
    pl_release(y);
  }
}

/* One vector, and rows through L^-1, against the solve of three vectors. */
static void other_solves_agree(void **state)
{
  (void)state;
  for (size_t n = 1; n <= 170; n = n * 3 / 2 + 1) {
    double *l = random_dense(n, n, 7 + n), *x = random_vectors(n, 5), *y = PL_NEW(double, n);
    double *rows = PL_NEW(double, 3 * n);
    assert_ok(pl_dense_cholesky(n, l, n));
    for (size_t i = 0; i < n; i++) {
      y[i] = x[3 * i];
      for (size_t c = 0; c < 3; c++) rows[c * n + i] = x[3 * i + c];
    }
    double *b = copy_vectors(n, x);
    pl_dense_cholesky_solve(n, l, n, x);
    pl_dense_solve(n, l, n, y);
    pl_dense_forward(n, l, n, 3, rows, n, NULL);
    double through = 0, wanted = 0;
    for (size_t i = 0; i < n; i++) {
      assert_close(y[i], x[3 * i], 1e-13);
      through += rows[i] * rows[2 * n + i];
      wanted += b[3 * i] * x[3 * i + 2];
    }
    assert_close(through, wanted, 1e-13); /* b_0 . A^-1 b_2 */
    pl_release(l);
    pl_release(x);
    pl_release(y);
    pl_release(b);
    pl_release(rows);
  }
}

static void bad_pivot_is_named(void **state)
{
  (void)state;
  double a[] = {4, 0, 0, 2, 9, 0, 0, 12, 10};
  a[4] = 1.0; /* the pivot of row 1 becomes 1 - 1 = 0 */
  assert_int_equal(pl_dense_cholesky(3, a, 3), PL_ERROR_SINGULAR);
  assert_non_null(strstr(pl_last_error(), "row 1"));
  double nan_matrix[] = {NAN};
  assert_int_equal(pl_dense_cholesky(1, nan_matrix, 1), PL_ERROR_SINGULAR);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_lapack),
      cmocka_unit_test(other_solves_agree),
      cmocka_unit_test(bad_pivot_is_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
