/* SPDX-License-Identifier: MIT
   One implicit Euler step of (15) in inertial axes; hybrid.h has the equations. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "math/vec3.h"
#include "model/common/momentum.h"
#include "model/hybrid/hybrid.h"

/* Predicted positions into b->answer, with their centre and rotation: sum m r is zero, so that the rotation needs no
   centre. */
static void predict(const pl_model_body *body, pl_hybrid *b, double h, double centre[3])
{
  double sum[3] = {0, 0, 0}, moment[9] = {0};
  for (size_t i = 0; i < b->count; i++) {
    const double *r = b->r + 3 * i;
    double m = b->mass[i], *y = b->answer + 3 * i;
    for (size_t k = 0; k < 3; k++) {
      y[k] = body->x[3 * i + k] + h * b->u[3 * i + k];
      sum[k] += m * y[k];
      for (size_t c = 0; c < 3; c++) moment[3 * k + c] += m * y[k] * r[c];
    }
  }
  pl_vec3_scale(sum, 1 / b->total_mass, centre);
  pl_closest_rotation(moment, b->rotation, b->rotation);
}

static void add_moments(const double r[3], double scale, const double f[3], double sums[6])
{
  double turn[3];
  pl_vec3_cross(r, f, turn);
  for (size_t k = 0; k < 3; k++) {
    sums[k] += scale * f[k];
    sums[3 + k] += scale * turn[k];
  }
}

/* In the axes of the body: deformation of the predicted positions into b->e, velocities into b->answer, M v + h f into
   b->right; B^T M of the velocities and B^T of the impulses. */
static void turn_to_body(const pl_model_body *body, pl_hybrid *b, double h, const double centre[3], double moved[6],
                         double pushed[6])
{
  memset(moved, 0, 6 * sizeof *moved);
  memset(pushed, 0, 6 * sizeof *pushed);
  for (size_t i = 0; i < b->count; i++) {
    double q[3], push[3], m = b->mass[i];
    const double *r = b->r + 3 * i;
    for (size_t k = 0; k < 3; k++) {
      q[k] = b->answer[3 * i + k] - centre[k];
      push[k] = m * body->v[3 * i + k] + h * body->force[3 * i + k];
    }
    pl_mat3_apply_transpose(b->rotation, q, b->e + 3 * i);
    pl_mat3_apply_transpose(b->rotation, b->u + 3 * i, b->answer + 3 * i);
    pl_mat3_apply_transpose(b->rotation, push, b->right + 3 * i);
    pl_vec3_sub(b->e + 3 * i, r, b->e + 3 * i);
    if (b->lent.flowed) pl_vec3_sub(b->e + 3 * i, b->lent.flowed + 3 * i, b->e + 3 * i);
    add_moments(r, m, b->answer + 3 * i, moved);
    add_moments(r, 1, b->right + 3 * i, pushed);
  }
}

/* b->u: from the velocities of the last round to those of the next one. */
static pl_status solve_once(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  double h = context->h, centre[3], moved[6], pushed[6], xi[6];
  predict(body, b, h, centre);
  turn_to_body(body, b, h, centre, moved, pushed);
  pl_hybrid_rigid_answer(b, moved, xi);
  for (size_t i = 0; i < b->count; i++) { /* without what deformation was on its way */
    double turn[3];
    pl_vec3_cross(xi + 3, b->r + 3 * i, turn);
    for (size_t k = 0; k < 3; k++) b->e[3 * i + k] -= h * (b->answer[3 * i + k] - xi[k] - turn[k]);
  }
  pl_hybrid_multiply(b, b->e, b->answer, context->pool);
  for (size_t k = 0; k < 3 * b->count; k++) b->right[k] -= h * b->answer[k];
  PL_TRY(pl_hybrid_answer_deformation(b, b->right, b->answer, context->pool));
  pl_hybrid_rigid_answer(b, pushed, xi);
  for (size_t i = 0; i < b->count; i++) {
    double u[3], turn[3];
    pl_vec3_cross(xi + 3, b->r + 3 * i, turn);
    for (size_t k = 0; k < 3; k++) u[k] = b->answer[3 * i + k] + xi[k] + turn[k];
    pl_mat3_apply(b->rotation, u, b->u + 3 * i);
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

static pl_status stable_step(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  memcpy(b->u, body->v, 3 * b->count * sizeof(double));
  for (int round = 0; round < b->def.iterations; round++) PL_TRY(solve_once(body, context));
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
  return b->def.step == PL_HYBRID_PRINTED ? pl_hybrid_printed(body, context) : stable_step(body, context);
}

pl_status pl_hybrid_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t k = 0; k < count; k++) PL_TRY(advance_body(bodies[k], context));
  return PL_OK;
}

static double reach_of(const pl_hybrid *b)
{
  double most = 0;
  for (size_t i = 0; i < b->count; i++) most = fmax(most, pl_vec3_length(b->r + 3 * i));
  return most;
}

/* Implicit Euler with long steps from rest, again and again: each lowers the energy, and gravity moves a third of the
   body's reach at most in one. Springs are holds of their softness. */
pl_status pl_hybrid_solve_statics(pl_model_body *body, const pl_settle_task *task, const pl_model_context *context,
                                  pl_settle_answer *answer)
{
  pl_hybrid *b = body->data;
  double pull = pl_vec3_length(task->gravity), own = b->h;
  double h = sqrt(0.3 * reach_of(b) / fmax(pull, 1e-3));
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_hold *holds = PL_TAKE(context->scratch, pl_hold, task->spring_count + 1);
  double *force = PL_TAKE(context->scratch, double, 3 * b->count);
  if (!holds || !force) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < b->count; i++) pl_vec3_scale(task->gravity, body->mass[i], force + 3 * i);
  pl_model_context slow = *context;
  slow.h = h;
  pl_model_body still = *body;
  still.force = force;
  still.fixed_count = 0;
  still.holds = holds;
  still.hold_count = task->spring_count;
  *answer = (pl_settle_answer){.moved = INFINITY};
  pl_status status = pl_hybrid_factorise(b, h, context->pool);
  while (status == PL_OK && answer->rounds < task->most && answer->moved > task->tolerance) {
    for (size_t s = 0; s < task->spring_count; s++) {
      const pl_rest_spring *spring = &task->springs[s];
      double at[3] = {0, 0, 0};
      for (size_t p = 0; p < spring->count; p++)
        pl_vec3_add_scaled(at, spring->weights[p], body->x + 3 * (size_t)spring->particles[p], at);
      holds[s] = (pl_hold){spring->particles, spring->weights, spring->count, {0}, 0};
      for (size_t k = 0; k < 3; k++) holds[s].goal[k] = (spring->target[k] - at[k]) / h;
      if (spring->stiffness > 0) holds[s].softness = 1 / (spring->stiffness * h * h);
    }
    memset(body->v, 0, 3 * b->count * sizeof(double));
    status = stable_step(&still, &slow);
    answer->rounds++;
    answer->moved = 0;
    for (size_t i = 0; i < b->count; i++) answer->moved = fmax(answer->moved, h * pl_vec3_length(body->v + 3 * i));
  }
  memset(body->v, 0, 3 * b->count * sizeof(double));
  double centre[3];
  pl_hybrid_frame(b, body->x, centre, b->rotation);
  pl_hybrid_deformation(b, body->x, centre, b->rotation, b->e);
  pl_hybrid_multiply(b, b->e, b->answer, context->pool);
  for (size_t i = 0; i < b->count; i++)
    answer->energy += 0.5 * pl_vec3_dot(b->e + 3 * i, b->answer + 3 * i) - pl_vec3_dot(force + 3 * i, body->x + 3 * i);
  for (size_t s = 0; s < task->spring_count; s++) {
    const pl_rest_spring *spring = &task->springs[s];
    double off[3];
    pl_vec3_scale(spring->target, -1, off);
    for (size_t p = 0; p < spring->count; p++)
      pl_vec3_add_scaled(off, spring->weights[p], body->x + 3 * (size_t)spring->particles[p], off);
    answer->energy += 0.5 * spring->stiffness * pl_vec3_dot(off, off);
  }
  pl_arena_back_to(context->scratch, mark);
  pl_status back = pl_hybrid_factorise(b, own, context->pool);
  return status != PL_OK ? status : back;
}
