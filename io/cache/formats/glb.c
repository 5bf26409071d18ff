/* SPDX-License-Identifier: MIT
   glTF in one file (.glb), bodies as meshes with one morph target per frame: plays in browsers, opens in Blender and
   ParaView. Viewers visit all targets for every vertex and have room for about 250, so longer runs are thinned. What
   the frames are relative to is only known at the end; until then points are stored as floats. */
#include <stdio.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/format.h"
#include "cache/formats/glb_make.h"
#include "cache/formats/text.h"
#include "file.h"

typedef struct glb {
  const char *path;
  double fps;
  size_t max_morphs;
  size_t announced_frames; /* 0: unknown */
  size_t stride;           /* as far as the announced number tells */
  pl_glb_source_body *bodies;
  size_t body_count;
  float *points; /* of one frame */
  size_t point_count;
  pl_file *stored;
  size_t stored_count;
  char notes[256];
} glb;

static bool is_stored(const glb *g, size_t index) { return index % g->stride == 0 || index + 1 == g->announced_frames; }

static size_t stored_before(const glb *g, size_t frame_count)
{
  size_t count = 0;
  for (size_t i = 0; i < frame_count; i++) count += is_stored(g, i);
  return count;
}

static void close_glb(void *state)
{
  glb *g = state;
  for (size_t b = 0; b < g->body_count; b++) {
    pl_release(g->bodies[b].name);
    pl_shown_release(&g->bodies[b].shown);
  }
  if (g->stored) pl_file_suspend(g->stored);
  pl_release(g->bodies);
  pl_release(g->points);
  pl_release(g);
}

/* The middle of the rest shape: known again on resume, and near enough for floats to be exact enough. */
static void set_origin(pl_glb_source_body *body, const pl_mesh_data *rest)
{
  for (size_t c = 0; c < 3; c++) {
    double sum = 0;
    for (size_t i = 0; i < rest->vertex_count; i++) sum += rest->positions[3 * i + c];
    body->origin[c] = sum / (double)rest->vertex_count;
  }
}

static pl_status open_body(pl_glb_source_body *body, const pl_frame_body *from)
{
  if (from->rest.vertex_count == 0) return pl_fail(PL_ERROR_MESH, "body '%s' has no vertices to show", from->name);
  body->name = pl_text("%s", from->name);
  if (!body->name) return PL_ERROR_MEMORY;
  set_origin(body, &from->rest);
  return pl_shown_create(&from->rest, &body->shown);
}

static pl_status open_stored(glb *g, const pl_staging *staging, size_t resume_frames)
{
  g->stored_count = stored_before(g, resume_frames);
  uint64_t size = g->stored_count * (sizeof(uint64_t) + 3 * g->point_count * sizeof(float));
  char *path = pl_staging_scratch(staging, "points");
  if (!path) return PL_ERROR_MEMORY;
  pl_status status = resume_frames ? pl_file_resume(path, size, &g->stored) : pl_file_create(path, &g->stored);
  pl_release(path);
  return status;
}

static pl_status open_all(glb *g, pl_staging *staging, const pl_sink_options *options, const pl_frame *first)
{
  PL_TRY(pl_staging_add(staging, pl_path_name(pl_staging_target(staging)), &g->path));
  g->bodies = PL_NEW(pl_glb_source_body, first->body_count);
  if (!g->bodies) return PL_ERROR_MEMORY;
  g->body_count = first->body_count;
  for (size_t b = 0; b < first->body_count; b++) {
    PL_TRY(open_body(&g->bodies[b], &first->bodies[b]));
    g->point_count += g->bodies[b].shown.count;
  }
  g->points = PL_NEW(float, 3 * g->point_count);
  if (!g->points) return PL_ERROR_MEMORY;
  if (g->stride > 1)
    snprintf(g->notes, sizeof g->notes,
             "thinned to one frame in %zu of %zu: viewers have room for about %zu; .pc2 and .pvd hold them all",
             g->stride, g->announced_frames, g->max_morphs);
  return open_stored(g, staging, options->resume_frames);
}

static pl_status open_glb(pl_staging *staging, const pl_sink_options *options, const pl_frame *first, void **state)
{
  if (first->body_count == 0)
    return pl_fail(PL_ERROR_ARGUMENT, "%s: there is no body to write", pl_staging_target(staging));
  glb *g = PL_NEW(glb, 1);
  if (!g) return PL_ERROR_MEMORY;
  g->fps = options->fps;
  g->max_morphs = options->max_morphs;
  g->announced_frames = options->frame_count;
  g->stride = pl_glb_stride(options->frame_count, options->max_morphs);
  pl_status status = open_all(g, staging, options, first);
  if (status != PL_OK) {
    close_glb(g);
    return status;
  }
  *state = g;
  return PL_OK;
}

static void gather(glb *g, const pl_frame *frame)
{
  float *point = g->points;
  for (size_t b = 0; b < g->body_count; b++) {
    const pl_glb_source_body *body = &g->bodies[b];
    for (size_t i = 0; i < body->shown.count; i++, point += 3)
      for (size_t c = 0; c < 3; c++)
        point[c] = (float)(frame->bodies[b].positions[3 * body->shown.vertices[i] + c] - body->origin[c]);
  }
}

static pl_status write_frame(void *state, const pl_frame *frame, size_t index)
{
  glb *g = state;
  if (!is_stored(g, index)) return PL_OK;
  gather(g, frame);
  uint64_t number = index;
  pl_file_write(g->stored, &number, sizeof number);
  PL_TRY(pl_file_write(g->stored, g->points, 3 * g->point_count * sizeof(float)));
  g->stored_count++;
  return PL_OK;
}

static pl_status keep(void *state) { return pl_file_keep(((glb *)state)->stored); }

static pl_status complete(void *state, size_t frame_count)
{
  (void)frame_count;
  glb *g = state;
  PL_TRY(pl_file_keep(g->stored));
  pl_glb_source source = {
      pl_file_part_path(g->stored), g->stored_count, g->bodies, g->body_count, g->fps, g->max_morphs};
  return pl_glb_make(&source, g->path);
}

static const char *notes(const void *state) { return ((const glb *)state)->notes; }

const pl_sink_format pl_format_glb = {
    .extension = ".glb",
    .one_topology = true,
    .open = open_glb,
    .write = write_frame,
    .complete = complete,
    .close = close_glb,
    .notes = notes,
    .keep = keep,
};
