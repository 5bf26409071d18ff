/* SPDX-License-Identifier: MIT
   Registered arrays as numbers by name. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "world/world.h"

size_t pl_world_field_count(const pl_world *world) { return world ? world->registry.count : 0; }

pl_field pl_world_field(const pl_world *world, size_t i)
{
  static const char *const domains[] = {"particle", "edge", "triangle", "body", "world"};
  if (i >= pl_world_field_count(world)) return (pl_field){0};
  const pl_registered *entry = &world->registry.entries[i];
  return (pl_field){.name = entry->name,
                    .body = entry->body == PL_NO_BODY ? NULL : world->bodies[entry->body],
                    .domain = domains[entry->domain],
                    .components = entry->components,
                    .count = entry->count};
}

static size_t place_of(const pl_registered *entry, size_t k, size_t component)
{
  size_t width = (size_t)entry->components, lanes = entry->lanes;
  return lanes ? (k / lanes * width + component) * lanes + k % lanes : width * k + component;
}

static double value_at(const pl_registered *entry, size_t k)
{
  switch (entry->type) {
  case PL_TYPE_DOUBLE: return ((const double *)entry->data)[k];
  case PL_TYPE_FLOAT: return (double)((const float *)entry->data)[k];
  case PL_TYPE_BYTE: return (double)((const uint8_t *)entry->data)[k];
  case PL_TYPE_UINT32: break;
  }
  return (double)((const uint32_t *)entry->data)[k];
}

pl_status pl_world_field_read(const pl_world *world, size_t i, double *values)
{
  PL_OWN_FLOATS;
  if (!world || !values)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_world_field_read: %s is NULL", world ? "values" : "world");
  if (i >= world->registry.count)
    return pl_fail(PL_ERROR_ARGUMENT, "there is no field %zu; the world has %zu", i, world->registry.count);
  const pl_registered *entry = &world->registry.entries[i];
  const pl_body *body = entry->body == PL_NO_BODY ? NULL : world->bodies[entry->body];
  const uint32_t *order = body && entry->domain == PL_PER_PARTICLE ? body->order : NULL;
  size_t width = (size_t)entry->components;
  for (size_t k = 0; k < entry->count; k++) {
    size_t to = order ? order[k] : k;
    for (size_t c = 0; c < width; c++) values[width * to + c] = value_at(entry, place_of(entry, k, c));
  }
  return PL_OK;
}

/* False: the array cannot hold it. */
static bool set_value(unsigned char *array, pl_type type, size_t k, double value)
{
  bool whole = value >= 0 && value == floor(value);
  float small = (float)value;
  uint32_t word = whole && value <= UINT32_MAX ? (uint32_t)value : 0;
  switch (type) {
  case PL_TYPE_DOUBLE: memcpy(array + k * sizeof value, &value, sizeof value); return true;
  case PL_TYPE_FLOAT:
    memcpy(array + k * sizeof small, &small, sizeof small);
    return (double)small == value || isnan(value);
  case PL_TYPE_BYTE: array[k] = (unsigned char)word; return whole && value <= UINT8_MAX;
  case PL_TYPE_UINT32: break;
  }
  memcpy(array + k * sizeof word, &word, sizeof word);
  return whole && value <= UINT32_MAX;
}

static pl_status fill(const pl_world *world, const pl_registered *entry, const double *values, unsigned char *array)
{
  const pl_body *body = entry->body == PL_NO_BODY ? NULL : world->bodies[entry->body];
  const uint32_t *order = body && entry->domain == PL_PER_PARTICLE ? body->order : NULL;
  size_t width = (size_t)entry->components;
  for (size_t k = 0; k < entry->count; k++) {
    size_t from = order ? order[k] : k;
    for (size_t c = 0; c < width; c++)
      if (!set_value(array, entry->type, place_of(entry, k, c), values[width * from + c]))
        return pl_fail(PL_ERROR_ARGUMENT, "the field '%s' cannot have the value %.9g", entry->name,
                       values[width * from + c]);
  }
  return PL_OK;
}

static pl_status fill_all(const pl_world *world, const pl_field_values *fields, size_t count, unsigned char *state)
{
  for (size_t f = 0; f < count; f++) {
    if (fields[f].field >= world->registry.count || !fields[f].values)
      return pl_fail(PL_ERROR_ARGUMENT, "pl_world_set_fields: entry %zu names no field, or has no values", f);
    const pl_registered *entry = &world->registry.entries[fields[f].field];
    PL_TRY(fill(world, entry, fields[f].values, state + entry->at));
  }
  PL_TRY(pl_registry_check(&world->registry, state));
  return pl_clock_check(state);
}

static pl_status check_bodies(const pl_world *world)
{
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    size_t particle;
    if (pl_body_is_sound(body, &particle)) continue;
    const double *x = body->view.x + 3 * (size_t)body->place[particle];
    const double *v = body->view.v + 3 * (size_t)body->place[particle];
    return pl_fail(PL_ERROR_DIVERGED,
                   "body '%s': particle %zu cannot be at %g, %g, %g m and move at %g, %g, %g m/s: that is a hundred "
                   "thousand times the body's size from the others, or a thousand times its size in a step",
                   body->name, particle, x[0], x[1], x[2], v[0], v[1], v[2]);
  }
  return PL_OK;
}

static pl_status put(pl_world *world, const unsigned char *state, const unsigned char *before)
{
  pl_status status = pl_world_load_state(world, state);
  if (status == PL_OK) status = check_bodies(world);
  world->revision++;
  if (status == PL_OK) return PL_OK;
  char message[512];
  snprintf(message, sizeof message, "%s", pl_last_error());
  pl_world_return_to_state(world, before);
  return pl_fail(status, "%s", message);
}

pl_status pl_world_set_fields(pl_world *world, const pl_field_values *fields, size_t count)
{
  PL_OWN_FLOATS;
  if (!world || (count && !fields))
    return pl_fail(PL_ERROR_ARGUMENT, "pl_world_set_fields: %s is NULL", world ? "fields" : "world");
  PL_TRY(pl_world_reserve_scratch(world));
  size_t size = pl_registry_bytes(&world->registry);
  unsigned char *state = PL_NEW(unsigned char, 2 * size), *before = state ? state + size : NULL;
  if (!state) return PL_ERROR_MEMORY;
  pl_registry_copy_out(&world->registry, before);
  memcpy(state, before, size);
  pl_status status = fill_all(world, fields, count, state);
  if (status == PL_OK) status = put(world, state, before);
  pl_release(state);
  return status;
}
