/* SPDX-License-Identifier: MIT
   pliant render: a picture of a mesh, or pictures and videos of a scene. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command.h"
#include "render/render_scene.h"

static const char help[] =
    "Makes pictures and videos without a display.\n"
    "\n"
    "  pliant render scenes/bar.json -o bar.mp4\n"
    "  pliant render scenes/bar.json -o bar.png --time 0.5\n"
    "  pliant render duck.obj -o duck.png\n"
    "\n"
    "Usage: pliant render SCENE.json|MESH -o FILE [options]\n"
    "  -o, --output FILE        .png: of a mesh its picture, of a scene a contact sheet or, with --time, a still;\n"
    "                           .mp4: a video of a scene (needs the program ffmpeg)\n"
    "      --time S             a still of the scene at this time, s\n"
    "      --strobe S           the still shows bodies also at time 0 and every S seconds from then on\n"
    "      --sheet              a contact sheet (the default for .png)\n"
    "      --tiles N            pictures on a contact sheet (default 12)\n"
    "      --duration S         so many seconds instead of the scene's duration\n"
    "      --fps N              frames per second instead of the scene's\n"
    "\n"
    "Looks\n"
    "      --width N            pixels (default 1280, of videos 854, of tiles 480)\n"
    "      --height N           pixels (default 720, of videos 480, of tiles 270)\n"
    "      --quality Q          draft (default for videos), good (default else) or best\n"
    "      --camera EYE TARGET FOV\n"
    "                           look from EYE to TARGET (each x,y,z in m) with a vertical angle of FOV degrees;\n"
    "                           default: everything is in view, from the front right\n"
    "      --color NAME         by velocity, or by a field of that name\n"
    "      --arrows S           a dot at the middle of every body and an arrow as far as it goes in S seconds\n"
    "      --springs            grabs, as lines to where they pull\n"
    "      --ground Y           height of the ground, m (default: the lowest point, or the scene's planes)\n"
    "      --no-ground          no ground\n"
    "      --caption            time and volume error on a still, too (sheets and videos have them)\n"
    "      --no-detail          bodies by their own meshes, not by the fine ones they carry\n"
    "      --threads N          0, the default: one per core. The pixels do not depend on it\n"
    "  -q, --quiet              no progress\n"
    "  -h, --help\n";

static int usage_error(const char *what, const char *value)
{
  fprintf(stderr, "pliant render: %s%s%s; `pliant render --help` shows how\n", what, value[0] ? ": " : "", value);
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

static bool parse_double(const char *text, double low, double *out)
{
  char *end = NULL;
  *out = strtod(text, &end);
  return end != text && !*end && isfinite(*out) && *out >= low;
}

static bool parse_point(const char *text, double out[3])
{
  int used = 0;
  return sscanf(text, "%lf,%lf,%lf%n", &out[0], &out[1], &out[2], &used) == 3 && text[used] == 0 &&
         isfinite(out[0] + out[1] + out[2]);
}

static bool parse_quality(const char *text, render_request *r)
{
  static const char *const names[] = {"draft", "good", "best"};
  for (int i = 0; i < 3; i++)
    if (strcmp(text, names[i]) == 0) {
      r->picture.quality = (pl_quality)(PL_QUALITY_DRAFT + i);
      r->has_quality = true;
    }
  return r->has_quality;
}

/* --camera takes three words; getopt gives the first, the others follow in argv. */
static bool parse_camera(const char *eye, int argc, char **argv, render_request *r)
{
  if (optind + 1 >= argc) return false;
  r->camera = (pl_camera){.up = {0, 1, 0}};
  r->has_camera = parse_point(eye, r->camera.eye) && parse_point(argv[optind], r->camera.target) &&
                  parse_double(argv[optind + 1], 0.01, &r->camera.fov);
  optind += 2;
  return r->has_camera;
}

enum {
  OPTION_TIME = 256,
  OPTION_STROBE,
  OPTION_ARROWS,
  OPTION_SPRINGS,
  OPTION_SHEET,
  OPTION_TILES,
  OPTION_DURATION,
  OPTION_FPS,
  OPTION_WIDTH,
  OPTION_HEIGHT,
  OPTION_QUALITY,
  OPTION_CAMERA,
  OPTION_COLOR,
  OPTION_GROUND,
  OPTION_NO_GROUND,
  OPTION_NO_DETAIL,
  OPTION_CAPTION,
  OPTION_THREADS
};

static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                        {"time", required_argument, NULL, OPTION_TIME},
                                        {"strobe", required_argument, NULL, OPTION_STROBE},
                                        {"arrows", required_argument, NULL, OPTION_ARROWS},
                                        {"springs", no_argument, NULL, OPTION_SPRINGS},
                                        {"sheet", no_argument, NULL, OPTION_SHEET},
                                        {"tiles", required_argument, NULL, OPTION_TILES},
                                        {"duration", required_argument, NULL, OPTION_DURATION},
                                        {"fps", required_argument, NULL, OPTION_FPS},
                                        {"width", required_argument, NULL, OPTION_WIDTH},
                                        {"height", required_argument, NULL, OPTION_HEIGHT},
                                        {"quality", required_argument, NULL, OPTION_QUALITY},
                                        {"camera", required_argument, NULL, OPTION_CAMERA},
                                        {"color", required_argument, NULL, OPTION_COLOR},
                                        {"ground", required_argument, NULL, OPTION_GROUND},
                                        {"no-ground", no_argument, NULL, OPTION_NO_GROUND},
                                        {"caption", no_argument, NULL, OPTION_CAPTION},
                                        {"no-detail", no_argument, NULL, OPTION_NO_DETAIL},
                                        {"threads", required_argument, NULL, OPTION_THREADS},
                                        {"quiet", no_argument, NULL, 'q'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};

static bool parse_option(int option, int argc, char **argv, render_request *r)
{
  switch (option) {
  case 'o': r->output = optarg; return true;
  case 'q': return r->quiet = true;
  case OPTION_TIME: return r->has_time = parse_double(optarg, 0, &r->time);
  case OPTION_STROBE: return parse_double(optarg, 1e-6, &r->strobe);
  case OPTION_ARROWS: return parse_double(optarg, 0, &r->picture.arrows);
  case OPTION_SPRINGS: return r->picture.springs = true;
  case OPTION_SHEET: return true;
  case OPTION_TILES: return parse_int(optarg, 1, 400, &r->tiles);
  case OPTION_DURATION: return parse_double(optarg, 1e-9, &r->duration);
  case OPTION_FPS: return parse_double(optarg, 1e-6, &r->fps);
  case OPTION_WIDTH: return parse_int(optarg, 16, 16384, &r->picture.width);
  case OPTION_HEIGHT: return parse_int(optarg, 16, 16384, &r->picture.height);
  case OPTION_QUALITY: return parse_quality(optarg, r);
  case OPTION_CAMERA: return parse_camera(optarg, argc, argv, r);
  case OPTION_COLOR: r->picture.color = optarg; return true;
  case OPTION_GROUND: return parse_double(optarg, -INFINITY, &r->picture.ground);
  case OPTION_NO_GROUND: r->picture.ground = -INFINITY; return true;
  case OPTION_CAPTION: return r->picture.caption = true;
  case OPTION_NO_DETAIL: return r->no_detail = true;
  default: return parse_int(optarg, 0, 64, &r->picture.threads);
  }
}

/* EXIT_OK to go on; -1: the help was shown. */
static int parse(int argc, char **argv, render_request *r)
{
  int c;
  while ((c = getopt_long(argc, argv, "o:qh", options, NULL)) != -1) {
    if (c == '?') return EXIT_USAGE; /* getopt has said why */
    if (c == 'h') {
      fputs(help, stdout);
      return -1;
    }
    if (!parse_option(c, argc, argv, r)) return usage_error("not a value for this option", optarg);
  }
  if (optind + 1 != argc)
    return usage_error(optind < argc ? "only one scene or mesh can be drawn" : "no scene or mesh is given", "");
  r->input = argv[optind];
  if (!r->output) return usage_error("no output is given (-o FILE)", "");
  if (r->strobe > 0 && !r->has_time) return usage_error("--strobe is of a still: say --time S, too", "");
  return EXIT_OK;
}

static bool ends_with(const char *path, const char *extension)
{
  size_t a = strlen(path), b = strlen(extension);
  return a > b && strcasecmp(path + a - b, extension) == 0;
}

static pl_status render_mesh(const render_request *r)
{
  pl_mesh *mesh = NULL;
  pl_status status = pl_mesh_load(r->input, &mesh, NULL);
  if (status != PL_OK) return status;
  pl_mesh_data data = pl_mesh_view(mesh);
  pl_frame_body body = {.name = r->input, .rest = data, .positions = data.positions};
  pl_frame frame = {.bodies = &body, .body_count = 1};
  pl_render_options picture = r->picture;
  if (!picture.width) picture.width = 1280;
  if (!picture.height) picture.height = 720;
  pl_image image = {0};
  status = pl_render_frame(&frame, r->has_camera ? &r->camera : NULL, &picture, &image);
  if (status == PL_OK) status = pl_image_write_png(&image, r->output);
  pl_image_free(&image);
  pl_mesh_destroy(mesh);
  return status;
}

int command_render(int argc, char **argv)
{
  render_request r = {.picture = pl_default_render_options(), .tiles = pl_default_sink_options().tiles};
  r.picture.width = r.picture.height = 0;
  int code = parse(argc, argv, &r);
  if (code != EXIT_OK) return code < 0 ? EXIT_OK : code;
  bool scene = ends_with(r.input, ".json"), png = ends_with(r.output, ".png");
  if (!png && !(scene && !r.has_time && ends_with(r.output, ".mp4")))
    return usage_error(scene && !r.has_time ? "the output must end in .png or .mp4" : "the output must end in .png",
                       r.output);
  pl_status status = scene ? render_scene(&r) : render_mesh(&r);
  if (status == PL_OK) return EXIT_OK;
  fprintf(stderr, "pliant render: %s\n", pl_last_error());
  return status == PL_ERROR_INTERRUPTED ? EXIT_INTERRUPTED : EXIT_FAILED;
}
