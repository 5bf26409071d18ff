/* SPDX-License-Identifier: MIT
   What can be run but is probably not meant. */
#include <math.h>

#include "scene/resolve.h"

static pl_status check_time(pl_scene *scene)
{
  const pl_scene_time *time = &scene->data.time;
  double steps = 1 / (time->fps * time->step);
  const pl_json *at = time->at ? time->at : scene->data.at;
  if (steps < 1 - 1e-9)
    return pl_scene_warn(scene, at,
                         "asks for %g frames per second but takes only %g steps per second; frames will repeat",
                         time->fps, 1 / time->step);
  if (fabs(steps - round(steps)) > 1e-6 * steps)
    return pl_scene_warn(
        scene, at, "has %.4g steps per frame; each frame shows the nearest step. A step of %.9g s gives %.0f per frame",
        steps, 1 / (time->fps * ceil(steps)), ceil(steps));
  if (time->duration < time->step && time->duration > 0)
    return pl_scene_warn(scene, at, "has a duration of %g s, less than one step of %g s", time->duration, time->step);
  return PL_OK;
}

pl_status pl_scene_look_for_trouble(pl_scene *scene) { return check_time(scene); }
