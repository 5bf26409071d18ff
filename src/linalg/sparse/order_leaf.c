/* SPDX-License-Identifier: MIT */
#include "linalg/sparse/order_leaf.h"

#include <string.h>

static uint32_t bits_in(uint64_t set)
{
  uint32_t count = 0;
  for (; set; set &= set - 1) count++;
  return count;
}

/* Sets of up to 64 vertices are single words, so that a step of elimination is a handful of instructions. */
static void find_neighbours(const pl_adjacency *graph, const uint32_t *part, const uint32_t *list, uint32_t count,
                            uint64_t *inside, uint32_t *outside)
{
  for (uint32_t i = 0; i < count; i++) {
    inside[i] = 0;
    outside[i] = 0;
    for (int32_t e = graph->starts[list[i]]; e < graph->starts[list[i] + 1]; e++) {
      uint32_t other = (uint32_t)graph->neighbours[e], at = count;
      if (part[other] == part[list[i]])
        for (at = 0; at < count && list[at] != other; at++) continue;
      if (at < count)
        inside[i] |= UINT64_C(1) << at;
      else
        outside[i]++;
    }
  }
}

void pl_order_leaf(const pl_adjacency *graph, const uint32_t *part, uint32_t *list, uint32_t count)
{
  if (count > PL_LEAF_MOST) return;
  uint64_t inside[PL_LEAF_MOST], left = count == 64 ? ~UINT64_C(0) : (UINT64_C(1) << count) - 1;
  uint32_t outside[PL_LEAF_MOST], sorted[PL_LEAF_MOST];
  find_neighbours(graph, part, list, count, inside, outside);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t best = 0, least = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
      if (!(left >> i & 1)) continue;
      uint32_t degree = bits_in(inside[i] & left) + outside[i];
      if (degree < least) least = degree, best = i;
    }
    sorted[k] = list[best];
    left &= ~(UINT64_C(1) << best);
    uint64_t front = inside[best] & left;
    for (uint32_t i = 0; i < count; i++)
      if (front >> i & 1) {
        inside[i] |= front & ~(UINT64_C(1) << i);
        if (outside[i] < outside[best])
          outside[i] = outside[best]; /* it inherits them; how many it had already is unknown */
      }
  }
  memcpy(list, sorted, count * sizeof *list);
}
