/* SPDX-License-Identifier: MIT
   Angular momentum under impulses. A compliance W with one number per pair of particles (PL_COUPLING_SCALAR) keeps the
   momentum of impulses p, but of their moment only a part, at long steps next to nothing, since it has no rotations.
   With R the rigid rotations about the centre of mass where the step began (3 columns), M the masses and J = R^T M R
   the inertia, a free body responds with

     W' = Q W Q^T + R J^-1 R^T,   Q = 1 - R J^-1 R^T M:

   whatever W makes of p but its rotation, and the rotation that p has the moment for. W' is symmetric and positive as W
   is, so contact solved with it gives no energy, and it is W and a little more: with G = W M R, of which a solve knows
   all columns,

     W' = W + R a + G b,   b = -J^-1 R^T p,   a = J^-1 (1 + R^T M G J^-1) R^T p - J^-1 G^T p.

   R a is a × r at a particle with arm r, G b is b × y with y = (W M r). */
#pragma once

#include "math/vec3.h"
#include "model/model.h"

typedef struct pl_angular_correction {
  double *arm, *response;      /* 3 per particle: r, m, and y, m */
  double inverse[9], back[9];  /* J^-1 and J^-1 R^T M G J^-1, 1/(kg m^2) */
  double momentum[3];          /* angular, about the centre of mass, with all impulses applied: kg m^2/s */
  double share;                /* of W' instead of W, from 0 to 1 */
  double spin[3], arc_spin[3]; /* of the body now, and of the arc that it is on, rad/s */
  double moment[3], other[3];  /* R^T p and G^T p of impulses since velocities were read, N m s */
  double couple[3];            /* moments without impulses since then, N m s */
  double a[3], b[3];           /* what they do, rad/s */
  double coming[3];            /* spin with them, rad/s */
} pl_angular_correction;

/* Before impulses. *out NULL: the model keeps angular momentum by itself, or the body is held. */
pl_status pl_angular_correction_start(const pl_model *model, pl_model_body *body, const pl_model_context *context,
                                      pl_angular_correction **out);

void pl_angular_correction_reset(pl_angular_correction *angular); /* impulses since */

/* An impulse on a particle; pl_angular_correction_update when all were pushed. */
static inline void pl_angular_correction_push(pl_angular_correction *angular, size_t particle, const double impulse[3])
{
  double part[3];
  pl_vec3_cross(angular->arm + 3 * particle, impulse, part);
  pl_vec3_add(angular->moment, part, angular->moment);
  pl_vec3_cross(angular->response + 3 * particle, impulse, part);
  pl_vec3_add(angular->other, part, angular->other);
}

void pl_angular_correction_update(pl_angular_correction *angular);

/* What the impulses since then add to the velocity of a particle. */
static inline void pl_angular_correction_add_velocity(const pl_angular_correction *angular, size_t particle,
                                                      double velocity[3])
{
  double part[3];
  pl_vec3_cross(angular->a, angular->arm + 3 * particle, part);
  pl_vec3_add(velocity, part, velocity);
  pl_vec3_cross(angular->b, angular->response + 3 * particle, part);
  pl_vec3_add(velocity, part, velocity);
}

/* The couple shift × impulse, as a rigid rotation: for an impulse with a lever arm. */
static inline void pl_angular_correction_add_couple(pl_angular_correction *angular, const double shift[3],
                                                    const double impulse[3])
{
  double part[3];
  pl_vec3_cross(shift, impulse, part);
  pl_vec3_add_scaled(angular->couple, angular->share, part, angular->couple);
}

/* What it adds to the velocity of a sum of particles, with these sums of arms and responses, per impulse on it:
   row-major, 1/kg, with the lever arm `shift`. */
void pl_angular_correction_add_block(const pl_angular_correction *angular, const double arm[3],
                                     const double response[3], const double shift[3], double block[9]);

/* After the model's own response to impulses: the difference W' - W. Velocities change by it, positions by so many
   seconds of it. */
pl_status pl_angular_correction_apply(pl_angular_correction *angular, const pl_model *model, pl_model_body *body,
                                      const pl_impulse *impulses, size_t count, const double couple[3],
                                      double positions, const pl_model_context *context);

/* A rotation by rigid velocities moves along tangents and stretches the body by half the square of the angle, which in
   a stiff body is more energy than the rotation has. As in the free motion, positions are put on the arc of the spin w
   after the impulses: v += h/2 w × (w × r), with the same angular momentum. *arc_spin: anything changed. */
pl_status pl_angular_correction_follow_arc(pl_angular_correction *angular, const pl_model *model, pl_model_body *body,
                                           const pl_model_context *context, bool *arc_spin);

/* Large rotations in a step reduce the share of the correction; true: it was reduced. */
bool pl_angular_correction_reduce_share(pl_angular_correction *angular, double h);

size_t pl_angular_correction_scratch(size_t particle_count); /* bytes that starting takes */
