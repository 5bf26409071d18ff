/* SPDX-License-Identifier: MIT */
#include "base/registry.h"

#include <string.h>

#include "base/hash.h"
#include "failing.h"

static void test_copies_and_hashes_all_arrays(void **state)
{
  (void)state;
  pl_registry registry = {.body = PL_NO_BODY};
  double a[6] = {1, 2, 3, 4, 5, 6};
  uint32_t b[3] = {7, 8, 9};
  assert_ok(pl_registry_add(&registry, "a", PL_PER_PARTICLE, PL_TYPE_DOUBLE, 3, 2, a));
  registry.body = 4;
  assert_ok(pl_registry_add(&registry, "b", PL_PER_BODY, PL_TYPE_UINT32, 1, 3, b));
  assert_int_equal(registry.count, 2);
  assert_true(registry.entries[0].body == PL_NO_BODY);
  assert_int_equal(registry.entries[1].body, 4);
  assert_int_equal(pl_registered_bytes(&registry.entries[0]), 48);
  assert_int_equal(pl_registry_bytes(&registry), 60);
  unsigned char copy[60];
  pl_registry_copy_out(&registry, copy);
  assert_memory_equal(copy, a, 48);
  assert_memory_equal(copy + 48, b, 12);
  uint64_t hash = pl_registry_hash(&registry, PL_HASH_START);
  assert_true(hash == pl_hash_bytes(PL_HASH_START, copy, sizeof copy));
  for (int k = 0; k < 9; k++) { /* each value counts */
    if (k < 6)
      a[k] += 1;
    else
      b[k - 6] += 1;
    assert_true(pl_registry_hash(&registry, PL_HASH_START) != hash);
    pl_registry_copy_in(&registry, copy);
    assert_true(pl_registry_hash(&registry, PL_HASH_START) == hash);
  }
  pl_registry_free(&registry);
  assert_int_equal(registry.count, 0);
}

static pl_status fill(void *context)
{
  double *value = context;
  pl_registry registry = {0};
  pl_status status = pl_registry_reserve(&registry, 40);
  for (int k = 0; status == PL_OK && k < 60; k++)
    status = pl_registry_add(&registry, "x", PL_PER_WORLD, PL_TYPE_DOUBLE, 1, 1, value);
  pl_registry_free(&registry);
  return status;
}

static void test_failing_memory(void **state)
{
  (void)state;
  double value = 0;
  assert_int_equal(fail_each_allocation(fill, &value), 2); /* the reserve, and once beyond it */
}

/* Below the bounds, and minus zero, whatever lies around them; counts are not numbers. */
static void test_clears_what_is_next_to_nothing(void **state)
{
  (void)state;
  double x[] = {1, -0.0, 4.9e-324, -2.3e-308, 9e-201, -1.1e-200, 1e-100, 5, -3};
  float y[] = {1, -1e-45F, 9e-31F, 1.1e-30F, -0.0F};
  uint32_t n[] = {1, 7};
  pl_registry registry = {.body = PL_NO_BODY};
  assert_ok(pl_registry_add(&registry, "x", PL_PER_WORLD, PL_TYPE_DOUBLE, 1, 9, x));
  assert_ok(pl_registry_add(&registry, "y", PL_PER_WORLD, PL_TYPE_FLOAT, 5, 1, y));
  assert_ok(pl_registry_add(&registry, "n", PL_PER_WORLD, PL_TYPE_UINT32, 1, 2, n));
  assert_ok(pl_registry_settle(&registry));
  const double x_left[] = {1, 0, 0, 0, 0, -1.1e-200, 1e-100, 5, -3};
  const float y_left[] = {1, 0, 0, 1.1e-30F, 0};
  assert_memory_equal(x, x_left, sizeof x);
  assert_memory_equal(y, y_left, sizeof y);
  assert_int_equal(n[0], 1);
  assert_int_equal(n[1], 7);
  x[3] = NAN; /* and what is no number is found all the same */
  assert_int_equal(pl_registry_settle(&registry), PL_ERROR_FORMAT);
  pl_registry_free(&registry);
}

static void test_nothing(void **state)
{
  (void)state;
  pl_registry registry = {0};
  assert_int_equal(pl_registry_bytes(&registry), 0);
  assert_true(pl_registry_hash(&registry, 5) == 5);
  pl_registry_copy_out(&registry, NULL);
  pl_registry_free(&registry);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_copies_and_hashes_all_arrays), cmocka_unit_test(test_failing_memory),
      cmocka_unit_test(test_clears_what_is_next_to_nothing), cmocka_unit_test(test_nothing)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
