/* SPDX-License-Identifier: MIT
   Forces on a body as a whole. A thruster's force is shared by mass. A gyro's moment t is the forces m_i a × r_i
   with I a = t, which have no sum and add the rigid turning that t gives and nothing else. What holds an attitude is
   implicit in the turning of a rigid body: (I + h d + h^2 k) w' = I w + h (t + k angle). */
#include <math.h>

#include "math/functions.h"
#include "math/mat3.h"
#include "math/rotation.h"
#include "model/common/momentum.h"
#include "world/world.h"

typedef struct rigid_state {
  double mass, center[3], inertia[9], moment[3];
  double rotation[9]; /* from the rest shape */
} rigid_state;

static void find_rigid_state(const pl_body *body, rigid_state *out)
{
  const pl_model_body *view = &body->view;
  pl_mesh_data rest = pl_mesh_view(body->rest);
  double rest_center[3] = {0, 0, 0}, spread[9] = {0};
  *out = (rigid_state){0};
  for (size_t i = 0; i < body->count; i++) {
    out->mass += view->mass[i];
    pl_vec3_add_scaled(out->center, view->mass[i], view->x + 3 * i, out->center);
    pl_vec3_add_scaled(rest_center, view->mass[i], rest.positions + 3 * (size_t)body->order[i], rest_center);
  }
  pl_vec3_scale(out->center, 1 / out->mass, out->center);
  pl_vec3_scale(rest_center, 1 / out->mass, rest_center);
  for (size_t i = 0; i < body->count; i++) {
    double arm[3], rest_arm[3];
    pl_vec3_sub(view->x + 3 * i, out->center, arm);
    pl_vec3_sub(rest.positions + 3 * (size_t)body->order[i], rest_center, rest_arm);
    pl_mat3_outer_add(spread, view->mass[i], arm, rest_arm);
    pl_mat3_outer_add(out->inertia, -view->mass[i], arm, arm);
    for (size_t c = 0; c < 3; c++) out->inertia[4 * c] += view->mass[i] * pl_vec3_dot(arm, arm);
  }
  pl_closest_rotation(spread, NULL, out->rotation);
  pl_angular_momentum(body->count, view->mass, view->x, view->v, out->moment);
}

/* The vector as it is now, in the world's axes. */
static void find_vector(const pl_force *force, const rigid_state *b, double time, double out[3])
{
  double own[3];
  pl_force_vector_at(force, time, own);
  if (force->turns)
    pl_mat3_apply(b->rotation, own, out);
  else
    pl_vec3_copy(own, out);
}

static void push_thrust(const pl_force *force, const pl_body *body, const double vector[3], double mass, double *out)
{
  if (force->particle_count) {
    mass = 0;
    for (size_t k = 0; k < force->particle_count; k++) mass += body->view.mass[force->particles[k]];
  }
  for (size_t k = 0; k < (force->particle_count ? force->particle_count : body->count); k++) {
    size_t i = force->particle_count ? force->particles[k] : k;
    pl_vec3_add_scaled(out + 3 * i, body->view.mass[i] / mass, vector, out + 3 * i);
  }
}

/* The rotation vector that is left to turn from a to b. At half a turn, where no way is shorter, none. */
static void turn_between(const double a[9], const double b[9], double out[3])
{
  double back[9], relative[9];
  pl_mat3_transpose(a, back);
  pl_mat3_multiply(b, back, relative);
  pl_vec3_set(out, relative[7] - relative[5], relative[2] - relative[6],
              relative[3] - relative[1]); /* 2 sin(angle) axis */
  double twice = pl_vec3_length(out), angle = pl_atan2(twice, relative[0] + relative[4] + relative[8] - 1);
  if (twice > 1e-9) pl_vec3_scale(out, angle / twice, out);
}

static void find_moment(const pl_force *force, const rigid_state *b, const double vector[3], double h, double out[3])
{
  pl_vec3_copy(vector, out);
  if (!(force->stiffness > 0 || force->damping > 0)) return;
  double wanted[9], angle[3], matrix[9], momentum[3], spin[3], turned[3];
  pl_mat3_from_rotation_vector(force->attitude, wanted);
  turn_between(b->rotation, wanted, angle);
  pl_mat3_copy(b->inertia, matrix);
  for (size_t c = 0; c < 9; c += 4) matrix[c] += h * force->damping + h * h * force->stiffness;
  for (size_t c = 0; c < 3; c++) momentum[c] = b->moment[c] + h * (vector[c] + force->stiffness * angle[c]);
  pl_solve_inertia(matrix, momentum, spin);
  pl_mat3_apply(b->inertia, spin, turned);
  for (size_t c = 0; c < 3; c++) out[c] = (turned[c] - b->moment[c]) / h;
}

void pl_force_push(const pl_force *force, const pl_body *body, double h, double *out)
{
  rigid_state b;
  double vector[3], moment[3], turn[3];
  find_rigid_state(body, &b);
  find_vector(force, &b, body->world->clock.time, vector);
  if (force->kind == PL_FORCE_THRUST) {
    push_thrust(force, body, vector, b.mass, out);
    return;
  }
  find_moment(force, &b, vector, h, moment);
  pl_solve_inertia(b.inertia, moment, turn);
  for (size_t i = 0; i < body->count; i++) {
    double arm[3], push[3];
    pl_vec3_sub(body->view.x + 3 * i, b.center, arm);
    pl_vec3_cross(turn, arm, push);
    pl_vec3_add_scaled(out + 3 * i, body->view.mass[i], push, out + 3 * i);
  }
}
