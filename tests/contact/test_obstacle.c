/* SPDX-License-Identifier: MIT
   Distances of obstacle shapes against brute force. */
#include "contact/obstacle.h"

#include <string.h>

#include "fixtures.h"
#include "math/mat3.h"

static const double pi = 3.14159265358979323846;

/* Smallest distance to many points of the shape's surface. */
static double brute_force(const pl_obstacle_def *shape, const double p[3], int fine)
{
  double best = INFINITY;
  for (int i = 0; i <= fine; i++)
    for (int j = 0; j <= fine; j++) {
      double u = (double)i / fine, v = (double)j / fine, q[3] = {0};
      double ball[3] = {sin(pi * u) * cos(2 * pi * v), cos(pi * u), sin(pi * u) * sin(2 * pi * v)};
      if (shape->shape == PL_OBSTACLE_SPHERE) {
        pl_vec3_add_scaled(shape->center, shape->radius, ball, q);
        best = fmin(best, pl_vec3_distance(p, q));
      } else if (shape->shape == PL_OBSTACLE_BOX) {
        for (int face = 0; face < 6; face++) {
          int a = face / 2, b = (a + 1) % 3, c = (a + 2) % 3;
          q[a] = shape->center[a] + (face % 2 ? 1 : -1) * shape->half_size[a];
          q[b] = shape->center[b] + (2 * u - 1) * shape->half_size[b];
          q[c] = shape->center[c] + (2 * v - 1) * shape->half_size[c];
          best = fmin(best, pl_vec3_distance(p, q));
        }
      } else { /* a capsule along y: two half spheres and a cylinder */
        for (int part = 0; part < 3; part++) {
          double side[3] = {cos(2 * pi * v), 0, sin(2 * pi * v)};
          if (part == 0) {
            pl_vec3_add_scaled(shape->point_a, shape->radius, side, q);
            q[1] += u * (shape->point_b[1] - shape->point_a[1]);
          } else {
            bool upper = ball[1] >= 0;
            pl_vec3_add_scaled(upper ? shape->point_b : shape->point_a, shape->radius, ball, q);
          }
          best = fmin(best, pl_vec3_distance(p, q));
        }
      }
    }
  return best;
}

static void test_distances(void **state)
{
  (void)state;
  enum { FINE = 120 };
  uint64_t seed = 7;
  pl_obstacle_def shapes[3] = {pl_default_obstacle_def(PL_OBSTACLE_SPHERE), pl_default_obstacle_def(PL_OBSTACLE_BOX),
                               pl_default_obstacle_def(PL_OBSTACLE_CAPSULE)};
  memcpy(shapes[0].center, (double[]){0.1, -0.2, 0.3}, 24);
  memcpy(shapes[1].center, (double[]){0.1, -0.2, 0.3}, 24);
  memcpy(shapes[1].half_size, (double[]){0.3, 0.5, 0.2}, 24);
  memcpy(shapes[2].point_a, (double[]){0.1, -0.4, 0.3}, 24);
  memcpy(shapes[2].point_b, (double[]){0.1, 0.4, 0.3}, 24);
  shapes[2].radius = 0.25;
  int inside = 0;
  for (int s = 0; s < 3; s++)
    for (int k = 0; k < 60; k++) {
      double p[3] = {0.6 * random_unit(&seed), 0.6 * random_unit(&seed), 0.6 * random_unit(&seed)}, normal[3], q[3],
             back[3];
      double d = pl_shape_distance(&shapes[s], p, normal);
      /* samples are at most 0.03 apart: the nearest is at most 0.02 along the surface away from the true point */
      assert_close(fabs(d), brute_force(&shapes[s], p, FINE), 0.02 * 0.02 / fmax(fabs(d), 0.02) + 1e-3);
      assert_close(pl_vec3_length(normal), 1, 1e-12);
      /* against the normal by d lies the surface */
      pl_vec3_add_scaled(p, -d, normal, q);
      assert_close(pl_shape_distance(&shapes[s], q, back), 0, 1e-12);
      inside += d < 0;
    }
  assert_true(inside > 10 && inside < 150);
}

static void test_plane(void **state)
{
  (void)state;
  pl_obstacle_def plane = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  memcpy(plane.normal, (double[]){0, 3, 4}, 24); /* any length */
  memcpy(plane.point, (double[]){1, 1, 1}, 24);
  double normal[3];
  assert_close(pl_shape_distance(&plane, (double[]){7, 1, 2}, normal), 0.8, 1e-15);
  assert_close(normal[1], 0.6, 1e-15);
  assert_close(normal[2], 0.8, 1e-15);
  assert_close(pl_shape_distance(&plane, (double[]){0, 0, 1}, normal), -0.6, 1e-15);
}

/* Centres, axes, corners, capsules without length: a unit normal everywhere, never NaN. */
static void test_where_the_normal_is_anybodys_guess(void **state)
{
  (void)state;
  double normal[3];
  pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE), box = pl_default_obstacle_def(PL_OBSTACLE_BOX);
  pl_obstacle_def capsule = pl_default_obstacle_def(PL_OBSTACLE_CAPSULE);
  assert_close(pl_shape_distance(&ball, (double[]){0, 0, 0}, normal), -0.5, 0);
  assert_close(pl_vec3_length(normal), 1, 0);
  assert_close(pl_shape_distance(&box, (double[]){0, 0, 0}, normal), -0.5, 0);
  assert_close(pl_vec3_length(normal), 1, 0);
  assert_close(pl_shape_distance(&box, (double[]){0.5, 0.5, 0.5}, normal), 0, 0);
  assert_close(pl_vec3_length(normal), 1, 0);
  assert_close(pl_shape_distance(&capsule, (double[]){0, 0.5, 0}, normal), -0.5, 0);
  assert_close(pl_vec3_length(normal), 1, 0);
  memset(capsule.point_b, 0, sizeof capsule.point_b);
  assert_close(pl_shape_distance(&capsule, (double[]){2, 0, 0}, normal), 1.5, 0);
  assert_close(normal[0], 1, 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_distances), cmocka_unit_test(test_plane),
                                     cmocka_unit_test(test_where_the_normal_is_anybodys_guess)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
