/* SPDX-License-Identifier: MIT */
#include "model/surface/regions/chains.h"

#include <stdlib.h>

#include "base/memory.h"

enum { GROUP = 1024 }; /* items that are worth a thread's while */

#define NONE UINT32_MAX

typedef struct pair {
  uint32_t first, second;
  uint32_t times;
} pair;

static int compare(uint32_t a, uint32_t b) { return (a > b) - (a < b); }

static int by_items(const void *a, const void *b)
{
  const pair *x = a, *y = b;
  return x->first != y->first ? compare(x->first, y->first) : compare(x->second, y->second);
}

static int by_times(const void *a, const void *b)
{
  const pair *x = a, *y = b;
  return x->times != y->times ? compare(y->times, x->times) : by_items(a, b);
}

/* The different pairs of followers, with how often they occur; returns their number. */
static size_t count_pairs(const pl_item_lists *lists, pair *pairs)
{
  size_t all = 0, different = 0;
  for (size_t l = 0; l < lists->count; l++)
    for (uint32_t k = lists->start[l] + 1; k < lists->start[l + 1]; k++)
      pairs[all++] = (pair){lists->items[k - 1], lists->items[k], 1};
  qsort(pairs, all, sizeof *pairs, by_items);
  for (size_t i = 0; i < all; i++) {
    if (different && by_items(&pairs[different - 1], &pairs[i]) == 0)
      pairs[different - 1].times++;
    else
      pairs[different++] = pairs[i];
  }
  return different;
}

static void link_pairs(pair *pairs, size_t count, uint32_t *next, uint32_t *before)
{
  qsort(pairs, count, sizeof *pairs, by_times);
  for (size_t i = 0; i < count; i++) {
    if (next[pairs[i].first] != NONE || before[pairs[i].second] != NONE) continue;
    next[pairs[i].first] = pairs[i].second;
    before[pairs[i].second] = pairs[i].first;
  }
}

/* Chains go to groups in the order of their heads; a group is full when it has GROUP items. */
static void gather_groups(const uint32_t *next, const uint32_t *before, uint32_t limit, uint32_t *group_of,
                          pl_region_chains *out)
{
  size_t in_group = 0;
  uint32_t group = 0;
  for (uint32_t head = 0; head < out->items.count; head++) {
    if (before[head] != NONE) continue;
    uint32_t length = 0;
    for (uint32_t item = head, last = NONE; item != NONE; last = item, item = next[item], in_group++) {
      out->previous[item] = length++ % limit ? last + 1 : 0;
      group_of[item] = group;
    }
    if (in_group >= GROUP) group++, in_group = 0;
  }
  out->group_count = group + (in_group > 0);
}

/* Items by group, rising within one: counting sort. */
static void order_items(const uint32_t *group_of, pl_region_chains *out)
{
  for (size_t i = 0; i < out->items.count; i++) out->group_start[group_of[i] + 1]++;
  for (size_t g = 0; g < out->group_count; g++) out->group_start[g + 1] += out->group_start[g];
  for (uint32_t i = 0; i < out->items.count; i++) out->order[out->group_start[group_of[i]]++] = i;
  for (size_t g = out->group_count; g > 0; g--) out->group_start[g] = out->group_start[g - 1];
  out->group_start[0] = 0;
}

pl_status pl_chains_link(const pl_item_lists *lists, uint32_t limit, pl_region_chains *out)
{
  size_t count = out->items.count;
  pair *pairs = PL_NEW(pair, lists->start[lists->count]);
  uint32_t *next = PL_NEW(uint32_t, count), *before = PL_NEW(uint32_t, count), *group_of = PL_NEW(uint32_t, count);
  out->previous = PL_NEW(uint32_t, count);
  out->order = PL_NEW(uint32_t, count);
  out->group_start = PL_NEW(uint32_t, count / GROUP + 2);
  pl_status status = PL_ERROR_MEMORY;
  if (pairs && next && before && group_of && out->previous && out->order && out->group_start) {
    for (size_t i = 0; i < count; i++) next[i] = before[i] = NONE;
    link_pairs(pairs, count_pairs(lists, pairs), next, before);
    gather_groups(next, before, limit, group_of, out);
    order_items(group_of, out);
    status = PL_OK;
  }
  pl_release(pairs);
  pl_release(next);
  pl_release(before);
  pl_release(group_of);
  return status;
}

/* Writes a list as pieces of chains; returns their number. rows may be NULL. */
static uint32_t write_list(const pl_region_chains *chains, const pl_item_lists *lists, size_t list, pl_interval *rows)
{
  uint32_t count = 0, end = lists->start[list + 1];
  for (uint32_t k = lists->start[list]; k < end; k++, count++) {
    uint32_t lo = chains->previous[lists->items[k]];
    while (k + 1 < end && chains->previous[lists->items[k + 1]] == lists->items[k] + 1) k++;
    if (rows) rows[count] = (pl_interval){lo, lists->items[k] + 1};
  }
  return count;
}

pl_status pl_chains_lists(const pl_region_chains *chains, const pl_item_lists *lists, pl_row_lists *out)
{
  out->count = lists->count;
  out->start = PL_NEW(uint32_t, lists->count + 1);
  if (!out->start) return PL_ERROR_MEMORY;
  for (size_t l = 0; l < lists->count; l++) out->start[l + 1] = out->start[l] + write_list(chains, lists, l, NULL);
  out->rows = PL_NEW(pl_interval, out->start[lists->count]);
  if (!out->rows) return PL_ERROR_MEMORY;
  for (size_t l = 0; l < lists->count; l++) write_list(chains, lists, l, out->rows + out->start[l]);
  return PL_OK;
}
