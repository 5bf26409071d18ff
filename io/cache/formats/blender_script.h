/* SPDX-License-Identifier: MIT
   The script that opens point caches in Blender. */
#pragma once

#include "file.h"

typedef struct pl_blender_body {
  const char *name;
  const char *obj, *pc2; /* files beside the script */
} pl_blender_body;

void pl_write_blender_script(pl_file *file, const pl_blender_body *bodies, size_t count, double fps,
                             size_t frame_count);
