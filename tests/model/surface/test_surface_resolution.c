/* SPDX-License-Identifier: MIT
   Nor on how finely space is cut: with 2.5, 10 and 40 thousand vertices and regions of the same radius. */
#include "surface_cases.h"

static void test_resolution_does_not_matter(void **state)
{
  (void)state;
  static const uint32_t cuts[3] = {16, 32, 64}; /* 2562, 10242, 40962 vertices */
  double height[3];
  for (int k = 0; k < 3; k++) height[k] = height_at_rest(cuts[k], 0.004, 0.25, 30000);
  print_message("2562, 10242, 40962 vertices: %.4f, %.4f, %.4f m of 1 m\n", height[0], height[1], height[2]);
  assert_less(height[0], 0.97);
  assert_close((1 - height[1]) / (1 - height[0]), 1, 0.1); /* the squash, not the height: a harder test */
  assert_close((1 - height[2]) / (1 - height[0]), 1, 0.1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_resolution_does_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
