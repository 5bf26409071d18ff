/* SPDX-License-Identifier: MIT
   Operators on square and cubic grids on which the solvers are measured: springs (second order) and thin plates (fourth
   order) with free edges, as `pliant bench continuum --solvers` and the comparison with hypre and CHOLMOD have them. */
#pragma once

#include "linalg/iterative/solver.h"

typedef struct grid_problem_size {
  int dimensions, side, order;
} grid_problem_size;

extern const grid_problem_size grid_problem_sizes[];
extern const size_t grid_problem_size_count;

typedef struct bench_grid {
  pl_grid_operator op;
  size_t nodes;
  double *weights[3], *b, *x, *coordinates; /* b, x: three columns */
} bench_grid;

/* stiffness: the largest eigenvalue of h^2 M^-1 K. */
pl_status bench_grid_create(const grid_problem_size *size, double stiffness, bench_grid *out);
void bench_grid_free(bench_grid *grid);
void bench_grid_name(const grid_problem_size *size, char *text, size_t room);
