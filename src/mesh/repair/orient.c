/* SPDX-License-Identifier: MIT */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/core/topology.h"

#define NONE UINT32_MAX

/* The side across the edge of each side, NONE on borders and where more than two triangles meet. */
static void find_partners(const pl_topology *t, uint32_t *partner)
{
  for (size_t i = 0; i < 3 * t->triangle_count; i++) partner[i] = NONE;
  for (size_t e = 0; e < t->edge_count; e++) {
    if (pl_topology_sides(t, e) != 2) continue;
    uint32_t a = t->sides[t->starts[e]], b = t->sides[t->starts[e] + 1];
    partner[a] = b;
    partner[b] = a;
  }
}

typedef struct spread {
  const pl_topology *topology;
  uint32_t *partner;
  uint32_t *queue;
  bool *turn;
  uint32_t *part;
  bool orientable;
} spread;

/* Walks over one part from triangle `first`; returns how many triangles are in the queue then. */
static size_t spread_from(spread *s, uint32_t first, uint32_t part)
{
  const uint32_t *triangles = s->topology->triangles;
  size_t count = 1;
  s->queue[0] = first;
  s->part[first] = part;
  for (size_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < 3; k++) {
      uint32_t side = 3 * s->queue[i] + k, other = s->partner[side];
      if (other == NONE) continue;
      bool agree = triangles[side] != triangles[other]; /* sides run against each other */
      bool turn = agree ? s->turn[s->queue[i]] : !s->turn[s->queue[i]];
      if (s->part[other / 3] == NONE) {
        s->part[other / 3] = part;
        s->turn[other / 3] = turn;
        s->queue[count++] = other / 3;
      } else if (s->turn[other / 3] != turn) {
        s->orientable = false;
      }
    }
  return count;
}

static void turn_the_minority(spread *s, size_t count)
{
  size_t turned = 0;
  for (size_t i = 0; i < count; i++) turned += s->turn[s->queue[i]];
  for (size_t i = 0; 2 * turned > count && i < count; i++) s->turn[s->queue[i]] = !s->turn[s->queue[i]];
}

pl_status pl_topology_orient(const pl_topology *t, bool *turn, uint32_t *part, size_t *part_count, bool *orientable)
{
  spread s = {.topology = t, .turn = turn, .part = part, .orientable = true};
  s.partner = PL_NEW(uint32_t, 3 * t->triangle_count);
  s.queue = s.partner ? PL_NEW(uint32_t, t->triangle_count) : NULL;
  if (!s.queue) {
    pl_release(s.partner);
    return PL_ERROR_MEMORY;
  }
  find_partners(t, s.partner);
  memset(turn, 0, t->triangle_count * sizeof *turn);
  for (size_t i = 0; i < t->triangle_count; i++) part[i] = NONE;
  *part_count = 0;
  for (uint32_t i = 0; i < t->triangle_count; i++)
    if (part[i] == NONE) turn_the_minority(&s, spread_from(&s, i, (uint32_t)(*part_count)++));
  *orientable = s.orientable;
  pl_release(s.queue);
  pl_release(s.partner);
  return PL_OK;
}
