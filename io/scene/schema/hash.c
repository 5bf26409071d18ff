/* SPDX-License-Identifier: MIT
   The fingerprint of a scene: of its effective values, so that comments, order and defaults written out do not matter,
   and of the arrays that come from files. */
#include "base/hash.h"

#include <string.h>

#include "scene/read/resolve.h"
#include "scene/schema/walk.h"

static uint64_t hash_json(uint64_t hash, const pl_json *value)
{
  hash = pl_hash_bytes(hash, &value->type, sizeof value->type);
  if (value->type == PL_JSON_NUMBER) {
    double number = value->number + 0.0; /* -0 and 0 mean the same */
    return pl_hash_bytes(hash, &number, sizeof number);
  }
  if (value->type == PL_JSON_STRING) return pl_hash_bytes(hash, value->string, value->count + 1);
  if (value->type == PL_JSON_ARRAY) {
    const pl_json *element = pl_json_first(value);
    for (uint32_t i = 0; i < value->count; i++, element = pl_json_next(element)) hash = hash_json(hash, element);
  }
  return hash;
}

static pl_status hash_value(void *context, const char *path, const pl_scene_key *key, const pl_json *at)
{
  uint64_t *hash = context;
  bool array = key->kind == PL_KIND_NUMBERS || key->kind == PL_KIND_INDICES || key->kind == PL_KIND_FIELD;
  if (array) return PL_OK;
  *hash = pl_hash_bytes(*hash, path, strlen(path) + 1);
  if (at) {
    *hash = hash_json(*hash, at);
  } else if (key->kind == PL_KIND_TEXT) {
    *hash = pl_hash_bytes(*hash, key->fallback, strlen(key->fallback) + 1);
  } else {
    pl_json_document document;
    pl_status status = pl_json_read("default", key->fallback, strlen(key->fallback), &document);
    if (status != PL_OK) return status;
    *hash = hash_json(*hash, pl_json_root(&document));
    pl_json_free(&document);
  }
  return PL_OK;
}

uint64_t pl_scene_hash_array(uint64_t hash, const void *data, size_t count, size_t size)
{
  hash = pl_hash_bytes(hash, &count, sizeof count);
  return data ? pl_hash_bytes(hash, data, count * size) : hash;
}

static uint64_t hash_body(uint64_t hash, const pl_scene_body *body)
{
  pl_mesh_data mesh = pl_mesh_view(body->built);
  size_t n = mesh.vertex_count;
  hash = pl_scene_hash_array(hash, mesh.positions, 3 * n, sizeof(double));
  hash = pl_scene_hash_array(hash, mesh.triangles, 3 * mesh.triangle_count, sizeof(uint32_t));
  hash = pl_scene_hash_array(hash, mesh.edges, 2 * mesh.edge_count, sizeof(uint32_t));
  for (size_t d = 0; d < 3; d++) { /* of a mesh without a grid nothing, as ever */
    if (mesh.grid.counts[d]) hash = pl_scene_hash_array(hash, &mesh.grid.counts[d], 1, sizeof(uint32_t));
    if (mesh.grid.closed[d]) hash = pl_scene_hash_array(hash, &mesh.grid.closed[d], 1, sizeof(bool));
  }
  hash = pl_scene_hash_array(hash, mesh.vertex_volumes, n, sizeof(double));
  hash = pl_scene_hash_array(hash, mesh.edge_shares, mesh.edge_count, sizeof(double));
  hash = pl_scene_hash_array(hash, mesh.edge_weights, 2 * mesh.edge_count, sizeof(double));
  hash = pl_scene_hash_array(hash, body->def.masses, n, sizeof(double));
  hash = pl_scene_hash_array(hash, body->def.stiffness, n, sizeof(double));
  hash = pl_scene_hash_array(hash, body->def.positions, 3 * n, sizeof(double));
  hash = pl_scene_hash_array(hash, body->def.velocities, 3 * n, sizeof(double));
  for (size_t i = 0; i < body->def.pin_count; i++)
    hash = pl_scene_hash_array(hash, body->def.pins[i].particles, body->def.pins[i].count, sizeof(uint32_t));
  const pl_scene_pin *pins = body->pins.items;
  for (size_t i = 0; i < body->pins.count; i++)
    if (pl_scene_is_timed(&pins[i].span))
      hash = pl_scene_hash_array(hash, pins[i].def.particles, pins[i].def.count, sizeof(uint32_t));
  const pl_scene_model_entry *model = pl_scene_model_find(&body->model);
  if (model->hash) hash = model->hash(hash, &body->def);
  hash = pl_scene_hash_heat(hash, body);
  const pl_scene_subspace *subspace = &body->subspace;
  hash = pl_scene_hash_array(hash, subspace->basis, n * subspace->basis_size, sizeof(double));
  hash = pl_scene_hash_array(hash, subspace->positions, 3 * n * subspace->samples.count, sizeof(double));
  const pl_scene_sample *samples = subspace->samples.items;
  for (size_t k = 0; k < subspace->samples.count; k++) {
    hash = pl_scene_hash_array(hash, samples[k].gravity, 3, sizeof(double));
    hash = pl_scene_hash_array(hash, &samples[k].seconds, 1, sizeof(double));
  }
  const pl_scene_grab *grabs = body->grabs.items;
  for (size_t i = 0; i < body->grabs.count; i++) {
    hash = pl_scene_hash_array(hash, grabs[i].def.particles, grabs[i].def.count, sizeof(uint32_t));
    hash = pl_scene_hash_array(hash, grabs[i].def.weights, grabs[i].def.count, sizeof(double));
  }
  return hash;
}

static uint64_t hash_obstacle(uint64_t hash, const pl_scene_obstacle *obstacle)
{
  if (!obstacle->built) return hash;
  pl_mesh_data mesh = pl_mesh_view(obstacle->built);
  hash = pl_scene_hash_array(hash, mesh.positions, 3 * mesh.vertex_count, sizeof(double));
  return pl_scene_hash_array(hash, mesh.triangles, 3 * mesh.triangle_count, sizeof(uint32_t));
}

uint64_t pl_scene_hash_values(const pl_scene *scene, pl_status *status)
{
  uint64_t hash = PL_HASH_START;
  *status = pl_scene_walk(scene, PL_KEY_OUTSIDE, hash_value, &hash);
  const pl_scene_body *bodies = scene->data.bodies.items;
  for (size_t i = 0; *status == PL_OK && i < scene->data.bodies.count; i++) hash = hash_body(hash, &bodies[i]);
  const pl_scene_obstacle *obstacles = scene->data.obstacles.items;
  for (size_t i = 0; *status == PL_OK && i < scene->data.obstacles.count; i++)
    hash = hash_obstacle(hash, &obstacles[i]);
  return pl_scene_hash_forces(scene, hash);
}

uint64_t pl_scene_hash(const pl_scene *scene)
{
  uint64_t hash = pl_hash_bytes(scene->hash, &scene->data.time.step, sizeof scene->data.time.step);
  return pl_hash_bytes(hash, &scene->data.time.substeps, sizeof scene->data.time.substeps);
}
