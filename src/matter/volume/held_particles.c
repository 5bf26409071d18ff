/* SPDX-License-Identifier: MIT
   Particles at obstacles must not be moved by a correction of positions, but the response of a model moves all coupled
   particles. Impulses on them cancel that: p with W p = -d there, W the model's compliance between them. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "linalg/dense/dense.h"
#include "math/vec3.h"
#include "matter/volume/volume.h"

/* A subspace cannot hold more particles than it has functions: a small softness makes the system regular. */
static const double softness = 1e-9;

/* If holding particles reduces the volume rate of the response below this part, the remaining particles can hardly
   correct the volume, and the correction is left as it is. */
static const double least_rate = 1e-3;

static size_t most_held(pl_coupling coupling)
{
  return coupling == PL_COUPLING_BLOCKS ? PL_MOST_BLOCKS : coupling == PL_COUPLING_SCALAR ? PL_MOST_PUSHED : 0;
}

static size_t rows_of(pl_coupling coupling, size_t count) { return coupling == PL_COUPLING_BLOCKS ? 3 * count : count; }

size_t pl_volume_held_scratch(pl_coupling coupling, size_t sites)
{
  enum { ROUNDING = 1024 };
  size_t most = most_held(coupling), count = sites < most ? sites : most, rows = rows_of(coupling, count);
  size_t matrices = coupling == PL_COUPLING_BLOCKS ? 2 : 1;
  return (matrices * rows * rows + 3 * count) * sizeof(double) + count * sizeof(uint32_t) + ROUNDING;
}

static size_t find_touched(const pl_volume_setup *setup, uint32_t *out)
{
  size_t count = 0;
  for (size_t i = 0; i < setup->body->count; i++) {
    if (setup->volume->closed[i] != PL_VOLUME_TOUCHED) continue;
    if (out) out[count] = (uint32_t)i;
    count++;
  }
  return count;
}

/* Blocks of 3×3, one after the other, to rows of a matrix. */
static void lay_out(const double *blocks, size_t count, double *matrix)
{
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b < count; b++)
      for (size_t r = 0; r < 3; r++)
        memcpy(matrix + (3 * a + r) * 3 * count + 3 * b, blocks + 9 * (a * count + b) + 3 * r, 3 * sizeof(double));
}

pl_status pl_volume_find_held(const pl_volume_setup *setup, const pl_model_context *context, pl_volume_held *out)
{
  pl_coupling coupling = setup->body->traits.coupling;
  size_t count = find_touched(setup, NULL), rows = rows_of(coupling, count);
  *out = (pl_volume_held){0};
  if (count == 0 || count > most_held(coupling)) return PL_OK;
  out->particles = PL_TAKE(context->scratch, uint32_t, count);
  out->push = PL_TAKE(context->scratch, double, 3 * count);
  out->factor = PL_TAKE(context->scratch, double, rows *rows);
  double *given = coupling == PL_COUPLING_BLOCKS ? PL_TAKE(context->scratch, double, rows *rows) : out->factor;
  if (!out->particles || !out->push || !out->factor || !given) return PL_ERROR_MEMORY;
  find_touched(setup, out->particles);
  PL_TRY(setup->model->compliance(setup->body, out->particles, count, context, given));
  if (coupling == PL_COUPLING_BLOCKS) lay_out(given, count, out->factor);
  double most = 0;
  for (size_t k = 0; k < rows; k++) most = fmax(most, out->factor[k * rows + k]);
  for (size_t k = 0; k < rows; k++) out->factor[k * rows + k] += softness * most;
  if (pl_dense_cholesky(rows, out->factor, rows) == PL_OK) out->count = count;
  return PL_OK;
}

static void solve(const pl_volume_setup *setup, const pl_volume_held *held)
{
  size_t rows = rows_of(setup->body->traits.coupling, held->count);
  if (setup->body->traits.coupling == PL_COUPLING_BLOCKS)
    pl_dense_solve(rows, held->factor, rows, held->push);
  else
    pl_dense_cholesky_solve(rows, held->factor, rows, held->push);
}

pl_status pl_volume_hold(const pl_volume_setup *setup, const pl_volume_held *held, const pl_volume_gather *at,
                         size_t part, const pl_model_context *context, double *impulse, double *direction, double *rate)
{
  size_t n = setup->body->count;
  if (held->count == 0) return PL_OK;
  double *against = PL_TAKE(context->scratch, double, 3 * n), *back = PL_TAKE(context->scratch, double, 3 * n);
  if (!against || !back) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < held->count; k++)
    pl_vec3_scale(direction + 3 * (size_t)held->particles[k], -1, held->push + 3 * k);
  solve(setup, held);
  memset(against, 0, 3 * n * sizeof(double));
  for (size_t k = 0; k < held->count; k++) pl_vec3_copy(held->push + 3 * k, against + 3 * (size_t)held->particles[k]);
  PL_TRY(setup->model->impulse_response(setup->body, against, context, back));
  if (!(*rate + pl_volume_rate(setup, part, at, back) > least_rate * *rate)) return PL_OK;
  for (size_t k = 0; k < 3 * n; k++) {
    direction[k] += back[k];
    impulse[k] += against[k];
  }
  if (setup->body->basis_size == 0 && !setup->model->apply_response) /* what softness and rounding left */
    for (size_t k = 0; k < held->count; k++) pl_vec3_set(direction + 3 * (size_t)held->particles[k], 0, 0, 0);
  *rate = pl_volume_rate(setup, part, at, direction);
  return PL_OK;
}
