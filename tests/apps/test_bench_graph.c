/* SPDX-License-Identifier: MIT
   The modes of pliant bench graph run and print what a machine can read. Timings decide nothing. */
#include <jansson.h>
#include <sys/wait.h>

#include "bench_output.h"

static void test_full_row(void **state)
{
  (void)state;
  json_t *root = bench("graph", "--paper --row 1 --seconds 0.001"), *rows = json_object_get(root, "rows");
  assert_int_equal(json_array_size(rows), 1);
  const json_t *row = json_array_get(rows, 0);
  assert_int_equal((int)number(row, "nodes"), 3321);
  assert_int_equal((int)number(row, "basis"), 0);
  assert_close(number(row, "paper_ms"), 33, 0);
  assert_close(number(row, "active"), 1, 0);
  assert_less(0, number(row, "rotations_ms"));
  assert_less(0, number(row, "rhs_ms"));
  assert_less(0, number(row, "solve_ms"));
  assert_less(0, number(row, "step_ms"));
  assert_close(number(row, "ratio") * number(row, "step_ms"), 33, 0.01);
  json_decref(root);
}

/* The threshold is searched for a tenth of the nodes in one pose; the motion passes through others. */
static void test_reduced_adaptive_row(void **state)
{
  (void)state;
  json_t *root = bench("graph", "--paper --row 7b --seconds 0.001");
  const json_t *row = json_array_get(json_object_get(root, "rows"), 0);
  assert_int_equal((int)number(row, "basis"), 12);
  assert_less(0.02, number(row, "active"));
  assert_less(number(row, "active"), 0.3);
  assert_less(0, number(row, "error"));
  assert_less(0, number(row, "threshold"));
  json_decref(root);
}

static void test_invariance(void **state)
{
  (void)state;
  json_t *root = bench("graph", "--invariance --quick --seconds 0.001"), *sheets = json_object_get(root, "sheets");
  assert_int_equal(json_array_size(sheets), 7);
  for (size_t k = 0; k < json_array_size(sheets); k++) {
    const json_t *sheet = json_array_get(sheets, k), *bars = json_object_get(sheet, "bars");
    assert_in_range(json_array_size(bars), 3, 4);
    for (size_t b = 0; b < json_array_size(bars); b++) assert_less(0.01, number(json_array_get(bars, b), "sag"));
    assert_true(json_is_boolean(json_object_get(sheet, "holds")));
    assert_int_equal(json_is_true(json_object_get(sheet, "holds")),
                     number(sheet, "spread") <= number(sheet, "tolerance"));
  }
  /* sizes: the same motion to rounding */
  assert_true(json_is_true(json_object_get(json_array_get(sheets, 6), "holds")));
  json_decref(root);
}

/* Smaller thresholds of eq. (8) activate more nodes and end nearer. */
static void test_curve(void **state)
{
  (void)state;
  json_t *root = bench("graph", "--rotations-curve --quick --seconds 0.001"), *points = json_object_get(root, "points");
  assert_int_equal(json_array_size(points), 2 * 3 * 6);
  const json_t *coarse = json_array_get(points, 1), *fine = json_array_get(points, 5);
  assert_less(number(coarse, "active"), number(fine, "active"));
  assert_less(number(fine, "error"), number(coarse, "error"));
  json_decref(root);
}

static void test_usage(void **state)
{
  (void)state;
  int status = system(PLIANT_PROGRAM " bench graph --paper --row 77 >/dev/null 2>&1");
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_full_row), cmocka_unit_test(test_reduced_adaptive_row),
                                     cmocka_unit_test(test_invariance), cmocka_unit_test(test_curve),
                                     cmocka_unit_test(test_usage)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
