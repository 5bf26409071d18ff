/* SPDX-License-Identifier: MIT
   pliant bench rotations: nanoseconds per closest rotation for starts that miss the answer by more and more, batched
   with every instruction set of this processor and one matrix at a time. Prints the worst error beside each time, so
   that a fast wrong answer shows. */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/timer.h"
#include "command.h"
#include "math/rotation.h"

static const char help[] = "Times closest rotations (polar decompositions) of 3x3 matrices on one core.\n"
                           "\n"
                           "  pliant bench rotations\n"
                           "\n"
                           "Usage: pliant bench rotations [options]\n"
                           "      --count N   matrices, 8 to 1000000 (default 3321, the bar)\n"
                           "      --json      for machines\n"
                           "  -h, --help\n";

typedef struct workload {
  size_t count, blocks;
  double *A, *best, *start, *R;
} workload;

typedef struct result {
  double nanoseconds; /* per matrix, best of many runs */
  size_t cold;        /* matrices that needed the cold method */
  double error;       /* worst angle to the answer of the cold method, radians */
} result;

/* Uniform in [-1, 1), the same on every machine. */
static double random_unit(uint64_t *state)
{
  *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(*state >> 11) * 0x1p-52 - 1.0;
}

/* A turn by `angle` about a random axis. */
static void random_turn(uint64_t *state, double angle, double out[9])
{
  const double axis[3] = {1.0, 0.0, 0.0};
  double w[3] = {random_unit(state), random_unit(state), random_unit(state)};
  pl_vec3_normalise(w, axis, w);
  pl_vec3_scale(w, angle, w);
  pl_mat3_from_rotation_vector(w, out);
}

/* Rotations times stretches of up to about 30 %, as covariances of a deformed body are. */
static void fill_matrices(workload *w)
{
  uint64_t seed = 1;
  pl_rotation_fill_identity(w->A, w->blocks);
  pl_rotation_fill_identity(w->best, w->blocks);
  for (size_t i = 0; i < w->count; i++) {
    double turn[9], stretch[9], A[9], R[9];
    random_turn(&seed, 3.0 * random_unit(&seed), turn);
    for (int r = 0; r < 3; r++)
      for (int c = 0; c <= r; c++)
        stretch[3 * r + c] = stretch[3 * c + r] = (r == c ? 1.0 : 0.0) + 0.15 * random_unit(&seed);
    pl_mat3_multiply(turn, stretch, A);
    pl_closest_rotation_cold(A, NULL, R);
    pl_rotation_store(w->A, i, A);
    pl_rotation_store(w->best, i, R);
  }
}

/* Starts at the given angle from the answer; a negative angle: anywhere. */
static void fill_starts(workload *w, double angle)
{
  uint64_t seed = 2;
  pl_rotation_fill_identity(w->start, w->blocks);
  for (size_t i = 0; i < w->count; i++) {
    double best[9], turn[9], start[9];
    pl_rotation_load(w->best, i, best);
    random_turn(&seed, angle < 0.0 ? 3.14 * random_unit(&seed) : angle, turn);
    pl_mat3_multiply(best, turn, start);
    pl_rotation_store(w->start, i, start);
  }
}

static pl_status create(workload *w, size_t count)
{
  w->count = count;
  w->blocks = pl_rotation_blocks(count);
  double **arrays[] = {&w->A, &w->best, &w->start, &w->R};
  for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++) {
    *arrays[k] = PL_NEW(double, w->blocks *PL_ROTATION_BLOCK);
    if (!*arrays[k]) return PL_ERROR_MEMORY;
  }
  fill_matrices(w);
  return PL_OK;
}

static void destroy(workload *w)
{
  pl_release(w->A);
  pl_release(w->best);
  pl_release(w->start);
  pl_release(w->R);
}

/* The scalar functions on the same layout, so that loads and stores count for both. */
static size_t one_by_one(const double *A, size_t blocks, double *R)
{
  for (size_t i = 0; i < blocks * PL_ROTATION_LANES; i++) {
    double a[9], r[9];
    pl_rotation_load(A, i, a);
    pl_rotation_load(R, i, r);
    pl_closest_rotation(a, r, r);
    pl_rotation_store(R, i, r);
  }
  return 0;
}

static size_t one_by_one_cold(const double *A, size_t blocks, double *R)
{
  for (size_t i = 0; i < blocks * PL_ROTATION_LANES; i++) {
    double a[9], r[9];
    pl_rotation_load(A, i, a);
    pl_rotation_load(R, i, r);
    pl_closest_rotation_cold(a, r, r);
    pl_rotation_store(R, i, r);
  }
  return blocks * PL_ROTATION_LANES;
}

static result measure(pl_rotation_kernel kernel, workload *w)
{
  result out = {INFINITY, 0, 0.0};
  size_t numbers = w->blocks * PL_ROTATION_BLOCK;
  double began = pl_seconds();
  for (int run = 0; run < 5 || pl_seconds() - began < 0.1; run++) {
    memcpy(w->R, w->start, numbers * sizeof(double));
    double start = pl_seconds();
    out.cold = kernel(w->A, w->blocks, w->R);
    double each = (pl_seconds() - start) * 1e9 / (double)(w->blocks * PL_ROTATION_LANES);
    out.nanoseconds = fmin(out.nanoseconds, each);
  }
  for (size_t i = 0; i < w->count; i++) {
    double R[9], best[9], square = 0.0;
    pl_rotation_load(w->R, i, R);
    pl_rotation_load(w->best, i, best);
    for (int k = 0; k < 9; k++) square += (R[k] - best[k]) * (R[k] - best[k]);
    out.error = fmax(out.error, 2.0 * asin(fmin(1.0, sqrt(square / 8.0))));
  }
  return out;
}

static void print_row(const char *method, double angle, const result *r, bool json, bool first)
{
  if (json) {
    printf("%s\n  {\"method\": \"%s\", ", first ? "" : ",", method);
    if (angle >= 0.0) printf("\"start_angle\": %g, ", angle);
    printf("\"ns\": %.2f, \"cold\": %zu, \"error\": %.2g}", r->nanoseconds, r->cold, r->error);
    return;
  }
  char start[32] = "anywhere";
  if (angle >= 0.0) snprintf(start, sizeof start, "%g rad off", angle);
  printf("%-18s %-14s %8.1f %10zu %12.1e\n", method, start, r->nanoseconds, r->cold, r->error);
}

static void run_all(workload *w, bool json)
{
  static const double angles[] = {0.0001, 0.005, 0.05, 0.5, -1.0};
  char name[32];
  if (json)
    printf("{\"bench\": \"rotations\", \"count\": %zu, \"rows\": [", w->count);
  else
    printf("closest rotations of %zu matrices, one core, best of many runs\n%-18s %-14s %8s %10s %12s\n", w->count,
           "method", "start", "ns each", "went cold", "worst, rad");
  for (size_t a = 0; a < sizeof angles / sizeof *angles; a++) {
    fill_starts(w, angles[a]);
    for (int isa = (int)pl_isa_best(); isa >= PL_ISA_BASELINE; isa--) {
      snprintf(name, sizeof name, "batched %s", pl_isa_name((pl_isa)isa));
      result r = measure(pl_rotation_kernel_for((pl_isa)isa), w);
      print_row(name, angles[a], &r, json, a == 0 && isa == (int)pl_isa_best());
    }
    result r = measure(one_by_one, w);
    print_row("one by one", angles[a], &r, json, false);
  }
  result r = measure(one_by_one_cold, w);
  print_row("one by one, Jacobi", -1.0, &r, json, false);
  if (json) printf("\n]}\n");
}

int bench_rotations(int argc, char **argv)
{
  static const struct option options[] = {{"count", required_argument, NULL, 'n'},
                                          {"json", no_argument, NULL, 'j'},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
  long count = 3321;
  bool json = false;
  for (int c; (c = getopt_long(argc, argv, "h", options, NULL)) != -1;) {
    char *end = NULL;
    switch (c) {
    case 'n':
      count = strtol(optarg, &end, 10);
      if (end == optarg || *end || count < 8 || count > 1000000) {
        fprintf(stderr, "pliant bench rotations: --count takes a number from 8 to 1000000, got '%s'\n", optarg);
        return EXIT_USAGE;
      }
      break;
    case 'j': json = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: return EXIT_USAGE;
    }
  }
  if (optind < argc) {
    fprintf(stderr, "pliant bench rotations: did not expect '%s'; --help shows the options\n", argv[optind]);
    return EXIT_USAGE;
  }
  workload w = {0};
  int code = EXIT_OK;
  if (create(&w, (size_t)count) == PL_OK) {
    run_all(&w, json);
  } else {
    fprintf(stderr, "pliant bench rotations: %s\n", pl_last_error());
    code = EXIT_FAILED;
  }
  destroy(&w);
  return code;
}
