/* SPDX-License-Identifier: MIT
   Any bytes as a scene: read or refused with a place, never anything else; a small scene that was read can be explained
   and takes its first steps. */
#include "extreme_numbers.h"
#include "harness.h"
#include "pliant/io_scene.h"
#include "scene/read/data.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { SMALL = 300 };

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
