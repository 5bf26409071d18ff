/* SPDX-License-Identifier: MIT
   What stands behind the page: one world, played, pulled and tuned by messages (block.h). The same code runs in a
   browser's worker and in `pliant view`; it knows neither. An engine is used by one thread at a time. */
#pragma once

#include <stdbool.h>

#include "block.h"
#include "pliant/status.h"

typedef struct engine engine;

struct pl_world;

typedef struct engine_options {
  size_t tape_bytes; /* what the recording for scrubbing may take */
  int threads;       /* of worlds; 0: one per core */
  bool confined;     /* texts that come by message may not name files */
  /* Makes a file of what was played and calls engine_write_file; NULL: there is nothing to make files with. */
  pl_status (*export)(engine *e, const char *format);
  bool (*stopped)(void); /* whether everything is to end, in the middle of what was asked for; NULL: never */
} engine_options;

/* What one page has got so far. The page that holds the mouse is the only one whose commands count. */
typedef struct engine_client {
  bool greeted;
  uint32_t scene, revision;    /* that it was sent; 0: none */
  uint32_t shapes;             /* changes of topology that it knows */
  uint32_t sent, acknowledged; /* numbers of frames */
  uint32_t marks;              /* of notes: errors, hashes, grabs */
  uint32_t color;              /* what vertices are coloured by; an engine_color */
  bool contacts;               /* wants contact forces */
  uint32_t overlays;           /* it wants */
  uint32_t overlays_sent;      /* of which it has the edges, */
  uint32_t overlay_revision;   /* of this topology */
  bool exact;                  /* wants positions in float, not in 16 bits of the body's box */
  bool carried;                /* wants what carries vertices, where a body has such a thing, */
  uint32_t weights_of;         /* and has the weights that held then */
  uint32_t seen_change;        /* the state that it was sent last, so that the same one is not sent again */
} engine_client;

typedef enum engine_color {
  ENGINE_COLOR_BODY,
  ENGINE_COLOR_SPEED,
  ENGINE_COLOR_DISPLACEMENT,
  ENGINE_COLOR_STRETCH,
  ENGINE_COLOR_CONTACT,
  ENGINE_COLOR_FRICTION,
  ENGINE_COLOR_PLASTIC,
  ENGINE_COLOR_VOLUME, /* weights of its last correction */
  ENGINE_COLOR_TEMPERATURE,
  ENGINE_COLOR_ACTIVE, /* rotations that were decomposed, not taken over */
  ENGINE_COLOR_REGION, /* of the particle that was taken hold of last */
  ENGINE_COLOR_PATH,
  ENGINE_COLOR_COUNT
} engine_color;

/* Bits 1 << kind say which a page wants. */
typedef enum engine_overlay {
  ENGINE_OVERLAY_CARRIERS,   /* cages and hexahedra */
  ENGINE_OVERLAY_QUADRATURE, /* where their energy is summed */
  ENGINE_OVERLAY_GRAPH,      /* edges between particles, inside ones too */
  ENGINE_OVERLAY_COUNT
} engine_overlay;

pl_status engine_create(const engine_options *options, engine **out);
void engine_destroy(engine *e);

/* A scene to begin with; names in errors are `name`. */
pl_status engine_open(engine *e, const char *name, const char *text, size_t size);

/* A new page: of messages that are sent once (notes) it gets those from now on. */
engine_client engine_join(const engine *e);

/* One message of a page. `may_act`: it holds the mouse; others may only watch. Errors go to all pages; the
   result is a failure only when the message is malformed and the page should be disconnected. */
pl_status engine_message(engine *e, engine_client *client, bool may_act, const void *data, size_t size);

/* The page that pulled is gone. */
void engine_release_grab(engine *e);

/* Plays for so long on the wall's clock, and stops when `budget` seconds are used up, so that messages are not kept
   waiting. Returns whether anything is moving. */
bool engine_play(engine *e, double seconds, double budget);

/* Writes what the page should get now into *to; empty if there is nothing: it has not acknowledged the last frame, or
   nothing has changed. */
pl_status engine_write(engine *e, engine_client *client, block_writer *to);

/* What was played, as far as it is recorded: from the first moment to the last, in a world of its own. */
pl_status engine_each_moment(engine *e, pl_status (*each)(const struct pl_world *world, void *user), void *user);
double engine_moments_per_second(const engine *e);

void engine_write_file(engine *e, const char *name, const void *data, size_t size);

/* For tests and the program. */
struct pl_world *engine_world(engine *e);
