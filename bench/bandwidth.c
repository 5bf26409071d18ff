/* SPDX-License-Identifier: MIT */
#include "bandwidth.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/timer.h"

typedef uint64_t pair __attribute__((vector_size(16)));
enum { BLOCK = 1 << 16 };

typedef struct reading {
  const char *memory;
  uint64_t *sums; /* one per block, so that the reads cannot be left out */
} reading;

/* Eight sums that stay in registers: two loads per cycle on any processor of the last ten years. */
static void read_block(void *context, size_t begin, size_t end)
{
  const reading *r = context;
  const pair *at = (const pair *)(const void *)(r->memory + begin), *last = at + (end - begin) / sizeof(pair);
  pair a = {0}, b = {0}, c = {0}, d = {0}, e = {0}, f = {0}, g = {0}, h = {0};
  for (; at < last; at += 8) {
    a ^= at[0];
    b ^= at[1];
    c ^= at[2];
    d ^= at[3];
    e ^= at[4];
    f ^= at[5];
    g ^= at[6];
    h ^= at[7];
  }
  a ^= b ^ c ^ d ^ e ^ f ^ g ^ h;
  r->sums[begin / BLOCK] = a[0] ^ a[1];
}

double bench_read_bandwidth(size_t bytes, pl_pool *pool)
{
  bytes = (bytes + BLOCK - 1) / BLOCK * BLOCK;
  char *memory = pl_allocate(bytes, 1);
  reading r = {memory, PL_NEW(uint64_t, bytes / BLOCK)};
  double best = 0.0, spent = 0.0;
  if (memory && r.sums) {
    memset(memory, 1, bytes);
    for (int pass = 0; pass < 200 && (pass < 5 || spent < 0.1); pass++) {
      double start = pl_seconds();
      pl_parallel_for(pool, bytes, BLOCK, read_block, &r);
      double seconds = pl_seconds() - start;
      spent += seconds;
      if ((double)bytes / seconds > best) best = (double)bytes / seconds;
    }
  }
  pl_release(memory);
  pl_release(r.sums);
  return best;
}
