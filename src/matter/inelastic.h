/* SPDX-License-Identifier: MIT
   The law of inelastic fibres over one time step (pliant/inelastic.h), for any model: a model measures how far its
   fibres are deformed, the law says how their rest values and internal strains go on. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pliant/inelastic.h"
#include "pliant/status.h"

/* What of the law depends on the step alone. */
typedef struct pl_inelastic_step {
  pl_inelastic_def def;
  double relax[2][2]; /* (stress, late strain) after the step from those before it, at held total strain */
  double flow;        /* power law: h over the time in which a deformation of `reference` flows */
  double hardening;   /* of the spring beside the slip unit, however it was given */
  double slip;        /* part of what is beyond the yield that is given up, times 1 + hardening */
} pl_inelastic_step;

/* Internal strains of links, as many numbers each as their deformation has; NULL: none. */
typedef struct pl_link_memory {
  double *late_strain; /* strain of the Voigt unit */
  double *slip_strain; /* of the slip unit */
} pl_link_memory;

pl_status pl_inelastic_check(const pl_inelastic_def *def);
double pl_inelastic_hardening(const pl_inelastic_def *def); /* k3 / k1 */
pl_inelastic_step pl_inelastic_begin(const pl_inelastic_def *def, double h);

/* The strain tensor of a point (symmetric, row-major) less what slips of it, with the strain of its slip unit (NULL:
   none), by von Mises or Tresca; poisson: of the matter. */
void pl_inelastic_yield_tensor(const pl_inelastic_step *step, double poisson, double strain[9], double *slipped);
