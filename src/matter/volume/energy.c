/* SPDX-License-Identifier: MIT
   Removing the flux from velocities lowers the kinetic energy if every particle takes part by its mass. Particles that
   touch something or were hardly deformed do not, and where few are left to correct for all others the body would gain
   energy: the correction is reduced until it does not. Position corrections restore the volume. */
#include <math.h>

#include "math/vec3.h"
#include "matter/volume/volume.h"

double pl_volume_kinetic(const pl_volume_setup *setup)
{
  static const double weightless[3] = {0, 0, 0};
  const pl_model_body *body = setup->body;
  pl_body_signals signals = {0};
  if (setup->model->measure)
    return setup->model->measure(body, weightless, &signals) == PL_OK ? signals.kinetic : INFINITY;
  double twice = 0;
  for (size_t i = 0; i < body->count; i++) twice += body->mass[i] * pl_vec3_dot(body->v + 3 * i, body->v + 3 * i);
  return 0.5 * twice;
}

bool pl_volume_may_add_energy(const pl_volume_setup *setup, double h)
{
  if (setup->def->velocities == PL_VOLUME_VELOCITIES_ALL) return true; /* as printed */
  return pl_volume_target(setup->def, setup->time) != pl_volume_target(setup->def, setup->time - h);
}

bool pl_volume_added_energy(double before, double after)
{
  const double rounding = 1e-9;
  return after > (1 + rounding) * before;
}

/* Kinetic energy along a change is before + s b + s^2 c / 2, known at s = 1/2 and 1; returns the s > 0 where it is
   `before` again. */
double pl_volume_harmless_part(double before, double half, double whole)
{
  double b = 4 * (half - before) - (whole - before), c = 2 * (whole - before - b);
  return b < 0 && c > 0 ? fmin(1, -2 * b / c) : 0;
}
