/* SPDX-License-Identifier: MIT
   64-bit FNV-1a: a fingerprint of state, not a defence against an adversary. A few lines here, so no library. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define PL_HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t pl_hash_bytes(uint64_t hash, const void *data, size_t size)
{
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
  return hash;
}

static inline uint64_t pl_hash_word(uint64_t hash, uint64_t word)
{
  hash = (hash ^ word) * UINT64_C(0x100000001b3);
  return hash ^ hash >> 32;
}

/* Of large blocks, many times as fast: FNV-1a of 64-bit words, in four runs that do not wait for each other, then of
   these and of what is left over. Each step keeps different words different, so that one changed word is noticed. */
static inline uint64_t pl_hash_words(uint64_t hash, const void *data, size_t size)
{
  enum { RUNS = 4 };
  const unsigned char *byte = data;
  uint64_t runs[RUNS] = {1, 2, 3, 4}, words[RUNS];
  for (; size >= sizeof words; size -= sizeof words, byte += sizeof words) {
    memcpy(words, byte, sizeof words);
    for (int k = 0; k < RUNS; k++) runs[k] = pl_hash_word(runs[k], words[k]);
  }
  for (int k = 0; k < RUNS; k++) hash = pl_hash_word(hash, runs[k]);
  return pl_hash_bytes(hash, byte, size);
}
