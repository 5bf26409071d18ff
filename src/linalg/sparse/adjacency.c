/* SPDX-License-Identifier: MIT */
#include "linalg/sparse/adjacency.h"

#include "base/memory.h"
#include "base/status.h"

void pl_adjacency_free(pl_adjacency *graph)
{
  pl_release(graph->starts);
  pl_release(graph->neighbours);
  pl_release(graph->entries);
  *graph = (pl_adjacency){0};
}

pl_status pl_adjacency_create(const pl_sparse *pattern, pl_adjacency *out)
{
  *out = (pl_adjacency){0};
  size_t n = pattern->n, entries = pattern->starts[n] - n;
  if (entries > INT32_MAX / 2)
    return pl_fail(PL_ERROR_LIMIT, "a matrix of %zu entries is too large: at most %d", entries, INT32_MAX / 2);
  pl_adjacency graph = {(uint32_t)n, PL_NEW(int32_t, n + 2), PL_NEW(int32_t, 2 * entries),
                        PL_NEW(uint32_t, 2 * entries)};
  if (!graph.starts || !graph.neighbours || !graph.entries) {
    pl_adjacency_free(&graph);
    return PL_ERROR_MEMORY;
  }
  /* starts is shifted by one place while it serves as the cursor of every vertex. */
  int32_t *cursor = graph.starts + 1;
  for (size_t j = 0; j < n; j++)
    for (size_t k = pattern->starts[j] + 1; k < pattern->starts[j + 1]; k++) {
      cursor[j + 1]++;
      cursor[pattern->rows[k] + 1]++;
    }
  for (size_t j = 0; j < n; j++) cursor[j + 1] += cursor[j];
  /* Upper neighbours arrive in rising order while columns are walked; the lower part of column j comes after them. */
  for (size_t j = 0; j < n; j++)
    for (size_t k = pattern->starts[j] + 1; k < pattern->starts[j + 1]; k++) {
      int32_t upper = cursor[pattern->rows[k]]++, lower = cursor[j]++;
      graph.neighbours[upper] = (int32_t)j;
      graph.neighbours[lower] = (int32_t)pattern->rows[k];
      graph.entries[upper] = graph.entries[lower] = (uint32_t)k;
    }
  *out = graph;
  return PL_OK;
}
