/* SPDX-License-Identifier: MIT */
#include "base/bytes.h"

#include <string.h>

#include "base/memory.h"

void pl_bytes_put(pl_bytes *bytes, const void *data, size_t size)
{
  if (bytes->status != PL_OK || size == 0) return;
  bytes->status = pl_grow((void **)&bytes->data, &bytes->capacity, bytes->size + size, 1);
  if (bytes->status != PL_OK) return;
  memcpy(bytes->data + bytes->size, data, size);
  bytes->size += size;
}

void pl_bytes_free(pl_bytes *bytes)
{
  pl_release(bytes->data);
  *bytes = (pl_bytes){0};
}

void pl_reader_get(pl_reader *reader, void *to, size_t size)
{
  const void *from = pl_reader_take(reader, 1, size);
  if (from)
    memcpy(to, from, size);
  else
    memset(to, 0, size);
}

const void *pl_reader_take(pl_reader *reader, size_t count, size_t size)
{
  if (reader->failed || (size && count > reader->left / size)) {
    reader->failed = true;
    return NULL;
  }
  const void *from = reader->at;
  reader->at += count * size;
  reader->left -= count * size;
  return from;
}
