/* SPDX-License-Identifier: MIT
   The modes of pliant bench surface run and print what a machine can read. Timings decide nothing. */
#include <jansson.h>
#include <sys/wait.h>

#include "bench_output.h"

static void test_steps(void **state)
{
  (void)state;
  json_t *root = bench("surface", "--quick --seconds 0.001"), *rows = json_object_get(root, "rows");
  assert_int_equal(json_array_size(rows), 5);
  for (size_t k = 0; k < 5; k++) {
    const json_t *row = json_array_get(rows, k);
    assert_less(0, number(row, "matching_ms"));
    assert_less(0, number(row, "volume_ms"));
    assert_less(0, number(row, "flux_ms"));
    assert_less(number(row, "flux_ms"), number(row, "step_ms"));
  }
  json_decref(root);
}

static void test_sums(void **state)
{
  (void)state;
  json_t *root = bench("surface", "--paper --row sums --quick --seconds 0.001"), *sums = json_object_get(root, "sums");
  assert_int_equal(json_array_size(sums), 4);
  for (size_t k = 0; k < 4; k++) assert_int_equal(json_array_size(json_object_get(json_array_get(sums, k), "ms")), 5);
  json_decref(root);
}

/* What the paper counts, and volumes within what it lost. */
static void test_scene(void **state)
{
  (void)state;
  json_t *root = bench("surface", "--paper --row balls --quick --seconds 0.001");
  const json_t *row = json_array_get(json_object_get(root, "scenes"), 0);
  assert_int_equal((int)number(row, "particles"), 7640);
  assert_less(number(row, "loss"), number(row, "paper_loss"));
  json_decref(root);
}

static void test_recovery(void **state)
{
  (void)state;
  json_t *root = bench("surface", "--recovery --quick"), *starts = json_object_get(root, "starts");
  assert_int_equal(json_array_size(starts), 5);
  for (size_t k = 0; k < 5; k++) assert_true(json_is_true(json_object_get(json_array_get(starts, k), "holds")));
  json_decref(root);
}

static void test_invariance(void **state)
{
  (void)state;
  json_t *root = bench("surface", "--invariance --quick"), *sheets = json_object_get(root, "sheets");
  assert_int_equal(json_array_size(sheets), 2);
  assert_true(json_is_true(json_object_get(json_array_get(sheets, 0), "holds")));
  json_decref(root);
}

static void test_usage(void **state)
{
  (void)state;
  int status = system(PLIANT_PROGRAM " bench surface --paper --row unknown >/dev/null 2>&1");
  assert_true(WIFEXITED(status));
  assert_int_equal(WEXITSTATUS(status), 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_steps),      cmocka_unit_test(test_sums),
                                     cmocka_unit_test(test_scene),      cmocka_unit_test(test_recovery),
                                     cmocka_unit_test(test_invariance), cmocka_unit_test(test_usage)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
