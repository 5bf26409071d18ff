/* SPDX-License-Identifier: MIT
   Any bytes as a scene: read or refused with a place, never anything else; a small scene that was read can be explained
   and stepped. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "pliant/io_scene.h"
#include "scene/read/data.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A scene may ask for a mesh of gigabytes; here it must do with less. The size stands in the 64 bytes before the block.
   */
enum { MEMORY_LIMIT = 256 << 20, HEADER = 64, SMALL = 300 };

static size_t memory_used;

static void *limited_allocate(size_t size, void *user)
{
  (void)user;
  if (size > MEMORY_LIMIT || memory_used + size > MEMORY_LIMIT) return NULL;
  unsigned char *block = aligned_alloc(HEADER, HEADER + (size + HEADER - 1) / HEADER * HEADER);
  if (!block) return NULL;
  memcpy(block, &size, sizeof size);
  memory_used += size;
  return block + HEADER;
}

static void limited_release(void *memory, void *user)
{
  (void)user;
  unsigned char *block = (unsigned char *)memory - HEADER;
  size_t size = 0;
  memcpy(&size, block, sizeof size);
  memory_used -= size;
  free(block);
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
    pl_world_step(world);
    pl_world_destroy(world);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  pl_set_allocator(&(pl_allocator){limited_allocate, limited_release, NULL});
  pl_scene *scene = NULL;
  pl_status status = pl_scene_parse("fuzz.json", (const char *)data, size, &scene);
  if (status == PL_OK) {
    if (particle_count(scene) <= SMALL) use(scene);
    pl_scene_destroy(scene);
  } else if (status != PL_ERROR_MEMORY && strncmp(pl_last_error(), "fuzz.json:", 10) != 0) {
    abort();
  }
  if (memory_used != 0) abort();
  return 0;
}
