/* SPDX-License-Identifier: MIT
   Forces come, change and go, as changes. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "world/snapshot/records.h"
#include "world/world.h"

pl_force_def pl_default_force_def(pl_force_kind kind)
{
  return (pl_force_def){.mark = PL_MARK_FORCE,
                        .kind = kind,
                        .flow = {.period = 1, .axis = {0, 1, 0}, .core = 0.1},
                        .resistance = 1,
                        .strength = 50,
                        .range = 0.02,
                        .turns = true};
}

/* ---- checks ---- */

static pl_status check_size(const char *name, pl_quantity quantity, double value, bool zero)
{
  if (!(zero ? value >= 0 : value > 0) || !isfinite(value))
    return pl_fail(PL_ERROR_ARGUMENT, "force: %s must be %s, in %s, got %g", name,
                   zero ? "zero or positive" : "positive", pl_limit_of(quantity).unit, value);
  char place[64];
  snprintf(place, sizeof place, "force: %s", name);
  return pl_limit_check_size(quantity, place, value);
}

/* All numbers of a record, also those that its kind does not read: of a definition, a recording or a snapshot. */
static pl_status check_numbers(const pl_force *force)
{
  bool fluid = force->kind == PL_FORCE_FLUID;
  pl_quantity quantity = fluid ? PL_QUANTITY_SPEED : PL_QUANTITY_FORCE;
  PL_TRY(pl_limit_check_all(quantity, fluid ? "force: flow.velocity" : "force: vector", force->vector, 3));
  PL_TRY(pl_keys_check(fluid ? "force: flow" : "force: vector", quantity, force->keys, (size_t)force->key_count));
  PL_TRY(check_size("flow.gust", PL_QUANTITY_FACTOR, force->gust, true));
  PL_TRY(check_size("flow.period", PL_QUANTITY_TIME, force->period, false));
  PL_TRY(pl_limit_check(PL_QUANTITY_SPEED, "force: flow.circulation", force->circulation));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "force: flow.center", force->center, 3));
  PL_TRY(check_size("flow.core", PL_QUANTITY_LENGTH, force->core, false));
  PL_TRY(check_size("resistance", PL_QUANTITY_DAMPING, force->resistance, true));
  PL_TRY(check_size("strength", PL_QUANTITY_ACCELERATION, force->strength, false));
  PL_TRY(check_size("range", PL_QUANTITY_LENGTH, force->range, false));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_ANGLE, "force: attitude", force->attitude, 3));
  PL_TRY(check_size("stiffness", PL_QUANTITY_STIFFNESS, force->stiffness, true));
  return check_size("damping", PL_QUANTITY_DAMPING, force->damping, true);
}

static pl_status check_flow(const pl_flow *flow)
{
  PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "force: flow.axis", flow->axis, 3));
  if (!(pl_vec3_dot(flow->axis, flow->axis) >= 1e-280))
    return pl_fail(PL_ERROR_ARGUMENT, "force: flow.axis must not be of length zero");
  return PL_OK;
}

static pl_status check_obstacle(const pl_world *world, pl_obstacle_id id)
{
  if (id.generation == 0 || (id.index < world->obstacle_count && world->obstacles[id.index].state == PL_SLOT_ACTIVE &&
                             world->obstacles[id.index].generation == id.generation))
    return PL_OK;
  return pl_fail(PL_ERROR_STALE, "force: there is no obstacle %u of generation %u; it was removed", id.index,
                 id.generation);
}

static pl_status check_particles(const pl_force_def *def)
{
  if (def->particle_count > PL_MOST_FORCE_PARTICLES)
    return pl_fail(PL_ERROR_LIMIT, "force: a thruster acts on at most %d particles, or on all, got %zu",
                   (int)PL_MOST_FORCE_PARTICLES, def->particle_count);
  if (def->particle_count && !def->particles)
    return pl_fail(PL_ERROR_ARGUMENT, "force: particles is NULL but particle_count is %zu", def->particle_count);
  for (size_t k = 0; k < def->particle_count; k++)
    if (def->particles[k] >= def->body->count)
      return pl_fail(PL_ERROR_ARGUMENT, "force: particle %u does not exist; body '%s' has %zu", def->particles[k],
                     def->body->name, def->body->count);
  return PL_OK;
}

static pl_status check_key_count(size_t count, const pl_key *keys)
{
  if (count && !keys) return pl_fail(PL_ERROR_ARGUMENT, "force: keys is NULL but there are %zu", count);
  if (count <= PL_MOST_FORCE_KEYS) return PL_OK;
  return pl_fail(PL_ERROR_LIMIT, "force: at most %d keys, got %zu", (int)PL_MOST_FORCE_KEYS, count);
}

static bool is_in_fluids(const pl_body *body)
{
  return pl_mesh_view(body->rest).triangle_count || (body->is_curve && body->def.thickness > 0);
}

static pl_status check_def(const pl_world *world, const pl_force_def *def)
{
  if (def->mark != PL_MARK_FORCE)
    return pl_fail(PL_ERROR_ARGUMENT, "force: start from pl_default_force_def(); this definition was not made by it");
  if (def->name && strlen(def->name) > PL_MOST_FORCE_NAME)
    return pl_fail(PL_ERROR_ARGUMENT, "force: the name must have at most %d bytes, got '%s'", (int)PL_MOST_FORCE_NAME,
                   def->name);
  if (def->body && def->body->world != world)
    return pl_fail(PL_ERROR_ARGUMENT, "force: body '%s' is of another world", def->body->name);
  PL_TRY(check_flow(&def->flow));
  switch (def->kind) {
  case PL_FORCE_FLUID:
    if (def->body && !is_in_fluids(def->body))
      return pl_fail(PL_ERROR_ARGUMENT,
                     "force: a fluid acts on surfaces, and on curves that have a thickness; body '%s' is neither",
                     def->body->name);
    return check_key_count(def->flow.key_count, def->flow.keys);
  case PL_FORCE_REPULSION:
    PL_TRY(check_obstacle(world, def->obstacle));
    return check_key_count(def->key_count, def->keys);
  case PL_FORCE_THRUST:
  case PL_FORCE_GYRO:
    if (!def->body) return pl_fail(PL_ERROR_ARGUMENT, "force: a thruster or gyro needs a body");
    PL_TRY(check_key_count(def->key_count, def->keys));
    return check_particles(def);
  }
  return pl_fail(PL_ERROR_ARGUMENT, "force: there is no kind %d", (int)def->kind);
}

/* ---- from definitions ---- */

static void fill(const pl_force_def *def, pl_force *out)
{
  bool fluid = def->kind == PL_FORCE_FLUID;
  const pl_key *keys = fluid ? def->flow.keys : def->keys;
  out->kind = (uint32_t)def->kind;
  out->body = def->body ? def->body->serial : PL_ANY_BODY;
  pl_vec3_copy(fluid ? def->flow.velocity : def->vector, out->vector);
  out->key_count = fluid ? def->flow.key_count : def->key_count;
  if (out->key_count) memcpy(out->keys, keys, out->key_count * sizeof *keys);
  out->gust = def->flow.gust;
  out->period = def->flow.period;
  out->circulation = def->flow.circulation;
  pl_vec3_copy(def->flow.center, out->center);
  pl_vec3_normalise(def->flow.axis, (const double[]){0, 1, 0}, out->axis);
  out->core = def->flow.core;
  out->callback = def->flow.callback;
  out->resistance = def->resistance;
  out->obstacle = def->obstacle;
  out->strength = def->strength;
  out->range = def->range;
  out->turns = def->turns;
  out->particle_count = def->kind == PL_FORCE_THRUST ? def->particle_count : 0;
  for (size_t k = 0; k < out->particle_count; k++) out->particles[k] = def->body->place[def->particles[k]];
  pl_vec3_copy(def->attitude, out->attitude);
  out->stiffness = def->stiffness;
  out->damping = def->damping;
}

static pl_status queue(pl_world *world, pl_change kind, pl_force_id id, const pl_force *force)
{
  pl_bytes payload = {0};
  PL_PUT(&payload, id);
  if (force) pl_record_put(&payload, pl_layout_of_force, force);
  return pl_change_queue(world, kind, NULL, &payload);
}

static pl_status check_id(const pl_world *world, pl_force_id id)
{
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "force: world is NULL");
  const pl_forces *all = &world->forces;
  if (id.index < all->count && all->items[id.index].generation == id.generation &&
      all->items[id.index].state != PL_SLOT_FREE)
    return PL_OK;
  return pl_fail(PL_ERROR_STALE, "there is no force %u of generation %u; it was removed, or its body or obstacle was",
                 id.index, id.generation);
}

pl_status pl_force_create(pl_world *world, const pl_force_def *def, pl_force_id *out)
{
  PL_OWN_FLOATS;
  pl_force_id unused;
  if (!world || !def) return pl_fail(PL_ERROR_ARGUMENT, "pl_force_create: %s is NULL", world ? "def" : "world");
  PL_TRY(check_def(world, def));
  pl_forces *all = &world->forces;
  size_t slot = 0;
  while (slot < all->count && all->items[slot].state != PL_SLOT_FREE) slot++;
  PL_TRY(pl_grow((void **)&all->items, &all->capacity, slot + 1, sizeof(pl_force)));
  if (slot == all->count) memset(&all->items[all->count++], 0, sizeof(pl_force));
  if (!out) out = &unused;
  *out = (pl_force_id){(uint32_t)slot, all->items[slot].generation + 1};
  pl_force made;
  memset(&made, 0, sizeof made);
  fill(def, &made);
  PL_TRY(check_numbers(&made));
  made.generation = out->generation;
  made.state = PL_SLOT_WAITING;
  if (def->name)
    memcpy(made.name, def->name, strlen(def->name));
  else
    snprintf(made.name, sizeof made.name, "force %zu", slot + 1);
  PL_TRY(queue(world, PL_CHANGE_FORCE_CREATE, *out, &made));
  all->items[slot] = made;
  return PL_OK;
}

pl_status pl_force_change(pl_world *world, pl_force_id id, const pl_force_def *def)
{
  PL_OWN_FLOATS;
  PL_TRY(check_id(world, id));
  if (!def) return pl_fail(PL_ERROR_ARGUMENT, "pl_force_change: def is NULL");
  PL_TRY(check_def(world, def));
  const pl_force *now = &world->forces.items[id.index];
  pl_force next = *now;
  memset(next.keys, 0, sizeof next.keys);
  fill(def, &next);
  PL_TRY(check_numbers(&next));
  if (next.kind != now->kind || next.body != now->body)
    return pl_fail(PL_ERROR_ARGUMENT, "force '%s': its kind and its body cannot become others; make a new one",
                   now->name);
  return queue(world, PL_CHANGE_FORCE_CHANGE, id, &next);
}

pl_status pl_force_remove(pl_world *world, pl_force_id id)
{
  PL_OWN_FLOATS;
  PL_TRY(check_id(world, id));
  return queue(world, PL_CHANGE_FORCE_REMOVE, id, NULL);
}

/* ---- applied ---- */

enum { MOST_AHEAD = 1024 }; /* of the slots there are: they are taken one after the other */

bool pl_force_is_possible(const pl_world *world, const pl_force *force)
{
  const pl_body *body = force->body == PL_ANY_BODY ? NULL : pl_world_find_body(world, force->body);
  if (force->state == PL_SLOT_WAITING) return true; /* it is looked at when it comes */
  bool pushes = force->kind == PL_FORCE_THRUST || force->kind == PL_FORCE_GYRO;
  bool good = force->kind >= PL_FORCE_FLUID && force->kind <= PL_FORCE_GYRO && force->state <= PL_SLOT_ACTIVE &&
              force->key_count <= PL_MOST_FORCE_KEYS && force->particle_count <= PL_MOST_FORCE_PARTICLES &&
              memchr(force->name, 0, sizeof force->name) && (!pushes || body) && (force->body == PL_ANY_BODY || body);
  for (size_t k = 0; good && k < force->particle_count; k++) good = force->particles[k] < body->count;
  return good && fabs(pl_vec3_dot(force->axis, force->axis) - 1) < 1e-6 && check_numbers(force) == PL_OK;
}

static pl_status take(pl_world *world, pl_reader *payload, bool create)
{
  pl_force_id id;
  pl_force made;
  memset(&made, 0, sizeof made);
  PL_GET(payload, id);
  pl_record_get(payload, pl_layout_of_force, &made);
  pl_forces *all = &world->forces;
  if (payload->failed || id.index > all->count + MOST_AHEAD)
    return pl_fail(PL_ERROR_FORMAT, "a recorded force is damaged");
  if (!create && check_id(world, id) != PL_OK) return PL_OK;                           /* it went before */
  if (made.body != PL_ANY_BODY && !pl_world_find_body(world, made.body)) return PL_OK; /* its body did */
  made.state = PL_SLOT_ACTIVE;
  if (!pl_force_is_possible(world, &made)) return pl_fail(PL_ERROR_FORMAT, "a recorded force does not fit the bodies");
  PL_TRY(pl_grow((void **)&all->items, &all->capacity, (size_t)id.index + 1, sizeof(pl_force)));
  while (all->count <= id.index) memset(&all->items[all->count++], 0, sizeof(pl_force));
  all->items[id.index] = made;
  return PL_OK;
}

pl_status pl_force_apply_create(pl_world *world, pl_reader *payload) { return take(world, payload, true); }
pl_status pl_force_apply_change(pl_world *world, pl_reader *payload) { return take(world, payload, false); }

pl_status pl_force_apply_remove(pl_world *world, pl_reader *payload)
{
  pl_force_id id;
  PL_GET(payload, id);
  if (!payload->failed && check_id(world, id) == PL_OK) world->forces.items[id.index].state = PL_SLOT_FREE;
  return PL_OK;
}

void pl_force_await(pl_world *world, pl_reader payload)
{
  pl_force_id id;
  pl_forces *all = &world->forces;
  PL_GET(&payload, id);
  if (payload.failed || id.index > all->count + MOST_AHEAD) return;
  if (pl_grow((void **)&all->items, &all->capacity, (size_t)id.index + 1, sizeof(pl_force)) != PL_OK) return;
  while (all->count <= id.index) memset(&all->items[all->count++], 0, sizeof(pl_force));
  all->items[id.index].generation = id.generation;
  all->items[id.index].state = PL_SLOT_WAITING;
}

void pl_forces_without_body(pl_world *world, uint32_t serial)
{
  for (size_t f = 0; f < world->forces.count; f++)
    if (world->forces.items[f].body == serial) world->forces.items[f].state = PL_SLOT_FREE;
}

void pl_forces_without_obstacle(pl_world *world, pl_obstacle_id id)
{
  for (size_t f = 0; f < world->forces.count; f++) {
    pl_force *force = &world->forces.items[f];
    if (force->kind == PL_FORCE_REPULSION && force->obstacle.index == id.index &&
        force->obstacle.generation == id.generation)
      force->state = PL_SLOT_FREE;
  }
}

/* ---- questions ---- */

bool pl_force_acts(const pl_force *force, const pl_body *body)
{
  if (force->state != PL_SLOT_ACTIVE || (force->body != PL_ANY_BODY && force->body != body->serial)) return false;
  return force->kind != PL_FORCE_FLUID || is_in_fluids(body);
}

bool pl_body_is_forced(const pl_body *body)
{
  const pl_forces *all = &body->world->forces;
  for (size_t f = 0; f < all->count; f++)
    if (pl_force_acts(&all->items[f], body)) return true;
  return false;
}

void pl_force_vector_at(const pl_force *force, double time, double out[3])
{
  if (force->key_count)
    pl_keys_at(force->keys, force->key_count, time, out);
  else
    pl_vec3_copy(force->vector, out);
}

pl_status pl_force_flow(const pl_world *world, pl_force_id id, const double point[3], double time, double velocity[3])
{
  PL_OWN_FLOATS;
  PL_TRY(check_id(world, id));
  if (!point || !velocity) return pl_fail(PL_ERROR_ARGUMENT, "pl_force_flow: a pointer is NULL");
  const pl_force *force = &world->forces.items[id.index];
  if (force->kind != PL_FORCE_FLUID) return pl_fail(PL_ERROR_ARGUMENT, "force '%s' is no fluid", force->name);
  pl_flow_at(world, force, point, time, velocity);
  return PL_OK;
}

size_t pl_world_force_count(const pl_world *world)
{
  size_t count = 0;
  for (size_t f = 0; world && f < world->forces.count; f++) count += world->forces.items[f].state == PL_SLOT_ACTIVE;
  return count;
}

pl_force_id pl_world_force_at(const pl_world *world, size_t index)
{
  for (size_t f = 0; world && f < world->forces.count; f++)
    if (world->forces.items[f].state == PL_SLOT_ACTIVE && index-- == 0)
      return (pl_force_id){(uint32_t)f, world->forces.items[f].generation};
  return (pl_force_id){0, 0};
}

const char *pl_force_name(const pl_world *world, pl_force_id id)
{
  return check_id(world, id) == PL_OK ? world->forces.items[id.index].name : "";
}
