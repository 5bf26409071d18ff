/* SPDX-License-Identifier: MIT
   An allocator for tests: counts what lives and was taken, and fails on demand. Not for several threads at once. */
#pragma once

#include <stdlib.h>

#include "pliant/status.h"

typedef struct counting {
  long taken;      /* allocations so far */
  long alive;      /* not released yet */
  long fail_after; /* that many succeed, then all fail; negative: none fails */
} counting;

static inline void *counting_allocate(size_t size, void *user)
{
  counting *count = user;
  if (count->fail_after >= 0 && count->taken >= count->fail_after) return NULL;
  void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
  if (!memory) return NULL;
  count->taken++;
  count->alive++;
  return memory;
}

static inline void counting_release(void *memory, void *user)
{
  counting *count = user;
  count->alive--;
  free(memory);
}

static inline void counting_begin(counting *count)
{
  *count = (counting){.fail_after = -1};
  pl_set_allocator(&(pl_allocator){counting_allocate, counting_release, count});
}

static inline void counting_end(void) { pl_set_allocator(NULL); }
