/* SPDX-License-Identifier: MIT
   Our solvers on grids beside CHOLMOD and hypre (conjugate gradients with BoomerAMG), one thread, processor time. hypre
   takes one right-hand side at a time, as applications use it: three solves. */
#include <HYPRE.h>
#include <HYPRE_IJ_mv.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "changed.h"
#include "cholmod_side.h"
#include "clock.h"
#include "grid_problems.h"
#include "linalg/grid/stencil.h"

typedef struct figures {
  double setup, solve; /* s */
  int rounds;
} figures;

static figures run_ours(bench_grid *g, pl_solver_kind kind, double tolerance)
{
  figures f = {INFINITY, INFINITY, 0};
  pl_solver *solver;
  pl_solver_def def = {.kind = kind, .columns = 3};
  pl_solver_problem problem = {.grid = &g->op, .coordinates = g->coordinates};
  if (pl_solver_create(&def, &problem, NULL, &solver) != PL_OK) return f;
  for (int round = 0; round < 3; round++) {
    pl_solver_report report;
    for (int k = 0; k < 3; k++) bench_change_numbers(g->weights[k], g->nodes);
    double start = bench_clock(true);
    pl_solver_refactorise(solver, &problem, NULL);
    double middle = bench_clock(true);
    memset(g->x, 0, 3 * g->nodes * sizeof *g->x);
    pl_solver_solve(solver, g->b, g->x, tolerance, NULL, &report);
    f.setup = fmin(f.setup, middle - start);
    f.solve = fmin(f.solve, bench_clock(true) - middle);
    f.rounds = report.rounds;
  }
  pl_solver_destroy(solver);
  return f;
}

static figures run_cholmod(const pl_sparse *a, bench_grid *g)
{
  figures f = {INFINITY, INFINITY, 0};
  peer *p = peer_create(a, PEER_SUPERNODAL);
  if (!p || !peer_analyse(p)) return f;
  for (int round = 0; round < 3; round++) {
    double start = bench_clock(true);
    if (!peer_factorise(p)) break;
    f.setup = fmin(f.setup, bench_clock(true) - start);
    f.solve = fmin(f.solve, peer_solve(p, g->b, g->x, true));
  }
  peer_destroy(p);
  return f;
}

static HYPRE_IJMatrix hypre_matrix(const pl_sparse *a)
{
  HYPRE_IJMatrix m;
  HYPRE_BigInt last = (HYPRE_BigInt)a->n - 1;
  HYPRE_IJMatrixCreate(MPI_COMM_WORLD, 0, last, 0, last, &m);
  HYPRE_IJMatrixSetObjectType(m, HYPRE_PARCSR);
  HYPRE_IJMatrixInitialize(m);
  for (size_t j = 0; j < a->n; j++)
    for (size_t e = a->starts[j]; e < a->starts[j + 1]; e++) {
      HYPRE_Int one = 1;
      HYPRE_BigInt row = (HYPRE_BigInt)a->rows[e], column = (HYPRE_BigInt)j;
      HYPRE_IJMatrixSetValues(m, 1, &one, &row, &column, &a->values[e]);
      if (row != column) HYPRE_IJMatrixSetValues(m, 1, &one, &column, &row, &a->values[e]);
    }
  HYPRE_IJMatrixAssemble(m);
  return m;
}

static HYPRE_IJVector hypre_vector(size_t n, const double *values)
{
  HYPRE_IJVector v;
  HYPRE_IJVectorCreate(MPI_COMM_WORLD, 0, (HYPRE_BigInt)n - 1, &v);
  HYPRE_IJVectorSetObjectType(v, HYPRE_PARCSR);
  HYPRE_IJVectorInitialize(v);
  for (size_t i = 0; i < n; i++) {
    HYPRE_BigInt row = (HYPRE_BigInt)i;
    double value = values ? values[3 * i] : 0.0;
    HYPRE_IJVectorSetValues(v, 1, &row, &value);
  }
  HYPRE_IJVectorAssemble(v);
  return v;
}

static figures run_hypre(const pl_sparse *a, const bench_grid *g, double tolerance)
{
  figures f = {0};
  HYPRE_IJMatrix m = hypre_matrix(a);
  HYPRE_ParCSRMatrix matrix;
  HYPRE_IJMatrixGetObject(m, (void **)&matrix);
  HYPRE_Solver cg, amg;
  HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &cg);
  HYPRE_PCGSetMaxIter(cg, 500);
  HYPRE_PCGSetTol(cg, tolerance);
  HYPRE_PCGSetTwoNorm(cg, 1);
  HYPRE_BoomerAMGCreate(&amg);
  HYPRE_BoomerAMGSetPrintLevel(amg, 0);
  HYPRE_BoomerAMGSetCoarsenType(amg, 8); /* PMIS and extended interpolation: its defaults of recent versions */
  HYPRE_BoomerAMGSetInterpType(amg, 6);
  HYPRE_BoomerAMGSetRelaxType(amg, 6);
  HYPRE_BoomerAMGSetTol(amg, 0.0);
  HYPRE_BoomerAMGSetMaxIter(amg, 1);
  HYPRE_PCGSetPrecond(cg, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, amg);
  for (int c = 0; c < 3; c++) {
    HYPRE_IJVector right = hypre_vector(g->nodes, g->b + c), result = hypre_vector(g->nodes, NULL);
    HYPRE_ParVector b, x;
    HYPRE_IJVectorGetObject(right, (void **)&b);
    HYPRE_IJVectorGetObject(result, (void **)&x);
    double start = bench_clock(true);
    if (c == 0) HYPRE_ParCSRPCGSetup(cg, matrix, b, x);
    double middle = bench_clock(true);
    HYPRE_ParCSRPCGSolve(cg, matrix, b, x);
    f.solve += bench_clock(true) - middle;
    if (c == 0) f.setup = middle - start;
    HYPRE_Int rounds;
    HYPRE_PCGGetNumIterations(cg, &rounds);
    if (rounds > f.rounds) f.rounds = rounds;
    HYPRE_IJVectorDestroy(right);
    HYPRE_IJVectorDestroy(result);
  }
  HYPRE_BoomerAMGDestroy(amg);
  HYPRE_ParCSRPCGDestroy(cg);
  HYPRE_IJMatrixDestroy(m);
  return f;
}

static void print(const char *what, figures f, bool iterative)
{
  printf("  %-22s %9.2f %9.2f", what, f.setup * 1e3, f.solve * 1e3);
  if (iterative) printf(" %6d", f.rounds);
  printf("\n");
}

static int run_size(const grid_problem_size *size, double stiffness, double tolerance)
{
  char name[64];
  bench_grid g;
  pl_stencil s;
  pl_stencil_terms terms;
  size_t counts[3], *entries;
  bool closed[3];
  pl_sparse a;
  bench_grid_name(size, name, sizeof name);
  if (bench_grid_create(size, stiffness, &g) != PL_OK) return 1;
  pl_stencil_terms_of(&g.op, counts, closed, &terms);
  if (pl_stencil_create(counts, closed, &terms, false, &s) != PL_OK ||
      pl_stencil_fill(&s, &terms, NULL, NULL) != PL_OK || pl_stencil_matrix(&s, &a, &entries) != PL_OK)
    return 1;
  pl_stencil_values(&s, entries, &a);
  printf("\n%-24s %9s %9s %6s   ms\n", name, "numbers", "solve", "rounds");
  figures direct = run_ours(&g, PL_SOLVER_CHOLESKY, tolerance), grid = run_ours(&g, PL_SOLVER_CG_MULTIGRID, tolerance);
  figures cholmod = run_cholmod(&a, &g), hypre = run_hypre(&a, &g, tolerance);
  print("Cholesky", direct, false);
  print("CG with multigrid", grid, true);
  print("CHOLMOD, supernodal", cholmod, false);
  print("hypre, CG + BoomerAMG", hypre, true);
  double constant = fmin(direct.solve, grid.solve), theirs = fmin(cholmod.solve, hypre.solve);
  double changing = fmin(direct.setup + direct.solve, grid.setup + grid.solve);
  double theirs_changing = fmin(cholmod.setup + cholmod.solve, hypre.setup + hypre.solve);
  printf("  our best against the best of them: %.1f times as fast where the matrix stays, %.1f where it changes\n",
         theirs / constant, theirs_changing / changing);
  fflush(stdout);
  pl_sparse_free(&a);
  pl_release(entries);
  pl_stencil_free(&s);
  bench_grid_free(&g);
  return 0;
}

/* bench_peers_solvers [--stiffness K] [--most NODES] [--case TEXT] */
int main(int argc, char **argv)
{
  double stiffness = 1e6;
  size_t most = 70000;
  const char *only = "";
  for (int i = 1; i + 1 < argc; i += 2) {
    if (strcmp(argv[i], "--stiffness") == 0) stiffness = atof(argv[i + 1]);
    if (strcmp(argv[i], "--most") == 0) most = strtoul(argv[i + 1], NULL, 10);
    if (strcmp(argv[i], "--case") == 0) only = argv[i + 1];
  }
  MPI_Init(&argc, &argv);
  HYPRE_Init();
  peer_set_threads(1);
  printf("Solvers on grids, three right-hand sides, one thread, processor time, stiffness %.0e, residual 1e-6\n",
         stiffness);
  int result = 0;
  for (size_t k = 0; k < grid_problem_size_count && !result; k++) {
    const grid_problem_size *size = &grid_problem_sizes[k];
    char name[64];
    bench_grid_name(size, name, sizeof name);
    if (pow(size->side, size->dimensions) <= (double)most && strstr(name, only))
      result = run_size(size, stiffness, 1e-6);
  }
  HYPRE_Finalize();
  MPI_Finalize();
  return result;
}
