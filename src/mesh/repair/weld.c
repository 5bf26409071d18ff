/* SPDX-License-Identifier: MIT
   Points are put into cubes of twice the distance; one within the distance can only be in the same cube or in one of
   the seven on the nearer sides. */
#include "mesh/repair/weld.h"

#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

#define NO_VERTEX UINT32_MAX

typedef struct table {
  const double *positions;
  double distance;
  uint32_t *heads; /* of a chain per bucket */
  uint32_t *next;
  uint64_t mask;
} table;

static uint64_t mix(uint64_t hash, uint64_t value)
{
  hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 29);
}

/* Cubes are numbered by doubles, which are exact far beyond what 64 bits could count. */
static uint64_t bucket(const table *t, const double cube[3])
{
  uint64_t hash = 0;
  for (int k = 0; k < 3; k++) {
    union {
      double number;
      uint64_t bits;
    } as = {cube[k] + 0.0}; /* -0 becomes 0 */
    hash = mix(hash, as.bits);
  }
  return hash & t->mask;
}

static uint32_t find_in(const table *t, const double cube[3], const double p[3])
{
  uint32_t found = NO_VERTEX;
  for (uint32_t v = t->heads[bucket(t, cube)]; v != NO_VERTEX; v = t->next[v])
    if (v < found && pl_vec3_distance(t->positions + 3 * (size_t)v, p) <= t->distance) found = v;
  return found;
}

static void cube_of(const table *t, const double p[3], double cube[3], double nearer[3])
{
  for (int k = 0; k < 3; k++) {
    double scaled = t->distance > 0 ? p[k] / (2 * t->distance) : p[k];
    cube[k] = t->distance > 0 ? floor(scaled) : scaled;
    nearer[k] = cube[k] + (scaled - cube[k] < 0.5 ? -1 : 1);
  }
}

static uint32_t find_first(const table *t, const double p[3])
{
  double cube[3], nearer[3];
  cube_of(t, p, cube, nearer);
  uint32_t found = NO_VERTEX;
  for (int side = 0; side < (t->distance > 0 ? 8 : 1); side++) {
    double at[3];
    for (int k = 0; k < 3; k++) at[k] = side >> k & 1 ? nearer[k] : cube[k];
    uint32_t v = find_in(t, at, p);
    if (v < found) found = v;
  }
  return found;
}

pl_status pl_weld(const double *positions, size_t vertex_count, double distance, uint32_t *first)
{
  size_t buckets = 16;
  while (buckets < vertex_count) buckets *= 2;
  table t = {.positions = positions, .distance = distance, .mask = buckets - 1};
  t.heads = PL_NEW(uint32_t, buckets);
  t.next = t.heads ? PL_NEW(uint32_t, vertex_count) : NULL;
  if (!t.next) {
    pl_release(t.heads);
    return PL_ERROR_MEMORY;
  }
  for (size_t i = 0; i < buckets; i++) t.heads[i] = NO_VERTEX;
  for (uint32_t v = 0; v < vertex_count; v++) {
    first[v] = find_first(&t, positions + 3 * (size_t)v);
    if (first[v] != NO_VERTEX) continue;
    first[v] = v;
    double cube[3], nearer[3];
    cube_of(&t, positions + 3 * (size_t)v, cube, nearer);
    uint64_t b = bucket(&t, cube);
    t.next[v] = t.heads[b];
    t.heads[b] = v;
  }
  pl_release(t.next);
  pl_release(t.heads);
  return PL_OK;
}

double pl_weld_distance(const double *positions, size_t vertex_count)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < 3 * vertex_count; i++) {
    low[i % 3] = fmin(low[i % 3], positions[i]);
    high[i % 3] = fmax(high[i % 3], positions[i]);
  }
  double distance = vertex_count ? 1e-6 * pl_vec3_distance(low, high) : 0;
  return isfinite(distance) ? distance : 0; /* a box too large to be measured */
}
