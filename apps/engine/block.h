/* SPDX-License-Identifier: MIT
   Messages between the page and an engine: a header, then blocks with a tag of four letters and a size. A reader skips
   blocks that it does not know, so that page and engine may be of different age. Little-endian, every block starts at a
   multiple of 8 bytes. docs/page.md lists the blocks. */
#pragma once

#include <stdbool.h>

#include "base/bytes.h"

enum {
  BLOCK_PROTOCOL = 1,
  BLOCK_HEADER = 8,           /* bytes of a message before its blocks, and of a block before its payload */
  MESSAGE_LIMIT = 48 << 20,   /* bytes of a message that an engine takes */
  SCENE_TEXT_LIMIT = 4 << 20, /* bytes of a scene's text */
};

/* Text of four letters as a number. */
#define BLOCK_TAG(a, b, c, d) ((uint32_t)(a) | (uint32_t)(b) << 8 | (uint32_t)(c) << 16 | (uint32_t)(d) << 24)

/* --- writing --- */

/* One message; a writer that failed for lack of memory says so in bytes.status. */
typedef struct block_writer {
  pl_bytes bytes;
  size_t open; /* where the payload of the block that is being written begins; 0: none */
} block_writer;

void block_message(block_writer *to); /* empties it and writes a header */
void block_begin(block_writer *to, uint32_t tag);
void block_end(block_writer *to);
void block_put(block_writer *to, const void *data, size_t size);
void block_align(block_writer *to); /* to a multiple of 8 */
void block_text(block_writer *to, uint32_t tag, const char *text);
void block_free(block_writer *to);
bool block_empty(const block_writer *to); /* no block was written */

/* --- reading --- */

typedef struct block {
  uint32_t tag;
  const unsigned char *payload;
  size_t size;
} block;

typedef struct block_reader {
  const unsigned char *data;
  size_t size, at;
} block_reader;

/* Fails on what is no message of ours, or of another version of the protocol. */
pl_status block_open(const void *data, size_t size, block_reader *out);
/* false at the end, and at a block that is cut off: what follows it cannot be found. */
bool block_next(block_reader *from, block *out);
