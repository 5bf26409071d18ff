/* SPDX-License-Identifier: MIT */
#include "model/surface/regions/sequences.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

enum { FIRST_SLOTS = 256 };

static size_t hash_of(const uint32_t *items, size_t count)
{
  uint64_t hash = count;
  for (size_t i = 0; i < count; i++) {
    hash = (hash ^ items[i]) * UINT64_C(0x9e3779b97f4a7c15);
    hash ^= hash >> 29;
  }
  return (size_t)hash;
}

/* The slot of this sequence, or the free one where it belongs. */
static size_t find_slot(const pl_sequences *s, const uint32_t *items, size_t count)
{
  size_t slot = hash_of(items, count) & (s->slot_count - 1);
  for (; s->slots[slot]; slot = (slot + 1) & (s->slot_count - 1)) {
    uint32_t at = s->slots[slot] - 1;
    if (s->start[at + 1] - s->start[at] == count && memcmp(s->items + s->start[at], items, count * sizeof *items) == 0)
      break;
  }
  return slot;
}

/* At most half of the slots are used. */
static pl_status widen(pl_sequences *s)
{
  pl_sequences wide = *s;
  wide.slot_count = s->slot_count ? 2 * s->slot_count : FIRST_SLOTS;
  wide.slots = PL_NEW(uint32_t, wide.slot_count);
  if (!wide.slots) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < s->count; i++)
    wide.slots[find_slot(&wide, s->items + s->start[i], s->start[i + 1] - s->start[i])] = (uint32_t)i + 1;
  pl_release(s->slots);
  *s = wide;
  return PL_OK;
}

static pl_status grow(uint32_t **array, size_t *capacity, size_t needed)
{
  void *memory = *array;
  pl_status status = pl_grow(&memory, capacity, needed, sizeof **array);
  *array = memory;
  return status;
}

pl_status pl_sequences_add(pl_sequences *s, const uint32_t *items, size_t count, uint32_t *number)
{
  if (2 * s->count >= s->slot_count) PL_TRY(widen(s));
  size_t slot = find_slot(s, items, count);
  if (!s->slots[slot]) {
    size_t used = s->item_count;
    if (used + count > UINT32_MAX)
      return pl_fail(PL_ERROR_LIMIT, "regions: there are too many different parts of them");
    PL_TRY(grow(&s->start, &s->start_capacity, s->count + 2));
    PL_TRY(grow(&s->items, &s->item_capacity, used + count));
    memcpy(s->items + used, items, count * sizeof *items);
    s->start[s->count] = (uint32_t)used;
    s->item_count = used + count;
    s->start[++s->count] = (uint32_t)s->item_count;
    s->slots[slot] = (uint32_t)s->count;
  }
  *number = s->slots[slot] - 1;
  return PL_OK;
}

void pl_sequences_release(pl_sequences *s)
{
  pl_release(s->start);
  pl_release(s->items);
  pl_release(s->slots);
  *s = (pl_sequences){0};
}
