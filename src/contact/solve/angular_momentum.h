/* SPDX-License-Identifier: MIT
   Angular momentum of what is pushed. A matrix W with one number per pair of particles (PL_COUPLING_SCALAR) answers
   impulses p with all of their momentum, but knows no rotation: of their moment it gives back a part, at long steps
   next to nothing. With R the rigid rotations about the centre of mass where the step began (3 columns), M the masses
   and J = R^T M R the inertia, a body that nothing holds answers

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
  double momentum[3];          /* angular, about the centre of mass, with all that was applied: kg m^2/s */
  double share;                /* of W' instead of W, from 0 to 1 */
  double spin[3], arc_spin[3]; /* of the body now, and of the arc that it is on, rad/s */
  double moment[3], other[3];  /* R^T p and G^T p of impulses since the body was looked at, N m s */
  double couple[3];            /* moments without impulses since then, N m s */
  double a[3], b[3];           /* what they do, rad/s */
  double coming[3];            /* spin with them, rad/s */
} pl_angular_correction;

/* Looks at a body before it is pushed. *out NULL: its own answer is right, or something holds it. */
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

/* A moment without an impulse, given as a rigid rotation: shift × impulse. A sum of particles that is pushed as if it
   were elsewhere. */
static inline void pl_angular_correction_add_couple(pl_angular_correction *angular, const double shift[3],
                                                    const double impulse[3])
{
  double part[3];
  pl_vec3_cross(shift, impulse, part);
  pl_vec3_add_scaled(angular->couple, angular->share, part, angular->couple);
}

/* What it adds to the velocity of a sum of particles, with these sums of arms and answers, per impulse on it:
   row-major, 1/kg. The sum is pushed and seen as if it were elsewhere. */
void pl_angular_correction_add_block(const pl_angular_correction *angular, const double arm[3],
                                     const double response[3], const double shift[3], double block[9]);

/* After the body's own answer to impulses: what it lacks. Velocities change by it, positions by so many seconds of
   it. */
pl_status pl_angular_correction_apply(pl_angular_correction *angular, const pl_model *model, pl_model_body *body,
                                      const pl_impulse *impulses, size_t count, const double couple[3],
                                      double positions, const pl_model_context *context);

/* Rigid velocities are tangents: along them a body grows by half the square of the angle, which a stiff one pays for
   with more energy than the turn has. As free motion does, this puts it on the arc of the spin that it will have with
   the impulses since, with the velocities that lead there: v += h/2 w × (w × r), and the same angular momentum. *bent:
   it made a difference. */
pl_status pl_angular_correction_follow_arc(pl_angular_correction *angular, const pl_model *model, pl_model_body *body,
                                           const pl_model_context *context, bool *arc_spin);

/* A body that would turn far in a step is not trusted with as much; true: it is trusted with less than before. */
bool pl_angular_correction_reduce_share(pl_angular_correction *angular, double h);

size_t pl_angular_correction_scratch(size_t particle_count); /* bytes that starting takes */
