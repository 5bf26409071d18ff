/* SPDX-License-Identifier: MIT
   What a scene says about the volume of a body. */
#include "scene/read/resolve.h"

pl_status pl_scene_resolve_number_track(const pl_scene *scene, const pl_scene_number_track *track,
                                        const pl_scene_range *allowed, pl_number_track *out)
{
  *out = (pl_number_track){0};
  if (!track->at) return PL_OK;
  if (!track->keys.at) {
    out->count = 1;
    out->keys[0].value = track->value;
    return PL_OK;
  }
  const pl_scene_number_key *keys = track->keys.items;
  if (track->keys.count == 0 || track->keys.count > PL_MOST_VOLUME_KEYS)
    return pl_scene_fail(scene, track->keys.at, "must have 1 to %d keys, got %zu", (int)PL_MOST_VOLUME_KEYS,
                         track->keys.count);
  out->count = track->keys.count;
  for (size_t i = 0; i < out->count; i++) {
    if (i > 0 && keys[i].key.time <= keys[i - 1].key.time)
      return pl_scene_fail(scene, pl_json_member(keys[i].at, "time"),
                           "must be later than the key before, which is at %g s", keys[i - 1].key.time);
    if (allowed && !pl_scene_in_range(allowed, keys[i].key.value))
      return pl_scene_fail(scene, pl_json_member(keys[i].at, "value"), "must be %s, got %g", allowed->text,
                           keys[i].key.value);
    out->keys[i] = keys[i].key;
  }
  return PL_OK;
}

/* A key that the mode has no use for is a mistake. */
static pl_status check_mode(const pl_scene *scene, const pl_scene_volume *volume)
{
  static const char *const of_pressure[] = {"pressure", "gas", "ambient"};
  static const char *const of_keeping[] = {"target", "passes", "tolerance", "alpha", "beta"};
  for (size_t k = 0; k < sizeof of_pressure / sizeof *of_pressure; k++) {
    const pl_json *at = pl_json_member(volume->at, of_pressure[k]);
    if (at && volume->def.mode == PL_VOLUME_KEEP)
      return pl_scene_fail_key(scene, at, "has no effect while the volume is kept; add \"mode\": \"pressure\"");
  }
  for (size_t k = 0; k < sizeof of_keeping / sizeof *of_keeping; k++) {
    const pl_json *at = pl_json_member(volume->at, of_keeping[k]);
    if (at && volume->def.mode == PL_VOLUME_PRESSURE)
      return pl_scene_fail_key(scene, at, "has no effect in mode \"pressure\", which does not keep the volume");
  }
  return PL_OK;
}

pl_status pl_scene_resolve_volume(pl_scene *scene, pl_scene_body *body)
{
  const pl_scene_volume *volume = &body->volume;
  if (!volume->at) return PL_OK;
  PL_TRY(check_mode(scene, volume));
  body->def.volume = volume->def;
  PL_TRY(pl_scene_resolve_number_track(scene, &volume->target, &pl_range_positive, &body->def.volume.target));
  return pl_scene_resolve_number_track(scene, &volume->pressure, NULL, &body->def.volume.pressure);
}
