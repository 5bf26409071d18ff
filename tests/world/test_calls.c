/* SPDX-License-Identifier: MIT
   What a host says in any order and with any numbers: done or refused, and never anything else. The fuzzer fuzz_calls
   looks farther. */
#include "testing.h"

#include "byte_calls.h"

enum { SEQUENCES = 150, BYTES = 160 };

static void test_any_calls(void **state)
{
  (void)state;
  uint64_t seed = 11;
  for (int k = 0; k < SEQUENCES; k++) {
    uint8_t bytes[BYTES];
    for (int i = 0; i < BYTES; i++) bytes[i] = (uint8_t)(random_bits(&seed) >> 24);
    const char *broken = run_calls(bytes, sizeof bytes);
    if (broken) print_error("sequence %d: %s; %s\n", k, broken, pl_last_error());
    assert_null(broken);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_any_calls)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
