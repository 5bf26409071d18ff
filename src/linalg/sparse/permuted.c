/* SPDX-License-Identifier: MIT */
#include "base/memory.h"
#include "base/status.h"
#include "linalg/cholesky/cholesky_internal.h"

void pl_permuted_free(pl_permuted *m)
{
  pl_release(m->starts);
  pl_release(m->diagonals);
  pl_release(m->columns);
  pl_release(m->source);
  pl_release(m->position);
  pl_release(m->values);
  *m = (pl_permuted){0};
}

static void fill(const pl_adjacency *graph, const pl_sparse *pattern, const pl_symbolic *s, pl_permuted *m,
                 size_t *cursor)
{
  for (uint32_t i = 0; i < s->n; i++) {
    uint32_t vertex = s->order[i];
    m->starts[i + 1] = m->starts[i] + 1 + (size_t)(graph->starts[vertex + 1] - graph->starts[vertex]);
    cursor[i] = m->starts[i];
  }
  for (uint32_t j = 0; j < s->n; j++) { /* column after column, so that columns rise within each row */
    uint32_t vertex = s->order[j];
    m->diagonals[j] = cursor[j]++;
    m->columns[m->diagonals[j]] = j;
    m->source[m->diagonals[j]] = (uint32_t)pattern->starts[vertex];
    for (int32_t e = graph->starts[vertex]; e < graph->starts[vertex + 1]; e++) {
      size_t at = cursor[s->place[graph->neighbours[e]]]++;
      m->columns[at] = j;
      m->source[at] = graph->entries[e];
    }
  }
}

static void find_positions(const pl_symbolic *s, pl_permuted *m)
{
  for (uint32_t j = 0; j < s->n; j++) {
    uint32_t node = s->node_of[j], first = s->first[node], width = pl_node_width(s, node);
    size_t at = s->row_starts[node];
    for (size_t e = m->diagonals[j]; e < m->starts[j + 1]; e++) {
      uint32_t row = m->columns[e];
      if (row < s->first[node + 1]) {
        m->position[e] = row - first;
        continue;
      }
      while (s->rows[at] != row) at++;
      m->position[e] = width + (uint32_t)(at - s->row_starts[node]);
    }
  }
}

pl_status pl_permuted_create(const pl_adjacency *graph, const pl_sparse *pattern, const pl_symbolic *symbolic,
                             pl_permuted *out)
{
  size_t n = symbolic->n, entries = n + (size_t)graph->starts[n];
  *out = (pl_permuted){PL_NEW(size_t, n + 1),     PL_NEW(size_t, n),         PL_NEW(uint32_t, entries),
                       PL_NEW(uint32_t, entries), PL_NEW(uint32_t, entries), PL_NEW(double, entries)};
  size_t *cursor = PL_NEW(size_t, n);
  if (!out->starts || !out->diagonals || !out->columns || !out->source || !out->position || !out->values || !cursor) {
    pl_release(cursor);
    pl_permuted_free(out);
    return PL_ERROR_MEMORY;
  }
  fill(graph, pattern, symbolic, out, cursor);
  find_positions(symbolic, out);
  pl_release(cursor);
  return PL_OK;
}
