/* SPDX-License-Identifier: MIT
   The step as [T] prints it: frame and deformation are integrated side by side, (46) to (52), with what inertia says of
   one to the other taken from the step before. Corrected are the sign of the last term of (47c), which by (15c) is
   minus, and (51), which turns r about the frame's origin and not the world's. The terms d/dt sum mu e. and
   d/dt sum mu q × e. of (47a, b), lagged, are unstable: here e. carries no momentum, so that they vanish.

   Particles are the state here too: each step reads the frame, its velocities and e, e. from them. All of it is in the
   axes of the body at the end of the step, in which r, q and e. are numbers that the turn of (51) leaves alone. Of
   bodies that do not break. */
#include <string.h>

#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/common/momentum.h"
#include "model/hybrid/hybrid.h"

/* The frame of (12), (13), (16), in its own axes, and what acts on it. */
typedef struct frame {
  double centre[3], rotation[9]; /* world axes */
  double v[3], spin[3];
  double inertia[9], angular[3]; /* I and I omega */
  double force[3], torque[3];
  double turn[9];                    /* from axes before the step to those after it, */
  double v_rate[3], spin_rate[3];    /* dv/dt and domega/dt, */
  double next_v[3], next_angular[3]; /* v and I omega, in the latter */
} frame;

/* q = r + e, with what flowed. */
static void place(const pl_hybrid *b, const double *e, size_t i, double q[3])
{
  pl_vec3_add(b->r + 3 * i, e + 3 * i, q);
  if (b->fibres.rest) pl_vec3_add(q, b->fibres.rest + 3 * i, q);
}

static void add_inertia(double m, const double q[3], double inertia[9])
{
  for (size_t k = 0; k < 9; k++) inertia[k] += m * ((k % 4 == 0 ? pl_vec3_dot(q, q) : 0) - q[k / 3] * q[k % 3]);
}

/* Frame, e into b->e, e. into b->u, forces into b->right. */
static void read_particles(const pl_model_body *body, pl_hybrid *b, frame *f)
{
  memset(f, 0, sizeof *f);
  pl_mat3_copy(b->rotation, f->rotation);
  pl_hybrid_frame(b, 0, body->x, f->centre, f->rotation);
  pl_hybrid_deformation(b, 0, body->x, f->centre, f->rotation, b->e);
  for (size_t i = 0; i < b->count; i++) {
    double q[3], turn[3], m = b->mass[i];
    place(b, b->e, i, q);
    pl_mat3_apply_transpose(f->rotation, body->v + 3 * i, b->u + 3 * i);
    pl_mat3_apply_transpose(f->rotation, body->force + 3 * i, b->right + 3 * i);
    pl_vec3_add_scaled(f->v, m / b->piece[0].mass, b->u + 3 * i, f->v);
    pl_vec3_cross(q, b->u + 3 * i, turn);
    pl_vec3_add_scaled(f->angular, m, turn, f->angular);
    pl_vec3_add(f->force, b->right + 3 * i, f->force);
    pl_vec3_cross(q, b->right + 3 * i, turn);
    pl_vec3_add(f->torque, turn, f->torque);
    for (size_t k = 0; k < 9; k++) f->inertia[k] += m * ((k % 4 == 0 ? pl_vec3_dot(q, q) : 0) - q[k / 3] * q[k % 3]);
  }
  pl_solve_inertia(f->inertia, f->angular, f->spin);
  for (size_t i = 0; i < b->count; i++) {
    double q[3], turn[3];
    place(b, b->e, i, q);
    pl_vec3_cross(f->spin, q, turn);
    for (size_t k = 0; k < 3; k++) b->u[3 * i + k] -= f->v[k] + turn[k];
  }
}

/* (48) to (50). What (47c) takes for the change of spin is that of the shape as it was. */
static void move_frame(const pl_hybrid *b, frame *f, double h)
{
  double back[3], force[3], spin[3];
  pl_vec3_scale(f->spin, -h, back);
  pl_mat3_from_rotation_vector(back, f->turn);
  pl_mat3_apply(f->turn, f->force, force);
  pl_vec3_scale(force, 1 / b->piece[0].mass, f->v_rate);
  pl_mat3_apply(f->turn, f->v, f->next_v);
  pl_vec3_add_scaled(f->next_v, h, f->v_rate, f->next_v);
  pl_vec3_copy(f->angular, f->next_angular);
  pl_vec3_add_scaled(f->next_angular, h, f->torque, f->next_angular);
  pl_mat3_apply(f->turn, f->next_angular, f->next_angular);
  pl_solve_inertia(f->inertia, f->next_angular, spin);
  for (size_t k = 0; k < 3; k++) f->spin_rate[k] = (spin[k] - f->spin[k]) / h; /* the axis turns with itself */
}

/* h^2 times the right-hand side of (52): (M + h (h + beta) K) e' = h^2 g + M (e + h e.) + h beta K e, g by (47c). */
static void find_right(pl_hybrid *b, const frame *f, double h, pl_pool *pool)
{
  if (b->beta > 0) pl_hybrid_multiply(b, b->e, b->answer, pool);
  for (size_t i = 0; i < b->count; i++) {
    double q[3], force[3], centrifugal[3], coriolis[3], transverse[3], m = b->mass[i], *g = b->right + 3 * i;
    const double *e = b->e + 3 * i, *rate = b->u + 3 * i;
    place(b, b->e, i, q);
    pl_mat3_apply(f->turn, g, force);
    pl_vec3_cross(f->spin, q, centrifugal);
    pl_vec3_cross(f->spin, centrifugal, centrifugal);
    pl_vec3_cross(f->spin, rate, coriolis);
    pl_vec3_cross(f->spin_rate, q, transverse);
    for (size_t k = 0; k < 3; k++) {
      double inertial = f->v_rate[k] + centrifugal[k] + 2 * coriolis[k] + transverse[k];
      g[k] = h * h * (force[k] - m * inertial) + m * (e[k] + h * rate[k]);
      if (b->beta > 0) g[k] += h * b->beta * b->answer[3 * i + k];
    }
  }
}

/* From e' in b->answer: q' there, velocities with p and I omega of the frame into b->right. */
static void find_velocities(pl_hybrid *b, const frame *f, double h)
{
  double middle[3] = {0, 0, 0}, inertia[9] = {0}, spin[3];
  for (size_t i = 0; i < b->count; i++) {
    double *q = b->answer + 3 * i;
    for (size_t k = 0; k < 3; k++) b->right[3 * i + k] = (q[k] - b->e[3 * i + k]) / h;
    place(b, b->answer, i, q);
    pl_vec3_add_scaled(middle, b->mass[i] / b->piece[0].mass, q, middle);
  }
  pl_remove_rigid_motion(b->count, b->mass, b->answer, b->right);
  for (size_t i = 0; i < b->count; i++) {
    double arm[3];
    pl_vec3_sub(b->answer + 3 * i, middle, arm);
    add_inertia(b->mass[i], arm, inertia);
  }
  pl_solve_inertia(inertia, f->next_angular, spin);
  for (size_t i = 0; i < b->count; i++) {
    double arm[3], turn[3];
    pl_vec3_sub(b->answer + 3 * i, middle, arm);
    pl_vec3_cross(spin, arm, turn);
    for (size_t k = 0; k < 3; k++) b->right[3 * i + k] += f->next_v[k] + turn[k];
  }
}

pl_status pl_hybrid_printed(pl_model_body *body, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  double h = context->h, velocity[3], onward[9];
  frame f;
  read_particles(body, b, &f);
  move_frame(b, &f, h);
  find_right(b, &f, h, context->pool);
  PL_TRY(pl_hybrid_solve(b, b->right, b->answer, context->pool));
  find_velocities(b, &f, h);
  pl_mat3_transpose(f.turn, onward);
  pl_mat3_multiply(f.rotation, onward, b->rotation);
  pl_mat3_apply(f.rotation, f.v, velocity);
  for (size_t i = 0; i < b->count; i++) { /* b->u: how far particles go, over h; b->e: how much faster they are then */
    double x[3], v[3];
    pl_mat3_apply(b->rotation, b->answer + 3 * i, x);
    pl_mat3_apply(b->rotation, b->right + 3 * i, v);
    for (size_t k = 0; k < 3; k++) {
      b->u[3 * i + k] = (f.centre[k] + h * velocity[k] + x[k] - body->x[3 * i + k]) / h;
      b->e[3 * i + k] = v[k] - b->u[3 * i + k];
    }
  }
  PL_TRY(pl_hybrid_hold(body, context, b->u));
  for (size_t k = 0; k < 3 * b->count; k++) {
    body->v[k] = b->u[k] + b->e[k];
    body->x[k] += h * b->u[k];
  }
  for (size_t k = 0; k < body->fixed_count; k++)
    pl_vec3_copy(body->fixed_velocity + 3 * k, body->v + 3 * (size_t)body->fixed[k]);
  return PL_OK;
}
