/* SPDX-License-Identifier: MIT */
#include "bandwidth.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/timer.h"

typedef uint64_t line __attribute__((vector_size(64)));
enum { BLOCK = 1 << 16 };

typedef struct reading {
  const char *memory;
  uint64_t *sums; /* one per block, so that the reads cannot be left out */
} reading;

static void read_block(void *context, size_t begin, size_t end)
{
  const reading *r = context;
  line sum[4] = {0};
  const line *at = (const line *)(const void *)(r->memory + begin);
  for (size_t i = 0; i + 4 <= (end - begin) / sizeof(line); i += 4)
    for (size_t k = 0; k < 4; k++) sum[k] ^= at[i + k];
  sum[0] ^= sum[1] ^ sum[2] ^ sum[3];
  r->sums[begin / BLOCK] = sum[0][0] ^ sum[0][7];
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
