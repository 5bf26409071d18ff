/* SPDX-License-Identifier: MIT
   The same bits for any number of threads, ours or the host's BLAS's. */
#include <cblas.h>

#include "cholesky_cases.h"
#include "linalg/cholesky/cholesky_internal.h"
#include "linalg/matrices.h"

static void solve_with(const cholesky_problem *p, pl_precision precision, int threads, double *x, double *refined)
{
  pl_pool *pool = NULL;
  pl_cholesky *c = NULL;
  if (threads > 0) assert_ok(pl_pool_create(threads, NULL, NULL, &pool));
  assert_ok(pl_cholesky_analyse(&p->matrix, p->coordinates, PL_ORDER_AUTO, &c));
  assert_true(pl_cholesky_describe(c).groups > 8); /* else there is nothing to share out */
  c->parallel_threshold = 0;                       /* small as they are, let threads solve them */
  assert_ok(pl_cholesky_factorise(c, &p->matrix, precision, pool));
  for (size_t i = 0; i < 3 * p->matrix.n; i++) x[i] = refined[i] = sin((double)i);
  assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, pool));
  assert_ok(pl_cholesky_solve_refined(c, refined, refined, PL_ROWS_ORIGINAL, 2, 0.0, pool, NULL, NULL));
  pl_cholesky_destroy(c);
  pl_pool_destroy(pool);
}

static void same_bits_for_any_threads(void **state)
{
  (void)state;
  const cholesky_case cases[] = {
      {"block", {19, 15, 13}, 26, 1}, {"torus", {96, 80, 0}, 6, 1}, {"bar", {61, 9, 9}, 6, 0}};
  const int threads[] = {0, 1, 2, 7}; /* 0: no pool at all */
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    cholesky_problem p;
    assert_ok(cholesky_problem_create(&cases[k], 1e3, &p));
    size_t bytes = 3 * p.matrix.n * sizeof(double);
    double *x[2] = {PL_NEW(double, 3 * p.matrix.n), PL_NEW(double, 3 * p.matrix.n)};
    double *refined[2] = {PL_NEW(double, 3 * p.matrix.n), PL_NEW(double, 3 * p.matrix.n)};
    for (int precision = PL_PRECISION_FLOAT; precision <= PL_PRECISION_DOUBLE; precision++)
      for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
        openblas_set_num_threads(threads[t] == 2 ? 2 : 1);
        solve_with(&p, (pl_precision)precision, threads[t], x[t > 0], refined[t > 0]);
        if (t == 0) continue;
        assert_memory_equal(x[0], x[1], bytes);
        assert_memory_equal(refined[0], refined[1], bytes);
      }
    for (int i = 0; i < 2; i++) {
      pl_release(x[i]);
      pl_release(refined[i]);
    }
    cholesky_problem_free(&p);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_bits_for_any_threads),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
