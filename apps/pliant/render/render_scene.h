/* SPDX-License-Identifier: MIT
   Pictures and videos of a scene. */
#pragma once

#include <stdbool.h>

#include "pliant/io.h"

typedef struct render_request {
  const char *input, *output;
  pl_render_options picture; /* width and height 0: what suits the output */
  bool has_quality;          /* else what suits the output */
  bool has_camera;
  pl_camera camera;
  bool has_time;
  double time;     /* s; of a still */
  double strobe;   /* s: a still shows every such time up to its own; 0: only its own */
  double fps;      /* 0: the scene's */
  double duration; /* s; 0: the scene's */
  int tiles;
  bool no_detail; /* bodies by their own meshes */
  bool quiet;
} render_request;

/* A still (.png with a time), a contact sheet (.png) or a video (.mp4). PL_ERROR_INTERRUPTED: stopped by the user. */
pl_status render_scene(const render_request *request);
