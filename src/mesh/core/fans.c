/* SPDX-License-Identifier: MIT */
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/sets.h"
#include "mesh/core/topology.h"
#include "mesh/query/inside.h"

#define NO_FAN UINT32_MAX

typedef struct border {
  const pl_topology *topology;
  const double *positions;
  int *excess;      /* per edge: sides that run from its smaller vertex less sides that run to it */
  uint32_t *set;    /* per vertex: union-find over the edges with an excess */
  uint32_t *middle; /* per vertex that stands for a set: the number of its middle */
  double *length;   /* per middle: sum of its edges */
} border;

static size_t find_excess(border *b)
{
  const pl_topology *t = b->topology;
  size_t triangles = 0;
  pl_sets_start(b->set, t->vertex_count);
  for (size_t e = 0; e < t->edge_count; e++) {
    for (uint32_t i = t->starts[e]; i < t->starts[e + 1]; i++)
      b->excess[e] += pl_side_from(t->triangles, t->sides[i]) == t->edges[2 * e] ? 1 : -1;
    if (b->excess[e] == 0) continue;
    pl_sets_join(b->set, t->edges[2 * e], t->edges[2 * e + 1]);
    triangles += (size_t)abs(b->excess[e]);
  }
  return triangles;
}

/* Middles are means over the length of the border, so that they do not depend on how finely it is cut. */
static void find_middles(border *b, pl_fans *fans)
{
  const pl_topology *t = b->topology;
  for (size_t e = 0; e < t->edge_count; e++) {
    if (b->excess[e] == 0) continue;
    const double *from = b->positions + 3 * (size_t)t->edges[2 * e];
    const double *to = b->positions + 3 * (size_t)t->edges[2 * e + 1];
    uint32_t root = pl_sets_find(b->set, t->edges[2 * e]);
    if (b->middle[root] == NO_FAN) b->middle[root] = (uint32_t)fans->middle_count++;
    double length = pl_vec3_distance(from, to), *middle = fans->middles + 3 * (size_t)b->middle[root];
    for (int k = 0; k < 3; k++) middle[k] += length * (from[k] + to[k]) / 2;
    b->length[b->middle[root]] += length;
  }
  for (size_t v = 0; v < t->vertex_count; v++) {
    if (b->middle[v] == NO_FAN) continue;
    double *middle = fans->middles + 3 * (size_t)b->middle[v], length = b->length[b->middle[v]];
    if (length > 0)
      pl_vec3_scale(middle, 1 / length, middle);
    else
      pl_vec3_copy(b->positions + 3 * v, middle);
  }
}

static void make_triangles(border *b, pl_fans *fans)
{
  const pl_topology *t = b->topology;
  for (size_t e = 0; e < t->edge_count; e++) {
    uint32_t low = t->edges[2 * e], high = t->edges[2 * e + 1];
    for (int i = 0; i < abs(b->excess[e]); i++) {
      uint32_t *fan = fans->triangles + 3 * fans->triangle_count++;
      fan[0] = b->excess[e] > 0 ? high : low; /* against the sides that are too many */
      fan[1] = b->excess[e] > 0 ? low : high;
      fan[2] = (uint32_t)t->vertex_count + b->middle[pl_sets_find(b->set, low)];
    }
  }
}

static pl_status make(border *b, pl_fans *fans)
{
  size_t n = b->topology->vertex_count;
  b->excess = PL_NEW(int, b->topology->edge_count);
  b->set = PL_NEW(uint32_t, n);
  b->middle = PL_NEW(uint32_t, n);
  b->length = PL_NEW(double, n);
  if (!b->excess || !b->set || !b->middle || !b->length) return PL_ERROR_MEMORY;
  size_t triangles = find_excess(b), middles = 0;
  for (size_t v = 0; v < n; v++) {
    b->middle[v] = NO_FAN;
    middles += triangles > 0 && b->set[v] == v; /* an upper bound: most are vertices without a border */
  }
  fans->triangles = PL_NEW(uint32_t, 3 * triangles);
  fans->middles = PL_NEW(double, 3 * middles);
  if (!fans->triangles || !fans->middles) return PL_ERROR_MEMORY;
  find_middles(b, fans);
  make_triangles(b, fans);
  return PL_OK;
}

pl_status pl_fans_make(const double *positions, size_t vertex_count, const uint32_t *triangles, size_t triangle_count,
                       pl_fans *out)
{
  *out = (pl_fans){0};
  pl_topology topology;
  pl_status status = pl_topology_build(triangles, triangle_count, vertex_count, &topology);
  border b = {.topology = &topology, .positions = positions};
  if (status == PL_OK) status = make(&b, out);
  pl_release(b.excess);
  pl_release(b.set);
  pl_release(b.middle);
  pl_release(b.length);
  pl_topology_free(&topology);
  if (status != PL_OK) pl_fans_free(out);
  return status;
}

void pl_fans_free(pl_fans *fans)
{
  pl_release(fans->triangles);
  pl_release(fans->middles);
  *fans = (pl_fans){0};
}
