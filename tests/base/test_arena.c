/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <string.h>

#include "failing.h"
#include "testing.h"

static void pieces_are_aligned_and_apart(void **state)
{
  (void)state;
  pl_arena arena = {0};
  unsigned char *pieces[200];
  for (int i = 0; i < 200; i++) {
    pieces[i] = PL_TAKE(&arena, unsigned char, (size_t)(i * 37 + 1));
    assert_non_null(pieces[i]);
    assert_int_equal((uintptr_t)pieces[i] % 64, 0);
    memset(pieces[i], i, (size_t)(i * 37 + 1));
  }
  for (int i = 0; i < 200; i++)
    for (int k = 0; k < i * 37 + 1; k++) assert_int_equal(pieces[i][k], i);
  pl_arena_free(&arena);
}

/* What a step does: some scratch, some more inside, back to the start. */
static void step(pl_arena *arena)
{
  pl_arena_mark outer = pl_arena_here(arena);
  for (int i = 0; i < 10; i++) {
    double *kept = PL_TAKE(arena, double, 5000);
    assert_non_null(kept);
    kept[4999] = i;
    pl_arena_mark inner = pl_arena_here(arena);
    assert_non_null(PL_TAKE(arena, double, 20000));
    pl_arena_back_to(arena, inner);
    assert_close(kept[4999], i, 0);
  }
  pl_arena_back_to(arena, outer);
}

static void nothing_is_allocated_after_warm_up(void **state)
{
  failing_memory *memory = *state;
  pl_arena arena = {0};
  step(&arena);
  size_t taken = memory->allocated;
  assert_true(taken > 2); /* several blocks, then the merge: the case is a real one */
  assert_int_equal(memory->live, 1);
  for (int i = 0; i < 100; i++) step(&arena);
  assert_int_equal(memory->allocated, taken);
  pl_arena_free(&arena);
}

static void peak_counts_what_was_in_use_at_once(void **state)
{
  (void)state;
  pl_arena arena = {0};
  pl_arena_mark start = pl_arena_here(&arena);
  for (int i = 0; i < 50; i++) {
    assert_non_null(pl_arena_take(&arena, 1000, 64));
    pl_arena_back_to(&arena, start);
  }
  assert_in_range(arena.peak, 64000, 64000 + 64); /* one guard in sanitizer builds */
  assert_int_equal(arena.used, 0);
  pl_arena_free(&arena);
}

/* A mark taken before anything was there still leads back to the beginning after the merge. */
static void oldest_mark_survives_the_merge(void **state)
{
  failing_memory *memory = *state;
  pl_arena arena = {0};
  assert_non_null(pl_arena_take(&arena, 1, 64));
  pl_arena_back_to(&arena, (pl_arena_mark){0});
  pl_arena_mark first = pl_arena_here(&arena), second = pl_arena_here(&arena);
  for (int round = 0; round < 20; round++) {
    for (int i = 0; i < 5; i++) assert_non_null(pl_arena_take(&arena, (size_t)(round + 1) * 1000, 64));
    pl_arena_back_to(&arena, round % 2 ? first : second);
    assert_int_equal(arena.used, 0);
    assert_int_equal(memory->live, 1);
  }
  pl_arena_free(&arena);
}

static void failed_growth_leaves_the_arena_usable(void **state)
{
  failing_memory *memory = *state;
  pl_arena arena = {0};
  double *first = PL_TAKE(&arena, double, 100);
  assert_non_null(first);
  first[99] = 1;
  size_t used = arena.used;
  memory->fail_at = memory->allocated + 1;
  assert_null(PL_TAKE(&arena, double, 100000));
  assert_null(pl_arena_take(&arena, SIZE_MAX, 2));
  assert_int_equal(arena.used, used);
  assert_non_null(PL_TAKE(&arena, double, 100)); /* fits in the block that is there */
  assert_close(first[99], 1, 0);
  pl_arena_free(&arena);
}

/* When the merged block cannot be had, steps go on with several blocks. */
static void failed_merge_is_borne(void **state)
{
  failing_memory *memory = *state;
  pl_arena arena = {0};
  pl_arena_mark start = pl_arena_here(&arena);
  for (int i = 0; i < 4; i++) assert_non_null(pl_arena_take(&arena, 1 << 16, 1));
  memory->fail_at = memory->allocated + 1;
  pl_arena_back_to(&arena, start);
  memory->fail_at = 0;
  for (int i = 0; i < 4; i++) assert_non_null(pl_arena_take(&arena, 1 << 16, 1));
  pl_arena_back_to(&arena, start);
  assert_int_equal(memory->live, 1);
  pl_arena_free(&arena);
}

static void reserved_room_needs_no_memory(void **state)
{
  failing_memory *memory = *state;
  pl_arena arena = {0};
  assert_ok(pl_arena_reserve(&arena, 1 << 20));
  assert_ok(pl_arena_reserve(&arena, 1 << 10));
  size_t before = memory->allocated;
  assert_non_null(pl_arena_take(&arena, 1000, 1000));
  assert_ok(pl_arena_reserve(&arena, 1 << 22)); /* in use: nothing happens */
  pl_arena_back_to(&arena, (pl_arena_mark){0});
  assert_int_equal(memory->allocated, before);
  memory->fail_at = before + 1;
  assert_int_equal(pl_arena_reserve(&arena, 1 << 22), PL_ERROR_MEMORY);
  assert_non_null(pl_arena_take(&arena, 1000, 1000)); /* what was there still is */
  pl_arena_free(&arena);
}

#define COUNTED(test) cmocka_unit_test_setup_teardown(test, count_begin, count_end)

int main(void)
{
  const struct CMUnitTest tests[] = {
      COUNTED(reserved_room_needs_no_memory),
      COUNTED(pieces_are_aligned_and_apart),
      COUNTED(nothing_is_allocated_after_warm_up),
      COUNTED(peak_counts_what_was_in_use_at_once),
      COUNTED(oldest_mark_survives_the_merge),
      COUNTED(failed_growth_leaves_the_arena_usable),
      COUNTED(failed_merge_is_borne),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
