/* SPDX-License-Identifier: MIT
   pliant bench surface: what a step of the surface model with its volume kept costs, beside its stages run alone. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/isa.h"
#include "base/status.h"
#include "bench/surface/bench_surface.h"
#include "command.h"
#include "model/surface/surface.h"
#include "pliant/make.h"

static const char help[] =
    "Times steps of the surface model: matching, volume and flux alone, and the whole.\n"
    "\n"
    "  pliant bench surface --paper\n"
    "\n"
    "Usage: pliant bench surface [options]\n"
    "      --threads N   1 by default; 0: one per core\n"
    "      --seconds S   time to spend per measurement (default 1)\n"
    "      --json        for machines\n"
    "      --paper       the tables of Diziol et al., row by row, with ours beside them\n"
    "      --row NAME    of these only the scene of this name (armadillos, ducks, balls, squeezed), or sums\n"
    "      --invariance  what time step and resolution do to a sphere on the floor\n"
    "      --recovery    how a sphere finds back from flat, line, point, random and inside-out states\n"
    "      --quick       less of everything\n"
    "  -h, --help\n"
    "\n"
    "Columns, in ms, the best of many: matching (shape matching and damping), volume (weights and positions), flux\n"
    "(velocities), step (all of pl_world_step); step/parts: step over the sum of the three; bytes: memory of the "
    "model\n"
    "per particle.\n";

typedef struct bench_case {
  const char *name;
  pl_character who;
  uint32_t vertices;
  size_t count;
  int region;
  double alpha, beta, pull; /* as in Table 1 */
  pl_summation sums;
} bench_case;

static const bench_case cases[] = {
    {"6 armadillos", PL_CHARACTER_ARMADILLO, 5407, 6, 3, 0.1, 0.1, 0.9, PL_SUMMATION_AUTO},
    {"6 armadillos, paths", PL_CHARACTER_ARMADILLO, 5407, 6, 3, 0.1, 0.1, 0.9, PL_SUMMATION_PATHS},
    {"6 armadillos, direct", PL_CHARACTER_ARMADILLO, 5407, 6, 3, 0.1, 0.1, 0.9, PL_SUMMATION_DIRECT},
    {"1 armadillo", PL_CHARACTER_ARMADILLO, 5407, 1, 3, 0.1, 0.1, 0.9, PL_SUMMATION_AUTO},
    {"1 large armadillo", PL_CHARACTER_ARMADILLO, 32442, 1, 3, 0.1, 0.1, 0.9, PL_SUMMATION_AUTO},
};

typedef struct bench_row {
  size_t particles;
  surface_times times;
  double bytes; /* per particle */
} bench_row;

/* What the model holds and a step reads: regions, rest shapes, rotations. */
static double bytes_per_particle(const pl_surface *surface)
{
  const size_t floats = 4 + 1 + PL_SURFACE_REST + 3 + 1; /* place, share, region, turn, displaced */
  return (double)(floats * sizeof(float)) + (double)pl_regions_bytes(&surface->made.regions) / (double)surface->count;
}

static pl_status measure(const bench_case *of, const pl_mesh *mesh, const surface_bench_options *options,
                         bench_row *out)
{
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.mesh = mesh;
  def.surface.region = of->region;
  def.surface.pull = of->pull;
  def.surface.damping_part = 0.1;
  def.surface.sums = of->sums;
  def.volume.mode = PL_VOLUME_KEEP;
  def.volume.alpha = of->alpha;
  def.volume.beta = of->beta;
  pl_world *world = NULL;
  PL_TRY(surface_world_make(&def, of->count, options->threads, &world));
  out->particles = surface_world_particles(world);
  const pl_body *body = pl_world_body_at(world, 0);
  out->bytes = bytes_per_particle(body->view.data);
  pl_status status = surface_world_time(world, options->seconds, &out->times);
  pl_world_destroy(world);
  return status;
}

static void print_row(const bench_case *of, const bench_row *row, const surface_bench_options *options, bool first)
{
  const surface_times *t = &row->times;
  double parts = t->elasticity + t->volume + t->flux;
  if (options->json)
    printf("%s\n{\"name\": \"%s\", \"particles\": %zu, \"region\": %d, \"matching_ms\": %g, \"volume_ms\": %g, "
           "\"flux_ms\": %g, \"step_ms\": %g, \"step_over_parts\": %g, \"bytes_per_particle\": %g}",
           first ? "" : ",", of->name, row->particles, of->region, 1e3 * t->elasticity, 1e3 * t->volume, 1e3 * t->flux,
           1e3 * t->step, t->step / parts, row->bytes);
  else
    printf("%-22s %9zu %6d %8.3f %8.3f %8.3f %8.3f %10.2f %6.0f\n", of->name, row->particles, of->region,
           1e3 * t->elasticity, 1e3 * t->volume, 1e3 * t->flux, 1e3 * t->step, t->step / parts, row->bytes);
  fflush(stdout);
}

static pl_status run_case(const bench_case *of, const surface_bench_options *options, bool first)
{
  pl_mesh *mesh = NULL;
  bench_row row = {0};
  PL_TRY(pl_make_character(of->who, 1, options->quick ? 1500 : of->vertices, &mesh));
  pl_status status = measure(of, mesh, options, &row);
  pl_mesh_destroy(mesh);
  if (status == PL_OK) print_row(of, &row, options, first);
  return status;
}

static int bench_steps(const surface_bench_options *options)
{
  if (options->json)
    printf("{\"isa\": \"%s\", \"threads\": %d, \"rows\": [", pl_isa_name(pl_isa_best()), options->threads);
  else
    printf("Steps of the surface model: %s, threads %d; ms, best of many\n\n%-22s %9s %6s %8s %8s %8s %8s %10s %6s\n",
           pl_isa_name(pl_isa_best()), options->threads, "bodies", "particles", "region", "matching", "volume", "flux",
           "step", "step/parts", "bytes");
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
    if (run_case(&cases[k], options, k == 0) != PL_OK) {
      fprintf(stderr, "pliant bench surface: %s: %s\n", cases[k].name, pl_last_error());
      return EXIT_FAILED;
    }
  if (options->json) printf("\n]}\n");
  return EXIT_OK;
}

int bench_surface(int argc, char **argv)
{
  enum { THREADS = 1, SECONDS, JSON, PAPER, ROW, INVARIANCE, RECOVERY, QUICK };
  static const struct option long_options[] = {{"threads", required_argument, NULL, THREADS},
                                               {"seconds", required_argument, NULL, SECONDS},
                                               {"json", no_argument, NULL, JSON},
                                               {"paper", no_argument, NULL, PAPER},
                                               {"row", required_argument, NULL, ROW},
                                               {"invariance", no_argument, NULL, INVARIANCE},
                                               {"recovery", no_argument, NULL, RECOVERY},
                                               {"quick", no_argument, NULL, QUICK},
                                               {"help", no_argument, NULL, 'h'},
                                               {NULL, 0, NULL, 0}};
  surface_bench_options options = {.threads = 1, .seconds = 1};
  bool wrong = false;
  char *end = NULL;
  int (*mode)(const surface_bench_options *options) = bench_steps;
  for (int option; (option = getopt_long(argc, argv, "h", long_options, NULL)) != -1;) {
    switch (option) {
    case THREADS:
      options.threads = (int)strtol(optarg, &end, 10);
      wrong = wrong || end == optarg || *end;
      break;
    case SECONDS:
      options.seconds = strtod(optarg, &end);
      wrong = wrong || end == optarg || *end;
      break;
    case JSON: options.json = true; break;
    case PAPER: mode = bench_surface_paper; break;
    case ROW: options.row = optarg; break;
    case INVARIANCE: mode = bench_surface_invariance; break;
    case RECOVERY: mode = bench_surface_recovery; break;
    case QUICK: options.quick = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: fprintf(stderr, "`pliant bench surface --help` shows how\n"); return EXIT_USAGE;
    }
  }
  if (wrong || optind < argc || options.threads < 0 || options.threads > 64 ||
      !(options.seconds > 0 && options.seconds < 1000)) {
    fprintf(stderr, "pliant bench surface: --threads takes 0 to 64, --seconds a positive number, and nothing else is "
                    "taken; `pliant bench surface --help` shows how\n");
    return EXIT_USAGE;
  }
  return mode(&options);
}
