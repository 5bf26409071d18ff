/* SPDX-License-Identifier: MIT */
#include "contact/islands/sub_islands.h"

#include <string.h>

#include "base/status.h"
#include "contact/solve/solver.h"

#define UNNUMBERED UINT32_MAX

/* Joins the slots of each row (union-find). */
static void join_places(const pl_rows *rows, uint32_t *joined)
{
  for (uint32_t i = 0; i < rows->slot_count; i++) joined[i] = i;
  for (size_t k = 0; k < rows->count; k++)
    for (uint32_t e = 1, least = rows->at[k].items[0]; e < rows->at[k].count; e++)
      least = pl_island_join(joined, least, rows->at[k].items[e]);
}

/* Counts the rows per root. */
static void count_rows(const pl_rows *rows, uint32_t *joined, uint32_t *counts, uint32_t *root_of)
{
  memset(counts, 0, rows->slot_count * sizeof(uint32_t));
  for (size_t k = 0; k < rows->count; k++) {
    root_of[k] = pl_island_root(joined, rows->at[k].items[0]);
    counts[root_of[k]]++;
  }
}

/* Sub-islands in the order of their first rows. next: per root, where its next row goes; UNNUMBERED: no row yet. */
static void sort(const pl_rows *rows, const uint32_t *counts, const uint32_t *root_of, uint32_t *next,
                 pl_sub_islands *out)
{
  for (size_t k = 0; k < rows->count; k++) out->alone += counts[root_of[k]] == 1;
  memset(next, 0xff, rows->slot_count * sizeof(uint32_t));
  uint32_t alone = 0, end = out->alone;
  for (uint32_t k = 0; k < rows->count; k++) {
    uint32_t root = root_of[k];
    if (counts[root] == 1) {
      out->order[alone++] = k;
      continue;
    }
    if (next[root] == UNNUMBERED) {
      out->starts[out->count++] = next[root] = end;
      end += counts[root];
    }
    out->order[next[root]++] = k;
  }
  out->starts[out->count] = end;
}

static void take_all(const pl_rows *rows, pl_sub_islands *out)
{
  out->count = 1;
  out->starts[0] = 0;
  out->starts[1] = (uint32_t)rows->count;
  for (uint32_t k = 0; k < rows->count; k++) out->order[k] = k;
}

pl_status pl_sub_islands_find(const pl_rows *rows, pl_arena *scratch, pl_sub_islands *out)
{
  *out = (pl_sub_islands){.order = PL_TAKE(scratch, uint32_t, rows->count + 1),
                          .starts = PL_TAKE(scratch, uint32_t, rows->count + 2)};
  pl_arena_mark mark = pl_arena_here(scratch);
  uint32_t *joined = PL_TAKE(scratch, uint32_t, rows->slot_count);
  uint32_t *counts = PL_TAKE(scratch, uint32_t, rows->slot_count);
  uint32_t *root_of = PL_TAKE(scratch, uint32_t, rows->count);
  if (!out->order || !out->starts || !joined || !counts || !root_of) return PL_ERROR_MEMORY;
  if (rows->uncoupled && !rows->pressed) { /* a pressure couples all particles of its body */
    join_places(rows, joined);
    count_rows(rows, joined, counts, root_of);
    sort(rows, counts, root_of, joined, out); /* `joined` is reused: roots are in root_of */
  } else {
    take_all(rows, out);
  }
  pl_arena_back_to(scratch, mark);
  return PL_OK;
}
