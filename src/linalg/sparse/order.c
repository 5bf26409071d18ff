/* SPDX-License-Identifier: MIT */
#include "linalg/sparse/order.h"

#include "base/status.h"

#if defined(PLIANT_METIS)
enum { has_metis = 1 };
#else
enum { has_metis = 0 };
#endif

pl_status pl_order(const pl_adjacency *graph, const double *coordinates, pl_ordering wanted, uint32_t *order,
                   pl_ordering *used)
{
  if (wanted == PL_ORDER_AUTO) wanted = coordinates || !has_metis ? PL_ORDER_COORDINATES : PL_ORDER_METIS;
  *used = wanted;
  switch (wanted) {
  case PL_ORDER_METIS: return pl_order_metis(graph, order);
  case PL_ORDER_COORDINATES: return pl_order_dissection(graph, coordinates, order);
  case PL_ORDER_NATURAL:
    for (uint32_t i = 0; i < graph->n; i++) order[i] = i;
    return PL_OK;
  case PL_ORDER_AUTO: break;
  }
  return pl_fail(PL_ERROR_ARGUMENT, "there is no ordering number %d", (int)wanted);
}
