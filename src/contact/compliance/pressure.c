/* SPDX-License-Identifier: MIT */
#include "contact/compliance/pressure.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/vec3.h"

/* Part of the wanted volume corrected in one pass at most, since gradients of a crushed body are unreliable. An error
   above the whole volume, as of slabs whose sides passed each other, is corrected by its excess over the volume. */
static const double most_missing = 0.2;

static pl_status allocate(const pl_volume_setup *setup, const pl_model_context *context, pl_pressure **out)
{
  size_t n = setup->body->count, parts = setup->volume->shape.part_count;
  pl_pressure *pressure = PL_TAKE(context->scratch, pl_pressure, 1);
  if (!pressure) return PL_ERROR_MEMORY;
  *pressure = (pl_pressure){.parts = PL_TAKE(context->scratch, pl_pressed_part, parts),
                            .count = parts,
                            .response = PL_TAKE(context->scratch, double, 3 * n),
                            .part = PL_TAKE(context->scratch, uint32_t, n)};
  if (!pressure->parts || !pressure->response || !pressure->part) return PL_ERROR_MEMORY;
  memset(pressure->part, 0, n * sizeof(uint32_t));
  memset(pressure->response, 0, 3 * n * sizeof(double));
  *out = pressure;
  return PL_OK;
}

/* Marks pinned particles by NAN: their compliance is 0. */
static void answer_nothing(const pl_model_body *body, double *response)
{
  for (size_t k = 0; k < body->fixed_count; k++) pl_vec3_set(response + 3 * (size_t)body->fixed[k], NAN, 0, 0);
  for (size_t k = 0; k < body->hold_count; k++)
    if (body->holds[k].count == 1 && !(body->holds[k].softness > 0))
      pl_vec3_set(response + 3 * (size_t)body->holds[k].particles[0], NAN, 0, 0);
}

static void find_part(const pl_volume_setup *setup, size_t p, const pl_model_context *context, pl_pressure *pressure)
{
  const pl_volume *volume = setup->volume;
  const pl_volume_part *range = &volume->shape.parts[p];
  pl_volume_gather gather;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, p, volume->smoothed, context, &gather, &sums);
  double strength = 0, longest = 0;
  for (size_t s = range->begin; s < range->end; s++) {
    uint32_t i = volume->shape.sites[s];
    double *response = pressure->response + 3 * (size_t)i, square = 0;
    double compliance = isnan(response[0]) ? 0 : 1 / setup->body->mass[i];
    for (size_t c = 0; c < 3; c++) {
      double g = volume->gradient[4 * s + c];
      response[c] = compliance * g;
      square += g * g;
    }
    pressure->part[i] = (uint32_t)p;
    strength += compliance * square;
    longest = fmax(longest, compliance * compliance * square);
  }
  pressure->parts[p] = (pl_pressed_part){.inverse = strength > 0 ? 1 / strength : 0,
                                         .missing = pl_pressure_missing(setup, p, sums.volume / 3, context->h),
                                         .longest = sqrt(longest)};
}

double pl_pressure_missing(const pl_volume_setup *setup, size_t part, double volume, double h)
{
  double wanted = pl_volume_wanted(setup, part), missing = wanted - volume;
  double most = fmax(most_missing * wanted, fabs(missing) - wanted);
  return fmax(-most, fmin(most, missing)) / h;
}

bool pl_pressure_can_keep(const pl_volume_setup *setup)
{
  return !pl_volume_is_in_unknowns(setup) || setup->volume->shape.part_count <= PL_MAX_PRESSED_PARTS;
}

pl_status pl_pressure_find(const pl_volume_setup *setup, const pl_angular_correction *angular,
                           const pl_model_context *context, pl_pressure **out)
{
  if (pl_volume_is_in_unknowns(setup)) return pl_pressure_find_in_unknowns(setup, angular, context, out);
  if (!*out) PL_TRY(allocate(setup, context, out));
  pl_pressure *pressure = *out;
  answer_nothing(setup->body, pressure->response);
  for (size_t p = 0; p < pressure->count; p++) find_part(setup, p, context, pressure);
  for (size_t i = 0; i < setup->body->count; i++) /* pinned, and in no part */
    if (isnan(pressure->response[3 * i])) pl_vec3_set(pressure->response + 3 * i, 0, 0, 0);
  return PL_OK;
}

void pl_pressure_begin(pl_pressure *pressure)
{
  for (size_t p = 0; p < pressure->count; p++)
    pressure->parts[p].pressure_impulse = pressure->parts[p].before =
        pressure->parts[p].missing * pressure->parts[p].inverse;
  pressure->used = true;
}

void pl_pressure_begin_displacement(pl_pressure *pressure)
{
  for (size_t p = 0; p < pressure->count; p++)
    pressure->parts[p].pressure_impulse = pressure->parts[p].before = pressure->parts[p].missing = 0;
}

void pl_pressure_displace(const pl_pressure *pressure, pl_model_body *body, double h)
{
  for (size_t i = 0; i < body->count; i++)
    pl_vec3_add_scaled(body->x + 3 * i, h * pressure->parts[pressure->part[i]].pressure_impulse,
                       pressure->response + 3 * i, body->x + 3 * i);
}

static void apply(const pl_pressure *pressure, pl_model_body *body, double h)
{
  for (size_t i = 0; i < body->count; i++) {
    double pressure_impulse = pressure->parts[pressure->part[i]].pressure_impulse;
    const double *response = pressure->response + 3 * i;
    pl_vec3_add_scaled(body->v + 3 * i, pressure_impulse, response, body->v + 3 * i);
    pl_vec3_add_scaled(body->x + 3 * i, h * pressure_impulse, response, body->x + 3 * i);
  }
}

pl_status pl_pressure_apply(pl_pressure *pressure, pl_model_body *body, bool deferred, const pl_model_context *context)
{
  if (pressure->part)
    apply(pressure, body, context->h);
  else
    PL_TRY(pl_pressure_apply_in_unknowns(pressure, body, deferred, context));
  for (size_t p = 0; p < pressure->count; p++) pressure->parts[p].pressure_impulse = pressure->parts[p].missing = 0;
  return PL_OK;
}

double pl_pressure_changed(pl_pressure *pressure)
{
  double most = 0;
  for (size_t p = 0; p < pressure->count; p++) {
    pl_pressed_part *part = &pressure->parts[p];
    most = fmax(most, fabs(part->pressure_impulse - part->before) * part->longest);
    part->before = part->pressure_impulse;
  }
  return most;
}

size_t pl_pressure_scratch(const pl_volume_setup *setup)
{
  enum { PIECES = 8, ROUNDING = 128 };
  size_t n = setup->body->count, parts = setup->volume->shape.part_count, numbers = 3 * n;
  if (pl_volume_is_in_unknowns(setup)) {
    numbers = parts * (6 * n + parts);
    if (setup->model->find_direction) numbers += parts * setup->model->direction_size(setup->body);
  }
  return sizeof(pl_pressure) + parts * sizeof(pl_pressed_part) + numbers * sizeof(double) + n * sizeof(uint32_t) +
         PIECES * ROUNDING;
}
