/* SPDX-License-Identifier: MIT */
#include "failing.h"
#include "math/vec3.h"
#include "mesh/query/point_grid.h"

enum { COUNT = 500, MOST = 12 };

/* Nearest first by looking at all, ties by index. */
static size_t look_at_all(const double *points, const bool *take, const double at[3], double distance, size_t most,
                          pl_near_point *out)
{
  size_t found = 0;
  for (uint32_t i = 0; i < COUNT; i++) {
    pl_near_point p = {pl_vec3_distance(points + 3 * (size_t)i, at), i};
    if ((take && !take[i]) || p.distance > distance) continue;
    size_t place = found < most ? found++ : most;
    for (; place > 0 && out[place - 1].distance > p.distance; place--)
      if (place < most) out[place] = out[place - 1];
    if (place < most) out[place] = p;
  }
  return found;
}

static void finds_the_nearest(void **state)
{
  (void)state;
  uint64_t random = 1;
  static double points[3 * COUNT];
  static bool take[COUNT];
  for (int round = 0; round < 12; round++) {
    /* spread out, in clusters, on a line, on a grid with ties */
    for (size_t i = 0; i < 3 * COUNT; i++) {
      double x = random_unit(&random);
      points[i] = round % 4 == 0   ? x
                  : round % 4 == 1 ? 1e-3 * x + (double)(i / 30 % 3)
                  : round % 4 == 2 ? (i % 3 ? 0 : x)
                                   : floor(4 * x) / 4;
    }
    for (size_t i = 0; i < COUNT; i++) take[i] = random_bits(&random) % 3 != 0;
    pl_point_grid grid;
    static const double sizes[] = {0.1, 0.003, 5};
    assert_ok(pl_point_grid_create(points, COUNT, round < 6 ? take : NULL, sizes[round % 3], &grid));
    for (int i = 0; i < 300; i++) {
      double far = i % 10 == 0 ? 1e6 : 1.5, at[3], distance = i % 3 ? INFINITY : 0.3;
      for (int k = 0; k < 3; k++) at[k] = far * random_unit(&random);
      if (i % 7 == 0) pl_vec3_copy(points + 3 * (size_t)(i % COUNT), at);
      pl_near_point found[MOST], expected[MOST];
      size_t most = (size_t)(i % MOST) + 1;
      size_t n = pl_point_grid_nearest(&grid, at, distance, most, found);
      assert_int_equal(n, look_at_all(points, round < 6 ? take : NULL, at, distance, most, expected));
      for (size_t k = 0; k < n; k++) {
        assert_int_equal(found[k].index, expected[k].index);
        assert_close(found[k].distance, expected[k].distance, 0);
      }
    }
    pl_point_grid_free(&grid);
  }
}

static void is_empty_without_points(void **state)
{
  (void)state;
  const double point[3] = {1, 2, 3};
  const bool take[1] = {false};
  pl_point_grid grid;
  pl_near_point found;
  assert_ok(pl_point_grid_create(point, 1, take, 1, &grid));
  assert_int_equal(pl_point_grid_nearest(&grid, point, INFINITY, 1, &found), 0);
  pl_point_grid_free(&grid);
  assert_ok(pl_point_grid_create(point, 1, NULL, 1, &grid)); /* a box without extent */
  assert_int_equal(pl_point_grid_nearest(&grid, point, 0, 1, &found), 1);
  assert_int_equal(pl_point_grid_nearest(&grid, point, INFINITY, 0, &found), 0);
  pl_point_grid_free(&grid);
}

static pl_status create(void *context)
{
  pl_point_grid grid;
  pl_status status = pl_point_grid_create(context, 2, NULL, 1, &grid);
  if (status == PL_OK) pl_point_grid_free(&grid);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  double points[6] = {0, 0, 0, 1, 1, 1};
  assert_int_equal(fail_each_allocation(create, points), 4);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_the_nearest),
      cmocka_unit_test(is_empty_without_points),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
