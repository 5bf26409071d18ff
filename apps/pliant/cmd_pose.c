/* SPDX-License-Identifier: MIT
   pliant pose: static modelling from the command line. */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/timer.h"
#include "bench/kernels/angles.h"
#include "command.h"
#include "own_files.h"
#include "pliant/io.h"
#include "pliant/pliant.h"

static const char help[] =
    "Puts a few vertices of a body where they should be and writes the shape that the body takes at rest.\n"
    "\n"
    "  pliant pose scenes/cage/fig6-modelling.json --handles scenes/cage/fig6-handles.txt -o posed.obj\n"
    "\n"
    "Usage: pliant pose SCENE --handles FILE -o OUT [options]\n"
    "      --handles FILE     a line per handle: VERTEX X Y Z (metres), or VERTEX by DX DY DZ from where it is at "
    "rest;\n"
    "                         # begins a comment\n"
    "  -o, --output OUT       the mesh to write: .obj, .ply or .stl\n"
    "      --body NAME        which body; without it, the first\n"
    "      --stiffness K      of the handles, N/m; without it, what the model takes for pins\n"
    "      --tolerance T      ends when no node moves by more than this part of the body's size (1e-6)\n"
    "      --iterations N     most solves (100)\n"
    "      --gravity          gravity acts\n"
    "  -h, --help\n"
    "\n"
    "Pins of the scene hold, too. The shape can be the start of a run: give the file's positions to the body.\n";

typedef struct pose_options {
  const char *scene, *handles, *output, *body;
  pl_statics_def def;
} pose_options;

static int report_error(const char *what)
{
  fprintf(stderr, "pliant pose: %s\n", what);
  return EXIT_FAILED;
}

/* One line of the file; 0: a comment, -1: nonsense. */
static int read_handle(const char *line, const double *rest, size_t count, pl_handle *out)
{
  unsigned long vertex = 0;
  double x, y, z;
  char rubbish;
  while (*line == ' ' || *line == '\t') line++;
  if (*line == 0 || *line == '#' || *line == '\n') return 0;
  bool by = strstr(line, " by ") != NULL;
  int got = by ? sscanf(line, "%lu by %lf %lf %lf %c", &vertex, &x, &y, &z, &rubbish)
               : sscanf(line, "%lu %lf %lf %lf %c", &vertex, &x, &y, &z, &rubbish);
  if ((got != 4 && !(got == 5 && rubbish == '#')) || vertex >= count) return -1;
  out->particle = (uint32_t)vertex;
  const double given[3] = {x, y, z};
  for (size_t c = 0; c < 3; c++) out->target[c] = given[c] + (by ? rest[3 * vertex + c] : 0);
  return 1;
}

static pl_handle *read_handles(const char *path, const pl_body *body, size_t *count)
{
  FILE *file = fopen(path, "r");
  if (!file) {
    fprintf(stderr, "pliant pose: %s cannot be opened\n", path);
    return NULL;
  }
  pl_handle *handles = NULL;
  size_t capacity = 0, line_number = 0;
  const double *rest = pl_body_rest(body).positions;
  char line[256];
  bool good = true;
  for (*count = 0; good && fgets(line, sizeof line, file);) {
    pl_handle handle;
    line_number++;
    int kind = read_handle(line, rest, pl_body_particle_count(body), &handle);
    good = kind >= 0 && (kind == 0 || pl_grow((void **)&handles, &capacity, *count + 1, sizeof *handles) == PL_OK);
    if (good && kind) handles[(*count)++] = handle;
    if (kind < 0)
      fprintf(stderr, "pliant pose: %s:%zu: expected VERTEX X Y Z or VERTEX by DX DY DZ with a vertex below %zu\n",
              path, line_number, pl_body_particle_count(body));
  }
  fclose(file);
  if (good && *count) return handles;
  if (good) fprintf(stderr, "pliant pose: %s has no handles\n", path);
  pl_release(handles);
  return NULL;
}

static pl_status save(const char *path, const pl_body *body)
{
  pl_mesh_data data = pl_body_rest(body);
  data.positions = pl_body_positions(body);
  pl_mesh *mesh = NULL;
  pl_status status = pl_mesh_create(&data, &mesh);
  if (status == PL_OK) status = pl_mesh_save(path, mesh);
  pl_mesh_destroy(mesh);
  return status;
}

static int pose(pose_options *options, pl_world *world)
{
  pl_body *body = options->body ? pl_world_body(world, options->body) : pl_world_body_at(world, 0);
  if (!body) return report_error(options->body ? "the scene has no body of that name" : "the scene has no body");
  pl_handle *handles = read_handles(options->handles, body, &options->def.handle_count);
  if (!handles) return EXIT_FAILED;
  options->def.handles = handles;
  pl_statics_report report;
  double start = pl_seconds();
  pl_status status = pl_body_settle(body, &options->def, &report);
  double seconds = pl_seconds() - start;
  if (status == PL_OK) status = save(options->output, body);
  pl_release(handles);
  if (status != PL_OK) return report_error(pl_last_error());
  char balance[96] = "";
  if (report.load > 0)
    snprintf(balance, sizeof balance, "%.2g of the load of %.3g N is not balanced; ", report.residual, report.load);
  printf("%s: %d solves, %.1f ms, %s (the last moved no node by more than %.2g m); handles are at most %.3g m off; "
         "energy %.6g J; %s"
         "angles of the surface change by %.2f degrees (rms)\n",
         options->output, report.iterations, 1e3 * seconds, report.converged ? "at rest" : "NOT at rest", report.moved,
         report.distance, report.energy, balance, surface_angles(body));
  return EXIT_OK;
}

static int run(pose_options *options)
{
  pl_scene *scene = NULL;
  pl_world *world = NULL;
  pl_status status = pl_scene_load(options->scene, &scene);
  if (status == PL_OK) status = pl_scene_world(scene, &world);
  int code = EXIT_FAILED;
  if (status != PL_OK)
    report_error(pl_last_error());
  else if (!would_replace("pose", options->output, options->handles) &&
           !would_replace_scene("pose", options->output, scene, NULL))
    code = pose(options, world);
  pl_world_destroy(world);
  pl_scene_destroy(scene);
  return code;
}

int command_pose(int argc, char **argv)
{
  enum { HANDLES = 256, BODY, STIFFNESS, TOLERANCE, ITERATIONS, GRAVITY };
  static const struct option options[] = {{"handles", required_argument, NULL, HANDLES},
                                          {"output", required_argument, NULL, 'o'},
                                          {"body", required_argument, NULL, BODY},
                                          {"stiffness", required_argument, NULL, STIFFNESS},
                                          {"tolerance", required_argument, NULL, TOLERANCE},
                                          {"iterations", required_argument, NULL, ITERATIONS},
                                          {"gravity", no_argument, NULL, GRAVITY},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  pose_options given = {.def = pl_default_statics_def()};
  for (int c; (c = getopt_long(argc, argv, "ho:", options, NULL)) != -1;) switch (c) {
    case HANDLES: given.handles = optarg; break;
    case 'o': given.output = optarg; break;
    case BODY: given.body = optarg; break;
    case STIFFNESS: given.def.stiffness = strtod(optarg, NULL); break;
    case TOLERANCE: given.def.tolerance = strtod(optarg, NULL); break;
    case ITERATIONS: given.def.iterations = (int)strtol(optarg, NULL, 10); break;
    case GRAVITY: given.def.gravity = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: fprintf(stderr, "`pliant pose --help` shows how\n"); return EXIT_USAGE;
    }
  if (argc - optind != 1 || !given.handles || !given.output) {
    fprintf(stderr, "pliant pose: needs a scene, --handles and --output; `pliant pose --help` shows how\n");
    return EXIT_USAGE;
  }
  given.scene = argv[optind];
  return run(&given);
}
