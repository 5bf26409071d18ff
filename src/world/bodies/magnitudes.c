/* SPDX-License-Identifier: MIT */
#include "world/bodies/magnitudes.h"

#include <stddef.h>
#include <string.h>

#include "base/limits.h"
#include "model/model.h"
#include "pliant/mesh.h"

static const pl_model_number wear[] = {
    PL_MODEL_NUMBER_AT(density, DENSITY),
    PL_MODEL_NUMBER_AT(thickness, LENGTH),
    PL_MODEL_NUMBER_AT(drag, RATE),
    PL_MODEL_NUMBER_AT(contact.friction, FACTOR),
    PL_MODEL_NUMBER_AT(contact.rolling_friction, FACTOR),
    PL_MODEL_NUMBER_AT(contact.skin, LENGTH),
};

static const pl_model_number matter[] = {
    PL_MODEL_NUMBER_AT(inelastic.relaxation_time, TIME), PL_MODEL_NUMBER_AT(inelastic.exponent, FACTOR),
    PL_MODEL_NUMBER_AT(inelastic.reference, FACTOR),     PL_MODEL_NUMBER_AT(inelastic.delayed, FACTOR),
    PL_MODEL_NUMBER_AT(inelastic.delay, TIME),           PL_MODEL_NUMBER_AT(inelastic.yield, FACTOR),
    PL_MODEL_NUMBER_AT(inelastic.hardening, FACTOR),     PL_MODEL_NUMBER_AT(inelastic.tangent, FACTOR),
    PL_MODEL_NUMBER_AT(inelastic.yield_time, TIME),      PL_MODEL_NUMBER_AT(inelastic.maximum, FACTOR),
    PL_MODEL_NUMBER_AT(fracture.strain, FACTOR),         PL_MODEL_NUMBER_AT(fracture.stress, MODULUS),
    PL_MODEL_NUMBER_AT(fracture.shear, FACTOR),          PL_MODEL_NUMBER_AT(fracture.failure, FACTOR),
    PL_MODEL_NUMBER_AT(fracture.crease, FACTOR),         PL_MODEL_NUMBER_AT(fracture.speed, SPEED),
};

/* An angle, a time or a rate may be any smaller. */
static pl_status check(const pl_model_number *numbers, size_t count, const void *def)
{
  for (size_t k = 0; k < count; k++) {
    double value;
    memcpy(&value, (const unsigned char *)def + numbers[k].at, sizeof value);
    /* a factor may be as small as one likes, but not so small that it is lost: 1e-300 times a stiffness is none */
    PL_TRY(pl_limit_check_size(numbers[k].quantity, numbers[k].name, value));
  }
  return PL_OK;
}

pl_status pl_magnitudes_of_material(const pl_body_def *def)
{
  const pl_model *model = pl_model_find(def->model);
  return model ? check(model->numbers, model->number_count, def) : PL_OK;
}

pl_status pl_magnitudes_of_volume(const pl_volume_def *def)
{
  const pl_number_track *tracks[2] = {&def->target, &def->pressure};
  static const char *const names[2] = {"volume.target", "volume.pressure"};
  static const pl_quantity quantities[2] = {PL_QUANTITY_FACTOR, PL_QUANTITY_PRESSURE};
  for (int t = 0; t < 2; t++)
    for (size_t k = 0; k < tracks[t]->count && k < PL_MOST_VOLUME_KEYS; k++) {
      PL_TRY(pl_limit_check(PL_QUANTITY_TIME, names[t], tracks[t]->keys[k].time));
      PL_TRY(pl_limit_check_size(quantities[t], names[t], tracks[t]->keys[k].value));
    }
  PL_TRY(pl_limit_check(PL_QUANTITY_FACTOR, "volume.peak", def->peak));
  return pl_limit_check(PL_QUANTITY_PRESSURE, "volume.ambient", def->ambient);
}

pl_status pl_magnitudes_of_matter(const pl_body_def *def) { return check(matter, sizeof matter / sizeof *matter, def); }

static pl_status magnitudes_of_heat(const pl_heat_def *def, size_t n)
{
  if (!def->conducts) return PL_OK;
  PL_TRY(pl_limit_check(PL_QUANTITY_TEMPERATURE, "heat.temperature", def->temperature.value));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_TEMPERATURE, "heat.temperature", def->temperature.values, n));
  PL_TRY(pl_limit_check(PL_QUANTITY_TEMPERATURE, "heat.ambient", def->ambient));
  PL_TRY(pl_limit_check_size(PL_QUANTITY_FACTOR, "heat.conductivity", def->conductivity.value));
  PL_TRY(pl_limit_check_sizes(PL_QUANTITY_FACTOR, "heat.conductivity", def->conductivity.values, n));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_FACTOR, "heat.conductivity_matrix", def->conductivity_matrix, 9));
  PL_TRY(pl_limit_check_size(PL_QUANTITY_FACTOR, "heat.capacity", def->capacity));
  PL_TRY(pl_limit_check_size(PL_QUANTITY_FACTOR, "heat.contact", def->contact));
  PL_TRY(pl_limit_check_size(PL_QUANTITY_FACTOR, "heat.convection", def->convection));
  PL_TRY(pl_limit_check(PL_QUANTITY_ACCELERATION, "heat.cohesion", def->cohesion));
  PL_TRY(pl_limit_check(PL_QUANTITY_LENGTH, "heat.droplet", def->droplet));
  for (size_t k = 0; k < def->source_count; k++) {
    const pl_number_track *tracks[2] = {&def->sources[k].temperature, &def->sources[k].power};
    for (int t = 0; t < 2; t++)
      for (size_t i = 0; i < tracks[t]->count && i < PL_MOST_VOLUME_KEYS; i++) {
        PL_TRY(pl_limit_check(PL_QUANTITY_TIME, "heat.sources: time", tracks[t]->keys[i].time));
        PL_TRY(pl_limit_check(t ? PL_QUANTITY_FORCE : PL_QUANTITY_TEMPERATURE,
                              t ? "heat.sources: power" : "heat.sources: temperature", tracks[t]->keys[i].value));
      }
  }
  return PL_OK;
}

pl_status pl_magnitudes_of_body(const pl_body_def *def)
{
  size_t n = pl_mesh_view(def->mesh).vertex_count;
  PL_TRY(check(wear, sizeof wear / sizeof *wear, def));
  PL_TRY(pl_magnitudes_of_material(def));
  PL_TRY(pl_magnitudes_of_volume(&def->volume));
  PL_TRY(pl_magnitudes_of_matter(def));
  PL_TRY(magnitudes_of_heat(&def->heat, n));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "mesh positions", pl_mesh_view(def->mesh).positions, 3 * n));
  PL_TRY(pl_limit_check_sizes(PL_QUANTITY_MASS, "masses", def->masses, n));
  PL_TRY(pl_limit_check_sizes(PL_QUANTITY_FACTOR, "stiffness", def->stiffness, n));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "positions", def->positions, 3 * n));
  return pl_limit_check_all(PL_QUANTITY_SPEED, "velocities", def->velocities, 3 * n);
}

pl_status pl_magnitudes_of_obstacle(const pl_obstacle_def *def)
{
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "obstacle: point", def->point, 3));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_FACTOR, "obstacle: normal", def->normal, 3));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "obstacle: center", def->center, 3));
  PL_TRY(pl_limit_check_sizes(PL_QUANTITY_LENGTH, "obstacle: half_size", def->half_size, 3));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "obstacle: point_a", def->point_a, 3));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "obstacle: point_b", def->point_b, 3));
  PL_TRY(pl_limit_check_size(PL_QUANTITY_LENGTH, "obstacle: radius", def->radius));
  PL_TRY(pl_limit_check_size(PL_QUANTITY_LENGTH, "obstacle: thickness", def->thickness));
  PL_TRY(pl_limit_check_size(PL_QUANTITY_LENGTH, "obstacle: spacing", def->spacing));
  PL_TRY(pl_limit_check(PL_QUANTITY_FACTOR, "obstacle: friction", def->friction));
  PL_TRY(pl_limit_check(PL_QUANTITY_FACTOR, "obstacle: rolling_friction", def->rolling_friction));
  PL_TRY(pl_limit_check(PL_QUANTITY_TEMPERATURE, "obstacle: temperature", def->temperature));
  if (def->shape != PL_OBSTACLE_MESH || !def->mesh) return PL_OK;
  pl_mesh_data mesh = pl_mesh_view(def->mesh);
  return pl_limit_check_all(PL_QUANTITY_LENGTH, "obstacle: mesh positions", mesh.positions, 3 * mesh.vertex_count);
}
