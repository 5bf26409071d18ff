/* SPDX-License-Identifier: MIT
   Conjugate gradients for up to three right-hand sides side by side, each with its own steps, on anything that can
   multiply and precondition. The flexible form (Polak-Ribiere): a preconditioner need not be quite symmetric. */
#pragma once

#include <stdbool.h>

#include "base/pool.h"
#include "linalg/iterative/vectors_kernel.h"

/* How a vector lies in memory: planes of length × lanes numbers. One of planes and lanes is 1. */
typedef struct pl_vector_shape {
  size_t length, lanes, planes;
  int columns;
} pl_vector_shape;

typedef struct pl_krylov {
  pl_vector_shape shape;
  void *context;
  void (*multiply)(void *context, double *x, double *y, pl_pool *pool);     /* y = A x */
  void (*precondition)(void *context, double *r, double *z, pl_pool *pool); /* z = M r; r stays as it is */
  double *r, *z, *p, *q;
  double *sums; /* of blocks */
  pl_vector_kernels kernels;
} pl_krylov;

size_t pl_vector_numbers(const pl_vector_shape *shape);
pl_status pl_krylov_create(const pl_vector_shape *shape, pl_krylov *out);
void pl_krylov_free(pl_krylov *krylov);

/* out[c] = a . b of column c. */
void pl_krylov_dot(const pl_krylov *krylov, const double *a, const double *b, double out[3], pl_pool *pool);

/* r holds b - A x on entry. Until |r| <= tolerance |b| in every column, size[c] being |b|. Gives rounds; *residual: the
   largest of |r| / |b| that is left. Stops where the matrix or the preconditioner proves not to be positive. */
int pl_krylov_solve(pl_krylov *krylov, double *x, const double size[3], double tolerance, int most, double *residual,
                    pl_pool *pool);
