/* SPDX-License-Identifier: MIT
   One OBJ or binary PLY per frame, numbered from 0, with all bodies in it one after the other and all vertices in the
   caller's order, those inside a lattice, too. Edges are written for bodies that have no triangles. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/blobs.h"
#include "cache/format.h"
#include "cache/numbered.h"
#include "file.h"

typedef struct sequence {
  pl_staging *staging;
  const char *extension;
  void (*write)(pl_file *file, const pl_frame *frame);
  int digits;
  pl_blobs blobs;
} sequence;

static void write_obj_body(pl_file *file, const pl_frame_body *body, uint32_t first)
{
  const pl_mesh_data *mesh = &body->rest;
  pl_file_printf(file, "o ");
  for (const char *c = body->name; *c; c++) pl_file_printf(file, "%c", (unsigned char)*c < 0x20 ? '_' : *c);
  pl_file_printf(file, "\n");
  for (size_t i = 0; i < mesh->vertex_count; i++)
    pl_file_printf(file, "v %.9g %.9g %.9g\n", body->positions[3 * i], body->positions[3 * i + 1],
                   body->positions[3 * i + 2]);
  for (size_t i = 0; i < mesh->triangle_count; i++) {
    const uint32_t *corner = mesh->triangles + 3 * i;
    if (body->revision && corner[0] == corner[1]) continue; /* died */
    pl_file_printf(file, "f %u %u %u\n", first + corner[0], first + corner[1], first + corner[2]);
  }
  for (size_t i = 0; i < mesh->edge_count && mesh->triangle_count == 0; i++)
    pl_file_printf(file, "l %u %u\n", first + mesh->edges[2 * i], first + mesh->edges[2 * i + 1]);
}

static void write_obj(pl_file *file, const pl_frame *frame)
{
  pl_file_printf(file, "# time %.9g s, step %llu\n", frame->time, (unsigned long long)frame->step);
  uint32_t first = 1;
  for (size_t b = 0; b < frame->body_count; b++) {
    write_obj_body(file, &frame->bodies[b], first);
    first += (uint32_t)frame->bodies[b].rest.vertex_count;
  }
}

typedef struct totals {
  size_t vertices, triangles, edges;
} totals;

static totals count_all(const pl_frame *frame)
{
  totals all = {0};
  for (size_t b = 0; b < frame->body_count; b++) {
    const pl_mesh_data *mesh = &frame->bodies[b].rest;
    all.vertices += mesh->vertex_count;
    all.triangles += mesh->triangle_count;
    all.edges += mesh->triangle_count ? 0 : mesh->edge_count;
  }
  return all;
}

static void write_ply_header(pl_file *file, const pl_frame *frame)
{
  totals all = count_all(frame);
  pl_file_printf(file, "ply\nformat binary_little_endian 1.0\ncomment time %.9g s, step %llu\n", frame->time,
                 (unsigned long long)frame->step);
  pl_file_printf(file,
                 "element vertex %zu\nproperty float x\nproperty float y\nproperty float z\n"
                 "property float vx\nproperty float vy\nproperty float vz\nproperty int body\n",
                 all.vertices);
  pl_file_printf(file, "element face %zu\nproperty list uchar int vertex_indices\n", all.triangles);
  if (all.edges) pl_file_printf(file, "element edge %zu\nproperty int vertex1\nproperty int vertex2\n", all.edges);
  pl_file_printf(file, "end_header\n");
}

static void write_ply_vertices(pl_file *file, const pl_frame_body *body, int32_t number)
{
  for (size_t i = 0; i < body->rest.vertex_count; i++) {
    float values[6];
    for (size_t c = 0; c < 3; c++) {
      values[c] = (float)body->positions[3 * i + c];
      values[3 + c] = (float)body->velocities[3 * i + c];
    }
    pl_file_write(file, values, sizeof values);
    pl_file_write(file, &number, sizeof number);
  }
}

static void write_ply_corners(pl_file *file, const uint32_t *corners, uint32_t count, uint32_t first)
{
  uint32_t shifted[3];
  for (uint32_t i = 0; i < count; i++) shifted[i] = first + corners[i];
  pl_file_write(file, shifted, count * sizeof *shifted);
}

static void write_ply(pl_file *file, const pl_frame *frame)
{
  write_ply_header(file, frame);
  for (size_t b = 0; b < frame->body_count; b++) write_ply_vertices(file, &frame->bodies[b], (int32_t)b);
  uint32_t first = 0;
  for (size_t b = 0; b < frame->body_count; b++) {
    const pl_mesh_data *mesh = &frame->bodies[b].rest;
    for (size_t i = 0; i < mesh->triangle_count; i++) {
      pl_file_write(file, "\3", 1);
      write_ply_corners(file, mesh->triangles + 3 * i, 3, first);
    }
    first += (uint32_t)mesh->vertex_count;
  }
  first = 0;
  for (size_t b = 0; b < frame->body_count; b++) {
    const pl_mesh_data *mesh = &frame->bodies[b].rest;
    for (size_t i = 0; i < mesh->edge_count && mesh->triangle_count == 0; i++)
      write_ply_corners(file, mesh->edges + 2 * i, 2, first);
    first += (uint32_t)mesh->vertex_count;
  }
}

static pl_status open_sequence(pl_staging *staging, const pl_sink_options *options, const char *extension,
                               void (*write)(pl_file *file, const pl_frame *frame), void **state)
{
  int digits = pl_frame_digits(options);
  for (size_t i = 0; i < options->resume_frames; i++)
    PL_TRY(pl_adopt_numbered(staging, pl_staging_stem(staging), digits, i, extension));
  sequence *made = PL_NEW(sequence, 1);
  if (!made) return PL_ERROR_MEMORY;
  *made = (sequence){staging, extension, write, digits, {0}};
  *state = made;
  return PL_OK;
}

static pl_status open_obj(pl_staging *staging, const pl_sink_options *options, const pl_frame *first, void **state)
{
  (void)first;
  return open_sequence(staging, options, ".obj", write_obj, state);
}

static pl_status open_ply(pl_staging *staging, const pl_sink_options *options, const pl_frame *first, void **state)
{
  (void)first;
  return open_sequence(staging, options, ".ply", write_ply, state);
}

static pl_status write_frame(void *state, const pl_frame *frame, size_t index)
{
  sequence *s = state;
  const char *path = NULL;
  pl_frame drawn;
  PL_TRY(pl_blobs_draw(&s->blobs, frame, &drawn));
  PL_TRY(pl_add_numbered(s->staging, pl_staging_stem(s->staging), s->digits, index, s->extension, &path));
  pl_file *file = NULL;
  PL_TRY(pl_file_create(path, &file));
  s->write(file, &drawn);
  return pl_file_commit(file);
}

static pl_status complete(void *state, size_t frame_count)
{
  (void)state;
  (void)frame_count;
  return PL_OK;
}

static pl_status keep(void *state)
{
  (void)state; /* every frame is a whole file already */
  return PL_OK;
}

static void close_sequence(void *state)
{
  sequence *s = state;
  pl_blobs_free(&s->blobs);
  pl_release(s);
}

const pl_sink_format pl_format_obj = {
    .extension = ".obj",
    .open = open_obj,
    .write = write_frame,
    .complete = complete,
    .close = close_sequence,
    .keep = keep,
};

const pl_sink_format pl_format_ply = {
    .extension = ".ply",
    .open = open_ply,
    .write = write_frame,
    .complete = complete,
    .close = close_sequence,
    .keep = keep,
};
