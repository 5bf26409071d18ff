/* SPDX-License-Identifier: MIT */
#include "linalg/eigen/eigen.h"

#include <lapacke.h>
#include <string.h>

#include "failing.h"
#include "linalg/matrices.h"

/* Random; one that is a multiple of the identity but for a corner; one with huge and tiny entries; diagonal; zero. */
static void fill(size_t n, int kind, double *a)
{
  uint64_t seed = n + 100 * (uint64_t)kind;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      double value = random_unit(&seed);
      if (kind == 1) value = i == j ? 3 : i == n - 1 && j == 0 ? 0.5 : 0;
      if (kind == 2) value *= pow(10, -(double)(i + j) / 4);
      if (kind == 3) value = i == j ? value : 0;
      if (kind == 4) value = 0;
      a[i * n + j] = a[j * n + i] = value;
    }
}

static void agrees_with_lapack(void **state)
{
  (void)state;
  for (size_t n = 1; n <= 130; n = n * 3 / 2 + 1)
    for (int kind = 0; kind < 5; kind++) {
      double *a = PL_NEW(double, n *n), *v = PL_NEW(double, n *n), *l = PL_NEW(double, n *n);
      double *mine = PL_NEW(double, n), *theirs = PL_NEW(double, n);
      fill(n, kind, a);
      memcpy(v, a, n * n * sizeof *a);
      memcpy(l, a, n * n * sizeof *a);
      assert_ok(pl_symmetric_eigen(n, v, mine));
      assert_int_equal(LAPACKE_dsyev(LAPACK_ROW_MAJOR, 'N', 'L', (lapack_int)n, l, (lapack_int)n, theirs), 0);
      double scale = fabs(theirs[0]) + fabs(theirs[n - 1]) + 1e-300;
      for (size_t k = 0; k < n; k++) /* backward stable: errors of some rounding of the norm */
        assert_close(mine[k], theirs[n - 1 - k], 1e-14 * (double)n * scale);
      for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++) {
          double residual = -mine[k] * v[k * n + i], product = 0;
          for (size_t j = 0; j < n; j++) {
            residual += a[i * n + j] * v[k * n + j];
            product += v[k * n + j] * v[i * n + j];
          }
          assert_close(residual, 0, 1e-14 * (double)n * scale);
          assert_close(product, i == k, 1e-14 * (double)n);
        }
      pl_release(a);
      pl_release(v);
      pl_release(l);
      pl_release(mine);
      pl_release(theirs);
    }
}

static pl_status solve_small(void *context)
{
  (void)context;
  double a[] = {2, 1, 0, 1, 2, 1, 0, 1, 2}, values[3];
  return pl_symmetric_eigen(3, a, values);
}

static void failures_are_clean(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(solve_small, NULL) >= 4);
  double a[] = {NAN}, value;
  assert_int_equal(pl_symmetric_eigen(1, a, &value), PL_ERROR_ARGUMENT);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_lapack),
      cmocka_unit_test(failures_are_clean),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
