/* SPDX-License-Identifier: MIT
   The table of which stage writes which array, and its check. */
#include "world/step/writers.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

enum {
  FORCES = 1 << PL_STAGE_FORCES,
  ELASTICITY = 1 << PL_STAGE_ELASTICITY,
  CONTACT = 1 << PL_STAGE_CONTACT,
  VOLUME = 1 << PL_STAGE_VOLUME,
  FLUX = 1 << PL_STAGE_FLUX,
  MATTER = 1 << PL_STAGE_MATTER,
  ACCEPT = 1 << PL_STAGE_ACCEPT,

  /* a model's own: through its functions, from the free motion on to the last correction */
  MODEL = ELASTICITY | CONTACT | VOLUME | FLUX | MATTER | ACCEPT
};

typedef struct writers {
  const char *name;
  unsigned stages;
} writers;

/* What the world declares, in the order of its declaration. */
static const writers table[] = {
    {"clock", ACCEPT},
    {"attachment forces", CONTACT},
    {"attachments broken", CONTACT},
    {"sleep", ACCEPT},
    {"energy", CONTACT | ACCEPT}, /* accept: of pieces that are put back (sleep_pieces.c) */
    {"positions", ELASTICITY | CONTACT | VOLUME | MATTER | ACCEPT},
    {"velocities", ELASTICITY | CONTACT | VOLUME | FLUX | MATTER | ACCEPT}, /* matter: of cages and voxels that turn */
    {"forces", FORCES | CONTACT | ACCEPT}, /* contact: of a body that is set back to the start of the step (budget.c) */
    {"obstacle impulse", CONTACT},
    {"obstacle partner", CONTACT},
    {"body impulse", CONTACT},
    {"body partner", CONTACT},
    {"edge impulse", CONTACT},
    {"edge partner", CONTACT},
    {"triangle impulse", CONTACT},
    {"triangle partner", CONTACT},
    {"contact force", CONTACT},
    {"friction force", CONTACT},
    {"quiet displacement", ACCEPT},
    {"temperature", MATTER},
    {"node temperatures", MATTER},
    {"heat flows", MATTER},
    {"tangled steps", CONTACT},
};

void pl_writers_note(pl_registry *registry, size_t from, size_t first_of_model)
{
  for (size_t i = from; i < registry->count; i++) {
    pl_registered *entry = &registry->entries[i];
    entry->writers = i >= first_of_model ? MODEL : 0;
    for (size_t k = 0; k < sizeof table / sizeof *table && i < first_of_model; k++)
      if (strcmp(entry->name, table[k].name) == 0) entry->writers = table[k].stages;
  }
}

/* ---- the watch ---- */

pl_status pl_watch_reserve(pl_world *world)
{
  if (!world->watch.on) return PL_OK;
  return pl_grow((void **)&world->watch.last, &world->watch.capacity, pl_registry_bytes(&world->registry), 1);
}

void pl_watch_free(pl_world *world) { pl_release(world->watch.last); }

void pl_watch_stage(pl_world *world, pl_stage stage)
{
  pl_watch *watch = &world->watch;
  if (!watch->on || watch->capacity < pl_registry_bytes(&world->registry)) return;
  for (size_t i = 0; i < world->registry.count; i++) {
    const pl_registered *entry = &world->registry.entries[i];
    size_t bytes = pl_registered_bytes(entry);
    if (memcmp(watch->last + entry->at, entry->data, bytes) == 0) continue;
    memcpy(watch->last + entry->at, entry->data, bytes);
    if (stage == PL_STAGE_CHANGES || entry->writers & 1U << stage || watch->array) continue;
    watch->array = entry->name;
    watch->body = entry->body;
    watch->stage = stage;
  }
}

pl_status pl_watch_result(pl_world *world)
{
  pl_watch seen = world->watch;
  if (!seen.array) return PL_OK;
  world->watch.array = NULL;
  return pl_fail(PL_ERROR_UNSUPPORTED, "the stage '%s' has written '%s' of %s, which is for other stages to write",
                 pl_stage_name(seen.stage), seen.array,
                 seen.body < world->body_count ? world->bodies[seen.body]->name : "the world");
}
