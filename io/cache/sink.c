/* SPDX-License-Identifier: MIT
   What all formats of frames share: choice by extension, the staging folder, checks that frames fit together, and
   frames stored aside for formats that cannot continue a half-written file. */
#include <string.h>
#include <strings.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "cache/format.h"
#include "cache/formats/text.h"
#include "cache/spool.h"
#include "cache/torn.h"

enum { OPTIONS_MARK = 0x53696e6b };

static const pl_sink_format *const formats[] = {
    &pl_format_glb, &pl_format_pc2, &pl_format_pvd, &pl_format_obj, &pl_format_ply, &pl_format_png, &pl_format_mp4,
};
enum { FORMAT_COUNT = sizeof formats / sizeof formats[0] };

typedef struct shape {
  size_t vertex_count, triangle_count, edge_count, field_count;
} shape;

struct pl_sink {
  const pl_sink_format *format;
  pl_sink_options options;
  pl_staging *staging;
  void *state; /* of the format; made with the first frame */
  pl_torn torn;
  pl_spool *spool; /* NULL: the format continues by itself, or nothing is to be resumed */
  shape *shapes;   /* of the bodies in the first frame */
  size_t body_count;
  size_t frame_count;
  pl_status status; /* the first failure */
};

pl_sink_options pl_default_sink_options(void)
{
  return (pl_sink_options){.mark = OPTIONS_MARK, .fps = 60, .max_morphs = 250, .tiles = 12};
}

static const pl_sink_format *find_format(const char *path)
{
  const char *extension = pl_path_extension(path);
  for (size_t i = 0; i < FORMAT_COUNT; i++)
    if (strcasecmp(extension, formats[i]->extension) == 0) return formats[i];
  char known[256] = "";
  for (size_t i = 0; i < FORMAT_COUNT; i++) {
    strcat(known, i ? " " : "");
    strcat(known, formats[i]->extension);
  }
  pl_fail(PL_ERROR_UNSUPPORTED, "%s: there is no format with the extension '%s'; there are %s", path, extension, known);
  return NULL;
}

static pl_status check_options(const pl_sink_options *options)
{
  if (options->mark != OPTIONS_MARK)
    return pl_fail(PL_ERROR_ARGUMENT, "sink options must come from pl_default_sink_options");
  if (!(options->fps > 0) || options->fps > 1e6)
    return pl_fail(PL_ERROR_ARGUMENT, "fps must be above 0 and at most 1e6, got %g", options->fps);
  if (options->max_morphs < 1) return pl_fail(PL_ERROR_ARGUMENT, "max_morphs must be at least 1");
  return PL_OK;
}

static void release(pl_sink *sink)
{
  if (sink->state) sink->format->close(sink->state);
  pl_spool_close(sink->spool);
  pl_torn_free(&sink->torn);
  pl_release(sink->shapes);
  pl_release(sink);
}

pl_status pl_sink_open(const char *path, const pl_sink_options *options, pl_sink **out)
{
  PL_OWN_FLOATS;
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_sink_open: out is NULL");
  *out = NULL;
  if (!path || !path[0]) return pl_fail(PL_ERROR_ARGUMENT, "an output file needs a name");
  pl_sink_options defaults = pl_default_sink_options();
  if (!options) options = &defaults;
  PL_TRY(check_options(options));
  const pl_sink_format *format = find_format(path);
  if (!format) return PL_ERROR_UNSUPPORTED;
  pl_sink *sink = PL_NEW(pl_sink, 1);
  if (!sink) return PL_ERROR_MEMORY;
  sink->format = format;
  sink->options = *options;
  sink->frame_count = options->resume_frames;
  pl_status status = pl_staging_open(path, options->resume_frames > 0, &sink->staging);
  if (status != PL_OK) {
    release(sink);
    return status;
  }
  *out = sink;
  return PL_OK;
}

static shape shape_of(const pl_frame_body *body)
{
  return (shape){body->rest.vertex_count, body->rest.triangle_count, body->rest.edge_count, body->field_count};
}

static pl_status remember_shapes(pl_sink *sink, const pl_frame *frame)
{
  sink->shapes = PL_NEW(shape, frame->body_count);
  if (!sink->shapes) return PL_ERROR_MEMORY;
  sink->body_count = frame->body_count;
  for (size_t b = 0; b < frame->body_count; b++) sink->shapes[b] = shape_of(&frame->bodies[b]);
  return PL_OK;
}

static pl_status check_shapes(const pl_sink *sink, const pl_frame *frame)
{
  if (frame->body_count != sink->body_count)
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "%s: frame %zu has %zu bodies where the first had %zu; write a new file from here",
                   pl_staging_target(sink->staging), sink->frame_count, frame->body_count, sink->body_count);
  for (size_t b = 0; b < frame->body_count; b++) {
    shape now = shape_of(&frame->bodies[b]);
    if (memcmp(&now, &sink->shapes[b], sizeof now) != 0)
      return pl_fail(
          PL_ERROR_UNSUPPORTED,
          "%s: frame %zu: body '%s' changed its topology (%zu vertices, %zu triangles; in the first frame %zu "
          "and %zu); write a new file from here",
          pl_staging_target(sink->staging), sink->frame_count, frame->bodies[b].name, now.vertex_count,
          now.triangle_count, sink->shapes[b].vertex_count, sink->shapes[b].triangle_count);
  }
  return PL_OK;
}

static pl_status write_again(void *context, const pl_frame *frame, size_t index)
{
  pl_sink *sink = context;
  return sink->format->write(sink->state, frame, index);
}

static pl_status start(pl_sink *sink, const pl_frame *given)
{
  pl_frame drawn = *given, *frame = &drawn;
  if (sink->format->one_topology) PL_TRY(pl_torn_draw(&sink->torn, given, frame));
  PL_TRY(remember_shapes(sink, frame));
  PL_TRY(sink->format->open(sink->staging, &sink->options, frame, &sink->state));
  if (sink->format->keep || !sink->options.resumable) return PL_OK;
  if (sink->options.resume_frames == 0) return pl_spool_create(sink->staging, &sink->spool);
  return pl_spool_resume(sink->staging, frame, sink->options.resume_frames, write_again, sink, &sink->spool);
}

static pl_status write_frame(pl_sink *sink, const pl_frame *given)
{
  if (!sink->state) PL_TRY(start(sink, given));
  pl_frame drawn = *given, *frame = &drawn;
  if (sink->format->one_topology) PL_TRY(pl_torn_draw(&sink->torn, given, frame));
  PL_TRY(check_shapes(sink, frame));
  PL_TRY(sink->format->write(sink->state, frame, sink->frame_count));
  if (sink->spool) PL_TRY(pl_spool_write(sink->spool, frame));
  sink->frame_count++;
  return PL_OK;
}

pl_status pl_sink_write(pl_sink *sink, const pl_frame *frame)
{
  PL_OWN_FLOATS;
  if (!sink || !frame) return pl_fail(PL_ERROR_ARGUMENT, "pl_sink_write needs a sink and a frame");
  if (sink->status != PL_OK)
    return pl_fail(sink->status, "%s: writing failed before; it can only be abandoned",
                   pl_staging_target(sink->staging));
  return sink->status = write_frame(sink, frame);
}

pl_status pl_sink_start(pl_sink *sink, const pl_frame *like)
{
  PL_OWN_FLOATS;
  if (!sink || !like) return pl_fail(PL_ERROR_ARGUMENT, "pl_sink_start needs a sink and a frame");
  if (sink->state || sink->status != PL_OK) return sink->status;
  return sink->status = start(sink, like);
}

pl_status pl_sink_finish(pl_sink *sink)
{
  PL_OWN_FLOATS;
  if (!sink) return pl_fail(PL_ERROR_ARGUMENT, "pl_sink_finish: no sink");
  pl_staging *staging = sink->staging;
  pl_status status = sink->status;
  if (status != PL_OK)
    pl_fail(status, "%s: writing failed before", pl_staging_target(staging));
  else if (!sink->state || sink->frame_count == 0)
    status = pl_fail(PL_ERROR_ARGUMENT, "%s: there is no frame to write", pl_staging_target(staging));
  else
    status = sink->format->complete(sink->state, sink->frame_count);
  bool later = status == PL_ERROR_INTERRUPTED && sink->spool && pl_spool_keep(sink->spool) == PL_OK;
  release(sink);
  if (status == PL_OK) return pl_staging_commit(staging);
  if (later)
    pl_staging_suspend(staging);
  else
    pl_staging_abandon(staging);
  return status;
}

pl_status pl_sink_keep(pl_sink *sink)
{
  PL_OWN_FLOATS;
  if (!sink) return pl_fail(PL_ERROR_ARGUMENT, "pl_sink_keep: no sink");
  if (sink->status != PL_OK)
    return pl_fail(sink->status, "%s: writing failed before", pl_staging_target(sink->staging));
  if (!sink->options.resumable)
    return sink->status =
               pl_fail(PL_ERROR_ARGUMENT, "%s: was not opened as resumable", pl_staging_target(sink->staging));
  if (!sink->state) return PL_OK; /* nothing since it was opened; what was there before lies there still */
  return sink->status = sink->format->keep ? sink->format->keep(sink->state) : pl_spool_keep(sink->spool);
}

pl_status pl_sink_suspend(pl_sink *sink)
{
  PL_OWN_FLOATS;
  pl_status status = pl_sink_keep(sink);
  if (!sink) return status;
  pl_staging *staging = sink->staging;
  release(sink);
  if (status == PL_OK)
    pl_staging_suspend(staging);
  else
    pl_staging_abandon(staging);
  return status;
}

void pl_sink_abandon(pl_sink *sink)
{
  if (!sink) return;
  pl_staging *staging = sink->staging;
  release(sink);
  pl_staging_abandon(staging);
}

const char *pl_sink_notes(const pl_sink *sink)
{
  return sink && sink->state && sink->format->notes ? sink->format->notes(sink->state) : "";
}

size_t pl_sink_file_count(const pl_sink *sink) { return sink ? pl_staging_count(sink->staging) : 0; }

const char *pl_sink_file(const pl_sink *sink, size_t i)
{
  return i < pl_sink_file_count(sink) ? pl_staging_final(sink->staging, i) : "";
}
