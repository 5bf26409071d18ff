/* SPDX-License-Identifier: MIT
   Islands after contact: bodies with contact impulses in any pass, with contacts by volume correction, attachments or
   intersection regions between them. */
#include "contact/islands/islands.h"

#include "contact/report/report.h"
#include "contact/solve/solver.h"

/* Reuses the island array of the solver. */
static void join(const pl_contact_state *state, pl_contact_role *roles, uint32_t first, uint32_t second)
{
  pl_island_join(state->solver.island, first, second);
  roles[first].touches = roles[second].touches = true;
  if (first != second) roles[first].joined = roles[second].joined = true;
}

static void meet_obstacle(const pl_moving_obstacle *obstacle, pl_contact_role *role)
{
  role->touches = role->grounded = true;
  role->driven = role->driven || obstacle->moves;
}

/* Contacts by volume correction, and bodies that started inside obstacles. */
static void join_contacts(const pl_contact_state *state, pl_contact_role *roles)
{
  for (size_t k = 0; k < state->settled.count; k++) {
    const pl_contact *contact = &state->settled.items[k];
    uint32_t first = contact->bodies[0];
    if (contact->obstacle == PL_NO_OBSTACLE && contact->swept.after_impulses)
      join(state, roles, first, contact->bodies[1]);
    roles[first].started_inside = roles[first].started_inside || pl_contact_started_inside(&state->setup, contact);
  }
}

static uint32_t index_of(const pl_contact_setup *setup, uint32_t serial)
{
  uint32_t low = 0, high = (uint32_t)setup->body_count; /* serials ascend */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (setup->bodies[middle].serial < serial)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Contacts that pushed in any pass, including those that the last one does not have. */
static void join_pushed(const pl_contact_state *state, pl_contact_role *roles)
{
  const pl_contact_setup *setup = &state->setup;
  const pl_touching_list *list = &setup->report->next;
  for (size_t k = 0; k < list->count; k++) {
    const pl_touching *pair = &list->items[k];
    uint32_t body = index_of(setup, pair->body);
    if (pair->generation == 0) {
      join(state, roles, body, index_of(setup, pair->other));
      continue;
    }
    for (size_t o = 0; o < setup->obstacle_count; o++)
      if (setup->obstacles[o].index == pair->other) meet_obstacle(&setup->obstacles[o], &roles[body]);
  }
}

/* Attached bodies are joined, and driven by other forces than contact. */
static void mark_attached(const pl_contact_state *state, pl_contact_role *roles)
{
  const pl_attached_list *attached = &state->setup.attached;
  for (size_t k = 0; k < attached->count; k++)
    for (uint32_t e = 0; e < attached->items[k].particle_count; e++) {
      uint32_t body = attached->items[k].particles[e].body;
      join(state, roles, body, attached->items[k].particles[0].body);
      roles[body].driven = true;
    }
}

/* Intersection regions: separation acts on both bodies. */
static void join_tangled(const pl_contact_state *state, pl_contact_role *roles)
{
  const pl_tangle_regions *tangle_regions = state->setup.tangle_regions;
  for (size_t k = 0; tangle_regions && k < tangle_regions->count; k++)
    join(state, roles, tangle_regions->items[k].sides[0].body, tangle_regions->items[k].sides[1].body);
}

void pl_contact_find_roles(const pl_contact_state *state, pl_contact_role *roles)
{
  uint32_t count = (uint32_t)state->setup.body_count;
  uint32_t *island = state->solver.island;
  for (uint32_t b = 0; b < count; b++) {
    roles[b] = (pl_contact_role){0};
    island[b] = b;
  }
  join_contacts(state, roles);
  if (state->setup.report) join_pushed(state, roles);
  join_tangled(state, roles);
  mark_attached(state, roles);
  for (uint32_t b = 0; b < count; b++) {
    uint32_t root = roles[b].island = pl_island_root(island, b);
    roles[b].driven =
        roles[b].driven || (roles[b].started_inside && !roles[b].joined); /* recovering the penetration adds energy */
    roles[root].island_grounded = roles[root].island_grounded || roles[b].grounded;
    roles[root].island_driven = roles[root].island_driven || roles[b].driven;
  }
}

const double *pl_contact_settled_position(const pl_contact_state *state, size_t body)
{
  return state->settled_positions ? state->settled_positions + 3 * state->solver.first[body] : NULL;
}
