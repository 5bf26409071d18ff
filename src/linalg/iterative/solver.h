/* SPDX-License-Identifier: MIT
   One way to solve A x = b for symmetric positive definite A, whatever does it: analyse a pattern once, take its
   numbers as often as they change, solve to a tolerance. Same bits for any number of threads; nothing is allocated
   after the first refactorise. One object serves one thread at a time. */
#pragma once

#include "base/pool.h"
#include "linalg/cholesky/cholesky.h"
#include "linalg/grid/grid_operator.h"

typedef enum pl_solver_kind {
  PL_SOLVER_AUTO,          /* by size and kind: see pl_solver_choose */
  PL_SOLVER_CHOLESKY,      /* the project's sparse factor */
  PL_SOLVER_CG,            /* conjugate gradients, preconditioned by the diagonal */
  PL_SOLVER_CG_INCOMPLETE, /* by incomplete Cholesky */
  PL_SOLVER_SOR,           /* successive over-relaxation, by colours */
  PL_SOLVER_ADI,           /* alternating directions, accelerated; grids only */
  PL_SOLVER_MULTIGRID,     /* V-cycles; grids only */
  PL_SOLVER_CG_MULTIGRID,  /* conjugate gradients, preconditioned by a V-cycle; grids only */
  PL_SOLVER_KINDS
} pl_solver_kind;

/* "auto", "cholesky", "cg", "cg-incomplete", "sor", "adi", "multigrid", "cg-multigrid". */
const char *pl_solver_kind_name(pl_solver_kind kind);
/* PL_ERROR_ARGUMENT names the ones that there are. */
pl_status pl_solver_kind_find(const char *name, pl_solver_kind *out);

/* Either a matrix or an operator on a grid; of the latter the matrix is made where a solver needs it. */
typedef struct pl_solver_problem {
  const pl_sparse *matrix;
  const double *coordinates; /* 3 per row, for the order of elimination, or NULL */
  const pl_grid_operator *grid;
  bool pattern_only; /* of a matrix: its numbers come with the first refactorise */
} pl_solver_problem;

typedef struct pl_solver_def {
  pl_solver_kind kind;
  int columns;       /* right-hand sides at a time: 1 or 3 */
  bool changes;      /* numbers of the matrix change about as often as it is solved with */
  double relaxation; /* of SOR, between 0 and 2; 0: 1.5 */
  int degree;        /* of multigrid's smoothing polynomial; 0: 3 for second order, 4 for fourth */
  int most;          /* rounds; 0: 1000, of SOR 100000 */
} pl_solver_def;

typedef struct pl_solver_report {
  int rounds;
  double residual; /* |b - A x| / |b|, the largest of the columns, in the Euclidean norm; of Cholesky not measured: 0 */
  bool converged;
} pl_solver_report;

typedef struct pl_solver pl_solver;

/* What auto means, from the table of `pliant bench continuum --solvers`. */
pl_solver_kind pl_solver_choose(const pl_solver_problem *problem, bool changes);

/* Pattern and room; the first numbers are taken as well, if there are any. */
pl_status pl_solver_create(const pl_solver_def *def, const pl_solver_problem *problem, pl_pool *pool, pl_solver **out);
void pl_solver_destroy(pl_solver *solver);

/* New numbers of the same pattern (the same terms of a grid). PL_ERROR_SINGULAR where the matrix proves not to be
   positive definite; an iterative solver may find out only while it solves, and then does not converge. */
pl_status pl_solver_refactorise(pl_solver *solver, const pl_solver_problem *problem, pl_pool *pool);

/* x := A^-1 b, columns numbers per row; iterative solvers start from the x that is given. Not to converge is no error:
   the report says. b and x differ. */
pl_status pl_solver_solve(pl_solver *solver, const double *b, double *x, double tolerance, pl_pool *pool,
                          pl_solver_report *report);

/* The same for three right-hand sides of a solver for a matrix and one column, 3 numbers per row, all x from 0: a
   factor takes them together, what iterates takes one after the other. The report is of the worst. */
pl_status pl_solver_solve_three(pl_solver *solver, const double *b, double *x, double tolerance, pl_pool *pool,
                                pl_solver_report *report);

pl_cholesky *pl_solver_factor(const pl_solver *solver); /* NULL: it has none, and iterates */
pl_solver_kind pl_solver_kind_of(const pl_solver *solver);
size_t pl_solver_bytes(const pl_solver *solver); /* of factors and vectors, about */
/* Multiplications and additions of a solve of three columns for a matrix, about: from counts, the same anywhere. */
double pl_solver_work(const pl_solver *solver, const pl_solver_report *report);
