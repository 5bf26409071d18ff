/* SPDX-License-Identifier: MIT */
#include "model/surface/regions/regions.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/edges.h"
#include "mesh/core/topology.h"
#include "model/surface/regions/lattice.h"
#include "model/surface/regions/paths.h"
#include "model/surface/regions/region_flood.h"
#include "model/surface/regions/region_rows.h"

enum {
  LENGTH_UNITS = 1 << 20, /* of a radius */
  LENGTH_LIMIT = LENGTH_UNITS + LENGTH_UNITS / 1000,
  TOO_LONG = LENGTH_LIMIT + 1,
  MOST_LISTED = 128 /* members per region: more of them cost more to read than to find */
};

/* What is needed only while regions are made. */
typedef struct making {
  const pl_region_setup *setup;
  uint32_t *starts, *neighbours; /* the caller's order, then storage order */
  uint32_t *lengths;
  uint8_t *begins_path;
  uint32_t *slice; /* per path, on a lattice; NULL elsewhere */
  size_t interval_capacity;
  pl_region_flood flood;
} making;

static pl_status check(const pl_region_setup *setup)
{
  if (setup->count == 0 || setup->count >= UINT32_MAX / 2)
    return pl_fail(PL_ERROR_ARGUMENT, "regions: there must be 1 to %u particles, got %zu", UINT32_MAX / 2,
                   setup->count);
  if (setup->rings > PL_MOST_RINGS)
    return pl_fail(PL_ERROR_ARGUMENT, "regions: rings must be in [1, %d], got %u", PL_MOST_RINGS, setup->rings);
  if (setup->rings == 0 && !(setup->radius > 0 && isfinite(setup->radius)))
    return pl_fail(PL_ERROR_ARGUMENT, "regions: without rings the radius must be positive, in m, got %g",
                   setup->radius);
  if (!(setup->spacing >= 0 && isfinite(setup->spacing)))
    return pl_fail(PL_ERROR_ARGUMENT, "regions: the spacing of a lattice must be positive, in m, or 0 for none, got %g",
                   setup->spacing);
  for (size_t e = 0; e < 2 * setup->edge_count; e++)
    if (setup->edges[e] >= setup->count)
      return pl_fail(PL_ERROR_ARGUMENT, "regions: edge %zu ends at particle %u, but there are only %zu", e / 2,
                     setup->edges[e], setup->count);
  if (setup->method < PL_SUMS_AUTO || setup->method > PL_SUMS_PATHS)
    return pl_fail(PL_ERROR_ARGUMENT, "regions: there is no method %d of summing; choices go from 0 to %d",
                   (int)setup->method, (int)PL_SUMS_PATHS);
  if (setup->as_here && setup->as_here->count != setup->count)
    return pl_fail(PL_ERROR_ARGUMENT, "regions: the order to take over is one of %zu particles, not %zu",
                   setup->as_here->count, setup->count);
  return PL_OK;
}

/* Neighbours in the caller's order, each once. */
static pl_status connect(making *m)
{
  const pl_region_setup *setup = m->setup;
  uint32_t *edges = PL_NEW(uint32_t, 2 * setup->edge_count);
  if (!edges) return PL_ERROR_MEMORY;
  size_t count = 0;
  for (size_t e = 0; e < setup->edge_count; e++) {
    uint32_t a = setup->edges[2 * e], b = setup->edges[2 * e + 1];
    if (a == b) continue;
    edges[2 * count] = a;
    edges[2 * count++ + 1] = b;
  }
  pl_status status = pl_edges_drop_repeated(edges, &count, setup->count);
  if (status == PL_OK) status = pl_mesh_adjacency(edges, count, setup->count, &m->starts, &m->neighbours);
  pl_release(edges);
  return status;
}

static uint32_t path_limit(const pl_region_setup *setup)
{
  return setup->path_limit ? setup->path_limit : PL_PATH_LIMIT;
}

/* The spacing of a lattice, given or found out; 0: none. Surfaces may lie on one too, but greedy paths suit them
   better. */
static pl_status find_spacing(const making *m, double *spacing)
{
  const pl_region_setup *setup = m->setup;
  *spacing = setup->spacing;
  if (*spacing > 0 || m->starts[setup->count] <= 8 * setup->count) return PL_OK;
  return pl_lattice_spacing(setup->positions, setup->count, setup->edges, setup->edge_count, spacing);
}

static pl_status lay_paths(making *m, pl_regions *out)
{
  const pl_region_setup *setup = m->setup;
  double spacing;
  PL_TRY(find_spacing(m, &spacing));
  out->order = PL_NEW(uint32_t, setup->count);
  out->path_start = PL_NEW(uint32_t, setup->count + 1);
  if (spacing > 0) m->slice = PL_NEW(uint32_t, setup->count);
  if (!out->order || !out->path_start || (spacing > 0 && !m->slice)) return PL_ERROR_MEMORY;
  if (spacing > 0) {
    PL_TRY(pl_lattice_columns(setup->positions, setup->count, spacing, path_limit(setup), out->order, out->path_start,
                              m->slice, &out->path_count));
    if (!setup->as_here || memcmp(out->order, setup->as_here->order, setup->count * sizeof *out->order) == 0)
      return PL_OK;
    pl_release(m->slice);
    m->slice = NULL;
  }
  if (setup->as_here) {
    out->path_count = setup->as_here->path_count;
    memcpy(out->order, setup->as_here->order, setup->count * sizeof *out->order);
    memcpy(out->path_start, setup->as_here->path_start, (out->path_count + 1) * sizeof *out->path_start);
    return PL_OK;
  }
  pl_paths paths = {.order = out->order, .path_start = out->path_start};
  PL_TRY(pl_paths_grow(setup->positions, setup->count, m->starts, m->neighbours, path_limit(setup), &paths));
  out->path_count = paths.path_count;
  return PL_OK;
}

static uint32_t length_of(const pl_region_setup *setup, uint32_t a, uint32_t b)
{
  const double *p = setup->positions + 3 * (size_t)a, *q = setup->positions + 3 * (size_t)b;
  double dx = p[0] - q[0], dy = p[1] - q[1], dz = p[2] - q[2];
  double units = sqrt(dx * dx + dy * dy + dz * dz) / setup->radius * LENGTH_UNITS;
  return units < TOO_LONG ? (uint32_t)(units + 0.5) : TOO_LONG;
}

/* Neighbours from the caller's order to storage order, with the lengths of edges if they matter. */
static pl_status store_neighbours(making *m, const pl_regions *regions)
{
  size_t n = regions->count, directed = m->starts[n];
  uint32_t *place = PL_NEW(uint32_t, n), *starts = PL_NEW(uint32_t, n + 1), *neighbours = PL_NEW(uint32_t, directed);
  if (m->setup->rings == 0) m->lengths = PL_NEW(uint32_t, directed);
  bool got = place && starts && neighbours && (m->lengths || m->setup->rings);
  if (got) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < n; i++) place[regions->order[i]] = i;
    for (size_t i = 0; i < n; i++) {
      uint32_t caller = regions->order[i];
      starts[i] = at;
      for (uint32_t e = m->starts[caller]; e < m->starts[caller + 1]; e++, at++) {
        neighbours[at] = place[m->neighbours[e]];
        if (m->lengths) m->lengths[at] = length_of(m->setup, caller, m->neighbours[e]);
      }
    }
    starts[n] = at;
  }
  pl_release(place);
  pl_release(m->starts);
  pl_release(m->neighbours);
  m->starts = starts;
  m->neighbours = neighbours;
  return got ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status mark_path_begins(making *m, const pl_regions *regions)
{
  m->begins_path = PL_NEW(uint8_t, regions->count);
  if (!m->begins_path) return PL_ERROR_MEMORY;
  for (size_t p = 0; p < regions->path_count; p++) m->begins_path[regions->path_start[p]] = 1;
  return PL_OK;
}

static pl_status find_region(making *m, uint32_t i, pl_regions *out)
{
  pl_region_flood_find(&m->flood, i);
  size_t used = out->start[i], members = m->flood.member_count;
  void *intervals = out->intervals;
  pl_status status = pl_grow(&intervals, &m->interval_capacity, used + members, sizeof *out->intervals);
  out->intervals = intervals;
  PL_TRY(status);
  out->size[i] = (uint32_t)members;
  used += pl_region_flood_intervals(&m->flood, out->intervals + used);
  if (used > UINT32_MAX)
    return pl_fail(PL_ERROR_LIMIT,
                   "regions: those of %zu particles are too large (%zu particles in one); make them smaller",
                   out->count, members);
  out->start[i + 1] = (uint32_t)used;
  return PL_OK;
}

/* Gives back the room that growing took ahead. */
static pl_status trim(pl_regions *out)
{
  pl_interval *exact = PL_NEW(pl_interval, out->start[out->count]);
  if (!exact) return PL_ERROR_MEMORY;
  memcpy(exact, out->intervals, out->start[out->count] * sizeof *exact);
  pl_release(out->intervals);
  out->intervals = exact;
  return PL_OK;
}

static pl_status find_regions(making *m, pl_regions *out)
{
  out->start = PL_NEW(uint32_t, out->count + 1);
  out->size = PL_NEW(uint32_t, out->count);
  if (!out->start || !out->size) return PL_ERROR_MEMORY;
  m->flood = (pl_region_flood){.count = out->count,
                               .starts = m->starts,
                               .neighbours = m->neighbours,
                               .lengths = m->lengths,
                               .limit = m->lengths ? LENGTH_LIMIT : m->setup->rings,
                               .begins_path = m->begins_path};
  PL_TRY(pl_region_flood_start(&m->flood));
  for (uint32_t i = 0; i < out->count; i++) PL_TRY(find_region(m, i, out));
  return trim(out);
}

static size_t total_members(const pl_regions *regions)
{
  size_t total = 0;
  for (size_t i = 0; i < regions->count; i++) total += regions->size[i];
  return total;
}

static pl_status list_members(pl_regions *out)
{
  out->member_start = PL_NEW(size_t, out->count + 1);
  if (!out->member_start) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < out->count; i++) out->member_start[i + 1] = out->member_start[i] + out->size[i];
  uint32_t *member = out->members = PL_NEW(uint32_t, out->member_start[out->count]);
  if (!out->members) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < out->start[out->count]; k++)
    for (uint32_t j = out->intervals[k].lo; j < out->intervals[k].hi; j++) *member++ = j;
  return PL_OK;
}

static pl_status make_rows(const making *m, pl_regions *out)
{
  if (m->slice) return pl_region_rows_lattice(out, m->slice, path_limit(m->setup));
  return pl_region_rows_flat(out);
}

/* How much sharing of bars and plates saves on a lattice is known only when it is done. */
static pl_status choose_method(const making *m, pl_regions *out)
{
  out->method = m->setup->method;
  if (out->method == PL_SUMS_AUTO && m->slice) PL_TRY(make_rows(m, out));
  if (out->method == PL_SUMS_AUTO) out->method = pl_regions_pick_method(out);
  if (out->method == PL_SUMS_PATHS) return out->sums.rows ? PL_OK : make_rows(m, out);
  pl_region_rows_release(out);
  return total_members(out) <= MOST_LISTED * out->count ? list_members(out) : PL_OK;
}

static pl_status make(making *m, pl_regions *out)
{
  PL_TRY(check(m->setup));
  out->count = m->setup->count;
  PL_TRY(connect(m));
  PL_TRY(lay_paths(m, out));
  PL_TRY(store_neighbours(m, out));
  PL_TRY(mark_path_begins(m, out));
  PL_TRY(find_regions(m, out));
  return choose_method(m, out);
}

pl_status pl_regions_create(const pl_region_setup *setup, pl_regions *out)
{
  *out = (pl_regions){0};
  making m = {.setup = setup};
  pl_status status = make(&m, out);
  pl_region_flood_release(&m.flood);
  pl_release(m.starts);
  pl_release(m.neighbours);
  pl_release(m.lengths);
  pl_release(m.begins_path);
  pl_release(m.slice);
  return status;
}

void pl_regions_release(pl_regions *regions)
{
  pl_region_rows_release(regions);
  pl_release(regions->order);
  pl_release(regions->size);
  pl_release(regions->start);
  pl_release(regions->intervals);
  pl_release(regions->path_start);
  pl_release(regions->member_start);
  pl_release(regions->members);
  *regions = (pl_regions){0};
}

/* Measured for rows of 12 floats on 32,000 particles of surfaces with registers of 16 floats, in nanoseconds, with
   other work in between, as in a step: 2 per region and 0.6 per member directly; 2 per region (prefix sums included)
   and 1.1 per interval by paths. Other widths and sets differ in scale, little in proportion. Paths win on surfaces, if
   narrowly at one ring; direct sums where regions are scattered over many paths. */
pl_sums_method pl_regions_pick_method(const pl_regions *regions)
{
  double n = (double)regions->count, direct = 2.0 * n + 0.6 * (double)total_members(regions);
  double items = n, differences = regions->start[regions->count];
  size_t pairs = (regions->count + 1) / 2;
  if (regions->sums.start) differences = regions->sums.start[pairs];
  for (size_t c = 0; c < regions->chain_count; c++) {
    const pl_row_lists *lists = &regions->chains[c].items;
    items += (double)lists->count;
    differences += lists->start[lists->count];
  }
  double paths = 2.0 * items + 1.1 * differences;
  return paths < direct ? PL_SUMS_PATHS : PL_SUMS_DIRECT;
}

static size_t bytes_of_lists(const pl_row_lists *lists)
{
  if (!lists->start) return 0;
  return (lists->count + 1) * sizeof *lists->start + lists->start[lists->count] * sizeof *lists->rows;
}

size_t pl_regions_bytes(const pl_regions *regions)
{
  size_t bytes = 0, pairs = (regions->count + 1) / 2;
  if (regions->sums.start) bytes = (pairs + 1) * sizeof(uint32_t) + regions->sums.start[pairs] * sizeof(pl_interval);
  bytes += (2 * regions->count + regions->path_count + 1) * sizeof(uint32_t); /* order, size, path_start */
  bytes += (regions->count + 1) * sizeof *regions->start + regions->start[regions->count] * sizeof *regions->intervals;
  if (regions->members)
    bytes += (regions->count + 1) * sizeof(size_t) + regions->member_start[regions->count] * sizeof(uint32_t);
  for (size_t c = 0; c < regions->chain_count; c++) {
    const pl_region_chains *chains = &regions->chains[c];
    bytes += bytes_of_lists(&chains->items);
    bytes += (2 * chains->items.count + chains->group_count + 1) * sizeof(uint32_t); /* previous, order, group_start */
  }
  return bytes;
}
