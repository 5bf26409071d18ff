/* SPDX-License-Identifier: MIT
   Numbers in files, least or most significant byte first, whatever the machine likes. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t pl_bytes_load(const unsigned char *at, size_t size, bool big)
{
  uint64_t bits = 0;
  for (size_t i = 0; i < size; i++) bits |= (uint64_t)at[big ? size - 1 - i : i] << 8 * i;
  return bits;
}

static inline void pl_bytes_store(unsigned char *at, size_t size, uint64_t bits)
{
  for (size_t i = 0; i < size; i++) at[i] = (unsigned char)(bits >> 8 * i);
}

static inline float pl_bytes_load_float(const unsigned char *at, bool big)
{
  uint32_t bits = (uint32_t)pl_bytes_load(at, 4, big);
  float value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline double pl_bytes_load_double(const unsigned char *at, bool big)
{
  uint64_t bits = pl_bytes_load(at, 8, big);
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static inline void pl_bytes_store_double(unsigned char *at, double value)
{
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  pl_bytes_store(at, 8, bits);
}
