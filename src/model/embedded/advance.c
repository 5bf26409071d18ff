/* SPDX-License-Identifier: MIT
   The semi-implicit Euler step (Martin et al., fig. 4, line 21), with all of K and f taken at the start of the step:
     (M + h^2 K + springs) dw = h (f - h K w) + springs,   w += dw,   y += h w,
   and the door for what pushes particles afterwards: dw = A^-1 J^T j. */
#include "model/embedded/embedded.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"

static const double one = 1.0;

pl_status pl_embedded_reserve(pl_model_body *body)
{
  pl_embedded *nodes = body->data;
  return pl_grow((void **)&nodes->springs, &nodes->spring_capacity, body->fixed_count + PL_MOST_HELD,
                 sizeof(pl_spring));
}

/* Fixed particles, pins and grabs are springs: a cage cannot hold more particles exactly than it has unknowns (Martin et al.,
   sect. 5.4). The spring of a pin has stiffness beta; its force at the end of the step, beta (target - x - h v), is an
   impulse h^2 beta (goal - v). */
static size_t collect_springs(const pl_model_body *body, double h)
{
  pl_embedded *nodes = body->data;
  double pin = h * h * nodes->penalty;
  size_t count = 0;
  for (size_t k = 0; k < body->fixed_count; k++) {
    pl_spring spring = {&body->fixed[k], &one, 1, pin, {0, 0, 0}};
    memcpy(spring.goal, body->fixed_velocity + 3 * k, sizeof spring.goal);
    nodes->springs[count++] = spring;
  }
  for (size_t k = 0; k < body->hold_count; k++) {
    const pl_hold *hold = &body->holds[k];
    double stiffness = hold->softness > 0 ? 1 / hold->softness : pin;
    pl_spring spring = {hold->particles, hold->weights, hold->count, stiffness, {0, 0, 0}};
    memcpy(spring.goal, hold->goal, sizeof spring.goal);
    nodes->springs[count++] = spring;
  }
  return count;
}

/* f += stiffness C^T (goal - C w) */
static void pull(const pl_embedded *nodes, const pl_spring *spring, double *f)
{
  double velocity[3] = {0, 0, 0};
  for (size_t k = 0; k < spring->count; k++) {
    double part[3];
    nodes->kind->spread_one(nodes, spring->particles[k], nodes->w, part);
    pl_vec3_add_scaled(velocity, spring->weights[k], part, velocity);
  }
  for (size_t k = 0; k < spring->count; k++) {
    double impulse[3];
    for (int c = 0; c < 3; c++) impulse[c] = spring->stiffness * spring->weights[k] * (spring->goal[c] - velocity[c]);
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

/* Internal forces have no moment about the centre of mass: the angular momentum after the step is known, and the rigid rotation
   that is missing is added to the new velocities, before nodes move (as matter/momentum.h does for particles). */
static void keep_spin(const pl_embedded *nodes, const spin_fields *fields, const double *outside, double h, double *dw)
{
  double inertia[9], missing[3], spin[3] = {0, 0, 0};
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < 3; b++) inertia[3 * a + b] = dot(nodes->unknowns, fields->field[a], fields->momentum[b]);
    missing[a] = h * dot(nodes->unknowns, fields->field[a], outside) - dot(nodes->unknowns, fields->momentum[a], dw);
  }
  double determinant = pl_mat3_determinant(inertia);
  if (!(determinant > 0)) return;
  for (int k = 0; k < 3; k++) {
    double column[3];
    pl_vec3_cross(inertia + 3 * ((k + 1) % 3), inertia + 3 * ((k + 2) % 3), column);
    pl_vec3_add_scaled(spin, missing[k] / determinant, column, spin);
  }
  for (int k = 0; k < 3; k++)
    for (size_t i = 0; i < nodes->unknowns; i++) dw[i] += spin[k] * fields->field[k][i];
}

static pl_status advance_body(pl_model_body *body, const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  size_t n = nodes->unknowns;
  double h = context->h, energy;
  double *outside = PL_TAKE(context->scratch, double, n), *dw = PL_TAKE(context->scratch, double, n);
  double *braking = PL_TAKE(context->scratch, double, n);
  spin_fields fields;
  if (!outside || !dw || !braking) return PL_ERROR_MEMORY;
  PL_TRY(pl_embedded_reserve(body));
  size_t springs = collect_springs(body, h);
  bool free = nodes->keeps_momentum && springs == 0;
  if (free && !take_fields(nodes, context->scratch, &fields)) return PL_ERROR_MEMORY;
  if (free) fill_fields(nodes, &fields);

  memset(outside, 0, n * sizeof(double));
  nodes->kind->weigh(nodes, context->gravity, outside);
  nodes->kind->gather(nodes, body->force, outside);
  PL_TRY(nodes->kind->elastic(nodes, context, &energy, dw));
  PL_TRY(nodes->kind->stiffness(nodes, nodes->w, context, braking));
  for (size_t k = 0; k < n; k++) dw[k] = h * (dw[k] + outside[k] - h * braking[k]);
  for (size_t s = 0; s < springs; s++) pull(nodes, &nodes->springs[s], dw);
  PL_TRY(nodes->kind->factorise(nodes, 1, h * h, nodes->springs, springs, context));
  PL_TRY(nodes->kind->solve(nodes, dw, context));
  if (free) keep_spin(nodes, &fields, outside, h, dw);
  for (size_t k = 0; k < n; k++) {
    nodes->w[k] += dw[k];
    nodes->y[k] += h * nodes->w[k];
  }
  pl_embedded_publish(body, context->pool);
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

/* Particles follow along J, which makes the answer linear in the impulses; flow puts them where the nodes say. */
pl_status pl_embedded_respond(pl_model_body *body, const pl_impulse *impulses, size_t count,
                              const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  if (count == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *dw = PL_TAKE(context->scratch, double, nodes->unknowns);
  double *dv = PL_TAKE(context->scratch, double, 3 * nodes->particles);
  pl_status status = dw && dv ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    memset(dw, 0, nodes->unknowns * sizeof(double));
    for (size_t k = 0; k < count; k++) nodes->kind->gather_one(nodes, impulses[k].particle, impulses[k].value, dw);
    status = nodes->kind->solve(nodes, dw, context);
  }
  if (status == PL_OK) {
    nodes->kind->spread(nodes, dw, context->pool, dv);
    for (size_t k = 0; k < nodes->unknowns; k++) {
      nodes->w[k] += dw[k];
      nodes->y[k] += context->h * dw[k];
    }
    for (size_t k = 0; k < 3 * nodes->particles; k++) {
      body->v[k] += dv[k];
      body->x[k] += context->h * dv[k];
    }
    nodes->pushed = true;
  }
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

pl_status pl_embedded_flow(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t b = 0; b < count; b++)
    if (((pl_embedded *)bodies[b]->data)->pushed) pl_embedded_publish(bodies[b], context->pool);
  return PL_OK;
}
