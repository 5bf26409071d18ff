/* SPDX-License-Identifier: MIT
   pliant bench detail: a fine mesh put back on a coarse body that has moved, per frame that somebody looks at. The
   floor is reading all it needs and writing the result once, at the speed at which this machine copies memory. */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "command.h"
#include "mesh/detail/detail.h"
#include "pliant/make.h"

static const char help[] = "Times detail meshes: binding once, then putting the fine vertices back.\n"
                           "\n"
                           "  pliant bench detail\n"
                           "\n"
                           "Usage: pliant bench detail [options]\n"
                           "      --vertices N   of the fine mesh, 1000 to 500000 (default 100000)\n"
                           "      --coarse N     of the body, 1000 to 500000 (default 5407)\n"
                           "      --threads N    0, the default: one per core\n"
                           "      --json         for machines\n"
                           "  -h, --help\n";

typedef struct settings {
  uint32_t vertices, coarse;
  int threads;
  bool json;
} settings;

typedef struct subject {
  pl_mesh *coarse, *fine;
  pl_pool *pool;
  pl_detail_bond *bonds;
  pl_detail_report report;
  pl_normals normals; /* of the coarse surface */
  pl_normals shading; /* of the fine one */
  double *out;
} subject;

static void destroy(subject *s)
{
  pl_normals_free(&s->normals);
  pl_normals_free(&s->shading);
  pl_mesh_destroy(s->coarse);
  pl_mesh_destroy(s->fine);
  pl_pool_destroy(s->pool);
  pl_release(s->bonds);
  pl_release(s->out);
}

static pl_status create(const settings *w, subject *s)
{
  PL_TRY(pl_make_character(PL_CHARACTER_DINO, 1, w->coarse, &s->coarse));
  PL_TRY(pl_make_character(PL_CHARACTER_DINO, 1, w->vertices, &s->fine));
  PL_TRY(pl_pool_create(w->threads, NULL, NULL, &s->pool));
  pl_mesh_data coarse = pl_mesh_view(s->coarse), fine = pl_mesh_view(s->fine);
  s->bonds = PL_NEW(pl_detail_bond, fine.vertex_count);
  s->out = PL_NEW(double, 3 * fine.vertex_count);
  if (!s->bonds || !s->out) return PL_ERROR_MEMORY;
  PL_TRY(pl_normals_create(coarse.triangles, coarse.triangle_count, coarse.vertex_count, &s->normals));
  return pl_normals_create(fine.triangles, fine.triangle_count, fine.vertex_count, &s->shading);
}

static pl_status bind(subject *s)
{
  pl_mesh_data coarse = pl_mesh_view(s->coarse), fine = pl_mesh_view(s->fine);
  pl_detail_surface surface = {coarse.positions, coarse.vertex_count, coarse.triangles, coarse.triangle_count};
  return pl_detail_bind(&surface, fine.positions, fine.vertex_count, s->pool, s->bonds, &s->report);
}

static void put_back(subject *s)
{
  const double *x = pl_mesh_view(s->coarse).positions;
  pl_normals_update(&s->normals, x, s->pool);
  pl_detail_positions_of(s->bonds, s->report.vertex_count, x, &s->normals, s->pool, s->out);
}

static void shade(subject *s) { pl_normals_update(&s->shading, s->out, s->pool); }

/* What must move: bonds in, points out. */
static void move_bytes(subject *s)
{
  size_t points = 3 * s->report.vertex_count * sizeof(double);
  for (size_t done = 0; done + points <= s->report.vertex_count * sizeof *s->bonds; done += points)
    memcpy(s->out, (const char *)s->bonds + done, points);
}

/* Milliseconds, best of many. */
static double measure(void (*work)(subject *s), subject *s)
{
  double best = INFINITY, began = pl_seconds();
  for (int run = 0; run < 5 || pl_seconds() - began < 0.5; run++) {
    double start = pl_seconds();
    work(s);
    best = fmin(best, pl_seconds() - start);
  }
  return 1e3 * best;
}

static pl_status run(const settings *w, subject *s)
{
  PL_TRY(create(w, s));
  double start = pl_seconds();
  PL_TRY(bind(s));
  double binding = 1e3 * (pl_seconds() - start), back = measure(put_back, s), normals = measure(shade, s);
  double floor = measure(move_bytes, s), each = 1e6 * back / w->vertices;
  if (w->json) {
    printf("{\"bench\": \"detail\", \"vertices\": %u, \"coarse\": %u, \"threads\": %d, \"bind_ms\": %.3f, "
           "\"positions_ms\": %.4f, \"positions_ns_each\": %.2f, \"normals_ms\": %.4f, \"floor_ms\": %.4f, "
           "\"extended\": %zu, \"difference_m\": %.2g}\n",
           w->vertices, w->coarse, pl_pool_threads(s->pool), binding, back, each, normals, floor, s->report.extended,
           s->report.difference);
    return PL_OK;
  }
  printf("a fine mesh of %u vertices on a body of %u, %d threads, best of many runs\n", w->vertices, w->coarse,
         pl_pool_threads(s->pool));
  printf("  %-34s %9.2f ms   once; %zu extended, rest shape back within %.1e m\n", "binding", binding,
         s->report.extended, s->report.difference);
  printf("  %-34s %9.3f ms   %.1f ns per vertex\n", "positions, coarse normals included", back, each);
  printf("  %-34s %9.3f ms\n", "normals of the fine mesh", normals);
  printf("  %-34s %9.3f ms   positions take %.1f times as long\n", "floor: moving the bytes, one core", floor,
         back / floor);
  return PL_OK;
}

static bool parse_count(const char *text, uint32_t *out)
{
  char *end = NULL;
  long value = strtol(text, &end, 10);
  if (end == text || *end || value < 1000 || value > 500000) return false;
  *out = (uint32_t)value;
  return true;
}

int bench_detail(int argc, char **argv)
{
  static const struct option options[] = {
      {"vertices", required_argument, NULL, 'v'}, {"coarse", required_argument, NULL, 'c'},
      {"threads", required_argument, NULL, 't'},  {"json", no_argument, NULL, 'j'},
      {"help", no_argument, NULL, 'h'},           {NULL, 0, NULL, 0}};
  settings w = {.vertices = 100000, .coarse = 5407};
  for (int c; (c = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    bool fine = c != '?';
    if (c == 'v') fine = parse_count(optarg, &w.vertices);
    if (c == 'c') fine = parse_count(optarg, &w.coarse);
    if (c == 't') w.threads = atoi(optarg);
    if (c == 'j') w.json = true;
    if (c == 'h') {
      fputs(help, stdout);
      return EXIT_OK;
    }
    if (!fine || w.threads < 0 || w.threads > 64) {
      fprintf(stderr, "pliant bench detail: not a value for this option; --help shows them\n");
      return EXIT_USAGE;
    }
  }
  if (optind < argc) {
    fprintf(stderr, "pliant bench detail: did not expect '%s'; --help shows the options\n", argv[optind]);
    return EXIT_USAGE;
  }
  subject s = {0};
  pl_status status = run(&w, &s);
  destroy(&s);
  if (status == PL_OK) return EXIT_OK;
  fprintf(stderr, "pliant bench detail: %s\n", pl_last_error());
  return EXIT_FAILED;
}
