/* SPDX-License-Identifier: MIT */
#include "mesh/detail/phong.h"

#include "math/vec3.h"
#include "testing.h"

typedef struct triangle {
  double corner[3][3], normal[3][3];
} triangle;

static pl_phong_triangle view(const triangle *t)
{
  return (pl_phong_triangle){{t->corner[0], t->corner[1], t->corner[2]}, {t->normal[0], t->normal[1], t->normal[2]}};
}

/* A triangle about 1 m wide, its normals up to `lean` off its own; shifted by `far` m. */
static triangle random_triangle(uint64_t *seed, double lean, double far)
{
  static const double corners[3][3] = {{0, 0, 0}, {1, 0, 0}, {0.4, 0.8, 0}}, up[3] = {0, 0, 1};
  triangle t;
  for (int k = 0; k < 3; k++) {
    for (int c = 0; c < 3; c++) {
      t.corner[k][c] = far + corners[k][c] + 0.1 * random_unit(seed);
      t.normal[k][c] = up[c] + lean * random_unit(seed);
    }
    pl_vec3_normalise(t.normal[k], up, t.normal[k]);
  }
  return t;
}

/* q + height n / |n| */
static void lift(const pl_phong_triangle *t, const double w[2], double height, double p[3])
{
  double q[3], n[3];
  pl_phong_point(t, w, q);
  pl_phong_normal(t, w, n);
  pl_vec3_normalise(n, n, n);
  pl_vec3_add_scaled(q, height, n, p);
}

/* What was lifted off the triangle falls back on its place. With heights below a third of the distance at which the
   normals meet the solution is unique. */
static void finds_where_a_point_came_from(void **state)
{
  (void)state;
  uint64_t seed = 5;
  static const double shifts[] = {0, 1e4}, tolerances[] = {1e-11, 1e-7}; /* 1e4 m cost four digits and more */
  for (int round = 0; round < 2; round++)
    for (int i = 0; i < 2000; i++) {
      triangle made = random_triangle(&seed, 0.4, shifts[round]);
      pl_phong_triangle t = view(&made);
      double w[2] = {0.5 + 0.5 * random_unit(&seed), 0}, p[3], found[2] = {1.0 / 3, 1.0 / 3};
      w[1] = (1 - w[0]) * (0.5 + 0.5 * random_unit(&seed));
      lift(&t, w, 0.3 * random_unit(&seed), p);
      assert_true(pl_phong_project(&t, p, found));
      for (int k = 0; k < 2; k++) assert_close(found[k], w[k], tolerances[round]);
    }
}

/* A flat triangle with one normal is an orthogonal projection, also from far outside. */
static void is_a_projection_where_it_is_flat(void **state)
{
  (void)state;
  const double a[3] = {0, 0, 0}, b[3] = {2, 0, 0}, c[3] = {0, 2, 0}, n[3] = {0, 0, 1}, p[3] = {5, -3, 7};
  pl_phong_triangle t = {{a, b, c}, {n, n, n}};
  double w[2] = {1.0 / 3, 1.0 / 3};
  assert_true(pl_phong_project(&t, p, w));
  assert_close(w[1], 2.5, 1e-12);
  assert_close(1 - w[0] - w[1], -1.5, 1e-12);
}

/* Nothing to find: no area, no normals. */
static void gives_up_on_nonsense(void **state)
{
  (void)state;
  const double a[3] = {0, 0, 0}, b[3] = {1, 0, 0}, n[3] = {0, 0, 1}, zero[3] = {0, 0, 0}, p[3] = {0.2, 0.7, 0.3};
  pl_phong_triangle line = {{a, b, b}, {n, n, n}}, point = {{a, a, a}, {n, n, n}},
                    blind = {{a, b, p}, {zero, zero, zero}};
  double w[2] = {1.0 / 3, 1.0 / 3};
  assert_false(pl_phong_project(&line, p, w));
  assert_false(pl_phong_project(&point, p, w));
  assert_false(pl_phong_project(&blind, p, w));
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(finds_where_a_point_came_from),
      cmocka_unit_test(is_a_projection_where_it_is_flat),
      cmocka_unit_test(gives_up_on_nonsense),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
