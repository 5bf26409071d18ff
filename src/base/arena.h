/* SPDX-License-Identifier: MIT
   Scratch memory that a step draws from: a stack of blocks, released to a mark. It grows from the heap when it must and
   remembers its peak, so that after a warm-up step nothing is allocated. One thread owns an arena. */
#pragma once

#include <stddef.h>

#include "pliant/status.h"

typedef struct pl_arena_block pl_arena_block;

typedef struct pl_arena {
  pl_arena_block *top; /* newest block */
  size_t used;         /* bytes in use, all blocks */
  size_t peak;         /* the most that was ever in use */
} pl_arena;

typedef struct pl_arena_mark {
  pl_arena_block *block;
  size_t block_used;
  size_t used;
} pl_arena_mark;

/* Uninitialised memory, aligned to 64; NULL when none can be had (message set). */
void *pl_arena_take(pl_arena *arena, size_t count, size_t size);
#define PL_TAKE(arena, type, count) ((type *)pl_arena_take((arena), (count), sizeof(type)))

/* Room for so many bytes, so that taking them needs no memory. Does nothing while something is in use. */
pl_status pl_arena_reserve(pl_arena *arena, size_t bytes);

pl_arena_mark pl_arena_here(const pl_arena *arena);
void pl_arena_back_to(pl_arena *arena, pl_arena_mark mark); /* merges blocks to one of peak size when it gets empty */
void pl_arena_free(pl_arena *arena);
