/* SPDX-License-Identifier: MIT
   What --resume needs: how far the run was, how much of each output belongs to that, and a snapshot of the world. */
#pragma once

#include <stdbool.h>

#include "pliant/pliant.h"

typedef struct run_checkpoint {
  uint64_t scene_hash;
  uint64_t step;
  uint64_t frame_count;   /* written by then */
  uint64_t state_count;   /* written by then */
  uint64_t signals_size;  /* bytes of the CSV that belong to it */
  uint64_t contacts_size; /* bytes of the CSV of contacts that belong to it */
  uint64_t state_size;    /* bytes of the states that belong to it */
  uint64_t completed;     /* 1: everything but pictures is complete and in its place */
  uint64_t drawn;         /* then: so many of the outputs that are drawn are, too */
} run_checkpoint;

/* request: what the run was asked for, in words; resuming something else is refused. */
pl_status run_checkpoint_write(const char *path, const run_checkpoint *checkpoint, const char *request,
                               pl_world *world);

/* Restores the world. PL_ERROR_MISMATCH for another scene or another request. */
pl_status run_checkpoint_read(const char *path, uint64_t scene_hash, const char *request, pl_world *world,
                              run_checkpoint *out);

bool run_checkpoint_exists(const char *path); /* a file that begins like one */
