/* SPDX-License-Identifier: MIT
   Union-find with two sides: each element knows whether it is on the same side as its parent. Joining two elements of
   one set changes nothing, whatever their sides. */
#pragma once

#include <stdint.h>

typedef struct pl_union_find {
  uint32_t *parent;
  uint8_t *flipped; /* against the parent */
} pl_union_find;

static inline void pl_union_find_start(const pl_union_find *sets, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    sets->parent[i] = (uint32_t)i;
    sets->flipped[i] = 0;
  }
}

/* The root of a tree: its least member; flipped: is `one` on the other side of it? Compresses the path. */
static inline uint32_t pl_union_find_root(const pl_union_find *sets, uint32_t one, uint8_t *flipped)
{
  uint32_t root = one;
  uint8_t sum = 0;
  while (sets->parent[root] != root) {
    sum ^= sets->flipped[root];
    root = sets->parent[root];
  }
  *flipped = sum;
  while (one != root) {
    uint32_t next = sets->parent[one];
    uint8_t rest = sum ^ sets->flipped[one];
    sets->parent[one] = root;
    sets->flipped[one] = sum;
    sum = rest;
    one = next;
  }
  return root;
}

/* across: 1: they are on different sides */
static inline void pl_union_find_join(const pl_union_find *sets, uint32_t a, uint32_t b, uint8_t across)
{
  uint8_t of_a, of_b;
  uint32_t left = pl_union_find_root(sets, a, &of_a), right = pl_union_find_root(sets, b, &of_b);
  if (left == right) return;
  uint32_t low = left < right ? left : right, high = left < right ? right : left;
  sets->parent[high] = low;
  sets->flipped[high] = of_a ^ of_b ^ across;
}
