/* SPDX-License-Identifier: MIT
   When bodies are searched for tangles, and what is reported. */
#include <string.h>

#include "base/floats.h"
#include "base/status.h"
#include "pliant/tangle.h"
#include "world/step/sleep.h"
#include "world/step/stages.h"

/* Bodies not marked as tangled are searched every SEARCH_EVERY steps: a search costs a good part of a step's contact.
   Doubtful tangles count as deep after PATIENCE steps. */
enum { SEARCH_EVERY = 16, PATIENCE = 8 };

static pl_status search(pl_world *world, const uint8_t *wanted)
{
  pl_model_context context = pl_world_context(world);
  pl_contact_body *bodies = PL_TAKE(&world->scratch, pl_contact_body, world->body_count);
  if (!bodies) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < world->body_count; b++) bodies[b] = pl_body_contact(world->bodies[b]);
  return pl_tangles_find(&world->tangles, bodies, world->body_count, wanted, &context);
}

/* Marks tangled_steps of bodies that met in motion rather than being placed: contact keeps particles of closed bodies
   apart, even where edges cross. Excluding their contacts, as in tangles, would let particles penetrate. */
#define MET 0x80000000u

bool pl_body_started_inside(const pl_body *body) { return body->tangled_steps != 0 && !(body->tangled_steps & MET); }

static bool have_met(const pl_world *world, const pl_tangled_pair *pair)
{
  return !pl_body_started_inside(world->bodies[pair->bodies[0]]) &&
         !pl_body_started_inside(world->bodies[pair->bodies[1]]);
}

static uint32_t steps_of(uint32_t tangled_steps) { return tangled_steps & ~MET; }

/* Bodies found deep stay marked, others are unmarked. */
static pl_status mark_deep(pl_world *world)
{
  uint8_t *deep = PL_TAKE(&world->scratch, uint8_t, world->body_count);
  if (!deep) return PL_ERROR_MEMORY;
  memset(deep, 0, world->body_count);
  for (size_t k = 0; k < world->tangles.count; k++) {
    pl_tangled_pair *pair = &world->tangles.pairs[k];
    if (have_met(world, pair)) pair->kind = pair->met;
    if (pair->kind != PL_TANGLE_SHALLOW) deep[pair->bodies[0]] = deep[pair->bodies[1]] = 1;
  }
  for (size_t b = 0; b < world->body_count; b++) {
    uint32_t *tangled_steps = &world->bodies[b]->tangled_steps, steps = steps_of(*tangled_steps) + 1;
    uint32_t how = *tangled_steps == 0 ? MET : *tangled_steps & MET;
    *tangled_steps = deep[b] ? how | (steps < PATIENCE ? steps : PATIENCE) : 0;
  }
  return PL_OK;
}

/* Doubtful tangles become deep after PATIENCE steps in which contact could have separated them. */
static pl_status mark_old_doubtful_as_deep(pl_world *world)
{
  PL_TRY(mark_deep(world));
  for (size_t k = 0; k < world->tangles.count; k++) {
    pl_tangled_pair *pair = &world->tangles.pairs[k];
    bool long_enough = steps_of(world->bodies[pair->bodies[0]]->tangled_steps) == PATIENCE &&
                       steps_of(world->bodies[pair->bodies[1]]->tangled_steps) == PATIENCE;
    if (pair->kind == PL_TANGLE_DOUBTFUL && long_enough) pair->kind = PL_TANGLE_DEEP;
    for (int i = 0; i < 2 && pair->kind == PL_TANGLE_DEEP; i++) pl_body_wake_island(world->bodies[pair->bodies[i]]);
  }
  return PL_OK;
}

static pl_status search_with_scratch(pl_world *world)
{
  uint8_t *wanted = PL_TAKE(&world->scratch, uint8_t, world->body_count);
  if (!wanted) return PL_ERROR_MEMORY;
  bool any = false, all = (uint64_t)world->clock.steps % SEARCH_EVERY == 0 && world->part == 0;
  for (size_t b = 0; b < world->body_count; b++) {
    wanted[b] = (all || world->bodies[b]->tangled_steps) && !pl_body_is_asleep(world->bodies[b]);
    any = any || wanted[b];
  }
  if (any)
    PL_TRY(search(world, wanted));
  else
    pl_tangles_forget(&world->tangles);
  return mark_old_doubtful_as_deep(world);
}

pl_status pl_tangles_update(pl_world *world)
{
  bool on = false;
  for (size_t b = 0; b < world->body_count; b++)
    on = on || world->bodies[b]->def.contact.bodies || world->bodies[b]->def.contact.self;
  pl_tangles_forget(&world->tangles);
  if (!on) return PL_OK;
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  pl_status status = search_with_scratch(world);
  pl_arena_back_to(&world->scratch, mark);
  world->stats.crossing_count = world->tangles.crossings.count;
  return status;
}

pl_status pl_world_find_tangles(pl_world *world)
{
  PL_OWN_FLOATS;
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_find_tangles: world is NULL");
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  pl_status status = search(world, NULL);
  pl_arena_back_to(&world->scratch, mark);
  if (status != PL_OK) pl_tangles_forget(&world->tangles);
  return status;
}

size_t pl_world_tangle_count(const pl_world *world) { return world ? world->tangles.count : 0; }

pl_tangle pl_world_tangle_at(const pl_world *world, size_t i)
{
  if (i >= pl_world_tangle_count(world)) return (pl_tangle){0};
  const pl_tangles *all = &world->tangles;
  const pl_tangled_pair *pair = &all->pairs[i];
  bool self = pair->bodies[0] == pair->bodies[1];
  /* of one body inside another, the inner one is named first */
  int first = pair->crossings.count == 0 && pair->inside[1].count > 0, second = self ? first : 1 - first;
  pl_tangle tangle = {.a = world->bodies[pair->bodies[first]],
                      .b = world->bodies[pair->bodies[second]],
                      .crossing_count = pair->crossings.count,
                      .a_triangles = all->triangles + pair->triangles[first].first,
                      .b_triangles = all->triangles + pair->triangles[second].first,
                      .a_triangle_count = pair->triangles[first].count,
                      .b_triangle_count = pair->triangles[second].count,
                      .depth = pair->depth};
  memcpy(tangle.position, pair->at, sizeof tangle.position);
  return tangle;
}
