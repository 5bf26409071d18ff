/* SPDX-License-Identifier: MIT
   Changes for a time to come wait here, in order; changes.c applies them. Whatever they make has a slot from the
   beginning, which waits with them. */
#include "world/schedule.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/status.h"
#include "world/world.h"

static const char zeros[8] = {0};

static size_t padded(uint64_t size) { return (size_t)(size + 7) / 8 * 8; }

static bool is_of_body(uint32_t kind)
{
  return kind == PL_CHANGE_PIN_CREATE || kind == PL_CHANGE_PIN_REMOVE || kind == PL_CHANGE_GRAB_CREATE ||
         kind == PL_CHANGE_GRAB_REMOVE;
}

/* What may wait: no change for later still, and no reset, which takes the schedule back to its beginning. */
static bool may_wait(const pl_schedule_entry *entry)
{
  return entry->kind != PL_CHANGE_LATER && entry->kind != PL_CHANGE_RESET && entry->kind != PL_CHANGE_IDENTITY &&
         !(is_of_body(entry->kind) && entry->body == PL_NO_SERIAL);
}

/* Sums of steps are not exact. */
static double slack(const pl_world *world) { return 1e-6 * world->step; }

pl_status pl_world_schedule(pl_world *world, double time)
{
  PL_OWN_FLOATS;
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_schedule: world is NULL");
  PL_TRY(pl_limit_check(PL_QUANTITY_TIME, "pl_world_schedule: the time", time));
  if (time >= 0 && time < world->clock.time - slack(world))
    return pl_fail(PL_ERROR_ARGUMENT, "pl_world_schedule: the time must be to come, from %g s on, got %g s",
                   world->clock.time, time);
  world->schedule.on = time >= 0;
  world->schedule.time = time;
  return PL_OK;
}

pl_status pl_schedule_wrap(pl_world *world, uint32_t kind, uint32_t body, const pl_bytes *payload, pl_bytes *entry)
{
  pl_schedule *schedule = &world->schedule;
  pl_schedule_entry head = {schedule->time, schedule->numbered, kind, body, payload->size};
  if (!may_wait(&head)) return pl_fail(PL_ERROR_UNSUPPORTED, "pl_world_schedule: a reset cannot be said for later");
  PL_PUT(entry, head);
  pl_bytes_put(entry, payload->data, payload->size);
  pl_bytes_put(entry, zeros, padded(payload->size) - payload->size);
  if (entry->status == PL_OK) schedule->numbered++;
  return entry->status;
}

/* The entry at an offset; returns the offset of the next one, 0 at the end or where it is cut off. */
static size_t entry_at(const pl_schedule *schedule, size_t at, pl_schedule_entry *entry, pl_reader *payload)
{
  if (at >= schedule->entries.size) return 0;
  pl_reader reader = {.at = schedule->entries.data + at, .left = schedule->entries.size - at};
  PL_GET(&reader, *entry);
  if (entry->size > reader.left) return 0;
  *payload = (pl_reader){.at = reader.at, .left = (size_t)entry->size};
  pl_reader_take(&reader, padded(entry->size), 1);
  return reader.failed ? 0 : schedule->entries.size - reader.left;
}

/* The body, or NULL, and whether there is one to look for. */
static pl_body *body_of(const pl_world *world, const pl_schedule_entry *entry, bool *of_body)
{
  *of_body = entry->body != PL_NO_SERIAL;
  return *of_body ? pl_world_find_body(world, entry->body) : NULL;
}

/* ---- slots ---- */

static void await(pl_world *world, const pl_schedule_entry *entry, pl_reader payload)
{
  bool of_body;
  pl_body *body = body_of(world, entry, &of_body);
  if (of_body && !body) return;
  switch (entry->kind) {
  case PL_CHANGE_PIN_CREATE:
  case PL_CHANGE_PIN_REMOVE: pl_pin_await(body, entry->kind, payload); break;
  case PL_CHANGE_GRAB_CREATE:
  case PL_CHANGE_GRAB_REMOVE: pl_grab_await(body, entry->kind, payload); break;
  case PL_CHANGE_ATTACH:
  case PL_CHANGE_RELEASE: pl_attachment_await(world, payload); break;
  case PL_CHANGE_FORCE_CREATE:
  case PL_CHANGE_FORCE_REMOVE: pl_force_await(world, payload); break;
  default: break;
  }
}

static bool is_making(uint32_t kind)
{
  return kind == PL_CHANGE_PIN_CREATE || kind == PL_CHANGE_GRAB_CREATE || kind == PL_CHANGE_ATTACH ||
         kind == PL_CHANGE_FORCE_CREATE;
}

static bool is_ending(uint32_t kind)
{
  return kind == PL_CHANGE_PIN_REMOVE || kind == PL_CHANGE_GRAB_REMOVE || kind == PL_CHANGE_RELEASE ||
         kind == PL_CHANGE_FORCE_REMOVE;
}

/* Every such payload begins with an id: index and generation. */
static bool slot_waits(const pl_world *world, const pl_body *body, uint32_t kind, pl_reader payload)
{
  uint32_t id[2];
  PL_GET(&payload, id);
  uint32_t at = id[0], state = PL_SLOT_FREE, generation = 0;
  if (kind == PL_CHANGE_PIN_CREATE && at < body->pin_count) {
    state = body->pins[at].state;
    generation = body->pins[at].generation;
  } else if (kind == PL_CHANGE_GRAB_CREATE && at < body->grab_count) {
    state = body->grabs[at].state;
    generation = body->grabs[at].generation;
  } else if (kind == PL_CHANGE_ATTACH && at < world->attachments.count) {
    state = world->attachments.items[at].state;
    generation = world->attachments.items[at].generation;
  } else if (kind == PL_CHANGE_FORCE_CREATE && at < world->forces.count) {
    state = world->forces.items[at].state;
    generation = world->forces.items[at].generation;
  }
  return !payload.failed && state == PL_SLOT_WAITING && generation == id[1];
}

/* ---- entries ---- */

pl_status pl_schedule_take(pl_world *world, pl_reader *payload)
{
  pl_schedule *schedule = &world->schedule;
  pl_schedule_entry entry, other;
  pl_reader reader = *payload, inner;
  PL_GET(&reader, entry);
  size_t size = payload->left;
  if (reader.failed || entry.size > reader.left || size != sizeof entry + padded(entry.size) || !may_wait(&entry) ||
      !(entry.time >= world->clock.time - slack(world)))
    return pl_fail(PL_ERROR_FORMAT, "a recorded change for later is damaged");
  size_t place = schedule->entries.size;
  for (size_t at = 0, next; (next = entry_at(schedule, at, &other, &inner)) != 0; at = next) {
    if (other.number == entry.number) return PL_OK; /* said before: a recording of this very world */
    if (at >= schedule->done && other.time > entry.time && place == schedule->entries.size) place = at;
  }
  pl_bytes *entries = &schedule->entries;
  const unsigned char *given = payload->at;
  pl_bytes_put(entries, given, size);
  if (entries->status != PL_OK) {
    pl_status status = entries->status;
    entries->status = PL_OK;
    return status;
  }
  memmove(entries->data + place + size, entries->data + place, entries->size - size - place);
  memcpy(entries->data + place, given, size);
  if (schedule->numbered <= entry.number) schedule->numbered = entry.number + 1;
  if (is_making(entry.kind)) await(world, &entry, (pl_reader){.at = given + sizeof entry, .left = (size_t)entry.size});
  return PL_OK;
}

bool pl_schedule_next(const pl_world *world, pl_schedule_entry *entry, pl_reader *payload)
{
  const pl_schedule *schedule = &world->schedule;
  return entry_at(schedule, schedule->done, entry, payload) != 0 && entry->time <= world->clock.time + slack(world);
}

bool pl_schedule_is_wanted(const pl_world *world, const pl_schedule_entry *entry, pl_reader payload)
{
  bool of_body;
  const pl_body *body = body_of(world, entry, &of_body);
  if (of_body && !body) return false;
  return !is_making(entry->kind) || slot_waits(world, body, entry->kind, payload);
}

void pl_schedule_did(pl_world *world, const pl_schedule_entry *entry, pl_reader payload)
{
  world->schedule.done += sizeof *entry + padded(entry->size);
  if (is_ending(entry->kind)) await(world, entry, payload);
}

void pl_schedule_reset(pl_world *world)
{
  pl_schedule_entry entry;
  pl_reader payload;
  for (size_t at = 0, next; (next = entry_at(&world->schedule, at, &entry, &payload)) != 0; at = next)
    if (is_making(entry.kind)) await(world, &entry, payload);
  world->schedule.done = 0;
}

pl_status pl_schedule_check(const pl_schedule *schedule)
{
  pl_schedule_entry entry = {0};
  pl_reader payload;
  size_t at = 0;
  bool reached = schedule->done == 0;
  double last = -INFINITY;
  for (size_t next; (next = entry_at(schedule, at, &entry, &payload)) != 0; at = next) {
    reached = reached || next == schedule->done;
    if (!may_wait(&entry)) return pl_fail(PL_ERROR_FORMAT, "the snapshot is damaged: a change cannot come later");
    if (!(entry.time >= last))
      return pl_fail(PL_ERROR_FORMAT, "the snapshot is damaged: changes for later are out of order");
    last = entry.time;
  }
  if (reached && at == schedule->entries.size) return PL_OK;
  return pl_fail(PL_ERROR_FORMAT, "the snapshot is damaged: changes for later are cut off");
}
