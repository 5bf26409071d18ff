/* SPDX-License-Identifier: MIT
   Frames to write, without a world: a ball (plain surface) and a bar (3x3x3 lattice with edges and one vertex inside
   that no triangle uses), both moving in a way that is easy to compute again. And folders to write into. */
#pragma once

#include <dirent.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pliant/io_cache.h"
#include "testing.h"

enum { BALL_VERTICES = 6, BALL_TRIANGLES = 8, BAR_VERTICES = 27, BAR_TRIANGLES = 48, BAR_EDGES = 54, BAR_INSIDE = 13 };

typedef struct cache_fixture {
  char folder[64];
  double ball_rest[3 * BALL_VERTICES], ball_positions[3 * BALL_VERTICES], ball_velocities[3 * BALL_VERTICES];
  double bar_rest[3 * BAR_VERTICES], bar_positions[3 * BAR_VERTICES], bar_velocities[3 * BAR_VERTICES];
  double heat[BAR_VERTICES];
  uint32_t bar_triangles[3 * BAR_TRIANGLES], bar_edges[2 * BAR_EDGES];
  pl_frame_field field;
  pl_frame_body bodies[2];
  pl_obstacle_def obstacle;
  double axes[9];
  pl_frame frame;
} cache_fixture;

static const double ball_shape[3 * BALL_VERTICES] = {1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1};
static const uint32_t ball_triangles[3 * BALL_TRIANGLES] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                                            2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};

static inline uint32_t lattice_vertex(int i, int j, int k) { return (uint32_t)(i + 3 * j + 9 * k); }

static inline void fill_bar(cache_fixture *f)
{
  size_t edge = 0, corner = 0;
  for (int k = 0; k < 3; k++)
    for (int j = 0; j < 3; j++)
      for (int i = 0; i < 3; i++) {
        uint32_t v = lattice_vertex(i, j, k);
        f->bar_rest[3 * v] = 0.5 * i;
        f->bar_rest[3 * v + 1] = 0.1 * j;
        f->bar_rest[3 * v + 2] = 0.1 * k;
        const int at[3] = {i, j, k};
        for (int axis = 0; axis < 3; axis++) {
          if (at[axis] == 2) continue;
          f->bar_edges[edge++] = v;
          f->bar_edges[edge++] = lattice_vertex(i + (axis == 0), j + (axis == 1), k + (axis == 2));
        }
      }
  for (int axis = 0; axis < 3; axis++)
    for (int side = 0; side < 3; side += 2)
      for (int u = 0; u < 2; u++)
        for (int w = 0; w < 2; w++) {
          uint32_t quad[4];
          const int du[4] = {0, 1, 1, 0}, dw[4] = {0, 0, 1, 1};
          for (int q = 0; q < 4; q++) {
            int at[3];
            at[axis] = side;
            at[(axis + 1) % 3] = u + (side ? du[q] : dw[q]);
            at[(axis + 2) % 3] = w + (side ? dw[q] : du[q]);
            quad[q] = lattice_vertex(at[0], at[1], at[2]);
          }
          const uint32_t corners[6] = {quad[0], quad[1], quad[2], quad[0], quad[2], quad[3]};
          for (int q = 0; q < 6; q++) f->bar_triangles[corner++] = corners[q];
        }
}

/* Positions of frame i: the ball falls and turns around completely, the bar is bent. */
static inline void set_frame(cache_fixture *f, size_t i)
{
  double t = (double)i / 60;
  for (size_t v = 0; v < BALL_VERTICES; v++) {
    const double *x = ball_shape + 3 * v;
    double c = cos(9 * t), s = sin(9 * t);
    double p[3] = {c * x[0] - s * x[1], s * x[0] + c * x[1] + 10 - 4.905 * t * t, x[2]};
    for (size_t d = 0; d < 3; d++) {
      f->ball_positions[3 * v + d] = p[d];
      f->ball_velocities[3 * v + d] = d == 1 ? -9.81 * t : 0.25 * (double)v;
    }
  }
  for (size_t v = 0; v < BAR_VERTICES; v++) {
    const double *x = f->bar_rest + 3 * v;
    double p[3] = {x[0], x[1] - 0.3 * sin(5 * t) * x[0] * x[0], x[2]};
    for (size_t d = 0; d < 3; d++) {
      f->bar_positions[3 * v + d] = p[d];
      f->bar_velocities[3 * v + d] = d == 1 ? -1.5 * cos(5 * t) * x[0] * x[0] : 0;
    }
    f->heat[v] = 300 + t * (double)v;
  }
  f->frame.time = t;
  f->frame.step = 4 * i;
}

static inline void remove_folder(const char *folder)
{
  DIR *listing = opendir(folder);
  if (!listing) return;
  for (struct dirent *item = readdir(listing); item; item = readdir(listing)) {
    if (strcmp(item->d_name, ".") == 0 || strcmp(item->d_name, "..") == 0) continue;
    char path[1024];
    if (snprintf(path, sizeof path, "%s/%s", folder, item->d_name) >= (int)sizeof path) continue;
    struct stat about;
    if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode))
      remove_folder(path);
    else
      unlink(path);
  }
  closedir(listing);
  rmdir(folder);
}

static inline size_t count_entries(const char *folder)
{
  DIR *listing = opendir(folder);
  if (!listing) return 0;
  size_t count = 0;
  for (struct dirent *item = readdir(listing); item; item = readdir(listing))
    count += strcmp(item->d_name, ".") != 0 && strcmp(item->d_name, "..") != 0;
  closedir(listing);
  return count;
}

static inline int cache_setup(void **state)
{
  cache_fixture *f = calloc(1, sizeof *f);
  strcpy(f->folder, "/tmp/pliant-cache-XXXXXX");
  if (!f || !mkdtemp(f->folder)) return -1;
  memcpy(f->ball_rest, ball_shape, sizeof ball_shape);
  fill_bar(f);
  f->field = (pl_frame_field){"heat", 1, f->heat};
  f->bodies[0] = (pl_frame_body){.name = "ball",
                                 .rest = {.positions = f->ball_rest,
                                          .vertex_count = BALL_VERTICES,
                                          .triangles = ball_triangles,
                                          .triangle_count = BALL_TRIANGLES},
                                 .positions = f->ball_positions,
                                 .velocities = f->ball_velocities};
  f->bodies[1] = (pl_frame_body){.name = "long \"bar\"",
                                 .rest = {.positions = f->bar_rest,
                                          .vertex_count = BAR_VERTICES,
                                          .triangles = f->bar_triangles,
                                          .triangle_count = BAR_TRIANGLES,
                                          .edges = f->bar_edges,
                                          .edge_count = BAR_EDGES},
                                 .positions = f->bar_positions,
                                 .velocities = f->bar_velocities,
                                 .fields = &f->field,
                                 .field_count = 1};
  f->obstacle = (pl_obstacle_def){.shape = PL_OBSTACLE_PLANE, .normal = {0, 1, 0}};
  f->axes[0] = f->axes[4] = f->axes[8] = 1;
  f->frame = (pl_frame){
      .bodies = f->bodies, .body_count = 2, .obstacles = &f->obstacle, .obstacle_axes = f->axes, .obstacle_count = 1};
  set_frame(f, 0);
  *state = f;
  return 0;
}

static inline int cache_teardown(void **state)
{
  cache_fixture *f = *state;
  remove_folder(f->folder);
  free(f);
  return 0;
}

/* Path in the fixture's folder; valid until the eighth call from now. */
static inline const char *in_folder(const cache_fixture *f, const char *name)
{
  static char paths[8][256];
  static int next;
  char *path = paths[next++ % 8];
  snprintf(path, sizeof paths[0], "%s/%s", f->folder, name);
  return path;
}

static inline char *read_bytes(const char *path, size_t *size)
{
  FILE *stream = fopen(path, "rb");
  if (!stream) fail_msg("%s is not there", path);
  fseek(stream, 0, SEEK_END);
  long length = ftell(stream);
  rewind(stream);
  char *bytes = malloc((size_t)length + 1);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, (size_t)length, stream), length);
  bytes[length] = 0;
  fclose(stream);
  *size = (size_t)length;
  return bytes;
}

static inline void assert_same_file(const char *a, const char *b)
{
  size_t a_size, b_size;
  char *a_bytes = read_bytes(a, &a_size), *b_bytes = read_bytes(b, &b_size);
  if (a_size != b_size || memcmp(a_bytes, b_bytes, a_size) != 0) fail_msg("%s and %s differ", a, b);
  free(a_bytes);
  free(b_bytes);
}

/* Writes frames [begin, end); the sink stays open. */
static inline pl_sink *write_frames(cache_fixture *f, const char *path, pl_sink_options options, size_t begin,
                                    size_t end)
{
  pl_sink *sink = NULL;
  assert_ok(pl_sink_open(path, &options, &sink));
  for (size_t i = begin; i < end; i++) {
    set_frame(f, i);
    assert_ok(pl_sink_write(sink, &f->frame));
  }
  return sink;
}

static inline void write_all(cache_fixture *f, const char *path, size_t frame_count)
{
  pl_sink_options options = pl_default_sink_options();
  options.frame_count = frame_count;
  assert_ok(pl_sink_finish(write_frames(f, path, options, 0, frame_count)));
}

/* The same frames with an interruption: some, then a few more that a crash loses, then the rest. The path's file names
   must be those of write_all in another folder. */
static inline void write_interrupted(cache_fixture *f, const char *path, size_t frame_count)
{
  pl_sink_options options = pl_default_sink_options();
  options.frame_count = frame_count;
  options.resumable = true;
  size_t kept = frame_count / 3 + 1, lost = kept + 2;
  pl_sink *sink = write_frames(f, path, options, 0, kept);
  assert_ok(pl_sink_keep(sink));
  for (size_t i = kept; i < lost; i++) {
    set_frame(f, i);
    assert_ok(pl_sink_write(sink, &f->frame));
  }
  assert_ok(pl_sink_suspend(sink)); /* more frames than we will say */
  options.resume_frames = kept;
  assert_ok(pl_sink_finish(write_frames(f, path, options, kept, frame_count)));
}
