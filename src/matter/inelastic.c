/* SPDX-License-Identifier: MIT
   Terzopoulos & Fleischer, sect. 4 and eq. (24). With the elastic strain e as the measure of stress (k1 = 1) and the
   total strain held during the step,

     d' = e / t1                     dashpot
     s' = (c e - s) / t2             Voigt unit, c = k1 / k2, t2 = n2 / k2
     e' = -d' - s'

   is linear in (e, s), and taken exactly. The flow of a dashpot with an exponent n and the slip unit come after it,
   each exactly as well. Under a load that is held, strain comes out short by h / (2 t1) of what flows. */
#include "matter/inelastic.h"

#include <math.h>

#include "base/status.h"
#include "math/functions.h"
#include "math/mat3.h"
#include "math/vec3.h"

pl_inelastic_def pl_default_inelastic_def(void)
{
  return (pl_inelastic_def){.exponent = 1, .reference = 0.1, .delay = 1};
}

static pl_status check_at_least(const char *name, double value, double least, const char *unit)
{
  if (isfinite(value) && value >= least) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "inelastic.%s must be %g%s or more, got %g", name, least, unit, value);
}

static pl_status check_positive(const char *name, double value, const char *unit)
{
  if (isfinite(value) && value > 0) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "inelastic.%s must be positive%s, got %g", name, unit, value);
}

pl_status pl_inelastic_check(const pl_inelastic_def *def)
{
  if (!isfinite(def->relaxation_time))
    return pl_fail(PL_ERROR_ARGUMENT, "inelastic.relaxation_time must be finite, in s, got %g", def->relaxation_time);
  PL_TRY(check_at_least("exponent", def->exponent, 1, ""));
  PL_TRY(check_positive("reference", def->reference, ""));
  PL_TRY(check_at_least("delayed", def->delayed, 0, ""));
  PL_TRY(check_positive("delay", def->delay, ", in s"));
  PL_TRY(check_at_least("yield", def->yield, 0, ""));
  PL_TRY(check_at_least("hardening", def->hardening, 0, ""));
  if (!(def->tangent >= 0 && def->tangent < 1))
    return pl_fail(PL_ERROR_ARGUMENT,
                   "inelastic.tangent must be in [0, 1), the slope after the yield in parts of the elastic one, got %g",
                   def->tangent);
  if (def->hardening > 0 && def->tangent > 0)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "inelastic.hardening (%g) and inelastic.tangent (%g) are two ways to say the same, hardening = "
                   "tangent / (1 - tangent): give one of them",
                   def->hardening, def->tangent);
  if (def->criterion < PL_YIELD_DEFORMATION || def->criterion > PL_YIELD_TRESCA)
    return pl_fail(PL_ERROR_ARGUMENT, "inelastic.criterion must be one of pl_yield_criterion, got %d",
                   (int)def->criterion);
  PL_TRY(check_at_least("yield_time", def->yield_time, 0, " s"));
  PL_TRY(check_at_least("maximum", def->maximum, 0, ""));
  if (def->relaxation_time < 0 && !(def->maximum > 0))
    return pl_fail(PL_ERROR_ARGUMENT,
                   "inelastic.relaxation_time is negative (%g s): the body runs away from its rest shape; give "
                   "inelastic.maximum, too, so that it stops",
                   def->relaxation_time);
  return PL_OK;
}

double pl_inelastic_hardening(const pl_inelastic_def *def)
{
  return def->tangent > 0 ? def->tangent / (1 - def->tangent) : def->hardening;
}

/* exp(A h) of a 2 × 2 matrix with real eigenvalues: ((A - l2) exp(l1 h) - (A - l1) exp(l2 h)) / (l1 - l2). */
static void exponential(const double a[2][2], double h, double out[2][2])
{
  double half = 0.5 * (a[0][0] + a[1][1]), skew = 0.5 * (a[0][0] - a[1][1]);
  double q = sqrt(fmax(skew * skew + a[0][1] * a[1][0], 0));
  double first = pl_exp((half + q) * h), second = pl_exp((half - q) * h);
  double slope = q * h < 1e-6 ? h * pl_exp(half * h) : (first - second) / (2 * q), mean = 0.5 * (first + second);
  out[0][0] = mean + slope * skew;
  out[1][1] = mean - slope * skew;
  out[0][1] = slope * a[0][1];
  out[1][0] = slope * a[1][0];
}

pl_inelastic_step pl_inelastic_begin(const pl_inelastic_def *def, double h)
{
  pl_inelastic_step step = {.def = *def, .relax = {{1, 0}, {0, 1}}};
  /* Unstable growth is limited to exp(30) in a step: `maximum` stops it long before. */
  double flow = def->relaxation_time != 0 ? fmax(1 / def->relaxation_time, -30 / h) : 0;
  bool linear = def->exponent == 1;
  if (linear || def->delayed > 0) {
    double late = def->delayed > 0 ? 1 / def->delay : 0;
    const double rates[2][2] = {{-((linear ? flow : 0) + def->delayed * late), late}, {def->delayed * late, -late}};
    exponential(rates, h, step.relax);
  }
  if (!linear) step.flow = h * flow;
  step.hardening = pl_inelastic_hardening(def);
  double rate = 1 + step.hardening;
  step.slip = (def->yield_time > 0 ? -pl_expm1(-rate * h / def->yield_time) : 1) / rate;
  return step;
}

/* The strain of a rod under tension that is as near to yielding as this deviatoric strain: of von Mises (3/2 e :
   e)^1/2, of Tresca the greatest less the least principal one, each over 1 + nu. */
static double as_of_rod(pl_yield_criterion criterion, double poisson, const double e[9])
{
  double square = 0;
  for (int k = 0; k < 9; k++) square += e[k] * e[k];
  if (criterion == PL_YIELD_VON_MISES || !(square > 0)) return sqrt(1.5 * square) / (1 + poisson);
  /* principal values of a deviator: (2/3)^1/2 |e| cos(angle + 2 pi k / 3), with cos(3 angle) = 6^1/2 det e 3 / |e|^3 */
  double size = sqrt(square), cosine = 3 * sqrt(6.0) * pl_mat3_determinant(e) / (size * size * size);
  cosine = fmin(fmax(cosine, -1), 1);
  double angle = pl_atan2(sqrt(1 - cosine * cosine), cosine) / 3, turn = 2.0943951023931953;
  return sqrt(2.0 / 3) * size * (pl_cos(angle) - pl_cos(angle + turn)) / (1 + poisson);
}

void pl_inelastic_yield_tensor(const pl_inelastic_step *step, double poisson, double strain[9], double *slipped)
{
  double relative[9], mean = (strain[0] + strain[4] + strain[8]) / 3;
  for (int k = 0; k < 9; k++)
    relative[k] = strain[k] - (k % 4 == 0 ? mean : 0) - (slipped ? step->hardening * slipped[k] : 0);
  double size = as_of_rod(step->def.criterion, poisson, relative), beyond = size - step->def.yield;
  if (!(beyond > 0)) return;
  double part = step->slip * beyond / size;
  for (int k = 0; k < 9; k++) {
    strain[k] -= part * relative[k];
    if (slipped) slipped[k] += part * relative[k];
  }
}
