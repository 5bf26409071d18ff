/* SPDX-License-Identifier: MIT
   64-bit FNV-1a: a fingerprint of state, not a defence against an adversary. Eight lines here, so no library. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define PL_HASH_START UINT64_C(0xcbf29ce484222325)

static inline uint64_t pl_hash_bytes(uint64_t hash, const void *data, size_t size)
{
  const unsigned char *byte = data;
  for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
  return hash;
}
