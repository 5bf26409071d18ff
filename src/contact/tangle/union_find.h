/* SPDX-License-Identifier: MIT
   Things that hang together, as trees, where each knows whether it is on the same side as its parent. Joining two that
   hang together already changes nothing, whatever is said of their sides. */
#pragma once

#include <stdint.h>

typedef struct pl_union_find {
  uint32_t *parent;
  uint8_t *flipped; /* against the parent */
} pl_union_find;

static inline void pl_union_find_start(const pl_union_find *forest, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    forest->parent[i] = (uint32_t)i;
    forest->flipped[i] = 0;
  }
}

/* The root of a tree: its least member; flipped: is `one` on the other side of it? Shortens the way for the next
   question. */
static inline uint32_t pl_union_find_root(const pl_union_find *forest, uint32_t one, uint8_t *flipped)
{
  uint32_t root = one;
  uint8_t sum = 0;
  while (forest->parent[root] != root) {
    sum ^= forest->flipped[root];
    root = forest->parent[root];
  }
  *flipped = sum;
  while (one != root) {
    uint32_t next = forest->parent[one];
    uint8_t rest = sum ^ forest->flipped[one];
    forest->parent[one] = root;
    forest->flipped[one] = sum;
    sum = rest;
    one = next;
  }
  return root;
}

/* across: 1: they are on different sides */
static inline void pl_union_find_join(const pl_union_find *forest, uint32_t a, uint32_t b, uint8_t across)
{
  uint8_t of_a, of_b;
  uint32_t left = pl_union_find_root(forest, a, &of_a), right = pl_union_find_root(forest, b, &of_b);
  if (left == right) return;
  uint32_t low = left < right ? left : right, high = left < right ? right : left;
  forest->parent[high] = low;
  forest->flipped[high] = of_a ^ of_b ^ across;
}
