/* SPDX-License-Identifier: MIT
   PC2 point caches for Blender and its like: one per body, with the rest mesh as OBJ in the same vertex order and a
   script that opens them all. The file is a header of 32 bytes and then float positions frame by frame: it is written
   as the frames come and can be continued anywhere. */
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/format.h"
#include "cache/formats/blender_script.h"
#include "cache/formats/text.h"
#include "cache/shown.h"
#include "file.h"

enum { HEADER_SIZE = 32, POINT_SIZE = 3 * sizeof(float) };

typedef struct body_cache {
  char *name;
  char *stem; /* of its files */
  const char *obj_path, *pc2_path;
  pl_shown shown;
  double *rest; /* of the shown vertices */
  pl_file *pc2;
} body_cache;

typedef struct pc2 {
  pl_staging *staging;
  double fps;
  const char *script_path;
  body_cache *bodies;
  size_t body_count;
  float *points; /* room for the largest body */
  char notes[256];
} pc2;

static pl_status write_header(pl_file *file, size_t point_count, size_t frame_count)
{
  int32_t version = 1, points = (int32_t)point_count, samples = (int32_t)frame_count;
  float start = 0, rate = 1;
  unsigned char header[HEADER_SIZE] = "POINTCACHE2"; /* with its zero: 12 bytes */
  memcpy(header + 12, &version, 4);
  memcpy(header + 16, &points, 4);
  memcpy(header + 20, &start, 4);
  memcpy(header + 24, &rate, 4);
  memcpy(header + 28, &samples, 4);
  return pl_file_size(file) == 0 ? pl_file_write(file, header, sizeof header)
                                 : pl_file_write_at(file, 0, header, sizeof header);
}

/* Names of files for a body: the target's stem alone for a single one, else with the body's name, made unique. */
static pl_status name_files(pc2 *cache, size_t b)
{
  body_cache *body = &cache->bodies[b];
  const char *stem = pl_staging_stem(cache->staging);
  char *word = pl_file_word(body->name);
  if (!word) return PL_ERROR_MEMORY;
  body->stem = cache->body_count == 1 ? pl_text("%s", stem) : pl_text("%s_%s", stem, word);
  for (size_t i = 0; i < b && body->stem; i++) {
    if (strcmp(cache->bodies[i].stem, body->stem) != 0) continue;
    pl_release(body->stem);
    body->stem = pl_text("%s_%s-%zu", stem, word, b);
    break;
  }
  pl_release(word);
  return body->stem ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status add_file(pl_staging *staging, const char *stem, const char *ending, const char **path)
{
  char *name = pl_text("%s%s", stem, ending);
  pl_status status = name ? pl_staging_add(staging, name, path) : PL_ERROR_MEMORY;
  pl_release(name);
  return status;
}

static pl_status open_body(pc2 *cache, size_t b, const pl_frame_body *from, size_t resume_frames)
{
  body_cache *body = &cache->bodies[b];
  body->name = pl_text("%s", from->name);
  if (!body->name) return PL_ERROR_MEMORY;
  PL_TRY(name_files(cache, b));
  PL_TRY(pl_shown_create(&from->rest, &body->shown));
  body->rest = PL_NEW(double, 3 * body->shown.count);
  if (!body->rest) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < body->shown.count; i++)
    memcpy(body->rest + 3 * i, from->rest.positions + 3 * body->shown.vertices[i], 3 * sizeof(double));
  PL_TRY(add_file(cache->staging, body->stem, ".pc2", &body->pc2_path));
  PL_TRY(add_file(cache->staging, body->stem, ".obj", &body->obj_path));
  if (resume_frames > 0)
    return pl_file_resume(body->pc2_path, HEADER_SIZE + (uint64_t)POINT_SIZE * body->shown.count * resume_frames,
                          &body->pc2);
  PL_TRY(pl_file_create(body->pc2_path, &body->pc2));
  return write_header(body->pc2, body->shown.count, 0);
}

static void close_cache(void *state)
{
  pc2 *cache = state;
  for (size_t b = 0; b < cache->body_count; b++) {
    body_cache *body = &cache->bodies[b];
    if (body->pc2) pl_file_suspend(body->pc2);
    pl_shown_release(&body->shown);
    pl_release(body->rest);
    pl_release(body->name);
    pl_release(body->stem);
  }
  pl_release(cache->bodies);
  pl_release(cache->points);
  pl_release(cache);
}

static pl_status open_bodies(pc2 *cache, const pl_sink_options *options, const pl_frame *first)
{
  cache->bodies = PL_NEW(body_cache, first->body_count);
  if (!cache->bodies) return PL_ERROR_MEMORY;
  cache->body_count = first->body_count;
  size_t most = 0, hidden = 0;
  for (size_t b = 0; b < first->body_count; b++) {
    PL_TRY(open_body(cache, b, &first->bodies[b], options->resume_frames));
    size_t count = cache->bodies[b].shown.count;
    if (count > most) most = count;
    hidden += first->bodies[b].rest.vertex_count - count;
  }
  PL_TRY(add_file(cache->staging, pl_staging_stem(cache->staging), "_in_blender.py", &cache->script_path));
  cache->points = PL_NEW(float, 3 * most);
  if (!cache->points) return PL_ERROR_MEMORY;
  if (hidden)
    snprintf(cache->notes, sizeof cache->notes, "%zu vertices inside, used by no triangle, are left out of OBJ and PC2",
             hidden);
  return PL_OK;
}

static pl_status open_cache(pl_staging *staging, const pl_sink_options *options, const pl_frame *first, void **state)
{
  pc2 *cache = PL_NEW(pc2, 1);
  if (!cache) return PL_ERROR_MEMORY;
  cache->staging = staging;
  cache->fps = options->fps;
  pl_status status = open_bodies(cache, options, first);
  if (status != PL_OK) {
    close_cache(cache);
    return status;
  }
  *state = cache;
  return PL_OK;
}

static pl_status write_frame(void *state, const pl_frame *frame, size_t index)
{
  (void)index;
  pc2 *cache = state;
  for (size_t b = 0; b < cache->body_count; b++) {
    const pl_shown *shown = &cache->bodies[b].shown;
    const double *positions = frame->bodies[b].positions;
    for (size_t i = 0; i < shown->count; i++)
      for (size_t c = 0; c < 3; c++) cache->points[3 * i + c] = (float)positions[3 * shown->vertices[i] + c];
    PL_TRY(pl_file_write(cache->bodies[b].pc2, cache->points, POINT_SIZE * shown->count));
  }
  return PL_OK;
}

static pl_status write_obj(const body_cache *body)
{
  pl_file *file = NULL;
  PL_TRY(pl_file_create(body->obj_path, &file));
  pl_file_printf(file, "# rest shape of %s.pc2, same vertex order\no %s\n", body->stem, body->stem);
  for (size_t i = 0; i < body->shown.count; i++)
    pl_file_printf(file, "v %.9g %.9g %.9g\n", body->rest[3 * i], body->rest[3 * i + 1], body->rest[3 * i + 2]);
  const uint32_t *index = body->shown.indices;
  for (size_t i = 0; i < body->shown.index_count; i += (size_t)body->shown.corner_count)
    if (body->shown.corner_count == 3)
      pl_file_printf(file, "f %u %u %u\n", index[i] + 1, index[i + 1] + 1, index[i + 2] + 1);
    else
      pl_file_printf(file, "l %u %u\n", index[i] + 1, index[i + 1] + 1);
  return pl_file_commit(file);
}

static pl_status write_script(const pc2 *cache, size_t frame_count)
{
  pl_blender_body *bodies = PL_NEW(pl_blender_body, cache->body_count);
  if (!bodies) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < cache->body_count; b++)
    bodies[b] = (pl_blender_body){cache->bodies[b].name, pl_path_name(cache->bodies[b].obj_path),
                                  pl_path_name(cache->bodies[b].pc2_path)};
  pl_file *file = NULL;
  pl_status status = pl_file_create(cache->script_path, &file);
  if (status == PL_OK) {
    pl_write_blender_script(file, bodies, cache->body_count, cache->fps, frame_count);
    status = pl_file_commit(file);
  }
  pl_release(bodies);
  return status;
}

static pl_status complete(void *state, size_t frame_count)
{
  pc2 *cache = state;
  if (frame_count > INT32_MAX) return pl_fail(PL_ERROR_LIMIT, "PC2 holds at most %d frames", INT32_MAX);
  for (size_t b = 0; b < cache->body_count; b++) {
    body_cache *body = &cache->bodies[b];
    write_header(body->pc2, body->shown.count, frame_count);
    pl_file *file = body->pc2;
    body->pc2 = NULL; /* committing frees it, whatever comes */
    PL_TRY(pl_file_commit(file));
    PL_TRY(write_obj(body));
  }
  return write_script(cache, frame_count);
}

static pl_status keep(void *state)
{
  pc2 *cache = state;
  for (size_t b = 0; b < cache->body_count; b++) PL_TRY(pl_file_keep(cache->bodies[b].pc2));
  return PL_OK;
}

static const char *notes(const void *state) { return ((const pc2 *)state)->notes; }

const pl_sink_format pl_format_pc2 = {
    .extension = ".pc2",
    .one_topology = true,
    .open = open_cache,
    .write = write_frame,
    .complete = complete,
    .close = close_cache,
    .notes = notes,
    .keep = keep,
};
