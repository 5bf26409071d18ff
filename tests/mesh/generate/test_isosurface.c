/* SPDX-License-Identifier: MIT */
#include "mesh/generate/isosurface.h"

#include "failing.h"
#include "pliant/mesh_info.h"
#include "testing.h"

/* Random signs on a grid bring every case of a cube and every ambiguous face. */
enum { SIDE = 12 };

static double random_field(const void *context, const double p[3])
{
  int at[3];
  for (int k = 0; k < 3; k++) {
    at[k] = (int)lround(p[k]);
    if (at[k] <= 0 || at[k] >= SIDE) return 1;
  }
  uint64_t seed =
      *(const uint64_t *)context + (uint64_t)((at[0] * 64 + at[1]) * 64 + at[2]) * UINT64_C(0x9e3779b97f4a7c15);
  double value = random_unit(&seed);
  return value == 0 ? 0.5 : value;
}

static void has_no_cracks_in_any_case(void **state)
{
  (void)state;
  const double low[3] = {0, 0, 0}, high[3] = {SIDE, SIDE, SIDE};
  for (uint64_t seed = 0; seed < 20; seed++) {
    pl_mesh_builder builder = {0};
    pl_mesh *mesh = NULL;
    pl_mesh_info info;
    assert_ok(pl_isosurface(random_field, &seed, low, high, 1, &builder));
    assert_ok(pl_builder_finish(&builder, &mesh));
    assert_ok(pl_mesh_inspect(mesh, &info));
    assert_true(info.triangle_count > 1000);
    assert_true(info.closed && info.manifold && info.oriented);
    assert_int_equal(info.degenerate_count + info.duplicate_count + info.unused_vertex_count, 0);
    pl_mesh_destroy(mesh);
  }
}

static double ball(const void *context, const double p[3])
{
  (void)context;
  return sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - 1;
}

static void finds_a_ball(void **state)
{
  (void)state;
  const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
  pl_mesh_builder builder = {0};
  pl_mesh *mesh = NULL;
  pl_mesh_info info;
  assert_ok(pl_isosurface(ball, NULL, low, high, 0.05, &builder));
  assert_ok(pl_builder_finish(&builder, &mesh));
  assert_ok(pl_mesh_inspect(mesh, &info));
  assert_true(info.closed && info.manifold && info.oriented && info.genus == 0);
  /* linear interpolation misses by (cell / 2)^2 / 2 = 3e-4 of the radius, keeping off the corners by a tenth of a cell
     */
  assert_close(info.volume, 4.18879, 0.05);
  assert_close(info.high[1], 1, 0.006);
  pl_mesh_destroy(mesh);
}

static pl_status make_ball(void *context)
{
  (void)context;
  const double low[3] = {-1, -1, -1}, high[3] = {1, 1, 1};
  pl_mesh_builder builder = {0};
  pl_status status = pl_isosurface(ball, NULL, low, high, 0.5, &builder);
  pl_builder_free(&builder);
  return status;
}

static void survives_a_lack_of_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(make_ball, NULL) > 8);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(has_no_cracks_in_any_case),
      cmocka_unit_test(finds_a_ball),
      cmocka_unit_test(survives_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
