/* SPDX-License-Identifier: MIT
   Islands are bodies that touch or hold each other. One falls asleep as a whole, velocities exactly zero, and wakes as
   a whole. A step in which a sleeper is pushed is taken again with its island awake, so that waking changes nothing: it
   is as if it never slept.

   Speed alone does not tell rest: a swing is slow where it turns back, and what creeps is always. So a body as a whole
   must be slower still than its particles may be, and an island must lie on something: what only hangs or floats never
   sleeps. */
#include "world/step/sleep.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/status.h"
#include "math/vec3.h"
#include "model/common/pieces.h"
#include "world/snapshot/records.h"
#include "world/step/quiet.h"
#include "world/step/sleep_pieces.h"

bool pl_body_is_asleep(const pl_body *body) { return body && body->sleep.island != 0; }

/* ---- waking ---- */

static void wake(pl_body *body)
{
  body->sleep = (pl_sleep_state){.forbidden = body->sleep.forbidden};
  pl_body_rouse_pieces(body);
}

void pl_body_wake_island(pl_body *body)
{
  double island = body->sleep.island;
  for (size_t b = 0; island != 0 && b < body->world->body_count; b++)
    if (body->world->bodies[b]->sleep.island == island) wake(body->world->bodies[b]);
  wake(body);
}

void pl_world_wake_all(pl_world *world)
{
  for (size_t b = 0; b < world->body_count; b++) wake(world->bodies[b]);
}

static bool differ(const pl_pose *a, const pl_pose *b) { return memcmp(a, b, sizeof *a) != 0; }

static bool moves(const pl_motion *motion, double time, double h)
{
  if (motion->count == 0) return false;
  pl_pose before = pl_motion_at(motion, time), after = pl_motion_at(motion, time + h);
  return differ(&before, &after);
}

/* In the whole step: sleep is decided once per step. */
static bool obstacle_moves(const pl_world *world, const pl_obstacle *obstacle)
{
  return obstacle->state == PL_SLOT_ACTIVE && moves(&obstacle->def.motion, world->began, world->step);
}

/* A pin or a grab that moves, or a volume, a pressure or a source of heat that changes. */
static bool is_driven(const pl_body *body)
{
  const pl_world *world = body->world;
  double now = world->began, then = now + world->step;
  for (size_t p = 0; p < body->pin_count; p++)
    if (body->pins[p].state == PL_SLOT_ACTIVE && moves(&body->pins[p].motion, now - body->pins[p].start, world->step))
      return true;
  for (size_t g = 0; g < body->grab_count; g++)
    if (pl_grab_moves(&body->grabs[g], now, then)) return true;
  if (pl_body_is_heated_anew(body, now, then)) return true;
  const pl_volume_def *volume = &body->def.volume;
  if (volume->mode == PL_VOLUME_FREE) return false;
  return pl_volume_target(volume, now) != pl_volume_target(volume, then) ||
         pl_volume_pressure(volume, now, 1, 1) != pl_volume_pressure(volume, then, 1, 1);
}

static bool gravity_changes(const pl_world *world)
{
  double before[3], now[3];
  if (!world->gravity_keys) return false;
  pl_keys_at(world->gravity_keys, world->gravity_key_count, world->began - world->step, before);
  pl_keys_at(world->gravity_keys, world->gravity_key_count, world->began, now);
  return memcmp(before, now, sizeof now) != 0;
}

static bool touches_moving(const pl_world *world, const pl_touching *pair)
{
  return pair->generation && pair->other < world->obstacle_count &&
         obstacle_moves(world, &world->obstacles[pair->other]);
}

/* An attachment to an obstacle that moves pulls what it holds. */
static bool is_pulled(const pl_world *world, size_t attachment)
{
  pl_obstacle_id id = world->attachments.items[attachment].obstacle;
  return pl_attachment_holds(world, attachment) && id.generation && id.index < world->obstacle_count &&
         obstacle_moves(world, &world->obstacles[id.index]);
}

void pl_sleep_wake_driven(pl_world *world)
{
  for (size_t k = 0; k < world->attachments.count; k++)
    if (is_pulled(world, k)) pl_body_wake_island(world->bodies[world->attachments.items[k].particles[0].body]);
  if (gravity_changes(world)) pl_world_wake_all(world);
  for (size_t b = 0; b < world->body_count; b++)
    if (pl_body_is_asleep(world->bodies[b]) && is_driven(world->bodies[b])) pl_body_wake_island(world->bodies[b]);
  for (size_t k = 0; k < world->report.now.count; k++) {
    const pl_touching *pair = &world->report.now.items[k];
    pl_body *body = pl_world_find_body(world, pair->body);
    if (pl_body_is_asleep(body) && touches_moving(world, pair)) pl_body_wake_island(body);
  }
}

bool pl_world_is_still(const pl_world *world)
{
  for (size_t b = 0; b < world->body_count; b++)
    if (!pl_body_is_asleep(world->bodies[b])) return false;
  for (size_t o = 0; o < world->obstacle_count; o++)
    if (obstacle_moves(world, &world->obstacles[o])) return false;
  return world->body_count > 0;
}

/* False: neither side moves, and the pair is carried over from the step before. */
static bool is_new_contact(const pl_world *world, const pl_touching *pair)
{
  if (pair->count == 0) return false;
  if (pair->generation) return touches_moving(world, pair);
  return !pl_body_is_asleep(pl_world_find_body(world, pair->body)) ||
         !pl_body_is_asleep(pl_world_find_body(world, pair->other));
}

bool pl_sleep_was_disturbed(pl_world *world)
{
  const pl_touching_list *next = &world->report.next;
  bool any = false;
  for (size_t b = 0; b < world->body_count; b++) world->bodies[b]->disturbed = false;
  for (size_t k = 0; k < next->count; k++) {
    if (!is_new_contact(world, &next->items[k])) continue;
    pl_body *pushed[2] = {pl_world_find_body(world, next->items[k].body), NULL};
    if (next->items[k].generation == 0) pushed[1] = pl_world_find_body(world, next->items[k].other);
    for (int side = 0; side < 2; side++)
      if (pl_body_is_asleep(pushed[side])) any = pushed[side]->disturbed = true;
  }
  return any;
}

void pl_sleep_add_contacts(pl_world *world, const pl_touching_list *touching)
{
  for (size_t k = 0; k < touching->count; k++) {
    const pl_touching *pair = &touching->items[k];
    if (is_new_contact(world, pair) || !pl_body_is_asleep(pl_world_find_body(world, pair->body))) continue;
    world->stats.contact_count += pair->count;
    world->stats.penetration = fmax(world->stats.penetration, pair->depth);
  }
}

/* ---- falling asleep ---- */

/* Matter that creeps or flows under a load is slow but never at rest. */
static bool flows(const pl_body *body)
{
  pl_fibres fibres = {0};
  if (body->model->fibres) body->model->fibres(&body->view, &fibres);
  return pl_inelastic_is_on(&body->def.inelastic) || fibres.plasticity ||
         (body->model->is_driven && body->model->is_driven(&body->view, &body->def));
}

/* Tangled and being separated; bodies without body contacts are not separated. */
static bool is_tangled(const pl_body *body)
{
  return body->tangled_steps && (body->def.contact.bodies || body->def.contact.self);
}

static bool may_be_quiet(const pl_body *body)
{
  return body->sleep.forbidden == 0 && !pl_body_is_forced(body) && !is_tangled(body) && !flows(body) &&
         !pl_body_is_warming(body);
}

static pl_status find_quiet(pl_body *body, bool *quiet)
{
  static const pl_particles all = {0};
  *quiet = false;
  if (!may_be_quiet(body)) {
    pl_body_rouse_pieces(body);
    return PL_OK;
  }
  if (pl_is_in_pieces(&body->view)) PL_TRY(pl_pieces_fall_asleep(body, quiet));
  if (is_driven(body))
    *quiet = false;
  else if (!pl_is_in_pieces(&body->view))
    *quiet = pl_particles_are_quiet(body, &all, body->sleep.quiet);
  return PL_OK;
}

typedef struct islands {
  uint32_t *root; /* per body: the least body of its island */
  uint8_t *lies;  /* per body, for roots: the island lies on something */
  uint8_t *awake; /* per body, for roots: some body is not quiet */
} islands;

static uint32_t root_of(uint32_t *root, uint32_t body)
{
  while (root[body] != body) body = root[body] = root[root[body]];
  return body;
}

static void unite(uint32_t *root, uint32_t a, uint32_t b)
{
  a = root_of(root, a);
  b = root_of(root, b);
  root[a < b ? b : a] = a < b ? a : b;
}

static bool is_held(const pl_body *body)
{
  return pl_held_count(body->pins, body->pin_count, body->grabs, body->grab_count) > 0 || body->view.fixed_count > 0;
}

static pl_status start_islands(pl_world *world, islands *all)
{
  size_t count = world->body_count;
  all->root = PL_TAKE(&world->scratch, uint32_t, count);
  all->lies = PL_TAKE(&world->scratch, uint8_t, count);
  all->awake = PL_TAKE(&world->scratch, uint8_t, count);
  if (!all->root || !all->lies || !all->awake) return PL_ERROR_MEMORY;
  for (uint32_t b = 0; b < count; b++) {
    all->root[b] = b;
    all->lies[b] = all->awake[b] = 0;
  }
  return PL_OK;
}

static pl_status find_islands(pl_world *world, const pl_touching_list *touching, islands *all)
{
  PL_TRY(start_islands(world, all));
  for (size_t k = 0; k < touching->count; k++)
    if (touching->items[k].generation == 0)
      unite(all->root, (uint32_t)pl_world_body_index(world, touching->items[k].body),
            (uint32_t)pl_world_body_index(world, touching->items[k].other));
  for (size_t k = 0; k < world->attachments.count; k++) {
    const pl_attachment *one = &world->attachments.items[k];
    for (uint32_t e = 1; pl_attachment_holds(world, k) && e < one->particle_count; e++)
      unite(all->root, one->particles[0].body, one->particles[e].body);
  }
  for (uint32_t b = 0; b < world->body_count; b++) all->root[b] = root_of(all->root, b);
  return PL_OK;
}

/* An island lies on obstacles, or on one of its bodies that is held. */
static void judge_islands(pl_world *world, const pl_touching_list *touching, const islands *all)
{
  for (size_t k = 0; k < touching->count; k++) {
    const pl_touching *pair = &touching->items[k];
    size_t body = pl_world_body_index(world, pair->body);
    uint8_t *lies = &all->lies[all->root[body]];
    if (touches_moving(world, pair)) world->bodies[body]->sleep.quiet = 0;
    if (pair->generation)
      *lies = 1;
    else if (pair->body != pair->other)
      *lies = *lies || is_held(world->bodies[body]) || is_held(world->bodies[pl_world_body_index(world, pair->other)]);
  }
  for (size_t k = 0; k < world->attachments.count; k++)
    if (is_pulled(world, k)) all->awake[all->root[world->attachments.items[k].particles[0].body]] = 1;
  for (size_t b = 0; b < world->body_count; b++)
    if (!(world->bodies[b]->sleep.quiet >= world->clock.sleep.time)) all->awake[all->root[b]] = 1;
}

static pl_status fall_asleep(pl_body *body, uint32_t root)
{
  pl_model_context context = pl_world_context(body->world);
  body->sleep.island = (double)body->world->bodies[root]->serial + 1;
  memset(body->view.v, 0, 3 * body->count * sizeof(double));
  return body->model->import(&body->view, &context);
}

pl_status pl_sleep_update(pl_world *world)
{
  const pl_touching_list *touching = &world->report.next;
  bool any = false;
  if (!(world->clock.sleep.speed > 0)) return PL_OK;
  for (size_t b = 0; b < world->body_count; b++) {
    if (pl_body_is_asleep(world->bodies[b])) continue;
    pl_sleep_state *sleep = &world->bodies[b]->sleep;
    bool quiet;
    PL_TRY(find_quiet(world->bodies[b], &quiet));
    sleep->quiet = quiet ? sleep->quiet + world->step : 0;
    any = any || sleep->quiet >= world->clock.sleep.time;
  }
  if (!any) return PL_OK;
  islands all;
  PL_TRY(find_islands(world, touching, &all));
  judge_islands(world, touching, &all);
  for (size_t b = 0; b < world->body_count; b++) {
    uint32_t root = all.root[b];
    if (pl_body_is_asleep(world->bodies[b]) || !all.lies[root] || all.awake[root]) continue;
    PL_TRY(fall_asleep(world->bodies[b], root));
  }
  return PL_OK;
}

/* ---- what is said ---- */

typedef enum order { WAKE, SLEEP, ALLOW, FORBID } order;

static pl_status put_to_sleep(pl_body *body)
{
  pl_world *world = body->world;
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  islands all;
  pl_status status = find_islands(world, &world->report.now, &all);
  size_t at = pl_world_body_index(world, body->serial);
  for (size_t b = 0; status == PL_OK && b < world->body_count; b++)
    if (all.root[b] == all.root[at] && !pl_body_is_asleep(world->bodies[b]))
      status = fall_asleep(world->bodies[b], all.root[b]);
  pl_arena_back_to(&world->scratch, mark);
  return status;
}

pl_status pl_sleep_apply(pl_body *body, pl_reader *payload)
{
  uint32_t what = WAKE;
  PL_GET(payload, what);
  if (payload->failed) return pl_fail(PL_ERROR_FORMAT, "recorded sleep of body '%s' is incomplete", body->name);
  if (what == SLEEP) return put_to_sleep(body);
  if (what != WAKE) body->sleep.forbidden = what == FORBID;
  if (what != ALLOW) pl_body_wake_island(body);
  return PL_OK;
}

static pl_status say(pl_body *body, const char *function, order what)
{
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "%s: body is NULL", function);
  uint32_t number = what;
  pl_bytes payload = {0};
  PL_PUT(&payload, number);
  return pl_change_queue(body->world, PL_CHANGE_BODY_SLEEP, body, &payload);
}

pl_status pl_body_wake(pl_body *body)
{
  PL_OWN_FLOATS;
  return say(body, "pl_body_wake", WAKE);
}
pl_status pl_body_sleep(pl_body *body)
{
  PL_OWN_FLOATS;
  return say(body, "pl_body_sleep", SLEEP);
}
pl_status pl_body_set_sleep(pl_body *body, bool allowed)
{
  PL_OWN_FLOATS;
  return say(body, "pl_body_set_sleep", allowed ? ALLOW : FORBID);
}

pl_status pl_sleep_check(const pl_sleep_def *def)
{
  if (!(def->speed >= 0 && isfinite(def->speed)))
    return pl_fail(PL_ERROR_ARGUMENT, "sleep.speed must be zero (never) or positive, in 1/s, got %g", def->speed);
  if (!(def->time >= 0 && isfinite(def->time)))
    return pl_fail(PL_ERROR_ARGUMENT, "sleep.time must be zero or positive, in s, got %g", def->time);
  PL_TRY(pl_limit_check(PL_QUANTITY_RATE, "sleep.speed", def->speed));
  return pl_limit_check(PL_QUANTITY_TIME, "sleep.time", def->time);
}

pl_status pl_world_set_sleep(pl_world *world, const pl_sleep_def *def)
{
  PL_OWN_FLOATS;
  if (!world || !def) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_set_sleep: a pointer is NULL");
  PL_TRY(pl_sleep_check(def));
  pl_bytes payload = {0};
  pl_record_put(&payload, pl_layout_of_sleep, def);
  return pl_change_queue(world, PL_CHANGE_SLEEP, NULL, &payload);
}
