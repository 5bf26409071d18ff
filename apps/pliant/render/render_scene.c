/* SPDX-License-Identifier: MIT */
#include "render/render_scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "base/memory.h"
#include "base/status.h"
#include "own_files.h"
#include "progress.h"
#include "stop.h"

typedef struct rendering {
  const render_request *request;
  pl_scene *scene;
  pl_world *world;
  pl_frame_buffer *buffer;
  pl_sink *sink;
  progress progress;
  bool has_camera; /* the user's, or the scene's */
  pl_camera camera;
} rendering;

static bool show_drawing(double done, void *user)
{
  rendering *r = user;
  progress_part(&r->progress, r->request->output, done);
  return !stop_requested();
}

static pl_status load(rendering *r)
{
  const render_request *q = r->request;
  PL_TRY(pl_scene_load(q->input, &r->scene));
  if (would_replace_scene("render", q->output, r->scene, NULL)) return pl_fail(PL_ERROR_FILE, "nothing was drawn");
  PL_TRY(pl_scene_set_threads(r->scene, q->picture.threads));
  if (q->fps > 0) PL_TRY(pl_scene_set_fps(r->scene, q->fps));
  if (q->duration > 0) PL_TRY(pl_scene_set_duration(r->scene, q->duration));
  for (size_t i = 0; i < pl_scene_warning_count(r->scene) && !q->quiet; i++)
    fprintf(stderr, "pliant render: warning: %s\n", pl_scene_warning(r->scene, i));
  r->has_camera = q->has_camera || pl_scene_camera(r->scene, &r->camera);
  if (q->has_camera) r->camera = q->camera;
  PL_TRY(pl_scene_world(r->scene, &r->world));
  PL_TRY(pl_frame_buffer_create(&r->buffer));
  pl_frame_buffer_show_detail(r->buffer, !q->no_detail);
  return PL_OK;
}

static pl_status step_to(rendering *r, uint64_t step)
{
  while (pl_world_step_count(r->world) < step) {
    if (stop_requested()) return pl_fail(PL_ERROR_INTERRUPTED, "stopped; nothing was written");
    PL_TRY(pl_world_step(r->world));
    progress_show(&r->progress, pl_world_step_count(r->world), pl_world_time(r->world));
  }
  return PL_OK;
}

/* Several instants as one frame: what moves is copied, as it is at each of them. */
typedef struct strobes {
  pl_frame_body *bodies;
  size_t body_count, body_capacity;
} strobes;

static void strobes_free(strobes *s)
{
  for (size_t b = 0; b < s->body_count; b++) {
    pl_release((void *)s->bodies[b].positions);
    pl_release((void *)s->bodies[b].velocities);
  }
  pl_release(s->bodies);
}

static double *copy_of(const double *values, size_t count)
{
  double *copy = PL_NEW(double, count);
  if (copy) memcpy(copy, values, count * sizeof(double));
  return copy;
}

static pl_status strobes_add(strobes *s, const pl_frame *frame)
{
  for (size_t b = 0; b < frame->body_count; b++) {
    PL_TRY(pl_grow((void **)&s->bodies, &s->body_capacity, s->body_count + 1, sizeof *s->bodies));
    pl_frame_body *copy = &s->bodies[s->body_count++];
    *copy = frame->bodies[b];
    copy->positions = copy_of(frame->bodies[b].positions, 3 * copy->rest.vertex_count);
    copy->velocities = copy_of(frame->bodies[b].velocities, 3 * copy->rest.vertex_count);
    copy->field_count = 0; /* they are of one instant */
    if (!copy->positions || !copy->velocities) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}

/* Goes to the time of the still; frame is all that it shows. */
static pl_status take_still(rendering *r, strobes *s, pl_frame *frame)
{
  const render_request *q = r->request;
  double step = pl_scene_step(r->scene);
  uint64_t last = (uint64_t)llround(q->time / step);
  r->progress = progress_start(q->quiet, 0, last);
  for (uint64_t k = 0; q->strobe > 0; k++) {
    uint64_t at = (uint64_t)llround((double)k * q->strobe / step);
    if (at >= last) break;
    PL_TRY(step_to(r, at));
    PL_TRY(pl_world_frame(r->world, r->buffer, frame));
    PL_TRY(strobes_add(s, frame));
  }
  PL_TRY(step_to(r, last));
  PL_TRY(pl_world_frame(r->world, r->buffer, frame));
  if (!(q->strobe > 0)) return PL_OK;
  size_t colors = frame->body_count;
  PL_TRY(strobes_add(s, frame));
  frame->bodies = s->bodies;
  frame->body_count = s->body_count;
  frame->colors = colors;
  return PL_OK;
}

static pl_status draw_taken(rendering *r, strobes *s)
{
  const render_request *q = r->request;
  pl_frame frame;
  PL_TRY(take_still(r, s, &frame));
  pl_render_options options = q->picture;
  if (!options.width) options.width = 1280;
  if (!options.height) options.height = 720;
  progress_clear(&r->progress);
  r->progress = progress_start(q->quiet, 0, 0);
  options.progress = show_drawing;
  options.progress_user = r;
  pl_image image;
  PL_TRY(pl_render_frame(&frame, r->has_camera ? &r->camera : NULL, &options, &image));
  pl_status status = pl_image_write_png(&image, q->output);
  pl_image_free(&image);
  return status;
}

static pl_status draw_still(rendering *r)
{
  strobes s = {0};
  pl_status status = draw_taken(r, &s);
  strobes_free(&s);
  return status;
}

static pl_status open_sink(rendering *r, pl_render_options *picture)
{
  const render_request *q = r->request;
  pl_sink_options options = pl_default_sink_options();
  size_t length = strlen(q->output);
  bool video = length > 4 && strcasecmp(q->output + length - 4, ".mp4") == 0;
  *picture = q->picture;
  if (!q->has_quality) picture->quality = video ? PL_QUALITY_DRAFT : PL_QUALITY_GOOD;
  options.fps = pl_scene_fps(r->scene);
  options.frame_count = pl_scene_frame_count(r->scene);
  options.width = q->picture.width;
  options.height = q->picture.height;
  options.tiles = q->tiles;
  options.title = pl_scene_title(r->scene);
  options.picture = picture;
  options.camera = r->has_camera ? &r->camera : NULL;
  picture->progress = show_drawing;
  picture->progress_user = r;
  return pl_sink_open(q->output, &options, &r->sink);
}

static pl_status write_frames(rendering *r)
{
  for (size_t i = 0; i < pl_scene_frame_count(r->scene); i++) {
    PL_TRY(step_to(r, pl_scene_frame_step(r->scene, i)));
    pl_frame frame;
    PL_TRY(pl_world_frame(r->world, r->buffer, &frame));
    PL_TRY(pl_sink_write(r->sink, &frame));
  }
  return PL_OK;
}

static pl_status draw_frames(rendering *r)
{
  pl_render_options picture;
  PL_TRY(open_sink(r, &picture));
  r->progress = progress_start(r->request->quiet, 0, pl_scene_step_count(r->scene));
  pl_status status = write_frames(r);
  progress_clear(&r->progress);
  if (status != PL_OK) {
    pl_sink_abandon(r->sink);
    return status;
  }
  const char *notes = pl_sink_notes(r->sink);
  if (notes[0] && !r->request->quiet) fprintf(stderr, "pliant render: %s\n", notes);
  r->progress = progress_start(r->request->quiet, 0, 0);
  return pl_sink_finish(r->sink);
}

pl_status render_scene(const render_request *request)
{
  rendering r = {.request = request};
  pl_status status = load(&r);
  stop_listen();
  if (status == PL_OK) status = request->has_time ? draw_still(&r) : draw_frames(&r);
  progress_clear(&r.progress);
  pl_frame_buffer_destroy(r.buffer);
  pl_world_destroy(r.world);
  pl_scene_destroy(r.scene);
  return status;
}
