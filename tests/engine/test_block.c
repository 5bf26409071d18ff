/* SPDX-License-Identifier: MIT
   Messages: what was written is read, what is unknown is skipped, what is cut off ends quietly. */
#include "block.h"

#include <string.h>

#include "base/memory.h"
#include "testing.h"

static const uint32_t first = BLOCK_TAG('o', 'n', 'e', ' '), second = BLOCK_TAG('t', 'w', 'o', ' ');

static void write_two(block_writer *to)
{
  block_message(to);
  block_text(to, first, "hello");
  block_begin(to, second);
  uint64_t number = 42;
  block_put(to, &number, sizeof number);
  block_end(to);
}

static void reads_what_was_written(void **state)
{
  (void)state;
  block_writer to = {0};
  write_two(&to);
  assert_int_equal(to.bytes.size % 8, 0);
  block_reader from;
  assert_int_equal(block_open(to.bytes.data, to.bytes.size, &from), PL_OK);
  block b;
  assert_true(block_next(&from, &b));
  assert_int_equal(b.tag, first);
  assert_int_equal(b.size, 5);
  assert_memory_equal(b.payload, "hello", 5);
  assert_true(block_next(&from, &b));
  assert_int_equal(b.tag, second);
  assert_int_equal((uintptr_t)(b.payload - to.bytes.data) % 8, 0);
  uint64_t number;
  memcpy(&number, b.payload, sizeof number);
  assert_int_equal(number, 42);
  assert_false(block_next(&from, &b));
  block_free(&to);
}

/* However a message is cut, its blocks end where it ends. */
static void ends_where_it_is_cut(void **state)
{
  (void)state;
  block_writer to = {0};
  write_two(&to);
  for (size_t size = 0; size < to.bytes.size; size++) {
    unsigned char *copy = malloc(size + 1); /* so that the address sanitizer sees a byte too far */
    memcpy(copy, to.bytes.data, size);
    block_reader from;
    if (block_open(copy, size, &from) == PL_OK) {
      block b;
      int count = 0;
      while (block_next(&from, &b)) {
        assert_true(b.payload + b.size <= copy + size);
        count++;
      }
      assert_true(count < 3);
    }
    free(copy);
  }
  block_free(&to);
}

static void refuses_what_is_not_ours(void **state)
{
  (void)state;
  block_writer to = {0};
  write_two(&to);
  block_reader from;
  to.bytes.data[4] = BLOCK_PROTOCOL + 1;
  assert_int_equal(block_open(to.bytes.data, to.bytes.size, &from), PL_ERROR_FORMAT);
  assert_non_null(strstr(pl_last_error(), "protocol"));
  to.bytes.data[0] = 'x';
  assert_int_equal(block_open(to.bytes.data, to.bytes.size, &from), PL_ERROR_FORMAT);
  assert_int_equal(block_open(NULL, 0, &from), PL_ERROR_FORMAT);
  block_free(&to);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_what_was_written),
      cmocka_unit_test(ends_where_it_is_cut),
      cmocka_unit_test(refuses_what_is_not_ours),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
