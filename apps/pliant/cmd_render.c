/* SPDX-License-Identifier: MIT
   pliant render: a picture of a mesh, or pictures and videos of a scene. */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "pliant/io.h"

typedef struct request {
  const char *input, *output;
  pl_render_options picture;
  bool has_camera;
  pl_camera camera;
} request;

static const char help[] =
    "Makes pictures without a display.\n"
    "\n"
    "  pliant render duck.obj -o duck.png\n"
    "\n"
    "Usage: pliant render MESH -o FILE.png [options]\n"
    "  -o, --output FILE        where to put the picture\n"
    "      --width N            pixels (default 1280)\n"
    "      --height N           pixels (default 720)\n"
    "      --quality Q          draft, good (default) or best\n"
    "      --camera EYE TARGET FOV\n"
    "                           look from EYE to TARGET (each x,y,z in m) with a vertical angle of FOV degrees;\n"
    "                           default: everything is in view, from the front right\n"
    "      --no-ground          no ground\n"
    "      --threads N          default: one per core\n"
    "  -h, --help\n";

static int usage_error(const char *format, const char *value)
{
  fprintf(stderr, "pliant render: ");
  fprintf(stderr, format, value);
  fprintf(stderr, "; `pliant render --help` shows how\n");
  return EXIT_USAGE;
}

static bool parse_int(const char *text, int low, int high, int *out)
{
  char *end = NULL;
  long value = strtol(text, &end, 10);
  if (end == text || *end || value < low || value > high) return false;
  *out = (int)value;
  return true;
}

static bool parse_double(const char *text, double *out)
{
  char *end = NULL;
  *out = strtod(text, &end);
  return end != text && !*end && isfinite(*out);
}

static bool parse_point(const char *text, double out[3])
{
  int used = 0;
  return sscanf(text, "%lf,%lf,%lf%n", &out[0], &out[1], &out[2], &used) == 3 && text[used] == 0 &&
         isfinite(out[0] + out[1] + out[2]);
}

static bool parse_quality(const char *text, pl_quality *out)
{
  static const char *const names[] = {"draft", "good", "best"};
  for (int i = 0; i < 3; i++)
    if (strcmp(text, names[i]) == 0) {
      *out = (pl_quality)(PL_QUALITY_DRAFT + i);
      return true;
    }
  return false;
}

/* --camera takes three words; getopt gives the first, the others follow in argv. */
static bool parse_camera(const char *eye, int argc, char **argv, request *r)
{
  if (optind + 1 >= argc) return false;
  r->camera = (pl_camera){.up = {0, 1, 0}};
  r->has_camera = parse_point(eye, r->camera.eye) && parse_point(argv[optind], r->camera.target) &&
                  parse_double(argv[optind + 1], &r->camera.fov);
  optind += 2;
  return r->has_camera;
}

enum { OPTION_WIDTH = 256, OPTION_HEIGHT, OPTION_QUALITY, OPTION_CAMERA, OPTION_NO_GROUND, OPTION_THREADS };

static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                        {"width", required_argument, NULL, OPTION_WIDTH},
                                        {"height", required_argument, NULL, OPTION_HEIGHT},
                                        {"quality", required_argument, NULL, OPTION_QUALITY},
                                        {"camera", required_argument, NULL, OPTION_CAMERA},
                                        {"no-ground", no_argument, NULL, OPTION_NO_GROUND},
                                        {"threads", required_argument, NULL, OPTION_THREADS},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};

/* EXIT_OK to go on; -1: the help was shown. */
static int parse(int argc, char **argv, request *r)
{
  int c;
  while ((c = getopt_long(argc, argv, "o:h", options, NULL)) != -1) {
    bool ok = true;
    switch (c) {
    case 'o': r->output = optarg; break;
    case 'h': fputs(help, stdout); return -1;
    case OPTION_WIDTH: ok = parse_int(optarg, 16, 16384, &r->picture.width); break;
    case OPTION_HEIGHT: ok = parse_int(optarg, 16, 16384, &r->picture.height); break;
    case OPTION_QUALITY: ok = parse_quality(optarg, &r->picture.quality); break;
    case OPTION_CAMERA: ok = parse_camera(optarg, argc, argv, r); break;
    case OPTION_NO_GROUND: r->picture.ground = -INFINITY; break;
    case OPTION_THREADS: ok = parse_int(optarg, 1, 64, &r->picture.threads); break;
    default: return EXIT_USAGE; /* getopt has said why */
    }
    if (!ok) return usage_error("'%s' is not a value for this option", optarg);
  }
  if (optind + 1 != argc) return usage_error("%s", optind < argc ? "only one input can be drawn" : "no input is given");
  r->input = argv[optind];
  if (!r->output) return usage_error("%s", "no output is given (-o FILE)");
  return EXIT_OK;
}

static int failed(void)
{
  fprintf(stderr, "pliant render: %s\n", pl_last_error());
  return EXIT_FAILED;
}

static int render_mesh(const request *r)
{
  pl_mesh *mesh = NULL;
  if (pl_mesh_load(r->input, &mesh, NULL) != PL_OK) return failed();
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_frame_body body = {.name = r->input, .rest = data, .positions = data.positions};
  pl_frame frame = {.bodies = &body, .body_count = 1};
  pl_image image = {0};
  pl_status status = pl_render_frame(&frame, r->has_camera ? &r->camera : NULL, &r->picture, &image);
  if (status == PL_OK) status = pl_image_write_png(&image, r->output);
  pl_image_free(&image);
  pl_mesh_destroy(mesh);
  return status == PL_OK ? EXIT_OK : failed();
}

int command_render(int argc, char **argv)
{
  request r = {.picture = pl_default_render_options()};
  int code = parse(argc, argv, &r);
  if (code != EXIT_OK) return code < 0 ? EXIT_OK : code;
  return render_mesh(&r);
}
