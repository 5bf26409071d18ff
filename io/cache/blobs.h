/* SPDX-License-Identifier: MIT
   Frames for what can show another topology every time: bodies that are shown as blobs become meshes. */
#pragma once

#include "mesh/blobby/blobby.h"
#include "pliant/io_cache.h"

typedef struct pl_blobs {
  pl_blobby *blobs; /* per body */
  pl_frame_body *bodies;
  double **velocities;
  size_t *capacities;
  size_t count, blob_capacity, body_capacity, velocity_capacity, capacity_capacity;
} pl_blobs;

void pl_blobs_free(pl_blobs *blobs);

/* `out` holds until the next call; its blobs have no fields. */
pl_status pl_blobs_draw(pl_blobs *blobs, const pl_frame *frame, pl_frame *out);
