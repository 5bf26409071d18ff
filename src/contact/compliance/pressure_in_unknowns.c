/* SPDX-License-Identifier: MIT
   Pressures of bodies whose particles are coupled: W g is the model's response to g. With an angular correction
   (contact/compliance/angular_momentum.h) its rotation is removed, since g has no moment:
   W' g = W g - R J^-1 R^T M W g. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/compliance/pressure.h"
#include "math/mat3.h"

static double dot(size_t count, const double *a, const double *b)
{
  double sum = 0;
  for (size_t k = 0; k < count; k++) sum += a[k] * b[k];
  return sum;
}

static void take_off(size_t count, double factor, const double *from, double *to)
{
  for (size_t k = 0; k < count; k++) to[k] -= factor * from[k];
}

static pl_status allocate(const pl_volume_setup *setup, const pl_model_context *context, pl_pressure **out)
{
  size_t n = setup->body->count, parts = setup->volume->shape.part_count;
  const pl_model *model = setup->model;
  pl_pressure *pressure = PL_TAKE(context->scratch, pl_pressure, 1);
  if (!pressure) return PL_ERROR_MEMORY;
  *pressure = (pl_pressure){.parts = PL_TAKE(context->scratch, pl_pressed_part, parts),
                            .count = parts,
                            .response = PL_TAKE(context->scratch, double, 3 * n * parts),
                            .model = model,
                            .particles = n,
                            .course_size = model->find_direction ? model->direction_size(setup->body) : 0,
                            .gradient = PL_TAKE(context->scratch, double, 3 * n * parts),
                            .mixed = PL_TAKE(context->scratch, double, parts *parts)};
  if (!pressure->parts || !pressure->response || !pressure->gradient || !pressure->mixed) return PL_ERROR_MEMORY;
  if (model->find_direction) pressure->courses = PL_TAKE(context->scratch, double, pressure->course_size *parts);
  *out = pressure;
  return model->find_direction && !pressure->courses ? PL_ERROR_MEMORY : PL_OK;
}

static void find_gradient(const pl_volume_setup *setup, size_t p, const pl_model_context *context, double *gradient)
{
  const pl_volume *volume = setup->volume;
  pl_volume_gather gather;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, p, volume->smoothed, context, &gather, &sums);
  memset(gradient, 0, 3 * setup->body->count * sizeof(double));
  for (size_t s = volume->shape.parts[p].begin; s < volume->shape.parts[p].end; s++)
    pl_vec3_copy(volume->gradient + 4 * s, gradient + 3 * (size_t)volume->shape.sites[s]);
}

static void remove_rotation(const pl_angular_correction *angular, const pl_model_body *body, double *response)
{
  double moment[3] = {0, 0, 0}, spin[3], part[3];
  for (size_t i = 0; i < body->count; i++) {
    pl_vec3_cross(angular->arm + 3 * i, response + 3 * i, part);
    pl_vec3_add_scaled(moment, body->mass[i], part, moment);
  }
  pl_mat3_apply(angular->inverse, moment, spin);
  for (size_t i = 0; i < body->count; i++) {
    pl_vec3_cross(spin, angular->arm + 3 * i, part);
    pl_vec3_add_scaled(response + 3 * i, -angular->share, part, response + 3 * i);
  }
}

/* Gram-Schmidt: makes g_p orthogonal to earlier parts, g_p.W g_q = 0; W g and the response of the unknowns likewise. */
static void free_of_earlier(pl_pressure *pressure, size_t p)
{
  size_t n = 3 * pressure->particles, m = pressure->course_size;
  for (size_t q = 0; q < p; q++) {
    double factor = pressure->parts[q].inverse * dot(n, pressure->gradient + p * n, pressure->response + q * n);
    pressure->mixed[p * pressure->count + q] = factor;
    take_off(n, factor, pressure->gradient + q * n, pressure->gradient + p * n);
    take_off(n, factor, pressure->response + q * n, pressure->response + p * n);
    if (pressure->courses) take_off(m, factor, pressure->courses + q * m, pressure->courses + p * m);
  }
}

static pl_status find_part(const pl_volume_setup *setup, size_t p, const pl_angular_correction *angular,
                           const pl_model_context *context, pl_pressure *pressure)
{
  size_t n = 3 * pressure->particles;
  double *gradient = pressure->gradient + p * n, *response = pressure->response + p * n, longest = 0;
  find_gradient(setup, p, context, gradient);
  if (pressure->courses)
    PL_TRY(setup->model->find_direction(setup->body, gradient, context, pressure->courses + p * pressure->course_size,
                                        response));
  else
    PL_TRY(setup->model->impulse_response(setup->body, gradient, context, response));
  if (angular) remove_rotation(angular, setup->body, response);
  free_of_earlier(pressure, p);
  for (size_t i = 0; i < pressure->particles; i++)
    longest = fmax(longest, pl_vec3_dot(response + 3 * i, response + 3 * i));
  double strength = dot(n, gradient, response);
  pressure->parts[p] = (pl_pressed_part){.inverse = strength > 0 ? 1 / strength : 0, .longest = sqrt(longest)};
  return PL_OK;
}

/* Positions at the end of the step. */
static pl_status find_end(const pl_volume_setup *setup, const pl_model_context *context, const double **x)
{
  *x = setup->body->x;
  if (!setup->model->embedded_positions) return PL_OK;
  double *end = PL_TAKE(context->scratch, double, 3 * setup->body->count);
  if (!end) return PL_ERROR_MEMORY;
  *x = end;
  return setup->model->embedded_positions(setup->body, context, end);
}

pl_status pl_pressure_error(const pl_volume_setup *setup, const pl_model_context *context, double *error)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  const double *x;
  *error = 0;
  PL_TRY(find_end(setup, context, &x));
  for (size_t p = 0; p < setup->volume->shape.part_count; p++)
    *error = fmax(*error, fabs(pl_volume_of_part(setup->volume, p, x) / pl_volume_wanted(setup, p) - 1));
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

static void find_missing(const pl_volume_setup *setup, const double *x, double h, pl_pressure *pressure)
{
  for (size_t p = 0; p < pressure->count; p++) {
    double missing = pl_pressure_missing(setup, p, pl_volume_of_part(setup->volume, p, x), h);
    for (size_t q = 0; q < p; q++) missing -= pressure->mixed[p * pressure->count + q] * pressure->parts[q].missing;
    pressure->parts[p].missing = missing;
    pressure->parts[p].pressure_impulse = 0;
  }
}

pl_status pl_pressure_find_in_unknowns(const pl_volume_setup *setup, const pl_angular_correction *angular,
                                       const pl_model_context *context, pl_pressure **out)
{
  bool known = *out;
  if (!known) PL_TRY(allocate(setup, context, out));
  pl_pressure *pressure = *out;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  const double *x;
  for (size_t p = 0; p < pressure->count && !known; p++) PL_TRY(find_part(setup, p, angular, context, pressure));
  PL_TRY(find_end(setup, context, &x));
  find_missing(setup, x, context->h, pressure);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

pl_status pl_pressure_apply_in_unknowns(const pl_pressure *pressure, pl_model_body *body, bool deferred,
                                        const pl_model_context *context)
{
  const pl_model *model = pressure->model;
  size_t n = 3 * pressure->particles;
  for (size_t p = 0; p < pressure->count; p++) {
    double pressure_impulse = pressure->parts[p].pressure_impulse;
    const double *response = pressure->response + p * n;
    if (pressure_impulse == 0) continue;
    if (pressure->courses) {
      model->follow_direction(body, pressure->courses + p * pressure->course_size, pressure_impulse, context);
      continue;
    }
    for (size_t k = 0; k < n; k++) {
      body->v[k] += pressure_impulse * response[k];
      body->x[k] += context->h * pressure_impulse * response[k];
    }
  }
  if (pressure->courses) return deferred ? PL_OK : model->unknowns_to_particles(body, context);
  return model->particles_moved ? model->particles_moved(body, context) : PL_OK;
}

void pl_pressure_add_impulses(const pl_pressure *pressure, double *impulse)
{
  size_t n = 3 * pressure->particles;
  for (size_t p = 0; p < pressure->count; p++)
    take_off(n, -pressure->parts[p].pressure_impulse, pressure->gradient + p * n, impulse);
}
