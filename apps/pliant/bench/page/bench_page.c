/* SPDX-License-Identifier: MIT
   pliant bench page: what the program does for a page. Steps of five scenes, one thread, with the instructions of
   PLIANT_ISA (the browser's are beside them in `make bench-page`); and frames of a ball of 8,000, 32,000 and 1,000,000
   vertices: how long one takes to be put into a message, and how large it is. */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "cache/formats/text.h"
#include "command.h"
#include "engine.h"
#include "pliant/io.h"
#include "run/gallery.h"

static const char help[] = "Times what `pliant view` does: steps of five scenes, and frames on their way to a page.\n"
                           "\n"
                           "  pliant bench page\n"
                           "  PLIANT_ISA=baseline pliant bench page\n"
                           "\n"
                           "Usage: pliant bench page [options]\n"
                           "      --steps        only the steps\n"
                           "      --frames       only the frames\n"
                           "      --json         for machines\n"
                           "  -h, --help\n";

typedef struct settings {
  bool steps, frames, json;
} settings;

enum { WARM_STEPS = 20 };

static const double seconds_each = 1.5; /* of measuring, per scene */

static const char *const scenes[] = {"bar", "surface/drop", "cage/fig5-head", "continuum/flag", "matter/hex-melts"};

/* --- steps --- */

/* The best of many: others use the machine, too. */
static pl_status time_steps(pl_world *world, double *best)
{
  for (int i = 0; i < WARM_STEPS; i++) PL_TRY(pl_world_step(world));
  *best = INFINITY;
  for (double begun = pl_seconds(); pl_seconds() - begun < seconds_each;) {
    double start = pl_seconds();
    PL_TRY(pl_world_step(world));
    *best = fmin(*best, pl_seconds() - start);
  }
  return PL_OK;
}

static pl_status time_scene(const char *folder, const char *name, const settings *w)
{
  char *path = pl_text("%s/%s.json", folder, name);
  if (!path) return PL_ERROR_MEMORY;
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  double best = 0;
  pl_status status = pl_scene_load(path, &scene);
  pl_release(path);
  if (status == PL_OK) status = pl_scene_set_threads(scene, 1);
  if (status == PL_OK) status = pl_scene_world(scene, &world);
  if (status == PL_OK) status = time_steps(world, &best);
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  PL_TRY(status);
  if (w->json)
    printf("{\"bench\": \"page\", \"scene\": \"%s\", \"isa\": \"%s\", \"step_ms\": %.4f}\n", name,
           pl_isa_name(pl_isa_best()), 1e3 * best);
  else
    printf("  %-20s %9.3f ms\n", name, 1e3 * best);
  return PL_OK;
}

static pl_status time_all_steps(const settings *w)
{
  char folder[GALLERY_PATH_SIZE];
  if (!find_gallery(folder)) return pl_fail(PL_ERROR_FILE, "the scenes that come with the program are not here");
  if (!w->json) printf("steps, one thread, %s, the best of many\n", pl_isa_name(pl_isa_best()));
  for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++) PL_TRY(time_scene(folder, scenes[i], w));
  return PL_OK;
}

/* --- frames --- */

static pl_status say(engine *e, engine_client *client, uint32_t tag, const void *data, size_t size)
{
  block_writer to = {0};
  block_message(&to);
  block_begin(&to, tag);
  block_put(&to, data, size);
  block_end(&to);
  pl_status status = engine_message(e, client, true, to.bytes.data, to.bytes.size);
  block_free(&to);
  return status;
}

/* One frame and its acknowledgement. What is measured only asks for another colouring, so that nothing is simulated. */
static pl_status write_frame(engine *e, engine_client *client, bool exact, block_writer *to, double *seconds)
{
  const uint32_t wanted[4] = {0, 0, exact, 0};
  PL_TRY(say(e, client, BLOCK_TAG('w', 'a', 'n', 't'), wanted, sizeof wanted));
  double start = pl_seconds();
  PL_TRY(engine_write(e, client, to));
  *seconds = pl_seconds() - start;
  uint32_t number = client->sent;
  return say(e, client, BLOCK_TAG('a', 'c', 'k', 'n'), &number, sizeof number);
}

static pl_status time_frames(engine *e, bool exact, const settings *w)
{
  engine_client client = engine_join(e);
  block_writer to = {0};
  double best = INFINITY, seconds = 0;
  pl_status status = write_frame(e, &client, exact, &to, &seconds); /* with the topology */
  size_t first = to.bytes.size;
  for (double begun = pl_seconds(); status == PL_OK && pl_seconds() - begun < seconds_each;) {
    status = write_frame(e, &client, exact, &to, &seconds);
    best = fmin(best, seconds);
  }
  size_t bytes = to.bytes.size, vertices = pl_body_particle_count(pl_world_body_at(engine_world(e), 0));
  block_free(&to);
  PL_TRY(status);
  if (w->json)
    printf("{\"bench\": \"page\", \"vertices\": %zu, \"exact\": %s, \"first_bytes\": %zu, \"frame_bytes\": %zu, "
           "\"frame_ms\": %.4f}\n",
           vertices, exact ? "true" : "false", first, bytes, 1e3 * best);
  else
    printf("  %9zu vertices, %-7s %11zu bytes  %8.3f ms   %7.0f frames/s; first %zu bytes\n", vertices,
           exact ? "float" : "16 bits", bytes, 1e3 * best, 1 / best, first);
  return PL_OK;
}

static pl_status time_ball(int cuts, const settings *w)
{
  char *text = pl_text("{ \"pliant\": 1, \"bodies\": [ { \"mesh\": { \"icosphere\": { \"cuts\": %d } }, "
                       "\"model\": { \"surface\": { \"region\": 1 } } } ] }",
                       cuts);
  if (!text) return PL_ERROR_MEMORY;
  const engine_options options = {.tape_bytes = 1, .threads = 1, .confined = true};
  engine *e = NULL;
  pl_status status = engine_create(&options, &e);
  if (status == PL_OK) status = engine_open(e, "ball.json", text, strlen(text));
  pl_release(text);
  if (status == PL_OK) status = time_frames(e, false, w);
  if (status == PL_OK) status = time_frames(e, true, w);
  engine_destroy(e);
  return status;
}

static pl_status time_all_frames(const settings *w)
{
  static const int cuts[] = {28, 57, 316}; /* 10 cuts^2 + 2 vertices */
  if (!w->json) printf("frames put into messages, signals and all, the best of many\n");
  for (size_t i = 0; i < sizeof cuts / sizeof *cuts; i++) PL_TRY(time_ball(cuts[i], w));
  return PL_OK;
}

/* --- the command --- */

int bench_page(int argc, char **argv)
{
  static const struct option options[] = {{"steps", no_argument, NULL, 's'},
                                          {"frames", no_argument, NULL, 'f'},
                                          {"json", no_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  settings w = {0};
  for (int c; (c = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    switch (c) {
    case 's': w.steps = true; break;
    case 'f': w.frames = true; break;
    case 'j': w.json = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: fprintf(stderr, "pliant bench page: --help shows the options\n"); return EXIT_USAGE;
    }
  }
  if (optind < argc) {
    fprintf(stderr, "pliant bench page: did not expect '%s'; --help shows the options\n", argv[optind]);
    return EXIT_USAGE;
  }
  pl_status status = PL_OK;
  if (!w.frames || w.steps) status = time_all_steps(&w);
  if (status == PL_OK && (!w.steps || w.frames)) status = time_all_frames(&w);
  if (status == PL_OK) return EXIT_OK;
  fprintf(stderr, "pliant bench page: %s\n", pl_last_error());
  return EXIT_FAILED;
}
