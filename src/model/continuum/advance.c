/* SPDX-License-Identifier: MIT
   Free motion. The stable step is implicit Euler: the positions at its end are the least of

     1/(2 h^2) sum m |x - x_t - h v_t|^2 + gamma/(2 h) |x - x_t|^2 + E(x) - f.x + springs + what acts from outside;

   the printed one solves (39) once, with the corrections that its first-order form needs:

     (K(x_t) + M/h^2 + C/(2h)) (x - x_t) = f - e(x_t) + (M/h - C/2) v_t. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/vec3.h"
#include "model/common/momentum.h"
#include "model/common/pieces.h"
#include "model/continuum/continuum.h"

static void mark_held(pl_continuum *c, const pl_model_body *body)
{
  memset(c->held, 0, c->count);
  for (size_t k = 0; k < body->fixed_count; k++) c->held[body->fixed[k]] = 1;
  for (size_t k = 0; k < body->hold_count; k++)
    if (body->holds[k].softness == 0 && body->holds[k].count == 1) c->held[body->holds[k].particles[0]] = 1;
}

/* Fixed particles and pins move as prescribed, the others as they did: into c->target, h from where the body is. */
static void predict(pl_continuum *c, const pl_model_body *body, double h)
{
  for (size_t k = 0; k < 3 * c->count; k++) c->target[k] = body->x[k] + h * body->v[k];
  for (size_t k = 0; k < body->fixed_count; k++)
    pl_vec3_add_scaled(body->x + 3 * (size_t)body->fixed[k], h, body->fixed_velocity + 3 * k,
                       c->target + 3 * (size_t)body->fixed[k]);
  for (size_t k = 0; k < body->hold_count; k++) {
    size_t i = 3 * (size_t)body->holds[k].particles[0];
    if (body->holds[k].softness == 0 && body->holds[k].count == 1)
      pl_vec3_add_scaled(body->x + i, h, body->holds[k].goal, c->target + i);
  }
}

/* Holds as springs of the new positions: softness s is a spring of 1/(s h^2) to where the velocity wanted takes the
   point. A pin of several particles is as soft as a thousandth of what the body's mass would be. */
static size_t make_springs(pl_continuum *c, const pl_model_body *body, double h)
{
  size_t count = 0;
  for (size_t k = 0; k < body->hold_count; k++) {
    const pl_hold *hold = &body->holds[k];
    if (hold->softness == 0 && hold->count == 1) continue;
    pl_rest_spring *spring = &c->springs[count++];
    double softness = hold->softness > 0 ? hold->softness : 1e-3 / c->total_mass;
    *spring = (pl_rest_spring){hold->particles, hold->weights, hold->count, 1 / (softness * h * h), {0, 0, 0}};
    for (size_t p = 0; p < hold->count; p++)
      pl_vec3_add_scaled(spring->target, hold->weights[p], body->x + 3 * (size_t)hold->particles[p], spring->target);
    pl_vec3_add_scaled(spring->target, h, hold->goal, spring->target);
  }
  return count;
}

/* Where Newton's method begins: where the body is, or where it would go by itself, whichever is lower. Its terms are
   evaluated there. */
static double choose_start(pl_continuum *c, const pl_model_body *body, const pl_objective *o, pl_pool *pool)
{
  for (size_t i = 0; i < c->count; i++)
    memcpy(c->x + 3 * i, (c->held[i] ? c->target : body->x) + 3 * i, 3 * sizeof(double));
  double stay = pl_objective_at(c, o, c->x, pool), go = pl_objective_at(c, o, c->target, pool);
  if (!(go <= stay)) return pl_objective_at(c, o, c->x, pool);
  memcpy(c->x, c->target, 3 * c->count * sizeof(double));
  return go;
}

/* (39): c->x becomes x_{t+h}. */
static pl_status printed_step(pl_continuum *c, const pl_model_body *body, pl_objective *o, double h, pl_pool *pool)
{
  for (size_t i = 0; i < c->count; i++)
    memcpy(c->x + 3 * i, (c->held[i] ? c->target : body->x) + 3 * i, 3 * sizeof(double));
  pl_continuum_evaluate(c, c->x, true, pool, c->gradient);
  o->damping *= 0.5;
  PL_TRY(pl_continuum_linearise(c, o, pool));
  c->h = h;
  for (size_t i = 0; i < c->count; i++)
    for (size_t k = 0; k < 3; k++) {
      double momentum = body->mass[i] / h * body->v[3 * i + k];
      double braked = c->damped ? 0.5 * c->damping[i] * pl_vec3_dot(c->def.damping_matrix + 3 * k, body->v + 3 * i) : 0;
      c->step[3 * i + k] = body->force[3 * i + k] - c->gradient[3 * i + k] + momentum - braked;
    }
  for (size_t s = 0; s < o->spring_count; s++) {
    const pl_rest_spring *spring = &o->springs[s];
    for (size_t k = 0; k < spring->count; k++) {
      double off[3];
      pl_vec3_sub(spring->target, c->x + 3 * (size_t)spring->particles[k], off);
      pl_vec3_add_scaled(c->step + 3 * (size_t)spring->particles[k], spring->stiffness * spring->weights[k], off,
                         c->step + 3 * (size_t)spring->particles[k]);
    }
  }
  for (size_t i = 0; o->outer && i < c->count; i++) {
    double slope[3] = {0, 0, 0};
    o->outer->at(o->outer, i, c->x + 3 * i, slope, NULL);
    pl_vec3_sub(c->step + 3 * i, slope, c->step + 3 * i);
  }
  PL_TRY(pl_continuum_solve(c, c->step, pool));
  for (size_t k = 0; k < 3 * c->count; k++) c->x[k] += c->step[k];
  c->iterations_made = 1;
  return PL_OK;
}

static pl_status advance_body(pl_model_body *body, const pl_model_context *context)
{
  pl_continuum *c = body->data;
  double h = context->h, least = INFINITY, moved;
  pl_momenta momenta;
  for (size_t d = 0; d < c->dimension; d++) least = fmin(least, c->spacing[d]);
  mark_held(c, body);
  if (c->part > 0) pl_continuum_note_start(c, body->x, context->pool);
  predict(c, body, h);
  pl_objective o = {.mass = body->mass,
                    .inertia = 1 / (h * h),
                    .target = c->target,
                    .start = body->x,
                    .damping = 1 / h,
                    .force = body->force,
                    .outer = body->outer,
                    .springs = c->springs,
                    .spring_count = make_springs(c, body, h)};
  if (c->def.step == PL_CONTINUUM_PRINTED) {
    PL_TRY(printed_step(c, body, &o, h, context->pool));
  } else {
    double value = choose_start(c, body, &o, context->pool);
    PL_TRY(pl_continuum_minimise(c, &o, c->def.iterations, c->def.tolerance * least, context->pool, &value, &moved));
  }
  bool keeps =
      !c->damped && !body->outer && c->def.energy == PL_CONTINUUM_TENSORS && c->def.step == PL_CONTINUUM_STABLE;
  bool free = keeps && body->fixed_count == 0 && body->hold_count == 0 && !pl_is_in_pieces(body);
  pl_piece_momentum *pieces = NULL;
  if (keeps && pl_is_in_pieces(body)) {
    pieces = pl_piece_momenta_after(body, h, 0, context->scratch);
    if (!pieces) return PL_ERROR_MEMORY;
  }
  if (free) pl_momenta_after(c->count, body->mass, body->x, body->v, body->force, h, &momenta);
  for (size_t k = 0; k < 3 * c->count; k++) body->v[k] = (c->x[k] - body->x[k]) / h;
  if (free) /* elastic forces change none of them: what cut steps and rounding did is undone */
    pl_set_momenta(c->count, body->mass, body->x, &momenta, c->def.angular_momentum == PL_MOMENTUM_KEEP, h, body->v);
  if (pieces)
    PL_TRY(pl_piece_momenta_set(body, pieces, c->def.angular_momentum == PL_MOMENTUM_KEEP, h, context->scratch));
  for (size_t k = 0; k < 3 * c->count; k++) body->x[k] += h * body->v[k];
  return PL_OK;
}

pl_status pl_continuum_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t b = 0; b < count; b++) {
    pl_arena_mark mark = pl_arena_here(context->scratch);
    pl_continuum *c = bodies[b]->data;
    c->part = c->beta / context->h;
    pl_status status = advance_body(bodies[b], context);
    c->part = 0;
    PL_TRY(status);
    pl_arena_back_to(context->scratch, mark);
  }
  return PL_OK;
}

/* The matrix for a body that has not moved yet, or whose linearisation came back from a snapshot. */
pl_status pl_continuum_refactor(pl_model_body *body, bool here, const pl_model_context *context)
{
  pl_continuum *c = body->data;
  double h = context->h;
  if (here) {
    mark_held(c, body);
    for (size_t i = 0; i < c->count; i++) {
      memcpy(c->linearised_at + 4 * i, body->x + 3 * i, 3 * sizeof(double));
      c->linearised_at[4 * i + 3] = c->held[i] ? -1 : 0;
    }
  } else if (c->h == h && memcmp(c->linearised_at, c->factored, 4 * c->count * sizeof(double)) == 0) {
    return PL_OK;
  }
  bool printed = c->def.step == PL_CONTINUUM_PRINTED;
  for (size_t i = 0; i < c->count; i++) {
    memcpy(c->x + 3 * i, c->linearised_at + 4 * i, 3 * sizeof(double));
    double extra = c->linearised_at[4 * i + 3], *d = c->diagonal + 9 * i;
    c->held[i] = extra < 0;
    for (size_t k = 0; k < 9; k++)
      d[k] = c->damped ? c->damping[i] / (printed ? 2 * h : h) * c->def.damping_matrix[k] : 0;
    for (size_t k = 0; k < 9; k += 4) d[k] += body->mass[i] / (h * h) + fmax(0, extra);
  }
  c->part = c->beta / h;
  pl_continuum_evaluate(c, c->x, printed, context->pool, NULL);
  c->part = 0;
  memcpy(c->factored, c->linearised_at, 4 * c->count * sizeof(double));
  c->h = h;
  return pl_continuum_factorise(c, body->mass, 1 / (h * h), context->pool);
}
