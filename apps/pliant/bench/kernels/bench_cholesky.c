/* SPDX-License-Identifier: MIT
   pliant bench cholesky: what ordering, factorising and solving cost on lattices and a surface, beside the time in
   which this machine can read the factor twice. */
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
#include "changed.h"
#include "cholesky_cases.h"
#include "command.h"
#include "linalg/cholesky/cholesky.h"
#include "linalg/cholesky/precision.h"

static const char help[] = "Times the sparse Cholesky on M + h^2 K of lattices and of a surface.\n"
                           "\n"
                           "  pliant bench cholesky\n"
                           "\n"
                           "Usage: pliant bench cholesky [options]\n"
                           "      --threads N  only with N threads (default: with 1, then with 2)\n"
                           "      --kappa K    h^2 lambda_max / m of the matrices (default 1000)\n"
                           "      --seconds S  time to spend per figure (default 0.2)\n"
                           "      --case TEXT  only cases whose name contains the text\n"
                           "      --json       for machines\n"
                           "  -h, --help\n"
                           "\n"
                           "Columns: n rows; L, millions of nonzeros of the factor; analyse, factor, solve (three "
                           "right-hand sides) in ms, the\n"
                           "best of many; +1: with one refinement; MB: of the float factor; GB/s: bandwidth of reading "
                           "as many bytes again and\n"
                           "again, measured in this run; floor: the solve over reading the factor twice at that "
                           "bandwidth; residual: relative.\n";

typedef struct bench_options {
  int threads; /* 0: 1, then 2 */
  double kappa, seconds;
  const char *only;
  bool json;
} bench_options;

enum { FLOAT, REFINED, DOUBLE, METHODS };

typedef struct bench_row {
  double kappa, analyse, factor[2], solve[METHODS], residual[METHODS], bandwidth;
  pl_cholesky_stats stats[2];
} bench_row;

typedef struct subject {
  const cholesky_problem *problem;
  pl_cholesky *factor;
  pl_pool *pool;
  int method;
  double *b, *x;
} subject;

static pl_status run_factor(subject *s)
{
  return pl_cholesky_factorise(s->factor, &s->problem->matrix,
                               s->method == DOUBLE ? PL_PRECISION_DOUBLE : PL_PRECISION_FLOAT, s->pool);
}

static pl_status run_solve(subject *s)
{
  if (s->method == REFINED)
    return pl_cholesky_solve_refined(s->factor, s->b, s->x, PL_ROWS_ORIGINAL, 1, 0.0, s->pool, NULL, NULL);
  memcpy(s->x, s->b, 3 * s->problem->matrix.n * sizeof *s->x);
  return pl_cholesky_solve(s->factor, s->x, PL_ROWS_ORIGINAL, s->pool);
}

/* The best of as many runs as fit into the time, at least five after one to warm up. */
static pl_status best_of(pl_status (*run)(subject *), subject *s, double seconds, double *best)
{
  *best = INFINITY;
  PL_TRY(run(s));
  double begin = pl_seconds();
  const pl_sparse *matrix = &s->problem->matrix;
  for (int round = 0; round < 5 || pl_seconds() - begin < seconds; round++) {
    if (run == run_factor) bench_change_numbers(matrix->values, matrix->starts[matrix->n]);
    double start = pl_seconds();
    PL_TRY(run(s));
    *best = fmin(*best, pl_seconds() - start);
  }
  return PL_OK;
}

static double residual_of(subject *s)
{
  size_t n = s->problem->matrix.n;
  double *y = PL_NEW(double, 3 * n), worst = 0.0, size = 0.0;
  if (!y) return NAN;
  pl_sparse_multiply(&s->problem->matrix, s->x, y);
  for (size_t i = 0; i < 3 * n; i++) {
    worst = fmax(worst, fabs(s->b[i] - y[i]));
    size = fmax(size, fabs(s->b[i]));
  }
  pl_release(y);
  return worst / size;
}

static pl_status measure(subject *s, const bench_options *options, bench_row *row)
{
  PL_TRY(pl_condition_bound(&s->problem->matrix, s->problem->mass, &row->kappa));
  double start = pl_seconds();
  PL_TRY(pl_cholesky_analyse(&s->problem->matrix, s->problem->coordinates, PL_ORDER_AUTO, &s->factor));
  row->analyse = pl_seconds() - start;
  for (s->method = FLOAT; s->method < METHODS; s->method++) {
    int kind = s->method == DOUBLE;
    if (s->method != REFINED) PL_TRY(best_of(run_factor, s, options->seconds, &row->factor[kind]));
    row->stats[kind] = pl_cholesky_describe(s->factor);
    PL_TRY(best_of(run_solve, s, options->seconds, &row->solve[s->method]));
    row->residual[s->method] = residual_of(s);
  }
  row->bandwidth = bench_read_bandwidth(row->stats[0].factor_bytes, s->pool);
  return PL_OK;
}

static pl_status run_case(const cholesky_case *which, const bench_options *options, pl_pool *pool, bench_row *row)
{
  cholesky_problem problem;
  PL_TRY(cholesky_problem_create(which, options->kappa, &problem));
  size_t n = problem.matrix.n;
  subject s = {.problem = &problem, .pool = pool, .b = PL_NEW(double, 3 * n), .x = PL_NEW(double, 3 * n)};
  pl_status status = s.b && s.x ? PL_OK : PL_ERROR_MEMORY;
  for (size_t i = 0; status == PL_OK && i < 3 * n; i++) s.b[i] = sin((double)(i * i % 1009));
  if (status == PL_OK) status = measure(&s, options, row);
  pl_cholesky_destroy(s.factor);
  pl_release(s.b);
  pl_release(s.x);
  cholesky_problem_free(&problem);
  return status;
}

static double floor_of(const bench_row *row, int method)
{
  return 2.0 * (double)row->stats[method == DOUBLE].factor_bytes / row->bandwidth;
}

static void print_header(int threads, bool json, bool first)
{
  if (json)
    printf("%s{\"isa\": \"%s\", \"threads\": %d, \"rows\": [", first ? "[" : ",\n", pl_isa_name(pl_isa_best()),
           threads);
  else
    printf("%sSparse Cholesky, %s, %d thread%s\n\n%-27s %6s %6s %7s | %7s %7s | %7s %7s %7s | %6s %6s %12s %s\n",
           first ? "" : "\n", pl_isa_name(pl_isa_best()), threads, threads == 1 ? "" : "s", "", "n", "L", "analyse",
           "factor", "double", "solve", "+1", "double", "MB", "GB/s", "floor", "residual (float, +1, double)");
}

static void print_row(const char *name, const bench_row *row, bool json, bool first)
{
  const pl_cholesky_stats *s = &row->stats[0];
  double floors[2] = {row->solve[FLOAT] / floor_of(row, FLOAT), row->solve[DOUBLE] / floor_of(row, DOUBLE)};
  if (json)
    printf("%s\n{\"name\": \"%s\", \"n\": %zu, \"kappa\": %g, \"factor_entries\": %zu, \"stored_entries\": %zu, "
           "\"analyse_ms\": %g, \"factor_float_ms\": %g, \"factor_double_ms\": %g, \"solve_float_ms\": %g, "
           "\"solve_refined_ms\": %g, \"solve_double_ms\": %g, \"factor_bytes\": %zu, \"bandwidth\": %g, "
           "\"float_over_floor\": %g, \"double_over_floor\": %g, \"residual_float\": %g, \"residual_refined\": %g, "
           "\"residual_double\": %g}",
           first ? "" : ",", name, s->n, row->kappa, s->factor_entries, s->stored_entries, 1e3 * row->analyse,
           1e3 * row->factor[0], 1e3 * row->factor[1], 1e3 * row->solve[FLOAT], 1e3 * row->solve[REFINED],
           1e3 * row->solve[DOUBLE], s->factor_bytes, row->bandwidth, floors[0], floors[1], row->residual[FLOAT],
           row->residual[REFINED], row->residual[DOUBLE]);
  else
    printf("%-27s %6zu %6.3f %7.1f | %7.2f %7.2f | %7.3f %7.3f %7.3f | %6.2f %6.1f %5.2f, %5.2f %.0e %.0e %.0e\n", name,
           s->n, (double)s->factor_entries * 1e-6, 1e3 * row->analyse, 1e3 * row->factor[0], 1e3 * row->factor[1],
           1e3 * row->solve[FLOAT], 1e3 * row->solve[REFINED], 1e3 * row->solve[DOUBLE], (double)s->factor_bytes * 1e-6,
           row->bandwidth * 1e-9, floors[0], floors[1], row->residual[FLOAT], row->residual[REFINED],
           row->residual[DOUBLE]);
  fflush(stdout);
}

static int run_cases(const bench_options *options, int threads, bool first_table)
{
  pl_pool *pool = NULL;
  pl_status status = pl_pool_create(threads, NULL, NULL, &pool);
  const char *name = "threads";
  bool first = true;
  print_header(threads, options->json, first_table);
  for (size_t k = 0; k < cholesky_case_count && status == PL_OK; k++) {
    name = cholesky_cases[k].name;
    if (!strstr(name, options->only)) continue;
    bench_row row = {0};
    status = run_case(&cholesky_cases[k], options, pool, &row);
    if (status == PL_OK) print_row(name, &row, options->json, first);
    first = false;
  }
  pl_pool_destroy(pool);
  if (options->json) printf("\n]}");
  if (status == PL_OK) return EXIT_OK;
  fprintf(stderr, "pliant bench cholesky: %s: %s\n", name, pl_last_error());
  return EXIT_FAILED;
}

static bool parse_number(const char *text, double low, double high, double *out)
{
  char *end = NULL;
  *out = strtod(text, &end);
  return end != text && !*end && *out >= low && *out <= high;
}

/* An exit code, or -1 to go on. */
static int parse_options(int argc, char **argv, bench_options *options)
{
  static const struct option longs[] = {{"threads", required_argument, NULL, 't'},
                                        {"kappa", required_argument, NULL, 'k'},
                                        {"seconds", required_argument, NULL, 's'},
                                        {"case", required_argument, NULL, 'c'},
                                        {"json", no_argument, NULL, 'j'},
                                        {"help", no_argument, NULL, 'h'},
                                        {NULL, 0, NULL, 0}};
  optind = 1;
  for (int c; (c = getopt_long(argc, argv, "h", longs, NULL)) != -1;) {
    double threads = 0.0;
    bool good = true;
    switch (c) {
    case 't':
      good = parse_number(optarg, 1, 64, &threads);
      options->threads = (int)threads;
      break;
    case 'k': good = parse_number(optarg, 1e-9, 1e15, &options->kappa); break;
    case 's': good = parse_number(optarg, 1e-6, 1e3, &options->seconds); break;
    case 'c': options->only = optarg; break;
    case 'j': options->json = true; break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: fprintf(stderr, "`pliant bench cholesky --help` lists the options\n"); return EXIT_USAGE;
    }
    if (good) continue;
    fprintf(stderr, "pliant bench cholesky: '%s' is not a value that this option takes; --help shows them\n", optarg);
    return EXIT_USAGE;
  }
  if (optind == argc) return -1;
  fprintf(stderr, "pliant bench cholesky: '%s' is too much; it takes options only\n", argv[optind]);
  return EXIT_USAGE;
}

int bench_cholesky(int argc, char **argv)
{
  bench_options options = {.kappa = 1e3, .seconds = 0.2, .only = ""};
  int done = parse_options(argc, argv, &options);
  if (done >= 0) return done;
  done = run_cases(&options, options.threads ? options.threads : 1, true);
  if (done == EXIT_OK && !options.threads) done = run_cases(&options, 2, false);
  if (options.json) printf("]\n");
  return done;
}
