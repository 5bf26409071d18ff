/* SPDX-License-Identifier: MIT
   From fine grids to coarse ones and back, axis by axis. Every other node stays; between them a cubic goes through the
   nearest four, which thin plates need (transfers of order two on both sides are too low for a fourth-order operator),
   and at open ends through the three that there are with no curvature beyond. An even number of nodes along an open
   axis leaves the last coarse node one fine spacing beyond the end. */
#pragma once

#include "linalg/grid/stencil.h"

/* Sums of numbers of one grid: result i = sum of weights × entries [starts[i], starts[i + 1]). */
typedef struct pl_axis_map {
  size_t count; /* results */
  size_t *starts;
  uint32_t *index;
  double *weights;
} pl_axis_map;

typedef enum pl_axis_rule {
  PL_AXIS_NODE,  /* quantities of nodes: shared between the nearest coarse ones */
  PL_AXIS_EDGE,  /* products of a first difference and something else */
  PL_AXIS_EDGES, /* squares of first differences */
  PL_AXIS_MIDDLE /* squares of second differences */
} pl_axis_rule;

/* One axis; where fine == coarse it is left as it is. */
typedef struct pl_transfer_axis {
  size_t fine, coarse;
  bool closed;
  pl_axis_map up;         /* fine from coarse */
  pl_axis_map down;       /* its transpose */
  size_t regular_up[2];   /* coarse nodes for which up is the common rule, if there are any */
  size_t regular_down[2]; /* the same for down */
  pl_axis_map rules[4];   /* coarse weights from fine ones */
} pl_transfer_axis;

typedef struct pl_transfer {
  pl_transfer_axis axes[3];
} pl_transfer;

size_t pl_transfer_coarse_count(size_t fine, bool closed);
pl_status pl_transfer_create(const size_t fine[3], const bool closed[3], const bool halve[3], pl_transfer *out);
void pl_transfer_free(pl_transfer *transfer);

/* fine = P coarse, zero at fixed nodes, and coarse = P^T fine. scratch: a vector like a fine one. */
void pl_transfer_up(const pl_transfer *transfer, const pl_stencil *fine_grid, const pl_stencil *coarse_grid,
                    const double *coarse, double *fine, double *scratch, int columns, pl_pool *pool);
void pl_transfer_down(const pl_transfer *transfer, const pl_stencil *fine_grid, const pl_stencil *coarse_grid,
                      const double *fine, double *coarse, double *scratch, int columns, pl_pool *pool);

/* Weights of one term for the coarse grid, one rule per axis; work: room for two fields of the fine grid. */
void pl_transfer_weights(const pl_transfer *transfer, const pl_axis_rule rules[3], const double *fine, double *coarse,
                         double *work);
