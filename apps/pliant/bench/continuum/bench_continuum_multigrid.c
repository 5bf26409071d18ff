/* SPDX-License-Identifier: MIT
   pliant bench continuum --multigrid: cycles that conjugate gradients need with multigrid, by size and stiffness. The
   bar is 10 from 128² to 1024² for any stiffness. */
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "bench/continuum/bench_continuum.h"
#include "command.h"
#include "grid_problems.h"

static const double stiffnesses[] = {1, 1e3, 1e6, 1e9, 1e12};
enum { STIFFNESSES = sizeof stiffnesses / sizeof *stiffnesses };

static pl_status count_cycles(const grid_problem_size *size, double stiffness, double tolerance, pl_solver_report *out)
{
  bench_grid g;
  PL_TRY(bench_grid_create(size, stiffness, &g));
  pl_solver *solver = NULL;
  pl_solver_def def = {.kind = PL_SOLVER_CG_MULTIGRID, .columns = 3};
  pl_solver_problem problem = {.grid = &g.op, .coordinates = g.coordinates};
  pl_status status = pl_solver_create(&def, &problem, NULL, &solver);
  memset(g.x, 0, 3 * g.nodes * sizeof *g.x);
  if (status == PL_OK) status = pl_solver_solve(solver, g.b, g.x, tolerance, NULL, out);
  pl_solver_destroy(solver);
  bench_grid_free(&g);
  return status;
}

int bench_continuum_multigrid(const continuum_bench_options *o)
{
  int most = 0;
  bool all = true;
  printf("Cycles of multigrid as preconditioner of conjugate gradients, to a residual of %.0e; !: not reached\n\n%-16s",
         o->tolerance, "stiffness");
  for (int k = 0; k < STIFFNESSES; k++) printf(" %8.0e", stiffnesses[k]);
  printf("\n");
  for (size_t p = 0; p < grid_problem_size_count; p++) {
    const grid_problem_size *size = &grid_problem_sizes[p];
    char name[64];
    bench_grid_name(size, name, sizeof name);
    if (size->dimensions != 2 || size->side < 128 || !strstr(name, o->only)) continue;
    printf("%-16s", name);
    for (int k = 0; k < STIFFNESSES; k++) {
      pl_solver_report report;
      if (count_cycles(size, stiffnesses[k], o->tolerance, &report) != PL_OK) {
        fprintf(stderr, "\npliant bench continuum: %s\n", pl_last_error());
        return EXIT_FAILED;
      }
      if (report.rounds > most) most = report.rounds;
      all = all && report.converged;
      printf(" %7d%s", report.rounds, report.converged ? " " : "!");
      fflush(stdout);
    }
    printf("\n");
  }
  printf("\nat most %d%s\n", most, all ? "" : ", and not all converged");
  return EXIT_OK;
}
