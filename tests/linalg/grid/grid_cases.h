/* SPDX-License-Identifier: MIT
   Operators on grids that solvers are tested with: springs and thin plates, open and closed, with weights that vary. */
#pragma once

#include <string.h>

#include "linalg/grid/grid_operator.h"
#include "testing.h"

typedef struct grid_case {
  const char *name;
  pl_tensor_grid grid;
  int order;        /* 2 or 4 */
  double stiffness; /* about h^2 lambda_max / m */
  double vary;      /* weights are from 10^-vary to 10^vary times that */
  bool fixed;       /* some nodes are */
} grid_case;

typedef struct grid_problem {
  pl_grid_operator op;
  size_t nodes;
  double *weights[3]; /* mass, straight, mixed */
  uint8_t *fixed;
} grid_problem;

static void fill_weights(const grid_case *c, double factor, grid_problem *p)
{
  double scale = factor * c->stiffness / (c->order == 2 ? 8.0 : 64.0);
  for (size_t i = 0; i < p->nodes; i++) {
    double w = scale * pow(10.0, c->vary * sin(0.37 * (double)(i % 101)) * cos(0.11 * (double)(i / 7)));
    p->weights[0][i] = 1.0 + 0.5 * sin((double)i);
    p->weights[1][i] = w;
    p->weights[2][i] = 2.0 * w;
  }
}

static grid_problem make_grid_problem(const grid_case *c)
{
  grid_problem p = {.nodes = pl_tensor_grid_nodes(&c->grid)};
  for (int k = 0; k < 3; k++) assert_non_null(p.weights[k] = calloc(p.nodes, sizeof(double)));
  p.op = (pl_grid_operator){.grid = c->grid, .diagonal = p.weights[0]};
  int pairs[4] = {0, 0, 1, 3};
  for (int a = 0; a < c->grid.dimensions; a++) {
    if (c->order == 2) p.op.first[a] = p.weights[1];
    if (c->order == 4) p.op.second[a] = p.weights[1];
  }
  for (int k = 0; k < pairs[c->grid.dimensions]; k++)
    if (c->order == 4) p.op.mixed[k] = p.weights[2];
  if (c->fixed) {
    assert_non_null(p.fixed = calloc(p.nodes, 1));
    for (size_t i = 0; i < p.nodes; i += 1 + p.nodes / 5) p.fixed[i] = 1;
    p.op.fixed = p.fixed;
  }
  fill_weights(c, 1.0, &p);
  return p;
}

static void free_grid_problem(grid_problem *p)
{
  for (int k = 0; k < 3; k++) free(p->weights[k]);
  free(p->fixed);
}
