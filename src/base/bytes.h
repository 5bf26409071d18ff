/* SPDX-License-Identifier: MIT
   Flat records in memory: snapshots, queued changes, recordings. Writing grows and remembers the first failure; reading
   past the end fails once and for all, so that callers check at the end. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "pliant/status.h"

typedef struct pl_bytes {
  unsigned char *data;
  size_t size;
  size_t capacity;
  pl_status status; /* of all writes so far */
} pl_bytes;

void pl_bytes_put(pl_bytes *bytes, const void *data, size_t size);
void pl_bytes_free(pl_bytes *bytes);
#define PL_PUT(bytes, value) pl_bytes_put((bytes), &(value), sizeof(value))

typedef struct pl_reader {
  const unsigned char *at;
  size_t left;
  bool failed;
} pl_reader;

/* Copies the next `size` bytes; zeros once something was missing. */
void pl_reader_get(pl_reader *reader, void *to, size_t size);
/* The next count × size bytes in place (not aligned), or NULL. */
const void *pl_reader_take(pl_reader *reader, size_t count, size_t size);
#define PL_GET(reader, variable) pl_reader_get((reader), &(variable), sizeof(variable))
