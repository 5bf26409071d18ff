/* SPDX-License-Identifier: MIT
   The volume constraint in the model's unknowns. The weighted gradients are applied to the model as impulses; its
   response d, a velocity field in its unknowns, is the direction of the correction: x += l d with l = missing / sum
   g.d, and the same for v. Of a free body the rigid motion in d is removed: it changes neither volume nor flux, but the
   momentum. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/vec3.h"
#include "matter/volume/volume.h"
#include "model/common/momentum.h"

size_t pl_volume_scratch(const pl_volume *volume, const pl_model *model, const pl_model_body *body, bool obstacles)
{
  enum { VECTORS = 12, ROUNDING = 1024 };
  if (!model->impulse_response) return 0;
  return VECTORS * volume->shape.particle_count * sizeof(double) + ROUNDING +
         (obstacles ? pl_volume_held_scratch(body->traits.coupling, volume->shape.site_count) : 0);
}

double pl_volume_rate(const pl_volume_setup *setup, size_t part, const pl_volume_gather *at, const double *field)
{
  const pl_volume_shape *shape = &setup->volume->shape;
  double rate = 0;
  for (size_t s = shape->parts[part].begin; s < shape->parts[part].end; s++)
    rate += pl_vec3_dot(at->gradient + 4 * s, field + 3 * (size_t)shape->sites[s]);
  return rate;
}

/* May rigid motions be added to x or v? */
static bool moves_freely(const pl_volume_setup *setup)
{
  const pl_model *model = setup->model;
  return setup->def->momentum == PL_VOLUME_MOMENTUM_KEEP && !setup->volume->touched && !model->apply_response &&
         model->has_rigid_motions && model->has_rigid_motions(setup->body);
}

/* Impulses, the response to them, and its rate of change of the volume. */
typedef struct response {
  double *impulse;   /* 3 per particle */
  double *direction; /* 3 per particle */
  double rate;
} response;

static pl_status find_response(const pl_volume_setup *setup, size_t part, const pl_volume_gather *at,
                               const pl_model_context *context, response *out)
{
  const pl_volume_shape *shape = &setup->volume->shape;
  const pl_volume_part *range = &shape->parts[part];
  size_t n = setup->body->count;
  out->impulse = PL_TAKE(context->scratch, double, 3 * n);
  out->direction = PL_TAKE(context->scratch, double, 3 * n);
  if (!out->impulse || !out->direction) return PL_ERROR_MEMORY;
  memset(out->impulse, 0, 3 * n * sizeof(double));
  for (size_t s = range->begin; s < range->end; s++)
    for (size_t c = 0; c < 3; c++)
      out->impulse[3 * (size_t)shape->sites[s] + c] = at->weight[shape->sites[s]] * at->gradient[4 * s + c];
  PL_TRY(setup->model->impulse_response(setup->body, out->impulse, context, out->direction));
  if (moves_freely(setup)) pl_remove_rigid_motion(n, setup->body->mass, setup->body->x, out->direction);
  out->rate = pl_volume_rate(setup, part, at, out->direction);
  return PL_OK;
}

/* Moves positions or velocities of a body along a direction. The energy of moves of positions alone is not accounted
   for, so where a squashed body would gain energy by them they are reduced or left out, and *cut becomes true: its
   volume is corrected once it is unloaded. */
static pl_status apply_response_part(const pl_volume_setup *setup, const response *along, double positions,
                                     double velocities, bool *cut, const pl_model_context *context)
{
  pl_model_body *body = setup->body;
  if (setup->model->apply_response)
    return setup->model->apply_response(body, along->impulse, positions, velocities, cut, context);
  double *to = positions != 0 ? body->x : body->v, length = positions != 0 ? positions : velocities;
  for (size_t k = 0; k < 3 * body->count; k++) to[k] += length * along->direction[k];
  return setup->model->particles_moved ? setup->model->particles_moved(body, context) : PL_OK;
}

static double longest_of(const double *field, size_t count)
{
  double most = 0;
  for (size_t k = 0; k < 3 * count; k++) most = fmax(most, fabs(field[k]));
  return most;
}

/* One pass; *done: no correction remains. */
static pl_status move_part(const pl_volume_setup *setup, const pl_volume_held *held, size_t part, int pass,
                           const pl_model_context *context, bool *done)
{
  const pl_model_body *body = setup->body;
  pl_volume_gather at;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, part, setup->volume->smoothed, context, &at, &sums);
  double missing = pl_volume_missing(setup, part, &sums);
  /* particles carried by a model's own unknowns are exactly in place only after a shift, and follow no straight line */
  bool straight = !setup->model->apply_response, settled = pass > 0 || straight;
  *done = (settled && pl_volume_is_near(setup, part, pass, missing)) || !(sums.strength > 0);
  if (*done) return PL_OK;
  response along;
  PL_TRY(find_response(setup, part, &at, context, &along));
  PL_TRY(pl_volume_hold(setup, held, &at, part, context, along.impulse, along.direction, &along.rate));
  double length = missing / along.rate, longest = pl_volume_longest_step(&setup->volume->shape.parts[part]);
  double step = fabs(length) * longest_of(along.direction, body->count);
  *done = !(along.rate > 0) || !isfinite(step);
  if (*done) return PL_OK;
  if (step > longest)
    length *= longest / step;
  else
    *done = straight && pl_volume_will_be_near(setup, part, missing);
  bool cut = false;
  PL_TRY(apply_response_part(setup, &along, length, 0, &cut, context));
  *done = *done || cut;
  return PL_OK;
}

static pl_status move_parts(const pl_volume_setup *setup, const pl_model_context *context)
{
  pl_volume_held held;
  PL_TRY(pl_volume_find_held(setup, context, &held));
  for (size_t p = 0; p < setup->volume->shape.part_count; p++) {
    bool done = false;
    for (int pass = 0; pass < pl_volume_pass_count(setup->def) && !done; pass++) {
      pl_arena_mark mark = pl_arena_here(context->scratch);
      PL_TRY(move_part(setup, &held, p, pass, context, &done));
      pl_arena_back_to(context->scratch, mark);
    }
  }
  return PL_OK;
}

pl_status pl_volume_correct_positions_in_unknowns(const pl_volume_setup *setup, const pl_model_context *context)
{
  const pl_model_body *body = setup->body;
  double *spin = setup->volume->spin_errors[0].spin; /* of the whole body: its parts answer together */
  if (moves_freely(setup)) pl_angular_momentum(body->count, body->mass, body->x, body->v, spin);
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = move_parts(setup, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

static pl_status correct_flux_of_part(const pl_volume_setup *setup, const pl_volume_held *held, size_t part,
                                      const pl_model_context *context)
{
  pl_volume_gather at;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, part, pl_volume_velocity_weights(setup), context, &at, &sums);
  if (!(sums.strength > 0)) return PL_OK;
  response along;
  PL_TRY(find_response(setup, part, &at, context, &along));
  PL_TRY(pl_volume_hold(setup, held, &at, part, context, along.impulse, along.direction, &along.rate));
  double length = pl_volume_missing_flux(setup, part, &sums, context->h) / along.rate;
  if (!(along.rate > 0) || !isfinite(length)) return PL_OK;
  double before = pl_volume_kinetic(setup);
  PL_TRY(apply_response_part(setup, &along, 0, length, NULL, context));
  double whole = pl_volume_kinetic(setup);
  if (pl_volume_may_add_energy(setup, context->h) || !pl_volume_added_energy(before, whole)) return PL_OK;
  PL_TRY(apply_response_part(setup, &along, 0, -0.5 * length, NULL, context));
  double share = pl_volume_harmless_part(before, pl_volume_kinetic(setup), whole);
  return apply_response_part(setup, &along, 0, (share - 0.5) * length, NULL, context);
}

static pl_status correct_flux_of_parts(const pl_volume_setup *setup, const pl_model_context *context)
{
  pl_volume_held held = {0};
  if (setup->def->velocities == PL_VOLUME_VELOCITIES_FREE) PL_TRY(pl_volume_find_held(setup, context, &held));
  for (size_t p = 0; p < setup->volume->shape.part_count; p++) {
    pl_arena_mark mark = pl_arena_here(context->scratch);
    PL_TRY(correct_flux_of_part(setup, &held, p, context));
    pl_arena_back_to(context->scratch, mark);
  }
  return PL_OK;
}

/* Moving the particles of a spinning body has changed its angular momentum: a rigid rotation, which is no flux, takes
   that back. */
pl_status pl_volume_correct_velocities_in_unknowns(const pl_volume_setup *setup, const pl_model_context *context)
{
  pl_model_body *body = setup->body;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = correct_flux_of_parts(setup, context);
  pl_arena_back_to(context->scratch, mark);
  if (status == PL_OK && moves_freely(setup))
    pl_set_angular_momentum(body->count, body->mass, body->x, setup->volume->spin_errors[0].spin, context->h, body->v);
  return status;
}
