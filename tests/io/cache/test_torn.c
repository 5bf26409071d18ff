/* SPDX-License-Identifier: MIT
   Bodies that tear, for formats of one topology: triangles with vertices of their own, points once they died. */
#include "testing.h"

#include <string.h>

#include "cache/torn.h"

static void dead_triangles_are_points(void **state)
{
  (void)state;
  const double rest[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, now[12] = {0, 0, 5, 1, 0, 6, 0, 1, 7, 1, 1, 8};
  uint32_t triangles[6] = {0, 1, 2, 2, 1, 3};
  pl_frame_body bodies[2] = {
      {.name = "whole",
       .rest = {.positions = rest, .vertex_count = 4, .triangles = triangles, .triangle_count = 2},
       .positions = now},
      {.name = "torn",
       .rest = {.positions = rest, .vertex_count = 4, .triangles = triangles, .triangle_count = 2},
       .revision = 1,
       .positions = now}};
  pl_frame frame = {.bodies = bodies, .body_count = 1}, out;
  pl_torn torn = {0};
  assert_ok(pl_torn_draw(&torn, &frame, &out));
  assert_true(out.bodies == bodies); /* nothing tears */
  frame.body_count = 2;
  for (int step = 0; step < 2; step++) {
    assert_ok(pl_torn_draw(&torn, &frame, &out));
    const pl_frame_body *body = &out.bodies[1];
    assert_true(out.bodies[0].positions == now);
    assert_int_equal(body->rest.vertex_count, 6);
    assert_int_equal(body->rest.triangle_count, 2);
    for (uint32_t k = 0; k < 6; k++) {
      assert_int_equal(body->rest.triangles[k], k);
      assert_memory_equal(body->positions + 3 * k, now + 3 * (size_t)triangles[k], 3 * sizeof(double));
    }
    triangles[4] = triangles[5] = triangles[3]; /* the second one dies */
  }
  pl_torn_free(&torn);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(dead_triangles_are_points)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
