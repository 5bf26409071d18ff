/* SPDX-License-Identifier: MIT
   Recordings as somebody would forge them: patches of five bytes on a good one (../world/snapshot/forge.h). The world
   steps, or says why not, and can be saved and restored after. */
#include "harness.h"

#include "../world/snapshot/forge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 40 };

static void *make_recording(size_t *size)
{
  const void *recording = NULL;
  forged_world f = forged_make();
  require(pl_world_record(f.world, true) == PL_OK);
  forged_host(&f);
  require(pl_world_recording(f.world, &recording, size) == PL_OK);
  void *copy = malloc(*size);
  memcpy(copy, recording, *size);
  pl_world_destroy(f.world);
  return copy;
}

/* Without a header any bytes behind that of a good one, so that counts and kinds of changes are looked at, too. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static forged_world forged;
  static void *good, *start;
  static size_t good_size, start_size;
  if (!good) good = make_recording(&good_size);
  if (!forged.world) {
    forged = forged_make();
    require(pl_world_save(forged.world, &start, &start_size) == PL_OK);
  }
  if (size == 0) return 0;
  bool bytes = data[0] == 255;
  size_t length = bytes ? HEADER + size - 1 : good_size;
  unsigned char *copy = malloc(length);
  memcpy(copy, good, length < good_size ? length : good_size);
  if (bytes)
    memcpy(copy + HEADER, data + 1, size - 1);
  else
    forge(copy + HEADER, length - HEADER, data, size);
  if (pl_world_replay(forged.world, copy, length) == PL_OK)
    for (int k = 0; k < 4; k++) (void)pl_world_step(forged.world);
  require(is_finite_state(forged.world));
  require(pl_world_replay(forged.world, NULL, 0) == PL_OK);
  (void)pl_world_step(forged.world); /* what was left in the queue */
  require(forged_is_usable(forged.world, 0));
  free(copy);
  if (pl_world_restore(forged.world, start, start_size) == PL_OK) return 0;
  pl_world_destroy(forged.world); /* a body went */
  pl_free(start);
  forged.world = NULL;
  return 0;
}
