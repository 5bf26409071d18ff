/* SPDX-License-Identifier: MIT
   Any bytes as files of numbers that a scene names: the state that a body starts from, masses, temperatures and indices
   of what is pinned; plain, and as JSON; and the fields that another run wrote. */
#include "extreme_numbers.h"
#include "harness.h"

#include "pliant/io_scene.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void use_file(const char *scene_of, const char *path)
{
  char text[1024];
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  snprintf(text, sizeof text, scene_of, path);
  if (pl_scene_parse("numbers.json", text, strlen(text), &scene) == PL_OK) {
    if (pl_scene_world(scene, &world) == PL_OK) step_within_budget(world);
    pl_world_destroy(world);
  } else {
    require(strlen(pl_last_error()) > 0);
  }
  pl_scene_destroy(scene);
}

#define BALL(key)                                                                                                      \
  "{ \"pliant\": 1, \"threads\": 1, \"bodies\": [ { \"mesh\": { \"icosphere\": { \"cuts\": 1 } }, " key                \
  ", \"model\": { \"graph\": {} } } ] }"

/* Small, so that its state is (seeds/fuzz_numbers/state). */
#define TILE_FROM                                                                                                      \
  "{ \"pliant\": 1, \"threads\": 1, \"from\": { \"file\": \"%s\" }, \"bodies\": [ { \"name\": \"tile\", "              \
  "\"mesh\": { \"lattice\": { \"counts\": [2, 2, 2] } }, \"fracture\": { \"strain\": 0.5 }, \"heat\": { }, "           \
  "\"model\": { \"graph\": {} } } ] }"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const scenes[] = {BALL("\"positions\": \"%s\""),
                                       BALL("\"velocities\": \"%s\""),
                                       BALL("\"masses\": \"%s\""),
                                       BALL("\"stiffness\": \"%s\""),
                                       BALL("\"pins\": [ { \"particles\": { \"indices\": \"%s\" } } ]"),
                                       BALL("\"heat\": { \"temperature\": \"%s\" }"),
                                       TILE_FROM};
  if (size == 0) return 0;
  limit_memory();
  const char *path = write_input(data[0] & 128 ? "numbers.json" : "numbers.txt", data + 1, size - 1);
  use_file(scenes[data[0] % (sizeof scenes / sizeof *scenes)], path);
  require(memory_used == 0);
  return 0;
}
