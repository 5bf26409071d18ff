/* SPDX-License-Identifier: MIT */
#include "run/run_options.h"

#include <errno.h>
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cache/formats/text.h"
#include "command.h"

static const char help[] =
    "Simulates a scene and writes what comes out.\n"
    "\n"
    "  pliant run scenes/bar.json -o bar.glb -o bar.mp4\n"
    "\n"
    "Usage: pliant run SCENE [options]\n"
    "  -o, --output FILE        write frames; the extension says how, and there may be several:\n"
    "                             .glb  one file for browsers and Blender      .obj .ply  numbered files\n"
    "                             .pc2  exact, for Blender, with a script      .png  a contact sheet\n"
    "                             .pvd  for ParaView, with velocities, fields  .mp4  a video\n"
    "      --steps N            so many time steps instead of the scene's duration\n"
    "      --duration S         so many seconds instead of the scene's duration\n"
    "      --substeps N         small steps in every time step instead of the scene's; 0: as many as it takes\n"
    "      --fps N              frames per second instead of the scene's\n"
    "      --threads N          0, the default: one per core. Results do not depend on it\n"
    "      --size WxH           pixels of videos and of the tiles of contact sheets\n"
    "      --tiles N            pictures on a contact sheet (default 12)\n"
    "      --quality Q          draft (default for videos), good (default for contact sheets) or best\n"
    "      --overwrite-input    an output may replace a file that the scene is made of\n"
    "      --no-detail          bodies by their own meshes, not by the fine ones they carry\n"
    "\n"
    "Numbers\n"
    "      --signals FILE.csv   per step: energies, momenta, volume, contact forces, residual, time per stage\n"
    "      --contacts FILE.csv  per step: who touches whom, with which forces, how deep; what begins and ends\n"
    "      --state N,N,...      exact positions and velocities after these steps (0: the start), as JSON\n"
    "      --state-file FILE    where to (default: the scene's name with .state.json, in this folder)\n"
    "      --hash               print a fingerprint of the state after every step\n"
    "      --angles             print at the end how much the angles of each surface have changed, rms\n"
    "\n"
    "Interruptions\n"
    "      --resume             continue a run that was interrupted; same scene, same options, same result\n"
    "      --restart            start again from the beginning and drop the checkpoint of an interrupted run\n"
    "      --checkpoint FILE    what --resume needs (default: the first output's name with .checkpoint)\n"
    "      --checkpoint-every N write it every N steps (default: every 30 seconds)\n"
    "  -q, --quiet              no progress\n"
    "  -v, --verbose            how long each stage of a step took, on average\n"
    "  -h, --help\n";

enum {
  OPTION_STEPS = 256,
  OPTION_DURATION,
  OPTION_SUBSTEPS,
  OPTION_FPS,
  OPTION_THREADS,
  OPTION_SIZE,
  OPTION_TILES,
  OPTION_QUALITY,
  OPTION_NO_DETAIL,
  OPTION_SIGNALS,
  OPTION_CONTACTS,
  OPTION_STATE,
  OPTION_STATE_FILE,
  OPTION_HASH,
  OPTION_ANGLES,
  OPTION_RESUME,
  OPTION_RESTART,
  OPTION_OVERWRITE_INPUT,
  OPTION_CHECKPOINT,
  OPTION_CHECKPOINT_EVERY
};

static const struct option long_options[] = {{"output", required_argument, NULL, 'o'},
                                             {"steps", required_argument, NULL, OPTION_STEPS},
                                             {"duration", required_argument, NULL, OPTION_DURATION},
                                             {"substeps", required_argument, NULL, OPTION_SUBSTEPS},
                                             {"fps", required_argument, NULL, OPTION_FPS},
                                             {"threads", required_argument, NULL, OPTION_THREADS},
                                             {"size", required_argument, NULL, OPTION_SIZE},
                                             {"tiles", required_argument, NULL, OPTION_TILES},
                                             {"quality", required_argument, NULL, OPTION_QUALITY},
                                             {"no-detail", no_argument, NULL, OPTION_NO_DETAIL},
                                             {"signals", required_argument, NULL, OPTION_SIGNALS},
                                             {"contacts", required_argument, NULL, OPTION_CONTACTS},
                                             {"state", required_argument, NULL, OPTION_STATE},
                                             {"state-file", required_argument, NULL, OPTION_STATE_FILE},
                                             {"hash", no_argument, NULL, OPTION_HASH},
                                             {"angles", no_argument, NULL, OPTION_ANGLES},
                                             {"resume", no_argument, NULL, OPTION_RESUME},
                                             {"restart", no_argument, NULL, OPTION_RESTART},
                                             {"overwrite-input", no_argument, NULL, OPTION_OVERWRITE_INPUT},
                                             {"checkpoint", required_argument, NULL, OPTION_CHECKPOINT},
                                             {"checkpoint-every", required_argument, NULL, OPTION_CHECKPOINT_EVERY},
                                             {"quiet", no_argument, NULL, 'q'},
                                             {"verbose", no_argument, NULL, 'v'},
                                             {"help", no_argument, NULL, 'h'},
                                             {NULL, 0, NULL, 0}};

static bool read_count(const char *text, uint64_t low, uint64_t high, const char **end, uint64_t *out)
{
  if (*text < '0' || *text > '9') return false; /* strtoull takes signs and spaces */
  errno = 0;
  char *stop = NULL;
  unsigned long long value = strtoull(text, &stop, 10);
  *end = stop;
  *out = value;
  return errno == 0 && value >= low && value <= high;
}

static bool parse_count(const char *text, uint64_t low, uint64_t high, uint64_t *out)
{
  const char *end = text;
  return read_count(text, low, high, &end, out) && !*end;
}

static bool parse_int(const char *text, int low, int high, int *out)
{
  uint64_t value = 0;
  if (!parse_count(text, (uint64_t)low, (uint64_t)high, &value)) return false;
  *out = (int)value;
  return true;
}

static bool parse_number(const char *text, double low, double *out)
{
  char *end = NULL;
  *out = strtod(text, &end);
  return end != text && !*end && isfinite(*out) && *out >= low;
}

static bool parse_size(const char *text, run_options *o)
{
  uint64_t width = 0, height = 0;
  const char *end = text;
  if (!read_count(text, 16, 16384, &end, &width) || *end != 'x' || !parse_count(end + 1, 16, 16384, &height))
    return false;
  o->width = (int)width;
  o->height = (int)height;
  return true;
}

static bool parse_quality(const char *text, pl_quality *out)
{
  static const char *const names[] = {"draft", "good", "best"};
  for (int i = 0; i < 3; i++)
    if (strcmp(text, names[i]) == 0) *out = (pl_quality)(PL_QUALITY_DRAFT + i);
  return *out != 0;
}

static int compare_steps(const void *a, const void *b)
{
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return left < right ? -1 : left > right;
}

/* "1,10,100", in any order, twice if need be. */
static bool parse_states(const char *text, run_options *o)
{
  size_t capacity = 1;
  for (const char *c = text; *c; c++) capacity += *c == ',';
  uint64_t *steps = PL_NEW(uint64_t, o->state_count + capacity);
  if (!steps) return false;
  if (o->state_count) memcpy(steps, o->states, o->state_count * sizeof *steps);
  pl_release(o->states);
  o->states = steps;
  const char *end = text;
  for (bool more = true; more; text = end + 1) {
    if (!read_count(text, 0, UINT64_MAX / 2, &end, &steps[o->state_count])) return false;
    o->state_count++;
    if (*end && *end != ',') return false;
    more = *end == ',';
  }
  qsort(steps, o->state_count, sizeof *steps, compare_steps);
  size_t kept = 0;
  for (size_t i = 0; i < o->state_count; i++)
    if (i == 0 || steps[i] != steps[kept - 1]) steps[kept++] = steps[i];
  o->state_count = kept;
  return true;
}

static bool add_output(const char *path, run_options *o)
{
  const char **outputs = PL_NEW(const char *, o->output_count + 1);
  if (!outputs) return false;
  if (o->output_count) memcpy(outputs, o->outputs, o->output_count * sizeof *outputs);
  pl_release(o->outputs);
  o->outputs = outputs;
  o->outputs[o->output_count++] = path;
  return true;
}

static bool set_text(char **to, const char *text)
{
  pl_release(*to);
  *to = pl_text("%s", text);
  return *to != NULL;
}

static bool take(int option, const char *value, run_options *o)
{
  switch (option) {
  case 'o': return add_output(value, o);
  case 'q': return o->quiet = true;
  case 'v': return o->verbose = true;
  case OPTION_NO_DETAIL: return o->no_detail = true;
  case OPTION_HASH: return o->hash = true;
  case OPTION_ANGLES: return o->angles = true;
  case OPTION_RESUME: return o->resume = true;
  case OPTION_RESTART: return o->restart = true;
  case OPTION_OVERWRITE_INPUT: return o->overwrite_input = true;
  case OPTION_STEPS: return o->has_steps = parse_count(value, 0, UINT64_MAX / 2, &o->steps);
  case OPTION_DURATION: return o->has_duration = parse_number(value, 0, &o->duration);
  case OPTION_SUBSTEPS: return o->has_substeps = parse_int(value, 0, 100, &o->substeps);
  case OPTION_FPS: return o->has_fps = parse_number(value, 1e-6, &o->fps);
  case OPTION_THREADS: return o->has_threads = parse_int(value, 0, 64, &o->threads);
  case OPTION_SIZE: return parse_size(value, o);
  case OPTION_TILES: return parse_int(value, 1, 400, &o->tiles);
  case OPTION_QUALITY: return parse_quality(value, &o->quality);
  case OPTION_SIGNALS: o->signals = value; return true;
  case OPTION_CONTACTS: o->contacts = value; return true;
  case OPTION_STATE: return parse_states(value, o);
  case OPTION_STATE_FILE: return set_text(&o->state_file, value);
  case OPTION_CHECKPOINT: return set_text(&o->checkpoint_file, value);
  case OPTION_CHECKPOINT_EVERY: return parse_count(value, 1, UINT64_MAX / 2, &o->checkpoint_every);
  default: return false;
  }
}

static int wrong(const char *what)
{
  fprintf(stderr, "pliant run: %s; `pliant run --help` shows how\n", what);
  return EXIT_USAGE;
}

static const char *name_of(int option)
{
  for (const struct option *o = long_options; o->name; o++)
    if (o->val == option) return o->name;
  return "?";
}

/* Two files of one name would be written over each other. */
static bool has_duplicates(const run_options *o)
{
  for (size_t i = 0; i < o->output_count; i++)
    for (size_t j = 0; j < i; j++)
      if (strcmp(o->outputs[i], o->outputs[j]) == 0) return true;
  return false;
}

/* Names that follow from others. */
static int complete(run_options *o)
{
  bool fine = true;
  if (o->state_count && !o->state_file) {
    char *stem = pl_path_stem(o->scene);
    o->state_file = stem ? pl_text("%s.state.json", stem) : NULL;
    fine = o->state_file != NULL;
    pl_release(stem);
  }
  const char *first = o->output_count ? o->outputs[0]
                      : o->signals    ? o->signals
                      : o->contacts   ? o->contacts
                                      : o->state_file;
  if (!o->checkpoint_file && first) fine = fine && (o->checkpoint_file = pl_text("%s.checkpoint", first)) != NULL;
  if (!fine) {
    fprintf(stderr, "pliant run: out of memory\n");
    return EXIT_FAILED;
  }
  if (o->state_file && !o->state_count) return wrong("--state-file needs --state");
  if (o->has_steps && o->has_duration) return wrong("--steps and --duration cannot both be given");
  if (has_duplicates(o)) return wrong("the same output is given twice");
  if (o->resume && o->restart) return wrong("--resume and --restart cannot both be given");
  if (o->resume && !o->checkpoint_file)
    return wrong("--resume needs the outputs of the interrupted run, or --checkpoint");
  if (o->checkpoint_every && !o->checkpoint_file) return wrong("--checkpoint-every needs an output or --checkpoint");
  return EXIT_OK;
}

int run_options_parse(int argc, char **argv, run_options *o)
{
  *o = (run_options){0};
  for (int c; (c = getopt_long(argc, argv, "o:qvh", long_options, NULL)) != -1;) {
    if (c == 'h') {
      fputs(help, stdout);
      return -1;
    }
    if (c == '?') return wrong("unknown option"); /* getopt has said which */
    if (take(c, optarg, o)) continue;
    fprintf(stderr, "pliant run: --%s: '%s' is not a value for it; `pliant run --help` shows how\n", name_of(c),
            optarg);
    return EXIT_USAGE;
  }
  if (optind == argc) return wrong("no scene is given");
  if (optind + 1 != argc) return wrong("only one scene can be run");
  o->scene = argv[optind];
  return complete(o);
}

void run_options_free(run_options *o)
{
  pl_release(o->outputs);
  pl_release(o->states);
  pl_release(o->state_file);
  pl_release(o->checkpoint_file);
  *o = (run_options){0};
}
