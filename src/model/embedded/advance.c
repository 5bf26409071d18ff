/* SPDX-License-Identifier: MIT
   The semi-implicit Euler step (Martin et al., fig. 4, line 21), with all of K and f taken at the start of the step:
     (M + h^2 K + springs) dw = (p - M w) + h (f - h K w) + springs,   w += dw,   y += h w,
   where p = J^T momentum of matter: that of a cage is not quite M w, because its normals turned since w was found;
   and the door for what pushes particles afterwards: dw = A^-1 J^T j. */
#include "model/embedded/embedded.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"

static const double one = 1.0;

/* Fixed particles, pins and grabs are springs: a cage cannot hold more particles exactly than it has unknowns (Martin et al.,
   sect. 5.4). The spring of a pin has stiffness beta; its force at the end of the step, beta (target - x - h v), is an
   impulse h^2 beta (goal - v). */
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
  return pl_embedded_meet_planes(body, count, context);
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

/* The three fields of rotation about a point, and their products with M. */
typedef struct spin_fields {
  double *field[3], *momentum[3];
} spin_fields;

static bool take_fields(const pl_embedded *nodes, pl_arena *scratch, spin_fields *fields)
{
  bool all = true;
  for (int k = 0; k < 3; k++) {
    fields->field[k] = PL_TAKE(scratch, double, nodes->unknowns);
    fields->momentum[k] = PL_TAKE(scratch, double, nodes->unknowns);
    all = all && fields->field[k] && fields->momentum[k];
  }
  return all;
}

static void fill_fields(const pl_embedded *nodes, spin_fields *fields)
{
  double centre[3];
  nodes->kind->centre(nodes, centre);
  for (int k = 0; k < 3; k++) {
    double axis[3] = {k == 0, k == 1, k == 2}, arm[3];
    for (size_t i = 0; i < nodes->unknowns; i += 3) {
      pl_vec3_sub(nodes->y + i, centre, arm);
      pl_vec3_cross(axis, arm, fields->field[k] + i);
    }
    nodes->kind->mass(nodes, fields->field[k], fields->momentum[k]);
  }
}

static double dot(size_t count, const double *a, const double *b)
{
  double sum = 0;
  for (size_t k = 0; k < count; k++) sum += a[k] * b[k];
  return sum;
}

/* Momentum, and angular momentum about the centre of mass. */
static void momenta_of(const pl_embedded *nodes, const spin_fields *fields, double drift[3], double spin[3])
{
  double *momentum = nodes->work;
  nodes->kind->momentum(nodes, momentum);
  pl_vec3_set(drift, 0, 0, 0);
  for (size_t i = 0; i < nodes->unknowns; i += 3) pl_vec3_add(drift, momentum + i, drift);
  for (int k = 0; k < 3; k++) spin[k] = dot(nodes->unknowns, fields->field[k], momentum);
}

/* Internal forces have neither a sum nor a moment: both momenta after the step are known. The rigid motion that is missing where the
   nodes have come to is added to their velocities. */
static void keep_momentum(pl_embedded *nodes, const spin_fields *fields, const double drift[3], const double spin[3])
{
  double inertia[9], shift[3], missing[3], turn[3] = {0, 0, 0};
  momenta_of(nodes, fields, shift, missing);
  for (int k = 0; k < 3; k++) {
    shift[k] = (drift[k] - shift[k]) / nodes->total_mass;
    missing[k] = spin[k] - missing[k];
    for (int b = 0; b < 3; b++) inertia[3 * k + b] = dot(nodes->unknowns, fields->field[k], fields->momentum[b]);
  }
  double determinant = pl_mat3_determinant(inertia);
  for (int k = 0; determinant > 0 && k < 3; k++) {
    double column[3];
    pl_vec3_cross(inertia + 3 * ((k + 1) % 3), inertia + 3 * ((k + 2) % 3), column);
    pl_vec3_add_scaled(turn, missing[k] / determinant, column, turn);
  }
  double *dw = nodes->work;
  for (size_t i = 0; i < nodes->unknowns; i++) {
    dw[i] = shift[i % 3];
    for (int k = 0; k < 3; k++) dw[i] += turn[k] * fields->field[k][i];
    nodes->w[i] += dw[i];
  }
  if (nodes->kind->push) nodes->kind->push(nodes, dw);
}

/* f += p - M w */
static void add_carried(const pl_embedded *nodes, double *f)
{
  double *p = nodes->work, *slow = nodes->work + nodes->unknowns;
  nodes->kind->momentum(nodes, p);
  nodes->kind->mass(nodes, nodes->w, slow);
  for (size_t k = 0; k < nodes->unknowns; k++) f[k] += p[k] - slow[k];
}

/* A free body: what was promised is kept where the nodes have come to, and the next promise is made. */
static pl_status balance(pl_model_body *body, const double *outside, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  pl_promise *promise = &nodes->promise;
  spin_fields fields;
  if (!take_fields(nodes, context->scratch, &fields)) return PL_ERROR_MEMORY;
  fill_fields(nodes, &fields);
  if (promise->made != 0) keep_momentum(nodes, &fields, promise->drift, promise->spin);
  momenta_of(nodes, &fields, promise->drift, promise->spin);
  for (int k = 0; k < 3; k++) promise->spin[k] += context->h * dot(nodes->unknowns, fields.field[k], outside);
  for (size_t i = 0; i < nodes->unknowns; i++) promise->drift[i % 3] += context->h * outside[i];
  promise->made = 1;
  return PL_OK;
}

static pl_status solve_step(pl_model_body *body, size_t springs, const double *outside, double *dw,
                            const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double h = context->h, energy, *braking = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!braking) return PL_ERROR_MEMORY;
  PL_TRY(nodes->kind->elastic(nodes, context, &energy, dw));
  PL_TRY(nodes->kind->stiffness(nodes, nodes->w, context, braking));
  for (size_t k = 0; k < nodes->unknowns; k++) dw[k] = h * (dw[k] + outside[k] - h * braking[k]);
  if (nodes->kind->remember) add_carried(nodes, dw);
  for (size_t s = 0; s < springs; s++) pull(nodes, &nodes->springs[s], dw);
  nodes->caution = 0.5; /* nobody checks how far a step goes: half of the bound was always enough */
  PL_TRY(nodes->kind->factorise(nodes, 1, h * h, nodes->springs, springs, context));
  return nodes->kind->solve(nodes, dw, context);
}

/* Most steps end with the nodes where they are now: where those carry particles is found in the same pass. */
static void find_velocities(pl_embedded *nodes, pl_pool *pool, double *v)
{
  if (!nodes->kind->follow) {
    nodes->kind->velocities(nodes, pool, v);
    return;
  }
  nodes->kind->follow(nodes, pool, v, nodes->ahead_x);
  memcpy(nodes->ahead_y, nodes->y, nodes->unknowns * sizeof(double));
}

/* Contact sees particles where their velocities take them; where the nodes carry them is known when all is done (flow). Else it would
   take for approach what normals do, stop it, and give the body energy. */
static pl_status advance_body(pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double h = context->h;
  double *outside = PL_TAKE(context->scratch, double, nodes->unknowns);
  double *dw = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!outside || !dw) return PL_ERROR_MEMORY;
  PL_TRY(pl_embedded_reserve(body));
  size_t springs = collect_springs(body, context);
  memset(outside, 0, nodes->unknowns * sizeof(double));
  nodes->kind->weigh(nodes, context->gravity, outside);
  nodes->kind->gather(nodes, body->force, outside);
  if (nodes->keeps_momentum && springs == 0)
    PL_TRY(balance(body, outside, context));
  else
    nodes->promise.made = 0;
  PL_TRY(solve_step(body, springs, outside, dw, context));
  for (size_t k = 0; k < nodes->unknowns; k++) {
    nodes->w[k] += dw[k];
    nodes->y[k] += h * nodes->w[k];
  }
  if (nodes->kind->remember) nodes->kind->remember(nodes);
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

static pl_status push(pl_model_body *body, const pl_impulse *impulses, size_t count, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double h = context->h, *dw = PL_TAKE(context->scratch, double, nodes->unknowns);
  double *dv = PL_TAKE(context->scratch, double, 3 * nodes->particles);
  if (!dw || !dv) return PL_ERROR_MEMORY;
  memset(dw, 0, nodes->unknowns * sizeof(double));
  for (size_t k = 0; k < count; k++) nodes->kind->gather_one(nodes, impulses[k].particle, impulses[k].value, dw);
  PL_TRY(nodes->kind->solve(nodes, dw, context));
  for (size_t k = 0; k < nodes->unknowns; k++) {
    nodes->w[k] += dw[k];
    nodes->y[k] += h * dw[k];
  }
  nodes->promise.made = 0;
  if (nodes->kind->push) nodes->kind->push(nodes, dw);
  nodes->kind->spread(nodes, dw, context->pool, dv);
  for (size_t k = 0; k < 3 * nodes->particles; k++) {
    body->v[k] += dv[k];
    body->x[k] += h * dv[k];
  }
  return PL_OK;
}

pl_status pl_embedded_respond(pl_model_body *body, const pl_impulse *impulses, size_t count,
                              const pl_model_context *context)
{
  if (count == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = push(body, impulses, count, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
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

/* The end of the step: particles go to where the nodes carry them. */
pl_status pl_embedded_flow(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t b = 0; b < count; b++) {
    pl_embedded *nodes = bodies[b]->data;
    nodes->kind->look(nodes);
    if (nodes->kind->follow && memcmp(nodes->ahead_y, nodes->y, nodes->unknowns * sizeof(double)) == 0)
      memcpy(bodies[b]->x, nodes->ahead_x, 3 * nodes->particles * sizeof(double));
    else
      nodes->kind->place(nodes, context->pool, bodies[b]->x);
  }
  return PL_OK;
}
