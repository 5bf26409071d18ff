/* SPDX-License-Identifier: MIT
   The matrices on which the sparse Cholesky is measured and tested: A = M + h^2 K of lattices and of a surface, with
   edge energy (K = L, 1-ring) and Laplacian energy (K = L^T L, 2-ring). Shared by `pliant bench cholesky`, the
   comparison with CHOLMOD and the tests. */
#pragma once

#include "linalg/sparse/sparse.h"

typedef struct cholesky_case {
  const char *name;
  int size[3];    /* nodes of a box lattice; or rings × segments × 0: a torus of triangles */
  int neighbours; /* of a lattice node: 6 or 26 */
  int laplacian;  /* 0: edge energy, 1: Laplacian energy */
} cholesky_case;

extern const cholesky_case cholesky_cases[];
extern const size_t cholesky_case_count;

typedef struct cholesky_problem {
  pl_sparse matrix;
  double *mass;        /* n, all 1 */
  double *coordinates; /* 3 n */
} cholesky_problem;

/* kappa: about the largest eigenvalue of h^2 M^-1 K. */
pl_status cholesky_problem_create(const cholesky_case *which, double kappa, cholesky_problem *out);
void cholesky_problem_free(cholesky_problem *problem);
