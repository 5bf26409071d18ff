/* SPDX-License-Identifier: MIT */
#include "mesh/repair/weld.h"

#include "mesh/core/edges.h"
#include "mesh/core/triangles.h"
#include "testing.h"

enum { POINTS = 400 };

static double distance(const double *a, const double *b)
{
  return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) + (a[2] - b[2]) * (a[2] - b[2]));
}

/* Against all pairs; the points lie so close that some are joined across the borders of the cubes. */
static void joins_the_first_within_reach(void **state)
{
  (void)state;
  static const double offsets[] = {0, -1000, 1e6};
  uint64_t seed = 11;
  for (size_t o = 0; o < 3; o++) {
    double positions[3 * POINTS], reach = 0.15;
    uint32_t first[POINTS];
    for (size_t i = 0; i < 3 * POINTS; i++) positions[i] = offsets[o] + random_unit(&seed);
    assert_ok(pl_weld(positions, POINTS, reach, first));
    size_t joined = 0;
    for (size_t v = 0; v < POINTS; v++) {
      uint32_t expected = (uint32_t)v;
      for (uint32_t u = 0; u < v && expected == v; u++)
        if (first[u] == u && distance(positions + 3 * u, positions + 3 * v) <= reach) expected = u;
      assert_int_equal(first[v], expected);
      joined += expected != v;
    }
    assert_true(joined > POINTS / 10 && joined < POINTS);
  }
}

static void joins_equal_places_only(void **state)
{
  (void)state;
  const double positions[] = {0, 1, 2, -0.0, 1, 2, 5e-324, 1, 2, 0, 1, 2, 1e300, 0, 0, 1e300, 0, 0};
  const uint32_t expected[] = {0, 0, 2, 0, 4, 4};
  uint32_t first[6];
  assert_ok(pl_weld(positions, 6, 0, first));
  assert_memory_equal(first, expected, sizeof expected);
}

static void picks_a_distance(void **state)
{
  (void)state;
  const double box[] = {0, 0, 0, 3, 0, 4}, vast[] = {-1e308, 0, 0, 1e308, 0, 0};
  uint32_t first[2];
  assert_close(pl_weld_distance(box, 2), 5e-6, 1e-20);
  assert_close(pl_weld_distance(box, 0), 0, 0);
  assert_close(pl_weld_distance(vast, 2), 0, 0);
  assert_ok(pl_weld(vast, 2, pl_weld_distance(vast, 2), first));
  assert_int_equal(first[1], 1);
}

static void finds_repeated_edges_and_triangles(void **state)
{
  (void)state;
  uint32_t edges[] = {0, 1, 2, 1, 1, 0, 1, 2, 3, 0};
  const uint32_t kept[] = {0, 1, 2, 1, 3, 0};
  size_t count = 5;
  assert_ok(pl_edges_drop_repeated(edges, &count, 4));
  assert_int_equal(count, 3);
  assert_memory_equal(edges, kept, sizeof kept);

  const uint32_t triangles[] = {0, 1, 2, 3, 1, 2, 2, 1, 0, 0, 1, 3, 1, 2, 0, 0, 0, 1, 0, 1, 1};
  const bool expected[] = {false, false, true, false, true, false, false};
  bool duplicate[7];
  assert_ok(pl_triangles_find_duplicates(triangles, 7, 4, duplicate));
  assert_memory_equal(duplicate, expected, sizeof expected);
}

static void knows_degenerate_triangles_at_any_scale(void **state)
{
  (void)state;
  static const double scales[] = {1e-9, 1, 1e9};
  for (size_t i = 0; i < 3; i++) {
    double s = scales[i];
    const double positions[] = {0, 0, 0, s, 0, 0, 0.3 * s, 0, 0, 0.3 * s, 1e-9 * s, 0, 0, 0, 0};
    assert_true(pl_triangle_is_degenerate(positions, (const uint32_t[]){0, 1, 2}));
    assert_false(pl_triangle_is_degenerate(positions, (const uint32_t[]){0, 1, 3}));
    assert_true(pl_triangle_is_degenerate(positions, (const uint32_t[]){0, 1, 0}));
    assert_true(pl_triangle_is_degenerate(positions, (const uint32_t[]){0, 4, 1}));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(joins_the_first_within_reach),
      cmocka_unit_test(joins_equal_places_only),
      cmocka_unit_test(picks_a_distance),
      cmocka_unit_test(finds_repeated_edges_and_triangles),
      cmocka_unit_test(knows_degenerate_triangles_at_any_scale),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
