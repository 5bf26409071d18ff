/* SPDX-License-Identifier: MIT
   pliant bench continuum; --solvers is here: what solves the linear systems of deformable models at which cost, by size
   and kind. The automatic choice (linalg/iterative/solver.c) is taken from this table. */
#include <getopt.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bandwidth.h"
#include "base/memory.h"
#include "base/status.h"
#include "bench/continuum/bench_continuum.h"
#include "changed.h"
#include "clock.h"
#include "command.h"
#include "grid_problems.h"
#include "linalg/grid/stencil.h"

static const char help[] =
    "Times deformable models and what solves their linear systems.\n"
    "\n"
    "  pliant bench continuum --paper\n"
    "\n"
    "Usage: pliant bench continuum --paper | --stiffness | --matter | --solvers | --multigrid [options]\n"
    "      --paper        the examples of Terzopoulos & Fleischer, with our ms beside what a step cannot do without\n"
    "      --stiffness    what stiffness does to both steps of the primal form, and to the hybrid form\n"
    "      --matter       what creep, yield and heat take beside the elastic step\n"
    "      --solvers      solvers by size and kind\n"
    "      --multigrid    cycles of multigrid from 128^2 to 1024^2, by stiffness\n"
    "      --case TEXT    only cases whose name contains the text\n"
    "      --seconds S    of --paper and --matter: time per row (default 0.5)\n"
    "      --kappa K      of --solvers: h^2 lambda_max / m of the matrices (default 1e6)\n"
    "      --tolerance T  of --solvers, --multigrid: relative residual of what iterates (default 1e-6)\n"
    "      --most N       of --solvers: only cases of at most N nodes (default 300000)\n"
    "  -h, --help\n"
    "\n"
    "--solvers: processor time of one thread in ms, three right-hand sides, free edges. first: analysis and numbers;\n"
    "numbers: new ones for the same pattern; solve, from zero; rounds; MB: of factors and vectors. The last column "
    "says "
    "what `auto` takes when the\n"
    "matrix stays, and when it changes with every solve. operator: the product with one vector "
    "of three columns over the time\n"
    "in which this machine reads as many bytes, measured in this run on as much memory.\n";

typedef struct solver_row {
  double first, numbers, solve, megabytes;
  pl_solver_report report;
} solver_row;

static pl_status measure(const continuum_bench_options *o, bench_grid *g, pl_solver_kind kind, solver_row *row)
{
  pl_solver *solver;
  pl_solver_def def = {.kind = kind, .columns = 3, .most = 1000};
  pl_solver_problem problem = {.grid = &g->op, .coordinates = g->coordinates};
  double start = bench_clock(true);
  PL_TRY(pl_solver_create(&def, &problem, NULL, &solver));
  row->first = bench_clock(true) - start;
  row->numbers = row->solve = INFINITY;
  pl_status status = PL_OK;
  double spent = 0.0;
  for (int round = 0; status == PL_OK && round < 5 && (round < 2 || spent < 0.3); round++) {
    for (int k = 0; k < 3; k++) bench_change_numbers(g->weights[k], g->nodes);
    start = bench_clock(true);
    status = pl_solver_refactorise(solver, &problem, NULL);
    double middle = bench_clock(true);
    memset(g->x, 0, 3 * g->nodes * sizeof *g->x);
    if (status == PL_OK) status = pl_solver_solve(solver, g->b, g->x, o->tolerance, NULL, &row->report);
    double end = bench_clock(true);
    row->numbers = fmin(row->numbers, middle - start);
    row->solve = fmin(row->solve, end - middle);
    spent += end - start;
    if (!row->report.converged) break;
  }
  row->megabytes = (double)pl_solver_bytes(solver) * 1e-6;
  pl_solver_destroy(solver);
  return status;
}

static bool runs(pl_solver_kind kind, const bench_grid *g, const grid_problem_size *size)
{
  if (kind == PL_SOLVER_SOR || kind == PL_SOLVER_MULTIGRID)
    return false; /* the one needs too many sweeps, the other is below */
  if (kind == PL_SOLVER_CHOLESKY) return size->dimensions == 2 ? g->nodes <= 300000 : g->nodes <= 40000;
  return kind == PL_SOLVER_CG_MULTIGRID || g->nodes <= 20000;
}

static int solver_table(const continuum_bench_options *o)
{
  printf("\nSolvers, stiffness %.0e, residual %.0e\n\n%-14s %-14s %9s %9s %9s %7s %8s\n", o->stiffness, o->tolerance,
         "", "", "first", "numbers", "solve", "rounds", "MB");
  for (size_t k = 0; k < grid_problem_size_count; k++) {
    char name[64];
    bench_grid g;
    const grid_problem_size *size = &grid_problem_sizes[k];
    bench_grid_name(size, name, sizeof name);
    if (!strstr(name, o->only)) continue;
    if (bench_grid_create(size, o->stiffness, &g) != PL_OK) return EXIT_FAILED;
    pl_solver_problem problem = {.grid = &g.op};
    for (int kind = PL_SOLVER_CHOLESKY; kind < PL_SOLVER_KINDS && g.nodes <= o->most; kind++) {
      solver_row row = {0};
      if (!runs((pl_solver_kind)kind, &g, size)) continue;
      if (measure(o, &g, (pl_solver_kind)kind, &row) != PL_OK) {
        fprintf(stderr, "pliant bench continuum: %s\n", pl_last_error());
        bench_grid_free(&g);
        return EXIT_FAILED;
      }
      bool stays = pl_solver_choose(&problem, false) == (pl_solver_kind)kind;
      bool changes = pl_solver_choose(&problem, true) == (pl_solver_kind)kind;
      printf("%-14s %-14s %9.2f %9.2f %9.2f %6d%s %8.1f  %s%s%s\n", name, pl_solver_kind_name((pl_solver_kind)kind),
             row.first * 1e3, row.numbers * 1e3, row.solve * 1e3, row.report.rounds, row.report.converged ? " " : "!",
             row.megabytes, stays ? "auto" : "", stays && changes ? ", " : "", changes ? "auto if it changes" : "");
      fflush(stdout);
    }
    bench_grid_free(&g);
  }
  printf("\n!: not converged. Multigrid alone takes about twice the cycles; SOR thousands of sweeps.\n");
  return EXIT_OK;
}

/* x and y of three columns are read and written, the diagonal and one coefficient per later neighbour read. */
static int operator_table(const continuum_bench_options *o)
{
  printf("\n%-14s %10s %10s %10s %s\n", "operator", "ms", "GB/s", "memory", "of the bandwidth");
  for (size_t k = 0; k < grid_problem_size_count; k++) {
    char name[64];
    bench_grid g;
    bench_grid_name(&grid_problem_sizes[k], name, sizeof name);
    if (grid_problem_sizes[k].side < 256 || !strstr(name, o->only)) continue;
    if (bench_grid_create(&grid_problem_sizes[k], o->stiffness, &g) != PL_OK) return EXIT_FAILED;
    size_t counts[3];
    bool closed[3];
    pl_stencil_terms terms;
    pl_stencil s;
    pl_stencil_terms_of(&g.op, counts, closed, &terms);
    pl_status status = pl_stencil_create(counts, closed, &terms, false, &s);
    if (status == PL_OK) status = pl_stencil_fill(&s, &terms, NULL, NULL);
    double *x = PL_NEW(double, pl_stencil_room(&s, 3)), *y = PL_NEW(double, pl_stencil_room(&s, 3));
    if (status == PL_OK && x && y) {
      double best = INFINITY, bytes = (double)g.nodes * (48.0 + 8.0 * (s.neighbours + 1));
      for (int round = 0; round < 30; round++) {
        double start = bench_clock(true);
        pl_stencil_apply(&s, x, NULL, y, 3, NULL);
        best = fmin(best, bench_clock(true) - start);
      }
      double bandwidth = bench_read_bandwidth((size_t)bytes, NULL);
      printf("%-14s %10.3f %10.2f %10.2f %.2f\n", name, best * 1e3, bytes / best * 1e-9, bandwidth * 1e-9,
             bytes / best / bandwidth);
    }
    pl_release(x);
    pl_release(y);
    pl_stencil_free(&s);
    bench_grid_free(&g);
  }
  return EXIT_OK;
}

static int bench_solvers(const continuum_bench_options *o)
{
  int result = solver_table(o);
  return result == EXIT_OK ? operator_table(o) : result;
}

int bench_continuum(int argc, char **argv)
{
  static const struct option known[] = {
      {"paper", no_argument, NULL, 'p'},       {"stiffness", no_argument, NULL, 's'},
      {"matter", no_argument, NULL, 'M'},      {"solvers", no_argument, NULL, 'v'},
      {"multigrid", no_argument, NULL, 'g'},   {"seconds", required_argument, NULL, 'd'},
      {"kappa", required_argument, NULL, 'k'}, {"tolerance", required_argument, NULL, 't'},
      {"case", required_argument, NULL, 'c'},  {"most", required_argument, NULL, 'm'},
      {"help", no_argument, NULL, 'h'},        {NULL, 0, NULL, 0}};
  continuum_bench_options o = {1e6, 1e-6, "", 300000, 0.5};
  int (*mode)(const continuum_bench_options *) = NULL;
  optind = 1;
  for (int c; (c = getopt_long(argc, argv, "h", known, NULL)) != -1;) switch (c) {
    case 'p': mode = bench_continuum_paper; break;
    case 's': mode = bench_continuum_stiffness; break;
    case 'M': mode = bench_continuum_matter; break;
    case 'v': mode = bench_solvers; break;
    case 'g': mode = bench_continuum_multigrid; break;
    case 'd': o.seconds = atof(optarg); break;
    case 'k': o.stiffness = atof(optarg); break;
    case 't': o.tolerance = atof(optarg); break;
    case 'c': o.only = optarg; break;
    case 'm': o.most = (size_t)strtoul(optarg, NULL, 10); break;
    case 'h': fputs(help, stdout); return EXIT_OK;
    default: fputs(help, stderr); return EXIT_USAGE;
    }
  if (!mode || optind < argc || !(o.stiffness > 0.0) || !(o.tolerance > 0.0) || !(o.seconds >= 0.0)) {
    fputs(help, stderr);
    return EXIT_USAGE;
  }
  return mode(&o);
}
