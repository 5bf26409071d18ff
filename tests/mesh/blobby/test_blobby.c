/* SPDX-License-Identifier: MIT
   Blobby surfaces against spheres, and against their own definition: where the sum of potentials is 1. */
#include "testing.h"

#include <string.h>

#include "math/vec3.h"
#include "mesh/blobby/blobby.h"
#include "mesh/measure/measure.h"

static const double pi = 3.14159265358979323846;

static pl_blobby_surface find(pl_blobby *b, const pl_blobby_def *def, const double *points, size_t count)
{
  pl_blobby_surface s;
  assert_ok(pl_blobby_find(b, def, points, count, &s));
  return s;
}

static double potential(const pl_blobby_def *def, const double *points, size_t count, const double x[3])
{
  double sum = 0;
  for (size_t i = 0; i < count; i++) {
    double r = pl_vec3_distance(points + 3 * i, x);
    sum += exp(def->sharpness * (1 - r * r / (def->radius * def->radius)));
  }
  return sum;
}

/* Every directed side has its opposite once: closed, two triangles at each edge, all facing the same way. */
static int compare_sides(const void *a, const void *b)
{
  const uint32_t *p = a, *q = b;
  if (p[0] != q[0]) return p[0] < q[0] ? -1 : 1;
  return (p[1] > q[1]) - (p[1] < q[1]);
}

static void assert_closed(const pl_blobby_surface *s)
{
  uint32_t(*sides)[2] = calloc(3 * s->triangle_count, sizeof *sides);
  for (size_t k = 0; k < 3 * s->triangle_count; k++) {
    sides[k][0] = s->triangles[k];
    sides[k][1] = s->triangles[k - k % 3 + (k + 1) % 3];
  }
  qsort(sides, 3 * s->triangle_count, sizeof *sides, compare_sides);
  for (size_t k = 0; k < 3 * s->triangle_count; k++) {
    uint32_t opposite[2] = {sides[k][1], sides[k][0]};
    assert_true(k == 0 || compare_sides(sides[k], sides[k - 1]) != 0);
    assert_non_null(bsearch(opposite, sides, 3 * s->triangle_count, sizeof *sides, compare_sides));
  }
  free(sides);
}

/* One point makes a sphere: volume and area come right at second order in the spacing, normals point outwards. */
static void test_a_point_is_a_sphere(void **state)
{
  (void)state;
  const double at[3] = {0.3, -2.1, 5.7};
  double errors[2];
  for (int k = 0; k < 2; k++) {
    pl_blobby b = {0};
    pl_blobby_def def = pl_default_blobby_def();
    def.radius = 0.5;
    def.spacing = k ? 0.05 : 0.1;
    pl_blobby_surface s = find(&b, &def, at, 1);
    assert_closed(&s);
    double volume = pl_mesh_volume(s.positions, s.triangles, s.triangle_count), exact = 4 * pi / 3 * 0.125;
    errors[k] = volume / exact - 1;
    for (size_t i = 0; i < s.vertex_count; i++) {
      double out[3];
      pl_vec3_sub(s.positions + 3 * i, at, out);
      /* -r^2 is taken as linear along edges of up to sqrt(3) spacings: wrong by 3/4 of a square of one, over 2 r,
         which is a little less than the radius */
      assert_close(pl_vec3_length(out), 0.5, 0.4 * def.spacing * def.spacing / 0.5);
      assert_close(pl_vec3_dot(out, s.normals + 3 * i) / pl_vec3_length(out), 1, 0.002);
    }
    pl_blobby_free(&b);
  }
  assert_close(errors[1], 0, 0.01);
  assert_close(log2(errors[0] / errors[1]), 2, 0.3);
}

/* Random points: closed, vertices where the sum is 1, triangles that face outwards, the nearest point named. */
static void test_many_points(void **state)
{
  (void)state;
  pl_blobby b = {0};
  pl_blobby_def def = pl_default_blobby_def();
  def.radius = 0.1;
  def.spacing = 0.0125;
  uint64_t seed = 5;
  for (int round = 0; round < 3; round++) { /* one after the other in the same room */
    double points[180];
    for (int k = 0; k < 180; k++) points[k] = 0.5 * random_unit(&seed);
    pl_blobby_surface s = find(&b, &def, points, 60);
    assert_closed(&s);
    assert_true(s.triangle_count > 1000);
    for (size_t i = 0; i < s.vertex_count; i++) {
      const double *x = s.positions + 3 * i;
      /* logarithms taken as linear between nodes: 2 x 3/4 (spacing / radius)^2 for one point, more
         where many of different distances meet; faint ones are left out */
      assert_close(log(potential(&def, points, 60, x)), 0, 0.15);
      double inside[3], outside[3];
      pl_vec3_add_scaled(x, -0.01, s.normals + 3 * i, inside);
      pl_vec3_add_scaled(x, 0.01, s.normals + 3 * i, outside);
      assert_less(potential(&def, points, 60, outside), potential(&def, points, 60, inside));
      assert_true(s.nearest[i] < 60);
      assert_less(pl_vec3_distance(points + 3 * s.nearest[i], x), 0.2);
    }
    assert_true(pl_mesh_volume(s.positions, s.triangles, s.triangle_count) > 0);
  }
  pl_blobby_free(&b);
}

/* Two points far apart are two spheres; near to each other they are one that has no waist. */
static void test_points_join(void **state)
{
  (void)state;
  pl_blobby b = {0};
  pl_blobby_def def = pl_default_blobby_def();
  def.radius = 0.1;
  const double far[6] = {0, 0, 0, 0.5, 0, 0}, near[6] = {0, 0, 0, 0.05, 0, 0};
  pl_blobby_surface s = find(&b, &def, far, 2);
  double two = pl_mesh_volume(s.positions, s.triangles, s.triangle_count);
  size_t between = 0;
  for (size_t i = 0; i < s.vertex_count; i++) between += s.positions[3 * i] > 0.15 && s.positions[3 * i] < 0.35;
  assert_int_equal(between, 0);
  assert_close(two, 2 * 4 * pi / 3 * 1e-3, 0.12 * two); /* three spacings to a radius: 3 x 0.375 / 9 */
  s = find(&b, &def, near, 2);
  assert_closed(&s);
  assert_true(pl_mesh_volume(s.positions, s.triangles, s.triangle_count) > 0.6 * two);
  pl_blobby_free(&b);
}

static double *make_spray(size_t count)
{
  double *points = calloc(3 * count, sizeof *points);
  uint64_t seed = 9;
  for (size_t k = 0; k < 3 * count; k++) points[k] = 100 * random_unit(&seed);
  return points;
}

static void test_a_spray_takes_a_coarser_grid(void **state)
{
  (void)state;
  enum { COUNT = 1000 };
  pl_blobby b = {0};
  pl_blobby_def def = pl_default_blobby_def();
  double *points = make_spray(COUNT);
  def.radius = 1;
  pl_blobby_surface s;
  assert_ok(pl_blobby_find(&b, &def, points, COUNT, &s)); /* 905 nodes per point at a third: 1.7 times too many */
  assert_true(s.spacing > 1.0 / 3 && s.spacing <= 0.5);
  assert_closed(&s);
  free(points);
  pl_blobby_free(&b);
}

/* What no grid can hold is drawn on a coarser one, or refused with advice. */
static void test_the_grid_is_bounded(void **state)
{
  (void)state;
  enum { MANY = 20000 };
  pl_blobby b = {0};
  pl_blobby_def def = pl_default_blobby_def();
  double *points = make_spray(MANY);
  def.radius = 1;
  pl_blobby_surface s;
  assert_int_equal(pl_blobby_find(&b, &def, points, MANY, &s), PL_ERROR_LIMIT);
  assert_non_null(strstr(pl_last_error(), "smaller radius"));
  def.spacing = 1e-9; /* 1e27 places around one point */
  assert_ok(pl_blobby_find(&b, &def, points, 1, &s));
  assert_true(s.spacing > 1e-3 && s.spacing < 0.1);
  def.spacing = 0;
  points[1] = NAN;
  assert_int_equal(pl_blobby_find(&b, &def, points, 1, &s), PL_ERROR_LIMIT);
  free(points);
  pl_blobby_free(&b);
}

int main(void)
{
  choose_tests();
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_a_point_is_a_sphere), cmocka_unit_test(test_many_points),
                                     cmocka_unit_test(test_points_join), cmocka_unit_test(test_the_grid_is_bounded),
                                     cmocka_unit_test(test_a_spray_takes_a_coarser_grid)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
