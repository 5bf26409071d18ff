/* SPDX-License-Identifier: MIT
   What contact did in the last step, as callers see it. */
#include <math.h>

#include "base/floats.h"
#include "base/status.h"
#include "math/vec3.h"
#include "world/world.h"

/* Bodies are sorted by creation, and so by serial. */
size_t pl_world_body_index(const pl_world *world, uint32_t serial)
{
  size_t low = 0, high = world->body_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (world->bodies[middle]->serial < serial)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

pl_body *pl_world_find_body(const pl_world *world, uint32_t serial)
{
  size_t at = pl_world_body_index(world, serial);
  return at < world->body_count && world->bodies[at]->serial == serial ? world->bodies[at] : NULL;
}

static const pl_obstacle *find_obstacle(const pl_world *world, const pl_touching *pair)
{
  if (pair->other >= world->obstacle_count) return NULL;
  const pl_obstacle *obstacle = &world->obstacles[pair->other];
  return obstacle->generation == pair->generation && obstacle->state == PL_SLOT_ACTIVE ? obstacle : NULL;
}

static pl_contact_pair tell(const pl_world *world, const pl_touching *pair)
{
  pl_contact_pair out = {.body = pl_world_find_body(world, pair->body),
                         .contacts = pair->count,
                         .load = pair->load,
                         .penetration = pair->depth};
  out.name = pl_body_name(out.body);
  pl_vec3_copy(pair->force, out.force);
  pl_vec3_copy(pair->friction, out.friction);
  if (pair->generation == 0) {
    out.other = pl_world_find_body(world, pair->other);
    out.other_name = pl_body_name(out.other);
    return out;
  }
  const pl_obstacle *obstacle = find_obstacle(world, pair);
  out.obstacle = (pl_obstacle_id){pair->other, pair->generation};
  out.other_name = obstacle ? obstacle->name : "";
  return out;
}

size_t pl_world_contact_pair_count(const pl_world *world) { return world ? world->report.now.count : 0; }

pl_contact_pair pl_world_contact_pair(const pl_world *world, size_t i)
{
  if (i >= pl_world_contact_pair_count(world)) return (pl_contact_pair){.name = "", .other_name = ""};
  return tell(world, &world->report.now.items[i]);
}

size_t pl_world_contact_event_count(const pl_world *world) { return world ? world->report.event_count : 0; }

pl_contact_event pl_world_contact_event(const pl_world *world, size_t i)
{
  if (i >= pl_world_contact_event_count(world)) return (pl_contact_event){.pair = {.name = "", .other_name = ""}};
  const pl_touch_change *event = &world->report.events[i];
  return (pl_contact_event){event->begins, event->time, tell(world, &event->pair)};
}

/* From storage order to the caller's. */
static void publish(const pl_body *body, const float *from, double *to)
{
  for (size_t i = 0; to && i < body->count; i++)
    for (size_t c = 0; c < 3; c++) to[3 * (size_t)body->order[i] + c] = (double)from[3 * i + c];
}

pl_status pl_body_contact_forces(const pl_body *body, double *contact, double *friction)
{
  PL_OWN_FLOATS;
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_contact_forces: body is NULL");
  publish(body, body->world->blocks.contact_force + 3 * body->first, contact);
  publish(body, body->world->blocks.friction_force + 3 * body->first, friction);
  return PL_OK;
}

void pl_body_measure_contact(const pl_body *body, pl_body_signals *out)
{
  const pl_touching_list *list = &body->world->report.now;
  for (size_t k = 0; k < list->count; k++) {
    const pl_touching *pair = &list->items[k];
    bool first = pair->body == body->serial, second = pair->generation == 0 && pair->other == body->serial;
    if (!first && !second) continue;
    out->contacts += pair->count;
    out->penetration = fmax(out->penetration, pair->depth);
    if (first && second) continue; /* its forces on itself are none together */
    pl_vec3_add_scaled(out->contact_force, first ? 1 : -1, pair->force, out->contact_force);
    pl_vec3_add_scaled(out->friction_force, first ? 1 : -1, pair->friction, out->friction_force);
  }
}
