/* SPDX-License-Identifier: MIT
   Whatever a host has set its floating-point unit to, worlds move with the same bits, and it finds what it had set. */
#include "base/floats.h"

#include "pliant/make.h"
#include "pliant/pliant.h"
#include "testing.h"

#if defined(__SSE2__)
#include <immintrin.h>
#endif

static uint64_t hash_of_fall(int threads)
{
  pl_world_def def = pl_default_world_def();
  pl_world *world = NULL;
  pl_mesh *mesh = NULL;
  pl_body *body = NULL;
  def.threads = threads;
  assert_ok(pl_world_create(&def, &world));
  assert_ok(pl_make_icosphere(0.1, 2, &mesh));
  pl_body_def ball = pl_default_body_def(PL_MODEL_GRAPH);
  ball.mesh = mesh;
  ball.graph.youngs_modulus = 1e4;
  assert_ok(pl_body_create(world, &ball, &body));
  pl_obstacle_def floor = pl_default_obstacle_def(PL_OBSTACLE_PLANE);
  pl_obstacle_id id;
  floor.point[1] = -0.12;
  assert_ok(pl_obstacle_create(world, &floor, &id));
  for (int i = 0; i < 30; i++) assert_ok(pl_world_step(world));
  uint64_t hash = pl_world_hash(world);
  void *data = NULL;
  size_t size = 0;
  assert_ok(pl_world_save(world, &data, &size));
  assert_ok(pl_world_restore(world, data, size));
  assert_true(pl_world_hash(world) == hash);
  pl_free(data);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  return hash;
}

static void rounding_of_the_host_changes_no_bit(void **state)
{
  (void)state;
  static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (int threads = 1; threads <= 3; threads += 2) {
    uint64_t expected = hash_of_fall(threads);
    for (size_t m = 0; m < sizeof modes / sizeof *modes; m++) {
      assert_int_equal(fesetround(modes[m]), 0);
      uint64_t hash = hash_of_fall(threads);
      int after = fegetround();
      fesetround(FE_TONEAREST);
      assert_int_equal(after, modes[m]);
      assert_true(hash == expected);
    }
  }
}

#if defined(__SSE2__)

static void traps_of_the_host_do_not_strike(void **state)
{
  (void)state;
  uint64_t expected = hash_of_fall(2);
  unsigned before = _mm_getcsr();
  const unsigned all_but_inexact = 0x0f80, trapping = before & ~all_but_inexact & ~0x3fu;
  _mm_setcsr(trapping);
  uint64_t hash = hash_of_fall(2);
  unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  assert_true(hash == expected);
  assert_int_equal(after & 0xffc0, trapping & 0xffc0);
}

static void flushing_of_the_host_changes_no_bit(void **state)
{
  (void)state;
  uint64_t expected = hash_of_fall(1);
  unsigned before = _mm_getcsr();
  _mm_setcsr(before | 0x8040);
  uint64_t hash = hash_of_fall(1);
  unsigned after = _mm_getcsr();
  _mm_setcsr(before);
  assert_true(hash == expected);
  assert_int_equal(after & 0xffc0, (before | 0x8040) & 0xffc0);
}

/* A refusal leaves by another way than the last line. */
static void refusals_give_back_what_was_set(void **state)
{
  (void)state;
  assert_int_equal(fesetround(FE_UPWARD), 0);
  pl_status status = pl_world_step(NULL);
  int after = fegetround();
  fesetround(FE_TONEAREST);
  assert_int_equal(status, PL_ERROR_ARGUMENT);
  assert_int_equal(after, FE_UPWARD);
}

#else

static void traps_of_the_host_do_not_strike(void **state) { (void)state, skip(); }
static void flushing_of_the_host_changes_no_bit(void **state) { (void)state, skip(); }
static void refusals_give_back_what_was_set(void **state) { (void)state, skip(); }

#endif

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rounding_of_the_host_changes_no_bit),
      cmocka_unit_test(traps_of_the_host_do_not_strike),
      cmocka_unit_test(flushing_of_the_host_changes_no_bit),
      cmocka_unit_test(refusals_give_back_what_was_set),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
