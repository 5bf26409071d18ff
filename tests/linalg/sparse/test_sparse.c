/* SPDX-License-Identifier: MIT */
#include "linalg/sparse/sparse.h"

#include "linalg/matrices.h"

static void triplets_add_up_in_either_triangle(void **state)
{
  (void)state;
  const uint32_t row[] = {2, 0, 0, 1, 2, 2}, column[] = {0, 2, 0, 1, 2, 1};
  const double value[] = {1.0, 2.0, 5.0, 7.0, 9.0, -4.0};
  pl_sparse a;
  assert_ok(pl_sparse_from_triplets(3, 6, row, column, value, &a));
  assert_ok(pl_sparse_check(&a));
  assert_int_equal(a.starts[3], 5);
  assert_int_equal(a.rows[1], 2);
  assert_close(a.values[1], 3.0, 0.0); /* (2,0) and (0,2) */
  const double x[] = {1, 0, 10, 2, 0, 20, 3, 1, 30};
  double y[9];
  pl_sparse_multiply(&a, x, y);
  const double expected[] = {5 + 9, 3, 140, 14 - 12, -4, 20, 3 - 8 + 27, 9, 220};
  for (int i = 0; i < 9; i++) assert_close(y[i], expected[i], 1e-13);
  pl_sparse_free(&a);
  assert_null(a.rows);
}

static void missing_diagonals_are_zero(void **state)
{
  (void)state;
  const uint32_t row[] = {1}, column[] = {0};
  const double value[] = {2.0};
  pl_sparse a;
  assert_ok(pl_sparse_from_triplets(3, 1, row, column, value, &a));
  assert_ok(pl_sparse_check(&a));
  assert_int_equal(a.starts[3], 4);
  assert_close(a.values[0], 0.0, 0.0);
  pl_sparse_free(&a);
  assert_ok(pl_sparse_from_triplets(0, 0, NULL, NULL, NULL, &a));
  assert_ok(pl_sparse_check(&a));
  pl_sparse_free(&a);
}

static void bad_entries_are_named(void **state)
{
  (void)state;
  const uint32_t row[] = {0, 5}, column[] = {0, 1};
  const double value[] = {1.0, 1.0};
  pl_sparse a;
  assert_int_equal(pl_sparse_from_triplets(3, 2, row, column, value, &a), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "(5, 1)"));
  size_t starts[] = {0, 1, 2};
  uint32_t rows[] = {0, 0};
  pl_sparse wrong = {2, starts, rows, NULL};
  assert_int_equal(pl_sparse_check(&wrong), PL_ERROR_ARGUMENT);
  assert_non_null(strstr(pl_last_error(), "column 1"));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(triplets_add_up_in_either_triangle),
      cmocka_unit_test(missing_diagonals_are_zero),
      cmocka_unit_test(bad_entries_are_named),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
