/* SPDX-License-Identifier: MIT
   Quadratic forms on tensor grids, as controlled-continuity splines and springs have them (Terzopoulos & Fleischer, eq.
   18 and 27): x^T A x = sum of weights × squared differences of neighbours. All numbers are per element as given here:
   spacings, shares of borders and the time step are already in the weights. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "linalg/sparse/sparse.h"
#include "pliant/status.h"

/* Nodes in rows, the last axis fastest. */
typedef struct pl_tensor_grid {
  int dimensions;   /* 1 to 3 */
  size_t counts[3]; /* nodes along each axis */
  bool closed[3];   /* the last node of the axis is next to the first; then at least 3 nodes */
} pl_tensor_grid;

size_t pl_tensor_grid_nodes(const pl_tensor_grid *grid);

/* Every field has a number per node, or is NULL for zero. With + and - for the next and previous node along an axis:
     diagonal        w x^2
     first[a]        w (x_a+ - x)^2
     second[a]       w (x_a- - 2 x + x_a+)^2
     mixed[p]        w (x_a+b+ - x_a+ - x_b+ + x)^2          p: the axes (0, 1), (0, 2), (1, 2)
     cross[p]      2 w (x_a+ - x) (x_b+ - x)
   What would reach beyond an open end is left out. A node that is fixed has the equation a_ii x_i = b_i and no part in
   others. The weights of mixed are those of both orders of differentiation together. */
typedef struct pl_grid_operator {
  pl_tensor_grid grid;
  const double *diagonal, *first[3], *second[3], *mixed[3], *cross[3];
  const uint8_t *fixed; /* NULL: none */
} pl_grid_operator;

pl_status pl_grid_operator_check(const pl_grid_operator *grid);
