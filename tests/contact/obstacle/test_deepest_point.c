/* SPDX-License-Identifier: MIT
   The deepest points of edges and triangles in obstacles, against a finite search that knows nothing of slopes. */
#include "contact/obstacle/deepest_point.h"

#include "contact/obstacle/obstacle.h"
#include "fixtures.h"
#include "math/vec3.h"

typedef struct shape_case {
  const char *name;
  pl_obstacle_def def;
  double reach; /* m: of random corners about the origin */
  bool convex;
} shape_case;

enum { SHAPES = 8 };

static void make_shapes(shape_case out[SHAPES])
{
  static const pl_obstacle_shape shapes[SHAPES] = {PL_OBSTACLE_SPHERE,   PL_OBSTACLE_BOX,     PL_OBSTACLE_BOX,
                                                   PL_OBSTACLE_CAPSULE,  PL_OBSTACLE_CAPSULE, PL_OBSTACLE_CYLINDER,
                                                   PL_OBSTACLE_CYLINDER, PL_OBSTACLE_BOWL};
  static const char *const names[SHAPES] = {"sphere",       "box",      "flat box", "capsule",
                                            "thin capsule", "cylinder", "disc",     "bowl"};
  for (int k = 0; k < SHAPES; k++) {
    out[k] = (shape_case){.name = names[k], .def = pl_default_obstacle_def(shapes[k]), .reach = 0.8};
    out[k].convex = shapes[k] != PL_OBSTACLE_BOWL;
    out[k].def.radius = 0.3;
    pl_vec3_set(out[k].def.half_size, 0.3, 0.2, 0.25);
    pl_vec3_set(out[k].def.point_a, -0.2, -0.1, 0);
    pl_vec3_set(out[k].def.point_b, 0.3, 0.1, 0.05);
  }
  pl_vec3_set(out[2].def.half_size, 0.4, 0.02, 0.3);
  out[4].def.radius = 0.02;
  pl_vec3_set(out[6].def.point_a, 0, 0, 0);
  pl_vec3_set(out[6].def.point_b, 0, 0.03, 0.01);
}

static void random_corners(uint64_t *seed, double reach, size_t count, double *out)
{
  for (size_t k = 0; k < 3 * count; k++) out[k] = reach * random_unit(seed);
}

static double distance_at(const pl_moving_obstacle *obstacle, const double *corners, size_t count,
                          const double *weights)
{
  double point[3] = {0, 0, 0}, normal[3];
  for (size_t k = 0; k < count; k++) pl_vec3_add_scaled(point, weights[k], corners + 3 * k, point);
  return pl_shape_distance(obstacle->shape, &obstacle->axis, point, normal);
}

/* Of an edge, or of a triangle. */
static double finite_search(const pl_moving_obstacle *obstacle, const double *corners, size_t count)
{
  int parts = count == 2 ? 2000 : 120;
  double least = INFINITY;
  for (int i = 0; i <= parts; i++)
    for (int j = 0; j <= (count == 2 ? 0 : parts - i); j++) {
      double u = (double)i / parts, v = (double)j / parts, weights[3] = {1 - u - v, u, v};
      least = fmin(least, distance_at(obstacle, corners, count, weights));
    }
  return least;
}

static double longest_side(const double *corners, size_t count)
{
  double longest = 0;
  for (size_t k = 0; k < count; k++)
    longest = fmax(longest, pl_vec3_distance(corners + 3 * k, corners + 3 * ((k + 1) % count)));
  return longest;
}

/* What was found lies in the feature, is as deep as it says, across it, and the way out is a way out. */
static void check_found(const shape_case *shape, const pl_moving_obstacle *obstacle, const double *corners,
                        size_t count, const pl_deepest *d)
{
  double sum = 0, moved[9];
  for (size_t k = 0; k < count; k++) {
    assert_true(d->weights[k] > 0);
    sum += d->weights[k];
  }
  assert_close(sum, 1, 1e-12);
  assert_close(pl_vec3_length(d->normal), 1, 1e-12);
  assert_close(distance_at(obstacle, corners, count, d->weights), d->distance, 1e-12);
  for (size_t k = 1; k < count; k++) {
    double along[3];
    pl_vec3_sub(corners + 3 * k, corners, along);
    assert_close(pl_vec3_dot(along, d->normal), 0, 1e-5);
  }
  for (size_t k = 0; k < count; k++) pl_vec3_add_scaled(corners + 3 * k, 1e-3, d->normal, moved + 3 * k);
  if (fabs(d->distance) > 1e-2) return; /* deep inside, the nearest way out may change */
  /* what is not convex may be deeper elsewhere */
  double then = shape->convex ? finite_search(obstacle, moved, count) : distance_at(obstacle, moved, count, d->weights);
  assert_true(then > d->distance);
}

typedef struct tally {
  int found, missed, pierced;
  double worst; /* m: how much deeper the finite search got */
} tally;

static void tally_edge(const shape_case *shape, const pl_moving_obstacle *obstacle, uint64_t *seed, tally *t)
{
  double ends[6], least;
  pl_deepest deepest;
  random_corners(seed, shape->reach, 2, ends);
  double dip = 2e-3 * longest_side(ends, 2), corner = INFINITY;
  bool found = pl_edge_deepest(obstacle, ends, INFINITY, dip, &least, &deepest);
  double finite = finite_search(obstacle, ends, 2);
  for (size_t k = 0; k < 2; k++) corner = fmin(corner, distance_at(obstacle, ends, 2, (double[]){k == 0, k == 1, 0}));
  if (found) {
    t->found++;
    t->worst = fmax(t->worst, deepest.distance - finite);
    check_found(shape, obstacle, ends, 2, &deepest);
  } else if (finite < corner - 1.01 * dip) {
    if (finite > 0)
      t->missed++;
    else
      t->pierced++;
  }
}

static void tally_triangle(const shape_case *shape, const pl_moving_obstacle *obstacle, uint64_t *seed, tally *t)
{
  double corners[9], below = INFINITY;
  pl_deepest deepest;
  random_corners(seed, shape->reach, 3, corners);
  double dip = 2e-3 * longest_side(corners, 3);
  for (size_t k = 0; k < 3; k++) {
    double side[6];
    pl_vec3_copy(corners + 3 * k, side);
    pl_vec3_copy(corners + 3 * ((k + 1) % 3), side + 3);
    below = fmin(below, finite_search(obstacle, side, 2) - dip);
  }
  bool found = pl_triangle_deepest(obstacle, corners, below, &deepest);
  double finite = finite_search(obstacle, corners, 3);
  if (found) {
    t->found++;
    t->worst = fmax(t->worst, deepest.distance - finite);
    check_found(shape, obstacle, corners, 3, &deepest);
  } else if (finite < below - 0.01 * dip) {
    if (finite > 0)
      t->missed++;
    else
      t->pierced++;
  }
}

static void test_against_finite_search(void **state)
{
  (void)state;
  enum { EDGES = 3000, TRIANGLES = 300 };
  shape_case shapes[SHAPES];
  make_shapes(shapes);
  for (int k = 0; k < SHAPES; k++) {
    pl_moving_obstacle obstacle = {.shape = &shapes[k].def, .axis = pl_shape_find_axis(&shapes[k].def)};
    tally edges = {0}, triangles = {0};
    uint64_t seed = 7 + (uint64_t)k;
    for (int i = 0; i < EDGES; i++) tally_edge(&shapes[k], &obstacle, &seed, &edges);
    for (int i = 0; i < TRIANGLES; i++) tally_triangle(&shapes[k], &obstacle, &seed, &triangles);
    print_message("%-12s edges: %4d found, %2d missed, %3d pierced, off by %.1e m; triangles: %3d, %2d, %2d, %.1e m\n",
                  shapes[k].name, edges.found, edges.missed, edges.pierced, edges.worst, triangles.found,
                  triangles.missed, triangles.pierced, triangles.worst);
    assert_true(edges.found > 100 && triangles.found > 10);
    assert_less(edges.worst, shapes[k].convex ? 1e-6 : 0.04);
    assert_less(triangles.worst, shapes[k].convex ? 2e-5 : 1e-2); /* 1e-5 of the triangle's size is asked for */
    if (shapes[k].convex) {
      assert_int_equal(edges.missed, 0);
      assert_int_equal(triangles.missed, 0);
    }
  }
}

/* The corner of a box through a triangle that lies across its diagonal: so far the triangle has to go for the corner to
   be out. */
static void test_gap_at_a_corner(void **state)
{
  (void)state;
  pl_obstacle_def box = pl_default_obstacle_def(PL_OBSTACLE_BOX);
  pl_moving_obstacle obstacle = {.shape = &box, .axis = pl_shape_find_axis(&box)};
  for (int sign = -1; sign <= 1; sign += 2) {
    /* of the corner at (0.5, 0.5, 0.5) a depth along (1, 1, 1) is cut off, or it is that far below */
    double depth = -0.02 * sign, s = 1.5 - depth * sqrt(3), corners[9] = {s, 0, 0, 0, s, 0, 0, 0, s};
    pl_deepest deepest;
    assert_true(pl_triangle_deepest(&obstacle, corners, 0.5, &deepest));
    for (int k = 0; k < 3; k++) {
      assert_close(deepest.normal[k], 1 / sqrt(3), 1e-12);
      assert_close(deepest.weights[k], 1.0 / 3, 2e-3);
    }
    assert_close(deepest.gap, -depth, 1e-3 * fabs(depth));
  }
}

/* Walls that an edge or a triangle goes through show no way out: nothing is done about it. */
static void test_walls_are_pierced(void **state)
{
  (void)state;
  pl_obstacle_def wall = pl_default_obstacle_def(PL_OBSTACLE_BOX);
  pl_vec3_set(wall.half_size, 5, 0.01, 5);
  pl_moving_obstacle obstacle = {.shape = &wall, .axis = pl_shape_find_axis(&wall)};
  double through[6] = {0.1, 0.5, 0, 0, -0.7, 0.2}, least;
  double upright[9] = {0, 1, 0, 0.3, -1, 0.1, -0.4, -0.8, 0};
  pl_deepest deepest;
  assert_false(pl_edge_deepest(&obstacle, through, 1, 1e-3, &least, &deepest));
  assert_false(pl_triangle_deepest(&obstacle, upright, 1, &deepest));
}

static void test_without_extent(void **state)
{
  (void)state;
  pl_obstacle_def ball = pl_default_obstacle_def(PL_OBSTACLE_SPHERE);
  pl_moving_obstacle obstacle = {.shape = &ball, .axis = pl_shape_find_axis(&ball)};
  double point[9] = {0.3, 0.1, 0, 0.3, 0.1, 0, 0.3, 0.1, 0}, line[9] = {-1, 0.1, 0, 1, 0.1, 0, 0.5, 0.1, 0}, least;
  pl_deepest deepest;
  assert_false(pl_edge_deepest(&obstacle, point, 1, 0, &least, &deepest));
  assert_false(pl_triangle_deepest(&obstacle, point, 1, &deepest));
  assert_false(pl_triangle_deepest(&obstacle, line, 1, &deepest));
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_against_finite_search),
                                     cmocka_unit_test(test_gap_at_a_corner), cmocka_unit_test(test_walls_are_pierced),
                                     cmocka_unit_test(test_without_extent)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
