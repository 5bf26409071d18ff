/* SPDX-License-Identifier: MIT
   What a scene says about the heat of a body. */
#include "scene/read/resolve.h"

#include <string.h>

/* One value per vertex: those given, or the one for all; the field keeps them. */
static pl_status spread_out(pl_scene *scene, const pl_scene_numbers *given, size_t count, pl_node_field *field,
                            double **out)
{
  const double *values = NULL;
  PL_TRY(pl_scene_spread(scene, given, count, "vertex", &values));
  *out = PL_KEEP(scene, double, count);
  if (!*out) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < count; i++) (*out)[i] = values ? values[i] : field->value;
  field->values = *out;
  return PL_OK;
}

static pl_status resolve_regions(pl_scene *scene, const pl_scene_body *body, double *temperature, double *conductivity)
{
  const pl_scene_heat_region *regions = body->heat.regions.items;
  for (size_t k = 0; k < body->heat.regions.count; k++) {
    uint32_t *particles = NULL;
    size_t count = 0;
    PL_TRY(pl_scene_select(scene, body, regions[k].particles, body->selections.count, &particles, &count));
    for (size_t i = 0; i < count; i++) {
      if (regions[k].temperature > 0) temperature[particles[i]] = regions[k].temperature;
      if (regions[k].conductivity >= 0) conductivity[particles[i]] = regions[k].conductivity;
    }
    if (regions[k].conductivity < 0 && regions[k].conductivity != -1)
      return pl_scene_fail(scene, pl_json_member(regions[k].at, "conductivity"),
                           "must be >= 0, or -1 for that of the body, got %g", regions[k].conductivity);
  }
  return PL_OK;
}

static pl_status resolve_sources(pl_scene *scene, const pl_scene_body *body, pl_heat_def *def)
{
  const pl_scene_heat_source *given = body->heat.sources.items;
  pl_heat_source_def *sources = PL_KEEP(scene, pl_heat_source_def, body->heat.sources.count);
  if (!sources) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < body->heat.sources.count; k++) {
    uint32_t *particles = NULL;
    PL_TRY(pl_scene_select(scene, body, given[k].particles, body->selections.count, &particles, &sources[k].count));
    sources[k].particles = particles;
    if (!given[k].temperature.at && !given[k].power.at)
      return pl_scene_fail(scene, given[k].at, "needs a \"temperature\" or a \"power\"");
    PL_TRY(pl_scene_resolve_number_track(scene, &given[k].temperature, &pl_range_positive, &sources[k].temperature));
    PL_TRY(pl_scene_resolve_number_track(scene, &given[k].power, NULL, &sources[k].power));
  }
  def->sources = sources;
  def->source_count = body->heat.sources.count;
  return PL_OK;
}

pl_status pl_scene_resolve_heat(pl_scene *scene, pl_scene_body *body)
{
  const pl_scene_heat *given = &body->heat;
  if (!given->at) return PL_OK;
  size_t count = pl_mesh_view(body->built).vertex_count;
  pl_heat_def *def = &body->def.heat;
  double *temperature = NULL, *conductivity = NULL;
  *def = given->def;
  PL_TRY(spread_out(scene, &given->temperature, count, &def->temperature, &temperature));
  PL_TRY(spread_out(scene, &given->conductivity, count, &def->conductivity, &conductivity));
  PL_TRY(resolve_regions(scene, body, temperature, conductivity));
  if (given->matrix.at) {
    if (given->matrix.count != 9)
      return pl_scene_fail(scene, given->matrix.at, "must have three rows of three numbers, but has %zu numbers",
                           given->matrix.count);
    memcpy(def->conductivity_matrix, given->matrix.values, sizeof def->conductivity_matrix);
  }
  return resolve_sources(scene, body, def);
}

uint64_t pl_scene_hash_heat(uint64_t hash, const pl_scene_body *body)
{
  const pl_heat_def *def = &body->def.heat;
  size_t count = pl_mesh_view(body->built).vertex_count;
  if (!def->conducts) return hash;
  hash = pl_scene_hash_array(hash, def->temperature.values, count, sizeof(double));
  hash = pl_scene_hash_array(hash, def->conductivity.values, count, sizeof(double));
  hash = pl_scene_hash_array(hash, def->conductivity_matrix, 9, sizeof(double));
  for (size_t k = 0; k < def->source_count; k++)
    hash = pl_scene_hash_array(hash, def->sources[k].particles, def->sources[k].count, sizeof(uint32_t));
  return hash;
}
