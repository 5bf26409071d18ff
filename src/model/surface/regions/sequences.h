/* SPDX-License-Identifier: MIT
   A collection of different sequences of numbers: each is kept once and known by a number of its own. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/status.h"

typedef struct pl_sequences {
  size_t count;
  size_t item_count; /* of all */
  uint32_t *start;   /* sequence s: items start[s] … start[s + 1] - 1 */
  uint32_t *items;
  size_t start_capacity, item_capacity;
  uint32_t *slots; /* hash table: number of a sequence plus 1, or 0 */
  size_t slot_count;
} pl_sequences;

/* The number of this sequence, in order of their first addition. */
pl_status pl_sequences_add(pl_sequences *sequences, const uint32_t *items, size_t count, uint32_t *number);
void pl_sequences_release(pl_sequences *sequences);
