/* SPDX-License-Identifier: MIT
   Snapshots and recordings that were changed and made to add up again: refused, and then nothing has changed; or taken,
   and then the world can be saved, restored and stepped. Memory is what the sanitizers look at here. */
#include "testing.h"

#include <math.h>

#include "forge.h"

#ifdef FORGED_MANY
enum { SNAPSHOTS = 1000, RECORDINGS = 400 };
#else
enum { SNAPSHOTS = 200, RECORDINGS = 40 };
#endif

static void some_patches(uint64_t *seed, unsigned char *patches, size_t *size)
{
  *size = 5 * (1 + random_bits(seed) % 3);
  for (size_t k = 0; k < *size; k++) patches[k] = (unsigned char)(random_bits(seed) >> 16);
}

static void save(pl_world *world, unsigned char **data, size_t *size)
{
  void *bytes = NULL;
  assert_ok(pl_world_save(world, &bytes, size));
  *data = bytes;
}

/* Half of the places in the first part, where counts, definitions and handles are, half anywhere. */
static void test_snapshots(void **state)
{
  (void)state;
  uint64_t seed = 5;
  forged_world f = forged_make();
  for (int b = 0; b < FORGED_BODIES; b++) assert_non_null(f.bodies[b]);
  forged_host(&f);
  unsigned char *good, patches[15];
  size_t size, patch_size, refused = 0, taken = 0;
  save(f.world, &good, &size);
  unsigned char *copy = malloc(size);
  for (int k = 0; k < SNAPSHOTS; k++) {
    size_t length = k % 20 == 19 ? random_bits(&seed) % size : size, front = length < 9000 ? length : 9000;
    memcpy(copy, good, length);
    some_patches(&seed, patches, &patch_size);
    forge(copy, k % 2 ? front : length, patches, patch_size);
    forge_checksum(copy, length);
    uint64_t before = pl_world_hash(f.world);
    pl_status status = pl_world_restore(f.world, copy, length);
    if (status != PL_OK) {
      refused++;
      if (getenv("VERBOSE")) print_message("%d %d: %s\n", k, (int)status, pl_last_error());
      assert_true(status == PL_ERROR_FORMAT || status == PL_ERROR_MISMATCH || status == PL_ERROR_MEMORY ||
                  status == PL_ERROR_DIVERGED);
      assert_true(pl_world_hash(f.world) == before);
      if (k % 50 == 0) { /* as it was: its snapshot is what it was, too */
        unsigned char *again;
        size_t again_size;
        save(f.world, &again, &again_size);
        assert_int_equal(again_size, size);
        assert_memory_equal(again, good, size);
        pl_free(again);
      }
    } else {
      taken++;
      assert_true(forged_is_usable(f.world, 0));
      assert_true(forged_is_usable(f.world, 2));
      assert_ok(pl_world_restore(f.world, good, size));
    }
  }
  print_message("%d snapshots of %zu bytes: %zu refused, %zu taken\n", (int)SNAPSHOTS, size, refused, taken);
  assert_true(refused > SNAPSHOTS / 10 && taken > SNAPSHOTS / 10);
  free(copy);
  pl_free(good);
  pl_world_destroy(f.world);
}

static void test_recordings(void **state)
{
  (void)state;
  uint64_t seed = 6;
  forged_world f = forged_make();
  unsigned char *start, patches[15], *copy;
  size_t start_size, size, patch_size, complained = 0;
  save(f.world, &start, &start_size);
  assert_ok(pl_world_record(f.world, true));
  forged_host(&f);
  const void *good;
  assert_ok(pl_world_recording(f.world, &good, &size));
  copy = malloc(size);
  unsigned char *kept = malloc(size);
  memcpy(kept, good, size);
  pl_world_destroy(f.world);
  f = forged_make();
  for (int k = 0; k < RECORDINGS; k++) {
    memcpy(copy, kept, size);
    some_patches(&seed, patches, &patch_size);
    if (k) forge(copy + 40, size - 40, patches, patch_size); /* behind the head */
    assert_ok(pl_world_replay(f.world, copy, size));
    pl_status worst = PL_OK;
    for (int s = 0; s < 4; s++) {
      pl_status status = pl_world_step(f.world);
      if (worst == PL_OK) worst = status;
    }
    if (k == 0) assert_ok(worst);
    complained += worst != PL_OK;
    assert_ok(pl_world_replay(f.world, NULL, 0));
    (void)pl_world_step(f.world); /* what was left in the queue */
    if (!forged_is_usable(f.world, 0)) {
      print_error("recording %d: %s\n", k, pl_last_error());
      fail();
    }
    if (pl_world_restore(f.world, start, start_size) == PL_OK) continue;
    pl_world_destroy(f.world); /* a body went */
    f = forged_make();
  }
  print_message("%d recordings of %zu bytes: %zu complained about\n", (int)RECORDINGS, size, complained);
  assert_true(complained > RECORDINGS / 10 && complained < RECORDINGS);
  free(copy);
  free(kept);
  pl_free(start);
  pl_world_destroy(f.world);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_snapshots), cmocka_unit_test(test_recordings)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
