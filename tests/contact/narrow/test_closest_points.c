/* SPDX-License-Identifier: MIT */
#include "contact/narrow/closest_points.h"

#include "math/vec3.h"
#include "testing.h"

/* Vertices straight over points of triangles, inside of them and beside, of which weights tell. */
static void test_who_is_over_a_triangle(void **state)
{
  (void)state;
  enum { VERTICES = 2000 };
  static const double rounding = 1e-6; /* nearer to an edge than this, either answer will do */
  uint64_t seed = 11;
  int over = 0, beside = 0;
  for (int k = 0; k < VERTICES; k++) {
    pl_points points;
    double b[3], c[3], normal[3], u = 1.5 * random_unit(&seed), v = 1.5 * random_unit(&seed);
    for (int i = 1; i < 4; i++)
      for (int j = 0; j < 3; j++) points.at[i][j] = random_unit(&seed);
    pl_vec3_sub(points.at[2], points.at[1], b);
    pl_vec3_sub(points.at[3], points.at[1], c);
    pl_vec3_cross(b, c, normal);
    pl_vec3_add_scaled(points.at[1], u, b, points.at[0]);
    pl_vec3_add_scaled(points.at[0], v, c, points.at[0]);
    pl_vec3_add_scaled(points.at[0], random_unit(&seed), normal, points.at[0]);
    double inside = fmin(fmin(u, v), 1 - u - v);
    if (pl_vec3_length(normal) < 0.01 || fabs(inside) < rounding) continue;
    assert_int_equal(pl_is_over_triangle(&points), inside > 0);
    assert_int_equal(pl_nearest(PL_VERTEX_TRIANGLE, &points).inner, inside > 0);
    over += inside > 0;
    beside += inside < 0;
  }
  assert_true(over > 50 && beside > 50);
}

/* All of the triangle is behind the plane through its nearest point that the vertex is straight over. */
static void test_nearest_points_of_triangles(void **state)
{
  (void)state;
  enum { VERTICES = 5000 };
  uint64_t seed = 12;
  int inner = 0, edges = 0, corners = 0;
  for (int k = 0; k < VERTICES; k++) {
    pl_points points;
    pl_closest_points near;
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 3; j++) points.at[i][j] = random_unit(&seed);
    if (k % 10 == 0) pl_vec3_copy(points.at[1 + k / 10 % 2], points.at[3]); /* two corners are one */
    pl_nearest_on_triangle(&points, &near);
    double at[3] = {0}, way[3];
    for (int i = 1; i < 4; i++) pl_vec3_add_scaled(at, -near.weights[i], points.at[i], at);
    pl_vec3_sub(points.at[0], at, way);
    assert_close(pl_vec3_distance(way, near.separation), 0, 1e-14);
    assert_close(pl_vec3_length(way), near.distance, 1e-14);
    assert_close(near.weights[0] + near.weights[1] + near.weights[2] + near.weights[3], 0, 1e-14);
    int zeros = 0;
    for (int i = 1; i < 4; i++) {
      double aside[3];
      pl_vec3_sub(points.at[i], at, aside);
      assert_true(pl_vec3_dot(aside, way) < 1e-13 && near.weights[i] < 1e-15);
      zeros += fabs(near.weights[i]) < 1e-15;
    }
    inner += near.inner;
    edges += !near.inner && zeros == 1;
    corners += !near.inner && zeros == 2;
  }
  print_message("%d inside, %d on edges, %d at corners\n", inner, edges, corners);
  assert_true(inner > 100 && edges > 500 && corners > 500);
}

static void test_nobody_is_over_a_needle(void **state)
{
  (void)state;
  const pl_points needle = {{{0.5, 1, 0}, {0, 0, 0}, {1, 0, 0}, {0.5, 0, 0}}};
  assert_false(pl_is_over_triangle(&needle));
  assert_close(pl_nearest(PL_VERTEX_TRIANGLE, &needle).distance, 1, 1e-15);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_who_is_over_a_triangle),
                                     cmocka_unit_test(test_nearest_points_of_triangles),
                                     cmocka_unit_test(test_nobody_is_over_a_needle)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
