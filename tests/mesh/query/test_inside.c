/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "failing.h"
#include "math/vec3.h"
#include "mesh/measure/measure.h"
#include "mesh/query/inside.h"
#include "mesh/query/solid_angle.h"
#include "pliant/make.h"

static double exact_winding(const double *positions, const uint32_t *triangles, size_t count, const double p[3])
{
  double angle = 0;
  for (size_t i = 0; i < count; i++)
    angle += pl_solid_angle(positions + 3 * (size_t)triangles[3 * i], positions + 3 * (size_t)triangles[3 * i + 1],
                            positions + 3 * (size_t)triangles[3 * i + 2], p);
  return angle / (4 * acos(-1.0));
}

/* The tree against the plain sum, inside, outside and near the surface. */
static void winds_as_the_sum_does(void **state)
{
  (void)state;
  pl_mesh *torus = NULL;
  pl_bvh *bvh = NULL;
  pl_winding_tree *tree = NULL;
  assert_ok(pl_make_torus(1, 0.3, 60, 24, &torus));
  pl_mesh_data d = pl_mesh_view(torus);
  for (size_t count = d.triangle_count; count > 0; count -= d.triangle_count / 2) { /* closed, then half of it */
    assert_ok(pl_bvh_create(d.positions, d.triangles, count, &bvh));
    assert_ok(pl_winding_tree_create(bvh, &tree));
    uint64_t random = 3;
    double worst = 0;
    for (int i = 0; i < 2000; i++) {
      double p[3] = {1.5 * random_unit(&random), 0.5 * random_unit(&random), 1.5 * random_unit(&random)};
      worst = fmax(worst, fabs(pl_winding_number(tree, p) - exact_winding(d.positions, d.triangles, count, p)));
    }
    print_message("largest difference %.4f\n", worst);
    assert_less(worst, 0.1); /* what the header says */
    pl_winding_tree_destroy(tree);
    pl_bvh_destroy(bvh);
  }
  pl_mesh_destroy(torus);
}

static void no_triangles_wind_about_nothing(void **state)
{
  (void)state;
  pl_bvh *bvh = NULL;
  pl_winding_tree *tree = NULL;
  assert_ok(pl_bvh_create(NULL, NULL, 0, &bvh));
  assert_ok(pl_winding_tree_create(bvh, &tree));
  assert_close(pl_winding_number(tree, (double[3]){1, 2, 3}), 0, 0);
  pl_winding_tree_destroy(tree);
  pl_bvh_destroy(bvh);
}

/* A ball of which every n-th triangle is missing: each hole gets its fan, and what is inside stays inside. */
static void closes_holes(void **state)
{
  (void)state;
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(1, 8, &ball));
  pl_mesh_data d = pl_mesh_view(ball);
  uint32_t *left = calloc(3 * d.triangle_count, sizeof *left);
  size_t count = 0;
  for (size_t i = 0; i < d.triangle_count; i++)
    if (i % 97) memcpy(left + 3 * count++, d.triangles + 3 * i, 3 * sizeof *left);
  pl_inside inside;
  assert_ok(pl_inside_create(d.positions, d.vertex_count, left, count, &inside));
  assert_int_equal(inside.hole_count, 14);
  assert_int_equal(inside.fan_count, 42);
  assert_int_equal(inside.triangle_count, count + 42);
  double volume = pl_mesh_volume(d.positions, d.triangles, d.triangle_count);
  assert_close(pl_mesh_volume(inside.positions, inside.triangles, inside.triangle_count), volume, 1e-12);
  uint64_t random = 4;
  for (int i = 0; i < 3000; i++) {
    double p[3] = {1.2 * random_unit(&random), 1.2 * random_unit(&random), 1.2 * random_unit(&random)};
    double r = pl_vec3_length(p);
    if (r < 0.98 || r > 1) assert_int_equal(pl_inside_contains(&inside, p), r < 1);
  }
  pl_inside_free(&inside);
  free(left);
  pl_mesh_destroy(ball);
}

typedef struct tally {
  const pl_inside *inside;
  size_t count;
  size_t wrong;
} tally;

static pl_status count_point(void *context, const uint32_t index[3], const double point[3])
{
  (void)index;
  tally *t = context;
  t->count++;
  t->wrong += !pl_inside_contains(t->inside, point);
  return PL_OK;
}

/* Deciding block by block gives what asking for every point gives. */
static void visits_every_point_inside(void **state)
{
  (void)state;
  pl_mesh *torus = NULL;
  pl_inside inside;
  assert_ok(pl_make_torus(1, 0.3, 40, 16, &torus));
  pl_mesh_data d = pl_mesh_view(torus);
  assert_ok(pl_inside_create(d.positions, d.vertex_count, d.triangles, d.triangle_count, &inside));
  pl_point_lattice lattice = {.origin = {-1.4, -0.4, -1.4}, .spacing = 0.06, .counts = {47, 14, 47}};
  tally t = {.inside = &inside};
  assert_ok(pl_inside_visit(&inside, &lattice, count_point, &t));
  size_t expected = 0;
  for (uint32_t i = 0; i < 47; i++)
    for (uint32_t j = 0; j < 14; j++)
      for (uint32_t k = 0; k < 47; k++) {
        double p[3] = {-1.4 + 0.06 * i, -0.4 + 0.06 * j, -1.4 + 0.06 * k};
        expected += pl_inside_contains(&inside, p);
      }
  assert_true(expected > 5000);
  assert_int_equal(t.count, expected);
  assert_int_equal(t.wrong, 0);
  lattice.most_tests = 10;
  assert_int_equal(pl_inside_visit(&inside, &lattice, count_point, &t), PL_ERROR_LIMIT);
  /* across the tube of the ring, and along it, and from one side of the ring to the other */
  assert_true(pl_inside_passes(&inside, (double[3]){0.8, 0, 0}, (double[3]){1.2, 0, 0}, false));
  assert_false(pl_inside_passes(&inside, (double[3]){1, 0, 0}, (double[3]){-1, 0, 0}, false));
  assert_false(pl_inside_passes(&inside, (double[3]){0.7, 0, 0}, (double[3]){-0.7, 0, 0}, true));
  pl_inside_free(&inside);
  pl_mesh_destroy(torus);
}

static pl_status open_and_close(void *context)
{
  pl_mesh_data d = pl_mesh_view(context);
  pl_inside inside;
  pl_status status = pl_inside_create(d.positions, d.vertex_count, d.triangles, d.triangle_count - 3, &inside);
  pl_inside_free(&inside);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  pl_mesh *ball = NULL;
  assert_ok(pl_make_icosphere(1, 2, &ball));
  assert_true(fail_each_allocation(open_and_close, ball) > 15);
  pl_mesh_destroy(ball);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(winds_as_the_sum_does),
      cmocka_unit_test(no_triangles_wind_about_nothing),
      cmocka_unit_test(closes_holes),
      cmocka_unit_test(visits_every_point_inside),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
