/* SPDX-License-Identifier: MIT
   Contact sheets (.png) and videos (.mp4) as formats of frames. Frames are kept on film; drawing begins when the last
   one has come and the camera knows what it must see. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/format.h"
#include "cache/formats/text.h"
#include "picture/film.h"
#include "picture/sheet.h"
#include "picture/trace/render.h"
#include "picture/video.h"

typedef struct picture_sink {
  pl_staging *staging;
  const char *path; /* to write to */
  pl_film *film;
  pl_render_options options; /* of every picture */
  bool has_camera;
  pl_camera camera;
  double fps; /* of the video */
  int tiles;
  const char *title; /* of the sheet */
  char notes[128];
} picture_sink;

static void close_sink(void *state)
{
  picture_sink *sink = state;
  pl_film_destroy(sink->film);
  pl_release(sink);
}

static pl_status make_film(picture_sink *sink, const pl_frame *first, size_t stride, size_t most)
{
  pl_film_options film = {stride, most, sink->options.color, sink->options.width, sink->options.height};
  char *path = pl_staging_scratch(sink->staging, "film");
  if (!path) return PL_ERROR_MEMORY;
  pl_status status = pl_film_create(path, first, &film, &sink->film);
  pl_release(path);
  return status;
}

/* What sheets and videos have in common; width and height are those of the format unless the caller has said. */
static pl_status open_sink(pl_staging *staging, const pl_sink_options *options, pl_quality quality, int width,
                           int height, picture_sink **out)
{
  picture_sink *sink = PL_NEW(picture_sink, 1);
  if (!sink) return PL_ERROR_MEMORY;
  *out = sink;
  sink->staging = staging;
  sink->options = pl_default_render_options();
  sink->options.quality = quality;
  if (options->picture) sink->options = *options->picture;
  sink->title = options->title && options->title[0] ? options->title : pl_staging_stem(staging);
  sink->options.width = options->width > 0 ? options->width : width;
  sink->options.height = options->height > 0 ? options->height : height;
  sink->has_camera = options->camera != NULL;
  if (options->camera) sink->camera = *options->camera;
  return pl_staging_add(staging, pl_path_name(pl_staging_target(staging)), &sink->path);
}

static pl_status write_frame(void *state, const pl_frame *frame, size_t index)
{
  picture_sink *sink = state;
  return pl_film_add(sink->film, frame, index);
}

static const char *notes(const void *state) { return ((const picture_sink *)state)->notes; }

/* Camera, ground and colours that stay the same over the whole film. */
static void fix_framing(picture_sink *sink)
{
  const pl_framing *framing = pl_film_framing(sink->film);
  if (!sink->has_camera) sink->camera = pl_framing_camera(framing);
  if (isnan(sink->options.ground)) sink->options.ground = framing->lower[1];
  if (sink->options.color_range[0] == sink->options.color_range[1])
    pl_film_color_range(sink->film, sink->options.color_range);
}

enum { CAPTION = 96 };

/* Draws the i-th kept frame. Progress is that of the film, not of one picture. */
static pl_status draw(picture_sink *sink, pl_pool *pool, size_t i, double done, pl_image *image, char caption[CAPTION])
{
  pl_frame frame;
  PL_TRY(pl_film_frame(sink->film, i, &frame));
  pl_caption_text(&frame, caption, CAPTION);
  pl_render_options options = sink->options;
  options.caption = false; /* sheets and videos place it themselves */
  options.progress = NULL;
  PL_TRY(pl_render_with_pool(&frame, &sink->camera, &options, pool, image));
  if (!sink->options.progress || sink->options.progress(done, sink->options.progress_user)) return PL_OK;
  pl_image_free(image);
  return pl_fail(PL_ERROR_INTERRUPTED, "%s: the rendering was stopped", pl_staging_target(sink->staging));
}

static pl_status with_pool(picture_sink *sink, pl_status (*work)(picture_sink *sink, pl_pool *pool))
{
  fix_framing(sink);
  pl_pool *pool = NULL;
  PL_TRY(pl_pool_create(sink->options.threads, NULL, NULL, &pool));
  pl_status status = work(sink, pool);
  pl_pool_destroy(pool);
  return status;
}

/* Sheets. */

enum { SHEET_FILM_PER_TILE = 16 }; /* frames kept per tile, so that tiles are nearly even over any length of time */

static pl_status open_sheet(pl_staging *staging, const pl_sink_options *options, const pl_frame *first, void **state)
{
  picture_sink *sink = NULL;
  pl_status status = open_sink(staging, options, PL_QUALITY_GOOD, 480, 270, &sink);
  *state = sink;
  if (status != PL_OK) return status;
  sink->tiles = options->tiles;
  if (sink->tiles < 1 || sink->tiles > 400)
    return pl_fail(PL_ERROR_ARGUMENT, "a contact sheet must have 1 to 400 tiles, got %d", sink->tiles);
  return make_film(sink, first, 1, (size_t)sink->tiles * SHEET_FILM_PER_TILE);
}

/* The kept frame for a tile: evenly from the first to the last. */
static size_t frame_for_tile(const picture_sink *sink, int tile, int tiles)
{
  size_t count = pl_film_count(sink->film);
  double last = (double)pl_film_index(sink->film, count - 1), wanted = tiles > 1 ? last * tile / (tiles - 1) : last;
  size_t best = 0;
  for (size_t i = 1; i < count; i++)
    if (fabs((double)pl_film_index(sink->film, i) - wanted) < fabs((double)pl_film_index(sink->film, best) - wanted))
      best = i;
  return best;
}

static pl_status fill_sheet(picture_sink *sink, pl_pool *pool, pl_sheet *sheet)
{
  for (int tile = 0; tile < sheet->tiles; tile++) {
    size_t i = frame_for_tile(sink, tile, sheet->tiles);
    pl_image image = {0};
    char caption[CAPTION];
    PL_TRY(draw(sink, pool, i, (double)(tile + 1) / sheet->tiles, &image, caption));
    pl_sheet_place(sheet, tile, &image, caption);
    pl_image_free(&image);
  }
  return PL_OK;
}

static pl_status draw_sheet(picture_sink *sink, pl_pool *pool)
{
  size_t count = pl_film_count(sink->film);
  int tiles = count < (size_t)sink->tiles ? (int)count : sink->tiles;
  pl_sheet sheet = {0};
  pl_status status = pl_sheet_create(tiles, sink->options.width, sink->options.height, sink->title, &sheet);
  if (status == PL_OK) status = fill_sheet(sink, pool, &sheet);
  if (status == PL_OK) status = pl_image_write_png(&sheet.image, sink->path);
  pl_sheet_free(&sheet);
  return status;
}

static pl_status complete_sheet(void *state, size_t frame_count)
{
  (void)frame_count;
  return with_pool(state, draw_sheet);
}

/* Videos. */

static pl_status open_video(pl_staging *staging, const pl_sink_options *options, const pl_frame *first, void **state)
{
  *state = NULL;
  PL_TRY(pl_video_available());
  picture_sink *sink = NULL;
  pl_status status = open_sink(staging, options, PL_QUALITY_DRAFT, 854, 480, &sink);
  *state = sink;
  if (status != PL_OK) return status;
  sink->options.width += sink->options.width & 1;
  sink->options.height += sink->options.height & 1;
  /* Beyond 30 pictures a second drawing takes long and shows little. */
  size_t stride = options->fps > 45 ? (size_t)lround(options->fps / 30) : 1;
  sink->fps = options->fps / (double)stride;
  if (stride > 1)
    snprintf(sink->notes, sizeof sink->notes, "the video shows every %zu%s frame, %g per second", stride,
             stride == 2   ? "nd"
             : stride == 3 ? "rd"
                           : "th",
             sink->fps);
  return make_film(sink, first, stride, 0);
}

static pl_status fill_video(picture_sink *sink, pl_pool *pool, pl_video *video)
{
  size_t count = pl_film_count(sink->film);
  /* The last frame is on the film even when it is not one of the video's. */
  if (count > 1 && pl_film_index(sink->film, count - 1) % pl_film_stride(sink->film)) count--;
  for (size_t i = 0; i < count; i++) {
    pl_image image = {0};
    char caption[CAPTION];
    PL_TRY(draw(sink, pool, i, (double)(i + 1) / (double)count, &image, caption));
    pl_caption(&image, caption);
    pl_status status = pl_video_write(video, &image);
    pl_image_free(&image);
    PL_TRY(status);
  }
  return PL_OK;
}

static pl_status draw_video(picture_sink *sink, pl_pool *pool)
{
  char *log = pl_staging_scratch(sink->staging, "ffmpeg.log");
  if (!log) return PL_ERROR_MEMORY;
  pl_video *video = NULL;
  pl_status status = pl_video_open(sink->path, log, sink->options.width, sink->options.height, sink->fps, &video);
  if (status == PL_OK) status = fill_video(sink, pool, video);
  if (status == PL_OK)
    status = pl_video_finish(video);
  else
    pl_video_abandon(video);
  pl_release(log);
  return status;
}

static pl_status complete_video(void *state, size_t frame_count)
{
  (void)frame_count;
  return with_pool(state, draw_video);
}

const pl_sink_format pl_format_png = {.extension = ".png",
                                      .open = open_sheet,
                                      .write = write_frame,
                                      .complete = complete_sheet,
                                      .close = close_sink,
                                      .notes = notes};
const pl_sink_format pl_format_mp4 = {.extension = ".mp4",
                                      .open = open_video,
                                      .write = write_frame,
                                      .complete = complete_video,
                                      .close = close_sink,
                                      .notes = notes};
