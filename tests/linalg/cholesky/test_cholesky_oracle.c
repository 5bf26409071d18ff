/* SPDX-License-Identifier: MIT
   Against LAPACK on small random matrices and, where it is installed, against CHOLMOD on lattices. */
#include <lapacke.h>
#if defined(PLIANT_TEST_CHOLMOD)
#include <cholmod.h>
#endif

#include "cholesky_cases.h"
#include "linalg/cholesky/cholesky.h"
#include "linalg/matrices.h"

static void solve_ours(const pl_sparse *a, const double *coordinates, double *x)
{
  pl_cholesky *c = NULL;
  assert_ok(pl_cholesky_analyse(a, coordinates, PL_ORDER_AUTO, &c));
  assert_ok(pl_cholesky_factorise(c, a, PL_PRECISION_DOUBLE, NULL));
  assert_ok(pl_cholesky_solve(c, x, PL_ROWS_ORIGINAL, NULL));
  pl_cholesky_destroy(c);
}

static void agrees_with_lapack(void **state)
{
  (void)state;
  for (uint64_t seed = 0; seed < 60; seed++) {
    size_t n = 1 + (size_t)(random_bits(&(uint64_t){seed}) % 250);
    pl_sparse a = random_matrix(n, 1 + seed % 7, 0.5, seed);
    double *dense = PL_NEW(double, n *n), *x = random_vectors(n, seed), *y = copy_vectors(n, x);
    for (size_t j = 0; j < n; j++)
      for (size_t k = a.starts[j]; k < a.starts[j + 1]; k++) dense[a.rows[k] * n + j] = a.values[k];
    assert_int_equal(LAPACKE_dposv(LAPACK_ROW_MAJOR, 'L', (lapack_int)n, 3, dense, (lapack_int)n, y, 3), 0);
    solve_ours(&a, NULL, x);
    assert_less(difference_of(n, x, y), 1e-12); /* diagonally dominant, condition below 100 */
    pl_release(dense);
    pl_release(x);
    pl_release(y);
    pl_sparse_free(&a);
  }
}

#if defined(PLIANT_TEST_CHOLMOD)
static void solve_cholmod(const pl_sparse *a, double *x)
{
  cholmod_common cm;
  cholmod_start(&cm);
  size_t n = a->n, entries = a->starts[n];
  cholmod_sparse *m = cholmod_allocate_sparse(n, n, entries, 1, 1, -1, CHOLMOD_REAL, &cm);
  cholmod_dense *b = cholmod_allocate_dense(n, 3, n, CHOLMOD_REAL, &cm);
  for (size_t j = 0; j <= n; j++) ((int *)m->p)[j] = (int)a->starts[j];
  for (size_t k = 0; k < entries; k++) ((int *)m->i)[k] = (int)a->rows[k];
  memcpy(m->x, a->values, entries * sizeof(double));
  for (size_t i = 0; i < 3 * n; i++) ((double *)b->x)[i / 3 + i % 3 * n] = x[i];
  cholmod_factor *l = cholmod_analyze(m, &cm);
  cholmod_factorize(m, l, &cm);
  cholmod_dense *result = cholmod_solve(CHOLMOD_A, l, b, &cm);
  assert_non_null(result);
  for (size_t i = 0; i < 3 * n; i++) x[i] = ((double *)result->x)[i / 3 + i % 3 * n];
  cholmod_free_dense(&result, &cm);
  cholmod_free_dense(&b, &cm);
  cholmod_free_factor(&l, &cm);
  cholmod_free_sparse(&m, &cm);
  cholmod_finish(&cm);
}

static void agrees_with_cholmod(void **state)
{
  (void)state;
  const cholesky_case cases[] = {{"bar", {41, 9, 9}, 26, 0},
                                 {"bar", {41, 9, 9}, 6, 1},
                                 {"block", {15, 14, 13}, 26, 1},
                                 {"torus", {90, 60, 0}, 6, 1}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    cholesky_problem p;
    assert_ok(cholesky_problem_create(&cases[k], 1e3, &p));
    double *x = random_vectors(p.matrix.n, k), *y = copy_vectors(p.matrix.n, x);
    solve_ours(&p.matrix, p.coordinates, x);
    solve_cholmod(&p.matrix, y);
    assert_less(difference_of(p.matrix.n, x, y), 1e-11); /* condition 1e3 × rounding of double, with room */
    pl_release(x);
    pl_release(y);
    cholesky_problem_free(&p);
  }
}
#else
static void agrees_with_cholmod(void **state)
{
  (void)state;
  print_message("CHOLMOD is not installed (libsuitesparse-dev): NOT compared with it\n");
  skip();
}
#endif

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_lapack),
      cmocka_unit_test(agrees_with_cholmod),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
