/* SPDX-License-Identifier: MIT
   A queue of 64-bit keys, the smallest first (binary heap). What a key means is packed into its bits by the user; equal
   keys are interchangeable, so the order of taking depends on the keys alone. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

typedef struct pl_key_queue {
  uint64_t *keys;
  size_t count;
  size_t capacity;
} pl_key_queue;

static inline pl_status pl_key_queue_add(pl_key_queue *queue, uint64_t key)
{
  void *keys = queue->keys;
  if (queue->count == queue->capacity) {
    pl_status status = pl_grow(&keys, &queue->capacity, queue->count + 1, sizeof key);
    queue->keys = keys;
    if (status != PL_OK) return status;
  }
  size_t at = queue->count++;
  for (; at > 0 && queue->keys[(at - 1) / 2] > key; at = (at - 1) / 2) queue->keys[at] = queue->keys[(at - 1) / 2];
  queue->keys[at] = key;
  return PL_OK;
}

/* The queue must not be empty. */
static inline uint64_t pl_key_queue_take(pl_key_queue *queue)
{
  uint64_t smallest = queue->keys[0], key = queue->keys[--queue->count];
  size_t at = 0;
  for (size_t child; (child = 2 * at + 1) < queue->count; at = child) {
    if (child + 1 < queue->count && queue->keys[child + 1] < queue->keys[child]) child++;
    if (queue->keys[child] >= key) break;
    queue->keys[at] = queue->keys[child];
  }
  queue->keys[at] = key;
  return smallest;
}
