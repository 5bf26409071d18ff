/* SPDX-License-Identifier: MIT
   A grid operator as numbers: the diagonal and one coefficient per node for every neighbour that comes later. Vectors
   have two more nodes on either side of every axis, so that no node is a special case: beyond open ends coefficients
   are zero, beyond closed ones nodes of the other end are repeated. Rows begin with whole cache lines, so that most
   loads of a product stay in one. The columns of a right-hand side lie apart (planes). */
#pragma once

#include "base/pool.h"
#include "linalg/grid/grid_operator.h"
#include "linalg/grid/stencil_kernel.h"

enum { PL_STENCIL_TERMS = 13, PL_STENCIL_PAD = 2, PL_STENCIL_FRONT = 8, PL_STENCIL_SLACK = 8 };

/* The weights of an operator on axes 0 to 2 of which the first ones may have a single node: diagonal, first, second,
   mixed, cross. */
typedef struct pl_stencil_terms {
  const double *weights[PL_STENCIL_TERMS];
} pl_stencil_terms;

typedef struct pl_stencil {
  size_t counts[3], strides[3]; /* strides[2] is 1 */
  bool closed[3];
  size_t nodes, length; /* of the grid; of a padded vector */
  size_t row_count;     /* counts[0] × counts[1] */
  size_t *rows;         /* where each row begins in a padded vector */
  int neighbours;       /* in use */
  ptrdiff_t offsets[PL_STENCIL_MOST];
  int steps[PL_STENCIL_MOST][3]; /* the same, by axis */
  double *diagonal, *inverse;    /* padded */
  double *coefficients[PL_STENCIL_MOST];
  uint8_t *fixed; /* one per node, or NULL */
  double largest; /* bound of the eigenvalues of D^-1 A */
  pl_stencil_kernels kernels;
} pl_stencil;

/* Which terms there are decides the neighbours; their numbers come with pl_stencil_fill. */
pl_status pl_stencil_create(const size_t counts[3], const bool closed[3], const pl_stencil_terms *terms, bool fixed,
                            pl_stencil *out);
void pl_stencil_free(pl_stencil *stencil);

/* Numbers of the same terms; fixed: one per node, or NULL. PL_ERROR_SINGULAR if a diagonal entry is not positive. */
pl_status pl_stencil_fill(pl_stencil *stencil, const pl_stencil_terms *terms, const uint8_t *fixed, pl_pool *pool);

/* Axes of an operator moved to the end, as pl_stencil has them. */
void pl_stencil_terms_of(const pl_grid_operator *grid, size_t counts[3], bool closed[3], pl_stencil_terms *terms);

/* Numbers of a vector of so many columns. */
size_t pl_stencil_room(const pl_stencil *stencil, int columns);

/* Blocks of rows that loops are cut into. */
size_t pl_stencil_grain(const pl_stencil *stencil);

/* Repeats the nodes of closed axes beyond their ends. */
void pl_stencil_wrap(const pl_stencil *stencil, double *x, int columns);

/* y = A x, or b - A x where b is not NULL. x is wrapped first; y is zero beyond the ends. y may be b. */
void pl_stencil_apply(const pl_stencil *stencil, double *x, const double *b, double *y, int columns, pl_pool *pool);

/* One step of a polynomial in D^-1 A: x += d; r -= A d; next = alpha d + beta D^-1 r. next NULL: not wanted. */
void pl_stencil_step(const pl_stencil *stencil, double *d, double *x, double *r, double *next, double alpha,
                     double beta, int columns, pl_pool *pool);

/* Between vectors as callers have them (columns numbers per node) and padded planes. */
void pl_stencil_load(const pl_stencil *stencil, const double *in, double *out, int columns, pl_pool *pool);
void pl_stencil_store(const pl_stencil *stencil, const double *in, double *out, int columns, pl_pool *pool);

/* The lower triangle with the pattern of the stencil; entries[k × nodes + i]: place of neighbour k of node i (SIZE_MAX:
   none), the last nodes entries: of the diagonal. */
pl_status pl_stencil_matrix(const pl_stencil *stencil, pl_sparse *matrix, size_t **entries);
void pl_stencil_values(const pl_stencil *stencil, const size_t *entries, pl_sparse *matrix);
