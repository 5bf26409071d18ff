/* SPDX-License-Identifier: MIT
   The recording that play is scrubbed on: snapshots of the world, within a budget of bytes. When it is full every
   second one goes, and the rest are farther apart. */
#pragma once

#include <stdbool.h>

#include "pliant/pliant.h"

enum { MOST_PINS = 64, MOST_HANDLES = 16, HANDLE_PARTICLES = 16, MOST_PULL_GRABS = 8 };

typedef struct held_pin {
  pl_body *body;
  uint32_t body_index;
  uint32_t particle;
  pl_pin_id id;
} held_pin;

/* Several particles that are held by their mean. */
typedef struct held_handle {
  pl_body *body;
  uint32_t body_index, count;
  uint32_t particles[HANDLE_PARTICLES];
  float offsets[HANDLE_PARTICLES][3]; /* m, of each from the mean, when it was taken */
  double target[3];
  pl_grab_id grab;
} held_handle;

/* What the page holds on to at a moment. */
typedef struct held {
  pl_body *grabbed; /* NULL: the mouse pulls nothing */
  pl_grab_id grabs[MOST_PULL_GRABS];
  size_t grab_count;
  held_pin pins[MOST_PINS];
  size_t pin_count;
  held_handle handles[MOST_HANDLES];
  size_t handle_count;
} held;

typedef struct tape_entry {
  uint64_t step;
  double time; /* s */
  void *data;
  size_t size;
  held held;
} tape_entry;

typedef struct tape {
  tape_entry *entries;
  size_t count, capacity;
  size_t bytes, budget;
  uint64_t apart; /* steps between entries */
} tape;

void tape_clear(tape *t, uint64_t apart);
void tape_free(tape *t);
/* Adds the world's state if it is time for it. What was recorded later than this moment goes. */
pl_status tape_record(tape *t, pl_world *world, const held *held);
/* The entry that is nearest to a step; NULL: there is none. */
const tape_entry *tape_find(const tape *t, uint64_t step);
