/* SPDX-License-Identifier: MIT
   Several bodies in one set of arrays. All numbers that say where something is are moved by what the bodies before
   took. */
#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "model/surface/regions/region_rows.h"
#include "model/surface/regions/regions.h"

/* What the bodies have in all, or those before one of them. */
typedef struct totals {
  size_t particles, paths, intervals;
  size_t items[PL_REGION_CHAINS], groups[PL_REGION_CHAINS];
  size_t differences[PL_REGION_CHAINS + 1]; /* of chains, then of regions */
} totals;

static void add_body(totals *t, const pl_regions *body, bool chained)
{
  t->particles += body->count;
  t->paths += body->path_count;
  t->intervals += body->start[body->count];
  if (!chained) return;
  for (size_t c = 0; c < PL_REGION_CHAINS; c++) {
    const pl_region_chains *chains = &body->chains[c];
    t->items[c] += chains->items.count;
    t->groups[c] += chains->group_count;
    t->differences[c] += chains->items.start[chains->items.count];
  }
  t->differences[PL_REGION_CHAINS] += body->sums.start[(body->count + 1) / 2]; /* fillers included */
}

static bool too_many(const totals *t)
{
  size_t most = t->particles + t->paths > t->intervals ? t->particles + t->paths : t->intervals;
  for (size_t c = 0; c <= PL_REGION_CHAINS; c++)
    if (t->differences[c] > most) most = t->differences[c];
  return most >= UINT32_MAX;
}

/* Numbers moved by `by`; with keep_zero nought stays nought: the row of zeros is everybody's. */
static void move_numbers(uint32_t *to, const uint32_t *from, size_t count, size_t by, bool keep_zero)
{
  for (size_t i = 0; i < count; i++) to[i] = keep_zero && from[i] == 0 ? 0 : from[i] + (uint32_t)by;
}

static void move_intervals(pl_interval *to, const pl_interval *from, size_t count, size_t by, bool keep_zero)
{
  for (size_t i = 0; i < count; i++) {
    to[i].lo = keep_zero && from[i].lo == 0 ? 0 : from[i].lo + (uint32_t)by;
    to[i].hi = from[i].hi + (uint32_t)by;
  }
}

static pl_status allocate_lists(pl_row_lists *lists, size_t count, size_t differences)
{
  lists->count = count;
  lists->start = PL_NEW(uint32_t, count + 1);
  lists->rows = PL_NEW(pl_interval, differences);
  return lists->start && lists->rows ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status allocate(pl_regions *out, const totals *all, bool chained)
{
  out->count = all->particles;
  out->path_count = all->paths;
  out->order = PL_NEW(uint32_t, all->particles);
  out->size = PL_NEW(uint32_t, all->particles);
  out->start = PL_NEW(uint32_t, all->particles + 1);
  out->intervals = PL_NEW(pl_interval, all->intervals);
  out->path_start = PL_NEW(uint32_t, all->paths + 1);
  if (!out->order || !out->size || !out->start || !out->intervals || !out->path_start) return PL_ERROR_MEMORY;
  if (!chained) return PL_OK;
  out->chain_count = PL_REGION_CHAINS;
  for (size_t c = 0; c < PL_REGION_CHAINS; c++) {
    pl_region_chains *chains = &out->chains[c];
    PL_TRY(allocate_lists(&chains->items, all->items[c], all->differences[c]));
    chains->group_count = all->groups[c];
    chains->previous = PL_NEW(uint32_t, all->items[c]);
    chains->order = PL_NEW(uint32_t, all->items[c]);
    chains->group_start = PL_NEW(uint32_t, all->groups[c] + 1);
    if (!chains->previous || !chains->order || !chains->group_start) return PL_ERROR_MEMORY;
  }
  return PL_OK;
}

/* rows: rows below that belong to the bodies before. */
static void copy_lists(pl_row_lists *to, const pl_row_lists *from, size_t items, size_t differences, size_t rows,
                       bool keep_zero)
{
  move_numbers(to->start + items, from->start, from->count + 1, differences, false);
  move_intervals(to->rows + differences, from->rows, from->start[from->count], rows, keep_zero);
}

static void copy_body(pl_regions *out, const pl_regions *body, const totals *before)
{
  size_t n = body->count, at = before->particles;
  move_numbers(out->order + at, body->order, n, at, false);
  memcpy(out->size + at, body->size, n * sizeof *body->size);
  move_numbers(out->start + at, body->start, n + 1, before->intervals, false);
  move_intervals(out->intervals + before->intervals, body->intervals, body->start[n], at, false);
  move_numbers(out->path_start + before->paths, body->path_start, body->path_count + 1, at, false);
  for (size_t c = 0; c < out->chain_count; c++) {
    const pl_region_chains *from = &body->chains[c];
    pl_region_chains *to = &out->chains[c];
    size_t items = before->items[c], rows = c ? before->items[c - 1] : at + before->paths;
    copy_lists(&to->items, &from->items, items, before->differences[c], rows, c > 0);
    move_numbers(to->previous + items, from->previous, from->items.count, items, true);
    move_numbers(to->order + items, from->order, from->items.count, items, false);
    move_numbers(to->group_start + before->groups[c], from->group_start, from->group_count + 1, items, false);
  }
}

/* The differences of a body's regions, out of their pairs. */
static void copy_sums(pl_row_lists *to, const pl_regions *body, const totals *before)
{
  const pl_row_pairs *from = &body->sums;
  for (size_t i = 0, at = before->particles; i < body->count; i++, at++) {
    uint32_t used = to->start[at];
    for (size_t k = from->start[i / 2] + i % 2; k < from->start[i / 2 + 1]; k += 2) {
      if (from->rows[k].hi == 0) continue; /* filled up */
      move_intervals(to->rows + used++, from->rows + k, 1, before->items[PL_REGION_CHAINS - 1], true);
    }
    to->start[at + 1] = used;
  }
}

/* sums: room for the differences of regions; NULL without chains. */
static pl_status copy_bodies(const pl_regions *const *bodies, size_t count, pl_row_lists *sums, pl_regions *out)
{
  totals before = {0};
  for (size_t b = 0; b < count; b++) {
    copy_body(out, bodies[b], &before);
    if (sums) copy_sums(sums, bodies[b], &before);
    add_body(&before, bodies[b], sums);
  }
  return sums ? pl_row_pairs_create(sums, &out->sums) : pl_region_rows_flat(out);
}

pl_status pl_regions_join(const pl_regions *const *bodies, size_t count, pl_regions *out)
{
  *out = (pl_regions){.method = PL_SUMS_PATHS};
  totals all = {0};
  pl_row_lists sums = {0};
  bool chained = count > 0;
  for (size_t b = 0; b < count; b++) chained = chained && bodies[b]->chain_count > 0;
  for (size_t b = 0; b < count; b++) add_body(&all, bodies[b], chained);
  if (count == 0 || too_many(&all))
    return pl_fail(PL_ERROR_LIMIT, "regions: %zu bodies with %zu particles cannot be put together", count,
                   all.particles);
  pl_status status = allocate(out, &all, chained);
  if (status == PL_OK && chained) status = allocate_lists(&sums, all.particles, all.differences[PL_REGION_CHAINS]);
  if (status == PL_OK) status = copy_bodies(bodies, count, chained ? &sums : NULL, out);
  pl_row_lists_release(&sums);
  return status;
}
