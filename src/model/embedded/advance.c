/* SPDX-License-Identifier: MIT
   The semi-implicit Euler step (Martin et al., fig. 4, line 21), with all of K and f taken at the start of the step:
     (M + h^2 K + springs) dw = (p - M w) + h (f - h K w) + springs,   w += dw,   y += h w,
   with h (h + beta) for h^2 and h + beta for the last h where strain rates are damped,
   where p = J^T momentum of matter: that of a cage is not quite M w, because its normals turned since w was found;
   and impulses on particles afterwards: dw = A^-1 J^T j. */
#include "model/embedded/embedded.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

static const double one = 1.0;

/* Fixed particles, pins and grabs are springs: a cage cannot hold more particles exactly than it has unknowns (Martin
   et al., sect. 5.4). The spring of a pin has stiffness beta; its force at the end of the step, beta (target - x - h
   v), is an impulse h^2 beta (goal - v). */
static size_t collect_springs(const pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double h = context->h;
  double pin = h * h * pl_embedded_pin(nodes, body->fixed_count + body->hold_count);
  size_t count = 0;
  for (size_t k = 0; k < body->fixed_count; k++) {
    pl_spring spring = {&body->fixed[k], &one, 1, pin, {0, 0, 0}, NULL};
    memcpy(spring.goal, body->fixed_velocity + 3 * k, sizeof spring.goal);
    nodes->springs[count++] = spring;
  }
  for (size_t k = 0; k < body->hold_count; k++) {
    const pl_hold *hold = &body->holds[k];
    double stiffness = hold->softness > 0 ? 1 / hold->softness : pin;
    pl_spring spring = {hold->particles, hold->weights, hold->count, stiffness, {0, 0, 0}, NULL};
    memcpy(spring.goal, hold->goal, sizeof spring.goal);
    nodes->springs[count++] = spring;
  }
  return pl_embedded_plane_springs(body, count, context);
}

/* f += stiffness C^T (goal - C w) */
static void pull(const pl_embedded *nodes, const pl_spring *spring, double *f)
{
  double velocity[3] = {0, 0, 0};
  for (size_t k = 0; k < spring->count; k++) {
    double part[3];
    nodes->kind->velocity_one(nodes, spring->particles[k], part);
    pl_vec3_add_scaled(velocity, spring->weights[k], part, velocity);
  }
  double missing[3], impulse[3];
  pl_vec3_sub(spring->goal, velocity, missing);
  pl_spring_flatten(spring, missing);
  for (size_t k = 0; k < spring->count; k++) {
    pl_vec3_scale(missing, spring->stiffness * spring->weights[k], impulse);
    nodes->kind->gather_one(nodes, spring->particles[k], impulse, f);
  }
}

/* f += p - M w */
static void add_carried(const pl_embedded *nodes, double *f)
{
  double *p = nodes->work, *slow = nodes->work + nodes->unknowns;
  nodes->kind->momentum(nodes, p);
  nodes->kind->mass(nodes, nodes->w, slow);
  for (size_t k = 0; k < nodes->unknowns; k++) f[k] += p[k] - slow[k];
}

/* Drag of still air, on all matter alike. */
static void add_drag(const pl_embedded *nodes, double rate, double *f)
{
  double *p = nodes->work;
  nodes->kind->momentum(nodes, p);
  for (size_t k = 0; k < nodes->unknowns; k++) f[k] -= rate * p[k];
}

static pl_status solve_step(pl_model_body *body, size_t springs, const double *outside, double *dw,
                            const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double h = context->h, *braking = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!braking) return PL_ERROR_MEMORY;
  PL_TRY(nodes->kind->elastic(nodes, context, &nodes->energy, dw));
  nodes->kinetic = nodes->kind->kinetic(nodes);
  PL_TRY(nodes->kind->stiffness(nodes, nodes->w, context, braking));
  for (size_t k = 0; k < nodes->unknowns; k++) dw[k] = h * (dw[k] + outside[k] - (h + nodes->beta) * braking[k]);
  if (nodes->kind->record_carriers) add_carried(nodes, dw);
  for (size_t s = 0; s < springs; s++) pull(nodes, &nodes->springs[s], dw);
  nodes->curvature_part = 0.5; /* the length of the step is not checked; half of the bound is enough */
  PL_TRY(nodes->kind->factorise(nodes, 1, h * (h + nodes->beta), nodes->springs, springs, context));
  return nodes->kind->solve(nodes, dw, context);
}

/* When a step is repeated for its energy (energy_check.c): all terms of the left side, also the bound on curvature, act
   on the velocities and not only on their change. */
static pl_status solve_stiffer(pl_model_body *body, const double *outside, double *dw, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double h = context->h;
  PL_TRY(nodes->kind->elastic(nodes, context, &nodes->energy, dw));
  nodes->kinetic = nodes->kind->kinetic(nodes);
  nodes->kind->momentum(nodes, nodes->work);
  for (size_t k = 0; k < nodes->unknowns; k++) dw[k] = nodes->work[k] + h * (dw[k] + outside[k]);
  nodes->curvature_part = 1;
  PL_TRY(nodes->kind->factorise(nodes, 1, h * (h + nodes->beta), NULL, 0, context));
  PL_TRY(nodes->kind->solve(nodes, dw, context));
  for (size_t k = 0; k < nodes->unknowns; k++) dw[k] -= nodes->w[k];
  return PL_OK;
}

/* Most steps end with the nodes where they are now: where those carry particles is found in the same pass. */
static void find_velocities(pl_embedded *nodes, pl_pool *pool, double *v)
{
  if (!nodes->kind->positions_and_velocities) {
    nodes->kind->velocities(nodes, pool, v);
    return;
  }
  nodes->kind->positions_and_velocities(nodes, pool, v, nodes->ahead_x);
  memcpy(nodes->ahead_y, nodes->y, nodes->unknowns * sizeof(double));
}

/* Contact works with the places that velocities give; where the nodes carry particles is computed at the end (flow).
   Else it would take for approach what normals do, stop it, and give the body energy. */
static pl_status advance_body(pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double h = context->h, drag = pl_model_drag(body, h);
  double *outside = PL_TAKE(context->scratch, double, nodes->unknowns);
  double *dw = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!outside || !dw) return PL_ERROR_MEMORY;
  PL_TRY(pl_embedded_reserve(body));
  pl_embedded_drop_pending(nodes); /* of a step that failed */
  size_t springs = collect_springs(body, context);
  memcpy(nodes->start, nodes->y, nodes->unknowns * sizeof(double));
  nodes->kind->centre(nodes, nodes->start_centre);
  nodes->pushed = false;
  nodes->bound = INFINITY;
  nodes->held = springs > 0;
  if (context->attempt == 0 || nodes->held) nodes->rotation_stiffness = 0;
  memset(outside, 0, nodes->unknowns * sizeof(double));
  nodes->kind->add_weight(nodes, context->gravity, outside);
  nodes->kind->gather(nodes, body->force, outside);
  if (nodes->keeps_momentum && (springs == 0 || pl_embedded_is_in_pieces(nodes)))
    PL_TRY(pl_embedded_predict_momenta(nodes, outside, drag, springs, context));
  else
    pl_embedded_cancel_targets(nodes, NULL);
  if (drag > 0) add_drag(nodes, drag, outside);
  for (size_t k = 0; k < nodes->unknowns; k++) nodes->load[k] = h * outside[k];
  PL_TRY(nodes->rotation_stiffness > 0 ? solve_stiffer(body, outside, dw, context)
                                       : solve_step(body, springs, outside, dw, context));
  for (size_t k = 0; k < nodes->unknowns; k++) {
    nodes->w[k] += dw[k];
    nodes->y[k] += h * nodes->w[k];
  }
  if (nodes->kind->record_carriers) nodes->kind->record_carriers(nodes);
  find_velocities(nodes, context->pool, body->v);
  for (size_t k = 0; k < 3 * nodes->particles; k++) body->x[k] += h * body->v[k];
  return PL_OK;
}

pl_status pl_embedded_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t b = 0; b < count; b++) {
    pl_arena_mark mark = pl_arena_here(context->scratch);
    pl_status status = advance_body(bodies[b], context);
    pl_arena_back_to(context->scratch, mark);
    if (status != PL_OK) return status;
  }
  return PL_OK;
}

/* Nodes move, and particles wait. */
static void move_nodes(pl_embedded *nodes, const double *dw, double h)
{
  for (size_t k = 0; k < nodes->unknowns; k++) {
    nodes->w[k] += dw[k];
    nodes->y[k] += h * dw[k];
    nodes->pending[k] += dw[k];
  }
  pl_embedded_cancel_targets(nodes, dw);
  nodes->pushed = nodes->has_pending = true;
  if (nodes->kind->add_velocity) nodes->kind->add_velocity(nodes, dw);
}

/* By dw = A^-1 J^T j. */
static pl_status push_nodes(pl_model_body *body, const pl_impulse *impulses, size_t count,
                            const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double *dw = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!dw) return PL_ERROR_MEMORY;
  memset(dw, 0, nodes->unknowns * sizeof(double));
  nodes->kind->gather_some(nodes, impulses, count, dw);
  for (size_t k = 0; k < nodes->unknowns; k++) nodes->load[k] += dw[k];
  PL_TRY(nodes->kind->solve(nodes, dw, context));
  move_nodes(nodes, dw, context->h);
  return PL_OK;
}

size_t pl_embedded_direction_size(const pl_model_body *body) { return 2 * ((const pl_embedded *)body->data)->unknowns; }

/* J^T j, then A^-1 J^T j. */
pl_status pl_embedded_find_direction(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                     double *direction, double *dv)
{
  pl_embedded *nodes = body->data;
  size_t n = nodes->unknowns;
  memset(direction, 0, n * sizeof(double));
  nodes->kind->gather(nodes, impulse, direction);
  memcpy(direction + n, direction, n * sizeof(double));
  PL_TRY(nodes->kind->solve(nodes, direction + n, context));
  nodes->kind->spread(nodes, direction + n, context->pool, dv);
  return PL_OK;
}

void pl_embedded_follow_direction(pl_model_body *body, const double *direction, double part,
                                  const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double *dw = nodes->work;
  for (size_t k = 0; k < nodes->unknowns; k++) {
    nodes->load[k] += part * direction[k];
    dw[k] = part * direction[nodes->unknowns + k];
  }
  move_nodes(nodes, dw, context->h);
}

static pl_status carry_change(pl_model_body *body, const double *dw, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double *dv = PL_TAKE(context->scratch, double, 3 * nodes->particles);
  if (!dv) return PL_ERROR_MEMORY;
  nodes->kind->spread(nodes, dw, context->pool, dv);
  for (size_t k = 0; k < 3 * nodes->particles; k++) {
    body->v[k] += dv[k];
    body->x[k] += context->h * dv[k];
  }
  return PL_OK;
}

pl_status pl_embedded_impulses_to_unknowns(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                           const pl_model_context *context)
{
  if (count == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = push_nodes(body, impulses, count, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_status pl_embedded_particle_velocities(pl_model_body *body, const uint32_t *particles, size_t count,
                                          const pl_model_context *context, double *velocities)
{
  (void)context;
  pl_embedded *nodes = body->data;
  if (nodes->has_pending)
    nodes->kind->spread_some(nodes, nodes->pending, particles, count, velocities);
  else
    memset(velocities, 0, 3 * count * sizeof(double));
  for (size_t k = 0; k < count; k++)
    pl_vec3_add(velocities + 3 * k, body->v + 3 * (size_t)particles[k], velocities + 3 * k);
  return PL_OK;
}

pl_status pl_embedded_unknowns_to_particles(pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  if (!nodes->has_pending) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = carry_change(body, nodes->pending, context);
  pl_embedded_drop_pending(nodes);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

void pl_embedded_drop_pending(pl_embedded *nodes)
{
  memset(nodes->pending, 0, nodes->unknowns * sizeof(double));
  nodes->has_pending = false;
}

pl_status pl_embedded_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                     const pl_model_context *context)
{
  PL_TRY(pl_embedded_impulses_to_unknowns(body, impulses, count, context));
  return pl_embedded_unknowns_to_particles(body, context);
}

pl_status pl_embedded_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                                 const pl_model_context *context, double *out)
{
  pl_embedded *nodes = body->data;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = nodes->kind->compliance(nodes, particles, count, context, out);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_status pl_embedded_positions(pl_model_body *body, const pl_model_context *context, double *x)
{
  pl_embedded *nodes = body->data;
  bool turned = false;
  if (nodes->kind->positions_and_velocities &&
      memcmp(nodes->ahead_y, nodes->y, nodes->unknowns * sizeof(double)) == 0) {
    memcpy(x, nodes->ahead_x, 3 * nodes->particles * sizeof(double));
    return PL_OK;
  }
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *y = PL_TAKE(context->scratch, double, nodes->unknowns), *now = nodes->y;
  if (!y) return PL_ERROR_MEMORY;
  PL_TRY(pl_embedded_arc(body, context, y, &turned));
  if (!turned) memcpy(y, now, nodes->unknowns * sizeof(double));
  nodes->y = y;
  nodes->kind->nodes_changed(nodes);
  nodes->kind->positions(nodes, context->pool, x);
  nodes->y = nodes->start; /* what is derived from the nodes stays that of the start of the step */
  nodes->kind->nodes_changed(nodes);
  nodes->y = now;
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

/* The end of the step: particles go to where the nodes carry them. */
pl_status pl_embedded_carry(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t b = 0; b < count; b++) {
    pl_embedded *nodes = bodies[b]->data;
    bool turned = false;
    PL_TRY(pl_embedded_move_on_arc(bodies[b], context, &turned));
    nodes->kind->nodes_changed(nodes);
    if (turned) nodes->kind->velocities(nodes, context->pool, bodies[b]->v);
    if (nodes->kind->positions_and_velocities &&
        memcmp(nodes->ahead_y, nodes->y, nodes->unknowns * sizeof(double)) == 0)
      memcpy(bodies[b]->x, nodes->ahead_x, 3 * nodes->particles * sizeof(double));
    else
      nodes->kind->positions(nodes, context->pool, bodies[b]->x);
    PL_TRY(pl_embedded_correct_momenta(bodies[b], context));
  }
  return PL_OK;
}
