/* SPDX-License-Identifier: MIT
   Incomplete Cholesky without fill, as a preconditioner. Where a pivot fails the diagonal is raised, a little and then
   more (Manteuffel 1980), so that it exists for every matrix with a positive diagonal. Solves are one after the other.
   */
#pragma once

#include "linalg/iterative/whole_rows.h"

typedef struct pl_incomplete {
  size_t n;
  size_t *starts; /* of rows of the lower triangle, the diagonal last */
  uint32_t *columns;
  double *values; /* of the diagonal the reciprocal */
  double shift;   /* part of the diagonal that was added */
} pl_incomplete;

pl_status pl_incomplete_create(const pl_whole_rows *a, pl_incomplete *out);
void pl_incomplete_free(pl_incomplete *factor);
void pl_incomplete_fill(pl_incomplete *f, const pl_whole_rows *a);

/* z = (L L^T)^-1 r; z and r may be the same. */
void pl_incomplete_solve(const pl_incomplete *factor, const double *r, double *z, size_t lanes);
