/* SPDX-License-Identifier: MIT */
#include "mesh/core/polygon.h"

#include <stdbool.h>
#include <string.h>

#include "testing.h"

enum { MOST = 64 };

/* Turns the flat polygon into space, cuts it and checks that the parts have the same way round and the same area. */
static void check(const double (*points)[2], size_t count, bool degenerate)
{
  double positions[3 * MOST], area = 0, sum = 0, least = INFINITY;
  uint32_t corners[MOST], links[2 * MOST], triangles[3 * MOST];
  for (size_t i = 0; i < count; i++) {
    double x = points[i][0], y = points[i][1];
    const double *next = points[(i + 1) % count];
    area += (x * next[1] - y * next[0]) / 2;
    /* an oblique plane, and vertices in another order than corners */
    corners[i] = (uint32_t)(count - 1 - i);
    double *p = positions + 3 * corners[i];
    p[0] = 0.6 * x - 0.48 * y + 3;
    p[1] = 0.8 * x + 0.36 * y - 1;
    p[2] = 0.8 * y + 5;
  }
  const double normal[3] = {0.64, -0.48, 0.6};
  pl_polygon_triangulate(positions, corners, count, links, triangles);
  for (size_t t = 0; t + 2 < count; t++) {
    const double *a = positions + 3 * triangles[3 * t], *b = positions + 3 * triangles[3 * t + 1],
                 *c = positions + 3 * triangles[3 * t + 2];
    double twice = 0;
    for (int k = 0; k < 3; k++) {
      int u = (k + 1) % 3, v = (k + 2) % 3;
      twice += normal[k] * ((b[u] - a[u]) * (c[v] - a[v]) - (b[v] - a[v]) * (c[u] - a[u]));
    }
    sum += twice / 2;
    least = fmin(least, area > 0 ? twice : -twice);
  }
  assert_close(sum, area, 1e-12 * (1 + fabs(area)));
  assert_less(degenerate ? -1e-12 : 1e-9, least); /* none turned over, none without area */
}

static void cuts_every_shape(void **state)
{
  (void)state;
  static const double square[][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  static const double arrow[][2] = {{0, 0}, {2, 1}, {0, 2}, {0.5, 1}};
  static const double arrow_from_notch[][2] = {{0.5, 1}, {0, 0}, {2, 1}, {0, 2}};
  static const double straight[][2] = {{0, 0}, {1, 0}, {2, 0}, {2, 2}, {1, 2}, {0, 2}};
  static const double comb[][2] = {{0, 0}, {7, 0}, {7, 3}, {6, 3}, {6, 1}, {5, 1}, {5, 3}, {4, 3},
                                   {4, 1}, {3, 1}, {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
  static const double spiral[][2] = {{0, 0}, {5, 0}, {5, 5}, {1, 5}, {1, 2}, {3, 2},
                                     {3, 3}, {2, 3}, {2, 4}, {4, 4}, {4, 1}, {0, 1}};
  check(square, 4, false);
  check(arrow, 4, false);
  check(arrow_from_notch, 4, false);
  check(straight, 6, false);
  check(comb, 16, false);
  check(spiral, 12, false);
  double star[MOST][2], backwards[16][2];
  for (int i = 0; i < MOST; i++) {
    double angle = 2 * 3.14159265358979 * i / MOST, radius = i % 2 ? 1 : 3;
    star[i][0] = radius * cos(angle);
    star[i][1] = radius * sin(angle);
  }
  check((const double(*)[2])star, MOST, false);
  for (int i = 0; i < 16; i++) {
    backwards[i][0] = comb[15 - i][0];
    backwards[i][1] = comb[15 - i][1];
  }
  check((const double(*)[2])backwards, 16, false);
}

static void a_convex_one_becomes_a_fan(void **state)
{
  (void)state;
  const double positions[] = {0, 0, 0, 2, 0, 0, 3, 2, 0, 1, 3, 0, -1, 2, 0};
  const uint32_t corners[] = {0, 1, 2, 3, 4}, expected[] = {0, 1, 2, 0, 2, 3, 0, 3, 4};
  uint32_t links[10], triangles[9];
  pl_polygon_triangulate(positions, corners, 5, links, triangles);
  assert_memory_equal(triangles, expected, sizeof expected);
}

/* Points all in one place, or a figure of eight: nothing sensible, but the right number and no hanging. */
static void bears_nonsense(void **state)
{
  (void)state;
  static const double nothing[15];
  const double eight[] = {0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 0};
  const uint32_t corners[] = {0, 1, 2, 3, 0};
  uint32_t links[10], triangles[9];
  pl_polygon_triangulate(nothing, corners, 5, links, triangles);
  pl_polygon_triangulate(eight, corners, 4, links, triangles);
  pl_polygon_triangulate(eight, corners, 5, links, triangles);
  for (int i = 0; i < 9; i++) assert_true(triangles[i] < 4);
  pl_polygon_triangulate(eight, corners, 2, links, triangles);
}

/* Ears are looked for as long as that stays in proportion: a convex one stays right, and one that folds at every corner
   gets its triangles in the time of a fan. Its ears would take 10^17 tests. */
static void time_is_in_proportion(void **state)
{
  (void)state;
  enum { MANY = 900000 };
  double *positions = malloc(3 * MANY * sizeof *positions), area = 0;
  uint32_t *corners = malloc(MANY * sizeof *corners), *links = malloc(2 * MANY * sizeof *links),
           *triangles = malloc(3 * MANY * sizeof *triangles);
  assert_true(positions && corners && links && triangles);
  for (int convex = 0; convex < 2; convex++) {
    for (uint32_t i = 0; i < MANY; i++) {
      double angle = 2 * 3.14159265358979 * i / MANY;
      corners[i] = i;
      positions[3 * i] = convex ? cos(angle) : i % 1000;
      positions[3 * i + 1] = convex ? sin(angle) : i / 1000 + i % 7;
      positions[3 * i + 2] = 0;
    }
    memset(triangles, 0xff, 3 * MANY * sizeof *triangles);
    pl_polygon_triangulate(positions, corners, MANY, links, triangles);
    for (size_t k = 0; k < 3 * (MANY - 2); k++) assert_true(triangles[k] < MANY);
    for (size_t t = 0; t < MANY - 2 && convex; t++) {
      const double *a = positions + 3 * triangles[3 * t], *b = positions + 3 * triangles[3 * t + 1],
                   *c = positions + 3 * triangles[3 * t + 2];
      area += ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
    }
  }
  assert_close(area, 3.14159265358979, 1e-9);
  free(positions);
  free(corners);
  free(links);
  free(triangles);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cuts_every_shape),
      cmocka_unit_test(a_convex_one_becomes_a_fan),
      cmocka_unit_test(bears_nonsense),
      cmocka_unit_test(time_is_in_proportion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
