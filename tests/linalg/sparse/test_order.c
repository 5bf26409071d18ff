/* SPDX-License-Identifier: MIT */
#include "linalg/sparse/order.h"

#include <string.h>

#include "cholesky_cases.h"
#include "linalg/matrices.h"

static void assert_permutation(const uint32_t *order, size_t n)
{
  char *seen = PL_NEW(char, n);
  for (size_t i = 0; i < n; i++) {
    assert_in_range(order[i], 0, n - 1);
    assert_false(seen[order[i]]);
    seen[order[i]] = 1;
  }
  pl_release(seen);
}

static size_t fill_of(const pl_sparse *matrix, const double *coordinates, pl_ordering ordering)
{
  pl_cholesky *c = NULL;
  assert_ok(pl_cholesky_analyse(matrix, coordinates, ordering, &c));
  assert_permutation(pl_cholesky_permutation(c), matrix->n);
  size_t entries = pl_cholesky_describe(c).factor_entries;
  pl_cholesky_destroy(c);
  return entries;
}

/* A lattice block of 26 neighbours: the fill of planes is known to be near METIS's, the natural order has far more. */
static void dissection_saves_fill(void **state)
{
  (void)state;
  const cholesky_case block = {"block", {22, 17, 13}, 26, 0}, sheet = {"torus", {96, 48, 0}, 6, 0};
  cholesky_problem p;
  assert_ok(cholesky_problem_create(&block, 1e3, &p));
  size_t natural = fill_of(&p.matrix, NULL, PL_ORDER_NATURAL),
         planes = fill_of(&p.matrix, p.coordinates, PL_ORDER_COORDINATES);
  size_t walks = fill_of(&p.matrix, NULL, PL_ORDER_COORDINATES);
  assert_true(planes < natural * 3 / 4);
  assert_true(walks < natural * 3 / 2); /* without coordinates a block is harder than its natural order is bad */
  cholesky_problem_free(&p);
  assert_ok(cholesky_problem_create(&sheet, 1e3, &p));
  natural = fill_of(&p.matrix, NULL, PL_ORDER_NATURAL);
  assert_true(fill_of(&p.matrix, p.coordinates, PL_ORDER_COORDINATES) < natural / 2);
  assert_true(fill_of(&p.matrix, NULL, PL_ORDER_COORDINATES) < natural * 2 / 3);
  cholesky_problem_free(&p);
}

static void metis_is_used_or_refused(void **state)
{
  (void)state;
  pl_sparse a = random_matrix(300, 3, 1.0, 7);
  pl_cholesky *c = NULL;
  pl_status status = pl_cholesky_analyse(&a, NULL, PL_ORDER_METIS, &c);
  if (status == PL_ERROR_UNSUPPORTED) {
    print_message("this build has no METIS: its ordering is not tested\n");
  } else {
    assert_ok(status);
    assert_permutation(pl_cholesky_permutation(c), a.n);
    assert_int_equal(pl_cholesky_describe(c).ordering, PL_ORDER_METIS);
    pl_cholesky_destroy(c);
  }
  pl_sparse_free(&a);
}

/* Parts that cannot be cut: all in one point, one row coupled to all, everything coupled to everything, no coupling. */
static void awkward_graphs_are_ordered(void **state)
{
  (void)state;
  enum { N = 200 };
  static double same[3 * N];
  pl_sparse matrices[] = {random_matrix(N, 2, 1.0, 1), random_matrix(N, N, 1.0, 2), random_matrix(N, 0, 1.0, 3)};
  for (size_t k = 0; k < 3; k++) {
    fill_of(&matrices[k], same, PL_ORDER_COORDINATES);
    fill_of(&matrices[k], NULL, PL_ORDER_COORDINATES);
    pl_sparse_free(&matrices[k]);
  }
  uint32_t row[2 * N], column[2 * N];
  double value[2 * N];
  for (uint32_t i = 0; i < N; i++) row[i] = i, column[i] = 0, value[i] = 1.0;
  pl_sparse star;
  assert_ok(pl_sparse_from_triplets(N, N, row, column, value, &star));
  assert_int_equal(fill_of(&star, NULL, PL_ORDER_COORDINATES), 2 * N - 1); /* the hub goes last: no fill at all */
  pl_sparse_free(&star);
}

static void bad_coordinates_are_named(void **state)
{
  (void)state;
  pl_sparse a = random_matrix(4, 1, 1.0, 1);
  double coordinates[12] = {0};
  coordinates[7] = NAN;
  pl_cholesky *c = NULL;
  assert_int_equal(pl_cholesky_analyse(&a, coordinates, PL_ORDER_AUTO, &c), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "coordinate 1 of row 2"));
  assert_null(c);
  pl_sparse_free(&a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dissection_saves_fill),
      cmocka_unit_test(metis_is_used_or_refused),
      cmocka_unit_test(awkward_graphs_are_ordered),
      cmocka_unit_test(bad_coordinates_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
