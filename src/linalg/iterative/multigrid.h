/* SPDX-License-Identifier: MIT
   Geometric multigrid for operators on tensor grids of one to three axes, of second and fourth order. Coarse operators
   are the same differences with weights gathered from the fine ones; smoothing is by Chebyshev polynomials of the
   fourth kind in D^-1 A (Lottes 2023), which no order of nodes enters, so that the cycle is symmetric and the same bits
   for any number of threads. Axes that hardly hang together are left as they are until they do. The coarsest grid is
   factorised. */
#pragma once

#include "linalg/cholesky/cholesky.h"
#include "linalg/iterative/transfer.h"

enum { PL_MULTIGRID_LEVELS = 32 };

typedef struct pl_multigrid_level {
  pl_stencil stencil;
  double *weights[PL_STENCIL_TERMS]; /* its own; of the finest level they are the caller's */
  pl_stencil_terms terms;
  pl_transfer transfer; /* to the next coarser one */
  double *x, *r, *d, *next;
} pl_multigrid_level;

typedef struct pl_multigrid {
  int levels, columns, degree;
  pl_multigrid_level level[PL_MULTIGRID_LEVELS];
  pl_sparse coarse;
  size_t *entries;
  pl_cholesky *factor;
  double *right; /* three numbers per node of the coarsest grid */
  double *work;  /* for gathering weights */
} pl_multigrid;

/* degree: of the polynomial before and after each coarse correction. The weights decide which axes become coarser;
   later ones of the same terms come with pl_multigrid_fill, which allocates nothing. */
pl_status pl_multigrid_create(const pl_grid_operator *grid, int columns, int degree, pl_pool *pool, pl_multigrid *out);
void pl_multigrid_free(pl_multigrid *multigrid);
pl_status pl_multigrid_fill(pl_multigrid *multigrid, const pl_grid_operator *grid, pl_pool *pool);

/* One V-cycle for A x = r from x = 0: vectors as pl_stencil has them. r becomes what is left before the last smoothing.
   */
void pl_multigrid_cycle(pl_multigrid *multigrid, double *r, double *x, pl_pool *pool);

static inline const pl_stencil *pl_multigrid_finest(const pl_multigrid *multigrid)
{
  return &multigrid->level[0].stencil;
}
