/* SPDX-License-Identifier: MIT */
#include "mesh/query/separation.h"

#include "math/vec3.h"
#include "mesh/cage_checks.h"
#include "mesh/query/clearance.h"

static void random_points(uint64_t *seed, double *x, size_t count)
{
  for (size_t i = 0; i < 3 * count; i++) x[i] = random_unit(seed);
}

/* Shortest distance of two segments by trying a fine grid of places on both. */
static double searched(const double *a, const double *b, const double *c, const double *d)
{
  enum { STEPS = 60 };
  double least = INFINITY;
  for (int i = 0; i <= STEPS; i++)
    for (int j = 0; j <= STEPS; j++) {
      double p[3], q[3];
      for (int k = 0; k < 3; k++) {
        p[k] = a[k] + (b[k] - a[k]) * i / STEPS;
        q[k] = c[k] + (d[k] - c[k]) * j / STEPS;
      }
      least = fmin(least, pl_vec3_distance(p, q));
    }
  return least;
}

static void distance_of_segments(void **state)
{
  (void)state;
  uint64_t seed = 1;
  for (int trial = 0; trial < 300; trial++) {
    double x[12];
    random_points(&seed, x, 4);
    if (trial % 5 == 0) /* parallel */
      for (int k = 0; k < 3; k++) x[9 + k] = x[6 + k] + 0.7 * (x[3 + k] - x[k]);
    double got = sqrt(pl_segments_distance_squared(x, x + 3, x + 6, x + 9)), best = searched(x, x + 3, x + 6, x + 9);
    assert_true(got <= best + 1e-12);
    assert_close(got, best, 0.06); /* half a step of the search, along segments up to 3.5 long */
  }
  static const double point[12] = {0, 0, 0, 0, 0, 0, 1, -1, 0, 1, 1, 0}; /* a segment without length */
  assert_close(pl_segments_distance_squared(point, point + 3, point + 6, point + 9), 1, 1e-15);
}

/* Two triangles without common corners meet exactly if an edge of one goes through the other; nearly touching ones
   aside, which the gap decides. */
static void triangles_meet_where_edges_go_through(void **state)
{
  (void)state;
  static const uint32_t a[3] = {0, 1, 2}, b[3] = {3, 4, 5}, both[6] = {0, 1, 2, 3, 4, 5};
  uint64_t seed = 2;
  int met = 0;
  for (int trial = 0; trial < 3000; trial++) {
    double x[18];
    random_points(&seed, x, 6);
    pl_mesh_data one = {.positions = x, .vertex_count = 6, .triangles = both, .triangle_count = 1};
    pl_mesh_data two = {.positions = x, .vertex_count = 6, .triangles = both + 3, .triangle_count = 1};
    bool through = count_piercings(&one, &two) + count_piercings(&two, &one) > 0;
    bool meet = pl_triangles_meet(x, a, b, 0);
    assert_int_equal(through, meet);
    met += meet;
    if (meet) continue;
    /* closer than the gap is met, and only that */
    double least = INFINITY;
    for (size_t i = 0; i < 3; i++) {
      least = fmin(least, fmin(distance_to(&one, 0, x + 9 + 3 * i), distance_to(&two, 0, x + 3 * i)));
      for (size_t j = 0; j < 3; j++)
        least = fmin(least, sqrt(pl_segments_distance_squared(x + 3 * i, x + 3 * ((i + 1) % 3), x + 9 + 3 * j,
                                                              x + 9 + 3 * ((j + 1) % 3))));
    }
    assert_false(pl_triangles_meet(x, a, b, 0.99 * least));
    assert_true(pl_triangles_meet(x, a, b, 1.01 * least));
  }
  assert_true(met > 300 && met < 2700);
}

static void neighbours_meet_only_when_they_overlap(void **state)
{
  (void)state;
  static const double x[24] = {0,  0,    0, 1, 0, 0, 0,   1,   0,     -1,  -1,  0,
                               -1, -0.5, 0, 1, 1, 0, 0.2, 0.9, 0.001, 0.3, 0.3, 0};
  static const uint32_t t[3] = {0, 1, 2}, behind[3] = {0, 3, 4}, inside[3] = {0, 5, 7}, beside[3] = {2, 1, 5},
                        folded[3] = {1, 2, 6}, same[3] = {2, 1, 0}, line[3] = {0, 1, 1};
  assert_false(pl_triangles_meet(x, t, behind, 1e-6));
  assert_true(pl_triangles_meet(x, t, inside, 1e-6)); /* in one plane, through each other */
  assert_false(pl_triangles_meet(x, t, beside, 1e-6));
  assert_true(pl_triangles_meet(x, t, same, 1e-6));
  assert_true(pl_triangles_meet(x, t, line, 1e-6));
  /* the third corner nearly back in the plane: (0.2, 0.9) lies on the other side of the edge, so turn it round */
  double y[24];
  for (int i = 0; i < 24; i++) y[i] = x[i];
  y[18] = 0.2;
  y[19] = 0.2;
  assert_true(pl_triangles_meet(y, t, folded, 1e-9) || pl_triangles_meet(y, t, (const uint32_t[3]){2, 1, 6}, 1e-9));
  y[20] = 0.5;
  assert_false(pl_triangles_meet(y, t, folded, 1e-9));
}

/* Against a plane the clearance of a triangle is the least height of its corners. */
static void clearance_of_triangles(void **state)
{
  (void)state;
  static const double square[12] = {-9, 0, -9, 9, 0, -9, 9, 0, 9, -9, 0, 9};
  static const uint32_t two[6] = {0, 2, 1, 0, 3, 2};
  uint64_t seed = 3;
  pl_bvh *bvh = NULL;
  assert_ok(pl_bvh_create(square, two, 2, &bvh));
  for (int trial = 0; trial < 200; trial++) {
    double x[9], least = INFINITY;
    random_points(&seed, x, 3);
    for (int k = 0; k < 3; k++) {
      x[3 * k + 1] = 1.2 + x[3 * k + 1];
      least = fmin(least, x[3 * k + 1]);
    }
    assert_true(pl_triangle_is_clear(bvh, x, x + 3, x + 6, 0.97 * least));
    assert_false(pl_triangle_is_clear(bvh, x, x + 3, x + 6, 1.02 * least));
  }
  pl_bvh_destroy(bvh);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(distance_of_segments),
      cmocka_unit_test(triangles_meet_where_edges_go_through),
      cmocka_unit_test(neighbours_meet_only_when_they_overlap),
      cmocka_unit_test(clearance_of_triangles),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
