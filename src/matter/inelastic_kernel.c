/* SPDX-License-Identifier: MIT
   The law over one step (inelastic.c has its equations), of fibre after fibre. Vectors of space in registers of four:
   the fourth lane holds whatever lies behind in memory and is never used. */
#include "matter/inelastic_kernel.h"

#include <math.h>

#include "math/functions.h"
#include "math/quad.h"

static inline double square(pl_quad a)
{
  pl_quad s = a * a;
  return s[0] + s[1] + s[2];
}

/* |e|' = -|e| (|e| / reference)^(n - 1) / t1 has the solution |e| (1 + (n - 1) (|e| / reference)^(n - 1) h / t1)^(-1 /
   (n - 1)). With negative viscosity the bracket may reach zero: it runs away within the step, and `maximum` stops it.
   */
static double power_flow(const pl_inelastic_step *step, double relative)
{
  const double most = 1e6;
  double n = step->def.exponent - 1;
  double bracket = 1 + n * pl_pow(relative / step->def.reference, n) * step->flow;
  return bracket > 0 ? fmin(pl_pow(bracket, -1 / n), most) : most;
}

/* Dashpot and Voigt unit. */
static inline pl_quad relaxed(const pl_inelastic_step *step, double length, pl_quad stress, pl_quad *late_strain)
{
  pl_quad s = late_strain ? *late_strain : pl_quad_all(0);
  pl_quad e = pl_quad_all(step->relax[0][0]) * stress + pl_quad_all(step->relax[0][1]) * s;
  if (late_strain) *late_strain = pl_quad_all(step->relax[1][0]) * stress + pl_quad_all(step->relax[1][1]) * s;
  if (step->flow != 0) e *= pl_quad_all(power_flow(step, sqrt(square(e)) / length));
  return e;
}

/* Fig. 6: the slip unit bears the elastic stress less that of the spring beside it. What is clearly below the yield is
   known without a root. */
static inline pl_quad slipped(const pl_inelastic_step *step, double length, pl_quad e, pl_quad *slip_strain)
{
  pl_quad relative = e;
  if (slip_strain) relative += pl_quad_all(-step->hardening) * *slip_strain;
  double most = step->def.yield * length, all = square(relative);
  if (all < 0.999 * most * most) return e;
  double size = sqrt(all), beyond = size - most;
  if (!(beyond > 0)) return e;
  double part = step->slip * beyond / size;
  if (slip_strain) *slip_strain += pl_quad_all(part) * relative;
  return e + pl_quad_all(-part) * relative;
}

/* The remaining elastic deformation; *shifted becomes the new rest value. */
static inline pl_quad advanced(const pl_inelastic_step *step, double length, pl_quad before, pl_quad *shifted,
                               pl_quad *late_strain, pl_quad *slip_strain)
{
  pl_quad e = relaxed(step, length, before, late_strain);
  if (step->def.yield > 0 && step->def.criterion == PL_YIELD_DEFORMATION) e = slipped(step, length, e, slip_strain);
  pl_quad total = *shifted + (before - e);
  double most = step->def.maximum * length, size = most > 0 ? sqrt(square(total)) : 0;
  if (most > 0 && size > most) {
    /* what the rest value cannot take over stays elastic */
    total *= pl_quad_all(most / size);
    e = before - (total - *shifted);
  }
  *shifted = total;
  return e;
}

static void advance(const pl_inelastic_step *step, double length, double *elastic, double *shifted,
                    const pl_link_memory *memory)
{
  pl_quad late_strain = {0}, slip_strain = {0}, shift = pl_quad_load_three(shifted);
  if (memory->late_strain) late_strain = pl_quad_load_three(memory->late_strain);
  if (memory->slip_strain) slip_strain = pl_quad_load_three(memory->slip_strain);
  pl_quad e = advanced(step, length, pl_quad_load_three(elastic), &shift, memory->late_strain ? &late_strain : NULL,
                       memory->slip_strain ? &slip_strain : NULL);
  pl_quad_store_three(e, elastic);
  pl_quad_store_three(shift, shifted);
  if (memory->late_strain) pl_quad_store_three(late_strain, memory->late_strain);
  if (memory->slip_strain) pl_quad_store_three(slip_strain, memory->slip_strain);
}

static inline pl_quad load(const double *from, size_t components)
{
  return components == 3 ? pl_quad_load(from) : (pl_quad){from[0], 0, 0, 0};
}

static inline void store(pl_quad a, size_t components, double *to)
{
  if (components == 3)
    pl_quad_store_three(a, to);
  else
    to[0] = a[0];
}

/* Broken fibres, and those that take no part, stay. */
static void flow(const pl_inelastic_step *step, const pl_fibres *fibres, const double *deformation,
                 const pl_link_memory *memory, size_t begin, size_t end)
{
  size_t n = fibres->components;
  for (size_t f = begin; f < end; f++) {
    if (!(fibres->length[f] > 0) || (fibres->factor && fibres->factor[f] == 0)) continue;
    pl_quad late_strain = {0}, slip_strain = {0}, first = load(fibres->first + n * f, n);
    pl_quad shifted = load(fibres->rest + n * f, n) - first;
    if (memory->late_strain) late_strain = load(memory->late_strain + n * f, n);
    if (memory->slip_strain) slip_strain = load(memory->slip_strain + n * f, n);
    advanced(step, fibres->length[f], load(deformation + n * f, n), &shifted, memory->late_strain ? &late_strain : NULL,
             memory->slip_strain ? &slip_strain : NULL);
    store(first + shifted, n, fibres->rest + n * f);
    if (memory->late_strain) store(late_strain, n, memory->late_strain + n * f);
    if (memory->slip_strain) store(slip_strain, n, memory->slip_strain + n * f);
  }
}

const pl_inelastic_kernels PL_ISA_NAME(pl_inelastic_kernels) = {advance, flow};
