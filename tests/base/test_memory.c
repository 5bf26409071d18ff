/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <string.h>

#include "base/status.h"
#include "failing.h"
#include "testing.h"

static void memory_is_zeroed_and_aligned(void **state)
{
  (void)state;
  for (size_t count = 1; count < 300; count += 7) {
    unsigned char *bytes = PL_NEW(unsigned char, count);
    assert_non_null(bytes);
    assert_int_equal((uintptr_t)bytes % 64, 0);
    for (size_t i = 0; i < count; i++) assert_int_equal(bytes[i], 0);
    memset(bytes, 0xff, count); /* so that the next one would see it if it were not cleared */
    pl_release(bytes);
  }
}

static void nothing_is_a_valid_pointer(void **state)
{
  (void)state;
  void *memory = pl_allocate(0, 8);
  assert_non_null(memory);
  pl_release(memory);
  pl_release(NULL);
}

static void overflow_of_the_product_is_refused(void **state)
{
  (void)state;
  const size_t cases[][2] = {{SIZE_MAX, 2}, {SIZE_MAX / 2, 3}, {SIZE_MAX, SIZE_MAX}, {SIZE_MAX - 10, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    pl_fail(PL_ERROR_FILE, "old message");
    assert_null(pl_allocate(cases[i][0], cases[i][1]));
    assert_non_null(strstr(pl_last_error(), "more than this machine can address"));
  }
}

static void failing_allocator_sets_the_message(void **state)
{
  failing_memory *memory = *state;
  memory->fail_at = 1;
  assert_null(pl_allocate(10, 10));
  assert_non_null(strstr(pl_last_error(), "100 bytes"));
  memory->fail_at = memory->allocated + 1;
  assert_null(pl_allocate_uncleared(200));
  assert_non_null(strstr(pl_last_error(), "200 bytes"));
}

static void host_allocator_gets_every_call(void **state)
{
  failing_memory *memory = *state;
  int *numbers = PL_NEW(int, 100);
  double *more = PL_NEW(double, 100);
  assert_int_equal(memory->allocated, 2);
  assert_int_equal(memory->live, 2);
  for (int i = 0; i < 100; i++) assert_int_equal(numbers[i], 0);
  pl_release(numbers);
  pl_release(more);
  assert_int_equal(memory->live, 0);
}

static void grow_doubles_and_keeps_the_contents(void **state)
{
  failing_memory *memory = *state;
  int *numbers = NULL;
  size_t capacity = 0;
  for (int i = 0; i < 10000; i++) {
    assert_ok(pl_grow((void **)&numbers, &capacity, (size_t)i + 1, sizeof *numbers));
    assert_true(capacity > (size_t)i);
    numbers[i] = i;
  }
  for (int i = 0; i < 10000; i++) assert_int_equal(numbers[i], i);
  assert_in_range(memory->allocated, 2, 20); /* log2(10000) = 13.3 */
  assert_int_equal(memory->live, 1);
  pl_release(numbers);
}

static void grow_that_fails_changes_nothing(void **state)
{
  failing_memory *memory = *state;
  int *numbers = NULL;
  size_t capacity = 0;
  assert_ok(pl_grow((void **)&numbers, &capacity, 16, sizeof *numbers));
  for (int i = 0; i < 16; i++) numbers[i] = i;
  int *before = numbers;
  memory->fail_at = memory->allocated + 1;
  assert_int_equal(pl_grow((void **)&numbers, &capacity, 17, sizeof *numbers), PL_ERROR_MEMORY);
  assert_int_equal(pl_grow((void **)&numbers, &capacity, SIZE_MAX, sizeof *numbers), PL_ERROR_MEMORY);
  assert_ptr_equal(numbers, before);
  assert_int_equal(capacity, 16);
  for (int i = 0; i < 16; i++) assert_int_equal(numbers[i], i);
  pl_release(numbers);
}

static void grow_with_room_does_nothing(void **state)
{
  failing_memory *memory = *state;
  int *numbers = NULL;
  size_t capacity = 0;
  assert_ok(pl_grow((void **)&numbers, &capacity, 100, sizeof *numbers));
  size_t taken = memory->allocated;
  assert_ok(pl_grow((void **)&numbers, &capacity, capacity, sizeof *numbers));
  assert_ok(pl_grow((void **)&numbers, &capacity, 0, sizeof *numbers));
  assert_int_equal(memory->allocated, taken);
  pl_release(numbers);
}

#define COUNTED(test) cmocka_unit_test_setup_teardown(test, count_begin, count_end)

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_zeroed_and_aligned),
      cmocka_unit_test(nothing_is_a_valid_pointer),
      cmocka_unit_test(overflow_of_the_product_is_refused),
      COUNTED(failing_allocator_sets_the_message),
      COUNTED(host_allocator_gets_every_call),
      COUNTED(grow_doubles_and_keeps_the_contents),
      COUNTED(grow_that_fails_changes_nothing),
      COUNTED(grow_with_room_does_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
