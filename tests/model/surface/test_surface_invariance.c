/* SPDX-License-Identifier: MIT
   What a number in a scene means must not depend on how finely time is cut. */
#include "surface_cases.h"

static void test_step_does_not_matter(void **state)
{
  (void)state;
  double height[3];
  for (int k = 0; k < 3; k++) height[k] = height_at_rest(8, 0.004 / (1 << k), 0.25, 30000);
  print_message("642 vertices, h = 4, 2, 1 ms: %.4f, %.4f, %.4f m of 1 m\n", height[0], height[1], height[2]);
  assert_less(height[0], 0.97); /* there is something to compare */
  assert_close(height[1] / height[0], 1, 0.01);
  assert_close(height[2] / height[0], 1, 0.01);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_step_does_not_matter)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
