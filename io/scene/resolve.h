/* SPDX-License-Identifier: MIT
   From what the file says to the definitions of the C interface. */
#pragma once

#include "scene/data.h"

pl_status pl_scene_resolve(pl_scene *scene);

/* Adds the warnings. */
pl_status pl_scene_look_for_trouble(pl_scene *scene);
