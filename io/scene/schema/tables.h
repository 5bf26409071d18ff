/* SPDX-License-Identifier: MIT
   The tables, where one file of them refers to another. */
#pragma once

#include "scene/read/data.h"

/* Of what comes and goes: `span` is where its pl_scene_span is. */
#define PL_SPAN_KEYS(span, begin_doc)                                                                                  \
  {"begin",                                                                                                            \
   PL_KIND_NUMBER,                                                                                                     \
   (span) + offsetof(pl_scene_span, begin),                                                                            \
   .unit = "s",                                                                                                        \
   .range = &pl_range_not_negative,                                                                                    \
   .fallback = "0",                                                                                                    \
   .doc = (begin_doc)},                                                                                                \
  {                                                                                                                    \
    "end", PL_KIND_NUMBER, (span) + offsetof(pl_scene_span, end),                                                      \
        .unit = "s", .range = &pl_range_positive, .fallback = "1e9", .fallback_doc = "never", .doc = "Until when."     \
  }

extern const pl_scene_object pl_scene_motion_object;
extern const pl_scene_object pl_scene_attachment_object;
extern const pl_scene_object pl_scene_body_object;
extern const pl_scene_object pl_scene_force_object;
extern const pl_scene_object pl_scene_mesh_object;
extern const pl_scene_object pl_scene_volume_object;
extern const pl_scene_object pl_scene_inelastic_object;
extern const pl_scene_object pl_scene_fracture_object;
extern const pl_scene_object pl_scene_heat_object;
extern const pl_scene_object pl_scene_model_object;
