/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdint.h>

#include "base/memory.h"
#include "base/status.h"

enum { ALIGNMENT = 64, SMALLEST_BLOCK = 1 << 16 };

/* The header fills one aligned unit; the bytes follow it. */
struct pl_arena_block {
  _Alignas(ALIGNMENT) pl_arena_block *below;
  size_t size;
  size_t used;
};

static pl_arena_block *block_create(pl_arena_block *below, size_t size)
{
  pl_arena_block *block = pl_allocate(1, sizeof(pl_arena_block) + size);
  if (block) *block = (pl_arena_block){.below = below, .size = size};
  return block;
}

void *pl_arena_take(pl_arena *arena, size_t count, size_t size)
{
  if (size && count > (SIZE_MAX / 4) / size) {
    pl_fail(PL_ERROR_MEMORY, "scratch of %zu elements of %zu bytes cannot be addressed", count, size);
    return NULL;
  }
  size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  if (!arena->top || arena->top->size - arena->top->used < bytes) {
    size_t wanted = arena->peak > SMALLEST_BLOCK ? arena->peak : SMALLEST_BLOCK;
    pl_arena_block *block = block_create(arena->top, wanted > bytes ? wanted : bytes);
    if (!block) return NULL;
    arena->top = block;
  }
  unsigned char *memory = (unsigned char *)(arena->top + 1) + arena->top->used;
  arena->top->used += bytes;
  arena->used += bytes;
  if (arena->used > arena->peak) arena->peak = arena->used;
  return memory;
}

pl_arena_mark pl_arena_here(const pl_arena *arena)
{
  return (pl_arena_mark){arena->top, arena->top ? arena->top->used : 0, arena->used};
}

void pl_arena_back_to(pl_arena *arena, pl_arena_mark mark)
{
  while (arena->top != mark.block && arena->top->below) {
    pl_arena_block *below = arena->top->below;
    pl_release(arena->top);
    arena->top = below;
  }
  if (arena->top) arena->top->used = mark.block ? mark.block_used : 0;
  arena->used = mark.used;
  if (arena->used == 0 && arena->top && arena->top->size < arena->peak) {
    pl_arena_block *merged = block_create(NULL, arena->peak);
    if (merged) {
      pl_release(arena->top);
      arena->top = merged;
    }
  }
}

void pl_arena_free(pl_arena *arena)
{
  while (arena->top) {
    pl_arena_block *below = arena->top->below;
    pl_release(arena->top);
    arena->top = below;
  }
  *arena = (pl_arena){0};
}
