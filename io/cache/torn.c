/* SPDX-License-Identifier: MIT */
#include "cache/torn.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

struct pl_torn_body {
  double *rest, *positions, *velocities; /* 3 per vertex */
  uint32_t *indices;                     /* 0, 1, 2, … */
  size_t count;                          /* vertices */
};

void pl_torn_free(pl_torn *torn)
{
  for (size_t b = 0; b < torn->count && torn->room; b++) {
    pl_release(torn->room[b].rest);
    pl_release(torn->room[b].positions);
    pl_release(torn->room[b].velocities);
    pl_release(torn->room[b].indices);
  }
  pl_release(torn->bodies);
  pl_release(torn->room);
  *torn = (pl_torn){0};
}

static pl_status make_room(pl_torn *torn, const pl_frame *frame)
{
  if (torn->room) return PL_OK; /* bodies stay the same */
  torn->bodies = PL_NEW(pl_frame_body, frame->body_count);
  torn->room = PL_NEW(pl_torn_body, frame->body_count);
  torn->count = frame->body_count;
  return torn->bodies && torn->room ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status reserve(pl_torn_body *room, size_t count)
{
  if (room->indices) return PL_OK;
  room->count = count;
  room->rest = PL_NEW(double, 3 * count + 1);
  room->positions = PL_NEW(double, 3 * count + 1);
  room->velocities = PL_NEW(double, 3 * count + 1);
  room->indices = PL_NEW(uint32_t, count + 1);
  if (!room->rest || !room->positions || !room->velocities || !room->indices) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < count; i++) room->indices[i] = (uint32_t)i;
  return PL_OK;
}

static pl_status draw_body(pl_torn_body *room, const pl_frame_body *from, pl_frame_body *out)
{
  const pl_mesh_data *rest = &from->rest;
  bool faces = rest->triangle_count > 0;
  const uint32_t *corner = faces ? rest->triangles : rest->edges;
  size_t count = faces ? 3 * rest->triangle_count : 2 * rest->edge_count;
  PL_TRY(reserve(room, count));
  for (size_t i = 0; i < count; i++) {
    memcpy(room->rest + 3 * i, rest->positions + 3 * (size_t)corner[i], 3 * sizeof(double));
    memcpy(room->positions + 3 * i, from->positions + 3 * (size_t)corner[i], 3 * sizeof(double));
    if (from->velocities)
      memcpy(room->velocities + 3 * i, from->velocities + 3 * (size_t)corner[i], 3 * sizeof(double));
  }
  *out = *from;
  out->rest = (pl_mesh_data){.positions = room->rest, .vertex_count = count};
  out->rest.triangles = faces ? room->indices : NULL;
  out->rest.triangle_count = faces ? rest->triangle_count : 0;
  out->rest.edges = faces ? NULL : room->indices;
  out->rest.edge_count = faces ? 0 : rest->edge_count;
  out->positions = room->positions;
  out->velocities = from->velocities ? room->velocities : NULL;
  out->fields = NULL;
  out->field_count = 0;
  return PL_OK;
}

pl_status pl_torn_draw(pl_torn *torn, const pl_frame *frame, pl_frame *out)
{
  bool tears = false;
  *out = *frame;
  for (size_t b = 0; b < frame->body_count; b++) tears = tears || frame->bodies[b].revision > 0;
  if (!tears) return PL_OK;
  PL_TRY(make_room(torn, frame));
  for (size_t b = 0; b < frame->body_count; b++) {
    torn->bodies[b] = frame->bodies[b];
    if (frame->bodies[b].revision > 0) PL_TRY(draw_body(&torn->room[b], &frame->bodies[b], &torn->bodies[b]));
  }
  out->bodies = torn->bodies;
  return PL_OK;
}
