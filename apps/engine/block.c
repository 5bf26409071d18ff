/* SPDX-License-Identifier: MIT */
#include "block.h"

#include <string.h>

#include "base/status.h"

static const char magic[4] = "PLVW";

void block_message(block_writer *to)
{
  to->bytes.size = 0;
  to->bytes.status = PL_OK;
  to->open = 0;
  uint32_t version = BLOCK_PROTOCOL;
  pl_bytes_put(&to->bytes, magic, sizeof magic);
  pl_bytes_put(&to->bytes, &version, sizeof version);
}

void block_begin(block_writer *to, uint32_t tag)
{
  uint32_t size = 0;
  pl_bytes_put(&to->bytes, &tag, sizeof tag);
  pl_bytes_put(&to->bytes, &size, sizeof size);
  to->open = to->bytes.size;
}

void block_put(block_writer *to, const void *data, size_t size)
{
  if (size > 0) pl_bytes_put(&to->bytes, data, size);
}

void block_align(block_writer *to)
{
  static const unsigned char zeros[8] = {0};
  pl_bytes_put(&to->bytes, zeros, (8 - to->bytes.size % 8) % 8);
}

void block_end(block_writer *to)
{
  if (to->bytes.status != PL_OK) return;
  uint32_t size = (uint32_t)(to->bytes.size - to->open);
  memcpy(to->bytes.data + to->open - sizeof size, &size, sizeof size);
  block_align(to);
  to->open = 0;
}

void block_text(block_writer *to, uint32_t tag, const char *text)
{
  block_begin(to, tag);
  block_put(to, text, strlen(text));
  block_end(to);
}

void block_free(block_writer *to)
{
  pl_bytes_free(&to->bytes);
  *to = (block_writer){0};
}

bool block_empty(const block_writer *to) { return to->bytes.size <= BLOCK_HEADER; }

pl_status block_open(const void *data, size_t size, block_reader *out)
{
  *out = (block_reader){0};
  if (!data || size < BLOCK_HEADER || memcmp(data, magic, sizeof magic) != 0)
    return pl_fail(PL_ERROR_FORMAT, "a message does not begin as one of Pliant's page");
  if (size > MESSAGE_LIMIT)
    return pl_fail(PL_ERROR_LIMIT, "a message has %zu bytes; at most %d are taken", size, MESSAGE_LIMIT);
  uint32_t version;
  memcpy(&version, (const unsigned char *)data + sizeof magic, sizeof version);
  if (version != BLOCK_PROTOCOL)
    return pl_fail(PL_ERROR_FORMAT, "a message of protocol %u; this engine speaks %d: reload the page", version,
                   BLOCK_PROTOCOL);
  *out = (block_reader){data, size, BLOCK_HEADER};
  return PL_OK;
}

bool block_next(block_reader *from, block *out)
{
  *out = (block){0};
  if (from->size - from->at < BLOCK_HEADER) return false;
  uint32_t head[2];
  memcpy(head, from->data + from->at, sizeof head);
  size_t left = from->size - from->at - BLOCK_HEADER;
  if (head[1] > left) {
    from->at = from->size;
    return false;
  }
  *out = (block){head[0], from->data + from->at + BLOCK_HEADER, head[1]};
  size_t padded = ((size_t)head[1] + 7) / 8 * 8;
  from->at += BLOCK_HEADER + (padded > left ? left : padded);
  return true;
}
