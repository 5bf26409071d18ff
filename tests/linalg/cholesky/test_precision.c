/* SPDX-License-Identifier: MIT */
#include "linalg/cholesky/precision.h"

#include "cholesky_cases.h"
#include "linalg/cholesky/cholesky.h"
#include "linalg/matrices.h"

static void bound_is_above_the_largest_eigenvalue(void **state)
{
  (void)state;
  /* A chain with edge energy: eigenvalues of K are below 4, Gershgorin says exactly 4. */
  enum { N = 50 };
  uint32_t row[3 * N], column[3 * N];
  double value[3 * N], mass[N], kappa;
  size_t count = 0;
  for (uint32_t i = 0; i < N; i++) {
    mass[i] = 2.0;
    row[count] = column[count] = i;
    value[count++] = 2.0 + 6.0 * ((i > 0) + (i + 1 < N));
    if (i + 1 == N) break;
    row[count] = i + 1;
    column[count] = i;
    value[count++] = -6.0;
  }
  mass[N - 1] = 2.0;
  pl_sparse a;
  assert_ok(pl_sparse_from_triplets(N, count, row, column, value, &a));
  assert_ok(pl_condition_bound(&a, mass, &kappa));
  assert_close(kappa, 6.0 / 2.0 * 4.0, 1e-12);
  mass[3] = 0.0;
  assert_int_equal(pl_condition_bound(&a, mass, &kappa), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "mass 3"));
  pl_sparse_free(&a);
}

static void float_is_chosen_while_it_can(void **state)
{
  (void)state;
  assert_int_equal(pl_precision_choose(PL_PRECISION_AUTO, 1e3), PL_PRECISION_FLOAT);
  assert_int_equal(pl_precision_choose(PL_PRECISION_AUTO, 1e5), PL_PRECISION_FLOAT);
  assert_int_equal(pl_precision_choose(PL_PRECISION_AUTO, 2e5), PL_PRECISION_DOUBLE);
  assert_int_equal(pl_precision_choose(PL_PRECISION_AUTO, NAN), PL_PRECISION_DOUBLE);
  assert_int_equal(pl_precision_choose(PL_PRECISION_FLOAT, 1e9), PL_PRECISION_FLOAT);
  assert_int_equal(pl_precision_choose(PL_PRECISION_DOUBLE, 1.0), PL_PRECISION_DOUBLE);
}

/* Relative error after 0, 1, 2 refinements against the double factor; INFINITY where float cannot even factorise. */
static void refinement_errors(double kappa, double error[3])
{
  const cholesky_case bar = {"bar", {41, 9, 9}, 26, 0};
  cholesky_problem p;
  assert_ok(cholesky_problem_create(&bar, kappa, &p));
  size_t n = p.matrix.n;
  double *b = random_vectors(n, 3), *exact = copy_vectors(n, b), *x = copy_vectors(n, b);
  pl_cholesky *c = NULL;
  assert_ok(pl_cholesky_analyse(&p.matrix, p.coordinates, PL_ORDER_AUTO, &c));
  assert_ok(pl_cholesky_factorise(c, &p.matrix, PL_PRECISION_DOUBLE, NULL));
  assert_ok(pl_cholesky_solve_refined(c, b, exact, PL_ROWS_ORIGINAL, 2, 0.0, NULL, NULL, NULL));
  pl_status status = pl_cholesky_factorise(c, &p.matrix, PL_PRECISION_FLOAT, NULL);
  for (int most = 0; most < 3; most++) {
    error[most] = INFINITY;
    if (status != PL_OK) continue;
    double residual;
    int made;
    assert_ok(pl_cholesky_solve_refined(c, b, x, PL_ROWS_ORIGINAL, most, 0.0, NULL, &residual, &made));
    assert_int_equal(made, most);
    /* both are sums of terms up to kappa, in another order */
    assert_close(residual, residual_of(&p.matrix, x, b), 1e-15 * kappa + 0.01 * residual);
    error[most] = difference_of(n, x, exact);
  }
  pl_cholesky_destroy(c);
  pl_release(b);
  pl_release(exact);
  pl_release(x);
  cholesky_problem_free(&p);
}

/* What a prototype measured, within a factor of ten or so: it was measured with another factor. */
static void float_loses_digits_with_kappa(void **state)
{
  (void)state;
  double soft[3], middle[3], stiff[3], hopeless[3];
  refinement_errors(1e2, soft);
  refinement_errors(1e4, middle);
  refinement_errors(1e6, stiff);
  refinement_errors(1e9, hopeless);
  print_message("relative errors after 0, 1, 2 refinements: kappa 1e2 %.0e %.0e %.0e, 1e4 %.0e %.0e %.0e, 1e6 %.0e "
                "%.0e %.0e, 1e9 %.0e %.0e %.0e\n",
                soft[0], soft[1], soft[2], middle[0], middle[1], middle[2], stiff[0], stiff[1], stiff[2], hopeless[0],
                hopeless[1], hopeless[2]);
  assert_less(soft[0], 1e-4);
  assert_less(soft[1], 1e-8);
  assert_less(soft[2], 1e-12);
  assert_less(middle[0], 3e-3);
  assert_less(middle[1], 1e-5);
  assert_less(middle[2], 1e-7);
  assert_less(stiff[0], 0.5);
  assert_less(stiff[2], stiff[0] * 0.1);
  assert_less(soft[0], middle[0]);
  assert_less(middle[0], stiff[0]);
  assert_less(1e-4, hopeless[2]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bound_is_above_the_largest_eigenvalue),
      cmocka_unit_test(float_is_chosen_while_it_can),
      cmocka_unit_test(float_loses_digits_with_kappa),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
