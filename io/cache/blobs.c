/* SPDX-License-Identifier: MIT */
#include "cache/blobs.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

void pl_blobs_free(pl_blobs *b)
{
  for (size_t k = 0; k < b->count; k++) {
    pl_blobby_free(&b->blobs[k]);
    pl_release(b->velocities[k]);
  }
  pl_release(b->blobs);
  pl_release(b->bodies);
  pl_release(b->velocities);
  pl_release(b->capacities);
  *b = (pl_blobs){0};
}

static pl_status make_room(pl_blobs *b, size_t count)
{
  if (count <= b->count) return PL_OK;
  PL_TRY(pl_grow((void **)&b->blobs, &b->blob_capacity, count, sizeof *b->blobs));
  PL_TRY(pl_grow((void **)&b->bodies, &b->body_capacity, count, sizeof *b->bodies));
  PL_TRY(pl_grow((void **)&b->velocities, &b->velocity_capacity, count, sizeof *b->velocities));
  PL_TRY(pl_grow((void **)&b->capacities, &b->capacity_capacity, count, sizeof *b->capacities));
  for (; b->count < count; b->count++) {
    b->blobs[b->count] = (pl_blobby){0};
    b->velocities[b->count] = NULL;
    b->capacities[b->count] = 0;
  }
  return PL_OK;
}

static pl_status draw_body(pl_blobs *b, size_t k, const pl_frame_body *from)
{
  pl_blobby_surface s;
  PL_TRY(pl_blobby_find(&b->blobs[k], &from->blobby, from->positions, from->rest.vertex_count, &s));
  PL_TRY(pl_grow((void **)&b->velocities[k], &b->capacities[k], 3 * s.vertex_count, sizeof(double)));
  for (size_t v = 0; v < s.vertex_count; v++)
    memcpy(b->velocities[k] + 3 * v, from->velocities + 3 * (size_t)s.nearest[v], 3 * sizeof(double));
  b->bodies[k] = (pl_frame_body){.name = from->name,
                                 .rest = {.positions = s.positions,
                                          .vertex_count = s.vertex_count,
                                          .triangles = s.triangles,
                                          .triangle_count = s.triangle_count},
                                 .positions = s.positions,
                                 .velocities = b->velocities[k]};
  return PL_OK;
}

pl_status pl_blobs_draw(pl_blobs *b, const pl_frame *frame, pl_frame *out)
{
  PL_TRY(make_room(b, frame->body_count));
  for (size_t k = 0; k < frame->body_count; k++) {
    b->bodies[k] = frame->bodies[k];
    if (frame->bodies[k].blobby.radius > 0) PL_TRY(draw_body(b, k, &frame->bodies[k]));
  }
  *out = *frame;
  out->bodies = b->bodies;
  return PL_OK;
}
