/* SPDX-License-Identifier: MIT
   One implicit Euler step of (15) in inertial axes; hybrid.h has the equations. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/common/momentum.h"
#include "model/hybrid/hybrid.h"

/* Sums over the nodes that no round of a step changes. */
typedef struct sums {
  double centre[3];
  double places[9]; /* sum m x r^T */
  double push[3];   /* sum p of p = M v + h f, and */
  double turn[9];   /* sum p r^T */
} sums;

static void push_of(const pl_model_body *body, double m, double h, size_t i, double push[3])
{
  for (size_t k = 0; k < 3; k++) push[k] = m * body->v[3 * i + k] + h * body->force[3 * i + k];
}

static sums find_sums(const pl_model_body *body, const pl_hybrid *b, double h)
{
  sums s = {.centre = {0, 0, 0}};
  for (size_t i = 0; i < b->count; i++) {
    double push[3], m = b->mass[i];
    push_of(body, m, h, i, push);
    pl_vec3_add_scaled(s.centre, m, body->x + 3 * i, s.centre);
    pl_vec3_add(s.push, push, s.push);
    pl_mat3_outer_add(s.places, m, body->x + 3 * i, b->r + 3 * i);
    pl_mat3_outer_add(s.turn, 1, push, b->r + 3 * i);
  }
  pl_vec3_scale(s.centre, 1 / b->total_mass, s.centre);
  return s;
}

/* sum r × w from sum w r^T */
static void sum_of_crosses(const double t[9], double out[3])
{
  pl_vec3_set(out, t[7] - t[5], t[2] - t[6], t[3] - t[1]);
}

/* R for where b->u takes the nodes, and the spin that b->u has about it, axes of the body. The centre needs no part in
   it, since sum m r is zero. */
static void predict(pl_hybrid *b, const sums *s, double h, double spin[3])
{
  double going[9] = {0}, moment[9], turned[9], moved[6] = {0}, xi[6];
  for (size_t i = 0; i < b->count; i++) pl_mat3_outer_add(going, b->mass[i], b->u + 3 * i, b->r + 3 * i);
  for (size_t k = 0; k < 9; k++) moment[k] = s->places[k] + h * going[k];
  pl_closest_rotation(moment, b->rotation, b->rotation);
  pl_mat3_transpose_multiply(b->rotation, going, turned);
  sum_of_crosses(turned, moved + 3);
  pl_hybrid_rigid_answer(b, moved, xi);
  pl_vec3_copy(xi + 3, spin);
}

/* In the axes of the body: e - h P u into b->e, M v + h f into b->right. Of u only its rigid part is in e - h P u: with
   the rest gone, so are the centre's way and the deformation on its way, and it is R^T (x - c) - r + h spin × r. */
static void turn_to_body(const pl_model_body *body, pl_hybrid *b, const sums *s, double h, const double spin[3])
{
  const double *flowed = b->lent.flowed;
  double rotation[9], onward[3];
  pl_mat3_copy(b->rotation, rotation);
  pl_vec3_scale(spin, h, onward);
  for (size_t i = 0; i < b->count; i++) {
    double q[3], push[3], turn[3], *e = b->e + 3 * i;
    const double *r = b->r + 3 * i;
    push_of(body, b->mass[i], h, i, push);
    pl_vec3_sub(body->x + 3 * i, s->centre, q);
    pl_mat3_apply_transpose(rotation, push, b->right + 3 * i);
    pl_mat3_apply_transpose(rotation, q, e);
    pl_vec3_cross(onward, r, turn);
    for (size_t k = 0; k < 3; k++) e[k] += turn[k] - r[k];
    if (flowed) pl_vec3_sub(e, flowed + 3 * i, e);
  }
}

/* b->u: from the velocities of the last round to those of the next one. */
static pl_status solve_once(pl_model_body *body, const sums *s, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  double h = context->h, spin[3], turned[9], pushed[6], xi[6], rotation[9];
  predict(b, s, h, spin);
  turn_to_body(body, b, s, h, spin);
  pl_hybrid_multiply(b, b->e, b->answer, context->pool);
  for (size_t k = 0; k < 3 * b->count; k++) b->right[k] -= h * b->answer[k];
  PL_TRY(pl_hybrid_answer_deformation(b, b->right, b->answer, context->pool));
  pl_mat3_copy(b->rotation, rotation);
  pl_mat3_apply_transpose(rotation, s->push, pushed);
  pl_mat3_transpose_multiply(rotation, s->turn, turned);
  sum_of_crosses(turned, pushed + 3);
  pl_hybrid_rigid_answer(b, pushed, xi);
  for (size_t i = 0; i < b->count; i++) {
    double u[3], turn[3];
    pl_vec3_cross(xi + 3, b->r + 3 * i, turn);
    for (size_t k = 0; k < 3; k++) u[k] = b->answer[3 * i + k] + xi[k] + turn[k];
    pl_mat3_apply(rotation, u, b->u + 3 * i);
  }
  return pl_hybrid_hold(body, context, b->u);
}

static void keep_momenta(const pl_hybrid *b, pl_model_body *body, double h)
{
  double spin[3], torque[3], wanted[3] = {0, 0, 0}, got[3] = {0, 0, 0};
  pl_angular_momentum(b->count, body->mass, body->x, body->v, spin);
  pl_torque(b->count, body->mass, body->x, body->force, torque);
  pl_vec3_add_scaled(spin, h, torque, spin);
  for (size_t i = 0; i < b->count; i++) {
    pl_vec3_add_scaled(wanted, body->mass[i], body->v + 3 * i, wanted);
    pl_vec3_add_scaled(wanted, h, body->force + 3 * i, wanted);
    pl_vec3_add_scaled(got, body->mass[i], b->u + 3 * i, got);
  }
  for (size_t i = 0; i < b->count; i++) /* what rounding did to it */
    for (size_t k = 0; k < 3; k++) b->u[3 * i + k] += (wanted[k] - got[k]) / b->total_mass;
  if (b->def.angular_momentum == PL_MOMENTUM_KEEP)
    pl_set_angular_momentum(b->count, body->mass, body->x, spin, h, b->u);
}

pl_status pl_hybrid_stable_step(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  memcpy(b->u, body->v, 3 * b->count * sizeof(double));
  sums s = find_sums(body, b, context->h);
  for (int round = 0; round < b->def.iterations; round++) PL_TRY(solve_once(body, &s, context));
  if (body->fixed_count + body->hold_count == 0) keep_momenta(b, body, context->h);
  memcpy(body->v, b->u, 3 * b->count * sizeof(double));
  for (size_t k = 0; k < body->fixed_count; k++)
    pl_vec3_copy(body->fixed_velocity + 3 * k, body->v + 3 * (size_t)body->fixed[k]);
  for (size_t k = 0; k < 3 * b->count; k++) body->x[k] += context->h * body->v[k];
  return PL_OK;
}

static pl_status advance_body(pl_model_body *body, const pl_model_context *context)
{
  const pl_hybrid *b = body->data;
  return b->def.step == PL_HYBRID_PRINTED ? pl_hybrid_printed(body, context) : pl_hybrid_stable_step(body, context);
}

pl_status pl_hybrid_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t k = 0; k < count; k++) PL_TRY(advance_body(bodies[k], context));
  return PL_OK;
}
