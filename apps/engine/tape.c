/* SPDX-License-Identifier: MIT */
#include "tape.h"

#include "base/memory.h"

static void drop(tape *t, tape_entry *entry)
{
  t->bytes -= entry->size;
  pl_free(entry->data);
  entry->data = NULL;
}

void tape_clear(tape *t, uint64_t apart)
{
  for (size_t i = 0; i < t->count; i++) drop(t, &t->entries[i]);
  t->count = 0;
  t->apart = apart > 0 ? apart : 1;
}

void tape_free(tape *t)
{
  tape_clear(t, 1);
  pl_release(t->entries);
  *t = (tape){0};
}

/* Keeps the first, the third and so on. */
static void thin(tape *t)
{
  size_t kept = 0;
  for (size_t i = 0; i < t->count; i++) {
    if (i % 2 == 0)
      t->entries[kept++] = t->entries[i];
    else
      drop(t, &t->entries[i]);
  }
  t->count = kept;
  t->apart *= 2;
}

pl_status tape_record(tape *t, pl_world *world, const held *held)
{
  uint64_t step = pl_world_step_count(world);
  while (t->count > 0 && t->entries[t->count - 1].step >= step) drop(t, &t->entries[--t->count]);
  if (t->count > 0 && step < t->entries[t->count - 1].step + t->apart) return PL_OK;
  while (t->bytes > t->budget && t->count > 2) thin(t);
  pl_status status = pl_grow((void **)&t->entries, &t->capacity, t->count + 1, sizeof *t->entries);
  if (status != PL_OK) return status;
  tape_entry entry = {.step = step, .time = pl_world_time(world), .held = *held};
  status = pl_world_save(world, &entry.data, &entry.size);
  if (status != PL_OK) return status;
  t->bytes += entry.size;
  t->entries[t->count++] = entry;
  return PL_OK;
}

const tape_entry *tape_find(const tape *t, uint64_t step)
{
  const tape_entry *best = NULL;
  uint64_t least = UINT64_MAX;
  for (size_t i = 0; i < t->count; i++) {
    uint64_t at = t->entries[i].step, far = at > step ? at - step : step - at;
    if (far >= least) continue;
    least = far;
    best = &t->entries[i];
  }
  return best;
}
