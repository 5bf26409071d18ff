/* SPDX-License-Identifier: MIT */
#include "contact/coupling.h"

#include <string.h>

#include "math/mat3.h"

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
  return (3 * most_particles + matrix_size(coupling, fitting)) * sizeof(double) + ROUNDING;
}

pl_status pl_coupled_gather(pl_coupled *coupled, const pl_model_context *context)
{
  pl_coupling coupling = coupled->model->coupling;
  coupled->compliance = NULL;
  coupled->velocity = PL_TAKE(context->scratch, double, 3 * coupled->count);
  if (!coupled->velocity) return PL_ERROR_MEMORY;
  if (coupled->count > pl_coupling_most(coupling)) return PL_OK;
  coupled->compliance = PL_TAKE(context->scratch, double, matrix_size(coupling, coupled->count));
  if (!coupled->compliance) return PL_ERROR_MEMORY;
  return coupled->model->compliance(coupled->body, coupled->particles, coupled->count, context, coupled->compliance);
}

void pl_coupled_look(pl_coupled *coupled)
{
  for (size_t s = 0; s < coupled->count; s++)
    pl_vec3_copy(coupled->body->v + 3 * (size_t)coupled->particles[s], coupled->velocity + 3 * s);
}

/* Both matrices are symmetric: the row of the pushed particle is read instead of its column. */
void pl_coupled_push(pl_coupled *coupled, size_t slot, const double impulse[3])
{
  double *velocity = coupled->velocity;
  size_t n = coupled->count;
  if (coupled->model->coupling == PL_COUPLING_NONE) {
    pl_vec3_add_scaled(velocity + 3 * slot, coupled->compliance[slot], impulse, velocity + 3 * slot);
  } else if (coupled->model->coupling == PL_COUPLING_SCALAR) {
    const double *row = coupled->compliance + slot * n;
    for (size_t s = 0; s < n; s++)
      for (size_t c = 0; c < 3; c++) velocity[3 * s + c] += row[s] * impulse[c];
  } else {
    const double *row = coupled->compliance + 9 * slot * n;
    for (size_t s = 0; s < n; s++)
      for (size_t c = 0; c < 3; c++)
        velocity[3 * s + c] +=
            row[9 * s + c] * impulse[0] + row[9 * s + 3 + c] * impulse[1] + row[9 * s + 6 + c] * impulse[2];
  }
}

void pl_coupled_block(const pl_coupled *coupled, size_t slot, size_t pushed, double block[9])
{
  if (coupled->model->coupling == PL_COUPLING_BLOCKS) {
    memcpy(block, coupled->compliance + 9 * (slot * coupled->count + pushed), 9 * sizeof(double));
    return;
  }
  bool alone = coupled->model->coupling == PL_COUPLING_NONE;
  pl_mat3_identity(block);
  pl_vec3_scale(
      block, alone ? (slot == pushed) * coupled->compliance[slot] : coupled->compliance[slot * coupled->count + pushed],
      block);
  block[4] = block[8] = block[0];
}
