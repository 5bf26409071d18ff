/* SPDX-License-Identifier: MIT */
#include "mesh/core/edges.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

/* One pass of a counting sort, stable. starts has room for vertex_count + 1. */
static void sort_pass(const pl_edge_record *from, pl_edge_record *to, size_t count, size_t *starts, size_t vertex_count,
                      bool by_low)
{
  memset(starts, 0, (vertex_count + 1) * sizeof *starts);
  for (size_t i = 0; i < count; i++) starts[(by_low ? from[i].low : from[i].high) + 1]++;
  for (size_t v = 0; v < vertex_count; v++) starts[v + 1] += starts[v];
  for (size_t i = 0; i < count; i++) to[starts[by_low ? from[i].low : from[i].high]++] = from[i];
}

pl_status pl_edges_sort(pl_edge_record *records, size_t count, size_t vertex_count)
{
  pl_edge_record *other = PL_NEW(pl_edge_record, count);
  size_t *starts = other ? PL_NEW(size_t, vertex_count + 1) : NULL;
  if (starts) {
    sort_pass(records, other, count, starts, vertex_count, false);
    sort_pass(other, records, count, starts, vertex_count, true);
  }
  pl_status status = starts ? PL_OK : PL_ERROR_MEMORY;
  pl_release(starts);
  pl_release(other);
  return status;
}

static pl_edge_record record_of(uint32_t a, uint32_t b, size_t id)
{
  return a < b ? (pl_edge_record){a, b, (uint32_t)id} : (pl_edge_record){b, a, (uint32_t)id};
}

pl_status pl_edges_of_triangles(const uint32_t *triangles, size_t triangle_count, size_t vertex_count,
                                pl_edge_record **records, size_t *count)
{
  *records = NULL;
  *count = 0;
  if (triangle_count > UINT32_MAX / 3)
    return pl_fail(PL_ERROR_LIMIT, "%zu triangles are too many; at most %u are supported", triangle_count,
                   UINT32_MAX / 3);
  pl_edge_record *all = PL_NEW(pl_edge_record, 3 * triangle_count);
  if (!all) return PL_ERROR_MEMORY;
  size_t n = 0;
  for (size_t i = 0; i < 3 * triangle_count; i++) {
    uint32_t a = triangles[i], b = triangles[i - i % 3 + (i + 1) % 3];
    if (a != b) all[n++] = record_of(a, b, i);
  }
  pl_status status = pl_edges_sort(all, n, vertex_count);
  if (status != PL_OK) {
    pl_release(all);
    return status;
  }
  *records = all;
  *count = n;
  return PL_OK;
}

pl_status pl_edges_find_repeated(const uint32_t *edges, size_t count, size_t vertex_count, bool *repeated)
{
  if (count > UINT32_MAX) return pl_fail(PL_ERROR_LIMIT, "%zu edges are too many", count);
  pl_edge_record *records = PL_NEW(pl_edge_record, count);
  if (!records) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < count; i++) records[i] = record_of(edges[2 * i], edges[2 * i + 1], i);
  pl_status status = pl_edges_sort(records, count, vertex_count);
  for (size_t i = 0; status == PL_OK && i < count; i++)
    repeated[records[i].id] = i > 0 && records[i].low == records[i - 1].low && records[i].high == records[i - 1].high;
  pl_release(records);
  return status;
}

pl_status pl_edges_drop_repeated(uint32_t *edges, size_t *count, size_t vertex_count)
{
  bool *repeated = PL_NEW(bool, *count);
  if (!repeated) return PL_ERROR_MEMORY;
  pl_status status = pl_edges_find_repeated(edges, *count, vertex_count, repeated);
  size_t kept = 0;
  for (size_t i = 0; status == PL_OK && i < *count; i++)
    if (!repeated[i]) {
      edges[2 * kept] = edges[2 * i];
      edges[2 * kept + 1] = edges[2 * i + 1];
      kept++;
    }
  if (status == PL_OK) *count = kept;
  pl_release(repeated);
  return status;
}
