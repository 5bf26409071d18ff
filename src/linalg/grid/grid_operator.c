/* SPDX-License-Identifier: MIT */
#include "linalg/grid/grid_operator.h"

#include "base/status.h"

size_t pl_tensor_grid_nodes(const pl_tensor_grid *grid)
{
  size_t nodes = 1;
  for (int a = 0; a < grid->dimensions; a++) nodes *= grid->counts[a];
  return nodes;
}

pl_status pl_grid_operator_check(const pl_grid_operator *grid)
{
  const pl_tensor_grid *g = &grid->grid;
  if (g->dimensions < 1 || g->dimensions > 3)
    return pl_fail(PL_ERROR_ARGUMENT, "a grid operator has 1 to 3 axes, got %d", g->dimensions);
  size_t nodes = 1;
  for (int a = 0; a < g->dimensions; a++) {
    size_t least = g->closed[a] ? 3 : 1;
    if (g->counts[a] < least)
      return pl_fail(PL_ERROR_ARGUMENT, "axis %d of a grid operator needs at least %zu nodes%s, got %zu", a, least,
                     g->closed[a] ? " since it is closed" : "", g->counts[a]);
    if (g->counts[a] > INT32_MAX / nodes)
      return pl_fail(PL_ERROR_LIMIT, "a grid operator has at most %d nodes", INT32_MAX);
    nodes *= g->counts[a];
  }
  if (!grid->diagonal) return pl_fail(PL_ERROR_ARGUMENT, "a grid operator needs its diagonal (mass), got NULL");
  return PL_OK;
}
