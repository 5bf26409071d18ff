/* SPDX-License-Identifier: MIT
   Bodies in subspaces: how they get there, and how their bases are made. */
#include "pliant/subspace.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "model/common/basis.h"
#include "world/world.h"

/* What a column has beyond those before it, relative to its length, below which it is left out. */
static const double dependent = 1e-7;
/* Singular values of samples relative to the first below which they are noise. */
static const double noise = 1e-6;

/* Who does not move, in the caller's order. */
static pl_status make_setting(const pl_body *body, uint8_t **fixed, pl_basis_setting *out)
{
  *fixed = PL_NEW(uint8_t, body->count);
  if (!*fixed) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < body->view.fixed_count; k++) (*fixed)[body->order[body->fixed[k]]] = 1;
  *out = (pl_basis_setting){body->count, body->mass, *fixed};
  return PL_OK;
}

static pl_status check_model(const char *function, const pl_body *body)
{
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "%s: body is NULL", function);
  if (body->model->modes) return PL_OK;
  return pl_fail(PL_ERROR_UNSUPPORTED, "%s: body '%s' has a model that knows no subspaces", function, body->name);
}

/* ---- going there ---- */

static pl_status check_pins(const pl_body *body)
{
  for (size_t p = 0; p < body->pin_count; p++)
    if (body->pins[p].state == PL_SLOT_ACTIVE && body->pins[p].eliminated && body->pins[p].motion.count)
      return pl_fail(PL_ERROR_UNSUPPORTED,
                     "body '%s' has a pin in its definition that moves: a subspace could not follow it; make the pin "
                     "with pl_pin_create, or let it stay",
                     body->name);
  return PL_OK;
}

static pl_status put_basis(const pl_body *body, const double *basis, size_t size, pl_bytes *payload)
{
  uint8_t *fixed = NULL;
  pl_basis_setting setting;
  PL_TRY(make_setting(body, &fixed, &setting));
  double *columns = PL_NEW(double, body->count *size);
  pl_status status = columns ? PL_OK : PL_ERROR_MEMORY;
  size_t rank = 0;
  if (status == PL_OK) {
    memcpy(columns, basis, body->count * size * sizeof(double));
    status = pl_basis_orthonormalise(&setting, size, dependent, columns, &rank);
  }
  if (status == PL_OK && rank == 0)
    status = pl_fail(PL_ERROR_ARGUMENT, "body '%s': the basis moves no particle that is free to move", body->name);
  if (status == PL_OK) {
    pl_size_put(payload, rank);
    pl_bytes_put(payload, columns, body->count * rank * sizeof(double));
    status = payload->status;
  }
  pl_release(columns);
  pl_release(fixed);
  return status;
}

pl_status pl_body_set_subspace(pl_body *body, const double *basis, size_t size)
{
  PL_OWN_FLOATS;
  PL_TRY(check_model("pl_body_set_subspace", body));
  if (size) PL_TRY(pl_body_refuse_cuts(body, "a subspace"));
  if ((basis == NULL) != (size == 0))
    return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_subspace: basis is %s but size is %zu", basis ? "given" : "NULL",
                   size);
  if (size > body->count + PL_SUBSPACE_ROTATIONS)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "pl_body_set_subspace: body '%s' has %zu particles; more functions (%zu) are none", body->name,
                   body->count, size);
  pl_bytes payload = {0};
  pl_status status = PL_OK;
  if (size) {
    PL_TRY(check_pins(body));
    status = put_basis(body, basis, size, &payload);
  } else {
    pl_size_put(&payload, size);
  }
  if (status == PL_OK) return pl_change_queue(body->world, PL_CHANGE_BODY_SUBSPACE, body, &payload);
  pl_bytes_free(&payload);
  return status;
}

static void swap_basis(pl_body *body, double **basis, size_t *size)
{
  double *other = body->basis;
  size_t other_size = body->view.basis_size;
  body->view.basis = body->basis = *basis;
  body->view.basis_size = *size;
  *basis = other;
  *size = other_size;
}

bool pl_subspace_is_possible(const pl_body *body, const double *basis, size_t size)
{
  const double rounding = 1e-6;
  if (!body->model->modes || body->view.links || size > body->count) return false;
  for (size_t a = 0; a < size; a++)
    for (size_t b = 0; b <= a; b++) {
      double sum = 0;
      for (size_t i = 0; i < body->count; i++)
        sum += body->mass[body->order[i]] * basis[i * size + a] * basis[i * size + b];
      if (!(fabs(sum - (a == b)) < rounding)) return false;
    }
  return true;
}

pl_status pl_subspace_apply(pl_body *body, pl_reader *payload)
{
  size_t size = pl_size_get(payload);
  const double *given = size <= body->count ? pl_reader_take(payload, body->count * size, sizeof(double)) : NULL;
  if (payload->failed || (size && !given))
    return pl_fail(PL_ERROR_FORMAT, "a recorded subspace does not fit body '%s'", body->name);
  double *basis = NULL;
  if (size) {
    basis = PL_NEW(double, body->count *size);
    if (!basis) return PL_ERROR_MEMORY;
    for (size_t i = 0; i < body->count; i++)
      memcpy(basis + i * size, given + body->order[i] * size, size * sizeof(double));
  }
  if (size && !pl_subspace_is_possible(body, basis, size)) {
    pl_release(basis);
    return pl_fail(PL_ERROR_FORMAT, "a recorded subspace of body '%s' is not orthonormal, or it may break", body->name);
  }
  swap_basis(body, &basis, &size);
  pl_status status = pl_body_prepare(body, PL_CHANGED_BASIS);
  if (status != PL_OK) swap_basis(body, &basis, &size);
  pl_release(basis);
  if (status != PL_OK) return status;
  PL_TRY(pl_subspace_project(body));
  pl_model_context context = pl_world_context(body->world);
  return body->model->import(&body->view, &context);
}

/* x - start and v to their parts in the space; fixed particles stay where they are. */
static pl_status project(pl_body *body, const pl_basis_setting *setting, double *values)
{
  const pl_model_body *view = &body->view;
  double lost;
  for (size_t k = 0; k < 3 * body->count; k++) values[k] = view->x[k] - body->start_x[k];
  PL_TRY(pl_basis_project(setting, view->basis_size, view->basis, values, &body->subspace_residual));
  for (size_t k = 0; k < 3 * body->count; k++)
    if (!setting->fixed[k / 3]) view->x[k] = body->start_x[k] + values[k];
  return pl_basis_project(setting, view->basis_size, view->basis, view->v, &lost);
}

pl_status pl_subspace_project(pl_body *body)
{
  body->subspace_residual = 0;
  if (body->view.basis_size == 0) return PL_OK;
  uint8_t *fixed = PL_NEW(uint8_t, body->count);
  double *values = PL_NEW(double, 3 * body->count);
  pl_status status = fixed && values ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t k = 0; k < body->view.fixed_count; k++) fixed[body->fixed[k]] = 1;
    status = project(body, &(pl_basis_setting){body->count, body->view.mass, fixed}, values);
  }
  pl_release(fixed);
  pl_release(values);
  return status;
}

size_t pl_body_subspace_size(const pl_body *body) { return body ? body->view.basis_size : 0; }

pl_status pl_body_subspace(const pl_body *body, double *basis)
{
  PL_OWN_FLOATS;
  if (!body || !basis) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_subspace: %s is NULL", body ? "basis" : "body");
  size_t size = body->view.basis_size;
  for (size_t i = 0; i < body->count && size; i++)
    memcpy(basis + body->order[i] * size, body->basis + i * size, size * sizeof(double));
  return PL_OK;
}

/* z = Phi^T M (x - start), since the functions are orthonormal by mass and zero at fixed particles, which stand where
   they are. */
pl_status pl_body_subspace_coordinates(const pl_body *body, double *start, double *coordinates)
{
  PL_OWN_FLOATS;
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_subspace_coordinates: body is NULL");
  const pl_model_body *view = &body->view;
  const size_t size = view->basis_size;
  for (size_t i = 0; start && i < body->count; i++)
    memcpy(start + 3 * (size_t)body->order[i], body->start_x + 3 * i, 3 * sizeof *start);
  for (size_t k = 0; start && k < view->fixed_count; k++)
    memcpy(start + 3 * (size_t)body->order[view->fixed[k]], view->x + 3 * (size_t)view->fixed[k], 3 * sizeof *start);
  if (!coordinates) return PL_OK;
  memset(coordinates, 0, 3 * size * sizeof *coordinates);
  for (size_t i = 0; i < body->count; i++) {
    double moved[3];
    for (size_t c = 0; c < 3; c++) moved[c] = view->mass[i] * (view->x[3 * i + c] - body->start_x[3 * i + c]);
    for (size_t k = 0; k < size; k++)
      for (size_t c = 0; c < 3; c++) coordinates[3 * k + c] += body->basis[i * size + k] * moved[c];
  }
  return PL_OK;
}

double pl_body_subspace_residual(const pl_body *body) { return body ? body->subspace_residual : 0; }

/* ---- making bases ---- */

static pl_status add_rotations(const pl_body *body, const pl_basis_setting *setting, bool rotations, double *basis,
                               size_t *size)
{
  if (!rotations) return PL_OK;
  double *start = PL_NEW(double, 3 * body->count);
  if (!start) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < body->count; i++)
    memcpy(start + 3 * (size_t)body->order[i], body->start_x + 3 * i, 3 * sizeof(double));
  pl_status status = pl_basis_add_rotations(setting, start, *size, basis, size);
  pl_release(start);
  return status;
}

pl_status pl_subspace_modes(pl_body *body, size_t count, bool rotations, double *basis, size_t *size,
                            double *eigenvalues)
{
  PL_OWN_FLOATS;
  PL_TRY(check_model("pl_subspace_modes", body));
  if (!basis || !size) return pl_fail(PL_ERROR_ARGUMENT, "pl_subspace_modes: a pointer is NULL");
  *size = 0;
  uint8_t *fixed = NULL;
  pl_basis_setting setting;
  PL_TRY(make_setting(body, &fixed, &setting));
  double *stored = PL_NEW(double, body->count *count);
  pl_status status = stored ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    pl_model_context context = pl_world_context(body->world);
    status = body->model->modes(&body->view, &body->def, count, &context, stored, eigenvalues);
  }
  if (status == PL_OK) {
    for (size_t i = 0; i < body->count; i++)
      memcpy(basis + body->order[i] * count, stored + i * count, count * sizeof(double));
    *size = count;
    status = add_rotations(body, &setting, rotations, basis, size);
  }
  pl_release(stored);
  pl_release(fixed);
  return status;
}

pl_status pl_subspace_components(pl_body *body, const double *samples, size_t sample_count, size_t most, bool rotations,
                                 double *basis, size_t *size)
{
  PL_OWN_FLOATS;
  PL_TRY(check_model("pl_subspace_components", body));
  if (!samples || !basis || !size) return pl_fail(PL_ERROR_ARGUMENT, "pl_subspace_components: a pointer is NULL");
  *size = 0;
  for (size_t k = 0; k < 3 * body->count * sample_count; k++)
    if (!isfinite(samples[k]))
      return pl_fail(PL_ERROR_ARGUMENT, "samples[%zu] must be finite, in m, got %g", k, samples[k]);
  uint8_t *fixed = NULL;
  pl_basis_setting setting;
  PL_TRY(make_setting(body, &fixed, &setting));
  double *moved = PL_NEW(double, 3 * body->count * sample_count);
  pl_status status = moved ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t s = 0; s < sample_count; s++)
      for (size_t i = 0; i < 3 * body->count; i++) {
        size_t k = 3 * s * body->count + 3 * (size_t)body->order[i / 3] + i % 3;
        moved[k] = samples[k] - body->start_x[i];
      }
    status = pl_basis_components(&setting, moved, sample_count, most, noise, basis, size);
  }
  if (status == PL_OK) status = add_rotations(body, &setting, rotations, basis, size);
  pl_release(moved);
  pl_release(fixed);
  return status;
}
