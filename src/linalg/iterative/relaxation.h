/* SPDX-License-Identifier: MIT
   Successive over-relaxation by colours: rows of one colour have nothing to do with each other and are done in any
   order, so that every number of threads gives the same bits. */
#pragma once

#include "linalg/iterative/whole_rows.h"

typedef struct pl_relaxation {
  uint32_t *rows;   /* by colour, rising */
  uint32_t *starts; /* colours + 1 */
  uint32_t colours;
} pl_relaxation;

pl_status pl_relaxation_create(const pl_whole_rows *a, pl_relaxation *out);
void pl_relaxation_free(pl_relaxation *relaxation);

/* x_i += factor (b - A x)_i / a_ii, colour after colour; 0 < factor < 2. */
void pl_relaxation_sweep(const pl_relaxation *relaxation, const pl_whole_rows *matrix, double factor, const double *b,
                         double *x, size_t lanes, pl_pool *pool);
