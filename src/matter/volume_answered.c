/* SPDX-License-Identifier: MIT
   The volume constraint through the model's door. The weighted gradients go to the model as impulses; its answer d, a field of
   velocities that its unknowns can follow, is the direction of the correction: x += l d with l = missing / sum g.d, and the same for v.
   Of a body that moves freely, the rigid motion in d is taken out: it changes neither volume nor flux, but the momentum. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/vec3.h"
#include "matter/momentum.h"
#include "matter/volume.h"

size_t pl_volume_scratch(const pl_model_body *body)
{
  enum { VECTORS = 6, ROUNDING = 512 };
  return VECTORS * body->count * sizeof(double) + ROUNDING;
}

static bool moves_freely(const pl_volume_setup *setup)
{
  return setup->def->momentum == PL_VOLUME_MOMENTUM_KEEP && !setup->volume->touched && setup->model->turns(setup->body);
}

/* The direction (3 per particle) and how fast it changes the volume. */
static pl_status find_direction(const pl_volume_setup *setup, size_t part, const pl_volume_gather *at,
                                const pl_model_context *context, double *direction, double *rate)
{
  const pl_volume_shape *shape = &setup->volume->shape;
  const pl_volume_part *range = &shape->parts[part];
  size_t n = setup->body->count;
  double *impulse = PL_TAKE(context->scratch, double, 3 * n);
  if (!impulse) return PL_ERROR_MEMORY;
  memset(impulse, 0, 3 * n * sizeof(double));
  for (size_t s = range->begin; s < range->end; s++)
    for (size_t c = 0; c < 3; c++)
      impulse[3 * (size_t)shape->sites[s] + c] = at->weight[shape->sites[s]] * at->gradient[4 * s + c];
  PL_TRY(setup->model->answer(setup->body, impulse, context, direction));
  if (moves_freely(setup)) pl_remove_rigid_motion(n, setup->body->mass, setup->body->x, direction);
  *rate = 0;
  for (size_t s = range->begin; s < range->end; s++)
    *rate += pl_vec3_dot(at->gradient + 4 * s, direction + 3 * (size_t)shape->sites[s]);
  return PL_OK;
}

static double longest_of(const double *field, size_t count)
{
  double most = 0;
  for (size_t k = 0; k < 3 * count; k++) most = fmax(most, fabs(field[k]));
  return most;
}

/* One pass; *done: nothing is left to do. */
static pl_status move_part(const pl_volume_setup *setup, size_t part, const pl_model_context *context, bool *done)
{
  pl_model_body *body = setup->body;
  pl_volume_gather at;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, part, setup->volume->smoothed, context, &at, &sums);
  double missing = pl_volume_missing(setup, part, &sums), rate;
  *done = pl_volume_is_near(setup, part, missing) || !(sums.strength > 0);
  if (*done) return PL_OK;
  double *direction = PL_TAKE(context->scratch, double, 3 * body->count);
  if (!direction) return PL_ERROR_MEMORY;
  PL_TRY(find_direction(setup, part, &at, context, direction, &rate));
  *done = !(rate > 0);
  if (*done) return PL_OK;
  double length = missing / rate, longest = pl_volume_longest_step(&setup->volume->shape.parts[part]);
  double step = fabs(length) * longest_of(direction, body->count);
  if (!isfinite(step)) return PL_OK;
  if (step > longest) length *= longest / step;
  for (size_t k = 0; k < 3 * body->count; k++) body->x[k] += length * direction[k];
  return PL_OK;
}

pl_status pl_volume_answer_positions(const pl_volume_setup *setup, const pl_model_context *context)
{
  int passes = pl_volume_pass_count(setup->def);
  const pl_model_body *body = setup->body;
  bool keep = moves_freely(setup);
  double *spin = setup->volume->debts[0].spin; /* of the whole body: its parts answer together */
  if (keep) pl_angular_momentum(body->count, body->mass, body->x, body->v, spin);
  for (size_t p = 0; p < setup->volume->shape.part_count; p++) {
    bool done = false;
    for (int pass = 0; pass < passes && !done; pass++) {
      pl_arena_mark mark = pl_arena_here(context->scratch);
      pl_status status = move_part(setup, p, context, &done);
      pl_arena_back_to(context->scratch, mark);
      if (status != PL_OK) return status;
    }
  }
  return PL_OK;
}

static pl_status brake_part(const pl_volume_setup *setup, size_t part, const pl_model_context *context)
{
  pl_model_body *body = setup->body;
  pl_volume_gather at;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, part, setup->volume->weight, context, &at, &sums);
  if (!(sums.strength > 0)) return PL_OK;
  double *direction = PL_TAKE(context->scratch, double, 3 * body->count), rate;
  if (!direction) return PL_ERROR_MEMORY;
  PL_TRY(find_direction(setup, part, &at, context, direction, &rate));
  double length = pl_volume_missing_flux(setup, part, &sums, context->h) / rate;
  if (!(rate > 0) || !isfinite(length)) return PL_OK;
  for (size_t k = 0; k < 3 * body->count; k++) body->v[k] += length * direction[k];
  return PL_OK;
}

/* Moving the particles of a spinning body has changed its angular momentum: a rigid rotation, which is no flux, takes that back. */
pl_status pl_volume_answer_velocities(const pl_volume_setup *setup, const pl_model_context *context)
{
  pl_model_body *body = setup->body;
  for (size_t p = 0; p < setup->volume->shape.part_count; p++) {
    pl_arena_mark mark = pl_arena_here(context->scratch);
    pl_status status = brake_part(setup, p, context);
    pl_arena_back_to(context->scratch, mark);
    if (status != PL_OK) return status;
  }
  if (moves_freely(setup))
    pl_set_angular_momentum(body->count, body->mass, body->x, setup->volume->debts[0].spin, context->h, body->v);
  return PL_OK;
}
