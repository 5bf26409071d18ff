/* SPDX-License-Identifier: MIT
   pliant subspace: bases that bodies of scenes can move in. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "command.h"
#include "own_files.h"
#include "progress.h"
#include "render/subspace_show.h"
#include "stop.h"

static const char help[] =
    "Makes the few functions that a body may move in, for the key \"subspace\" of scenes, and shows them.\n"
    "\n"
    "  pliant subspace record scenes/bar.json -o bar.plb --size 12\n"
    "  pliant subspace modes scenes/bar.json -o bar.plb --count 12\n"
    "  pliant subspace show scenes/bar.json --file bar.plb -o modes.png\n"
    "\n"
    "Usage: pliant subspace record SCENE -o FILE  run the scene with all its freedom; principal components of its "
    "shapes\n"
    "       pliant subspace modes SCENE -o FILE   the body's smoothest shapes\n"
    "       pliant subspace show SCENE -o PNG     a picture of each function\n"
    "  -o, --output FILE    .plb, of show .png\n"
    "      --body NAME      of which body (default: the first)\n"
    "      --every N        record: a shape every N steps (default: 32 of them)\n"
    "      --size R         record: at most R functions (default 12)\n"
    "      --count R        modes: how many (default 12)\n"
    "      --rotations B    yes: with four more, to turn and move as a whole; no (default: no if the body is pinned)\n"
    "      --file FILE      show: the functions of this file, not those that the scene names\n"
    "  -q, --quiet          no progress\n"
    "  -h, --help\n";

typedef enum rotations_choice { ROTATIONS_AUTO, ROTATIONS_YES, ROTATIONS_NO } rotations_choice;

typedef struct subspace_request {
  const char *input, *output, *body, *file;
  unsigned long every; /* steps; 0: so that there are SAMPLES shapes */
  unsigned long size;
  rotations_choice rotations;
  bool quiet;
} subspace_request;

enum { SAMPLES = 32 };

typedef struct subspace_work {
  const subspace_request *request;
  pl_scene *scene;
  pl_world *world;
  pl_body *body;
  double *basis;
  size_t size;
} subspace_work;

static pl_status load(subspace_work *w)
{
  const subspace_request *q = w->request;
  PL_TRY(pl_scene_load(q->input, &w->scene));
  PL_TRY(pl_scene_world(w->scene, &w->world));
  w->body = q->body ? pl_world_body(w->world, q->body) : pl_world_body_at(w->world, 0);
  return w->body ? PL_OK : pl_fail(PL_ERROR_ARGUMENT, "%s: there is no body '%s'", q->input, q->body ? q->body : "");
}

static bool wants_rotations(const subspace_work *w)
{
  if (w->request->rotations != ROTATIONS_AUTO) return w->request->rotations == ROTATIONS_YES;
  return pl_body_pin(w->body, 0).generation == 0;
}

static pl_status save(subspace_work *w)
{
  pl_mesh_data rest = pl_body_rest(w->body);
  PL_TRY(pl_subspace_save(w->request->output, &rest, w->basis, w->size));
  printf("%s: %zu functions for the %zu particles of body '%s'\n", w->request->output, w->size, rest.vertex_count,
         pl_body_name(w->body));
  return PL_OK;
}

static pl_status take_room(subspace_work *w, size_t size)
{
  w->basis = PL_NEW(double, pl_body_particle_count(w->body) * (size + PL_SUBSPACE_ROTATIONS));
  return w->basis ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status find_modes(subspace_work *w)
{
  PL_TRY(take_room(w, w->request->size));
  PL_TRY(pl_subspace_modes(w->body, w->request->size, wants_rotations(w), w->basis, &w->size, NULL));
  return save(w);
}

static pl_status run_and_sample(subspace_work *w, uint64_t steps, uint64_t every, double *samples)
{
  size_t row = 3 * pl_body_particle_count(w->body), taken = 0;
  progress bar = progress_start(w->request->quiet, 0, steps);
  pl_status status = PL_OK;
  for (uint64_t k = 1; k <= steps && status == PL_OK; k++) {
    status = stop_requested() ? pl_fail(PL_ERROR_INTERRUPTED, "stopped; nothing was written") : pl_world_step(w->world);
    if (status == PL_OK && k % every == 0)
      memcpy(samples + taken++ * row, pl_body_positions(w->body), row * sizeof(double));
    progress_show(&bar, k, pl_world_time(w->world));
  }
  progress_clear(&bar);
  return status;
}

static pl_status record(subspace_work *w)
{
  const subspace_request *q = w->request;
  uint64_t steps = pl_scene_step_count(w->scene), every = q->every;
  if (every == 0) every = steps >= SAMPLES ? steps / SAMPLES : 1;
  size_t count = (size_t)(steps / every);
  if (count == 0)
    return pl_fail(PL_ERROR_ARGUMENT, "%s: has %llu steps, fewer than one sample takes (--every %llu)", q->input,
                   (unsigned long long)steps, (unsigned long long)every);
  PL_TRY(take_room(w, q->size));
  PL_TRY(
      pl_body_set_subspace(w->body, NULL, 0)); /* the scene may already name one: it is the full motion that counts */
  double *samples = PL_NEW(double, 3 * pl_body_particle_count(w->body) * count);
  if (!samples) return PL_ERROR_MEMORY;
  pl_status status = run_and_sample(w, steps, every, samples);
  if (status == PL_OK)
    status = pl_subspace_components(w->body, samples, count, q->size, wants_rotations(w), w->basis, &w->size);
  pl_release(samples);
  if (status == PL_OK && w->size == 0)
    status = pl_fail(PL_ERROR_ARGUMENT, "%s: body '%s' does not move", q->input, pl_body_name(w->body));
  return status == PL_OK ? save(w) : status;
}

static pl_status show(subspace_work *w)
{
  const subspace_request *q = w->request;
  pl_mesh_data rest = pl_body_rest(w->body);
  if (q->file) {
    PL_TRY(pl_subspace_load(q->file, &rest, &w->basis, &w->size));
  } else {
    PL_TRY(pl_world_step(w->world)); /* what the scene says is done at the start of a step */
    w->size = pl_body_subspace_size(w->body);
    if (w->size == 0)
      return pl_fail(PL_ERROR_ARGUMENT, "%s: body '%s' has no subspace; name one with --file", q->input,
                     pl_body_name(w->body));
    PL_TRY(take_room(w, w->size));
    PL_TRY(pl_body_subspace(w->body, w->basis));
  }
  return subspace_show(w->body, w->basis, w->size, pl_body_name(w->body), q->output);
}

/* ---- command line ---- */

static int usage_error(const char *what, const char *value)
{
  fprintf(stderr, "pliant subspace: %s%s%s; `pliant subspace --help` shows how\n", what, value[0] ? ": " : "", value);
  return EXIT_USAGE;
}

static bool parse_count(const char *text, unsigned long *out)
{
  char *end = NULL;
  *out = strtoul(text, &end, 10);
  return end != text && !*end && text[0] != '-' && *out > 0 && *out < 1000000000;
}

static bool parse_option(int option, subspace_request *r)
{
  switch (option) {
  case 'o': r->output = optarg; return true;
  case 'b': r->body = optarg; return true;
  case 'f': r->file = optarg; return true;
  case 'e': return parse_count(optarg, &r->every);
  case 's': return parse_count(optarg, &r->size);
  case 'r':
    r->rotations = strcmp(optarg, "yes") == 0 ? ROTATIONS_YES : ROTATIONS_NO;
    return r->rotations == ROTATIONS_YES || strcmp(optarg, "no") == 0;
  default: r->quiet = true; return true;
  }
}

/* EXIT_OK to go on; -1: the help was shown. */
static int parse(int argc, char **argv, subspace_request *r)
{
  static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                          {"body", required_argument, NULL, 'b'},
                                          {"every", required_argument, NULL, 'e'},
                                          {"size", required_argument, NULL, 's'},
                                          {"count", required_argument, NULL, 's'},
                                          {"file", required_argument, NULL, 'f'},
                                          {"rotations", required_argument, NULL, 'r'},
                                          {"quiet", no_argument, NULL, 'q'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  optind = 1;
  for (int c; (c = getopt_long(argc, argv, "o:qh", options, NULL)) != -1;) {
    if (c == '?') return EXIT_USAGE; /* getopt has said why */
    if (c == 'h') {
      fputs(help, stdout);
      return -1;
    }
    if (!parse_option(c, r)) return usage_error("not a value for this option", optarg);
  }
  if (optind + 1 != argc) return usage_error("name one scene", "");
  r->input = argv[optind];
  return r->output ? EXIT_OK : usage_error("no output is given (-o FILE)", "");
}

static int run_part(pl_status (*part)(subspace_work *), const subspace_request *request)
{
  subspace_work w = {.request = request};
  pl_status status = load(&w);
  stop_listen();
  /* The body's own functions are made anew; those of others, and a picture in the place of any, are a slip. */
  const char *made = status == PL_OK && part != show ? pl_scene_subspace_file(w.scene, pl_body_name(w.body)) : NULL;
  bool refused = status == PL_OK && would_replace_scene("subspace", request->output, w.scene, made);
  if (status == PL_OK && !refused) status = part(&w);
  pl_release(w.basis);
  pl_world_destroy(w.world);
  pl_scene_destroy(w.scene);
  if (refused) return EXIT_FAILED;
  if (status == PL_OK && fflush(stdout) == 0) return EXIT_OK;
  fprintf(stderr, "pliant subspace: %s\n", pl_last_error());
  return status == PL_ERROR_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_FAILED;
}

int command_subspace(int argc, char **argv)
{
  static const struct {
    const char *name;
    pl_status (*run)(subspace_work *);
  } parts[] = {{"record", record}, {"modes", find_modes}, {"show", show}};
  if (argc < 2 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
    fputs(help, argc < 2 ? stderr : stdout);
    return argc < 2 ? EXIT_USAGE : EXIT_OK;
  }
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    if (strcmp(argv[1], parts[k].name) != 0) continue;
    subspace_request request = {.size = 12};
    int code = parse(argc - 1, argv + 1, &request);
    if (code != EXIT_OK) return code < 0 ? EXIT_OK : code;
    return run_part(parts[k].run, &request);
  }
  return usage_error("there is no part of that name", argv[1]);
}
