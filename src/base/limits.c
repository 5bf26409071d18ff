/* SPDX-License-Identifier: MIT */
#include "base/limits.h"

#include <math.h>
#include <stdio.h>

/* Matter is between an aerogel and a neutron star's crust, bodies between a tenth of a millimetre and ten kilometres,
   with room to spare on both sides. Lengths end where a float can no longer resolve a metre. */
static const pl_limit limits[PL_QUANTITY_COUNT] = {
    [PL_QUANTITY_LENGTH] = {"m", 1e-9, 1e7},
    [PL_QUANTITY_SPEED] = {"m/s", 1e-12, 1e8},
    [PL_QUANTITY_ACCELERATION] = {"m/s^2", 0, 1e9},
    [PL_QUANTITY_ANGLE] = {"rad", 0, 1e9},
    [PL_QUANTITY_TIME] = {"s", 0, 1e12},
    [PL_QUANTITY_STEP] = {"s", 1e-15, 1e3},
    [PL_QUANTITY_RATE] = {"1/s", 0, 1e12},
    [PL_QUANTITY_PULL] = {"1/s^2", 1e-12, 1e18},
    [PL_QUANTITY_MASS] = {"kg", 1e-24, 1e24},
    [PL_QUANTITY_DENSITY] = {"kg/m^3", 1e-6, 1e12},
    [PL_QUANTITY_FORCE] = {"N", 0, 1e18},
    [PL_QUANTITY_MODULUS] = {"Pa", 1e-6, 1e15},
    [PL_QUANTITY_PRESSURE] = {"Pa", 0, 1e15},
    [PL_QUANTITY_STIFFNESS] = {"N/m", 1e-15, 1e20},
    [PL_QUANTITY_DAMPING] = {"N s/m", 0, 1e20},
    [PL_QUANTITY_VOLUME] = {"m^3", 1e-27, 1e21},
    [PL_QUANTITY_TEMPERATURE] = {"K", 0, 1e7},
    [PL_QUANTITY_FACTOR] = {"", 1e-9, 1e9},
};

pl_limit pl_limit_of(pl_quantity quantity) { return limits[quantity]; }

bool pl_is_within(pl_quantity quantity, double value) { return fabs(value) <= limits[quantity].most; } /* NaN is not */

bool pl_are_within(pl_quantity quantity, const double *values, size_t count, size_t *first)
{
  double most = limits[quantity].most;
  for (size_t k = 0; k < count; k++) {
    if (fabs(values[k]) <= most) continue;
    if (first) *first = k;
    return false;
  }
  return true;
}

static pl_status beyond(pl_quantity quantity, const char *place, double value)
{
  const pl_limit *limit = &limits[quantity];
  const char *space = limit->unit[0] ? " " : "";
  if (!isfinite(value)) return pl_fail(PL_ERROR_ARGUMENT, "%s must be finite, got %g", place, value);
  if (fabs(value) > limit->most)
    return pl_fail(PL_ERROR_ARGUMENT, "%s = %g%s%s is too large: this library computes with at most %g%s%s", place,
                   value, space, limit->unit, limit->most, space, limit->unit);
  return pl_fail(PL_ERROR_ARGUMENT, "%s = %g%s%s is too small: this library computes with 0 or at least %g%s%s", place,
                 value, space, limit->unit, limit->least, space, limit->unit);
}

pl_status pl_limit_check(pl_quantity quantity, const char *place, double value)
{
  return pl_is_within(quantity, value) ? PL_OK : beyond(quantity, place, value);
}

static bool is_size(pl_quantity quantity, double value)
{
  return value == 0 || (fabs(value) <= limits[quantity].most && fabs(value) >= limits[quantity].least);
}

pl_status pl_limit_check_size(pl_quantity quantity, const char *place, double value)
{
  return is_size(quantity, value) ? PL_OK : beyond(quantity, place, value);
}

static pl_status beyond_at(pl_quantity quantity, const char *place, size_t k, double value)
{
  char numbered[128];
  snprintf(numbered, sizeof numbered, "%s[%zu]", place, k);
  return beyond(quantity, numbered, value);
}

pl_status pl_limit_check_all(pl_quantity quantity, const char *place, const double *values, size_t count)
{
  size_t k;
  if (!values || pl_are_within(quantity, values, count, &k)) return PL_OK;
  return beyond_at(quantity, place, k, values[k]);
}

pl_status pl_limit_check_sizes(pl_quantity quantity, const char *place, const double *values, size_t count)
{
  for (size_t k = 0; values && k < count; k++)
    if (!is_size(quantity, values[k])) return beyond_at(quantity, place, k, values[k]);
  return PL_OK;
}
