/* SPDX-License-Identifier: MIT */
#include "model/surface/region_flood.h"

#include <stdlib.h>

#include "base/status.h"

enum { FEW = 24 }; /* intervals that insertion sorts fast enough */

pl_status pl_region_flood_start(pl_region_flood *flood)
{
  flood->seen = PL_NEW(uint32_t, flood->count);
  flood->members = PL_NEW(uint32_t, flood->count);
  if (flood->lengths) flood->distance = PL_NEW(uint32_t, flood->count);
  return flood->seen && flood->members && (flood->distance || !flood->lengths) ? PL_OK : PL_ERROR_MEMORY;
}

void pl_region_flood_release(pl_region_flood *flood)
{
  pl_release(flood->seen);
  pl_release(flood->members);
  pl_release(flood->distance);
  pl_release(flood->waiting.keys);
}

/* Ring by ring; the last ring is not searched any further. */
static void find_rings(pl_region_flood *flood, uint32_t centre)
{
  uint32_t mark = centre + 1, *members = flood->members;
  size_t count = 1, ring_begin = 0;
  members[0] = centre;
  flood->seen[centre] = mark;
  for (uint32_t ring = 0; ring < flood->limit && ring_begin < count; ring++) {
    size_t ring_end = count;
    for (size_t m = ring_begin; m < ring_end; m++)
      for (uint32_t e = flood->starts[members[m]]; e < flood->starts[members[m] + 1]; e++) {
        uint32_t n = flood->neighbours[e];
        if (flood->seen[n] == mark) continue;
        flood->seen[n] = mark;
        members[count++] = n;
      }
    ring_begin = ring_end;
  }
  flood->member_count = count;
}

static pl_status reach(pl_region_flood *flood, uint32_t particle, uint32_t mark, uint64_t distance)
{
  if (distance > flood->limit) return PL_OK;
  if (flood->seen[particle] == mark) {
    if (flood->distance[particle] <= distance) return PL_OK;
  } else {
    flood->seen[particle] = mark;
    flood->members[flood->member_count++] = particle;
  }
  flood->distance[particle] = (uint32_t)distance;
  return pl_key_queue_add(&flood->waiting, distance << 32 | particle);
}

/* Dijkstra's algorithm up to the limit. */
static pl_status find_radius(pl_region_flood *flood, uint32_t centre)
{
  uint32_t mark = centre + 1;
  flood->member_count = flood->waiting.count = 0;
  PL_TRY(reach(flood, centre, mark, 0));
  while (flood->waiting.count) {
    uint64_t key = pl_key_queue_take(&flood->waiting), distance = key >> 32;
    uint32_t particle = (uint32_t)key;
    if (distance > flood->distance[particle]) continue; /* a shorter way was found since */
    for (uint32_t e = flood->starts[particle]; e < flood->starts[particle + 1]; e++)
      PL_TRY(reach(flood, flood->neighbours[e], mark, distance + flood->lengths[e]));
  }
  return PL_OK;
}

pl_status pl_region_flood_find(pl_region_flood *flood, uint32_t centre)
{
  if (flood->lengths) return find_radius(flood, centre);
  find_rings(flood, centre);
  return PL_OK;
}

static int compare_intervals(const void *a, const void *b)
{
  uint32_t x = ((const pl_interval *)a)->lo, y = ((const pl_interval *)b)->lo;
  return (x > y) - (x < y);
}

static void sort_intervals(pl_interval *intervals, size_t count)
{
  if (count > FEW) {
    qsort(intervals, count, sizeof *intervals, compare_intervals);
    return;
  }
  for (size_t i = 1; i < count; i++) {
    pl_interval moved = intervals[i];
    size_t at = i;
    for (; at > 0 && intervals[at - 1].lo > moved.lo; at--) intervals[at] = intervals[at - 1];
    intervals[at] = moved;
  }
}

/* A member begins an interval if the particle before it is no member or belongs to another path. */
size_t pl_region_flood_intervals(const pl_region_flood *flood, pl_interval *out)
{
  const uint32_t *seen = flood->seen;
  uint32_t mark = seen[flood->members[0]];
  size_t count = 0;
  for (size_t m = 0; m < flood->member_count; m++) {
    uint32_t lo = flood->members[m], hi = lo + 1;
    if (!flood->begins_path[lo] && seen[lo - 1] == mark) continue;
    while (hi < flood->count && seen[hi] == mark && !flood->begins_path[hi]) hi++;
    out[count++] = (pl_interval){lo, hi};
  }
  sort_intervals(out, count);
  return count;
}
