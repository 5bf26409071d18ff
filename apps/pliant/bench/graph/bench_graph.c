/* SPDX-License-Identifier: MIT
   pliant bench graph: what a step of the graph model costs, beside its own parts run alone and beside the time in which
   this machine can read the factor twice. */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bandwidth.h"
#include "base/isa.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "bench/graph/bench_graph.h"
#include "command.h"
#include "pliant/make.h"
#include "pliant/subspace.h"

static const char help[] =
    "Times steps of the graph model: rotations, right-hand side and solve alone, and the whole.\n"
    "\n"
    "  pliant bench graph --paper\n"
    "\n"
    "Usage: pliant bench graph [options]\n"
    "      --threads N  1 by default; 0: one per core\n"
    "      --seconds S  time to spend per row (default 1)\n"
    "      --json       for machines\n"
    "      --paper      the tables of Huang et al., row by row, with ours beside them\n"
    "      --row FIG    of these only the row of this figure (1, 2b, ... 9b, sect5)\n"
    "      --invariance what resolution, time step and size do to a clamped bar\n"
    "      --rotations-curve  propagated rotations: error against active nodes\n"
    "      --quick      with the last two: smaller bars, for a second\n"
    "  -h, --help\n"
    "\n"
    "Columns, in ms, the best of many: rotations (covariances and closest rotations), rhs (elastic forces),\n"
    "solve (three right-hand sides), step (all of pl_world_step); step/parts: step over the sum of the three;\n"
    "solve/floor: solve over reading the factor twice at the bandwidth measured in this run. In subspaces (12 modes,\n"
    "40 modes) rotations and right-hand side are one pass, solve finds coordinates and places the particles, and the\n"
    "floor is reading the basis once; faster: how much so than the full step of the row above; at most: what it would\n"
    "be if rotations cost nothing, which no choice of active nodes can beat. active: only these nodes are evaluated, "
    "from\n"
    "one choice to the next; step is the mean with the choice, error the farthest from all rotations in a second.\n";

typedef struct bench_case {
  const char *name;
  uint32_t counts[3];
  int neighbours;
  double laplacian;
  size_t modes;   /* > 0: in the subspace of so many */
  uint32_t reuse; /* > 0: only active rotations, chosen every so many steps */
  double threshold;
} bench_case;

static const bench_case cases[] = {
    {"bar, 6 neighbours", {41, 9, 9}, 6, 0, 0, 0, 0},
    {"bar, 6, 12 modes", {41, 9, 9}, 6, 0, 12, 0, 0},
    {"bar, 26 neighbours", {41, 9, 9}, 26, 0, 0, 0, 0},
    {"bar, 26, 12 modes", {41, 9, 9}, 26, 0, 12, 0, 0},
    {"bar, 26, 12, active", {41, 9, 9}, 26, 0, 12, 20, 1e-6},
    {"bar, 26, with Laplacian", {41, 9, 9}, 26, 1, 0, 0, 0},
    {"block, 6 neighbours", {43, 22, 15}, 6, 0, 0, 0, 0},
    {"block, 6, 40 modes", {43, 22, 15}, 6, 0, 40, 0, 0},
    {"block, 26 neighbours", {43, 22, 15}, 26, 0, 0, 0, 0},
    {"block, 26, 40 modes", {43, 22, 15}, 26, 0, 40, 0, 0},
    {"block, 26, 40, active", {43, 22, 15}, 26, 0, 40, 40, 1e-7},
};

typedef struct bench_row {
  size_t nodes;
  const char *precision;
  int refinements;
  double kappa;
  graph_times times;
  double factor_bytes, floor; /* bytes, s */
  double full_step;           /* s, of the same body with all its freedom; 0: this is it */
  double active, error; /* with active rotations alone: of all, and how far from all rotations, of the body's size */
} bench_row;

static pl_status reduce(pl_body *body, size_t modes)
{
  if (modes == 0) return PL_OK;
  double *basis = PL_NEW(double, pl_body_particle_count(body) * (modes + PL_SUBSPACE_ROTATIONS));
  size_t size = 0;
  pl_status status = basis ? pl_subspace_modes(body, modes, false, basis, &size, NULL) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = pl_body_set_subspace(body, basis, size);
  pl_release(basis);
  return status;
}

static pl_status measure(graph_subject *s, const graph_bench_options *options, bench_row *row)
{
  PL_TRY(graph_subject_steps(s, 20)); /* warm up, and let it move */
  PL_TRY(graph_subject_time(s, options->seconds, &row->times));
  row->nodes = s->body->count;
  row->precision = s->graph->matrix.precision == PL_PRECISION_FLOAT ? "float" : "double";
  row->refinements = s->graph->matrix.refinements;
  row->kappa = s->graph->matrix.kappa;
  row->factor_bytes = (double)pl_cholesky_describe(s->graph->matrix.factor).factor_bytes;
  if (pl_graph_is_reduced(s->graph)) { /* the basis takes the place of the factor */
    const pl_tall *basis = &s->graph->reduced.basis;
    row->factor_bytes = (double)(basis->rows * basis->columns * sizeof(double));
    row->precision = "double";
    row->refinements = 0;
  }
  double bandwidth = bench_read_bandwidth((size_t)row->factor_bytes, s->context.pool);
  int reads = pl_graph_is_condensed(s->graph) ? 1 : 2;
  row->floor = bandwidth > 0 ? reads * row->factor_bytes / bandwidth : NAN;
  return PL_OK;
}

/* Steps of a second, beside the same with all rotations: how many are active on average, and how far the two come
   apart. */
static pl_status compare(const bench_case *which, const pl_world_def *world, const pl_body_def *def, bench_row *row)
{
  enum { STEPS = 200 };
  graph_subject some, all = {0};
  pl_body_def plain = *def;
  plain.graph.rotations.mode = PL_ROTATIONS_FULL;
  pl_status status = graph_subject_make(world, def, &some);
  if (status == PL_OK) status = graph_subject_make(world, &plain, &all);
  if (status == PL_OK) status = reduce(some.body, which->modes);
  if (status == PL_OK) status = reduce(all.body, which->modes);
  for (int k = 0; k < STEPS && status == PL_OK; k++) {
    status = graph_subject_steps(&some, 1);
    if (status == PL_OK) status = graph_subject_steps(&all, 1);
    if (status != PL_OK) break;
    row->active += (double)pl_world_stats(some.world).rotations / (double)some.body->count / STEPS;
    row->error = fmax(row->error, graph_subject_distance(&some, &all));
  }
  graph_subject_free(&some);
  graph_subject_free(&all);
  return status;
}

/* Choosing costs as much as many steps: the mean from one choice to the next, of the best of either kind. */
static pl_status time_cycles(graph_subject *s, uint32_t reuse, double seconds, double *step)
{
  double choosing = INFINITY, keeping = INFINITY, begin = pl_seconds();
  PL_TRY(graph_subject_steps(s, 4 * (int)reuse)); /* choices are kept longer and longer at first */
  for (int round = 0; round < 3 * (int)reuse || pl_seconds() - begin < seconds; round++) {
    bool chooses = s->graph->propagation.steps_left[0] == 0;
    double start = pl_seconds();
    PL_TRY(graph_subject_steps(s, 1));
    double *best = chooses ? &choosing : &keeping;
    *best = fmin(*best, pl_seconds() - start);
  }
  *step = (choosing + (reuse - 1) * keeping) / reuse;
  return PL_OK;
}

/* A bar or block that hangs by its left face and swings. */
static pl_status run_case(const bench_case *which, const graph_bench_options *options, bench_row *row)
{
  pl_world_def world_def = pl_default_world_def();
  world_def.substeps = 1; /* as papers have it */
  world_def.threads = options->threads;
  graph_bar bar;
  pl_body_def def;
  PL_TRY(graph_bar_make(which->counts, pl_default_lattice_def().spacing, which->neighbours, &bar, &def));
  def.graph.youngs_modulus = 3e5;
  def.graph.iterations = 1; /* as the paper has it */
  def.graph.bending = PL_BENDING_EDGES;
  def.graph.laplacian = which->laplacian;
  if (which->reuse) {
    def.graph.rotations.mode = PL_ROTATIONS_PROPAGATED;
    def.graph.rotations.reuse = which->reuse;
    def.graph.rotations.threshold = which->threshold;
  }
  graph_subject s;
  pl_status status = graph_subject_make(&world_def, &def, &s);
  if (status == PL_OK) status = reduce(s.body, which->modes);
  if (status == PL_OK) status = measure(&s, options, row);
  if (status == PL_OK && which->reuse) {
    status = time_cycles(&s, which->reuse, options->seconds, &row->times.step);
    if (status == PL_OK) status = compare(which, &world_def, &def, row);
  }
  graph_subject_free(&s);
  graph_bar_free(&bar);
  return status;
}

/* ---- printing ---- */

static void print_header(const graph_bench_options *options, int threads)
{
  if (options->json)
    printf("{\"isa\": \"%s\", \"threads\": %d, \"rows\": [", pl_isa_name(pl_isa_best()), threads);
  else
    printf("Graph model, %s, %d thread%s, h = 5 ms, E = 0.3 MPa; ms, best of many\n\n"
           "%-24s %6s %6s %-9s %9s %7s %7s %7s %10s %9s %11s %7s %8s\n",
           pl_isa_name(pl_isa_best()), threads, threads == 1 ? "" : "s", "", "nodes", "kappa", "precision", "rotations",
           "rhs", "solve", "step", "step/parts", "factor MB", "solve/floor", "faster", "at most");
}

static void print_row(const bench_case *which, const bench_row *row, bool json, bool first)
{
  double parts = graph_parts(&row->times);
  if (json)
    printf(
        "%s\n{\"name\": \"%s\", \"nodes\": %zu, \"kappa\": %g, \"precision\": \"%s\", \"refinements\": %d, "
        "\"rotations_ms\": %g, \"rhs_ms\": %g, "
        "\"solve_ms\": %g, \"step_ms\": %g, \"step_over_parts\": %g, \"factor_bytes\": %.0f, \"solve_over_floor\": %g",
        first ? "" : ",", which->name, row->nodes, row->kappa, row->precision, row->refinements,
        1e3 * row->times.rotations, 1e3 * row->times.rhs, 1e3 * row->times.solve, 1e3 * row->times.step,
        row->times.step / parts, row->factor_bytes, row->times.solve / row->floor);
  else
    printf("%-24s %6zu %6.0f %-6s +%d %9.3f %7.3f %7.3f %7.3f %10.2f %9.2f %11.2f", which->name, row->nodes, row->kappa,
           row->precision, row->refinements, 1e3 * row->times.rotations, 1e3 * row->times.rhs, 1e3 * row->times.solve,
           1e3 * row->times.step, row->times.step / parts, row->factor_bytes / 1e6, row->times.solve / row->floor);
  /* no step that leaves out rotations could be faster than one that leaves out all of them */
  double faster = row->full_step / row->times.step, most = row->full_step / (row->times.step - row->times.rotations);
  if (json && row->full_step > 0)
    printf(", \"faster\": %g, \"faster_without_rotations\": %g", faster, most);
  else if (row->full_step > 0)
    printf(" %6.1fx %7.1fx", faster, most);
  if (json && which->reuse)
    printf(", \"active\": %g, \"error\": %g", row->active, row->error);
  else if (which->reuse)
    printf("  %.0f %% active, kept for %u steps: error %.2f %%", 100 * row->active, which->reuse, 100 * row->error);
  printf(json ? "}" : "\n");
  fflush(stdout);
}

static int bench_steps(const graph_bench_options *options)
{
  pl_pool *pool = NULL;
  if (pl_pool_create(options->threads, NULL, NULL, &pool) != PL_OK) {
    fprintf(stderr, "pliant bench graph: %s\n", pl_last_error());
    return EXIT_FAILED;
  }
  print_header(options, pl_pool_threads(pool));
  pl_pool_destroy(pool);
  double full_step = 0;
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    bench_row row = {.full_step = cases[k].modes ? full_step : 0};
    if (run_case(&cases[k], options, &row) != PL_OK) {
      fprintf(stderr, "pliant bench graph: %s: %s\n", cases[k].name, pl_last_error());
      return EXIT_FAILED;
    }
    if (cases[k].modes == 0) full_step = row.times.step;
    print_row(&cases[k], &row, options->json, k == 0);
  }
  if (options->json) printf("\n]}\n");
  return EXIT_OK;
}

typedef int (*bench_mode)(const graph_bench_options *options);

static int parse_options(int argc, char **argv, graph_bench_options *options, bench_mode *mode)
{
  static const struct option longs[] = {
      {"threads", required_argument, NULL, 't'}, {"seconds", required_argument, NULL, 's'},
      {"json", no_argument, NULL, 'j'},          {"quick", no_argument, NULL, 'q'},
      {"row", required_argument, NULL, 'r'},     {"paper", no_argument, NULL, 'p'},
      {"invariance", no_argument, NULL, 'i'},    {"rotations-curve", no_argument, NULL, 'c'},
      {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0}};
  optind = 1;
  for (int c; (c = getopt_long(argc, argv, "h", longs, NULL)) != -1;) {
    char *end = NULL;
    switch (c) {
    case 't':
      options->threads = (int)strtol(optarg, &end, 10);
      if (*end || options->threads < 0 || options->threads > 64) {
        fprintf(stderr, "pliant bench graph: --threads takes 0 to 64, got '%s'\n", optarg);
        return EXIT_USAGE;
      }
      break;
    case 's':
      options->seconds = strtod(optarg, &end);
      if (*end || !(options->seconds > 0 && options->seconds < 1000)) {
        fprintf(stderr, "pliant bench graph: --seconds takes a positive number, got '%s'\n", optarg);
        return EXIT_USAGE;
      }
      break;
    case 'j': options->json = true; break;
    case 'q': options->quick = true; break;
    case 'r': options->row = optarg; break;
    case 'p': *mode = bench_graph_paper; break;
    case 'i': *mode = bench_graph_invariance; break;
    case 'c': *mode = bench_graph_rotations; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: fprintf(stderr, "`pliant bench graph --help` lists the options\n"); return EXIT_USAGE;
    }
  }
  if (optind < argc) {
    fprintf(stderr, "pliant bench graph: '%s' is too much; it takes options only\n", argv[optind]);
    return EXIT_USAGE;
  }
  return -1;
}

int bench_graph(int argc, char **argv)
{
  graph_bench_options options = {.threads = 1, .seconds = 1};
  bench_mode mode = bench_steps;
  int done = parse_options(argc, argv, &options, &mode);
  return done >= 0 ? done : mode(&options);
}
