/* SPDX-License-Identifier: MIT */
#include "linalg/order.h"

pl_status pl_order_dissection(const pl_graph *graph, const double *coordinates, uint32_t *order)
{
  (void)coordinates;
  for (uint32_t i = 0; i < graph->n; i++) order[i] = i;
  return PL_OK;
}
