/* SPDX-License-Identifier: MIT
   Angular momentum under impulses. A compliance W with one number per pair of particles (PL_COUPLING_SCALAR) conserves
   the momentum of impulses p, but only a part of their moment, at long steps hardly any, since it has no rotations.
   With R the rigid rotations about the centre of mass at the start of the step (3 columns), M the masses and
   J = R^T M R the inertia, a free body responds with

     W' = Q W Q^T + R J^-1 R^T,   Q = 1 - R J^-1 R^T M:

   the response of W without its rotation, and the rotation by the moment of p. W' is symmetric and positive as W is, so
   that contact solved with it adds no energy. With G = W M R, all columns of which take one solve,

     W' = W + R a + G b,   b = -J^-1 R^T p,   a = J^-1 (1 + R^T M G J^-1) R^T p - J^-1 G^T p.

   R a is a × r at a particle with arm r, G b is b × y with y = (W M r). */
#pragma once

#include "math/vec3.h"
#include "model/model.h"

typedef struct pl_angular_correction {
  double *arm, *response;      /* 3 per particle: r, m, and y, m */
  double inverse[9], back[9];  /* J^-1 and J^-1 R^T M G J^-1, 1/(kg m^2) */
  double momentum[3];          /* angular, about the centre of mass, with all impulses applied: kg m^2/s */
  double share;                /* part of W' - W that is used, 0 to 1 */
  double spin[3], arc_spin[3]; /* of the body, and of the arc its positions are on, rad/s */
  double moment[3], other[3];  /* R^T p and G^T p of impulses since velocities were read, N m s */
  double couple[3];            /* couples by lever arms since then, N m s */
  double a[3], b[3];           /* as above, for these impulses, rad/s */
  double coming[3];            /* spin with these impulses, rad/s */
} pl_angular_correction;

/* Before impulses. *out NULL: the model conserves angular momentum itself, or the body has no free rigid motions. */
pl_status pl_angular_correction_start(const pl_model *model, pl_model_body *body, const pl_model_context *context,
                                      pl_angular_correction **out);

void pl_angular_correction_reset(pl_angular_correction *angular); /* clears the impulses since the last read */

/* Adds an impulse on a particle; pl_angular_correction_update follows when all are added. */
static inline void pl_angular_correction_push(pl_angular_correction *angular, size_t particle, const double impulse[3])
{
  double part[3];
  pl_vec3_cross(angular->arm + 3 * particle, impulse, part);
  pl_vec3_add(angular->moment, part, angular->moment);
  pl_vec3_cross(angular->response + 3 * particle, impulse, part);
  pl_vec3_add(angular->other, part, angular->other);
}

void pl_angular_correction_update(pl_angular_correction *angular);

/* Adds the velocity change of a particle by the impulses since the last read. */
static inline void pl_angular_correction_add_velocity(const pl_angular_correction *angular, size_t particle,
                                                      double velocity[3])
{
  double part[3];
  pl_vec3_cross(angular->a, angular->arm + 3 * particle, part);
  pl_vec3_add(velocity, part, velocity);
  pl_vec3_cross(angular->b, angular->response + 3 * particle, part);
  pl_vec3_add(velocity, part, velocity);
}

/* Adds the couple shift × impulse, which acts as a rigid rotation. */
static inline void pl_angular_correction_add_couple(pl_angular_correction *angular, const double shift[3],
                                                    const double impulse[3])
{
  double part[3];
  pl_vec3_cross(shift, impulse, part);
  pl_vec3_add_scaled(angular->couple, angular->share, part, angular->couple);
}

/* Adds the correction to the compliance of an anchor, row-major, 1/kg. arm, response: weighted sums over its particles;
   shift: pl_anchor. */
void pl_angular_correction_add_block(const pl_angular_correction *angular, const double arm[3],
                                     const double response[3], const double shift[3], double block[9]);

/* Adds (W' - W) p after the model's own response: velocities change by it, positions by `positions` (s) times it. */
pl_status pl_angular_correction_apply(pl_angular_correction *angular, const pl_model *model, pl_model_body *body,
                                      const pl_impulse *impulses, size_t count, const double couple[3],
                                      double positions, const pl_model_context *context);

/* Rigid velocities move particles along tangents and stretch the body by half the square of the angle, in a stiff body
   more energy than that of the rotation. As in the free motion, positions are put on the arc of the spin w after the
   impulses: v += h/2 w × (w × r), with the same angular momentum. *arc_spin: positions changed. */
pl_status pl_angular_correction_follow_arc(pl_angular_correction *angular, const pl_model *model, pl_model_body *body,
                                           const pl_model_context *context, bool *arc_spin);

/* Reduces `share` for large rotations per step; true: reduced. */
bool pl_angular_correction_reduce_share(pl_angular_correction *angular, double h);

size_t pl_angular_correction_scratch(size_t particle_count); /* bytes that starting takes */
