/* SPDX-License-Identifier: MIT
   Visits every effective value of a scene in the order of the tables, defaults included. */
#pragma once

#include "scene/read/data.h"

/* Keys with one of the flags `skipped` are left out, with all that is in them. at: the value in the file, NULL where
   the default holds. path: "bodies[0].density". */
typedef pl_status (*pl_scene_visit)(void *context, const char *path, const pl_scene_key *key, const pl_json *at);

pl_status pl_scene_walk(const pl_scene *scene, unsigned skipped, pl_scene_visit visit, void *context);

uint64_t pl_scene_hash_values(const pl_scene *scene, pl_status *status); /* of all but the length of the step */
