/* SPDX-License-Identifier: MIT
   Vectors of space in registers of four: the fourth lane holds whatever lies behind in memory and is never used. */
#include "matter/plastic_kernel.h"

#include <math.h>
#include <string.h>

#if defined(__FMA__)
#include <immintrin.h>
typedef __m256d quad;
static inline quad multiply_add(quad a, quad b, quad c) { return _mm256_fmadd_pd(a, b, c); }
#else
typedef double quad __attribute__((vector_size(32)));
static inline quad multiply_add(quad a, quad b, quad c) { return a * b + c; }
#endif

static inline quad load(const double *from)
{
  quad a;
  memcpy(&a, from, sizeof a);
  return a;
}

static inline quad all(double x) { return (quad){x, x, x, x}; }

static inline double square(quad a)
{
  quad s = a * a;
  return s[0] + s[1] + s[2];
}

/* The part of its deformation that an edge gives up in the time h, in the unit of `creep`; rho > yield. */
static double flow_part(const pl_plasticity *plasticity, double rho, double h)
{
  double yield = plasticity->yield, excess = rho - yield;
  if (plasticity->rule == PL_PLASTIC_STEP) return fmin(1, plasticity->creep * excess * h);
  if (yield == 0) return 1 - 1 / (1 + plasticity->creep * rho * h);
  double rest = excess / rho * exp(-plasticity->creep * yield * h);
  return 1 - yield / (1 - rest) / rho;
}

/* No further from the first edge than the maximum allows. */
static inline quad limited(quad first, double maximum, quad edge)
{
  quad change = edge - first;
  double most = maximum * sqrt(square(first)), length = sqrt(square(change));
  return maximum > 0 && length > most ? multiply_add(all(most / length), change, first) : edge;
}

/* Few edges flow in a step: whether one does is found without roots and quotients. */
static void flow(const pl_fibres *fibres, const double *deformation, double h, size_t begin, size_t end)
{
  const pl_plasticity *plasticity = fibres->plasticity;
  double yield = plasticity->yield * plasticity->yield;
  for (size_t f = begin; f < end; f++) {
    double *at = fibres->rest + 3 * f;
    quad edge = load(at), off = load(deformation + 3 * f);
    double strain = square(off), size = square(edge);
    if (!(strain > yield * size && size > 0)) continue;
    double part = flow_part(plasticity, sqrt(strain / size), h);
    if (!(part > 0)) continue; /* rounding at the yield */
    quad now = limited(load(fibres->first + 3 * f), plasticity->maximum, multiply_add(all(part), off, edge));
    for (int c = 0; c < 3; c++) at[c] = now[c];
  }
}

const pl_plastic_kernels PL_ISA_NAME(pl_plastic_kernels) = {flow};
