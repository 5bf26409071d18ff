/* SPDX-License-Identifier: MIT
   An engine driven by messages as a page sends them, and read as a page reads it. */
#pragma once

#include <stdio.h>
#include <string.h>

#include "engine.h"
#include "pliant/pliant.h"
#include "testing.h"

static const char ball[] =
    "{ // a ball above a floor\n"
    "  \"pliant\": 1,\n"
    "  \"time\": { \"step\": 0.005, \"duration\": 0.5 },\n"
    "  \"bodies\": [ { \"name\": \"ball\",\n"
    "    \"mesh\": { \"icosphere\": { \"radius\": 0.25, \"cuts\": 4 }, \"translate\": [0, 0.5, 0] },\n"
    "    \"density\": 100,\n"
    "    \"model\": { \"surface\": { \"region\": 2 } } } ],\n"
    "  \"obstacles\": [ { \"plane\": {} } ]\n"
    "}\n";

typedef struct page {
  engine *e;
  engine_client client;
  block_writer to, from;
} page;

static inline void start(page *p)
{
  *p = (page){0};
  const engine_options options = {.tape_bytes = 8 << 20, .threads = 1, .confined = true};
  assert_int_equal(engine_create(&options, &p->e), PL_OK);
}

static inline void stop(page *p)
{
  engine_destroy(p->e);
  block_free(&p->to);
  block_free(&p->from);
}

static inline void say(page *p, const char tag[5], const void *data, size_t size)
{
  block_message(&p->to);
  block_begin(&p->to, BLOCK_TAG(tag[0], tag[1], tag[2], tag[3]));
  block_put(&p->to, data, size);
  block_end(&p->to);
  assert_int_equal(engine_message(p->e, &p->client, true, p->to.bytes.data, p->to.bytes.size), PL_OK);
}

/* Two texts: the second without a zero byte at its end. */
static inline void say_two(page *p, const char tag[5], const char *a, const char *b)
{
  char text[4096];
  int size = snprintf(text, sizeof text, "%s%c%s", a, 0, b);
  say(p, tag, text, (size_t)size);
}

/* What the page gets; the block of that tag, or an empty one. Acknowledges frames. */
static inline block get(page *p, const char tag[5])
{
  assert_int_equal(engine_write(p->e, &p->client, &p->from), PL_OK);
  block_reader reader;
  assert_int_equal(block_open(p->from.bytes.data, p->from.bytes.size, &reader), PL_OK);
  block b, found = {0};
  while (block_next(&reader, &b))
    if (b.tag == BLOCK_TAG(tag[0], tag[1], tag[2], tag[3])) found = b;
  uint32_t number = p->client.sent;
  say(p, "ackn", &number, sizeof number);
  return found;
}

static inline bool has(const block *b, const char *text)
{
  char copy[2048] = "";
  memcpy(copy, b->payload, b->size < sizeof copy - 1 ? b->size : sizeof copy - 1);
  return strstr(copy, text) != NULL;
}

static inline void steps(page *p, uint32_t count)
{
  for (; count > 0; count -= count < 50 ? count : 50) {
    uint32_t now = count < 50 ? count : 50;
    say(p, "step", &now, sizeof now);
  }
}
