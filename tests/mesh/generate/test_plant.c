/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "failing.h"
#include "pliant/make.h"
#include "pliant/mesh_info.h"
#include "testing.h"

static void has_the_papers_count_and_is_no_manifold(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  pl_mesh_info info;
  assert_ok(pl_make_plant(0.6, 10, 30, 49, &mesh));
  assert_ok(pl_mesh_inspect(mesh, &info));
  assert_int_equal(info.vertex_count, 2606);
  assert_int_equal(info.components, 1);
  assert_false(info.manifold);
  assert_false(info.closed);
  /* Three sheets meet in every edge of the axis (48) and of the ribs: 30 rows, of which the first edge starts at the
     joint. */
  assert_true(info.crowded_edge_count >= 48 + 10 * 29);
  assert_int_equal(info.degenerate_count + info.duplicate_count + info.double_vertex_count + info.unused_vertex_count,
                   0);
  assert_close(info.low[1], 0, 0);
  assert_true(info.high[1] > 0.6 && info.high[1] < 1);
  pl_mesh_destroy(mesh);
}

static void has_as_many_vertices_as_promised(void **state)
{
  (void)state;
  static const uint32_t cases[][3] = {{1, 2, 4}, {2, 5, 6}, {7, 3, 16}, {20, 12, 60}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t leaves = cases[i][0], along = cases[i][1], rows = cases[i][2];
    pl_mesh *mesh = NULL;
    pl_mesh_info info;
    assert_ok(pl_make_plant(1, leaves, along, rows, &mesh));
    assert_ok(pl_mesh_inspect(mesh, &info));
    assert_int_equal(info.vertex_count, 4 * rows + leaves * (8 * along + 1));
    assert_int_equal(info.components, 1);
    assert_int_equal(info.duplicate_count + info.degenerate_count + info.unused_vertex_count, 0);
    pl_mesh_destroy(mesh);
  }
}

static void expect_refused(pl_status status, pl_mesh *mesh, const char *text)
{
  assert_int_equal(status, PL_ERROR_ARGUMENT);
  assert_null(mesh);
  assert_string_equal(pl_last_error(), text);
}

static void refuses_nonsense(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  expect_refused(pl_make_plant(NAN, 1, 2, 4, &mesh), mesh, "plant: the height must be positive, got nan");
  expect_refused(pl_make_plant(1, 0, 2, 4, &mesh), mesh, "plant: leaves must be 1 to 16384, got 0");
  expect_refused(pl_make_plant(1, 1, 1, 4, &mesh), mesh, "plant: along must be 2 to 16384, got 1");
  expect_refused(pl_make_plant(1, 3, 2, 7, &mesh), mesh, "plant: rows must be 8 (2 leaves + 2) to 65536, got 7");
}

static pl_status make_one(void *context)
{
  (void)context;
  pl_mesh *mesh = NULL;
  pl_status status = pl_make_plant(1, 2, 3, 6, &mesh);
  pl_mesh_destroy(mesh);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(make_one, NULL) > 2);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(has_the_papers_count_and_is_no_manifold),
      cmocka_unit_test(has_as_many_vertices_as_promised),
      cmocka_unit_test(refuses_nonsense),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
