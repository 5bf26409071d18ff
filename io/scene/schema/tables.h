/* SPDX-License-Identifier: MIT
   The tables, where one file of them refers to another. */
#pragma once

#include "scene/read/data.h"

extern const pl_scene_object pl_scene_motion_object;
extern const pl_scene_object pl_scene_attachment_object;
extern const pl_scene_object pl_scene_body_object;
extern const pl_scene_object pl_scene_force_object;
extern const pl_scene_object pl_scene_mesh_object;
extern const pl_scene_object pl_scene_volume_object;
extern const pl_scene_object pl_scene_inelastic_object;
extern const pl_scene_object pl_scene_heat_object;
extern const pl_scene_object pl_scene_model_object;
