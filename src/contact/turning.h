/* SPDX-License-Identifier: MIT
   Angular momentum of what is pushed. The answer of a model with one number per pair of particles (PL_COUPLING_SCALAR) has the momentum of
   the impulses, but its matrix knows no rotation: of their moment it gives back a part, and where bodies swing about each other it
   gives and takes until energy grows. What is missing is added as a rigid rotation, and all is solved once more. */
#pragma once

#include "contact/coupling.h"

typedef struct pl_turning {
  double *start;      /* 3 per particle: where the step began, m; NULL: the body's own answer is right, or it is held */
  double centre[3];   /* of mass, m */
  double momentum[3]; /* about it, before anything was pushed, kg m^2/s */
} pl_turning;

/* Looks at a body before it is pushed. */
pl_status pl_turning_start(const pl_coupled *coupled, const pl_model_context *context, pl_turning *out);

/* Adds what is missing. */
pl_status pl_turning_give_back(const pl_turning *turning, pl_coupled *coupled, const pl_model_context *context);
