/* SPDX-License-Identifier: MIT
   Disjoint sets of 0 … n-1 (union-find). The smallest member stands for its set, so results do not depend on the order
   of joining. */
#pragma once

#include <stddef.h>
#include <stdint.h>

static inline void pl_sets_start(uint32_t *parent, size_t count)
{
  for (size_t i = 0; i < count; i++) parent[i] = (uint32_t)i;
}

static inline uint32_t pl_sets_find(uint32_t *parent, uint32_t i)
{
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

static inline void pl_sets_join(uint32_t *parent, uint32_t i, uint32_t j)
{
  i = pl_sets_find(parent, i);
  j = pl_sets_find(parent, j);
  if (i < j)
    parent[j] = i;
  else
    parent[i] = j;
}
