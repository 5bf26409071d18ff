/* SPDX-License-Identifier: MIT
   Active set of the rows of coupled bodies: contacts include all that may touch within a step, most never push. Only
   rows that push or are violated are solved, with compliance matrices of their particles alone; then all rows are
   checked, and violated ones are added. */
#pragma once

#include "contact/solve/rows.h"

/* Limits of a round. */
typedef struct pl_active_limits {
  size_t joining;        /* violated rows added in the first round; doubled in every later one */
  size_t scalar, blocks; /* particles of a body in a matrix, PL_COUPLING_SCALAR and PL_COUPLING_BLOCKS */
  int rounds;
} pl_active_limits;

extern const pl_active_limits pl_active_usual;

/* As pl_rows_solve. Rows beyond the limits keep their applied impulses and are solved in other rounds; *converged is
   false if some were left out of the last round. */
pl_status pl_rows_solve_active(pl_rows *rows, const pl_active_limits *limits, const pl_model_context *context,
                               bool *converged);
