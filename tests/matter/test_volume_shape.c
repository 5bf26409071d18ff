/* SPDX-License-Identifier: MIT */
#include "matter/volume/surface.h"

#include "failing.h"
#include "volume_cases.h"

static const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, -1, 0, 0, 0, -1, 0, 0, 0, -1};
static const uint32_t tetrahedron[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
static const uint32_t forward[] = {0, 1, 2, 3, 4, 5, 6};

static void refused(const uint32_t *triangles, size_t triangle_count, const char *text)
{
  pl_mesh_data data = {
      .positions = corners, .vertex_count = 7, .triangles = triangles, .triangle_count = triangle_count};
  pl_volume_shape shape;
  assert_refused(pl_volume_shape_make(&data, forward, &shape), PL_ERROR_MESH, text);
}

static void surfaces_without_a_volume_are_refused(void **state)
{
  (void)state;
  refused(tetrahedron, 0, "no triangles");
  refused(tetrahedron, 3, "the edge between vertices 1 and 2 near (0.5, 0.5, 0) m");
  refused((uint32_t[]){0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 1, 2, 4}, 5, "has 3 triangles");
  refused((uint32_t[]){0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 3, 2}, 4, "face different ways");
  refused((uint32_t[]){0, 1, 2, 0, 3, 1, 0, 2, 3, 1, 3, 2}, 4, "face inwards");
  refused((uint32_t[]){0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3, 4, 4, 5}, 5, "triangle 4 uses a vertex twice");
}

/* A tetrahedron: every particle walks around the three others, so that they follow each other as in the triangles. */
static void walks_go_around(void **state)
{
  (void)state;
  pl_mesh_data data = {.positions = corners, .vertex_count = 7, .triangles = tetrahedron, .triangle_count = 4};
  pl_volume_shape shape;
  assert_ok(pl_volume_shape_make(&data, forward, &shape));
  assert_int_equal(shape.site_count, 4);
  assert_int_equal(shape.part_count, 1);
  assert_close(shape.parts[0].rest_volume, 1.0 / 6, 1e-15);
  for (size_t s = 0; s < 4; s++) {
    assert_int_equal(shape.first[s + 1] - shape.first[s], 3);
    for (uint32_t k = 0; k < 3; k++) {
      uint32_t a = shape.walk[shape.first[s] + k], b = shape.walk[shape.first[s] + (k + 1) % 3];
      bool found = false;
      for (size_t t = 0; t < 12; t++) {
        size_t first = t - t % 3;
        found = found || (tetrahedron[t] == shape.sites[s] && tetrahedron[first + (t + 1) % 3] == a &&
                          tetrahedron[first + (t + 2) % 3] == b);
      }
      assert_true(found);
    }
  }
  pl_volume_shape_free(&shape);
}

/* Three tetrahedra that share one vertex: the walk there joins three fans, and still sums up to the right gradient. */
static void fans_that_meet_in_a_vertex_are_joined(void **state)
{
  (void)state;
  double positions[30] = {0};
  uint32_t triangles[36];
  uint64_t seed = 3;
  for (size_t f = 0; f < 3; f++)
    for (size_t k = 1; k < 4; k++)
      for (size_t c = 0; c < 3; c++)
        positions[3 * (3 * f + k) + c] = (double)(c == k - 1) + 0.2 * random_unit(&seed) + 0.1 * (double)f;
  for (size_t f = 0; f < 3; f++)
    for (size_t k = 0; k < 12; k++) triangles[12 * f + k] = tetrahedron[k] ? tetrahedron[k] + 3 * (uint32_t)f : 0;
  pl_mesh *mesh = NULL;
  assert_ok(pl_mesh_create(
      &(pl_mesh_data){.positions = positions, .vertex_count = 10, .triangles = triangles, .triangle_count = 12},
      &mesh));
  loose_body b;
  loose_open(&b, mesh, NULL);
  assert_int_equal(b.volume->shape.part_count, 1);
  assert_int_equal(b.volume->shape.first[1], 14); /* 3 + 1, then twice 3 + 2 */
  double wanted = pl_mesh_volume(b.x, triangles, 12);
  assert_close(pl_volume_of_part(b.volume, 0, b.x), wanted, 1e-15);
  for (size_t k = 0; k < 3; k++) { /* V is a cubic polynomial, here linear in one coordinate */
    double before = b.x[k], high, low;
    b.x[k] = before + 0.5;
    high = pl_mesh_volume(b.x, triangles, 12);
    b.x[k] = before - 0.5;
    low = pl_mesh_volume(b.x, triangles, 12);
    b.x[k] = before;
    loose_positions(&b);
    assert_close(b.volume->gradient[k], high - low, 1e-15);
  }
  loose_close(&b);
}

/* Particles across a ball from each other are partners; across a slab they are as far apart as it is thick. */
static void partners_are_across_the_body(void **state)
{
  (void)state;
  loose_body b;
  loose_open(&b, uv_sphere(2, 20), NULL);
  const pl_volume_shape *shape = &b.volume->shape;
  for (size_t s = 0; s < shape->site_count; s++) {
    assert_int_not_equal(shape->partner[s], shape->sites[s]);
    assert_close(shape->length[s], 4, 0.1); /* the nearest vertex is up to half an edge, 0.3, off the ray */
    const double *x = b.x + 3 * (size_t)shape->sites[s], *y = b.x + 3 * (size_t)shape->partner[s];
    assert_close(pl_vec3_dot(x, y) / 4, -1, 0.05);
    assert_true(shape->thickness[s] >= 0 && shape->thickness[s] <= 1);
  }
  loose_close(&b);
  loose_open(&b, make_bar(9, 3, 9, 0.25, 6), NULL);
  shape = &b.volume->shape;
  for (size_t s = 0; s < shape->site_count; s++) {
    const double *x = b.x + 3 * (size_t)shape->sites[s];
    bool on_top = x[1] > 0.49 && x[0] > 0.1 && x[0] < 1.9 && x[2] > 0.1 && x[2] < 1.9;
    if (on_top) assert_close(shape->length[s], 0.5, 1e-12);
    if (on_top) assert_close(shape->thickness[s], 0, 1e-12);
  }
  loose_close(&b);
}

/* A shell with a cavity whose surfaces are held together by edges is one part; loose spheres are two. */
static void matter_that_hangs_together_is_one_part(void **state)
{
  (void)state;
  pl_mesh *pair = side_by_side(uv_sphere(1, 8), uv_sphere(0.5, 8), 3);
  loose_body b;
  loose_open(&b, pair, NULL);
  assert_int_equal(b.volume->shape.part_count, 2);
  double volume[2] = {b.volume->shape.parts[0].rest_volume, b.volume->shape.parts[1].rest_volume};
  assert_close(volume[0] / volume[1], 8, 1e-12);
  pl_mesh_data joined = b.rest;
  size_t n = joined.vertex_count;
  uint32_t edge[2] = {0, (uint32_t)n - 1};
  joined.edges = edge;
  joined.edge_count = 1;
  pl_volume_shape shape;
  assert_ok(pl_volume_shape_make(&joined, b.place, &shape));
  assert_int_equal(shape.part_count, 1);
  assert_close(shape.parts[0].rest_volume, volume[0] + volume[1], 1e-14);
  pl_volume_shape_free(&shape);
  loose_close(&b);
}

static pl_status make_and_free(void *context)
{
  const loose_body *b = context;
  pl_volume *volume = NULL;
  pl_status status = pl_volume_make(&b->rest, b->place, &volume);
  pl_volume_free(volume);
  return status;
}

static void every_allocation_may_fail(void **state)
{
  (void)state;
  loose_body b;
  loose_open(&b, side_by_side(uv_sphere(1, 4), uv_sphere(1, 4), 3), NULL);
  assert_true(fail_each_allocation(make_and_free, &b) > 20);
  loose_close(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(surfaces_without_a_volume_are_refused),  cmocka_unit_test(walks_go_around),
      cmocka_unit_test(fans_that_meet_in_a_vertex_are_joined),  cmocka_unit_test(partners_are_across_the_body),
      cmocka_unit_test(matter_that_hangs_together_is_one_part), cmocka_unit_test(every_allocation_may_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
