/* SPDX-License-Identifier: MIT */
#include "base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"

enum { ALIGNMENT = 64 };

static void *default_allocate(size_t size, void *user)
{
  (void)user;
  size_t rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return rounded < size ? NULL : aligned_alloc(ALIGNMENT, rounded);
}

static void default_release(void *memory, void *user)
{
  (void)user;
  free(memory);
}

static pl_allocator allocator = {default_allocate, default_release, NULL};

void pl_set_allocator(const pl_allocator *wanted)
{
  allocator =
      wanted && wanted->allocate && wanted->release ? *wanted : (pl_allocator){default_allocate, default_release, NULL};
}

void *pl_allocate_uncleared(size_t size)
{
  void *memory = allocator.allocate(size ? size : 1, allocator.user);
  if (!memory) pl_fail(PL_ERROR_MEMORY, "out of memory: %zu bytes could not be allocated", size);
  return memory;
}

void *pl_allocate(size_t count, size_t size)
{
  if (size && count > (SIZE_MAX - ALIGNMENT) / size) {
    pl_fail(PL_ERROR_MEMORY, "%zu elements of %zu bytes are more than this machine can address", count, size);
    return NULL;
  }
  void *memory = pl_allocate_uncleared(count * size);
  return memory ? memset(memory, 0, count * size) : NULL;
}

void pl_release(void *memory)
{
  if (memory) allocator.release(memory, allocator.user);
}

pl_status pl_grow(void **array, size_t *capacity, size_t needed, size_t size)
{
  if (needed <= *capacity) return PL_OK;
  size_t wanted = *capacity < SIZE_MAX / 2 ? *capacity * 2 : needed;
  if (wanted < needed) wanted = needed;
  if (wanted < 16) wanted = 16;
  void *grown = pl_allocate(wanted, size);
  if (!grown) return PL_ERROR_MEMORY;
  if (*array) memcpy(grown, *array, *capacity * size);
  pl_release(*array);
  *array = grown;
  *capacity = wanted;
  return PL_OK;
}
