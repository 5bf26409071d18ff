/* SPDX-License-Identifier: MIT
   pliant bench distance: grids of signed distances, which meshes are met through as obstacles: how long one takes to
   make, and what a question costs, beside asking the triangles themselves. */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "command.h"
#include "math/vec3.h"
#include "mesh/query/distance_grid.h"
#include "pliant/make.h"

static const char help[] =
    "Times grids of signed distances: making one, asking it anywhere and at the surface.\n"
    "\n"
    "  pliant bench distance\n"
    "\n"
    "Usage: pliant bench distance [options]\n"
    "      --vertices N   of one armadillo, 1500 to 500000 (default: 2000, 10000 and 50000)\n"
    "      --spacing S    of the grid, m; the armadillo is 1 m high (default: 1/64 of its longest side)\n"
    "      --threads N    that make the grid; 0, the default: one per core\n"
    "      --json         for machines\n"
    "  -h, --help\n";

enum { QUESTIONS = 20000 };

typedef struct settings {
  uint32_t vertices;
  double spacing;
  int threads;
  bool json;
} settings;

typedef struct subject {
  pl_mesh *mesh;
  pl_pool *pool;
  pl_distance_grid *grid;
  double *anywhere, *near; /* points, 3 each */
  double sum;              /* of the answers, so that they are needed */
} subject;

static void destroy(subject *s)
{
  pl_distance_grid_destroy(s->grid);
  pl_mesh_destroy(s->mesh);
  pl_pool_destroy(s->pool);
  pl_release(s->anywhere);
  pl_release(s->near);
}

/* In [0, 1), the same on every machine. */
static double next(uint32_t *state)
{
  *state = *state * 1664525u + 1013904223u;
  return (double)(*state >> 8) / (1 << 24);
}

/* Half of the points anywhere in the grid, half within half a spacing of vertices, where contacts are. */
static pl_status place_points(subject *s)
{
  pl_mesh_data mesh = pl_mesh_view(s->mesh);
  const pl_distance_grid *grid = s->grid;
  s->anywhere = PL_NEW(double, 3 * QUESTIONS);
  s->near = PL_NEW(double, 3 * QUESTIONS);
  if (!s->anywhere || !s->near) return PL_ERROR_MEMORY;
  uint32_t state = 1;
  for (size_t i = 0; i < QUESTIONS; i++) {
    size_t vertex = (size_t)(next(&state) * (double)mesh.vertex_count);
    for (size_t c = 0; c < 3; c++) {
      s->anywhere[3 * i + c] = grid->origin[c] + next(&state) * grid->spacing * (grid->counts[c] - 1);
      s->near[3 * i + c] = mesh.positions[3 * vertex + c] + (next(&state) - 0.5) * grid->spacing;
    }
  }
  return PL_OK;
}

static void ask_anywhere(subject *s)
{
  double normal[3];
  for (size_t i = 0; i < QUESTIONS; i++) s->sum += pl_distance_grid_at(s->grid, s->anywhere + 3 * i, normal);
}

static void ask_near(subject *s)
{
  double normal[3];
  for (size_t i = 0; i < QUESTIONS; i++) s->sum += pl_distance_grid_at(s->grid, s->near + 3 * i, normal);
}

static void ask_triangles(subject *s)
{
  double normal[3];
  for (size_t i = 0; i < QUESTIONS; i++) s->sum += pl_solid_distance(&s->grid->solid, s->near + 3 * i, normal);
}

/* Nanoseconds per question, best of many. */
static double measure(void (*work)(subject *s), subject *s)
{
  double best = INFINITY, began = pl_seconds();
  for (int run = 0; run < 3 || pl_seconds() - began < 0.3; run++) {
    double start = pl_seconds();
    work(s);
    best = fmin(best, pl_seconds() - start);
  }
  return 1e9 * best / QUESTIONS;
}

/* Milliseconds, best of three; the last grid stays. */
static pl_status make(const settings *w, subject *s, double *best)
{
  pl_mesh_data mesh = pl_mesh_view(s->mesh);
  *best = INFINITY;
  for (int run = 0; run < 3; run++) {
    pl_distance_grid_destroy(s->grid);
    s->grid = NULL;
    double start = pl_seconds();
    PL_TRY(pl_distance_grid_create(&mesh, w->spacing, 0, s->pool, &s->grid));
    *best = fmin(*best, 1e3 * (pl_seconds() - start));
  }
  return PL_OK;
}

static pl_status run(const settings *w, uint32_t vertices, subject *s)
{
  double made;
  PL_TRY(pl_make_character(PL_CHARACTER_ARMADILLO, 1, vertices, &s->mesh));
  PL_TRY(pl_pool_create(w->threads, NULL, NULL, &s->pool));
  PL_TRY(make(w, s, &made));
  PL_TRY(place_points(s));
  double anywhere = measure(ask_anywhere, s), near = measure(ask_near, s), triangles = measure(ask_triangles, s);
  const pl_distance_grid *grid = s->grid;
  size_t count = pl_mesh_view(s->mesh).triangle_count;
  size_t nodes = (size_t)grid->counts[0] * grid->counts[1] * grid->counts[2];
  if (w->json)
    printf("{\"bench\": \"distance\", \"triangles\": %zu, \"nodes\": %zu, \"spacing_m\": %.5g, \"exact_cells\": %zu, "
           "\"threads\": %d, \"make_ms\": %.2f, \"anywhere_ns\": %.1f, \"near_ns\": %.1f, \"triangles_ns\": %.1f}\n",
           count, nodes, grid->spacing, grid->exact_count, pl_pool_threads(s->pool), made, anywhere, near, triangles);
  else
    printf("  %9zu %9zu %9.4f %9zu %11.1f %11.1f %11.1f %11.1f\n", count, nodes, grid->spacing, grid->exact_count, made,
           anywhere, near, triangles);
  return isfinite(s->sum) ? PL_OK : pl_fail(PL_ERROR_DIVERGED, "a distance is not a number");
}

static pl_status run_all(const settings *w)
{
  const uint32_t sizes[] = {2000, 10000, 50000};
  size_t count = w->vertices ? 1 : sizeof sizes / sizeof *sizes;
  if (!w->json)
    printf("an armadillo of 1 m as an obstacle, best of many runs, a question with its normal on one core\n"
           "  triangles     nodes   spacing     exact     make it    anywhere  at surface   triangles\n"
           "                                m     cells          ms          ns          ns          ns\n");
  for (size_t k = 0; k < count; k++) {
    subject s = {0};
    pl_status status = run(w, w->vertices ? w->vertices : sizes[k], &s);
    destroy(&s);
    PL_TRY(status);
  }
  return PL_OK;
}

static bool parse_number(const char *text, double low, double high, double *out)
{
  char *end = NULL;
  double value = strtod(text, &end);
  if (end == text || *end || !(value >= low && value <= high)) return false;
  *out = value;
  return true;
}

static bool read_option(int option, const char *text, settings *w)
{
  double value = 0;
  switch (option) {
  case 'v':
    if (!parse_number(text, 1500, 500000, &value)) return false;
    w->vertices = (uint32_t)value;
    return true;
  case 's': return parse_number(text, 1e-6, 10, &w->spacing);
  case 't':
    if (!parse_number(text, 0, 64, &value)) return false;
    w->threads = (int)value;
    return true;
  case 'j': w->json = true; return true;
  default: return false;
  }
}

int bench_distance(int argc, char **argv)
{
  static const struct option options[] = {
      {"vertices", required_argument, NULL, 'v'}, {"spacing", required_argument, NULL, 's'},
      {"threads", required_argument, NULL, 't'},  {"json", no_argument, NULL, 'j'},
      {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0}};
  settings w = {0};
  for (int c; (c = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    if (c == 'h') {
      fputs(help, stdout);
      return EXIT_OK;
    }
    if (!read_option(c, optarg, &w)) {
      fprintf(stderr, "pliant bench distance: not a value for this option; --help shows them\n");
      return EXIT_USAGE;
    }
  }
  if (optind < argc) {
    fprintf(stderr, "pliant bench distance: did not expect '%s'; --help shows the options\n", argv[optind]);
    return EXIT_USAGE;
  }
  if (run_all(&w) == PL_OK) return EXIT_OK;
  fprintf(stderr, "pliant bench distance: %s\n", pl_last_error());
  return EXIT_FAILED;
}
