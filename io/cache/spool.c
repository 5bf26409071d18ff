/* SPDX-License-Identifier: MIT */
#include "cache/spool.h"

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "cache/formats/text.h"
#include "file.h"

struct pl_spool {
  pl_file *file;
  uint64_t *revisions; /* of the topology of each body, as they were written last; NULL: nothing was since it is open */
  size_t body_count;
};

/* In front of every frame; then what each body has, then the obstacles and their axes. */
typedef struct record {
  double time;
  uint64_t step;
  uint64_t obstacle_count;
} record;

/* In front of every body: triangles and edges follow where they are others than in the frame before, then doubles. */
typedef struct body_record {
  uint64_t revision;
  uint64_t topology; /* 1: follows */
} body_record;

static const char spool_name[] = "frames";

static pl_status wrap(pl_file *file, pl_spool **out)
{
  pl_spool *spool = PL_NEW(pl_spool, 1);
  if (!spool) {
    pl_file_abandon(file);
    return PL_ERROR_MEMORY;
  }
  spool->file = file;
  *out = spool;
  return PL_OK;
}

pl_status pl_spool_create(const pl_staging *staging, pl_spool **out)
{
  char *path = pl_staging_scratch(staging, spool_name);
  pl_file *file = NULL;
  pl_status status = path ? pl_file_create(path, &file) : PL_ERROR_MEMORY;
  pl_release(path);
  return status == PL_OK ? wrap(file, out) : status;
}

static pl_status remember_bodies(pl_spool *spool, size_t count)
{
  if (spool->revisions) return PL_OK;
  spool->revisions = PL_NEW(uint64_t, count + 1);
  spool->body_count = count;
  return spool->revisions ? PL_OK : PL_ERROR_MEMORY;
}

/* Bodies that never tear have revision 0, and their topology is that of the run. */
static void write_topology(pl_spool *spool, const pl_frame_body *body, uint64_t *written)
{
  const pl_mesh_data *rest = &body->rest;
  body_record head = {body->revision, body->revision != *written};
  *written = body->revision;
  pl_file_write(spool->file, &head, sizeof head);
  if (!head.topology) return;
  pl_file_write(spool->file, rest->triangles, 3 * rest->triangle_count * sizeof *rest->triangles);
  pl_file_write(spool->file, rest->edges, 2 * rest->edge_count * sizeof *rest->edges);
}

pl_status pl_spool_write(pl_spool *spool, const pl_frame *frame)
{
  PL_TRY(remember_bodies(spool, frame->body_count));
  record head = {frame->time, frame->step, frame->obstacle_count};
  pl_file_write(spool->file, &head, sizeof head);
  for (size_t b = 0; b < frame->body_count; b++) {
    const pl_frame_body *body = &frame->bodies[b];
    size_t n = body->rest.vertex_count;
    write_topology(spool, body, &spool->revisions[b]);
    pl_file_write(spool->file, body->positions, 3 * n * sizeof(double));
    pl_file_write(spool->file, body->velocities, 3 * n * sizeof(double));
    for (size_t f = 0; f < body->field_count; f++)
      pl_file_write(spool->file, body->fields[f].values, (size_t)body->fields[f].components * n * sizeof(double));
  }
  pl_file_write(spool->file, frame->obstacles, frame->obstacle_count * sizeof *frame->obstacles);
  return pl_file_write(spool->file, frame->obstacle_axes, frame->obstacle_count * 9 * sizeof(double));
}

pl_status pl_spool_keep(pl_spool *spool) { return pl_file_keep(spool->file); }

void pl_spool_close(pl_spool *spool)
{
  if (!spool) return;
  pl_file_suspend(spool->file);
  pl_release(spool->revisions);
  pl_release(spool);
}

/* A frame read back: storage for everything in it that changes. */
typedef struct reader {
  FILE *stream;
  pl_frame frame;
  pl_frame_body *bodies;
  pl_frame_field *fields;
  double *values;     /* of all bodies, in the order they are stored */
  uint32_t *topology; /* triangles and edges of bodies that tear, likewise */
  pl_obstacle_def *obstacles;
  double *axes;
  size_t obstacle_capacity;
} reader;

static void release_reader(reader *r)
{
  if (r->stream) fclose(r->stream);
  pl_release(r->bodies);
  pl_release(r->fields);
  pl_release(r->values);
  pl_release(r->topology);
  pl_release(r->obstacles);
  pl_release(r->axes);
}

static size_t values_of(const pl_frame_body *body)
{
  size_t components = 6;
  for (size_t f = 0; f < body->field_count; f++) components += (size_t)body->fields[f].components;
  return components * body->rest.vertex_count;
}

static size_t corners_of(const pl_frame_body *body)
{
  return body->revision ? 3 * body->rest.triangle_count + 2 * body->rest.edge_count : 0;
}

static void shape_body(const pl_frame_body *like, double **values, uint32_t **topology, pl_frame_field **field,
                       pl_frame_body *body)
{
  size_t n = like->rest.vertex_count;
  *body = *like;
  body->positions = *values;
  body->velocities = *values + 3 * n;
  *values += 6 * n;
  for (size_t f = 0; f < body->field_count; f++, *values += (size_t)(*field)[-1].components * n) {
    **field = like->fields[f];
    (*field)++->values = *values;
  }
  body->fields = *field - body->field_count;
  if (!corners_of(like)) return;
  body->rest.triangles = body->rest.triangle_count ? *topology : NULL;
  body->rest.edges = body->rest.edge_count ? *topology + 3 * body->rest.triangle_count : NULL;
  *topology += corners_of(like);
}

static pl_status shape_like(reader *r, const pl_frame *like)
{
  size_t field_count = 0, value_count = 0, corner_count = 0;
  for (size_t b = 0; b < like->body_count; b++) {
    value_count += values_of(&like->bodies[b]);
    field_count += like->bodies[b].field_count;
    corner_count += corners_of(&like->bodies[b]);
  }
  r->bodies = PL_NEW(pl_frame_body, like->body_count);
  r->fields = PL_NEW(pl_frame_field, field_count);
  r->values = PL_NEW(double, value_count);
  r->topology = PL_NEW(uint32_t, corner_count + 1);
  if (!r->bodies || !r->fields || !r->values || !r->topology) return PL_ERROR_MEMORY;
  double *values = r->values;
  uint32_t *topology = r->topology;
  pl_frame_field *field = r->fields;
  for (size_t b = 0; b < like->body_count; b++) shape_body(&like->bodies[b], &values, &topology, &field, &r->bodies[b]);
  r->frame.bodies = r->bodies;
  r->frame.body_count = like->body_count;
  return PL_OK;
}

static bool read_bytes(reader *r, void *data, size_t size) { return size == 0 || fread(data, size, 1, r->stream) == 1; }

static pl_status reserve_obstacles(reader *r, size_t count)
{
  if (count <= r->obstacle_capacity && r->obstacles) return PL_OK;
  pl_release(r->obstacles);
  pl_release(r->axes);
  r->axes = NULL;
  r->obstacles = PL_NEW(pl_obstacle_def, count);
  if (r->obstacles) r->axes = PL_NEW(double, 9 * count);
  r->obstacle_capacity = count;
  return r->obstacles && r->axes ? PL_OK : PL_ERROR_MEMORY;
}

/* Pointers of another run mean nothing. Obstacles of a run do not change: their meshes are those of now. */
static void mend_obstacles(reader *r, const pl_frame *like, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    bool known = r->obstacles[i].shape == PL_OBSTACLE_MESH && like->obstacle_count == count;
    r->obstacles[i].name = "";
    r->obstacles[i].motion = (pl_motion){0};
    r->obstacles[i].mesh = known ? like->obstacles[i].mesh : NULL;
  }
}

/* Corners of another run are held against this one's vertices. */
static bool read_corners(reader *r, const uint32_t *into, size_t count, size_t vertices)
{
  if (count == 0) return true;
  uint32_t *corners = r->topology + (into - r->topology);
  if (!read_bytes(r, corners, count * sizeof *corners)) return false;
  for (size_t k = 0; k < count; k++)
    if (corners[k] >= vertices) return false;
  return true;
}

static bool read_body(reader *r, pl_frame_body *body)
{
  body_record head;
  pl_mesh_data *rest = &body->rest;
  if (!read_bytes(r, &head, sizeof head)) return false;
  if (head.topology &&
      (!corners_of(body) || !read_corners(r, rest->triangles, 3 * rest->triangle_count, rest->vertex_count) ||
       !read_corners(r, rest->edges, 2 * rest->edge_count, rest->vertex_count)))
    return false;
  if (corners_of(body)) body->revision = head.revision;
  double *values = r->values + (body->positions - r->values);
  return read_bytes(r, values, values_of(body) * sizeof *values);
}

static pl_status read_frame(reader *r, const pl_frame *like, const char *path, size_t index)
{
  record head;
  bool whole = read_bytes(r, &head, sizeof head);
  for (size_t b = 0; b < r->frame.body_count && whole; b++) whole = read_body(r, &r->bodies[b]);
  if (whole) PL_TRY(reserve_obstacles(r, head.obstacle_count));
  whole = whole && read_bytes(r, r->obstacles, head.obstacle_count * sizeof *r->obstacles) &&
          read_bytes(r, r->axes, head.obstacle_count * 9 * sizeof(double));
  if (!whole) return pl_fail(PL_ERROR_FILE, "%s: cannot be resumed: it ends before frame %zu", path, index);
  mend_obstacles(r, like, head.obstacle_count);
  r->frame.time = head.time;
  r->frame.step = head.step;
  r->frame.obstacles = r->obstacles;
  r->frame.obstacle_axes = r->axes;
  r->frame.obstacle_count = head.obstacle_count;
  return PL_OK;
}

static pl_status visit_frames(const char *path, const pl_frame *like, size_t count, pl_spool_visit visit, void *context,
                              uint64_t *size)
{
  reader r = {0};
  pl_status status = shape_like(&r, like);
  char *kept = status == PL_OK ? pl_text("%s.part", path) : NULL;
  if (status == PL_OK && !kept) status = PL_ERROR_MEMORY;
  if (status == PL_OK && !(r.stream = fopen(kept, "rb")))
    status = pl_fail(PL_ERROR_FILE, "%s: cannot be resumed: it is not there", kept);
  for (size_t i = 0; i < count && status == PL_OK; i++) {
    status = read_frame(&r, like, kept, i);
    if (status == PL_OK) status = visit(context, &r.frame, i);
  }
  if (status == PL_OK) *size = (uint64_t)ftello(r.stream);
  pl_release(kept);
  release_reader(&r);
  return status;
}

pl_status pl_spool_resume(const pl_staging *staging, const pl_frame *like, size_t count, pl_spool_visit visit,
                          void *context, pl_spool **out)
{
  char *path = pl_staging_scratch(staging, spool_name);
  if (!path) return PL_ERROR_MEMORY;
  uint64_t size = 0;
  pl_file *file = NULL;
  pl_status status = visit_frames(path, like, count, visit, context, &size);
  if (status == PL_OK) status = pl_file_resume(path, size, &file);
  if (status == PL_OK) status = wrap(file, out);
  pl_release(path);
  return status;
}
