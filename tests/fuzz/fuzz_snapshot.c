/* SPDX-License-Identifier: MIT
   Snapshots as somebody would forge them: patches of five bytes on a good one (../world/snapshot/forge.h), or, after a
   first byte of 255, any bytes behind its header; and in either case made to add up again. Refused, and nothing has
   changed, or taken, and then the world can be saved, restored and stepped. */
#include "harness.h"

#include "../world/snapshot/forge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { HEADER = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static forged_world forged;
  static void *good;
  static size_t good_size;
  if (!forged.world) {
    forged = forged_make();
    forged_host(&forged);
    require(pl_world_save(forged.world, &good, &good_size) == PL_OK);
  }
  if (size == 0) return 0;
  bool bytes = data[0] == 255;
  size_t length = bytes ? HEADER + size - 1 : good_size;
  unsigned char *copy = malloc(length);
  memcpy(copy, good, length < good_size ? length : good_size);
  if (bytes)
    memcpy(copy + HEADER, data + 1, size - 1);
  else
    forge(copy, length, data, size);
  forge_checksum(copy, length);
  uint64_t before = pl_world_hash(forged.world);
  if (pl_world_restore(forged.world, copy, length) == PL_OK) {
    require(is_finite_state(forged.world));
    require(forged_is_usable(forged.world, 0));
    require(forged_is_usable(forged.world, 3));
    require(is_finite_state(forged.world));
  } else {
    require(pl_world_hash(forged.world) == before);
  }
  free(copy);
  require(pl_world_restore(forged.world, good, good_size) == PL_OK);
  return 0;
}
