/* SPDX-License-Identifier: MIT
   Three passes over the stored frames, one frame in memory at a time: where the bodies go; what every accessor will be;
   the bytes. */
#include "cache/formats/glb_make.h"

#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/formats/glb_file.h"

enum {
  VERTICES = 34962,
  INDICES = 34963,
  BYTE = 5120,
  UNSIGNED_BYTE = 5121,
  SHORT = 5122,
  UNSIGNED_INT = 5125,
  FLOAT = 5126
};

typedef struct maker {
  const pl_glb_source *source;
  FILE *stream;
  size_t point_count; /* of all bodies */
  float *points;      /* of the frame that was read last */
  size_t *records;    /* the stored frames that are taken */
  size_t *frames;     /* and their numbers */
  size_t count;
  pl_morph_box *boxes;
  pl_morph_grid *grids;
  pl_morph *base, *now; /* per body */
  pl_glb_body *bodies;
  pl_glb_table table;
  int *targets;
  int times, weights;
} maker;

size_t pl_glb_stride(size_t frame_count, size_t max_morphs)
{
  return frame_count > max_morphs + 1 ? (frame_count - 2) / max_morphs + 1 : 1;
}

static void release(maker *m)
{
  if (m->stream) fclose(m->stream);
  for (size_t b = 0; b < m->source->body_count; b++) {
    if (m->base) pl_morph_release(&m->base[b]);
    if (m->now) pl_morph_release(&m->now[b]);
  }
  pl_release(m->points);
  pl_release(m->records);
  pl_release(m->frames);
  pl_release(m->boxes);
  pl_release(m->grids);
  pl_release(m->base);
  pl_release(m->now);
  pl_release(m->bodies);
  pl_release(m->table.accessors);
  pl_release(m->targets);
}

static void choose_frames(maker *m)
{
  size_t stored = m->source->stored_count, stride = pl_glb_stride(stored, m->source->max_morphs);
  for (size_t r = 0; r < stored; r++)
    if (r % stride == 0 || r + 1 == stored) m->records[m->count++] = r;
}

static pl_status reserve(maker *m)
{
  size_t body_count = m->source->body_count, stored = m->source->stored_count;
  for (size_t b = 0; b < body_count; b++) m->point_count += m->source->bodies[b].shown.count;
  m->points = PL_NEW(float, 3 * m->point_count);
  m->records = PL_NEW(size_t, stored);
  m->frames = PL_NEW(size_t, stored);
  m->boxes = PL_NEW(pl_morph_box, body_count);
  m->grids = PL_NEW(pl_morph_grid, body_count);
  m->base = PL_NEW(pl_morph, body_count);
  m->now = PL_NEW(pl_morph, body_count);
  m->bodies = PL_NEW(pl_glb_body, body_count);
  if (!m->points || !m->records || !m->frames || !m->boxes || !m->grids || !m->base || !m->now || !m->bodies)
    return PL_ERROR_MEMORY;
  for (size_t b = 0; b < body_count; b++) {
    PL_TRY(pl_morph_create(&m->source->bodies[b].shown, &m->base[b]));
    PL_TRY(pl_morph_create(&m->source->bodies[b].shown, &m->now[b]));
    m->boxes[b] = pl_morph_box_empty();
  }
  choose_frames(m);
  m->targets = PL_NEW(int, 2 * m->count * body_count);
  return m->targets ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status read_frame(maker *m, size_t i)
{
  size_t floats = 3 * m->point_count;
  uint64_t number = 0;
  off_t at = (off_t)(m->records[i] * (sizeof number + floats * sizeof(float)));
  if (fseeko(m->stream, at, SEEK_SET) != 0 || fread(&number, sizeof number, 1, m->stream) != 1 ||
      fread(m->points, sizeof(float), floats, m->stream) != floats)
    return pl_fail(PL_ERROR_FILE, "%s: cannot be read back", m->source->stored_path);
  m->frames[i] = (size_t)number;
  return PL_OK;
}

/* Pass 1. */
static pl_status measure(maker *m)
{
  for (size_t i = 0; i < m->count; i++) {
    PL_TRY(read_frame(m, i));
    const float *points = m->points;
    for (size_t b = 0; b < m->source->body_count; b++) {
      pl_morph_box_add(&m->boxes[b], points, m->source->bodies[b].shown.count);
      points += 3 * m->source->bodies[b].shown.count;
    }
  }
  for (size_t b = 0; b < m->source->body_count; b++) m->grids[b] = pl_morph_grid_of(&m->boxes[b]);
  return PL_OK;
}

/* Frame i of all bodies, into base for the first and now for the others. */
static pl_status quantise(maker *m, size_t i)
{
  PL_TRY(read_frame(m, i));
  const float *points = m->points;
  for (size_t b = 0; b < m->source->body_count; b++) {
    const pl_shown *shown = &m->source->bodies[b].shown;
    if (i == 0)
      pl_morph_fill(shown, points, &m->grids[b], NULL, &m->base[b]);
    else
      pl_morph_fill(shown, points, &m->grids[b], &m->base[b], &m->now[b]);
    points += 3 * shown->count;
  }
  return PL_OK;
}

static pl_status plan_attributes(maker *m, const pl_morph *morph, size_t count, bool base, int accessors[2])
{
  pl_glb_accessor points = {.bytes = 8 * count,
                            .stride = 8,
                            .target = VERTICES,
                            .component_type = SHORT,
                            .normalized = true,
                            .type = "VEC3",
                            .count = count,
                            .bound_count = 3};
  for (int c = 0; c < 3; c++) {
    points.low[c] = morph->low[c];
    points.high[c] = morph->high[c];
  }
  accessors[0] = (int)m->table.count;
  accessors[1] = -1;
  PL_TRY(pl_glb_add(&m->table, points));
  if (!morph->normals) return PL_OK;
  bool bytes = !base && morph->small_normals;
  int stride = bytes ? 4 : 12;
  accessors[1] = (int)m->table.count;
  return pl_glb_add(&m->table, (pl_glb_accessor){.bytes = (uint64_t)stride * count,
                                                 .stride = stride,
                                                 .target = VERTICES,
                                                 .component_type = bytes ? BYTE : FLOAT,
                                                 .normalized = bytes,
                                                 .type = "VEC3",
                                                 .count = count});
}

static pl_status plan_body(maker *m, size_t b)
{
  const pl_glb_source_body *from = &m->source->bodies[b];
  pl_glb_body *body = &m->bodies[b];
  *body = (pl_glb_body){.name = from->name, .shown = &from->shown, .scale = m->grids[b].scale, .indices = -1};
  for (int c = 0; c < 3; c++) body->translation[c] = from->origin[c] + m->grids[b].centre[c];
  if (from->shown.index_count) {
    body->indices = (int)m->table.count;
    PL_TRY(pl_glb_add(&m->table, (pl_glb_accessor){.bytes = 4 * from->shown.index_count,
                                                   .target = INDICES,
                                                   .component_type = UNSIGNED_INT,
                                                   .type = "SCALAR",
                                                   .count = from->shown.index_count}));
  }
  int accessors[2];
  PL_TRY(plan_attributes(m, &m->base[b], from->shown.count, true, accessors));
  body->points = accessors[0];
  body->normals = accessors[1];
  return PL_OK;
}

static float time_of(const maker *m, size_t i) { return (float)((double)m->frames[i] / m->source->fps); }

static pl_status plan_animation(maker *m)
{
  size_t target_count = m->count - 1;
  m->times = (int)m->table.count;
  PL_TRY(pl_glb_add(&m->table, (pl_glb_accessor){.bytes = 4 * m->count,
                                                 .component_type = FLOAT,
                                                 .type = "SCALAR",
                                                 .count = m->count,
                                                 .bound_count = 1,
                                                 .low = {(double)time_of(m, 0)},
                                                 .high = {(double)time_of(m, target_count)}}));
  m->weights = (int)m->table.count;
  return pl_glb_add(&m->table, (pl_glb_accessor){.bytes = m->count * target_count,
                                                 .component_type = UNSIGNED_BYTE,
                                                 .normalized = true,
                                                 .type = "SCALAR",
                                                 .count = m->count * target_count});
}

/* Pass 2. */
static pl_status plan(maker *m)
{
  size_t body_count = m->source->body_count;
  PL_TRY(quantise(m, 0));
  for (size_t b = 0; b < body_count; b++) PL_TRY(plan_body(m, b));
  for (size_t i = 1; i < m->count; i++) {
    PL_TRY(quantise(m, i));
    for (size_t b = 0; b < body_count; b++)
      PL_TRY(plan_attributes(m, &m->now[b], m->source->bodies[b].shown.count, false,
                             m->targets + 2 * ((i - 1) * body_count + b)));
  }
  return m->count > 1 ? plan_animation(m) : PL_OK;
}

static void write_attributes(pl_file *file, const pl_morph *morph, size_t count, bool base)
{
  pl_file_write(file, morph->points, 8 * count);
  if (!morph->normals) return;
  if (base || !morph->small_normals) {
    pl_file_write(file, morph->normals, 12 * count);
    return;
  }
  for (size_t i = 0; i < count; i++) {
    int8_t normal[4] = {0};
    for (size_t c = 0; c < 3; c++) normal[c] = (int8_t)lroundf(morph->normals[3 * i + c] * 127);
    pl_file_write(file, normal, sizeof normal);
  }
}

static void write_animation(pl_file *file, const maker *m)
{
  for (size_t i = 0; i < m->count; i++) {
    float time = time_of(m, i);
    pl_file_write(file, &time, sizeof time);
  }
  for (size_t i = 0; i < m->count; i++)
    for (size_t t = 1; t < m->count; t++) pl_file_write(file, i == t ? "\377" : "\0", 1);
  size_t excess = m->count * (m->count - 1) % 4;
  if (excess) pl_file_write(file, "\0\0\0", 4 - excess);
}

/* Pass 3. */
static pl_status write_bytes(pl_file *file, maker *m)
{
  for (size_t i = 0; i < m->count; i++) {
    PL_TRY(quantise(m, i));
    for (size_t b = 0; b < m->source->body_count; b++) {
      const pl_shown *shown = &m->source->bodies[b].shown;
      if (i == 0) pl_file_write(file, shown->indices, 4 * shown->index_count);
      write_attributes(file, i == 0 ? &m->base[b] : &m->now[b], shown->count, i == 0);
    }
  }
  if (m->count > 1) write_animation(file, m);
  return PL_OK;
}

static pl_status make(maker *m, pl_file *file)
{
  m->stream = fopen(m->source->stored_path, "rb");
  if (!m->stream) return pl_fail(PL_ERROR_FILE, "%s: cannot be read back", m->source->stored_path);
  PL_TRY(reserve(m));
  PL_TRY(measure(m));
  PL_TRY(plan(m));
  pl_glb_scene scene = {&m->table, m->bodies, m->source->body_count, m->count - 1, m->frames + 1, m->targets,
                        m->times,  m->weights};
  PL_TRY(pl_glb_write_head(file, &scene));
  return write_bytes(file, m);
}

pl_status pl_glb_make(const pl_glb_source *source, const char *path)
{
  pl_file *file = NULL;
  PL_TRY(pl_file_create(path, &file));
  maker m = {.source = source, .times = -1, .weights = -1};
  pl_status status = make(&m, file);
  release(&m);
  if (status == PL_OK) return pl_file_commit(file);
  pl_file_abandon(file);
  return status;
}
