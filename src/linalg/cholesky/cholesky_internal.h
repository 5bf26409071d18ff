/* SPDX-License-Identifier: MIT
   What the files of the sparse Cholesky share. */
#pragma once

#include <stdbool.h>

#include "linalg/cholesky/cholesky.h"
#include "linalg/cholesky/front_kernel.h"
#include "linalg/cholesky/multiply_kernel.h"
#include "linalg/cholesky/plan.h"
#include "linalg/sparse/symbolic.h"

/* The whole matrix (both triangles) in factor order, row after row, columns rising. */
typedef struct pl_permuted {
  size_t *starts;    /* n + 1 */
  size_t *diagonals; /* n: the diagonal entry; it and what follows are column i of the lower triangle */
  uint32_t *columns;
  uint32_t *source;   /* entry of the caller's matrix */
  uint32_t *position; /* from the diagonal on: the row in the front of the node that owns column i */
  double *values;
} pl_permuted;

/* Numbers of one precision. */
typedef struct pl_numbers {
  const pl_front_kernels *kernels;
  pl_precision precision;
  size_t *node_at; /* nodes: where a node's strips begin, in numbers */
  size_t entries;  /* of all strips */
  void *strips;
  void *fronts;         /* fronts and remainders, places fixed beforehand */
  size_t front_entries; /* numbers in it */
  size_t *front_at;     /* nodes: where a front begins in it, in numbers */
  size_t *remainder_at; /* nodes: where its remainder is left for the parent */
  void *vector;         /* 4 per row, buffers included */
  void *scratch;        /* of the solve */
  size_t *scratch_at;   /* groups */
  void *inverses;       /* groups × PL_STRIP^2 */
  uint32_t *failed;     /* groups: place of a bad pivot, or n */
} pl_numbers;

struct pl_cholesky {
  pl_symbolic symbolic;
  pl_plan plan;
  pl_permuted matrix;
  pl_ordering ordering;
  size_t pattern_entries;
  uint32_t *child_head, *child_next; /* nodes: children, rising */
  uint32_t *path_length;             /* nodes: rows from the root to it and with it */
  uint32_t longest_path;
  uint32_t *path; /* nodes: scratch of half solves */
  pl_numbers numbers;
  bool factorised;
  uint32_t columns; /* right-hand sides of the solve that is made: 3, or 1 */
  uint8_t *stale;   /* groups: their numbers are not those of the matrix; after a factorisation: they were not */
  double scale;     /* power of two by which the matrix was divided */
  double *right, *result, *residual_vector; /* n × 4 in factor order, for refinement */
  pl_rows_residual_function residual;
  pl_largest_function largest;
  double *block_largest;     /* for the norm of a residual, one per block of rows */
  size_t parallel_threshold; /* a factor of fewer numbers is solved by the calling thread; tests set other values */
};

/* Waking a sleeping thread takes about as long as a million numbers of the factor. */
enum { PL_PARALLEL_THRESHOLD = 1000000 };

/* Rows per block of simple loops over all rows. */
enum { PL_ROW_BLOCK = 1024 };

/* Numbers from column to column of a front: whole cache lines, an odd number of them, so that columns do not all fall
   into the same set of the cache. */
static inline size_t pl_front_stride(uint32_t height, uint32_t lanes)
{
  return (size_t)(((height + lanes - 1) / lanes) | 1u) * lanes;
}

pl_status pl_permuted_create(const pl_adjacency *graph, const pl_sparse *pattern, const pl_symbolic *symbolic,
                             pl_permuted *out);
void pl_permuted_free(pl_permuted *matrix);

pl_status pl_numbers_create(const pl_cholesky *cholesky, pl_precision precision, pl_numbers *out);
void pl_numbers_free(pl_numbers *numbers);

/* Numbers from the permuted matrix into the strips, of stale groups; the place of the first bad pivot, or n. */
uint32_t pl_factor_numbers(pl_cholesky *cholesky, pl_pool *pool);

/* The triangular solves on numbers.vector, which holds the right-hand sides in factor order. */
void pl_solve_vector(pl_cholesky *cholesky, pl_pool *pool);

/* A node as the kernels of the solve see it, and the scratch that they take for nodes of a group. */
pl_strip_node pl_strip_node_of(const pl_cholesky *cholesky, uint32_t node);
char *pl_solve_scratch(const pl_cholesky *cholesky, uint32_t group);

/* half_solve.c: fills path_length. */
void pl_paths_measure(pl_cholesky *cholesky);
