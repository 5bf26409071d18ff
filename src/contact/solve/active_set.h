/* SPDX-License-Identifier: MIT
   Of the rows of bodies that are coupled few push: contact lists all that may touch within a step, and most never do.
   Only those that push or lack velocity are solved, with matrices of their particles alone; then all are checked, and
   violated ones are added. */
#pragma once

#include "contact/solve/rows.h"

/* How much is solved at once. */
typedef struct pl_active_limits {
  size_t joining;        /* rows that join in the first round; twice as many in every later one */
  size_t scalar, blocks; /* particles of a body in a matrix, PL_COUPLING_SCALAR and PL_COUPLING_BLOCKS */
  int rounds;
} pl_active_limits;

extern const pl_active_limits pl_active_usual;

/* As pl_rows_solve. Rows that find no room keep what they have sent and take turns: then *converged comes back false,
   unless none was left out in the last round. */
pl_status pl_rows_solve_active(pl_rows *rows, const pl_active_limits *limits, const pl_model_context *context,
                               bool *converged);
