/* SPDX-License-Identifier: MIT */
#include "model/surface/regions/region_flood.h"

#include <stdlib.h>

#include "base/memory.h"

enum { FEW = 24 }; /* intervals that insertion sorts fast enough */

pl_status pl_region_flood_start(pl_region_flood *flood)
{
  size_t n = flood->count;
  flood->seen = PL_NEW(uint32_t, n);
  flood->members = PL_NEW(uint32_t, n);
  if (!flood->seen || !flood->members) return PL_ERROR_MEMORY;
  if (!flood->lengths) return PL_OK;
  flood->distance = PL_NEW(uint32_t, n);
  flood->before = PL_NEW(uint32_t, n);
  flood->after = PL_NEW(uint32_t, n);
  flood->waits = PL_NEW(uint8_t, n);
  for (size_t b = 0; b < PL_FLOOD_BUCKETS; b++) flood->bucket[b] = PL_FLOOD_NONE;
  return flood->distance && flood->before && flood->after && flood->waits ? PL_OK : PL_ERROR_MEMORY;
}

void pl_region_flood_release(pl_region_flood *flood)
{
  pl_release(flood->seen);
  pl_release(flood->members);
  pl_release(flood->distance);
  pl_release(flood->before);
  pl_release(flood->after);
  pl_release(flood->waits);
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

static uint32_t *bucket_of(pl_region_flood *flood, uint32_t particle)
{
  uint64_t share = (uint64_t)flood->distance[particle] * PL_FLOOD_BUCKETS / ((uint64_t)flood->limit + 1);
  return &flood->bucket[share];
}

static void leave_bucket(pl_region_flood *flood, uint32_t particle)
{
  uint32_t before = flood->before[particle], after = flood->after[particle];
  if (before == PL_FLOOD_NONE)
    *bucket_of(flood, particle) = after;
  else
    flood->after[before] = after;
  if (after != PL_FLOOD_NONE) flood->before[after] = before;
  flood->waits[particle] = 0;
}

static void enter_bucket(pl_region_flood *flood, uint32_t particle)
{
  uint32_t *first = bucket_of(flood, particle);
  flood->before[particle] = PL_FLOOD_NONE;
  flood->after[particle] = *first;
  if (*first != PL_FLOOD_NONE) flood->before[*first] = particle;
  *first = particle;
  flood->waits[particle] = 1;
}

static void reach(pl_region_flood *flood, uint32_t particle, uint32_t mark, uint32_t distance)
{
  if (distance > flood->limit) return;
  if (flood->seen[particle] != mark) {
    flood->seen[particle] = mark;
    flood->members[flood->member_count++] = particle;
  } else {
    if (flood->distance[particle] <= distance) return;
    if (flood->waits[particle]) leave_bucket(flood, particle);
  }
  flood->distance[particle] = distance;
  enter_bucket(flood, particle);
}

/* Shortest ways up to the limit, bucket by bucket; a particle whose way becomes shorter waits again. */
static void find_radius(pl_region_flood *flood, uint32_t centre)
{
  uint32_t mark = centre + 1;
  flood->member_count = 0;
  reach(flood, centre, mark, 0);
  for (size_t b = 0; b < PL_FLOOD_BUCKETS; b++)
    while (flood->bucket[b] != PL_FLOOD_NONE) {
      uint32_t particle = flood->bucket[b];
      leave_bucket(flood, particle);
      for (uint32_t e = flood->starts[particle]; e < flood->starts[particle + 1]; e++)
        reach(flood, flood->neighbours[e], mark, flood->distance[particle] + flood->lengths[e]);
    }
}

void pl_region_flood_find(pl_region_flood *flood, uint32_t centre)
{
  if (flood->lengths)
    find_radius(flood, centre);
  else
    find_rings(flood, centre);
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
