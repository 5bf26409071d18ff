/* SPDX-License-Identifier: MIT */
#include "base/hash.h"

#include "testing.h"

/* Published test vectors of FNV-1a, 64 bits (Fowler, Noll, Vo). */
static void known_values(void **state)
{
  (void)state;
  assert_true(pl_hash_bytes(PL_HASH_START, "", 0) == UINT64_C(0xcbf29ce484222325));
  assert_true(pl_hash_bytes(PL_HASH_START, "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
  assert_true(pl_hash_bytes(PL_HASH_START, "foobar", 6) == UINT64_C(0x85944171f73967e8));
}

static void pieces_hash_like_the_whole(void **state)
{
  (void)state;
  uint64_t whole = pl_hash_bytes(PL_HASH_START, "foobar", 6);
  uint64_t pieces = pl_hash_bytes(pl_hash_bytes(PL_HASH_START, "foo", 3), "bar", 3);
  assert_true(whole == pieces);
}

static void one_bit_changes_the_hash(void **state)
{
  (void)state;
  unsigned char bytes[64] = {0};
  uint64_t before = pl_hash_bytes(PL_HASH_START, bytes, sizeof bytes);
  for (size_t bit = 0; bit < 8 * sizeof bytes; bit++) {
    bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    assert_true(pl_hash_bytes(PL_HASH_START, bytes, sizeof bytes) != before);
    bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
  }
}

/* Every bit of a block of any size counts, in its runs of words and in what is left over; and where it stands. */
static void words_know_every_bit(void **state)
{
  (void)state;
  unsigned char bytes[200] = {0};
  for (size_t size = 0; size <= sizeof bytes; size += 9) {
    uint64_t before = pl_hash_words(PL_HASH_START, bytes, size);
    for (size_t bit = 0; bit < 8 * size; bit++) {
      bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
      assert_true(pl_hash_words(PL_HASH_START, bytes, size) != before);
      bytes[bit / 8] ^= (unsigned char)(1u << bit % 8);
    }
  }
  for (size_t k = 0; k < sizeof bytes; k++) bytes[k] = (unsigned char)k;
  uint64_t before = pl_hash_words(PL_HASH_START, bytes, sizeof bytes);
  for (size_t k = 0; k + 8 < sizeof bytes; k++) { /* two places change their values */
    unsigned char kept = bytes[k];
    bytes[k] = bytes[k + 8];
    bytes[k + 8] = kept;
    assert_true(pl_hash_words(PL_HASH_START, bytes, sizeof bytes) != before);
    bytes[k + 8] = bytes[k];
    bytes[k] = kept;
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(known_values),
      cmocka_unit_test(pieces_hash_like_the_whole),
      cmocka_unit_test(one_bit_changes_the_hash),
      cmocka_unit_test(words_know_every_bit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
