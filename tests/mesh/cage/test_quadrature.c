/* SPDX-License-Identifier: MIT */
#include "mesh/cage/quadrature.h"

#include "failing.h"
#include "fixtures.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"
#include "mesh/measure/moments.h"
#include "mesh/query/inside.h"
#include "mesh/query/solid_angle.h"
#include "pliant/make.h"
#include "pliant/mesh_info.h"

static const double origin[3] = {0, 0, 0};

/* Independent of the trees: the sum of all solid angles. */
static bool inside(const pl_mesh_data *data, const double p[3])
{
  double sum = 0;
  for (size_t t = 0; t < data->triangle_count; t++) {
    const uint32_t *v = data->triangles + 3 * t;
    sum += pl_solid_angle(data->positions + 3 * (size_t)v[0], data->positions + 3 * (size_t)v[1],
                          data->positions + 3 * (size_t)v[2], p);
  }
  return sum > 6.28;
}

static void check(const pl_mesh_data *data, const pl_quadrature *q)
{
  double sums[PL_MOMENTS] = {0}, target[PL_MOMENTS], values[PL_MOMENTS], least = INFINITY;
  for (size_t i = 0; i < q->count; i++) {
    assert_true(inside(data, q->points + 3 * i));
    assert_true(q->weights[i] > 0);
    least = fmin(least, q->weights[i]);
    pl_moments_at(q->points + 3 * i, values);
    for (int k = 0; k < PL_MOMENTS; k++) sums[k] += q->weights[i] * values[k];
  }
  pl_mesh_moments(data->positions, data->triangles, data->triangle_count, origin, 1, target);
  int exact = q->exact_degree == 2 ? 10 : q->exact_degree == 1 ? 4 : 1;
  for (int k = 0; k < exact; k++) assert_close(sums[k], target[k], 1e-11 * fmax(1, target[0]));
  assert_close(q->volume, pl_mesh_volume(data->positions, data->triangles, data->triangle_count), 1e-11);
}

/* Moments of a box are known: it is checked against numbers, not against another function of ours. */
static void moments_of_a_box(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(3, 4, 5, 0.5, 6); /* 1 × 1.5 × 2 from the origin */
  pl_mesh_data data = pl_mesh_view(mesh);
  double m[PL_MOMENTS];
  pl_mesh_moments(data.positions, data.triangles, data.triangle_count, origin, 1, m);
  static const double want[PL_MOMENTS] = {3, 1.5, 2.25, 3, 1, 2.25, 4, 2.25, 1.5, 1.125};
  for (int k = 0; k < PL_MOMENTS; k++) assert_close(m[k], want[k], 1e-14);
  const double about[3] = {0.5, 0.75, 1};
  pl_mesh_moments(data.positions, data.triangles, data.triangle_count, about, 2, m);
  assert_close(m[0], 3, 1e-14);
  assert_close(m[1], 0, 1e-14);
  assert_close(m[4], 3.0 / 12 / 4, 1e-14);
  pl_mesh_destroy(mesh);
}

/* Whole voxels: the plain Gauss rule, exact for cubics. */
static void a_box_gets_the_plain_rule(void **state)
{
  (void)state;
  pl_mesh *mesh = make_bar(9, 5, 5, 0.25, 6); /* 2 × 1 × 1 */
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_quadrature q;
  assert_ok(pl_quadrature_make(&data, 0, 0.5, NULL, &q));
  assert_int_equal(q.count, 16 * 8);
  assert_int_equal(q.voxel_count, 16);
  double cube = 0;
  for (size_t i = 0; i < q.count; i++) {
    assert_close(q.weights[i], 2.0 / 128, 1e-14);
    cube += q.weights[i] * pow(q.points[3 * i], 3);
  }
  assert_close(cube, 4, 1e-12); /* ∫ x³ from 0 to 2 */
  check(&data, &q);
  pl_quadrature_free(&q);
  pl_mesh_destroy(mesh);
}

static void meets_the_number_wanted(void **state)
{
  (void)state;
  static const size_t wanted[] = {60, 200, 300, 1111};
  for (int which = 0; which < PL_CHARACTER_COUNT; which++) {
    pl_mesh *mesh = NULL;
    assert_ok(pl_make_character((pl_character)which, 1, 2000, &mesh));
    pl_mesh_data data = pl_mesh_view(mesh);
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
      pl_quadrature q;
      assert_ok(pl_quadrature_make(&data, wanted[i], 0, NULL, &q));
      print_message("%s %zu: spacing %g, %zu voxels, %zu left out, degree %d\n", pl_character_name((pl_character)which),
                    wanted[i], q.spacing, q.voxel_count, q.moved, q.exact_degree);
      assert_int_equal(q.count, wanted[i]);
      assert_true(q.exact_degree >= (wanted[i] >= 200 ? 2 : 0));
      check(&data, &q);
      pl_quadrature_free(&q);
    }
    pl_mesh_destroy(mesh);
  }
}

/* A smooth function over a ball, finer and finer: ∫ cos x = 4π (sin 1 - cos 1). */
static void converges(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_ok(pl_make_icosphere(1, 24, &mesh));
  pl_mesh_data data = pl_mesh_view(mesh);
  double exact = 4 * 3.14159265358979323846 * (sin(1) - cos(1)), error[2];
  for (int level = 0; level < 2; level++) {
    pl_quadrature q;
    double sum = 0;
    assert_ok(pl_quadrature_make(&data, 0, level ? 0.15 : 0.6, NULL, &q));
    for (size_t i = 0; i < q.count; i++) sum += q.weights[i] * cos(q.points[3 * i]);
    error[level] = fabs(sum / exact - 1);
    pl_quadrature_free(&q);
  }
  assert_less(error[0], 0.01);
  assert_less(error[1], 0.004); /* the polyhedron itself lacks 0.3 % of the ball */
  pl_mesh_destroy(mesh);
}

/* A cage that leaves half of the body out leaves its points out. */
static void points_are_inside_the_cage(void **state)
{
  (void)state;
  pl_mesh *body = NULL, *around = NULL;
  pl_green *cage = NULL;
  pl_quadrature q;
  assert_ok(pl_make_icosphere(1, 8, &body));
  assert_ok(pl_make_icosphere(0.7, 3, &around));
  pl_mesh_data data = pl_mesh_view(body), outer = pl_mesh_view(around);
  assert_ok(pl_green_create(outer.positions, outer.vertex_count, outer.triangles, outer.triangle_count, &cage));
  assert_ok(pl_quadrature_make(&data, 100, 0, cage, &q));
  assert_int_equal(q.count, 100);
  for (size_t i = 0; i < q.count; i++) assert_true(inside(&outer, q.points + 3 * i));
  pl_quadrature_free(&q);
  pl_green_destroy(cage);
  pl_mesh_destroy(body);
  pl_mesh_destroy(around);
}

/* A flipped body, one with a hole, and two that overlap. */
static void takes_surfaces_as_they_are(void **state)
{
  (void)state;
  pl_mesh *ball = NULL;
  pl_quadrature q;
  assert_ok(pl_make_icosphere(1, 8, &ball));
  pl_mesh_data data = pl_mesh_view(ball);
  size_t n = data.vertex_count, m = data.triangle_count;
  double whole = pl_mesh_volume(data.positions, data.triangles, m);
  uint32_t *turned = malloc(6 * m * sizeof *turned);
  double *twice = malloc(6 * n * sizeof *twice);
  for (size_t i = 0; i < 3 * m; i++) {
    turned[i] = data.triangles[i - i % 3 + (2 - i % 3)];
    turned[3 * m + i] = (uint32_t)n + turned[i];
  }
  for (size_t i = 0; i < 3 * n; i++) {
    twice[i] = data.positions[i];
    twice[3 * n + i] = data.positions[i] + (i % 3 == 0 ? 0.8 : 0);
  }
  pl_mesh_data flipped = {.positions = twice, .vertex_count = n, .triangles = turned, .triangle_count = m};
  assert_ok(pl_quadrature_make(&flipped, 150, 0, NULL, &q));
  assert_close(q.volume, whole, 1e-12);
  pl_quadrature_free(&q);
  pl_mesh_data open = {.positions = twice, .vertex_count = n, .triangles = turned, .triangle_count = m - 3};
  assert_ok(pl_quadrature_make(&open, 150, 0, NULL, &q));
  assert_close(q.volume, whole, 0.05 * whole); /* a fan closes the hole */
  pl_quadrature_free(&q);
  pl_mesh_data overlap = {.positions = twice, .vertex_count = 2 * n, .triangles = turned, .triangle_count = 2 * m};
  assert_ok(pl_quadrature_make(&overlap, 300, 0, NULL, &q));
  /* two unit balls 0.8 apart share the lens π/12 (4 + 0.8)(2 - 0.8)² */
  double lens = 3.14159265358979323846 / 12 * 4.8 * 1.44;
  assert_close(q.volume, 2 * whole - lens, 0.03 * whole);
  pl_quadrature_free(&q);
  free(turned);
  free(twice);
  pl_mesh_destroy(ball);
}

static void refuses_what_it_cannot_do(void **state)
{
  (void)state;
  pl_mesh *ball = NULL, *sheet = NULL;
  pl_quadrature q;
  assert_ok(pl_make_icosphere(1, 2, &ball));
  assert_ok(pl_make_sheet(1, 1, 4, 4, &sheet));
  pl_mesh_data data = pl_mesh_view(ball), flat = pl_mesh_view(sheet),
               none = {.positions = data.positions, .vertex_count = 1};
  assert_refused(pl_quadrature_make(&data, 0, 0, NULL, &q), PL_ERROR_ARGUMENT, "number of points or a spacing");
  assert_refused(pl_quadrature_make(&data, 10, 1, NULL, &q), PL_ERROR_ARGUMENT, "one of them");
  assert_refused(pl_quadrature_make(&data, 0, NAN, NULL, &q), PL_ERROR_ARGUMENT, "one of them");
  assert_refused(pl_quadrature_make(&data, 0, 1e-4, NULL, &q), PL_ERROR_LIMIT, "too fine");
  assert_refused(pl_quadrature_make(&none, 10, 0, NULL, &q), PL_ERROR_MESH, "no triangles");
  assert_refused(pl_quadrature_make(&flat, 10, 0, NULL, &q), PL_ERROR_MESH, "no inside");
  assert_refused(pl_quadrature_make(&data, 0, 30, NULL, &q), PL_ERROR_MESH, "make it smaller");
  pl_mesh_destroy(ball);
  pl_mesh_destroy(sheet);
}

/* A ball pressed to a thousandth of its height: looking for room inside ends, and soon. */
static void ends_in_a_knife(void **state)
{
  (void)state;
  pl_mesh *ball = NULL, *knife = NULL;
  pl_quadrature q;
  double x[3 * 162];
  assert_ok(pl_make_icosphere(0.1, 4, &ball));
  pl_mesh_data data = pl_mesh_view(ball);
  assert_int_equal(data.vertex_count, 162);
  for (size_t k = 0; k < 3 * 162; k++) x[k] = data.positions[k] * (k % 3 == 1 ? 1e-3 : 1);
  data.positions = x;
  data.vertex_volumes = NULL;
  assert_ok(pl_mesh_create(&data, &knife));
  data = pl_mesh_view(knife);
  assert_refused(pl_quadrature_make(&data, 200, 0, NULL, &q), PL_ERROR_MESH, "is it thin");
  pl_mesh_destroy(ball);
  pl_mesh_destroy(knife);
}

static pl_status make_one(void *context)
{
  pl_mesh_data data = pl_mesh_view(context);
  pl_quadrature q;
  pl_status status = pl_quadrature_make(&data, 30, 0, NULL, &q);
  pl_quadrature_free(&q);
  return status;
}

static void survives_lack_of_memory(void **state)
{
  (void)state;
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(1, 2, &ball));
  assert_true(fail_each_allocation(make_one, ball) > 5);
  pl_mesh_destroy(ball);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moments_of_a_box),
      cmocka_unit_test(a_box_gets_the_plain_rule),
      cmocka_unit_test(meets_the_number_wanted),
      cmocka_unit_test(converges),
      cmocka_unit_test(points_are_inside_the_cage),
      cmocka_unit_test(takes_surfaces_as_they_are),
      cmocka_unit_test(refuses_what_it_cannot_do),
      cmocka_unit_test(survives_lack_of_memory),
      cmocka_unit_test(ends_in_a_knife),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
