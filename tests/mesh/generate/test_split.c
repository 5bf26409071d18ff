/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "mesh/generate/split.h"
#include "pliant/mesh_info.h"
#include "testing.h"

/* A box of 2 x 1 x 1 m with its twelve triangles: the longest edges are the diagonals of the four long faces. */
static void make_box(pl_mesh_builder *b)
{
  for (int i = 0; i < 8; i++) pl_builder_vertex(b, 2.0 * (i & 1), (i >> 1) & 1, (i >> 2) & 1);
  pl_builder_quad(b, 0, 2, 3, 1);
  pl_builder_quad(b, 4, 5, 7, 6);
  pl_builder_quad(b, 0, 1, 5, 4);
  pl_builder_quad(b, 2, 6, 7, 3);
  pl_builder_quad(b, 0, 4, 6, 2);
  pl_builder_quad(b, 1, 3, 7, 5);
}

static void cuts_the_longest_and_stays_closed(void **state)
{
  (void)state;
  for (size_t count = 0; count <= 4; count++) {
    pl_mesh_builder b = {0};
    pl_mesh *mesh = NULL;
    pl_mesh_info info;
    make_box(&b);
    assert_ok(pl_split_longest(&b, count));
    for (size_t v = 8; v < b.vertex_count; v++) assert_close(b.positions[3 * v], 1, 0); /* middles of long faces */
    assert_ok(pl_builder_finish(&b, &mesh));
    assert_ok(pl_mesh_inspect(mesh, &info));
    assert_int_equal(info.vertex_count, 8 + count);
    assert_int_equal(info.triangle_count, 12 + 2 * count);
    assert_true(info.closed && info.manifold && info.oriented);
    assert_int_equal(info.genus + info.degenerate_count, 0);
    assert_close(info.volume, 2, 1e-14);
    pl_mesh_destroy(mesh);
  }
}

static void says_when_there_are_too_few_edges(void **state)
{
  (void)state;
  pl_mesh_builder b = {0};
  make_box(&b);
  assert_int_equal(pl_split_longest(&b, 9), PL_ERROR_MESH);
  assert_non_null(strstr(pl_last_error(), "of 9 edges could be cut"));
  pl_builder_free(&b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cuts_the_longest_and_stays_closed),
      cmocka_unit_test(says_when_there_are_too_few_edges),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
