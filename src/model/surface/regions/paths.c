/* SPDX-License-Identifier: MIT */
#include "model/surface/regions/paths.h"

#include <math.h>
#include <stdbool.h>

#include "base/memory.h"
#include "base/status.h"
#include "model/surface/regions/queue.h"

#define UNVISITED UINT32_MAX

enum { DEGREE_BITS = 16, MOST_DEGREE = (1 << DEGREE_BITS) - 1 };

typedef struct growth {
  const double *positions;
  const uint32_t *starts, *neighbours;
  uint32_t *path_of;    /* per vertex: the number of its path, or UNVISITED */
  uint32_t *visited;    /* per vertex: how many of its neighbours are visited */
  pl_key_queue waiting; /* a key for every change of an unvisited vertex; old ones are skipped */
} growth;

static uint64_t saturated(uint32_t degree) { return degree < MOST_DEGREE ? degree : MOST_DEGREE; }

/* Rank of a vertex as a start, the best smallest: most visited neighbours, then fewest unvisited, then lowest index. */
static uint64_t start_key(const growth *g, uint32_t v)
{
  uint32_t degree = g->starts[v + 1] - g->starts[v];
  return (MOST_DEGREE - saturated(g->visited[v])) << (32 + DEGREE_BITS) | saturated(degree - g->visited[v]) << 32 | v;
}

static pl_status visit(growth *g, uint32_t v, uint32_t path)
{
  g->path_of[v] = path;
  for (uint32_t e = g->starts[v]; e < g->starts[v + 1]; e++) {
    uint32_t n = g->neighbours[e];
    g->visited[n]++;
    if (g->path_of[n] == UNVISITED) PL_TRY(pl_key_queue_add(&g->waiting, start_key(g, n)));
  }
  return PL_OK;
}

/* The next start; there must be an unvisited vertex. */
static uint32_t take_start(growth *g)
{
  for (;;) {
    uint64_t key = pl_key_queue_take(&g->waiting);
    uint32_t v = (uint32_t)key;
    if (g->path_of[v] == UNVISITED && key == start_key(g, v)) return v;
  }
}

static bool touches_other_path(const growth *g, uint32_t v, uint32_t path)
{
  for (uint32_t e = g->starts[v]; e < g->starts[v + 1]; e++) {
    uint32_t other = g->path_of[g->neighbours[e]];
    if (other != UNVISITED && other != path) return true;
  }
  return false;
}

/* Where a path goes on from v; UNVISITED if it cannot. */
static uint32_t next_vertex(const growth *g, uint32_t v, uint32_t path, double start_z)
{
  uint32_t best = UNVISITED;
  bool best_touches = false;
  double best_distance = 0;
  for (uint32_t e = g->starts[v]; e < g->starts[v + 1]; e++) {
    uint32_t n = g->neighbours[e];
    if (g->path_of[n] != UNVISITED) continue;
    bool touches = touches_other_path(g, n, path);
    double distance = fabs(g->positions[3 * (size_t)n + 2] - start_z);
    bool better = touches != best_touches ? touches : distance != best_distance ? distance < best_distance : n < best;
    if (best == UNVISITED || better) {
      best = n;
      best_touches = touches;
      best_distance = distance;
    }
  }
  return best;
}

static pl_status grow(growth *g, size_t vertex_count, uint32_t limit, pl_paths *paths)
{
  for (size_t v = 0; v < vertex_count; v++) {
    g->path_of[v] = UNVISITED;
    PL_TRY(pl_key_queue_add(&g->waiting, start_key(g, (uint32_t)v)));
  }
  uint32_t done = 0;
  paths->path_count = 0;
  while (done < vertex_count) {
    uint32_t path = (uint32_t)paths->path_count, v = take_start(g);
    double start_z = g->positions[3 * (size_t)v + 2];
    paths->path_start[paths->path_count++] = done;
    for (uint32_t length = 0; v != UNVISITED && length < limit; length++) {
      PL_TRY(visit(g, v, path));
      paths->order[done++] = v;
      v = next_vertex(g, v, path, start_z);
    }
  }
  paths->path_start[paths->path_count] = done;
  return PL_OK;
}

pl_status pl_paths_grow(const double *positions, size_t vertex_count, const uint32_t *starts,
                        const uint32_t *neighbours, uint32_t limit, pl_paths *paths)
{
  growth g = {.positions = positions, .starts = starts, .neighbours = neighbours};
  g.path_of = PL_NEW(uint32_t, vertex_count);
  g.visited = PL_NEW(uint32_t, vertex_count);
  pl_status status = g.path_of && g.visited ? grow(&g, vertex_count, limit, paths) : PL_ERROR_MEMORY;
  pl_release(g.path_of);
  pl_release(g.visited);
  pl_release(g.waiting.keys);
  return status;
}
