/* SPDX-License-Identifier: MIT */
#include "base/status.h"
#include "linalg/sparse/order.h"

#if defined(PLIANT_METIS)

#include <metis.h>
#include <pthread.h>
#include <string.h>

#include "base/memory.h"

/* METIS draws from the C library's rand(), which all threads share: two calls at once would give orders that differ
   from run to run, and with them other rounding. One at a time. */
static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;

_Static_assert(sizeof(idx_t) == sizeof(int32_t), "METIS must be built with 32-bit indices");

pl_status pl_order_metis(const pl_adjacency *graph, uint32_t *order)
{
  if (graph->n < 2 || graph->starts[graph->n] == 0) { /* METIS refuses graphs without edges */
    for (uint32_t i = 0; i < graph->n; i++) order[i] = i;
    return PL_OK;
  }
  idx_t *inverse = PL_NEW(idx_t, graph->n);
  if (!inverse) return PL_ERROR_MEMORY;
  idx_t n = (idx_t)graph->n;
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = 1;
  pthread_mutex_lock(&one_at_a_time);
  int result = METIS_NodeND(&n, graph->starts, graph->neighbours, NULL, options, (idx_t *)order, inverse);
  pthread_mutex_unlock(&one_at_a_time);
  pl_release(inverse);
  if (result == METIS_ERROR_MEMORY) return pl_fail(PL_ERROR_MEMORY, "METIS ran out of memory ordering %d rows", n);
  if (result != METIS_OK) return pl_fail(PL_ERROR_ARGUMENT, "METIS could not order %d rows (code %d)", n, result);
  return PL_OK;
}

#else

pl_status pl_order_metis(const pl_adjacency *graph, uint32_t *order)
{
  (void)graph, (void)order;
  return pl_fail(PL_ERROR_UNSUPPORTED, "this build has no METIS; use the ordering by coordinates");
}

#endif
