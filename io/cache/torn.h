/* SPDX-License-Identifier: MIT
   Frames for what can show only one topology: bodies that tear become triangles (or edges, where there are none) with
   vertices of their own, so that those that die shrink to a point. */
#pragma once

#include "pliant/io_cache.h"

typedef struct pl_torn_body pl_torn_body;

typedef struct pl_torn {
  pl_frame_body *bodies;
  pl_torn_body *room; /* per body */
  size_t count;
} pl_torn;

void pl_torn_free(pl_torn *torn);

/* `out` holds until the next call, and is `frame` itself where nothing tears. Bodies that tear have no fields. */
pl_status pl_torn_draw(pl_torn *torn, const pl_frame *frame, pl_frame *out);
