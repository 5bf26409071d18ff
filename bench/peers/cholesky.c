/* SPDX-License-Identifier: MIT
   Our sparse Cholesky against CHOLMOD (both modes, METIS, cholmod_solve2), in one process, taking turns: best times of
   many rounds, and their ratios. A program of its own; nothing of it is linked into the library. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bandwidth.h"
#include "base/memory.h"
#include "changed.h"
#include "cholesky_cases.h"
#include "cholmod_side.h"
#include "clock.h"
#include "linalg/cholesky/cholesky.h"
#include "linalg/cholesky/precision.h"

enum { WAYS = 3, FLOAT = 0, REFINED = 1, DOUBLE = 2, ROUNDS = 30, FACTOR_ROUNDS = 5 };

typedef struct figures {
  double kappa;
  double analyse, factor[2]; /* ours, seconds; float, double */
  double solve[WAYS], residual[WAYS];
  double peer_analyse[PEER_MODES], peer_factor[PEER_MODES], peer_solve[PEER_MODES], peer_residual[PEER_MODES];
  double peer_entries;
  pl_cholesky_stats stats[2];
  double bandwidth;
} figures;

static void keep_best(double *best, double seconds)
{
  if (*best == 0.0 || seconds < *best) *best = seconds;
}

static double residual_of(const pl_sparse *a, const double *x, const double *b, double *work)
{
  double worst = 0.0, size = 0.0;
  pl_sparse_multiply(a, x, work);
  for (size_t i = 0; i < 3 * a->n; i++) {
    worst = fmax(worst, fabs(b[i] - work[i]));
    size = fmax(size, fabs(b[i]));
  }
  return worst / size;
}

static int failed(const char *what)
{
  fprintf(stderr, "bench_peers_cholesky: %s: %s\n", what, pl_last_error());
  return 1;
}

typedef struct sides {
  const cholesky_problem *problem;
  pl_cholesky *ours[2]; /* float, double */
  peer *theirs[PEER_MODES];
  pl_pool *pool;
  bool processor_time; /* with one thread: other programs do not disturb it */
  double *b, *x, *work;
} sides;

static int prepare(sides *s, pl_ordering ordering, figures *f)
{
  for (int k = 0; k < 2; k++) {
    double start = bench_clock(s->processor_time);
    if (pl_cholesky_analyse(&s->problem->matrix, s->problem->coordinates, ordering, &s->ours[k]) != PL_OK)
      return failed("analyse");
    keep_best(&f->analyse, bench_clock(s->processor_time) - start);
  }
  for (int mode = 0; mode < PEER_MODES; mode++) {
    s->theirs[mode] = peer_create(&s->problem->matrix, (peer_mode)mode);
    double start = bench_clock(s->processor_time);
    if (!s->theirs[mode] || !peer_analyse(s->theirs[mode])) return failed("CHOLMOD");
    f->peer_analyse[mode] = bench_clock(s->processor_time) - start;
    f->peer_entries = peer_factor_entries(s->theirs[mode]);
  }
  return 0;
}

static int factorise_in_turns(sides *s, figures *f)
{
  for (int round = 0; round < FACTOR_ROUNDS; round++) {
    bench_change_numbers(s->problem->matrix.values, s->problem->matrix.starts[s->problem->matrix.n]);
    for (int k = 0; k < 2; k++) {
      double start = bench_clock(s->processor_time);
      if (pl_cholesky_factorise(s->ours[k], &s->problem->matrix, k ? PL_PRECISION_DOUBLE : PL_PRECISION_FLOAT, s->pool))
        return failed("factorise");
      keep_best(&f->factor[k], bench_clock(s->processor_time) - start);
      f->stats[k] = pl_cholesky_describe(s->ours[k]);
    }
    for (int mode = 0; mode < PEER_MODES; mode++) {
      double start = bench_clock(s->processor_time);
      if (!peer_factorise(s->theirs[mode])) return failed("CHOLMOD");
      keep_best(&f->peer_factor[mode], bench_clock(s->processor_time) - start);
    }
  }
  return 0;
}

static void solve_ours(sides *s, int way)
{
  size_t bytes = 3 * s->problem->matrix.n * sizeof(double);
  if (way == REFINED) {
    pl_cholesky_solve_refined(s->ours[0], s->b, s->x, PL_ROWS_ORIGINAL, 1, 0.0, s->pool, NULL, NULL);
    return;
  }
  memcpy(s->x, s->b, bytes);
  pl_cholesky_solve(s->ours[way == DOUBLE], s->x, PL_ROWS_ORIGINAL, s->pool);
}

static void solve_in_turns(sides *s, figures *f)
{
  for (int round = 0; round < ROUNDS; round++) {
    for (int way = 0; way < WAYS; way++)
      for (int again = 0; again < 2; again++) { /* the first brings the factor back into the caches */
        double start = bench_clock(s->processor_time);
        solve_ours(s, way);
        keep_best(&f->solve[way], bench_clock(s->processor_time) - start);
        if (round == 0) f->residual[way] = residual_of(&s->problem->matrix, s->x, s->b, s->work);
      }
    for (int mode = 0; mode < PEER_MODES; mode++)
      for (int again = 0; again < 2; again++) {
        keep_best(&f->peer_solve[mode], peer_solve(s->theirs[mode], s->b, s->x, s->processor_time));
        if (round == 0) f->peer_residual[mode] = residual_of(&s->problem->matrix, s->x, s->b, s->work);
      }
  }
}

static void print_case(const char *name, const figures *f)
{
  int better = f->peer_solve[1] < f->peer_solve[0];
  double theirs = f->peer_solve[better];
  double factor = fmin(f->peer_factor[0], f->peer_factor[1]);
  printf("\n%s: %zu rows, kappa %.1e, L: CHOLMOD %.2f M, ours %.2f M (%.2f M stored)\n", name, f->stats[0].n, f->kappa,
         f->peer_entries * 1e-6, (double)f->stats[0].factor_entries * 1e-6, (double)f->stats[0].stored_entries * 1e-6);
  printf("  analyse  ours %8.2f ms   CHOLMOD %8.2f simplicial %8.2f supernodal\n", f->analyse * 1e3,
         f->peer_analyse[0] * 1e3, f->peer_analyse[1] * 1e3);
  printf("  factor   ours %8.2f float %8.2f double   CHOLMOD %8.2f simplicial %8.2f supernodal   ours/CHOLMOD %.2f "
         "float, %.2f double\n",
         f->factor[0] * 1e3, f->factor[1] * 1e3, f->peer_factor[0] * 1e3, f->peer_factor[1] * 1e3,
         f->factor[0] / factor, f->factor[1] / factor);
  printf("  solve    CHOLMOD %.3f simplicial, %.3f supernodal (residual %.1e)\n", f->peer_solve[0] * 1e3,
         f->peer_solve[1] * 1e3, f->peer_residual[better]);
  static const char *const names[WAYS] = {"float", "float + 1 refinement", "double"};
  for (int way = 0; way < WAYS; way++) {
    double floor = 2.0 * (double)f->stats[way == DOUBLE].factor_bytes / f->bandwidth;
    printf("    %-20s %8.3f ms  %5.2f x CHOLMOD's speed  residual %.1e  %5.2f x its floor (%.3f ms)\n", names[way],
           f->solve[way] * 1e3, theirs / f->solve[way], f->residual[way], f->solve[way] / floor, floor * 1e3);
  }
  fflush(stdout);
}

static int run_case(const cholesky_case *which, double kappa, pl_ordering ordering, pl_pool *pool)
{
  cholesky_problem problem;
  if (cholesky_problem_create(which, kappa, &problem) != PL_OK) return failed(which->name);
  size_t n = problem.matrix.n;
  sides s = {.problem = &problem,
             .pool = pool,
             .processor_time = pl_pool_threads(pool) == 1,
             .b = PL_NEW(double, 3 * n),
             .x = PL_NEW(double, 3 * n),
             .work = PL_NEW(double, 3 * n)};
  figures f = {0};
  pl_condition_bound(&problem.matrix, problem.mass, &f.kappa);
  for (size_t i = 0; i < 3 * n; i++) s.b[i] = sin((double)(i * i % 1009));
  int result = prepare(&s, ordering, &f) || factorise_in_turns(&s, &f);
  if (!result) {
    f.bandwidth = bench_read_bandwidth(f.stats[0].factor_bytes, pool);
    solve_in_turns(&s, &f);
    print_case(which->name, &f);
  }
  for (int k = 0; k < 2; k++) pl_cholesky_destroy(s.ours[k]);
  for (int mode = 0; mode < PEER_MODES; mode++) peer_destroy(s.theirs[mode]);
  pl_release(s.b);
  pl_release(s.x);
  pl_release(s.work);
  cholesky_problem_free(&problem);
  return result;
}

static int run_cases(int threads, double kappa, pl_ordering ordering, const char *only)
{
  pl_pool *pool = NULL;
  if (pl_pool_create(threads, NULL, NULL, &pool) != PL_OK) return failed("threads");
  peer_set_threads(threads);
  printf("\nSparse Cholesky, three right-hand sides, %d thread%s on either side, %s time, best of %d rounds in turns\n",
         threads, threads == 1 ? "" : "s", threads == 1 ? "processor" : "wall clock", ROUNDS);
  int result = 0;
  for (size_t k = 0; k < cholesky_case_count && !result; k++)
    if (strstr(cholesky_cases[k].name, only)) result = run_case(&cholesky_cases[k], kappa, ordering, pool);
  pl_pool_destroy(pool);
  return result;
}

/* bench_peers_cholesky [--threads N] [--kappa K] [--case PART_OF_A_NAME] [--ordering metis|coordinates]; with 1 thread
   and then with 2 unless told. */
int main(int argc, char **argv)
{
  int threads = 0;
  double kappa = 1e3;
  pl_ordering ordering = PL_ORDER_AUTO;
  const char *only = "";
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--threads") == 0) threads = atoi(argv[i + 1]);
    if (strcmp(argv[i], "--kappa") == 0) kappa = atof(argv[i + 1]);
    if (strcmp(argv[i], "--case") == 0) only = argv[i + 1];
    if (strcmp(argv[i], "--ordering") == 0) ordering = argv[i + 1][0] == 'c' ? PL_ORDER_COORDINATES : PL_ORDER_METIS;
  }
  if (threads > 0) return run_cases(threads, kappa, ordering, only);
  int result = run_cases(1, kappa, ordering, only);
  return result ? result : run_cases(2, kappa, ordering, only);
}
