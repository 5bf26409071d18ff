/* SPDX-License-Identifier: MIT */
#include "mesh/query/bvh.h"

#include <string.h>

#include "testing.h"

typedef struct soup {
  size_t count;
  double *positions; /* 9 per triangle */
  uint32_t *triangles;
} soup;

static soup make_soup(size_t count)
{
  soup s = {count, calloc(9 * count + 1, sizeof(double)), calloc(3 * count + 1, sizeof(uint32_t))};
  assert_non_null(s.positions);
  assert_non_null(s.triangles);
  for (size_t i = 0; i < 3 * count; i++) s.triangles[i] = (uint32_t)i;
  return s;
}

static void free_soup(soup *s)
{
  free(s->positions);
  free(s->triangles);
}

/* Small triangles scattered in a box of `size` around `center`; every 7th a needle, every 11th a point, some equal. */
static soup random_soup(size_t count, double size, double center, uint64_t seed)
{
  soup s = make_soup(count);
  for (size_t t = 0; t < count; t++) {
    double *x = s.positions + 9 * t;
    for (int k = 0; k < 3; k++) x[k] = center + size * random_unit(&seed);
    for (int k = 3; k < 9; k++) x[k] = x[k - 3] + 0.2 * size * random_unit(&seed);
    if (t % 7 == 3)
      for (int k = 0; k < 3; k++) x[6 + k] = 0.3 * x[k] + 0.7 * x[3 + k];
    if (t % 11 == 5)
      for (int k = 0; k < 3; k++) x[3 + k] = x[6 + k] = x[k];
    if (t % 13 == 6) memcpy(x, x - 9, 9 * sizeof *x);
  }
  return s;
}

static double dot3(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross3(const double a[3], const double b[3], double c[3])
{
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* An independent test: intersect the plane, then ask on which side of the three edges the point is. */
static double brute_ray(const soup *s, const double o[3], const double d[3], double t_min, double t_max)
{
  double best = INFINITY;
  for (size_t t = 0; t < s->count; t++) {
    const double *x = s->positions + 9 * t;
    double e[3], f[3], n[3], w[3];
    for (int k = 0; k < 3; k++) {
      e[k] = x[3 + k] - x[k];
      f[k] = x[6 + k] - x[k];
      w[k] = x[k] - o[k];
    }
    cross3(e, f, n);
    double hit = dot3(w, n) / dot3(d, n);
    if (dot3(n, n) <= 1e-24 * dot3(e, e) * dot3(f, f) || !(hit >= t_min && hit <= t_max && hit < best)) continue;
    bool inside = true;
    for (int i = 0; i < 3; i++) {
      const double *p = x + 3 * i, *q = x + 3 * ((i + 1) % 3);
      double edge[3], to[3], side[3];
      for (int k = 0; k < 3; k++) {
        edge[k] = q[k] - p[k];
        to[k] = o[k] + hit * d[k] - p[k];
      }
      cross3(edge, to, side);
      inside = inside && dot3(side, n) >= 0;
    }
    if (inside) best = hit;
  }
  return best;
}

/* Independent: the minimum over a triangle by subdividing barycentric space around the best sample. */
static double brute_distance(const double *x, const double p[3])
{
  double cu = 1.0 / 3, cv = 1.0 / 3, reach = 1.0, best = INFINITY;
  for (int round = 0; round < 40; round++) {
    double bu = cu, bv = cv;
    for (int i = -4; i <= 4; i++)
      for (int j = -4; j <= 4; j++) {
        double u = fmin(1, fmax(0, cu + reach * i / 4)), v = fmin(1, fmax(0, cv + reach * j / 4));
        if (u + v > 1) {
          double over = 0.5 * (u + v - 1);
          u = fmax(0, u - over);
          v = 1 - u;
        }
        double r[3];
        for (int k = 0; k < 3; k++) r[k] = x[k] + u * (x[3 + k] - x[k]) + v * (x[6 + k] - x[k]) - p[k];
        if (dot3(r, r) < best) {
          best = dot3(r, r);
          bu = u;
          bv = v;
        }
      }
    cu = bu;
    cv = bv;
    reach *= 0.6;
  }
  return sqrt(best);
}

static void check_rays(const soup *s, const pl_bvh *bvh, double size, double center, uint64_t seed, int count)
{
  int hits = 0;
  for (int i = 0; i < count; i++) {
    double o[3], d[3];
    for (int k = 0; k < 3; k++) {
      o[k] = center + 2 * size * random_unit(&seed);
      d[k] = center + size * random_unit(&seed) - o[k];
    }
    if (i % 5 == 0) d[i % 3] = 0;
    if (i % 25 == 0) d[(i + 1) % 3] = 0;
    double t_max = i % 3 == 0 ? 0.8 : 1e30, t_min = i % 4 == 0 ? 0.3 : 0;
    double expected = brute_ray(s, o, d, t_min, t_max);
    pl_bvh_hit hit = {0};
    bool found = pl_bvh_ray(bvh, o, d, t_min, t_max, &hit);
    assert_int_equal(found, expected < INFINITY);
    assert_int_equal(pl_bvh_blocked(bvh, o, d, t_min, t_max), found);
    if (!found) continue;
    hits++;
    /* Both are exact up to the condition of a grazing hit. */
    assert_close(hit.t, expected, 1e-8 * (1 + fabs(expected)));
    const double *x = s->positions + 9 * (size_t)hit.triangle;
    for (int k = 0; k < 3; k++) {
      double on_triangle = x[k] + hit.u * (x[3 + k] - x[k]) + hit.v * (x[6 + k] - x[k]);
      assert_close(on_triangle, o[k] + hit.t * d[k], 1e-7 * (size + fabs(center)));
    }
  }
  assert_true(hits > (s->count >= 400 ? count / 10 : 0));
}

static void check_closest(const soup *s, const pl_bvh *bvh, double size, double center, uint64_t seed, int count)
{
  for (int i = 0; i < count; i++) {
    double p[3];
    for (int k = 0; k < 3; k++) p[k] = center + (i % 4 == 0 ? 100 : 1.3) * size * random_unit(&seed);
    double expected = INFINITY;
    for (size_t t = 0; t < s->count; t++) expected = fmin(expected, brute_distance(s->positions + 9 * t, p));
    pl_bvh_point closest;
    assert_true(pl_bvh_closest(bvh, p, INFINITY, &closest));
    /* The search by subdivision ends a little above the minimum. */
    assert_close(closest.distance, expected, 1e-6 * (size + expected));
    double r[3];
    for (int k = 0; k < 3; k++) r[k] = closest.point[k] - p[k];
    assert_close(sqrt(dot3(r, r)), closest.distance, 1e-9 * (fabs(center) + size + expected));
    assert_false(pl_bvh_closest(bvh, p, 0.999 * closest.distance, &closest));
    assert_true(pl_bvh_closest(bvh, p, 1.001 * closest.distance + 1e-300, &closest));
  }
}

static void test_matches_brute_force(void **state)
{
  (void)state;
  static const size_t counts[] = {1, 2, 4, 5, 17, 100, 700};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    soup s = random_soup(counts[i], 1, 0, 10 + i);
    pl_bvh *bvh = NULL;
    assert_ok(pl_bvh_create(s.positions, s.triangles, s.count, &bvh));
    check_rays(&s, bvh, 1, 0, 3 + i, 1500);
    check_closest(&s, bvh, 1, 0, 5 + i, counts[i] > 100 ? 12 : 40);
    pl_bvh_destroy(bvh);
    free_soup(&s);
  }
}

static void test_any_scale_and_place(void **state)
{
  (void)state;
  static const double places[][2] = {{1e-6, 0}, {1e6, 0}, {1, 1e4}, {1e-3, 10}};
  for (size_t i = 0; i < 4; i++) {
    soup s = random_soup(200, places[i][0], places[i][1], 77 + i);
    pl_bvh *bvh = NULL;
    assert_ok(pl_bvh_create(s.positions, s.triangles, s.count, &bvh));
    check_rays(&s, bvh, places[i][0], places[i][1], 9, 400);
    check_closest(&s, bvh, places[i][0], places[i][1], 8, 10);
    pl_bvh_destroy(bvh);
    free_soup(&s);
  }
}

static void test_refit_and_rebuild(void **state)
{
  (void)state;
  soup s = random_soup(400, 1, 0, 4);
  pl_bvh *bvh = NULL;
  assert_ok(pl_bvh_create(s.positions, s.triangles, s.count, &bvh));
  for (int round = 0; round < 4; round++) {
    for (size_t i = 0; i < 9 * s.count; i += 3) {
      double x = s.positions[i], y = s.positions[i + 1];
      s.positions[i] = 1.3 * x - 0.8 * y * y;
      s.positions[i + 1] = 0.7 * y + 0.5 * x;
    }
    if (round == 3)
      pl_bvh_rebuild(bvh, s.positions);
    else
      pl_bvh_refit(bvh, s.positions);
    check_rays(&s, bvh, 1, 0, (uint64_t)(20 + round), 500);
    check_closest(&s, bvh, 1, 0, (uint64_t)(30 + round), 5);
  }
  pl_bvh_destroy(bvh);
  free_soup(&s);
}

/* A closed surface must not leak: rays aimed exactly at vertices and edges of a grid. */
static void test_edges_do_not_leak(void **state)
{
  (void)state;
  enum { N = 12 };
  double positions[3 * (N + 1) * (N + 1)];
  uint32_t triangles[6 * N * N];
  for (size_t i = 0; i <= N; i++)
    for (size_t j = 0; j <= N; j++) {
      double *x = positions + 3 * (i * (N + 1) + j);
      x[0] = (double)i;
      x[1] = 0;
      x[2] = (double)j;
    }
  size_t count = 0;
  for (uint32_t i = 0; i < N; i++)
    for (uint32_t j = 0; j < N; j++) {
      uint32_t a = i * (N + 1) + j, b = a + 1, c = a + N + 1, d = c + 1;
      uint32_t quad[6] = {a, b, d, a, d, c};
      memcpy(triangles + 3 * count, quad, sizeof quad);
      count += 2;
    }
  pl_bvh *bvh = NULL;
  assert_ok(pl_bvh_create(positions, triangles, count, &bvh));
  for (int i = 1; i < 4 * N; i++)
    for (int j = 1; j < 4 * N; j++) {
      double o[3] = {i / 4.0, 3, j / 4.0}, d[3] = {0, -1, 0};
      pl_bvh_hit hit;
      assert_true(pl_bvh_ray(bvh, o, d, 0, 10, &hit));
      assert_close(hit.t, 3, 1e-12);
    }
  pl_bvh_destroy(bvh);
}

static void test_ties_go_to_the_lower_triangle(void **state)
{
  (void)state;
  soup s = make_soup(64);
  for (size_t t = 0; t < s.count; t++) {
    double x[9] = {-1, 0, -1, 0, 0, 1, 1, 0, -1};
    memcpy(s.positions + 9 * t, x, sizeof x);
  }
  pl_bvh *bvh = NULL;
  assert_ok(pl_bvh_create(s.positions, s.triangles, s.count, &bvh));
  double o[3] = {0.1, 1, -0.2}, d[3] = {0, -1, 0};
  pl_bvh_hit hit;
  assert_true(pl_bvh_ray(bvh, o, d, 0, 10, &hit));
  assert_int_equal(hit.triangle, 0);
  pl_bvh_point closest;
  assert_true(pl_bvh_closest(bvh, o, 10, &closest));
  assert_int_equal(closest.triangle, 0);
  pl_bvh_destroy(bvh);
  free_soup(&s);
}

/* Centres at 2^-i: splitting by cost alone would peel off one triangle per level. */
static void test_deep_trees(void **state)
{
  (void)state;
  soup s = make_soup(1000);
  for (size_t t = 0; t < s.count; t++)
    for (int k = 0; k < 9; k++) s.positions[9 * t + (size_t)k] = ldexp(1.0 + 0.01 * k * (k % 2), -(int)(t / 10));
  pl_bvh *bvh = NULL;
  assert_ok(pl_bvh_create(s.positions, s.triangles, s.count, &bvh));
  check_closest(&s, bvh, 1, 0, 1, 5);
  pl_bvh_destroy(bvh);
  free_soup(&s);
}

static void test_empty(void **state)
{
  (void)state;
  pl_bvh *bvh = NULL;
  assert_ok(pl_bvh_create(NULL, NULL, 0, &bvh));
  double o[3] = {0}, d[3] = {0, 1, 0}, lower[3], upper[3];
  pl_bvh_hit hit;
  pl_bvh_point closest;
  assert_false(pl_bvh_ray(bvh, o, d, 0, 1, &hit));
  assert_false(pl_bvh_blocked(bvh, o, d, 0, 1));
  assert_false(pl_bvh_closest(bvh, o, INFINITY, &closest));
  pl_bvh_refit(bvh, NULL);
  pl_bvh_rebuild(bvh, NULL);
  pl_bvh_bounds(bvh, lower, upper);
  assert_true(lower[0] > upper[0]);
  pl_bvh_destroy(bvh);
  pl_bvh_destroy(NULL);
  double one = 0;
  assert_int_equal(pl_bvh_create(&one, NULL, 5, &bvh), PL_ERROR_ARGUMENT);
  assert_int_equal(pl_bvh_create(NULL, NULL, 0, NULL), PL_ERROR_ARGUMENT);
}

typedef struct failing_heap {
  int left, live;
} failing_heap;

static void *failing_allocate(size_t size, void *user)
{
  failing_heap *heap = user;
  if (heap->left-- <= 0) return NULL;
  heap->live++;
  return aligned_alloc(64, (size + 63) / 64 * 64);
}

static void failing_release(void *memory, void *user)
{
  ((failing_heap *)user)->live--;
  free(memory);
}

static void test_allocation_failures_are_clean(void **state)
{
  (void)state;
  soup s = random_soup(50, 1, 0, 1);
  pl_status status = PL_ERROR_MEMORY;
  for (int n = 0; status != PL_OK; n++) {
    assert_true(n < 100);
    failing_heap heap = {n, 0};
    pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &heap});
    pl_bvh *bvh = NULL;
    status = pl_bvh_create(s.positions, s.triangles, s.count, &bvh);
    assert_true(status == PL_OK ? n > 0 : status == PL_ERROR_MEMORY && !bvh);
    pl_bvh_destroy(bvh);
    assert_int_equal(heap.live, 0);
  }
  pl_set_allocator(NULL);
  free_soup(&s);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_matches_brute_force),
      cmocka_unit_test(test_any_scale_and_place),
      cmocka_unit_test(test_refit_and_rebuild),
      cmocka_unit_test(test_edges_do_not_leak),
      cmocka_unit_test(test_ties_go_to_the_lower_triangle),
      cmocka_unit_test(test_deep_trees),
      cmocka_unit_test(test_empty),
      cmocka_unit_test(test_allocation_failures_are_clean),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
