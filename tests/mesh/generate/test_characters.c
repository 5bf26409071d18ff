/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "failing.h"
#include "pliant/make.h"
#include "pliant/mesh_info.h"
#include "testing.h"

static void are_well_shaped(void **state)
{
  (void)state;
  static const struct {
    uint32_t vertices;
    double least_angle, height_missed; /* a coarse mesh does not reach the tip of an ear */
  } cases[] = {{1000, 8, 0.08}, {2501, 15, 0.03}, {6000, 18, 0.015}};
  for (int c = 0; c < PL_CHARACTER_COUNT; c++)
    for (size_t i = 0; i < 3; i++) {
      pl_mesh *mesh = NULL;
      pl_mesh_info info;
      if (c == PL_CHARACTER_ARMADILLO && i == 0) continue; /* claws need more */
      assert_ok(pl_make_character((pl_character)c, 0.5, cases[i].vertices, &mesh));
      assert_ok(pl_mesh_inspect(mesh, &info));
      print_message("%-7s %5zu vertices, smallest angle %.1f degrees, volume %.4f m^3\n",
                    pl_character_name((pl_character)c), info.vertex_count, info.angle_smallest, info.volume);
      assert_true(info.closed && info.manifold && info.oriented);
      assert_int_equal(info.genus, 0);
      assert_int_equal(info.components, 1);
      assert_int_equal(info.double_vertex_count + info.degenerate_count + info.unused_vertex_count, 0);
      assert_int_equal(info.vertex_count, cases[i].vertices);
      assert_less(0.005, info.volume);
      assert_less(cases[i].least_angle, info.angle_smallest);
      assert_close(info.low[1], 0, 0.002);
      assert_close(info.high[1], 0.5, 0.5 * cases[i].height_missed);
      assert_close(info.low[0] + info.high[0], 0, 0.01); /* left like right */
      pl_mesh_destroy(mesh);
    }
}

/* Diziol et al. count 32,442 particles of armadillos, and 21,280 of 20 ducks and 20 rings; few are left for each. */
static void come_in_the_sizes_of_the_paper(void **state)
{
  (void)state;
  pl_mesh *armadillo = NULL, *duck = NULL, *ring = NULL;
  pl_mesh_info info[3];
  assert_ok(pl_make_character(PL_CHARACTER_ARMADILLO, 1, 5407, &armadillo));
  assert_ok(pl_make_character(PL_CHARACTER_DUCK, 0.3, 584, &duck));
  assert_ok(pl_make_torus(0.5, 0.2, 40, 12, &ring));
  assert_ok(pl_mesh_inspect(armadillo, &info[0]));
  assert_ok(pl_mesh_inspect(duck, &info[1]));
  assert_ok(pl_mesh_inspect(ring, &info[2]));
  assert_int_equal(6 * info[0].vertex_count, 32442);
  assert_int_equal(20 * info[1].vertex_count + 20 * info[2].vertex_count, 21280);
  for (int i = 0; i < 3; i++) {
    assert_true(info[i].closed && info[i].manifold && info[i].oriented);
    assert_less(20, info[i].angle_smallest);
  }
  pl_mesh_destroy(armadillo);
  pl_mesh_destroy(duck);
  pl_mesh_destroy(ring);
}

static void are_the_same_every_time(void **state)
{
  (void)state;
  pl_mesh *one = NULL, *two = NULL;
  assert_ok(pl_make_character(PL_CHARACTER_BEAR, 1, 1500, &one));
  assert_ok(pl_make_character(PL_CHARACTER_BEAR, 1, 1500, &two));
  pl_mesh_data a = pl_mesh_view(one), b = pl_mesh_view(two);
  assert_int_equal(a.vertex_count, b.vertex_count);
  assert_memory_equal(a.positions, b.positions, 3 * a.vertex_count * sizeof(double));
  assert_memory_equal(a.triangles, b.triangles, 3 * a.triangle_count * sizeof(uint32_t));
  pl_mesh_destroy(one);
  pl_mesh_destroy(two);
}

static void refuse_nonsense(void **state)
{
  (void)state;
  pl_mesh *mesh = NULL;
  assert_int_equal(pl_make_character(PL_CHARACTER_DUCK, 0, 2000, &mesh), PL_ERROR_ARGUMENT);
  assert_string_equal(pl_last_error(), "duck: the height must be positive, got 0");
  assert_int_equal(pl_make_character(PL_CHARACTER_RABBIT, 1, 10, &mesh), PL_ERROR_ARGUMENT);
  assert_string_equal(pl_last_error(), "rabbit: the number of vertices must be 1000 to 500000, got 10");
  assert_int_equal(pl_make_character(PL_CHARACTER_COUNT, 1, 2000, &mesh), PL_ERROR_ARGUMENT);
  assert_null(pl_character_name(PL_CHARACTER_COUNT));
  assert_string_equal(pl_character_name(PL_CHARACTER_DINO), "dino");
}

/* The first allocations one by one, then ever larger steps: a duck takes hundreds of them, and time. */
static void survive_a_lack_of_memory(void **state)
{
  (void)state;
  for (size_t n = 1;; n = n < 20 ? n + 1 : n * 3 / 2) {
    failing_memory memory = {.fail_at = n};
    pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
    pl_mesh *mesh = NULL;
    pl_status status = pl_make_character(PL_CHARACTER_DUCK, 1, 1000, &mesh);
    pl_mesh_destroy(mesh);
    pl_set_allocator(NULL);
    assert_int_equal(memory.live, 0);
    assert_int_equal(status, memory.allocated < n ? PL_OK : PL_ERROR_MEMORY);
    if (status == PL_OK) break;
    assert_null(mesh);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(are_well_shaped),          cmocka_unit_test(come_in_the_sizes_of_the_paper),
      cmocka_unit_test(are_the_same_every_time),  cmocka_unit_test(refuse_nonsense),
      cmocka_unit_test(survive_a_lack_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
