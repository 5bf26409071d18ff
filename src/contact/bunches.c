/* SPDX-License-Identifier: MIT */
#include "contact/bunches.h"

#include <string.h>

#include "base/status.h"
#include "contact/solver.h"

#define UNNUMBERED UINT32_MAX

/* Places that rows join, like islands of bodies. */
static void join_places(const pl_rows *rows, uint32_t *joined)
{
  for (uint32_t i = 0; i < rows->place_count; i++) joined[i] = i;
  for (size_t k = 0; k < rows->count; k++)
    for (uint32_t e = 1, least = rows->at[k].items[0]; e < rows->at[k].count; e++)
      least = pl_island_join(joined, least, rows->at[k].items[e]);
}

/* Bunches in the order of their first rows, and how many rows are in each, behind its start. */
static void number(const pl_rows *rows, uint32_t *joined, uint32_t *numbers, uint32_t *bunch_of, pl_bunches *out)
{
  memset(numbers, 0xff, rows->place_count * sizeof(uint32_t));
  memset(out->starts, 0, (rows->count + 1) * sizeof(uint32_t));
  for (size_t k = 0; k < rows->count; k++) {
    uint32_t *found = &numbers[pl_island_root(joined, rows->at[k].items[0])];
    if (*found == UNNUMBERED) *found = out->count++;
    bunch_of[k] = *found;
    out->starts[*found + 1]++;
  }
}

static void sort(const pl_rows *rows, const uint32_t *bunch_of, uint32_t *next, pl_bunches *out)
{
  for (uint32_t b = 0; b < out->count; b++) out->starts[b + 1] += out->starts[b];
  memcpy(next, out->starts, out->count * sizeof(uint32_t));
  for (uint32_t k = 0; k < rows->count; k++) out->order[next[bunch_of[k]]++] = k;
}

static void take_all(const pl_rows *rows, pl_bunches *out)
{
  out->count = 1;
  out->starts[0] = 0;
  out->starts[1] = (uint32_t)rows->count;
  for (uint32_t k = 0; k < rows->count; k++) out->order[k] = k;
}

pl_status pl_bunches_find(const pl_rows *rows, pl_arena *scratch, pl_bunches *out)
{
  *out = (pl_bunches){.order = PL_TAKE(scratch, uint32_t, rows->count + 1),
                      .starts = PL_TAKE(scratch, uint32_t, rows->count + 2)};
  pl_arena_mark mark = pl_arena_here(scratch);
  uint32_t *joined = PL_TAKE(scratch, uint32_t, rows->place_count);
  uint32_t *numbers = PL_TAKE(scratch, uint32_t, rows->place_count);
  uint32_t *bunch_of = PL_TAKE(scratch, uint32_t, rows->count);
  uint32_t *next = PL_TAKE(scratch, uint32_t, rows->count);
  if (!out->order || !out->starts || !joined || !numbers || !bunch_of || !next) return PL_ERROR_MEMORY;
  if (rows->loose) {
    join_places(rows, joined);
    number(rows, joined, numbers, bunch_of, out);
    sort(rows, bunch_of, next, out);
  } else {
    take_all(rows, out);
  }
  pl_arena_back_to(scratch, mark);
  return PL_OK;
}
