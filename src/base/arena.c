/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/status.h"

/* Under the address sanitizer every piece is followed by bytes that must not be touched, and released bytes may not be
   touched either: an overrun in a step's scratch is found like one on the heap. */
#if defined(__SANITIZE_ADDRESS__)
#define GUARDED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define GUARDED 1
#endif
#endif
#ifdef GUARDED
#include <sanitizer/asan_interface.h>
#define HIDE(memory, size) ASAN_POISON_MEMORY_REGION(memory, size)
#define SHOW(memory, size) ASAN_UNPOISON_MEMORY_REGION(memory, size)
enum { GUARD = 64 };
#else
#define HIDE(memory, size) ((void)(memory), (void)(size))
#define SHOW(memory, size) ((void)(memory), (void)(size))
enum { GUARD = 0 };
#endif

enum { ALIGNMENT = 64, SMALLEST_BLOCK = 1 << 16 };

/* The header fills one aligned unit; the bytes follow it. */
struct pl_arena_block {
  _Alignas(ALIGNMENT) pl_arena_block *below;
  size_t size;
  size_t used;
};

static unsigned char *block_bytes(pl_arena_block *block) { return (unsigned char *)(block + 1); }

static pl_arena_block *block_create(pl_arena_block *below, size_t size)
{
  pl_arena_block *block = pl_allocate_uncleared(sizeof(pl_arena_block) + size);
  if (!block) return NULL;
  *block = (pl_arena_block){.below = below, .size = size};
  HIDE(block_bytes(block), size);
  return block;
}

static void block_destroy(pl_arena_block *block)
{
  SHOW(block_bytes(block), block->size);
  pl_release(block);
}

void *pl_arena_take(pl_arena *arena, size_t count, size_t size)
{
  if (size && count > (SIZE_MAX / 4) / size) {
    pl_fail(PL_ERROR_MEMORY, "scratch of %zu elements of %zu bytes cannot be addressed", count, size);
    return NULL;
  }
  size_t bytes = (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + GUARD;
  if (!arena->top || arena->top->size - arena->top->used < bytes) {
    size_t wanted = arena->peak > SMALLEST_BLOCK ? arena->peak : SMALLEST_BLOCK;
    pl_arena_block *block = block_create(arena->top, wanted > bytes ? wanted : bytes);
    if (!block) return NULL;
    arena->top = block;
  }
  unsigned char *memory = block_bytes(arena->top) + arena->top->used;
  SHOW(memory, count * size);
  arena->top->used += bytes;
  arena->used += bytes;
  if (arena->used > arena->peak) arena->peak = arena->used;
  return memory;
}

pl_status pl_arena_reserve(pl_arena *arena, size_t bytes)
{
  if (arena->used > 0 || (arena->top && arena->top->size >= bytes)) return PL_OK;
  pl_arena_block *block = block_create(NULL, bytes);
  if (!block) return PL_ERROR_MEMORY;
  if (arena->top) block_destroy(arena->top); /* an empty arena has one block at most */
  arena->top = block;
  return PL_OK;
}

pl_arena_mark pl_arena_here(const pl_arena *arena)
{
  return (pl_arena_mark){arena->top, arena->top ? arena->top->used : 0, arena->used};
}

/* The only block of an empty arena becomes one that holds all that was ever needed. If that cannot be had, the next
   steps take more blocks again. */
static void merge(pl_arena *arena)
{
  if (!arena->top || arena->top->size >= arena->peak) return;
  pl_arena_block *merged = block_create(NULL, arena->peak);
  if (!merged) return;
  block_destroy(arena->top);
  arena->top = merged;
}

void pl_arena_back_to(pl_arena *arena, pl_arena_mark mark)
{
  /* A mark of the empty arena may be older than the merge that replaced its block, so that its block says nothing. */
  bool empty = mark.used == 0;
  while (arena->top && arena->top->below && (empty || arena->top != mark.block)) {
    pl_arena_block *below = arena->top->below;
    block_destroy(arena->top);
    arena->top = below;
  }
  arena->used = mark.used;
  if (!arena->top) return;
  arena->top->used = empty ? 0 : mark.block_used;
  HIDE(block_bytes(arena->top) + arena->top->used, arena->top->size - arena->top->used);
  if (empty) merge(arena);
}

void pl_arena_free(pl_arena *arena)
{
  while (arena->top) {
    pl_arena_block *below = arena->top->below;
    block_destroy(arena->top);
    arena->top = below;
  }
  *arena = (pl_arena){0};
}
