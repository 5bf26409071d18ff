/* SPDX-License-Identifier: MIT
   Messages of a page that is broken or hostile: whatever comes, the engine lives and its world stays finite. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "engine.h"
#include "pliant/pliant.h"

static const char ball[] =
    "{ \"pliant\": 1, \"bodies\": [ { \"name\": \"ball\", \"mesh\": { \"icosphere\": { \"cuts\": 2 } }, "
    "\"model\": { \"surface\": { \"region\": 1 } } } ], \"obstacles\": [ { \"plane\": {} } ] }";

/* A message from the input, header included or not. */
static void send(engine *e, engine_client *client, const uint8_t *data, size_t size)
{
  engine_message(e, client, true, data, size);
  unsigned char *whole = malloc(size + BLOCK_HEADER);
  const uint32_t version = BLOCK_PROTOCOL;
  memcpy(whole, "PLVW", 4);
  memcpy(whole + 4, &version, 4);
  memcpy(whole + BLOCK_HEADER, data, size);
  engine_message(e, client, true, whole, size + BLOCK_HEADER);
  free(whole);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const engine_options options = {.tape_bytes = 1 << 20, .threads = 1, .confined = true};
  engine *e = NULL;
  if (engine_create(&options, &e) != PL_OK) return 0;
  engine_client client = engine_join(e);
  block_writer out = {0};
  if (engine_open(e, "ball.json", ball, sizeof ball - 1) == PL_OK) {
    send(e, &client, data, size);
    engine_play(e, 0.02, 0.01);
    client.acknowledged = client.sent;
    engine_write(e, &client, &out);
    for (size_t b = 0; b < pl_world_body_count(engine_world(e)); b++) {
      const double *x = pl_body_positions(pl_world_body_at(engine_world(e), b));
      for (size_t i = 0; x && i < 3 * pl_body_particle_count(pl_world_body_at(engine_world(e), b)); i++)
        if (!isfinite(x[i])) __builtin_trap();
    }
  }
  block_free(&out);
  engine_destroy(e);
  return 0;
}
