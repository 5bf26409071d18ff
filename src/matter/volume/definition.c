/* SPDX-License-Identifier: MIT
   What a definition of a volume says: its numbers over time, and whether they make sense. */
#include <math.h>

#include "base/status.h"
#include "math/functions.h"
#include "matter/number_track.h"
#include "matter/volume/volume.h"

double pl_volume_target(const pl_volume_def *def, double time) { return pl_number_track_at(&def->target, time, 1); }

/* A gas cannot be squeezed to nothing: below a thousandth of its volume the pressure rises no more. */
double pl_volume_pressure(const pl_volume_def *def, double time, double volume, double rest_volume)
{
  double pressure = pl_number_track_at(&def->pressure, time, 0);
  if (def->gas == 0) return pressure;
  double room = fmax(volume / rest_volume, 1e-3);
  return (pressure + def->ambient) * pl_pow(room, -def->gas) - def->ambient;
}

static pl_status check_track(const char *name, const char *unit, const pl_number_track *track, bool positive)
{
  if (track->count > PL_MOST_VOLUME_KEYS)
    return pl_fail(PL_ERROR_ARGUMENT, "volume.%s can have %d keys, got %zu", name, PL_MOST_VOLUME_KEYS, track->count);
  for (size_t k = 0; k < track->count; k++) {
    const pl_number_key *key = &track->keys[k];
    if (!isfinite(key->value) || (positive && !(key->value > 0)))
      return pl_fail(PL_ERROR_ARGUMENT, "volume.%s must be %s%s, got %g in key %zu", name,
                     positive ? "positive" : "finite", unit, key->value, k);
    if (!isfinite(key->time) || (k > 0 && !(key->time > track->keys[k - 1].time)))
      return pl_fail(PL_ERROR_ARGUMENT, "volume.%s: times of keys must rise, in s; key %zu is at %g", name, k,
                     key->time);
  }
  return PL_OK;
}

static pl_status check_range(const char *name, double value, double most, const char *range)
{
  if (value >= 0 && value <= most) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "volume.%s must be %s, got %g", name, range, value);
}

pl_status pl_volume_check(const pl_volume_def *def)
{
  if ((int)def->mode < 0 || def->mode > PL_VOLUME_PRESSURE)
    return pl_fail(PL_ERROR_ARGUMENT, "volume.mode has no choice %d", (int)def->mode);
  if ((int)def->momentum < 0 || def->momentum > PL_VOLUME_MOMENTUM_FREE)
    return pl_fail(PL_ERROR_ARGUMENT, "volume.momentum has no choice %d", (int)def->momentum);
  if ((int)def->velocities < 0 || def->velocities > PL_VOLUME_VELOCITIES_NONE)
    return pl_fail(PL_ERROR_ARGUMENT, "volume.velocities has no choice %d", (int)def->velocities);
  if (!(def->peak >= 1 || def->peak == 0) || !isfinite(def->peak))
    return pl_fail(PL_ERROR_ARGUMENT, "volume.peak must be 0 (no limit) or at least 1, got %g", def->peak);
  PL_TRY(check_range("alpha", def->alpha, 1, "in [0, 1]"));
  PL_TRY(check_range("beta", def->beta, 1, "in [0, 1]"));
  PL_TRY(check_range("s_min", def->s_min, 1, "in [0, 1]"));
  PL_TRY(check_range("s_max", def->s_max, 1, "in [0, 1]"));
  PL_TRY(check_range("tolerance", def->tolerance, 1, "in [0, 1]"));
  PL_TRY(check_range("gas", def->gas, 10, "in [0, 10]"));
  PL_TRY(check_range("ambient", def->ambient, 1e300, "zero or positive, in Pa"));
  if (def->passes < 1 || def->passes > PL_MOST_VOLUME_PASSES)
    return pl_fail(PL_ERROR_ARGUMENT, "volume.passes must be in [1, %d], got %d", PL_MOST_VOLUME_PASSES, def->passes);
  if (def->smoothing < 0 || def->smoothing > PL_MOST_VOLUME_SMOOTHING)
    return pl_fail(PL_ERROR_ARGUMENT, "volume.smoothing must be in [0, %d], got %d", PL_MOST_VOLUME_SMOOTHING,
                   def->smoothing);
  PL_TRY(check_track("target", ", a factor on the rest volume", &def->target, true));
  return check_track("pressure", ", in Pa", &def->pressure, false);
}
