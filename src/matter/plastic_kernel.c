/* SPDX-License-Identifier: MIT
   Vectors of space in registers of four: the fourth lane holds whatever lies behind in memory and is never used. */
#include "matter/plastic_kernel.h"
#include "math/functions.h"

#include <math.h>
#include <string.h>

#include "math/quad.h"

static inline double square(pl_quad a)
{
  pl_quad s = a * a;
  return s[0] + s[1] + s[2];
}

/* The part of its deformation that an edge gives up in the time h, in the unit of `creep`; rho > yield. */
static double flow_part(const pl_plasticity *plasticity, double rho, double h)
{
  double yield = plasticity->yield, excess = rho - yield;
  if (plasticity->rule == PL_PLASTIC_STEP) return fmin(1, plasticity->creep * excess * h);
  if (yield == 0) return 1 - 1 / (1 + plasticity->creep * rho * h);
  double rest = excess / rho * pl_exp(-plasticity->creep * yield * h);
  return 1 - yield / (1 - rest) / rho;
}

/* No further from the first edge than the maximum allows. */
static inline pl_quad limited(pl_quad first, double maximum, pl_quad edge)
{
  pl_quad change = edge - first;
  double most = maximum * sqrt(square(first)), length = sqrt(square(change));
  return maximum > 0 && length > most ? pl_quad_multiply_add(pl_quad_all(most / length), change, first) : edge;
}

/* Few edges flow in a step: whether one does is found without roots and quotients. */
static void flow(const pl_fibres *fibres, const double *deformation, double h, size_t begin, size_t end)
{
  const pl_plasticity *plasticity = fibres->plasticity;
  double yield = plasticity->yield * plasticity->yield;
  for (size_t f = begin; f < end; f++) {
    double *at = fibres->rest + 3 * f;
    pl_quad edge = pl_quad_load(at), off = pl_quad_load(deformation + 3 * f);
    double strain = square(off), size = square(edge);
    if (!(strain > yield * size && size > 0)) continue;
    double part = flow_part(plasticity, sqrt(strain / size), h);
    if (!(part > 0)) continue; /* rounding at the yield */
    pl_quad now = limited(pl_quad_load(fibres->first + 3 * f), plasticity->maximum,
                          pl_quad_multiply_add(pl_quad_all(part), off, edge));
    for (int c = 0; c < 3; c++) at[c] = now[c];
  }
}

const pl_plastic_kernels PL_ISA_NAME(pl_plastic_kernels) = {flow};
