/* SPDX-License-Identifier: MIT */
#include "mesh/query/point_grid.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

enum { REACH_LIMIT = 1 << 20, RING_LIMIT = 8 };

/* Cubes of points are numbered from 0 to reach, which 21 bits hold. */
static uint64_t pack(const long cube[3])
{
  return (uint64_t)cube[0] << 42 | (uint64_t)cube[1] << 21 | (uint64_t)cube[2];
}

static uint32_t bucket_of(const pl_point_grid *grid, uint64_t packed)
{
  uint64_t hash = packed * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)((hash ^ hash >> 32) & grid->mask);
}

/* Far points belong to the cube at the border of the numbered range, which is as good as any there. */
static void cube_of(const pl_point_grid *grid, const double p[3], long cube[3])
{
  for (int k = 0; k < 3; k++) {
    double at = floor((p[k] - grid->low[k]) / grid->size);
    cube[k] = (long)fmin(fmax(at, -4.0 * REACH_LIMIT), 4.0 * REACH_LIMIT);
  }
}

static void measure(pl_point_grid *grid, size_t count, const bool *take, double size)
{
  double high[3] = {-INFINITY, -INFINITY, -INFINITY}, extent = 0;
  for (int k = 0; k < 3; k++) grid->low[k] = INFINITY;
  for (size_t i = 0; i < count; i++)
    for (int k = 0; k < 3 && (!take || take[i]); k++) {
      grid->low[k] = fmin(grid->low[k], grid->points[3 * i + (size_t)k]);
      high[k] = fmax(high[k], grid->points[3 * i + (size_t)k]);
    }
  for (int k = 0; k < 3; k++) extent = fmax(extent, high[k] - grid->low[k]);
  grid->size = fmax(size, extent / REACH_LIMIT);
  if (!(grid->size > 0)) grid->size = 1;
  grid->reach = (long)(extent / grid->size) + 1;
}

pl_status pl_point_grid_create(const double *points, size_t count, const bool *take, double size, pl_point_grid *out)
{
  *out = (pl_point_grid){.points = points};
  size_t buckets = 16;
  while (buckets < count) buckets *= 2;
  out->mask = buckets - 1;
  measure(out, count, take, size);
  out->starts = PL_NEW(uint32_t, buckets + 2);
  out->order = PL_NEW(uint32_t, count);
  out->cubes = PL_NEW(uint64_t, count);
  uint64_t *cubes = PL_NEW(uint64_t, count);
  if (!out->starts || !out->order || !out->cubes || !cubes) {
    pl_release(cubes);
    pl_point_grid_free(out);
    return PL_ERROR_MEMORY;
  }
  /* counted one place further on, so that filling leaves the starts where they belong */
  uint32_t *at = out->starts + 1;
  for (size_t i = 0; i < count; i++) {
    long cube[3];
    if (take && !take[i]) continue;
    cube_of(out, points + 3 * i, cube);
    cubes[i] = pack(cube);
    at[bucket_of(out, cubes[i]) + 1]++;
  }
  for (size_t b = 0; b < buckets; b++) at[b + 1] += at[b];
  for (size_t i = 0; i < count; i++) {
    if (take && !take[i]) continue;
    uint32_t place = at[bucket_of(out, cubes[i])]++;
    out->order[place] = (uint32_t)i;
    out->cubes[place] = cubes[i];
  }
  pl_release(cubes);
  return PL_OK;
}

void pl_point_grid_free(pl_point_grid *grid)
{
  pl_release(grid->starts);
  pl_release(grid->order);
  pl_release(grid->cubes);
  *grid = (pl_point_grid){0};
}

typedef struct search {
  const pl_point_grid *grid;
  const double *at;
  long cube[3];
  size_t most, found;
  pl_near_point *out;
  double limit; /* nothing farther is of interest */
} search;

static bool comes_before(pl_near_point a, pl_near_point b)
{
  return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
}

static void consider(search *s, uint32_t index)
{
  pl_near_point point = {pl_vec3_distance(s->grid->points + 3 * (size_t)index, s->at), index};
  if (!(point.distance <= s->limit)) return;
  if (s->found == s->most && !comes_before(point, s->out[s->most - 1])) return;
  size_t place = s->found < s->most ? s->found++ : s->most - 1;
  for (; place > 0 && comes_before(point, s->out[place - 1]); place--) s->out[place] = s->out[place - 1];
  s->out[place] = point;
  if (s->found == s->most) s->limit = fmin(s->limit, s->out[s->most - 1].distance);
}

static void search_cube(search *s, const long offset[3])
{
  const pl_point_grid *grid = s->grid;
  long cube[3];
  double square = 0; /* of the distance to the cube */
  for (int k = 0; k < 3; k++) {
    cube[k] = s->cube[k] + offset[k];
    if (cube[k] < 0 || cube[k] > grid->reach) return;
    double low = grid->low[k] + grid->size * (double)cube[k] - s->at[k], high = -low - grid->size;
    double gap = offset[k] > 0 ? low : offset[k] < 0 ? high : 0;
    square += gap * gap;
  }
  if (square * 0.999999 > s->limit * s->limit) return;
  uint64_t packed = pack(cube);
  uint32_t bucket = bucket_of(grid, packed);
  for (uint32_t i = grid->starts[bucket]; i < grid->starts[bucket + 1]; i++)
    if (grid->cubes[i] == packed) consider(s, grid->order[i]); /* other cubes may share the bucket */
}

/* Cubes at Chebyshev distance `ring` from the one in the middle. */
static void search_ring(search *s, long ring)
{
  long offset[3];
  for (offset[0] = -ring; offset[0] <= ring; offset[0]++)
    for (offset[1] = -ring; offset[1] <= ring; offset[1]++) {
      bool face = labs(offset[0]) == ring || labs(offset[1]) == ring;
      for (offset[2] = -ring; offset[2] <= ring; offset[2] += face || ring == 0 ? 1 : 2 * ring) search_cube(s, offset);
    }
}

/* The first ring that can hold a point, and the last. */
static void find_rings(const search *s, long *first, long *last)
{
  *first = *last = 0;
  for (int k = 0; k < 3; k++) {
    long below = -s->cube[k], above = s->cube[k] - s->grid->reach;
    long outside = below > above ? below : above, across = labs(s->cube[k]) + s->grid->reach;
    if (outside > *first) *first = outside;
    if (across > *last) *last = across;
  }
}

size_t pl_point_grid_nearest(const pl_point_grid *grid, const double at[3], double distance, size_t most,
                             pl_near_point *out)
{
  search s = {.grid = grid, .at = at, .most = most, .out = out, .limit = distance};
  if (most == 0 || grid->low[0] == INFINITY) return 0;
  long first, last;
  cube_of(grid, at, s.cube);
  find_rings(&s, &first, &last);
  for (long ring = first; ring <= last; ring++) {
    /* Everything in this ring is at least so far away. */
    if (s.limit < (double)(ring - 1) * grid->size) return s.found;
    if (ring > RING_LIMIT) break;
    search_ring(&s, ring);
  }
  if (last <= RING_LIMIT) return s.found;
  /* Far from everything, looking at all points is cheaper than at all cubes. */
  s.found = 0;
  for (uint32_t i = 0; i < grid->starts[grid->mask + 1]; i++) consider(&s, grid->order[i]);
  return s.found;
}
