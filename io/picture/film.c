/* SPDX-License-Identifier: MIT */
#include "picture/film.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>

#include "base/memory.h"
#include "base/status.h"
#include "picture/color.h"

typedef struct film_body {
  pl_mesh *mesh;               /* rest shape and topology */
  uint32_t *triangles, *edges; /* of the frame, where the body tears; else NULL */
  double *positions;
  double *values; /* that it is coloured by; NULL: none */
  pl_frame_field field;
} film_body;

typedef struct kept {
  size_t index; /* of the frame */
  off_t place;  /* in the file */
} kept;

/* In front of every frame in the file; obstacles and floats follow. */
typedef struct head {
  double time;
  uint64_t step;
  uint64_t obstacle_count;
  uint64_t keeps_volume;
  double volume_error;
} head;

struct pl_film {
  char *path;
  FILE *file;
  off_t end;
  pl_film_options options;
  char *color;
  kept *frames;
  size_t count, capacity;
  double origin[3]; /* places are stored relative to it */
  film_body *bodies;
  pl_frame_body *frame_bodies;
  size_t body_count;
  float *buffer; /* as many as the largest body has coordinates */
  pl_obstacle_def *obstacles;
  double *axes;
  size_t obstacle_capacity, axes_capacity;
  pl_mesh **meshes; /* of obstacles, each once: theirs may be gone when the film is shown */
  size_t mesh_count, mesh_capacity;
  pl_framing framing;
  double range[2];
};

static char *copy_text(const char *text)
{
  char *copy = PL_NEW(char, strlen(text) + 1);
  if (copy) strcpy(copy, text);
  return copy;
}

static pl_status file_failed(const pl_film *film, const char *what)
{
  return pl_fail(PL_ERROR_FILE, "%s: %s failed: %s%s", film->path, what, strerror(errno),
                 errno == ENOSPC ? "; free some space and try again" : "");
}

static pl_status copy_topology(film_body *body, const pl_frame_body *from)
{
  pl_mesh_data whole = from->rest;
  if (from->revision == 0) return pl_mesh_create(&whole, &body->mesh);
  whole.triangle_count = whole.edge_count = 0;
  whole.triangles = whole.edges = NULL;
  whole.edge_shares = whole.edge_weights = NULL;
  PL_TRY(pl_mesh_create(&whole, &body->mesh));
  body->triangles = PL_NEW(uint32_t, 3 * from->rest.triangle_count + 1);
  body->edges = PL_NEW(uint32_t, 2 * from->rest.edge_count + 1);
  return body->triangles && body->edges ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status copy_body(pl_film *film, size_t b, const pl_frame_body *from, size_t *largest)
{
  film_body *body = &film->bodies[b];
  size_t n = from->rest.vertex_count;
  PL_TRY(copy_topology(body, from));
  body->positions = PL_NEW(double, 3 * n);
  if (!body->positions) return PL_ERROR_MEMORY;
  int components;
  if (film->color && pl_color_values(from, film->color, &components)) {
    body->values = PL_NEW(double, n);
    if (!body->values) return PL_ERROR_MEMORY;
    body->field = (pl_frame_field){film->color, 1, body->values};
  }
  film->frame_bodies[b] = (pl_frame_body){.name = "",
                                          .rest = pl_mesh_view(body->mesh),
                                          .positions = body->positions,
                                          .blobby = from->blobby,
                                          .fields = &body->field,
                                          .field_count = body->values ? 1 : 0,
                                          .revision = from->revision};
  if (body->triangles) {
    pl_mesh_data *rest = &film->frame_bodies[b].rest;
    rest->triangle_count = from->rest.triangle_count;
    rest->edge_count = from->rest.edge_count;
    rest->triangles = rest->triangle_count ? body->triangles : NULL;
    rest->edges = body->edges;
  }
  *largest = 3 * n > *largest ? 3 * n : *largest;
  return PL_OK;
}

static pl_status fill(pl_film *film, const char *path, const pl_frame *first)
{
  film->path = copy_text(path);
  if (!film->path) return PL_ERROR_MEMORY;
  if (film->options.color && !(film->color = copy_text(film->options.color))) return PL_ERROR_MEMORY;
  film->bodies = PL_NEW(film_body, first->body_count);
  film->frame_bodies = PL_NEW(pl_frame_body, first->body_count);
  if (!film->bodies || !film->frame_bodies) return PL_ERROR_MEMORY;
  film->body_count = first->body_count;
  size_t largest = 0;
  for (size_t b = 0; b < first->body_count; b++) PL_TRY(copy_body(film, b, &first->bodies[b], &largest));
  if (film->color && !pl_color_extend(first, film->color, film->range)) return pl_color_missing(film->color);
  film->buffer = PL_NEW(float, largest);
  if (!film->buffer) return PL_ERROR_MEMORY;
  if (first->body_count) memcpy(film->origin, first->bodies[0].positions, sizeof film->origin);
  film->file = fopen(path, "w+b");
  return film->file ? PL_OK : file_failed(film, "creating it");
}

pl_status pl_film_create(const char *path, const pl_frame *first, const pl_film_options *options, pl_film **out)
{
  *out = NULL;
  pl_film *film = PL_NEW(pl_film, 1);
  if (!film) return PL_ERROR_MEMORY;
  film->options = *options;
  film->framing = pl_framing_start(options->width, options->height);
  film->range[0] = INFINITY;
  film->range[1] = -INFINITY;
  pl_status status = fill(film, path, first);
  if (status != PL_OK) {
    pl_film_destroy(film);
    return status;
  }
  *out = film;
  return PL_OK;
}

void pl_film_destroy(pl_film *film)
{
  if (!film) return;
  for (size_t b = 0; b < film->body_count; b++) {
    pl_mesh_destroy(film->bodies[b].mesh);
    pl_release(film->bodies[b].positions);
    pl_release(film->bodies[b].values);
    pl_release(film->bodies[b].triangles);
    pl_release(film->bodies[b].edges);
  }
  if (film->file) fclose(film->file);
  pl_release(film->path);
  pl_release(film->color);
  pl_release(film->frames);
  pl_release(film->bodies);
  pl_release(film->frame_bodies);
  pl_release(film->buffer);
  for (size_t m = 0; m < film->mesh_count; m++) pl_mesh_destroy(film->meshes[m]);
  pl_release(film->meshes);
  pl_release(film->obstacles);
  pl_release(film->axes);
  pl_release(film);
}

static bool put(pl_film *film, const void *data, size_t size)
{
  return size == 0 || fwrite(data, size, 1, film->file) == 1;
}
static bool get(pl_film *film, void *data, size_t size) { return size == 0 || fread(data, size, 1, film->file) == 1; }

static bool put_body(pl_film *film, size_t b, const pl_frame_body *from)
{
  size_t n = from->rest.vertex_count;
  for (size_t i = 0; i < 3 * n; i++) film->buffer[i] = (float)(from->positions[i] - film->origin[i % 3]);
  if (!put(film, film->buffer, 3 * n * sizeof(float))) return false;
  if (film->bodies[b].triangles &&
      (!put(film, &from->revision, sizeof from->revision) ||
       !put(film, from->rest.triangles, 3 * from->rest.triangle_count * sizeof(uint32_t)) ||
       !put(film, from->rest.edges, 2 * from->rest.edge_count * sizeof(uint32_t))))
    return false;
  if (!film->bodies[b].values) return true;
  int components;
  const double *values = pl_color_values(from, film->color, &components);
  for (size_t i = 0; i < n; i++)
    film->buffer[i] = values ? (float)pl_color_magnitude(values + (size_t)components * i, components) : 0;
  return put(film, film->buffer, n * sizeof(float));
}

/* The film's own copy of a mesh: made at most once. */
static pl_status keep_mesh(pl_film *film, const pl_mesh *mesh, const pl_mesh **own)
{
  pl_mesh_data data = pl_mesh_view(mesh);
  for (size_t m = 0; m < film->mesh_count; m++) {
    pl_mesh_data kept = pl_mesh_view(*own = film->meshes[m]);
    if (kept.vertex_count == data.vertex_count && kept.triangle_count == data.triangle_count &&
        memcmp(kept.positions, data.positions, 3 * data.vertex_count * sizeof(double)) == 0 &&
        memcmp(kept.triangles, data.triangles, 3 * data.triangle_count * sizeof(uint32_t)) == 0)
      return PL_OK;
  }
  PL_TRY(pl_grow((void **)&film->meshes, &film->mesh_capacity, film->mesh_count + 1, sizeof(pl_mesh *)));
  PL_TRY(pl_mesh_create(&data, &film->meshes[film->mesh_count]));
  *own = film->meshes[film->mesh_count++];
  return PL_OK;
}

static pl_status put_frame(pl_film *film, const pl_frame *frame)
{
  static const double upright[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  head h = {frame->time, frame->step, frame->obstacle_count, frame->keeps_volume, frame->volume_error};
  bool ok = put(film, &h, sizeof h);
  for (size_t i = 0; i < frame->obstacle_count && ok; i++) {
    pl_obstacle_def obstacle = frame->obstacles[i];
    if (obstacle.mesh) PL_TRY(keep_mesh(film, obstacle.mesh, &obstacle.mesh));
    ok = put(film, &obstacle, sizeof obstacle) &&
         put(film, frame->obstacle_axes ? frame->obstacle_axes + 9 * i : upright, sizeof upright);
  }
  for (size_t b = 0; b < film->body_count && ok; b++) ok = put_body(film, b, &frame->bodies[b]);
  return ok && fflush(film->file) == 0 ? PL_OK : file_failed(film, "writing");
}

/* Every second of the kept frames goes; their places in the file are lost, which at most doubles it. */
static void thin(pl_film *film)
{
  size_t count = 0;
  film->options.stride *= 2;
  for (size_t i = 0; i < film->count; i++)
    if (film->frames[i].index % film->options.stride == 0) film->frames[count++] = film->frames[i];
  film->count = count;
}

pl_status pl_film_add(pl_film *film, const pl_frame *frame, size_t index)
{
  PL_TRY(pl_framing_add(&film->framing, frame));
  if (film->color) pl_color_extend(frame, film->color, film->range);
  /* A frame that was there only because it was the last gives its place to the new last one. */
  if (film->count && film->frames[film->count - 1].index % film->options.stride)
    film->end = film->frames[--film->count].place;
  if (film->options.most && film->count >= film->options.most) thin(film);
  PL_TRY(pl_grow((void **)&film->frames, &film->capacity, film->count + 1, sizeof(kept)));
  if (fseeko(film->file, film->end, SEEK_SET) != 0) return file_failed(film, "writing");
  PL_TRY(put_frame(film, frame));
  film->frames[film->count++] = (kept){index, film->end};
  film->end = ftello(film->file);
  return PL_OK;
}

size_t pl_film_count(const pl_film *film) { return film->count; }
size_t pl_film_stride(const pl_film *film) { return film->options.stride; }
size_t pl_film_index(const pl_film *film, size_t i) { return film->frames[i].index; }
const pl_framing *pl_film_framing(const pl_film *film) { return &film->framing; }

void pl_film_color_range(const pl_film *film, double range[2])
{
  bool known = film->range[0] < film->range[1];
  range[0] = known ? film->range[0] : 0;
  range[1] = known ? film->range[1] : 0;
}

static bool get_body(pl_film *film, size_t b)
{
  film_body *body = &film->bodies[b];
  const pl_mesh_data *rest = &film->frame_bodies[b].rest;
  size_t n = pl_mesh_view(body->mesh).vertex_count;
  if (!get(film, film->buffer, 3 * n * sizeof(float))) return false;
  for (size_t i = 0; i < 3 * n; i++) body->positions[i] = (double)film->buffer[i] + film->origin[i % 3];
  if (body->triangles && (!get(film, &film->frame_bodies[b].revision, sizeof(uint64_t)) ||
                          !get(film, body->triangles, 3 * rest->triangle_count * sizeof(uint32_t)) ||
                          !get(film, body->edges, 2 * rest->edge_count * sizeof(uint32_t))))
    return false;
  if (!body->values) return true;
  if (!get(film, film->buffer, n * sizeof(float))) return false;
  for (size_t i = 0; i < n; i++) body->values[i] = (double)film->buffer[i];
  return true;
}

pl_status pl_film_frame(pl_film *film, size_t i, pl_frame *out)
{
  head h;
  if (fseeko(film->file, film->frames[i].place, SEEK_SET) != 0 || !get(film, &h, sizeof h))
    return file_failed(film, "reading");
  PL_TRY(pl_grow((void **)&film->obstacles, &film->obstacle_capacity, h.obstacle_count, sizeof(pl_obstacle_def)));
  PL_TRY(pl_grow((void **)&film->axes, &film->axes_capacity, 9 * h.obstacle_count, sizeof(double)));
  bool ok = true;
  for (size_t k = 0; k < h.obstacle_count && ok; k++) {
    ok = get(film, &film->obstacles[k], sizeof(pl_obstacle_def)) && get(film, film->axes + 9 * k, 9 * sizeof(double));
    film->obstacles[k].name = NULL;
    film->obstacles[k].motion = (pl_motion){0};
  }
  for (size_t b = 0; b < film->body_count && ok; b++) ok = get_body(film, b);
  if (!ok) return file_failed(film, "reading");
  *out = (pl_frame){.time = h.time,
                    .step = h.step,
                    .keeps_volume = h.keeps_volume != 0,
                    .volume_error = h.volume_error,
                    .bodies = film->frame_bodies,
                    .body_count = film->body_count,
                    .obstacles = film->obstacles,
                    .obstacle_axes = film->axes,
                    .obstacle_count = h.obstacle_count};
  return PL_OK;
}
