/* SPDX-License-Identifier: MIT
   What was said to a world for a time to come (pl_world_schedule). It stays when it has been done, so that a world that
   is reset does it again. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/bytes.h"

typedef struct pl_schedule {
  pl_bytes entries;  /* by time; of equal ones, as they were said */
  size_t done;       /* so many bytes of them have been applied */
  uint64_t numbered; /* entries have numbers: a recording of the same world says them again */
  double time;       /* s, for which changes are queued now */
  bool on;           /* they are */
} pl_schedule;

typedef struct pl_schedule_entry {
  double time; /* s */
  uint64_t number;
  uint32_t kind; /* pl_change */
  uint32_t body; /* serial, or PL_NO_SERIAL: of the world */
  uint64_t size; /* of what follows, without padding to eight bytes */
} pl_schedule_entry;

struct pl_world;
struct pl_body;

/* What would be queued now becomes an entry, queued itself. */
pl_status pl_schedule_wrap(struct pl_world *world, uint32_t kind, uint32_t body, const pl_bytes *payload,
                           pl_bytes *entry);

/* An entry that was queued joins the schedule. */
pl_status pl_schedule_take(struct pl_world *world, pl_reader *payload);

/* The next entry whose time has come; false: none. */
bool pl_schedule_next(const struct pl_world *world, pl_schedule_entry *entry, pl_reader *payload);

/* Is it still wanted? What was to come is not, if it was taken back before. */
bool pl_schedule_is_wanted(const struct pl_world *world, const pl_schedule_entry *entry, pl_reader payload);

/* After it was done: slots of what went stay taken, for when the world is reset. */
void pl_schedule_did(struct pl_world *world, const pl_schedule_entry *entry, pl_reader payload);

/* All of it is to come. */
void pl_schedule_reset(struct pl_world *world);

/* Of a snapshot. */
pl_status pl_schedule_check(const pl_schedule *schedule);
