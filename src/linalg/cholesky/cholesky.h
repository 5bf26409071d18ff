/* SPDX-License-Identifier: MIT
   Sparse Cholesky for constant matrices: analyse once, factorise (and refactorise) values, solve for three right-hand
   sides at once or for one, many times. One object serves one thread at a time (its workspace is inside); the work
   is spread over the pool that is handed in. Same bits for any number of threads, per instruction set. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/pool.h"
#include "linalg/sparse/sparse.h"
#include "pliant/precision.h"
#include "pliant/status.h"

typedef enum pl_ordering {
  PL_ORDER_AUTO,        /* coordinates where given (as good as METIS, faster); else METIS where the build has it */
  PL_ORDER_METIS,       /* PL_ERROR_UNSUPPORTED where the build has none */
  PL_ORDER_COORDINATES, /* our nested dissection; without coordinates, on distances in the graph */
  PL_ORDER_NATURAL      /* the order of the rows, but for moves that cost no fill */
} pl_ordering;

typedef struct pl_cholesky pl_cholesky;

/* Orders, finds the structure of the factor and allocates all but the numbers. Only the pattern of the matrix is used.
   coordinates: 3 per row, or NULL. */
pl_status pl_cholesky_analyse(const pl_sparse *pattern, const double *coordinates, pl_ordering ordering,
                              pl_cholesky **out);
void pl_cholesky_destroy(pl_cholesky *cholesky);

/* order[k] is the original row that stands at place k of the factor; n entries, owned by the object. */
const uint32_t *pl_cholesky_permutation(const pl_cholesky *cholesky);

/* The factor of `values`, which must have the pattern that was analysed. precision: float or double (auto is double).
   The first call for a precision allocates, later ones do not. PL_ERROR_SINGULAR names the row that is not positive
   definite and leaves no factor. The values are kept for refinement, and where few of them differ from those of before,
   only what follows from these is computed: the same bits, sooner. */
pl_status pl_cholesky_factorise(pl_cholesky *cholesky, const pl_sparse *values, pl_precision precision, pl_pool *pool);

typedef enum pl_row_order {
  PL_ROWS_ORIGINAL, /* as in the matrix */
  PL_ROWS_FACTOR    /* as in pl_cholesky_permutation: no gather */
} pl_row_order;

/* x := A^-1 x in place; x is n × 3, xyz per row. Needs a factor; allocates nothing. */
pl_status pl_cholesky_solve(pl_cholesky *cholesky, double *x, pl_row_order rows, pl_pool *pool);

/* The same for one right-hand side: x is n × 1. The bits are those of a column of three. */
pl_status pl_cholesky_solve_one(pl_cholesky *cholesky, double *x, pl_row_order rows, pl_pool *pool);

/* x := A^-1 b with iterative refinement: residuals in double, corrections through the factor, until the largest entry
   of the residual is at most `target` times the largest of b, or `most` refinements were made. x and b may be the same.
   *residual: what was reached, relative to b; telling it costs a product with the matrix after the last refinement,
   NULL saves that. *made (may be NULL): refinements done. */
pl_status pl_cholesky_solve_refined(pl_cholesky *cholesky, const double *b, double *x, pl_row_order rows, int most,
                                    double target, pl_pool *pool, double *residual, int *made);

/* y = A x with the matrix of the last factorise, n × 3, in parallel, fixed order; x and y must not overlap. */
pl_status pl_cholesky_multiply(pl_cholesky *cholesky, const double *x, double *y, pl_row_order rows, pl_pool *pool);

/* Half solves: with A = L L^T and y = L^-1 e of unit vectors e, entries of A^-1 are products, (A^-1)_ab = y_a . y_b. Of
   y only the numbers on the way from the row to the root of the elimination tree are not zero, and only they are
   computed. They stand root first: what two rows have in common stands first in both. */
size_t pl_cholesky_path(const pl_cholesky *cholesky, uint32_t row); /* numbers of a row's y */
size_t pl_cholesky_longest_path(const pl_cholesky *cholesky);
size_t pl_cholesky_common_path(const pl_cholesky *cholesky, uint32_t a, uint32_t b);

/* out[k] := y of rows[k] (in the matrix), for one to three different rows. Needs a factor; the bits of one do not
   depend on the others. */
void pl_cholesky_half_solve(pl_cholesky *cholesky, const uint32_t *rows, size_t count, double *const *out);

typedef struct pl_cholesky_stats {
  size_t n;
  size_t matrix_entries; /* lower triangle with diagonal */
  size_t factor_entries; /* nonzeros of L as numbers of the matrix demand, before amalgamation and padding */
  size_t stored_entries; /* numbers read once by each half of a solve */
  size_t factor_bytes;   /* of the last factorise; the solve reads them twice */
  size_t work_bytes;     /* kept for the next factorise: fronts and what they hand on */
  size_t supernodes;
  size_t groups;          /* units of parallel work, */
  size_t groups_computed; /* and how many of them the last factorise had to compute */
  double flops;           /* multiply-adds of the factorisation */
  pl_ordering ordering;   /* the one used */
} pl_cholesky_stats;
pl_cholesky_stats pl_cholesky_describe(const pl_cholesky *cholesky);
