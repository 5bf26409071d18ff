/* SPDX-License-Identifier: MIT
   What heat does to the links of matter (Terzopoulos and Fleischer, note added in proof: "as the temperature increases,
   the stiffness of a thermoelastic element decreases and eventually the element fractures when its temperature exceeds
   the melting point"). */
#pragma once

#include <stdbool.h>

#include "pliant/heat.h"

typedef struct pl_softening {
  double begin, end; /* K: stiffness falls in between; end 0: it does not */
  double least;      /* part of it that is left */
  double melting;    /* K; 0: never */
} pl_softening;

static inline pl_softening pl_softening_of(const pl_heat_def *def)
{
  return (pl_softening){def->softening_begin, def->softening_end, def->soft_stiffness, def->melting_point};
}

static inline bool pl_softening_is_on(const pl_softening *softening)
{
  return softening->end > 0 || softening->melting > 0;
}

pl_status pl_softening_check(const pl_softening *softening);

/* The part of its stiffness that matter has at a temperature. */
double pl_softening_at(const pl_softening *softening, double temperature);

typedef struct pl_heat pl_heat;
typedef struct pl_matter_setup pl_matter_setup;
typedef struct pl_model_context pl_model_context;

/* Stage 4, after heat has flowed: links have the weights of their temperatures, hotter ones than the melting point are
   broken. Where a weight rises, rest values take over what stress does not need any more: with weight w of the
   stiffness k and elastic strain e, w k e stays, and the energy w k e^2 / 2 falls. */
pl_status pl_matter_soften(const pl_matter_setup *setup, const pl_heat *heat, const pl_model_context *context);
