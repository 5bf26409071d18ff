/* SPDX-License-Identifier: MIT */
#include "base/record.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

void pl_size_put(pl_bytes *to, size_t size)
{
  uint64_t wide = size;
  PL_PUT(to, wide);
}

size_t pl_size_get(pl_reader *from)
{
  uint64_t wide = 0;
  PL_GET(from, wide);
  if (wide > SIZE_MAX) from->failed = true;
  return from->failed ? 0 : (size_t)wide;
}

void pl_record_put(pl_bytes *to, pl_layout layout, const void *record)
{
  for (size_t m = 0; m < layout.count; m++) {
    const pl_member *member = &layout.members[m];
    const unsigned char *at = (const unsigned char *)record + member->at;
    if (member->kind != PL_MEMBER_SIZE) {
      pl_bytes_put(to, at, member->bytes);
      continue;
    }
    size_t size;
    memcpy(&size, at, sizeof size);
    pl_size_put(to, size);
  }
}

static bool are_finite(const unsigned char *at, size_t bytes)
{
  for (size_t k = 0; k < bytes; k += sizeof(double)) {
    double number;
    memcpy(&number, at + k, sizeof number);
    if (!isfinite(number)) return false;
  }
  return true;
}

static bool may_be(const pl_member *member, const unsigned char *at)
{
  switch (member->kind) {
  case PL_MEMBER_NUMBER: return are_finite(at, member->bytes);
  case PL_MEMBER_FLAG:
    for (size_t k = 0; k < member->bytes; k++)
      if (at[k] > 1) return false;
    return true;
  case PL_MEMBER_TEXT: return memchr(at, 0, member->bytes) != NULL;
  default: return true;
  }
}

void pl_record_get(pl_reader *from, pl_layout layout, void *record)
{
  for (size_t m = 0; m < layout.count; m++) {
    const pl_member *member = &layout.members[m];
    unsigned char *at = (unsigned char *)record + member->at;
    if (member->kind == PL_MEMBER_SIZE) {
      size_t size = pl_size_get(from);
      memcpy(at, &size, sizeof size);
      continue;
    }
    const unsigned char *bytes = pl_reader_take(from, member->bytes, 1);
    if (bytes && !may_be(member, bytes)) from->failed = true;
    if (bytes && !from->failed)
      memcpy(at, bytes, member->bytes);
    else
      memset(at, 0, member->bytes);
  }
}
