/* SPDX-License-Identifier: MIT
   What tests/fuzz/fuzz_contact.c does, with bytes drawn by lot: for builds without a fuzzer. */
#include "testing.h"

#include "byte_bodies.h"

#ifndef INPUTS
#define INPUTS 300
#endif

enum { MOST_BYTES = 512 };

static void test_any_bytes_can_be_stepped(void **state)
{
  (void)state;
  uint64_t seed = 77;
  for (int input = 0; input < INPUTS; input++) {
    uint8_t bytes[MOST_BYTES];
    for (size_t k = 0; k < MOST_BYTES; k++) bytes[k] = (uint8_t)(random_bits(&seed) >> 32);
    if (!run_bytes(bytes, 40 + random_bits(&seed) % (MOST_BYTES - 40))) {
      print_error("input %d: %s\n", input, pl_last_error());
      fail();
    }
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_any_bytes_can_be_stepped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
