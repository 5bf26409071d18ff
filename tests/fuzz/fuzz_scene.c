/* SPDX-License-Identifier: MIT
   Any bytes as a scene: read or refused with a place, never anything else; a small scene that was read can be explained
   and takes its first steps. Numbers are changed to extreme ones as a whole, since bytes alone hardly ever make any. */
#include "harness.h"
#include "pliant/io_scene.h"
#include "scene/read/data.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);

enum { SMALL = 300 };

/* ---- every third change: a number becomes an extreme one ---- */

static bool begins_number(const uint8_t *data, size_t size, size_t at)
{
  static const char before[] = " \t\n[:,";
  bool digit = (data[at] >= '0' && data[at] <= '9') || (data[at] == '-' && at + 1 < size && data[at + 1] != '-');
  return digit && at > 0 && data[at - 1] && strchr(before, data[at - 1]);
}

static size_t number_end(const uint8_t *data, size_t size, size_t at)
{
  static const char within[] = "0123456789+-.eE";
  while (at < size && data[at] && strchr(within, data[at])) at++;
  return at;
}

static size_t make_extreme(uint8_t *data, size_t size, size_t most, unsigned seed)
{
  static const char *const numbers[] = {"0",      "-1",    "1e-300", "1e-12",      "1e-9",      "1e-6",  "1e-3", "1e3",
                                        "1e6",    "1e7",   "1e9",    "1e12",       "1e15",      "1e18",  "1e38", "1e60",
                                        "1e160",  "1e308", "2",      "100",        "-1e6",      "-1e60", "0.5",  "1",
                                        "0.9999", "255",   "65536",  "2147483647", "4294967295"};
  size_t count = 0, pick, at = 0;
  for (size_t k = 0; k < size; k++) count += begins_number(data, size, k);
  if (count == 0) return 0;
  pick = seed / 64 % count;
  for (size_t k = 0; k < size; k++)
    if (begins_number(data, size, k) && pick-- == 0) at = k;
  const char *number = numbers[seed % (sizeof numbers / sizeof *numbers)];
  size_t end = number_end(data, size, at), length = strlen(number);
  if (size - (end - at) + length > most) return 0;
  memmove(data + at + length, data + end, size - end);
  memcpy(data + at, number, length);
  return size - (end - at) + length;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
  size_t changed = seed % 3 == 0 ? make_extreme(data, size, most, seed / 3) : 0;
  return changed ? changed : LLVMFuzzerMutate(data, size, most);
}

static size_t particle_count(const pl_scene *scene)
{
  size_t count = 0;
  const pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; i < scene->data.bodies.count; i++) count += pl_mesh_view(bodies[i].built).vertex_count;
  return count;
}

/* Grids of a few cells: a million nodes take too long here. */
static void coarsen_grids(pl_scene *scene)
{
  pl_scene_obstacle *obstacles = scene->data.obstacles.items;
  for (size_t o = 0; o < scene->data.obstacles.count; o++) {
    if (!obstacles[o].built) continue;
    pl_mesh_data mesh = pl_mesh_view(obstacles[o].built);
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, longest = 0;
    for (size_t i = 0; i < 3 * mesh.vertex_count; i++) {
      low[i % 3] = fmin(low[i % 3], mesh.positions[i]);
      high[i % 3] = fmax(high[i % 3], mesh.positions[i]);
    }
    for (int c = 0; c < 3; c++) longest = fmax(longest, high[c] - low[c] + obstacles[o].thickness);
    obstacles[o].def.spacing = longest / 8;
  }
}

static void use(pl_scene *scene)
{
  char *text = NULL;
  pl_world *world = NULL;
  pl_scene_set_threads(scene, 1);
  coarsen_grids(scene);
  if (pl_scene_explain(scene, &text) == PL_OK) pl_free(text);
  if (pl_scene_world(scene, &world) == PL_OK) {
    step_within_budget(world);
    pl_world_destroy(world);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  limit_memory();
  pl_scene *scene = NULL;
  pl_status status = pl_scene_parse("fuzz.json", (const char *)data, size, &scene);
  if (status == PL_OK) {
    if (particle_count(scene) <= SMALL) use(scene);
    pl_scene_destroy(scene);
  } else if (status != PL_ERROR_MEMORY && strncmp(pl_last_error(), "fuzz.json:", 10) != 0) {
    abort();
  }
  require(memory_used == 0);
  return 0;
}
