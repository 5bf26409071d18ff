/* SPDX-License-Identifier: MIT
   The structure of a Cholesky factor: elimination tree, supernodes, rows. Found once from the pattern.

   Words: "place" is a row's number in factor order. A node (supernode) owns the places [first[s], first[s + 1]) and has
   the rows below them listed in rows[]; its front is the dense matrix on both, "height" rows altogether. */
#pragma once

#include "linalg/sparse/adjacency.h"

#define PL_NO_NODE UINT32_MAX

typedef struct pl_symbolic {
  uint32_t n;
  uint32_t nodes;
  uint32_t *order;       /* n: place -> original row */
  uint32_t *place;       /* n: original row -> place */
  uint32_t *node_of;     /* n: place -> node */
  uint32_t *first;       /* nodes + 1 */
  uint32_t *parent;      /* nodes; PL_NO_NODE for a root; parents come after their children */
  size_t *row_starts;    /* nodes + 1 */
  uint32_t *rows;        /* places below the node, rising */
  uint32_t *relative;    /* the same rows as positions in the parent's front */
  size_t factor_entries; /* nonzeros of L without amalgamation */
  double flops;          /* multiply-adds of the factorisation, without amalgamation */
} pl_symbolic;

/* order: the fill-reducing order, n entries; what comes out is an equivalent one. */
pl_status pl_symbolic_create(const pl_adjacency *graph, const uint32_t *order, pl_symbolic *out);
void pl_symbolic_free(pl_symbolic *symbolic);

static inline uint32_t pl_node_width(const pl_symbolic *s, uint32_t node)
{
  return s->first[node + 1] - s->first[node];
}
static inline uint32_t pl_node_below(const pl_symbolic *s, uint32_t node)
{
  return (uint32_t)(s->row_starts[node + 1] - s->row_starts[node]);
}

/* etree.c: on a graph whose vertices are eliminated in the given order; all arrays have n entries. */
void pl_etree(const pl_adjacency *graph, const uint32_t *order, const uint32_t *place, uint32_t *parent,
              uint32_t *ancestor);
void pl_postorder(uint32_t n, const uint32_t *parent, uint32_t *post, uint32_t *work /* 2 n */);
void pl_column_counts(const pl_adjacency *graph, const uint32_t *order, const uint32_t *place, const uint32_t *parent,
                      uint32_t *count, uint32_t *work /* 3 n */);

/* amalgamate.c: merges children into parents where that makes a solve cheaper. nodes fundamental supernodes with width,
   height and parent; merged[s] becomes the node that s ends up in (its topmost member). */
pl_status pl_amalgamate(uint32_t nodes, const uint32_t *parent, uint32_t *width, uint32_t *height, uint32_t *merged);
