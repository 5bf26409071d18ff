/* SPDX-License-Identifier: MIT
   From stored frames to the finished file. */
#pragma once

#include "cache/shown.h"

typedef struct pl_glb_source_body {
  char *name;
  pl_shown shown;
  double origin[3]; /* stored points are relative to it */
} pl_glb_source_body;

/* Stored frames: for each a uint64_t, its number, and then three floats for every shown vertex of every body. */
typedef struct pl_glb_source {
  const char *stored_path;
  size_t stored_count;
  const pl_glb_source_body *bodies;
  size_t body_count;
  double fps;
  size_t max_morphs;
} pl_glb_source;

/* Every how many frames one is taken so that at most max_morphs follow the first; the last is always taken. */
size_t pl_glb_stride(size_t frame_count, size_t max_morphs);

pl_status pl_glb_make(const pl_glb_source *source, const char *path);
