/* SPDX-License-Identifier: MIT
   The graph of a symmetric matrix: who is neighbour of whom, without the diagonal. Orderings and the structure of the
   factor are found on it. */
#pragma once

#include "linalg/sparse/sparse.h"

typedef struct pl_adjacency {
  uint32_t n;
  int32_t *starts;     /* n + 1; signed 32 bit: the type of METIS */
  int32_t *neighbours; /* sorted within a vertex */
  uint32_t *entries;   /* for each neighbour, the entry of the matrix it comes from */
} pl_adjacency;

pl_status pl_adjacency_create(const pl_sparse *pattern, pl_adjacency *out);
void pl_adjacency_free(pl_adjacency *graph);
