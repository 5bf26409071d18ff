/* SPDX-License-Identifier: MIT
   Distances of obstacle shapes against brute force. */
#include "contact/obstacle/obstacle.h"

#include <string.h>

#include "base/isa.h"
#include "contact/obstacle/moving.h"
#include "contact/obstacle/shapes_kernel.h"
#include "fixtures.h"
#include "math/mat3.h"

static double distance_of(const pl_obstacle_def *shape, const double point[3], double normal[3])
{
  pl_shape_axis axis = pl_shape_find_axis(shape);
  return pl_shape_distance(shape, &axis, point, normal);
}

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
      double d = distance_of(&shapes[s], p, normal);
      /* samples are at most 0.03 apart: the nearest is at most 0.02 along the surface away from the true point */
      assert_close(fabs(d), brute_force(&shapes[s], p, FINE), 0.02 * 0.02 / fmax(fabs(d), 0.02) + 1e-3);
      assert_close(pl_vec3_length(normal), 1, 1e-12);
      /* against the normal by d lies the surface */
      pl_vec3_add_scaled(p, -d, normal, q);
      assert_close(distance_of(&shapes[s], q, back), 0, 1e-12);
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
  assert_close(distance_of(&plane, (double[]){7, 1, 2}, normal), 0.8, 1e-15);
  assert_close(normal[1], 0.6, 1e-15);
  assert_close(normal[2], 0.8, 1e-15);
  assert_close(distance_of(&plane, (double[]){0, 0, 1}, normal), -0.6, 1e-15);
}

/* The outline of a turned shape in the half plane of the radius and the height, as points. */
static size_t outline(const pl_obstacle_def *s, double (*points)[2])
{
  enum { FINE = 2000 };
  size_t n = 0;
  double r = s->radius, t = s->thickness, high = s->point_b[1] - s->point_a[1];
  for (int k = 0; k <= FINE; k++) {
    double u = (double)k / FINE;
    double half[2] = {t / 2 * cos(pi * u), t / 2 * sin(pi * u)}; /* of a rim */
    if (s->shape == PL_OBSTACLE_CYLINDER) {
      memcpy(points[n++], (double[]){r * u, 0}, 16);
      memcpy(points[n++], (double[]){r * u, high}, 16);
      memcpy(points[n++], (double[]){r, high * u}, 16);
    } else if (s->shape == PL_OBSTACLE_BOWL) {
      for (int side = 0; side < 2; side++)
        memcpy(points[n++], (double[]){(r + side * t) * cos(pi / 2 * u), -(r + side * t) * sin(pi / 2 * u)}, 16);
      memcpy(points[n++], (double[]){r + t / 2 + half[0], half[1]}, 16);
    } else {
      memcpy(points[n++], (double[]){r * u, 0}, 16);
      memcpy(points[n++], (double[]){(r + t / 2) * u, -t}, 16);
      memcpy(points[n++], (double[]){r, high * u}, 16);
      memcpy(points[n++], (double[]){r + t, high * u - (1 - u) * t / 2}, 16);
      memcpy(points[n++], (double[]){r + t / 2 + half[0], high + half[1]}, 16);
      memcpy(points[n++], (double[]){r + t / 2 + t / 2 * sin(pi / 2 * u), -t / 2 - t / 2 * cos(pi / 2 * u)}, 16);
    }
  }
  return n;
}

static void test_turned_shapes(void **state)
{
  (void)state;
  static double points[6 * 2001][2];
  const pl_obstacle_shape shapes[3] = {PL_OBSTACLE_CYLINDER, PL_OBSTACLE_BOWL, PL_OBSTACLE_GLASS};
  uint64_t seed = 3;
  for (int s = 0; s < 3; s++) {
    pl_obstacle_def shape = pl_default_obstacle_def(shapes[s]);
    shape.radius = 0.4;
    shape.thickness = 0.1;
    size_t count = outline(&shape, points);
    int inside = 0;
    for (int k = 0; k < 600; k++) {
      double p[3] = {0.8 * random_unit(&seed), 1.2 * random_unit(&seed), 0.8 * random_unit(&seed)};
      double normal[3], q[3], best = INFINITY, r = hypot(p[0], p[2]);
      for (size_t i = 0; i < count; i++) best = fmin(best, hypot(points[i][0] - r, points[i][1] - p[1]));
      double d = distance_of(&shape, p, normal);
      inside += d < 0;
      bool corner = shapes[s] == PL_OBSTACLE_GLASS && d < 0 && r > 0.4 && p[1] < 0;
      if (corner) { /* wall and bottom overlap: each says how deep */
        assert_true(fabs(d) <= best + 1e-4);
        continue;
      }
      assert_close(fabs(d), best, 1e-4 + 0.0006 * 0.0006 / fmax(best, 1e-3)); /* points are at most 0.6 mm apart */
      assert_close(pl_vec3_length(normal), 1, 1e-12);
      pl_vec3_add_scaled(p, -d, normal, q);
      assert_close(distance_of(&shape, q, normal), 0, 1e-9);
    }
    assert_true(inside > 2 && inside < 300);
  }
}

static double distance_from(const pl_obstacle_def *shape, const double from[3], const double point[3], double normal[3])
{
  double distance = NAN;
  pl_shape_axis axis = pl_shape_find_axis(shape);
  assert_true(pl_shape_distance_from(shape, &axis, from, point, &distance, normal));
  return distance;
}

/* Who crossed the wall is behind the side where it was. */
static void test_hollow_shapes_remember_the_side(void **state)
{
  (void)state;
  double normal[3];
  pl_obstacle_def glass = pl_default_obstacle_def(PL_OBSTACLE_GLASS), bowl = pl_default_obstacle_def(PL_OBSTACLE_BOWL);
  const double in[3] = {0.3, 0.5, 0}, out[3] = {0.9, 0.5, 0}, below[3] = {0, -0.7, 0}, above[3] = {0, 1.5, 0};
  assert_close(distance_from(&glass, in, out, normal), -0.4, 1e-15);
  assert_close(normal[0], -1, 1e-15);
  assert_close(distance_from(&glass, in, below, normal), -0.7, 1e-15);
  assert_close(normal[1], 1, 1e-15);
  assert_close(distance_from(&glass, out, in, normal), -0.25, 1e-15);
  assert_close(normal[0], 1, 1e-15);
  double distance;
  pl_shape_axis axis = pl_shape_find_axis(&glass);
  assert_false(pl_shape_distance_from(&glass, &axis, in, above, &distance, normal));
  assert_false(pl_shape_distance_from(&glass, &axis, above, in, &distance, normal));
  const double deep[3] = {0, -0.3, 0}, under[3] = {0, -0.9, 0};
  assert_close(distance_from(&bowl, deep, under, normal), -0.4, 1e-15);
  assert_close(normal[1], 1, 1e-15);
  assert_close(distance_from(&bowl, under, deep, normal), -0.25, 1e-15);
  assert_close(normal[1], -1, 1e-15);
}

/* Over the rim there is a way from one side to the other, and it is met from wherever one comes. */
static void test_rims_are_met(void **state)
{
  (void)state;
  pl_pose still = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0}};
  pl_obstacle_def bowl = pl_default_obstacle_def(PL_OBSTACLE_BOWL);
  bowl.radius = 1;
  bowl.thickness = 0.05;
  pl_moving_obstacle obstacle = {.shape = &bowl, .axis = pl_shape_find_axis(&bowl), .before = still, .now = still};
  for (int side = -1; side <= 1;
       side += 2) { /* a trace off the middle: to the nearer side it is 2.5 cm, horizontally */
    double at = 1.025 + 1e-4 * side, normal[3], velocity[3];
    double gap =
        pl_obstacle_swept_gap(&obstacle, (double[]){at, 0.1, 0}, (double[]){at, -0.02, 0}, 0.01, normal, velocity);
    assert_close(gap, -0.045, 1e-4);
    assert_close(normal[1], 1, 1e-4);
  }
}

/* Points thrown at thin things from all sides, much faster than they are thick: always told of the side they came
   from. */
static void test_nothing_passes(void **state)
{
  (void)state;
  uint64_t seed = 11;
  pl_obstacle_def shapes[4] = {pl_default_obstacle_def(PL_OBSTACLE_SPHERE), pl_default_obstacle_def(PL_OBSTACLE_BOX),
                               pl_default_obstacle_def(PL_OBSTACLE_CAPSULE),
                               pl_default_obstacle_def(PL_OBSTACLE_CYLINDER)};
  memcpy(shapes[1].half_size, (double[]){0.5, 0.002, 0.5}, 24);
  shapes[0].radius = 0.01;
  shapes[2].radius = shapes[3].radius = 0.005;
  pl_pose still = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0}};
  for (int s = 0; s < 4; s++) {
    pl_moving_obstacle obstacle = {
        .shape = &shapes[s], .axis = pl_shape_find_axis(&shapes[s]), .before = still, .now = still};
    for (int k = 0; k < 1000; k++) {
      /* through a point inside, from 10 cm away to 10 cm beyond */
      double inside[3] = {0, s > 1 ? 0.5 : 0, 0}, from[3], to[3], way[3], normal[3], velocity[3];
      for (int c = 0; c < 3; c++) way[c] = random_unit(&seed);
      pl_vec3_normalise(way, (double[]){0, 1, 0}, way);
      pl_vec3_add_scaled(inside, -0.1, way, from);
      pl_vec3_add_scaled(inside, 0.1, way, to);
      double gap = pl_obstacle_swept_gap(&obstacle, from, to, 0.01, normal, velocity);
      if (s == 1 && fabs(way[1]) < 0.05) continue; /* starts inside the plate */
      assert_true(gap < 0);
      assert_true(pl_vec3_dot(normal, way) < 0);
    }
  }
}

/* Centres, axes, corners, capsules without length: a unit normal everywhere, never NaN. */
static void test_where_the_normal_is_anybodys_guess(void **state)
{
  (void)state;
  double normal[3];
  pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE), box = pl_default_obstacle_def(PL_OBSTACLE_BOX);
  pl_obstacle_def capsule = pl_default_obstacle_def(PL_OBSTACLE_CAPSULE);
  assert_close(distance_of(&ball, (double[]){0, 0, 0}, normal), -0.5, 0);
  assert_close(pl_vec3_length(normal), 1, 0);
  assert_close(distance_of(&box, (double[]){0, 0, 0}, normal), -0.5, 0);
  assert_close(pl_vec3_length(normal), 1, 0);
  assert_close(distance_of(&box, (double[]){0.5, 0.5, 0.5}, normal), 0, 0);
  assert_close(pl_vec3_length(normal), 1, 0);
  assert_close(distance_of(&capsule, (double[]){0, 0.5, 0}, normal), -0.5, 0);
  assert_close(pl_vec3_length(normal), 1, 0);
  memset(capsule.point_b, 0, sizeof capsule.point_b);
  assert_close(distance_of(&capsule, (double[]){2, 0, 0}, normal), 1.5, 0);
  assert_close(normal[0], 1, 0);
}

static pl_obstacle_def any_shape(pl_obstacle_shape kind)
{
  pl_obstacle_def shape = pl_default_obstacle_def(kind);
  memcpy(shape.normal, (double[]){0.2, 1.5, -0.1}, 24);
  memcpy(shape.point_b, (double[]){0.3, 0.8, 0.2}, 24);
  memcpy(shape.half_size, (double[]){0.3, 0.5, 0.2}, 24);
  shape.radius = 0.4;
  shape.thickness = 0.1;
  return shape;
}

/* At random, slow or fast, some of them on an axis, in the middle or at a corner; returned lane by lane in `from` and
   `to`, too. */
static void throw_block(uint64_t *seed, double h, pl_particle_block *block, double from[][3], double to[][3])
{
  double scale = random_unit(seed) > 0 ? 1 : 0.01;
  for (int l = 0; l < PL_BLOCK; l++) {
    double x[3], v[3];
    for (int c = 0; c < 3; c++) {
      x[c] = l == 0 ? 0 : l == 1 ? 0.5 * (c == 1) : random_unit(seed);
      v[c] = l == 2 ? 0 : scale * random_unit(seed) / h;
      block->x.at[c][l] = x[c];
      block->v.at[c][l] = v[c];
    }
    memcpy(to[l], x, sizeof x);
    pl_vec3_add_scaled(x, -h, v, from[l]);
  }
}

/* One by one and many at once, particles are told the same bits. */
static void test_many_at_once(void **state)
{
  (void)state;
  enum { TRIES = 300 };
  const double h = 0.01;
  const pl_shapes_kernels *kernels = PL_ISA_PICK(pl_shapes_kernels);
  pl_pose turned = {{0.6, -0.8, 0, 0.8, 0.6, 0, 0, 0, 1}, {0.1, -0.05, 0.02}};
  uint64_t seed = 5;
  for (pl_obstacle_shape kind = PL_OBSTACLE_PLANE; kind < PL_OBSTACLE_MESH; kind++) {
    pl_obstacle_def shape = any_shape(kind);
    pl_moving_obstacle obstacle = {
        .shape = &shape, .axis = pl_shape_find_axis(&shape), .before = turned, .now = turned};
    size_t sure = 0, unsure = 0;
    for (int k = 0; k < TRIES; k++) {
      pl_particle_block block;
      pl_obstacle_gaps met;
      double from[PL_BLOCK][3], to[PL_BLOCK][3];
      throw_block(&seed, h, &block, from, to);
      kernels->meet(&obstacle, &block, h, &met);
      for (int l = 0; l < PL_BLOCK; l++) {
        double normal[3], velocity[3];
        double gap = pl_obstacle_swept_gap(&obstacle, from[l], to[l], h, normal, velocity);
        double there[3] = {met.normal.at[0][l], met.normal.at[1][l], met.normal.at[2][l]};
        unsure += !met.sure[l];
        sure += met.sure[l] != 0;
        if (!met.sure[l]) continue;
        assert_memory_equal(&met.gap[l], &gap, sizeof gap);
        assert_memory_equal(there, normal, sizeof normal);
      }
    }
    assert_true(sure > TRIES * PL_BLOCK / 4);
    assert_true((unsure == 0) == (kind == PL_OBSTACLE_PLANE));
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_distances),
                                     cmocka_unit_test(test_plane),
                                     cmocka_unit_test(test_turned_shapes),
                                     cmocka_unit_test(test_hollow_shapes_remember_the_side),
                                     cmocka_unit_test(test_rims_are_met),
                                     cmocka_unit_test(test_nothing_passes),
                                     cmocka_unit_test(test_where_the_normal_is_anybodys_guess),
                                     cmocka_unit_test(test_many_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
