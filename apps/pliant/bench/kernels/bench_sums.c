/* SPDX-License-Identifier: MIT
   pliant bench sums: nanoseconds per particle for sums over regions of ω rings, directly and by paths, on surfaces and
   on a lattice. Prints the worst error beside each time, so that a fast wrong answer shows. */
#include "bench/kernels/bench_sums.h"

#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/timer.h"
#include "command.h"
#include "mesh/core/topology.h"
#include "model/surface/regions/region_sums.h"
#include "pliant/make.h"

static const char help[] =
    "Times sums over regions of 1 to 5 rings: every particle of a region added up (direct), and prefix\n"
    "sums over paths (Diziol et al.; on the lattice Rivers and James).\n"
    "\n"
    "  pliant bench sums\n"
    "\n"
    "Usage: pliant bench sums [options]\n"
    "      --width N     floats per particle: 4, 8, 12 (default) or 16\n"
    "      --threads N   (default 1; 0: one per core)\n"
    "      --quick       small meshes, few runs\n"
    "      --json        for machines\n"
    "  -h, --help\n";

enum { MOST_RINGS = 5 };

typedef struct bench_options {
  size_t width;
  int threads;
  bool quick, json;
} bench_options;

typedef struct workload {
  pl_regions regions;
  size_t width;
  float *values, *scratch, *sums;
} workload;

static void destroy(workload *w)
{
  pl_regions_release(&w->regions);
  pl_release(w->values);
  pl_release(w->scratch);
  pl_release(w->sums);
}

/* Uniform in [-1, 1), the same on every machine. */
static float random_unit(uint64_t *state)
{
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (float)(*state >> 40) * 0x1p-23f - 1.0f;
}

static pl_status create(workload *w, const pl_mesh_data *mesh, uint32_t rings, pl_sums_method method)
{
  pl_region_setup setup = {.count = mesh->vertex_count,
                           .positions = mesh->positions,
                           .edges = mesh->edges,
                           .edge_count = mesh->edge_count,
                           .rings = rings,
                           .method = method};
  uint32_t *edges = NULL;
  pl_status status = PL_OK;
  if (!mesh->edge_count) {
    status = pl_mesh_edges_from_triangles(mesh->triangles, mesh->triangle_count, mesh->vertex_count, &edges,
                                          &setup.edge_count);
    setup.edges = edges;
  }
  if (status == PL_OK) status = pl_regions_create(&setup, &w->regions);
  pl_release(edges);
  if (status != PL_OK) return status;
  size_t numbers = w->regions.count * w->width;
  w->values = PL_NEW(float, numbers);
  w->scratch = PL_NEW(float, pl_region_sums_scratch(&w->regions, w->width));
  w->sums = PL_NEW(float, numbers);
  if (!w->values || !w->scratch || !w->sums) return PL_ERROR_MEMORY;
  uint64_t seed = 1;
  for (size_t i = 0; i < numbers; i++) w->values[i] = random_unit(&seed);
  return PL_OK;
}

/* Every hundredth region is added up in double. */
static double worst_error(const workload *w)
{
  double worst = 0;
  for (size_t i = 0; i < w->regions.count; i += 100)
    for (size_t k = 0; k < w->width; k++) {
      double sum = 0;
      for (uint32_t s = w->regions.start[i]; s < w->regions.start[i + 1]; s++)
        for (uint32_t j = w->regions.intervals[s].lo; j < w->regions.intervals[s].hi; j++)
          sum += (double)w->values[w->width * j + k];
      double error = fabs((double)w->sums[w->width * i + k] - sum) / sqrt(w->regions.size[i]);
      if (!(error <= worst)) worst = error;
    }
  return worst;
}

static void describe(const workload *w, sums_timing *out)
{
  const pl_regions *regions = &w->regions;
  double members = 0, n = (double)regions->count, differences = 0;
  for (size_t i = 0; i < regions->count; i++) members += regions->size[i];
  size_t pairs = (regions->count + 1) / 2;
  if (regions->chain_count) differences = regions->sums.start[pairs];
  for (size_t c = 0; c < regions->chain_count; c++)
    differences += regions->chains[c].items.start[regions->chains[c].items.count];
  out->method = regions->method;
  out->particles = regions->count;
  out->size = members / n;
  out->intervals = (regions->chain_count ? differences : regions->start[regions->count]) / n;
  out->bytes = (double)pl_regions_bytes(regions) / n;
  out->error = worst_error(w);
}

pl_status bench_sums_measure(const pl_mesh_data *mesh, uint32_t rings, pl_sums_method method, size_t width,
                             double seconds, pl_pool *pool, sums_timing *out)
{
  workload w = {.width = width};
  *out = (sums_timing){.nanoseconds = INFINITY};
  pl_status status = create(&w, mesh, rings, method);
  if (status == PL_OK) {
    double began = pl_seconds();
    for (int run = 0; run < 5 || pl_seconds() - began < seconds; run++) {
      double start = pl_seconds();
      pl_region_sums(&w.regions, w.values, width, w.scratch, w.sums, pool);
      out->nanoseconds = fmin(out->nanoseconds, (pl_seconds() - start) * 1e9 / (double)w.regions.count);
    }
    describe(&w, out);
  }
  destroy(&w);
  return status;
}

/* What is summed over: as large as the paper's cases. */
static const char *const subjects[] = {"icosphere", "dino", "lattice"};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

static pl_status make_subject(size_t which, bool quick, pl_mesh **out)
{
  pl_lattice_def lattice = pl_default_lattice_def();
  for (int axis = 0; axis < 3; axis++) lattice.counts[axis] = quick ? 9 : 31;
  switch (which) {
  case 0: return pl_make_icosphere(1.0, quick ? 10 : 57, out);
  case 1: return pl_make_character(PL_CHARACTER_DINO, 1.0, quick ? 1000 : 32442, out);
  default: return pl_make_lattice(&lattice, out);
  }
}

static void print_row(const char *subject, uint32_t rings, const sums_timing *t, bool json, bool first)
{
  const char *method = t->method == PL_SUMS_PATHS ? "paths" : "direct";
  if (json)
    printf("%s\n  {\"subject\": \"%s\", \"particles\": %zu, \"rings\": %u, \"method\": \"%s\", \"size\": %.2f, "
           "\"intervals\": %.2f, \"ns\": %.2f, \"bytes\": %.0f, \"error\": %.2g}",
           first ? "" : ",", subject, t->particles, rings, method, t->size, t->intervals, t->nanoseconds, t->bytes,
           t->error);
  else
    printf("%-10s %9zu %5u  %-7s %8.1f %10.2f %8.2f %8.0f %10.1e\n", subject, t->particles, rings, method, t->size,
           t->intervals, t->nanoseconds, t->bytes, t->error);
}

static pl_status run_subject(size_t which, const bench_options *options, pl_pool *pool)
{
  pl_mesh *mesh = NULL;
  pl_status status = make_subject(which, options->quick, &mesh);
  if (status != PL_OK) return status;
  pl_mesh_data data = pl_mesh_view(mesh);
  for (uint32_t rings = 1; status == PL_OK && rings <= MOST_RINGS; rings++)
    for (int method = PL_SUMS_DIRECT; status == PL_OK && method <= PL_SUMS_PATHS; method++) {
      sums_timing timing;
      status = bench_sums_measure(&data, rings, (pl_sums_method)method, options->width, options->quick ? 0.0 : 0.2,
                                  pool, &timing);
      if (status == PL_OK)
        print_row(subjects[which], rings, &timing, options->json, which + (size_t)method + rings == 2);
    }
  pl_mesh_destroy(mesh);
  return status;
}

static int run_all(const bench_options *options)
{
  pl_pool *pool = NULL;
  pl_status status = pl_pool_create(options->threads, NULL, NULL, &pool);
  if (status == PL_OK && options->json)
    printf("{\"bench\": \"sums\", \"width\": %zu, \"threads\": %d, \"rows\": [", options->width, pl_pool_threads(pool));
  else if (status == PL_OK)
    printf(
        "sums of %zu floats over regions, %d thread%s, best of many runs\n%-10s %9s %5s  %-7s %8s %10s %8s %8s %10s\n",
        options->width, pl_pool_threads(pool), pl_pool_threads(pool) == 1 ? "" : "s", "subject", "particles", "rings",
        "method", "size", "intervals", "ns each", "bytes", "worst");
  for (size_t s = 0; status == PL_OK && s < SUBJECTS; s++) status = run_subject(s, options, pool);
  if (status == PL_OK && options->json) printf("\n]}\n");
  pl_pool_destroy(pool);
  if (status == PL_OK) return EXIT_OK;
  fprintf(stderr, "pliant bench sums: %s\n", pl_last_error());
  return EXIT_FAILED;
}

static bool parse_number(const char *text, long low, long high, long *out)
{
  char *end = NULL;
  *out = strtol(text, &end, 10);
  return end != text && !*end && *out >= low && *out <= high;
}

int bench_sums(int argc, char **argv)
{
  static const struct option known[] = {
      {"width", required_argument, NULL, 'w'}, {"threads", required_argument, NULL, 't'},
      {"quick", no_argument, NULL, 'q'},       {"json", no_argument, NULL, 'j'},
      {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
  bench_options options = {.width = 12, .threads = 1};
  for (int c; (c = getopt_long(argc, argv, "h", known, NULL)) != -1;) {
    long number;
    switch (c) {
    case 'w':
      if (!parse_number(optarg, 4, 16, &number) || number % 4) {
        fprintf(stderr, "pliant bench sums: --width takes 4, 8, 12 or 16, got '%s'\n", optarg);
        return EXIT_USAGE;
      }
      options.width = (size_t)number;
      break;
    case 't':
      if (!parse_number(optarg, 0, 64, &number)) {
        fprintf(stderr, "pliant bench sums: --threads takes a number from 0 to 64, got '%s'\n", optarg);
        return EXIT_USAGE;
      }
      options.threads = (int)number;
      break;
    case 'q': options.quick = true; break;
    case 'j': options.json = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: return EXIT_USAGE;
    }
  }
  if (optind < argc) {
    fprintf(stderr, "pliant bench sums: did not expect '%s'; --help shows the options\n", argv[optind]);
    return EXIT_USAGE;
  }
  return run_all(&options);
}
