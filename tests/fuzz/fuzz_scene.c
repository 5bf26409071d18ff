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

/* The longest side of the box around a mesh. */
static double extent(const pl_mesh *built)
{
  pl_mesh_data mesh = pl_mesh_view(built);
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, longest = 0;
  for (size_t i = 0; i < 3 * mesh.vertex_count; i++) {
    low[i % 3] = fmin(low[i % 3], mesh.positions[i]);
    high[i % 3] = fmax(high[i % 3], mesh.positions[i]);
  }
  for (int c = 0; c < 3; c++) longest = fmax(longest, high[c] - low[c]);
  return longest;
}

/* Grids of a few cells: a million nodes take too long here. */
static void coarsen_grids(pl_scene *scene)
{
  pl_scene_obstacle *obstacles = scene->data.obstacles.items;
  for (size_t o = 0; o < scene->data.obstacles.count; o++)
    if (obstacles[o].built) obstacles[o].def.spacing = (extent(obstacles[o].built) + obstacles[o].thickness) / 8;
}

/* Voxels and cages of a few nodes: ten million are a fair wish, and take minutes under sanitizers. */
static void coarsen_models(pl_scene *scene)
{
  enum { MOST = 200 };
  pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; i < scene->data.bodies.count; i++) {
    pl_body_def *def = &bodies[i].def;
    if (def->model == PL_MODEL_HEX) {
      def->hex.nodes = def->hex.nodes > MOST ? MOST : def->hex.nodes;
      for (int k = 0; k < 3; k++) def->hex.cells[k] = def->hex.cells[k] > 5 ? 5 : def->hex.cells[k];
      if (def->hex.spacing > 0) def->hex.spacing = fmax(def->hex.spacing, extent(bodies[i].built) / 8);
    }
    if (def->model == PL_MODEL_CAGE) {
      def->cage.vertices = def->cage.vertices > MOST ? MOST : def->cage.vertices;
      def->cage.points = def->cage.points > MOST ? MOST : def->cage.points;
    }
  }
}

static void use(pl_scene *scene)
{
  char *text = NULL;
  pl_world *world = NULL;
  pl_scene_set_threads(scene, 1);
  coarsen_grids(scene);
  coarsen_models(scene);
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
