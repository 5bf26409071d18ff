/* SPDX-License-Identifier: MIT
   The loops over directed edges that a step spends its time in besides the solve, once per instruction set. */
#pragma once

#include <stddef.h>

#include "base/isa.h"
#include "model/graph/graph.h"

typedef struct pl_graph_kernels {
  /* A_i of the particles begin … begin + count - 1 (at most PL_ROTATION_LANES) at x, into one block of matrices. */
  void (*covariances)(const pl_graph *graph, const double *x, size_t begin, size_t count, double *block);
  /* Edge forces on the particles begin … end - 1: see pl_graph_forces. */
  void (*edge_forces)(const pl_graph *graph, const double *y, const double *turn, size_t begin, size_t end,
                      double *force);
  /* The two halves of the Laplacian forces: u = s (L y - S d), then force -= ll L^T u. */
  void (*laplacian_defects)(const pl_graph *graph, const double *y, const double *turn, size_t begin, size_t end,
                            double *defect);
  void (*laplacian_forces)(const pl_graph *graph, const double *defect, size_t begin, size_t end, double *force);
  /* Of the fibres of the particles begin … end - 1: see fibres.c. rotation ends with padding. */
  void (*deformations)(const pl_graph *graph, const double *x, const double *rotation, size_t begin, size_t end,
                       double *out);
} pl_graph_kernels;

extern const pl_graph_kernels pl_graph_kernels_baseline;
#if defined(__x86_64__)
extern const pl_graph_kernels pl_graph_kernels_avx2, pl_graph_kernels_avx512;
#endif
