/* SPDX-License-Identifier: MIT
   The other numbers of pliant bench cage: cost over quadrature points with the line through it, the matrix beside
   DSYRK, particles that follow. */
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "bench/cage/bench_cage.h"
#include "clock.h"
#include "model/cage/cage.h"
#include "world/world.h"

/* ---- cost over quadrature points ---- */

enum { SIZES = 5, FEWEST = 100 };

typedef struct sweep {
  double points[SIZES], milliseconds[SIZES];
} sweep;

/* The line a + b × points of least relative error, and how far off it is at worst. */
static void print_line(const char *name, const sweep *s)
{
  double w = 0, x = 0, y = 0, xx = 0, xy = 0, worst = 0;
  for (int k = 0; k < SIZES; k++) {
    double weight = 1 / (s->milliseconds[k] * s->milliseconds[k]);
    w += weight;
    x += weight * s->points[k];
    y += weight * s->milliseconds[k];
    xx += weight * s->points[k] * s->points[k];
    xy += weight * s->points[k] * s->milliseconds[k];
  }
  double slope = (w * xy - x * y) / (w * xx - x * x), start = (y - slope * x) / w;
  for (int k = 0; k < SIZES; k++) worst = fmax(worst, fabs((start + slope * s->points[k]) / s->milliseconds[k] - 1));
  printf("  %-6s = %.3f ms + %.3f ms per 100 points, off by %.0f %% at most\n", name, start, 100 * slope, 100 * worst);
}

static pl_status points_table(const pl_mesh *mesh, const pl_mesh *cage)
{
  sweep sweeps[2];
  for (int size = 0; size < SIZES; size++)
    for (int full = 0; full < 2; full++) {
      cage_bench b;
      pl_status status =
          cage_bench_make(mesh, cage, (uint32_t)FEWEST << size, full ? PL_NORMALS_FULL : PL_NORMALS_FROZEN, &b);
      if (status == PL_OK) status = cage_bench_steps(&b, 30, &sweeps[full].milliseconds[size]);
      if (status == PL_OK) sweeps[full].points[size] = (double)((const pl_cage *)b.body->view.data)->point_count;
      pl_world_destroy(b.world);
      if (status != PL_OK) return status;
    }
  printf("\nA step over quadrature points, 168 unknowns:\n  points  frozen ms   full ms\n");
  for (int k = 0; k < SIZES; k++)
    printf("  %6.0f  %9.3f %9.3f\n", sweeps[0].points[k], sweeps[0].milliseconds[k], sweeps[1].milliseconds[k]);
  print_line("frozen", &sweeps[0]);
  print_line("full", &sweeps[1]);
  return PL_OK;
}

/* ---- the matrix beside DSYRK ---- */

typedef void (*dsyrk_function)(const char *uplo, const char *trans, const int *n, const int *k, const double *alpha,
                               const double *a, const int *lda, const double *beta, double *c, const int *ldc);

/* The machine's BLAS, if it has one: it is looked for when asked for, since nothing else of ours needs it. */
static dsyrk_function find_dsyrk(const char **name)
{
  static const char *const names[] = {"libopenblas.so.0", "libblas.so.3"};
  dsyrk_function found = NULL;
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
  for (size_t k = 0; k < sizeof names / sizeof *names && !found; k++) {
    void *library = dlopen(names[k], RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, "dsyrk_") : NULL;
    *name = names[k];
    if (symbol) memcpy(&found, &symbol, sizeof found); /* ISO C has no cast for this */
  }
  return found;
}

/* GF/s counting n^2 k; 0: no memory. */
static double rate_of(dsyrk_function dsyrk, size_t n, size_t depth)
{
  double *x = PL_NEW(double, n *depth), *c = PL_NEW(double, n *n), best = INFINITY;
  const double one = 1;
  const int rows = (int)n, columns = (int)depth;
  for (size_t k = 0; x && c && k < n * depth; k++) x[k] = sin((double)k);
  for (int round = 0; x && c && round < 200; round++) {
    double start = bench_clock(true);
    dsyrk("U", "T", &rows, &columns, &one, x, &columns, &one, c, &rows);
    best = fmin(best, bench_clock(true) - start);
  }
  pl_release(x);
  pl_release(c);
  return 1e-9 * (double)n * (double)n * (double)depth / best;
}

static pl_status matrix_table(const pl_mesh *mesh, const pl_mesh *cage)
{
  const char *name = "";
  dsyrk_function dsyrk = find_dsyrk(&name);
  printf("\nMatrix, counting n^2 k operations%s%s:\n", dsyrk ? ", beside DSYRK of " : "; no BLAS was found",
         dsyrk ? name : "");
  for (int full = 0; full < 2; full++)
    for (uint32_t points = 200; points <= 300; points += 100) {
      cage_bench b;
      double milliseconds, rate;
      size_t n, depth;
      pl_status status = cage_bench_make(mesh, cage, points, full ? PL_NORMALS_FULL : PL_NORMALS_FROZEN, &b);
      if (status == PL_OK) cage_bench_assembly(&b, &milliseconds, &rate, &n, &depth);
      pl_world_destroy(b.world);
      if (status != PL_OK) return status;
      printf("  %-6s %u points: n %zu, k %4zu: %.3f ms, %5.1f GF/s", full ? "full" : "frozen", points, n, depth,
             milliseconds, rate);
      if (dsyrk) {
        double theirs = rate_of(dsyrk, n, depth);
        printf(", DSYRK %5.1f GF/s, ratio %.2f", theirs, rate / theirs);
      }
      printf("\n");
    }
  return PL_OK;
}

/* ---- particles that follow ---- */

static pl_status follow_table(void)
{
  pl_mesh *mesh = NULL, *cage = NULL;
  cage_bench b = {0};
  pl_status status = pl_make_character(PL_CHARACTER_DINO, 1, 100000, &mesh);
  if (status == PL_OK) status = cage_bench_cage(mesh, 60, &cage);
  if (status == PL_OK) status = cage_bench_make(mesh, cage, 200, PL_NORMALS_FULL, &b);
  if (status == PL_OK) {
    pl_embedded *nodes = b.body->view.data;
    double place = INFINITY, both = INFINITY, step;
    for (int k = 0; k < 40; k++) {
      double start = bench_clock(true);
      nodes->kind->positions(nodes, NULL, b.body->view.x);
      double middle = bench_clock(true);
      nodes->kind->positions_and_velocities(nodes, NULL, b.body->view.v, nodes->ahead_x);
      place = fmin(place, middle - start);
      both = fmin(both, bench_clock(true) - middle);
    }
    status = cage_bench_steps(&b, 20, &step);
    printf("\n%zu vertices follow a cage of %zu: positions %.2f ms, with velocities %.2f ms; the whole step %.2f ms\n",
           nodes->particles, nodes->unknowns / 3, 1e3 * place, 1e3 * both, step);
  }
  pl_world_destroy(b.world);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(cage);
  return status;
}

pl_status cage_bench_numbers(void)
{
  pl_mesh *mesh = NULL, *cage = NULL;
  pl_status status = pl_make_character(PL_CHARACTER_BEAR, 1, 2000, &mesh);
  if (status == PL_OK) status = cage_bench_cage(mesh, 56, &cage);
  if (status == PL_OK) status = points_table(mesh, cage);
  if (status == PL_OK) status = matrix_table(mesh, cage);
  pl_mesh_destroy(mesh);
  pl_mesh_destroy(cage);
  return status == PL_OK ? follow_table() : status;
}
