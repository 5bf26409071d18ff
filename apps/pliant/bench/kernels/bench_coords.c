/* SPDX-License-Identifier: MIT
   pliant bench coords: Green Coordinates and points carried by a cage. Prints the error beside the times, so that a
   fast wrong answer shows. */
#include "bench/kernels/bench_coords.h"

#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "command.h"
#include "mesh/cage/carry.h"
#include "mesh/cage/quadrature.h"
#include "pliant/pliant.h"

enum { SAMPLE = 10000, RUNS = 5, CARRY_RUNS = 40 };

static const char help[] = "Times Green Coordinates, and points carried by a cage, on one core.\n"
                           "\n"
                           "  pliant bench coords\n"
                           "\n"
                           "Usage: pliant bench coords [options]\n"
                           "      --points N     embedded vertices, 1000 to 500000 (default 100000)\n"
                           "      --vertices N   of the cage, 8 to 1000 (default 60)\n"
                           "      --json         for machines\n"
                           "  -h, --help\n";

typedef struct workload {
  pl_mesh *mesh, *cage;
  pl_green *green;
  pl_carry carry;
  double *phi, *psi, *dphi, *dpsi; /* of the first points */
  double *x, *normals;             /* of the moved cage */
  double *carried, *exact;
  pl_mesh_data points;
} workload;

static pl_status make(workload *w, size_t vertices, coords_times *out)
{
  pl_cage_def def = pl_default_cage_def();
  PL_TRY(pl_make_character(PL_CHARACTER_DUCK, 1, (uint32_t)out->points, &w->mesh));
  def.mesh = w->mesh;
  def.vertices = vertices;
  double start = pl_seconds();
  PL_TRY(pl_make_cage(&def, &w->cage, NULL));
  out->cage = pl_seconds() - start;
  pl_mesh_data cage = pl_mesh_view(w->cage);
  w->points = pl_mesh_view(w->mesh);
  out->vertices = cage.vertex_count;
  out->faces = cage.triangle_count;
  PL_TRY(pl_green_create(cage.positions, cage.vertex_count, cage.triangles, cage.triangle_count, &w->green));
  size_t n = out->vertices, m = out->faces;
  w->phi = PL_NEW(double, SAMPLE *n);
  w->psi = PL_NEW(double, SAMPLE *m);
  w->dphi = PL_NEW(double, 3 * SAMPLE * n);
  w->dpsi = PL_NEW(double, 3 * SAMPLE * m);
  w->x = PL_NEW(double, 3 * n);
  w->normals = PL_NEW(double, 3 * m);
  w->carried = PL_NEW(double, 3 * out->points);
  w->exact = PL_NEW(double, 3 * SAMPLE);
  if (!w->phi || !w->psi || !w->dphi || !w->dpsi || !w->x || !w->normals || !w->carried || !w->exact)
    return PL_ERROR_MEMORY;
  /* bent and twisted */
  for (size_t i = 0; i < n; i++) {
    const double *p = cage.positions + 3 * i;
    double angle = 0.8 * p[1];
    w->x[3 * i] = cos(angle) * p[0] - sin(angle) * p[2] + 0.3 * p[1] * p[1];
    w->x[3 * i + 1] = p[1];
    w->x[3 * i + 2] = sin(angle) * p[0] + cos(angle) * p[2];
  }
  memcpy(w->normals, w->green->normals, 3 * m * sizeof(double));
  return PL_OK;
}

static pl_status measure_values(workload *w, coords_times *out)
{
  size_t sample = out->points < SAMPLE ? out->points : SAMPLE;
  double all = (double)out->points / (double)sample;
  out->values = out->gradients = INFINITY;
  for (int run = 0; run < RUNS; run++) {
    double start = pl_seconds();
    PL_TRY(pl_green_coordinates(w->green, w->points.positions, sample, NULL,
                                &(pl_green_values){w->phi, w->psi, NULL, NULL}));
    out->values = fmin(out->values, all * (pl_seconds() - start));
    start = pl_seconds();
    PL_TRY(pl_green_coordinates(w->green, w->points.positions, sample, NULL,
                                &(pl_green_values){w->phi, w->psi, w->dphi, w->dpsi}));
    out->gradients = fmin(out->gradients, all * (pl_seconds() - start));
  }
  pl_quadrature quadrature;
  double start = pl_seconds();
  pl_status status = pl_quadrature_make(&w->points, 300, 0, NULL, &quadrature);
  out->quadrature = pl_seconds() - start;
  pl_quadrature_free(&quadrature);
  return status;
}

/* What is read must be used, or it is not read. */
static double read_all(const float *numbers, size_t count)
{
  float lane[64] = {0};
  double sum = 0;
  for (size_t i = 0; i + 64 <= count; i += 64)
    for (size_t l = 0; l < 64; l++) lane[l] += numbers[i + l];
  for (size_t l = 0; l < 64; l++) sum += (double)lane[l];
  return sum;
}

static pl_status measure_carry(workload *w, coords_times *out)
{
  size_t sample = out->points < SAMPLE ? out->points : SAMPLE, numbers = out->points * (out->vertices + out->faces);
  volatile double sink = 0;
  PL_TRY(pl_carry_create(w->green, w->points.positions, out->points, NULL, &w->carry));
  out->carry = out->floor = INFINITY;
  for (int run = 0; run < CARRY_RUNS; run++) {
    double start = pl_seconds();
    pl_green_normals(w->green, w->x, w->normals, NULL);
    pl_carry_points(&w->carry, w->x, w->normals, NULL, w->carried);
    out->carry = fmin(out->carry, pl_seconds() - start);
    start = pl_seconds();
    sink = sink + read_all(w->carry.blocks, numbers);
    out->floor = fmin(out->floor, pl_seconds() - start);
  }
  pl_green_deform(w->green, w->phi, w->psi, sample, w->x, w->normals, NULL, w->exact);
  for (size_t i = 0; i < 3 * sample; i++)
    out->error = fmax(out->error, fabs(w->carried[i] - w->exact[i]) / w->green->size);
  return PL_OK;
}

pl_status measure_coords(size_t points, size_t vertices, coords_times *out)
{
  workload w = {0};
  *out = (coords_times){.points = points};
  pl_status status = make(&w, vertices, out);
  if (status == PL_OK) status = measure_values(&w, out);
  if (status == PL_OK) status = measure_carry(&w, out);
  pl_carry_free(&w.carry);
  pl_green_destroy(w.green);
  pl_mesh_destroy(w.mesh);
  pl_mesh_destroy(w.cage);
  double *const arrays[] = {w.phi, w.psi, w.dphi, w.dpsi, w.x, w.normals, w.carried, w.exact};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) pl_release(arrays[k]);
  return status;
}

static void print(const coords_times *t, bool json)
{
  if (json) {
    printf("{\"bench\": \"coords\", \"points\": %zu, \"vertices\": %zu, \"faces\": %zu, \"cage_s\": %.4g, "
           "\"values_s\": %.4g, \"gradients_s\": %.4g, \"quadrature_s\": %.4g, \"carry_s\": %.4g, \"floor_s\": %.4g, "
           "\"error\": %.2g}\n",
           t->points, t->vertices, t->faces, t->cage, t->values, t->gradients, t->quadrature, t->carry, t->floor,
           t->error);
    return;
  }
  double pairs = (double)t->points * (double)t->faces;
  printf("a duck of %zu vertices in a cage of %zu vertices and %zu faces, one core, %s\n", t->points, t->vertices,
         t->faces, pl_isa_name(pl_isa_best()));
  printf("making the cage              %10.1f ms\n", 1e3 * t->cage);
  printf("300 quadrature points        %10.1f ms\n", 1e3 * t->quadrature);
  printf("phi, psi                     %10.1f ms  %6.1f ns per point and face\n", 1e3 * t->values,
         1e9 * t->values / pairs);
  printf("with gradients               %10.1f ms  %6.1f ns per point and face\n", 1e3 * t->gradients,
         1e9 * t->gradients / pairs);
  printf("carrying all points          %10.3f ms  off by %.1e of the cage's size\n", 1e3 * t->carry, t->error);
  printf("reading its bytes            %10.3f ms\n", 1e3 * t->floor);
}

static bool read_count(const char *text, long least, long most, size_t *out)
{
  char *end = NULL;
  long value = strtol(text, &end, 10);
  if (end == text || *end || value < least || value > most) return false;
  *out = (size_t)value;
  return true;
}

int bench_coords(int argc, char **argv)
{
  static const struct option options[] = {{"points", required_argument, NULL, 'p'},
                                          {"vertices", required_argument, NULL, 'v'},
                                          {"json", no_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  size_t points = 100000, vertices = 60;
  bool json = false, good = true;
  for (int c; (c = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    switch (c) {
    case 'p': good = good && read_count(optarg, 1000, 500000, &points); break;
    case 'v': good = good && read_count(optarg, 8, 1000, &vertices); break;
    case 'j': json = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: return EXIT_USAGE;
    }
  }
  if (!good || optind < argc) {
    fprintf(stderr,
            "pliant bench coords: --points takes 1000 to 500000, --vertices 8 to 1000; --help shows the options\n");
    return EXIT_USAGE;
  }
  coords_times times;
  if (measure_coords(points, vertices, &times) != PL_OK) {
    fprintf(stderr, "pliant bench coords: %s\n", pl_last_error());
    return EXIT_FAILED;
  }
  print(&times, json);
  return EXIT_OK;
}
