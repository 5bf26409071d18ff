/* SPDX-License-Identifier: MIT
   A report: a scene's text, the state that recording began with, every change that was made since, and hashes on the
   way. One file, from which `pliant replay` takes the same steps again. It is a message (block.h) with the blocks

     made   version of the library, a space, its instruction set
     name   of the scene
     text   of the scene as its world was made
     snap   snapshot of the beginning; not there where that is the start of the scene
     chng   the recording (pl_world_recording)
     mark   pairs of step and hash, 64 bits each, in order; the last one is the end */
#pragma once

#include "block.h"
#include "pliant/pliant.h"

typedef struct report_mark {
  uint64_t step, hash;
} report_mark;

enum {
  REPORT_MARKS = 512,
  REPORT_APART = 60,                      /* steps between marks at first, */
  REPORT_MOST_APART = REPORT_APART << 10, /* and at most, then it begins anew, */
  REPORT_CHANGES_LIMIT = 8 << 20          /* as after so many bytes of changes */
};

/* What is kept while a world is played. */
typedef struct report {
  char *text;
  void *start; /* NULL: as the scene begins */
  size_t start_size;
  report_mark marks[REPORT_MARKS];
  size_t mark_count;
  uint64_t apart; /* steps between marks */
} report;

/* From now on. `text` made the world, and is copied. */
pl_status report_begin(report *r, pl_world *world, const char *text);
/* After each step. */
pl_status report_step(report *r, pl_world *world);
pl_status report_write(report *r, const char *name, pl_world *world, block_writer *to);
void report_free(report *r);

/* What a file says, in place. */
typedef struct report_view {
  char made[64], name[256];
  const char *text;
  size_t text_size;
  const void *start, *changes;
  size_t start_size, change_size;
  const unsigned char *marks; /* not aligned */
  size_t mark_count;
} report_view;

pl_status report_read(const void *data, size_t size, report_view *out);
report_mark report_mark_at(const report_view *view, size_t i);
/* Steps from one mark to the next: a report that has little to say does not keep anybody busy for long. */
uint64_t report_most_apart(const report_view *view);
