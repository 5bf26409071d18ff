/* SPDX-License-Identifier: MIT
   What solves the linear systems of a model. */
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_linear_solver {
  PL_LINEAR_AUTO,          /* by size and kind */
  PL_LINEAR_CHOLESKY,      /* direct */
  PL_LINEAR_CG,            /* conjugate gradients, preconditioned by the diagonal */
  PL_LINEAR_CG_INCOMPLETE, /* the same, preconditioned by incomplete Cholesky */
  PL_LINEAR_SOR,           /* successive over-relaxation */
  PL_LINEAR_ADI,           /* alternating directions; like the next two only of hybrid bodies, whose mesh has a grid */
  PL_LINEAR_MULTIGRID,
  PL_LINEAR_CG_MULTIGRID /* conjugate gradients with multigrid */
} pl_linear_solver;

#ifdef __cplusplus
}
#endif
