/* SPDX-License-Identifier: MIT
   The parts of pliant bench contact run and print what a machine can read. Timings decide nothing. */
#include <sys/wait.h>

#include "bench_output.h"

static void test_rest(void **state)
{
  (void)state;
  json_t *root = bench("contact", "--rest --quick --rounds 1"), *piles = json_object_get(root, "rest");
  assert_int_equal(json_array_size(piles), 2);
  const json_t *pile = json_array_get(piles, 0), *tower = json_array_get(piles, 1);
  assert_int_equal((int)number(pile, "bodies"), 10);
  assert_int_equal((int)number(pile, "particles"), 10 * 382);
  assert_int_equal((int)number(tower, "bodies"), 5);
  for (size_t k = 0; k < 2; k++) {
    assert_int_equal((int)number(json_array_get(piles, k), "steps"), 20);
    assert_true(json_is_false(json_object_get(json_array_get(piles, k), "stopped")));
    assert_less(number(json_array_get(piles, k), "depth_moving"), 0.01);
  }
  json_decref(root);
}

/* The bodies of the paper, and none of them in another at the start. */
static void test_scenes(void **state)
{
  (void)state;
  json_t *root = bench("contact", "--row 'heaped balls' --quick --rounds 2");
  assert_null(json_object_get(root, "rest"));
  const json_t *row = json_array_get(json_object_get(root, "scenes"), 0);
  assert_int_equal((int)number(row, "particles"), 7640);
  assert_less(0, number(row, "elasticity_ms"));
  assert_less(number(row, "finding_ms"), number(row, "step_ms"));
  assert_true(number(row, "depth_moving") == 0);
  assert_less(number(row, "loss"), number(row, "paper_loss"));
  json_decref(root);
}

static void test_sleep(void **state)
{
  (void)state;
  json_t *root = bench("contact", "--row 'sleeping tower' --quick --rounds 1");
  const json_t *row = json_array_get(json_object_get(root, "sleep"), 0);
  assert_int_equal((int)number(row, "bodies"), 5);
  assert_less(0, number(row, "asleep_ms"));
  assert_less(0, number(row, "awake_ms"));
  json_decref(root);
}

static void test_growth(void **state)
{
  (void)state;
  json_t *root = bench("contact", "--growth --quick --rounds 1"), *heaps = json_object_get(root, "growth");
  assert_int_equal(json_array_size(heaps), 3);
  assert_int_equal((int)number(json_array_get(heaps, 0), "bodies"), 5);
  assert_int_equal((int)number(json_array_get(heaps, 2), "bodies"), 20);
  assert_int_equal((int)number(json_array_get(heaps, 1), "bodies"), 10);
  assert_less(number(json_array_get(heaps, 1), "depth_moving"), 0.01);
  assert_true(isfinite(number(root, "contact_exponent")));
  json_decref(root);
  root = bench("contact", "--row 10 --quick --rounds 1");
  heaps = json_object_get(root, "growth");
  assert_int_equal(json_array_size(heaps), 1);
  assert_int_equal((int)number(json_array_get(heaps, 0), "bodies"), 10);
  json_decref(root);
}

static void test_usage(void **state)
{
  (void)state;
  static const char *const wrong[] = {"--row unknown", "--rounds 0", "--limit none", "--growth --row pile", "pile"};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) {
    char line[256];
    snprintf(line, sizeof line, "%s bench contact %s >/dev/null 2>&1", PLIANT_PROGRAM, wrong[k]);
    int status = system(line);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 2);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rest), cmocka_unit_test(test_scenes),
                                     cmocka_unit_test(test_sleep), cmocka_unit_test(test_growth),
                                     cmocka_unit_test(test_usage)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
