/* SPDX-License-Identifier: MIT */
#include "model/surface/regions/region_rows.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "model/surface/regions/chains.h"
#include "model/surface/regions/sequences.h"

void pl_row_lists_release(pl_row_lists *lists)
{
  pl_release(lists->start);
  pl_release(lists->rows);
  *lists = (pl_row_lists){0};
}

void pl_region_rows_release(pl_regions *regions)
{
  for (size_t c = 0; c < PL_REGION_CHAINS; c++) {
    pl_region_chains *chains = &regions->chains[c];
    pl_row_lists_release(&chains->items);
    pl_release(chains->previous);
    pl_release(chains->order);
    pl_release(chains->group_start);
    *chains = (pl_region_chains){0};
  }
  regions->chain_count = 0;
  pl_release(regions->sums.start);
  pl_release(regions->sums.rows);
  regions->sums = (pl_row_pairs){0};
}

static uint32_t length_of(const pl_row_lists *lists, size_t item)
{
  return item < lists->count ? lists->start[item + 1] - lists->start[item] : 0;
}

pl_status pl_row_pairs_create(const pl_row_lists *lists, pl_row_pairs *out)
{
  size_t pairs = (lists->count + 1) / 2, total = 0;
  *out = (pl_row_pairs){.count = lists->count, .start = PL_NEW(uint32_t, pairs + 1)};
  if (!out->start) return PL_ERROR_MEMORY;
  for (size_t q = 0; q < pairs; q++) {
    uint32_t first = length_of(lists, 2 * q), second = length_of(lists, 2 * q + 1);
    total += 2 * (size_t)(first > second ? first : second);
    if (total > UINT32_MAX) return pl_fail(PL_ERROR_LIMIT, "regions: they are too large; make them smaller");
    out->start[q + 1] = (uint32_t)total;
  }
  out->rows = PL_NEW(pl_interval, total); /* all {0, 0} */
  if (!out->rows) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < lists->count; i++)
    for (uint32_t k = 0; k < length_of(lists, i); k++)
      out->rows[out->start[i / 2] + 2 * k + i % 2] = lists->rows[lists->start[i] + k];
  return PL_OK;
}

static uint32_t *paths_of_particles(const pl_regions *regions)
{
  uint32_t *path_of = PL_NEW(uint32_t, regions->count);
  for (uint32_t p = 0; path_of && p < regions->path_count; p++)
    for (uint32_t i = regions->path_start[p]; i < regions->path_start[p + 1]; i++) path_of[i] = p;
  return path_of;
}

/* Path p has a row of zeros of its own, and there are p of those before it. */
static pl_interval rows_of(uint32_t lo, uint32_t hi, uint32_t path) { return (pl_interval){lo + path, hi + path}; }

pl_status pl_region_rows_flat(pl_regions *regions)
{
  size_t intervals = regions->start[regions->count];
  pl_row_lists lists = {.count = regions->count, .start = regions->start, .rows = PL_NEW(pl_interval, intervals)};
  uint32_t *path_of = paths_of_particles(regions);
  pl_status status = PL_ERROR_MEMORY;
  if (lists.rows && path_of) {
    for (size_t k = 0; k < intervals; k++) {
      pl_interval interval = regions->intervals[k];
      lists.rows[k] = rows_of(interval.lo, interval.hi, path_of[interval.lo]);
    }
    status = pl_row_pairs_create(&lists, &regions->sums);
  }
  pl_release(path_of);
  pl_release(lists.rows);
  return status;
}

/* What a lattice's regions are made of. */
typedef struct parts {
  const pl_regions *regions;
  const uint32_t *slice;
  uint32_t *path_of;   /* per particle */
  pl_sequences bars;   /* of two numbers: first particle and end */
  pl_sequences plates; /* of bars */
  uint32_t *start;     /* plates of region i: plate[start[i]] … */
  uint32_t *plate;
  size_t plate_capacity;
  uint32_t *buffer; /* the bars of one plate */
} parts;

static pl_status end_plate(parts *p, size_t bars, size_t used)
{
  void *plates = p->plate;
  pl_status status = pl_grow(&plates, &p->plate_capacity, used + 1, sizeof *p->plate);
  p->plate = plates;
  PL_TRY(status);
  return pl_sequences_add(&p->plates, p->buffer, bars, p->plate + used);
}

static uint32_t slice_of(const parts *p, uint32_t interval)
{
  return p->slice[p->path_of[p->regions->intervals[interval].lo]];
}

static pl_status take_plates(parts *p, size_t region)
{
  const pl_regions *regions = p->regions;
  size_t used = p->start[region], bars = 0;
  for (uint32_t k = regions->start[region]; k < regions->start[region + 1]; k++) {
    uint32_t ends[2] = {regions->intervals[k].lo, regions->intervals[k].hi};
    PL_TRY(pl_sequences_add(&p->bars, ends, 2, p->buffer + bars++));
    if (k + 1 < regions->start[region + 1] && slice_of(p, k + 1) == slice_of(p, k)) continue;
    PL_TRY(end_plate(p, bars, used++));
    bars = 0;
  }
  p->start[region + 1] = (uint32_t)used;
  return PL_OK;
}

/* A sequence and where it lies in space. */
typedef struct placed {
  uint64_t key;
  uint32_t number;
} placed;

static int by_key(const void *a, const void *b)
{
  const placed *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return (x->number > y->number) - (x->number < y->number);
}

/* Numbers sequences anew by the middle of their first and last item, so that what is close together in space is so in
   memory; the `users` are updated. A bar's middle rises along z, a plate's along y, then z. */
static pl_status sort_sequences(pl_sequences *s, uint32_t *users, size_t user_count)
{
  placed *order = PL_NEW(placed, s->count);
  uint32_t *rank = PL_NEW(uint32_t, s->count);
  pl_sequences sorted = {0};
  bool got = order && rank;
  for (size_t i = 0; got && i < s->count; i++)
    order[i] = (placed){(uint64_t)s->items[s->start[i]] + s->items[s->start[i + 1] - 1], (uint32_t)i};
  pl_status status = got ? PL_OK : PL_ERROR_MEMORY;
  if (got) qsort(order, s->count, sizeof *order, by_key);
  for (size_t i = 0; status == PL_OK && i < s->count; i++) {
    uint32_t from = order[i].number;
    status = pl_sequences_add(&sorted, s->items + s->start[from], s->start[from + 1] - s->start[from], &rank[from]);
  }
  for (size_t i = 0; status == PL_OK && i < user_count; i++) users[i] = rank[users[i]];
  pl_release(order);
  pl_release(rank);
  pl_sequences_release(status == PL_OK ? s : &sorted);
  if (status == PL_OK) *s = sorted;
  return status;
}

static size_t most_bars(const pl_regions *regions)
{
  size_t most = 0;
  for (size_t i = 0; i < regions->count; i++) {
    size_t bars = regions->start[i + 1] - regions->start[i];
    if (bars > most) most = bars;
  }
  return most;
}

static pl_status take_apart(parts *p)
{
  size_t n = p->regions->count;
  p->path_of = paths_of_particles(p->regions);
  p->start = PL_NEW(uint32_t, n + 1);
  p->buffer = PL_NEW(uint32_t, most_bars(p->regions));
  if (!p->path_of || !p->start || !p->buffer) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < n; i++) PL_TRY(take_plates(p, i));
  PL_TRY(sort_sequences(&p->bars, p->plates.items, p->plates.item_count));
  return sort_sequences(&p->plates, p->plate, p->start[n]);
}

/* Bars are intervals of particles as they are. */
static pl_status rows_of_bars(const parts *p, pl_row_lists *out)
{
  out->count = p->bars.count;
  out->start = PL_NEW(uint32_t, out->count + 1);
  out->rows = PL_NEW(pl_interval, out->count);
  if (!out->start || !out->rows) return PL_ERROR_MEMORY;
  for (uint32_t b = 0; b < out->count; b++) {
    uint32_t lo = p->bars.items[2 * b], hi = p->bars.items[2 * b + 1];
    out->rows[b] = rows_of(lo, hi, p->path_of[lo]);
    out->start[b + 1] = b + 1;
  }
  return PL_OK;
}

static pl_status build(parts *p, uint32_t limit, pl_regions *regions)
{
  PL_TRY(take_apart(p));
  pl_item_lists plates = {p->plates.count, p->plates.start, p->plates.items};
  pl_item_lists whole = {regions->count, p->start, p->plate};
  pl_region_chains *bar_chains = &regions->chains[0], *plate_chains = &regions->chains[1];
  regions->chain_count = 2;
  PL_TRY(rows_of_bars(p, &bar_chains->items));
  PL_TRY(pl_chains_link(&plates, limit, bar_chains));
  PL_TRY(pl_chains_lists(bar_chains, &plates, &plate_chains->items));
  PL_TRY(pl_chains_link(&whole, limit, plate_chains));
  pl_row_lists lists = {0};
  pl_status status = pl_chains_lists(plate_chains, &whole, &lists);
  if (status == PL_OK) status = pl_row_pairs_create(&lists, &regions->sums);
  pl_row_lists_release(&lists);
  return status;
}

pl_status pl_region_rows_lattice(pl_regions *regions, const uint32_t *slice, uint32_t limit)
{
  parts p = {.regions = regions, .slice = slice};
  pl_status status = build(&p, limit, regions);
  pl_sequences_release(&p.bars);
  pl_sequences_release(&p.plates);
  pl_release(p.path_of);
  pl_release(p.start);
  pl_release(p.plate);
  pl_release(p.buffer);
  return status;
}
