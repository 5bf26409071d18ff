/* SPDX-License-Identifier: MIT
   Chains of items, so that lists of them become few pieces of chains. */
#pragma once

#include "model/surface/regions/regions.h"

/* Lists of items: those of list l are items[start[l]] … items[start[l + 1] - 1]. */
typedef struct pl_item_lists {
  size_t count;
  const uint32_t *start;
  const uint32_t *items;
} pl_item_lists;

/* Links each item with the one that follows it in most lists and is not linked yet, the most frequent pairs first; no
   chain is longer than `limit`. Items must rise in every list. Fills previous, order and groups of `out`, in which the
   number of items is set. */
pl_status pl_chains_link(const pl_item_lists *lists, uint32_t limit, pl_region_chains *out);

/* Lists as differences between the rows of chains. */
pl_status pl_chains_lists(const pl_region_chains *chains, const pl_item_lists *lists, pl_row_lists *out);
