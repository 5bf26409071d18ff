/* SPDX-License-Identifier: MIT
   Memory that runs out on purpose: the n-th allocation fails, for every n, and nothing may be left behind. */
#pragma once

#include <stdatomic.h>

#include "testing.h"

typedef struct failing_memory {
  atomic_size_t live;      /* blocks not yet released */
  atomic_size_t allocated; /* blocks asked for */
  size_t fail_at;          /* this one fails; counted from 1, 0: none */
} failing_memory;

static inline void *failing_allocate(size_t size, void *user)
{
  failing_memory *memory = user;
  if (atomic_fetch_add(&memory->allocated, 1) + 1 == memory->fail_at) return NULL;
  void *block = aligned_alloc(64, (size + 63) / 64 * 64);
  if (block) atomic_fetch_add(&memory->live, 1);
  return block;
}

static inline void failing_release(void *block, void *user)
{
  failing_memory *memory = user;
  atomic_fetch_sub(&memory->live, 1);
  free(block);
}

/* Setup and teardown of a test that counts blocks (`*state` is a failing_memory); none may be left. */
static inline int count_begin(void **state)
{
  static failing_memory memory;
  memory = (failing_memory){0};
  pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
  *state = &memory;
  return 0;
}

static inline int count_end(void **state)
{
  failing_memory *memory = *state;
  pl_set_allocator(NULL);
  return memory->live == 0 ? 0 : -1;
}

/* Runs `work` with its first allocation failing, then its second, … until it succeeds without a failure. Every run must
   release all it took. A failed one returns PL_ERROR_MEMORY; one in a hundred may do without the memory it did not get
   (an arena that would have become one block). Returns how many allocations failed. */
static inline size_t fail_each_allocation(pl_status (*work)(void *context), void *context)
{
  size_t done_without = 0;
  for (size_t n = 1;; n++) {
    failing_memory memory = {.fail_at = n};
    pl_set_allocator(&(pl_allocator){failing_allocate, failing_release, &memory});
    pl_status status = work(context);
    pl_set_allocator(NULL);
    if (memory.live != 0) print_error("allocation %zu failed: %zu blocks are left\n", n, (size_t)memory.live);
    assert_int_equal(memory.live, 0);
    if (memory.allocated < n) {
      assert_ok(status);
      assert_true(100 * done_without <= n);
      return n - 1;
    }
    if (status == PL_OK) {
      done_without++;
      continue;
    }
    if (status != PL_ERROR_MEMORY) print_error("allocation %zu failed: %s\n", n, pl_status_name(status));
    assert_int_equal(status, PL_ERROR_MEMORY);
  }
}
