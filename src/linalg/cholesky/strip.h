/* SPDX-License-Identifier: MIT
   How many numbers a node of the factor stores: strips of at most PL_STRIP columns, each from its first row down to the
   end of the front, rows padded to whole cache lines of `lanes` numbers. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PL_STRIP = 32, PL_FLOAT_LANES = 16 };

static inline uint32_t pl_strip_columns(uint32_t width, uint32_t at)
{
  return width - at < PL_STRIP ? width - at : PL_STRIP;
}

static inline uint32_t pl_strip_lines(uint32_t height, uint32_t at, uint32_t lanes)
{
  return (height - at + lanes - 1) / lanes;
}

static inline size_t pl_strip_entries(uint32_t width, uint32_t height, uint32_t lanes)
{
  size_t entries = 0;
  for (uint32_t at = 0; at < width; at += PL_STRIP)
    entries += (size_t)pl_strip_columns(width, at) * pl_strip_lines(height, at, lanes) * lanes;
  return entries;
}
