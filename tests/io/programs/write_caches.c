/* SPDX-License-Identifier: MIT
   write_caches FOLDER: every cache format of the same frames, and truth.json with the positions that other programs
   should find in them. */
#include "io/cache/cache_fixture.h"

enum { FRAMES = 12 };

static void must(pl_status status)
{
  if (status == PL_OK) return;
  fprintf(stderr, "write_caches: %s\n", pl_last_error());
  exit(1);
}

static void write_cache(cache_fixture *f, const char *folder, const char *name)
{
  char path[512];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  pl_sink *sink = NULL;
  must(pl_sink_open(path, NULL, &sink));
  for (size_t i = 0; i < FRAMES; i++) {
    set_frame(f, i);
    must(pl_sink_write(sink, &f->frame));
  }
  must(pl_sink_finish(sink));
}

static void write_numbers(FILE *stream, const char *name, const double *values, size_t count)
{
  fprintf(stream, "\"%s\": [", name);
  for (size_t i = 0; i < count; i++) fprintf(stream, "%s%.17g", i ? ", " : "", values[i]);
  fprintf(stream, "]");
}

static void write_truth(cache_fixture *f, const char *folder)
{
  char path[512];
  snprintf(path, sizeof path, "%s/truth.json", folder);
  FILE *stream = fopen(path, "w");
  if (!stream) exit(1);
  fprintf(stream, "{\"fps\": 60, \"inside\": %d, \"frames\": [", BAR_INSIDE);
  for (size_t i = 0; i < FRAMES; i++) {
    set_frame(f, i);
    fprintf(stream, "%s\n{\"time\": %.17g, ", i ? "," : "", f->frame.time);
    write_numbers(stream, "ball", f->ball_positions, 3 * BALL_VERTICES);
    fprintf(stream, ", ");
    write_numbers(stream, "bar", f->bar_positions, 3 * BAR_VERTICES);
    fprintf(stream, ", ");
    write_numbers(stream, "bar_velocities", f->bar_velocities, 3 * BAR_VERTICES);
    fprintf(stream, ", ");
    write_numbers(stream, "heat", f->heat, BAR_VERTICES);
    fprintf(stream, "}");
  }
  fprintf(stream, "]}\n");
  if (fclose(stream) != 0) exit(1);
}

int main(int argc, char **argv)
{
  void *state = NULL;
  if (argc != 2 || cache_setup(&state) != 0) return 1;
  cache_fixture *f = state;
  remove_folder(argv[1]);
  if (mkdir(argv[1], 0777) != 0) return 1;
  static const char *const names[] = {"run.glb", "run.pc2", "run.pvd", "run.obj", "run.ply"};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) write_cache(f, argv[1], names[i]);
  /* Curves and points, for the validator and for Blender. */
  f->bodies[0].rest.triangle_count = 0;
  f->bodies[1].rest.triangle_count = 0;
  write_cache(f, argv[1], "curves.glb");
  write_truth(f, argv[1]);
  return cache_teardown(&state);
}
