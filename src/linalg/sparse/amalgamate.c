/* SPDX-License-Identifier: MIT
   Relaxed amalgamation: explicit zeros are bought where they save more than they cost. The prices are those of a float
   solve (down and up) on one core, in nanoseconds, measured; only their ratios matter. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/cholesky/strip.h"
#include "linalg/sparse/symbolic.h"

static const double price_node = 40.0; /* calls, loops that start and end */
static const double price_row = 1.2;   /* gathered, scattered */
static const double price_entry = 0.2; /* read twice, multiplied by three */

static double price(uint32_t width, uint32_t height)
{
  return price_node + price_row * height + price_entry * (double)pl_strip_entries(width, height, PL_FLOAT_LANES);
}

typedef struct candidate {
  uint32_t zeros; /* rows of the parent that the child lacks */
  uint32_t node;
} candidate;

static int by_zeros(const void *a, const void *b)
{
  const candidate *x = a, *y = b;
  if (x->zeros != y->zeros) return x->zeros < y->zeros ? -1 : 1;
  return x->node < y->node ? -1 : 1;
}

/* A child's rows are among the columns and rows of its parent, so the merged front has height wc + hp exactly. */
static void merge_children(uint32_t node, candidate *children, uint32_t count, uint32_t *width, uint32_t *height,
                           uint32_t *merged)
{
  for (uint32_t k = 0; k < count; k++) {
    uint32_t child = children[k].node;
    children[k].zeros = width[child] + height[node] - height[child];
  }
  qsort(children, count, sizeof *children, by_zeros);
  for (uint32_t k = 0; k < count; k++) {
    uint32_t child = children[k].node;
    uint32_t w = width[child] + width[node], h = width[child] + height[node];
    if (price(w, h) > price(width[child], height[child]) + price(width[node], height[node])) continue;
    width[node] = w;
    height[node] = h;
    merged[child] = node;
  }
}

pl_status pl_amalgamate(uint32_t nodes, const uint32_t *parent, uint32_t *width, uint32_t *height, uint32_t *merged)
{
  uint32_t *head = PL_NEW(uint32_t, nodes), *next = PL_NEW(uint32_t, nodes);
  candidate *children = PL_NEW(candidate, nodes);
  pl_status status = head && next && children ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (uint32_t s = 0; s < nodes; s++) head[s] = PL_NO_NODE;
    for (uint32_t s = 0; s < nodes; s++) {
      merged[s] = s;
      uint32_t count = 0;
      for (uint32_t c = head[s]; c != PL_NO_NODE; c = next[c]) children[count++].node = c;
      merge_children(s, children, count, width, height, merged);
      if (parent[s] == PL_NO_NODE) continue;
      next[s] = head[parent[s]];
      head[parent[s]] = s;
    }
    for (uint32_t s = nodes; s-- > 0;) merged[s] = merged[merged[s]]; /* parents are final before their children */
  }
  pl_release(head);
  pl_release(next);
  pl_release(children);
  return status;
}
