/* SPDX-License-Identifier: MIT
   Checkpoints of `pliant run` as somebody would forge them: patches of five bytes on a good one, made to add up again.
   Refused, and the world is as it was, or taken, and it can be saved, restored and stepped. */
#include "harness.h"

#include "../world/snapshot/forge.h"
#include "base/hash.h"
#include "run/run_checkpoint.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SCENE = 7, SUM = 8 };
static const char request[] = " --steps 100";

static unsigned char *read_back(const char *path, size_t *size)
{
  FILE *file = fopen(path, "rb");
  require(file != NULL && fseek(file, 0, SEEK_END) == 0);
  *size = (size_t)ftell(file);
  rewind(file);
  unsigned char *data = malloc(*size);
  require(fread(data, 1, *size, file) == *size);
  fclose(file);
  return data;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static forged_world forged;
  static unsigned char *good;
  static size_t good_size;
  run_checkpoint checkpoint = {.scene_hash = SCENE};
  if (!forged.world) {
    forged = forged_make();
    forged_host(&forged);
    const char *path = write_input("good", "", 0);
    checkpoint.step = pl_world_step_count(forged.world);
    require(run_checkpoint_write(path, &checkpoint, request, forged.world) == PL_OK);
    good = read_back(path, &good_size);
  }
  unsigned char *copy = malloc(good_size);
  memcpy(copy, good, good_size);
  bool cut = size > 0 && data[0] == 255;
  size_t length = cut ? size * 64 % good_size : good_size;
  forge(copy, length, data, size);
  if (length > SUM) {
    uint64_t hash = pl_hash_bytes(PL_HASH_START, copy, length - SUM);
    memcpy(copy + length - SUM, &hash, sizeof hash);
  }
  const char *path = write_input("checkpoint", copy, length);
  uint64_t before = pl_world_hash(forged.world);
  if (run_checkpoint_read(path, SCENE, request, forged.world, &checkpoint) == PL_OK) {
    require(checkpoint.step == pl_world_step_count(forged.world));
    require(forged_is_usable(forged.world, 2));
    require(is_finite_state(forged.world));
  } else {
    require(pl_world_hash(forged.world) == before);
  }
  free(copy);
  path = write_input("good", good, good_size);
  require(run_checkpoint_read(path, SCENE, request, forged.world, &checkpoint) == PL_OK);
  return 0;
}
