/* SPDX-License-Identifier: MIT
   The law of inelastic fibres over one time step (pliant/inelastic.h), for any model: a model tells how far its fibres
   are deformed, the law says how their rest values and internal strains go on. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pliant/inelastic.h"
#include "pliant/status.h"

enum { PL_LINK_COMPONENTS = 3 }; /* of the deformation of a link */

/* What of the law depends on the step alone. */
typedef struct pl_inelastic_step {
  pl_inelastic_def def;
  double relax[2][2]; /* (stress, late strain) after the step from those before it, at held total strain */
  double flow;        /* power law: h over the time in which a deformation of `reference` flows */
  double slip;        /* part of what is beyond the yield that is given up, times 1 + hardening */
} pl_inelastic_step;

/* What a link remembers, PL_LINK_COMPONENTS numbers each. */
typedef struct pl_link_memory {
  double *late; /* strain of the Voigt unit */
  double *slip; /* of the slip unit */
} pl_link_memory;

pl_status pl_inelastic_check(const pl_inelastic_def *def);
pl_inelastic_step pl_inelastic_begin(const pl_inelastic_def *def, double h);

/* The strain tensor of a point (symmetric, row-major) less what slips of it, with the strain of its slip unit (NULL:
   none), by von Mises or Tresca; poisson: of the matter. */
void pl_inelastic_yield_tensor(const pl_inelastic_step *step, double poisson, double strain[9], double *slipped);

/* elastic: deformation of a link from its rest value, in length; shifted: how far its rest value is from the first one;
   length: its first length, > 0. On return `elastic` is what is left of it, and `shifted` the new rest value. */
void pl_inelastic_advance(const pl_inelastic_step *step, double length, double elastic[PL_LINK_COMPONENTS],
                          double shifted[PL_LINK_COMPONENTS], const pl_link_memory *memory);
