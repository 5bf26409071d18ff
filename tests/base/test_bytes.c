/* SPDX-License-Identifier: MIT */
#include "base/bytes.h"

#include <string.h>

#include "failing.h"

static void test_round_trip(void **state)
{
  (void)state;
  pl_bytes bytes = {0};
  double d = 1.5, d_back;
  uint32_t u = 77, u_back;
  const char text[] = "some text";
  PL_PUT(&bytes, d);
  pl_bytes_put(&bytes, NULL, 0);
  pl_bytes_put(&bytes, text, sizeof text);
  PL_PUT(&bytes, u);
  assert_ok(bytes.status);
  assert_int_equal(bytes.size, sizeof d + sizeof text + sizeof u);
  pl_reader reader = {.at = bytes.data, .left = bytes.size};
  PL_GET(&reader, d_back);
  assert_close(d_back, d, 0);
  assert_string_equal(pl_reader_take(&reader, sizeof text, 1), text);
  PL_GET(&reader, u_back);
  assert_int_equal(u_back, u);
  assert_false(reader.failed);
  assert_int_equal(reader.left, 0);
  pl_bytes_free(&bytes);
  assert_null(bytes.data);
}

/* Past the end: zeros, and it stays failed. */
static void test_reading_past_the_end(void **state)
{
  (void)state;
  unsigned char data[10] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
  pl_reader reader = {.at = data, .left = sizeof data};
  double d = 1;
  uint32_t u = 1;
  PL_GET(&reader, d);
  assert_false(reader.failed);
  PL_GET(&reader, u);
  assert_true(reader.failed);
  assert_int_equal(u, 0);
  unsigned char c = 9;
  PL_GET(&reader, c); /* two bytes are left, but nothing can be trusted any more */
  assert_int_equal(c, 0);
  assert_null(pl_reader_take(&reader, 0, 1));
}

static void test_counts_that_overflow(void **state)
{
  (void)state;
  unsigned char data[16] = {0};
  pl_reader reader = {.at = data, .left = sizeof data};
  assert_null(pl_reader_take(&reader, SIZE_MAX / 4 + 2, 8)); /* the product would be 8 */
  assert_true(reader.failed);
  reader = (pl_reader){.at = data, .left = sizeof data};
  assert_non_null(pl_reader_take(&reader, 2, 8));
  assert_false(reader.failed);
  assert_int_equal(reader.left, 0);
}

static pl_status write_much(void *context)
{
  (void)context;
  pl_bytes bytes = {0};
  for (int k = 0; k < 200; k++) PL_PUT(&bytes, k);
  pl_status status = bytes.status;
  if (status == PL_OK) assert_int_equal(bytes.size, 800);
  pl_bytes_free(&bytes);
  return status;
}

static void test_failing_memory(void **state)
{
  (void)state;
  assert_true(fail_each_allocation(write_much, NULL) >= 5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_reading_past_the_end),
                                     cmocka_unit_test(test_counts_that_overflow),
                                     cmocka_unit_test(test_failing_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
