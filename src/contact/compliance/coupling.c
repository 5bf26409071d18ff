/* SPDX-License-Identifier: MIT */
#include "contact/compliance/coupling.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/compliance/coupling_kernel.h"
#include "math/mat3.h"

/* Up to this many particles the full compliance matrix costs less than an active set. */
enum { FEW = 16 };

/* Units of work of a compliance column, per particle of the body. */
enum { OF_A_SOLVE = 10 };

size_t pl_coupling_most(pl_coupling coupling)
{
  switch (coupling) {
  case PL_COUPLING_NONE: return SIZE_MAX;
  case PL_COUPLING_SCALAR: return PL_MOST_PUSHED;
  case PL_COUPLING_BLOCKS: return PL_MOST_BLOCKS;
  }
  return 0;
}

static size_t matrix_size(pl_coupling coupling, size_t count)
{
  if (coupling == PL_COUPLING_NONE) return count;
  return count * count * (coupling == PL_COUPLING_BLOCKS ? 9 : 1);
}

size_t pl_coupled_scratch(pl_coupling coupling, size_t most_particles)
{
  enum { ROUNDING = 256 };
  size_t most = pl_coupling_most(coupling), fitting = most_particles < most ? most_particles : most;
  return (9 * most_particles + matrix_size(coupling, fitting)) * sizeof(double) + ROUNDING;
}

pl_status pl_coupled_reserve(pl_coupled *coupled, const pl_model_context *context)
{
  coupled->compliance = NULL;
  coupled->kernels = PL_ISA_PICK(pl_coupling_kernels);
  coupled->velocity = PL_TAKE(context->scratch, double, 3 * coupled->count);
  coupled->visited = PL_TAKE(context->scratch, double, 3 * coupled->count);
  coupled->pushed = PL_TAKE(context->scratch, double, 3 * coupled->count);
  return coupled->velocity && coupled->visited && coupled->pushed ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl_coupled_find_compliance(pl_coupled *coupled, const pl_model_context *context)
{
  pl_coupling coupling = coupled->body->traits.coupling;
  PL_TRY(coupled->model->reserve(coupled->body)); /* only the first call allocates */
  coupled->compliance = PL_TAKE(context->scratch, double, matrix_size(coupling, coupled->count));
  if (!coupled->compliance) return PL_ERROR_MEMORY;
  pl_work_add(context->work, OF_A_SOLVE * (double)coupled->count * (double)coupled->body->count);
  return coupled->model->compliance(coupled->body, coupled->particles, coupled->count, context, coupled->compliance);
}

pl_status pl_coupled_gather(pl_coupled *coupled, const pl_model_context *context)
{
  PL_TRY(pl_coupled_reserve(coupled, context));
  bool many = coupled->body->traits.coupling != PL_COUPLING_NONE && coupled->count > FEW;
  return many ? PL_OK : pl_coupled_find_compliance(coupled, context);
}

pl_status pl_coupled_apply_impulses(pl_coupled *coupled, const pl_impulse *impulses, size_t count,
                                    const pl_model_context *context)
{
  if (coupled->deferred) return coupled->model->impulses_to_unknowns(coupled->body, impulses, count, context);
  PL_TRY(coupled->model->apply_impulses(coupled->body, impulses, count, context));
  if (!coupled->angular) return PL_OK;
  return pl_angular_correction_apply(coupled->angular, coupled->model, coupled->body, impulses, count, coupled->couple,
                                     context->h, context);
}

pl_status pl_coupled_apply_pressure(pl_coupled *coupled, const pl_model_context *context)
{
  for (size_t s = 0; s < coupled->count; s++) {
    double velocity[3] = {0, 0, 0};
    pl_pressure_add_velocity(coupled->pressure, coupled->particles[s], velocity);
    for (size_t c = 0; c < 3; c++) coupled->velocity[c * coupled->count + s] += velocity[c];
  }
  return pl_pressure_apply(coupled->pressure, coupled->body, coupled->deferred, context);
}

static pl_status shift_all(const pl_coupled *coupled, double positions, double velocities,
                           const pl_model_context *context)
{
  pl_model_body *body = coupled->body;
  size_t n = 3 * body->count;
  double *impulse = PL_TAKE(context->scratch, double, n), *dv = PL_TAKE(context->scratch, double, n);
  if (!impulse || !dv) return PL_ERROR_MEMORY;
  memset(impulse, 0, n * sizeof(double));
  for (size_t k = 0; k < coupled->count; k++)
    pl_vec3_copy(coupled->pushed + 3 * k, impulse + 3 * (size_t)coupled->particles[k]);
  if (coupled->pressure && velocities == 0) pl_pressure_add_impulses(coupled->pressure, impulse);
  bool cut; /* positions were limited to add no energy; the rest is left to the next step */
  if (coupled->model->apply_response)
    return coupled->model->apply_response(body, impulse, positions, velocities, &cut, context);
  PL_TRY(coupled->model->impulse_response(body, impulse, context, dv));
  for (size_t k = 0; k < n; k++) {
    body->x[k] += positions * dv[k];
    body->v[k] += velocities * dv[k];
  }
  return coupled->model->particles_moved ? coupled->model->particles_moved(body, context) : PL_OK;
}

pl_status pl_coupled_displace(const pl_coupled *coupled, double positions, double velocities,
                              const pl_model_context *context)
{
  pl_model_body *body = coupled->body;
  if (coupled->body->traits.coupling == PL_COUPLING_NONE) {
    for (size_t k = 0; k < coupled->count; k++) {
      size_t at = 3 * (size_t)coupled->particles[k];
      double response = coupled->compliance[k];
      pl_vec3_add_scaled(body->x + at, positions * response, coupled->pushed + 3 * k, body->x + at);
      pl_vec3_add_scaled(body->v + at, velocities * response, coupled->pushed + 3 * k, body->v + at);
    }
    if (coupled->pressure && velocities == 0) pl_pressure_displace(coupled->pressure, body, positions);
    return PL_OK;
  }
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = shift_all(coupled, positions, velocities, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_status pl_coupled_change_velocities(pl_coupled *coupled, const pl_model_context *context)
{
  PL_TRY(pl_coupled_displace(coupled, 0, 1, context));
  if (!coupled->angular) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_impulse *impulses = PL_TAKE(context->scratch, pl_impulse, coupled->count);
  if (!impulses) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < coupled->count; k++) {
    impulses[k].particle = coupled->particles[k];
    pl_vec3_copy(coupled->pushed + 3 * k, impulses[k].value);
  }
  pl_status status = pl_angular_correction_apply(coupled->angular, coupled->model, coupled->body, impulses,
                                                 coupled->count, coupled->couple, 0, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_status pl_coupled_reread_velocities(pl_coupled *coupled, const pl_model_context *context)
{
  size_t n = coupled->count;
  double *found = coupled->pushed;
  if (coupled->deferred)
    PL_TRY(coupled->model->particle_velocities(coupled->body, coupled->particles, n, context, found));
  for (size_t s = 0; s < n; s++) {
    const double *from = coupled->deferred ? found + 3 * s : coupled->body->v + 3 * (size_t)coupled->particles[s];
    for (size_t c = 0; c < 3; c++) coupled->velocity[c * n + s] = from[c];
  }
  if (coupled->angular) pl_angular_correction_reset(coupled->angular);
  return PL_OK;
}

pl_status pl_coupled_read_velocities(pl_coupled *coupled, const pl_model_context *context)
{
  PL_TRY(pl_coupled_reread_velocities(coupled, context));
  if (coupled->count) memcpy(coupled->visited, coupled->velocity, 3 * coupled->count * sizeof(double));
  return PL_OK;
}

double pl_coupled_changed(const pl_coupled *coupled)
{
  double most = 0;
  for (size_t s = 0; s < coupled->count; s++) {
    double square = 0;
    for (size_t c = 0; c < 3; c++) {
      double change =
          coupled->body->v[3 * (size_t)coupled->particles[s] + c] - coupled->visited[c * coupled->count + s];
      square += change * change;
    }
    most = fmax(most, square);
  }
  return sqrt(most);
}

void pl_coupled_push(pl_coupled *coupled, size_t slot, const double impulse[3])
{
  size_t n = coupled->count;
  switch (coupled->body->traits.coupling) {
  case PL_COUPLING_NONE:
    for (size_t c = 0; c < 3; c++) coupled->velocity[c * n + slot] += coupled->compliance[slot] * impulse[c];
    break;
  case PL_COUPLING_SCALAR:
    coupled->kernels->push_scalar(n, coupled->compliance + slot * n, impulse, coupled->velocity);
    if (coupled->angular) pl_angular_correction_push(coupled->angular, coupled->particles[slot], impulse);
    break;
  case PL_COUPLING_BLOCKS:
    coupled->kernels->push_blocks(n, coupled->compliance + 9 * slot * n, impulse, coupled->velocity);
    break;
  }
  if (coupled->pressure) pl_pressure_push(coupled->pressure, coupled->particles[slot], impulse);
}

void pl_coupled_block(const pl_coupled *coupled, size_t slot, size_t pushed, double block[9])
{
  if (coupled->body->traits.coupling == PL_COUPLING_BLOCKS) {
    memcpy(block, coupled->compliance + 9 * (slot * coupled->count + pushed), 9 * sizeof(double));
    return;
  }
  bool alone = coupled->body->traits.coupling == PL_COUPLING_NONE;
  pl_mat3_identity(block);
  pl_vec3_scale(
      block, alone ? (slot == pushed) * coupled->compliance[slot] : coupled->compliance[slot * coupled->count + pushed],
      block);
  block[4] = block[8] = block[0];
}
