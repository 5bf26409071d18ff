/* SPDX-License-Identifier: MIT */
#include "linalg/cholesky.h"

#include "base/memory.h"
#include "cholesky_cases.h"
#include "testing.h"

/* Largest entry of b - A x over the largest of b. */
static double residual_of(const pl_sparse *a, const double *x, const double *b)
{
  double *y = PL_NEW(double, 3 * a->n), worst = 0.0, size = 0.0;
  pl_sparse_multiply(a, x, y);
  for (size_t i = 0; i < 3 * a->n; i++) {
    worst = fmax(worst, fabs(b[i] - y[i]));
    size = fmax(size, fabs(b[i]));
  }
  pl_release(y);
  return size > 0.0 ? worst / size : worst;
}

static void lattices_solve(void **state)
{
  (void)state;
  for (size_t k = 0; k < cholesky_case_count; k++) {
    cholesky_problem p;
    assert_ok(cholesky_problem_create(&cholesky_cases[k], 1e3, &p));
    double *b = PL_NEW(double, 3 * p.matrix.n), *x = PL_NEW(double, 3 * p.matrix.n);
    uint64_t random = 1;
    for (size_t i = 0; i < 3 * p.matrix.n; i++) b[i] = x[i] = random_unit(&random);
    pl_cholesky *c = NULL;
    assert_ok(pl_cholesky_analyse(&p.matrix, p.coordinates, PL_ORDER_AUTO, &c));
    assert_ok(pl_cholesky_factorise(c, &p.matrix, PL_PRECISION_DOUBLE, NULL));
    assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL));
    /* rounding of double times the condition of a 32-column block, with room */
    assert_less(residual_of(&p.matrix, x, b), 1e-12);
    pl_cholesky_destroy(c);
    pl_release(b);
    pl_release(x);
    cholesky_problem_free(&p);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lattices_solve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
