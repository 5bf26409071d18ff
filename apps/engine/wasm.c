/* SPDX-License-Identifier: MIT
   The engine in a browser's worker: what the worker's script calls. One engine, one page. */
#include <emscripten.h>

#include "base/memory.h"
#include "session.h"

enum { TAPE_BYTES = 96 << 20 };

static engine *the_engine;
static engine_client page;
static block_writer out;

/* threads: 0: one per core, in the build that has any. */
EMSCRIPTEN_KEEPALIVE int page_start(int threads)
{
  const engine_options options = {.tape_bytes = TAPE_BYTES, .threads = threads, .confined = true};
  return (int)engine_create(&options, &the_engine);
}

/* Room for a message that the script then fills; page_message releases it. */
EMSCRIPTEN_KEEPALIVE void *page_room(size_t size) { return pl_allocate_uncleared(size); }

EMSCRIPTEN_KEEPALIVE int page_message(void *data, size_t size)
{
  pl_status status = engine_message(the_engine, &page, true, data, size);
  pl_release(data);
  return (int)status;
}

EMSCRIPTEN_KEEPALIVE int page_play(double seconds, double budget) { return engine_play(the_engine, seconds, budget); }

/* Bytes of the message that waits at page_out(); 0: none. */
EMSCRIPTEN_KEEPALIVE size_t page_write(void)
{
  if (engine_write(the_engine, &page, &out) != PL_OK || block_empty(&out)) return 0;
  return out.bytes.size;
}

EMSCRIPTEN_KEEPALIVE const void *page_out(void) { return out.bytes.data; }
