/* SPDX-License-Identifier: MIT
   Attachments of the world: they come and go as changes; those that hold become constraint rows of contact. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/query/bvh.h"
#include "world/snapshot/records.h"
#include "world/world.h"

enum { MOST_AHEAD = 1024 }; /* of the slots there are: they are taken one after the other */

pl_attachment_def pl_default_attachment_def(void) { return (pl_attachment_def){.mark = PL_MARK_ATTACHMENT}; }

void pl_attachments_free(pl_attachments *attachments)
{
  pl_release(attachments->items);
  pl_release(attachments->force);
  pl_release(attachments->broken);
  *attachments = (pl_attachments){0};
}

pl_status pl_attachments_resize(pl_attachments *attachments, size_t count)
{
  if (count == 0) return PL_OK;
  PL_TRY(pl_grow((void **)&attachments->items, &attachments->capacity, count, sizeof(pl_attachment)));
  PL_TRY(pl_grow((void **)&attachments->force, &attachments->force_capacity, 3 * count, sizeof(double)));
  PL_TRY(pl_grow((void **)&attachments->broken, &attachments->broken_capacity, count, sizeof(uint32_t)));
  for (size_t k = attachments->count; k < count; k++) {
    memset(&attachments->items[k], 0, sizeof(pl_attachment));
    pl_vec3_set(attachments->force + 3 * k, 0, 0, 0);
    attachments->broken[k] = 0;
  }
  if (attachments->count < count) attachments->count = count;
  return PL_OK;
}

/* ---- checks ---- */

static pl_status check_number(const char *name, pl_quantity quantity, double value)
{
  pl_limit limit = pl_limit_of(quantity);
  if (value >= 0 && pl_is_within(quantity, value)) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "attachment: %s must be zero or positive, at most %g, in %s, got %g", name,
                 limit.most, limit.unit, value);
}

static pl_status check_place(const pl_world *world, const pl_attachment_end *end, bool read)
{
  if (read) PL_TRY(pl_limit_check_all(PL_QUANTITY_LENGTH, "attachment: the place", end->place, 3));
  if (end->kind == PL_ATTACH_PLACE) return PL_OK;
  pl_obstacle_id id = end->obstacle;
  if (id.index < world->obstacle_count && world->obstacles[id.index].generation == id.generation &&
      world->obstacles[id.index].state == PL_SLOT_ACTIVE)
    return PL_OK;
  return pl_fail(PL_ERROR_STALE, "attachment: there is no obstacle %u of generation %u; it was removed", id.index,
                 id.generation);
}

static pl_status check_body(const pl_world *world, const pl_body *body)
{
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "attachment: a body is NULL");
  if (body->world == world) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "attachment: body '%s' is of another world", body->name);
}

static pl_status check_point(const pl_body *body, const pl_attachment_end *end)
{
  if (end->kind == PL_ATTACH_PARTICLE) {
    if (end->particle < body->count) return PL_OK;
    return pl_fail(PL_ERROR_ARGUMENT, "attachment: particle %u does not exist; body '%s' has %zu", end->particle,
                   body->name, body->count);
  }
  size_t triangles = pl_mesh_view(body->rest).triangle_count;
  if (end->triangle >= triangles)
    return pl_fail(PL_ERROR_ARGUMENT, "attachment: triangle %u does not exist; body '%s' has %zu", end->triangle,
                   body->name, triangles);
  double sum = 0;
  for (int k = 0; k < 3; k++) {
    if (!(end->weights[k] >= 0)) sum = NAN;
    sum += end->weights[k];
  }
  if (fabs(sum - 1) <= 1e-9) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "attachment: weights must not be negative and sum to 1, got %g, %g, %g",
                 end->weights[0], end->weights[1], end->weights[2]);
}

static bool is_of_body(const pl_attachment_end *end)
{
  return end->kind == PL_ATTACH_PARTICLE || end->kind == PL_ATTACH_POINT;
}

/* Without the points of bodies, which pl_world_attach_near finds itself. */
static pl_status check_def(const pl_world *world, const pl_attachment_def *def)
{
  if (def->mark != PL_MARK_ATTACHMENT)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "attachment: start from pl_default_attachment_def(); this definition was not made by it");
  if (def->name && strlen(def->name) > PL_MOST_ATTACHMENT_NAME)
    return pl_fail(PL_ERROR_ARGUMENT, "attachment: the name must have at most %d bytes, got '%s'",
                   (int)PL_MOST_ATTACHMENT_NAME, def->name);
  if (!is_of_body(&def->a))
    return pl_fail(PL_ERROR_ARGUMENT, "attachment: a must be a particle or a point of a body; swap a and b");
  if (def->b.kind < PL_ATTACH_PARTICLE || def->b.kind > PL_ATTACH_PLACE)
    return pl_fail(PL_ERROR_ARGUMENT, "attachment: there is no kind %d of end", (int)def->b.kind);
  PL_TRY(check_number("stiffness", PL_QUANTITY_STIFFNESS, def->stiffness));
  PL_TRY(check_number("damping", PL_QUANTITY_DAMPING, def->damping));
  PL_TRY(check_number("breaks", PL_QUANTITY_FORCE, def->breaks));
  if (def->keep_gap && world->schedule.on && is_of_body(&def->b))
    return pl_fail(PL_ERROR_UNSUPPORTED, "attachment: one that comes later cannot keep_gap between two bodies");
  if (def->damping > 0 && def->stiffness == 0)
    return pl_fail(PL_ERROR_ARGUMENT, "attachment: damping is of a spring; give it a stiffness too");
  PL_TRY(check_body(world, def->a.body));
  return is_of_body(&def->b) ? check_body(world, def->b.body) : check_place(world, &def->b, !def->keep_gap);
}

/* ---- come and go ---- */

/* A recording names bodies by their serial. */
static void swap_names(const pl_world *world, pl_attachment *attachment, bool to_serials)
{
  for (uint32_t e = 0; e < attachment->particle_count; e++) {
    uint32_t *body = &attachment->particles[e].body, index = 0;
    if (to_serials) {
      *body = world->bodies[*body]->serial;
      continue;
    }
    while (index < world->body_count && world->bodies[index]->serial != *body) index++;
    *body = index;
  }
}

static pl_status take_slot(pl_world *world, pl_attachment_id *out)
{
  pl_attachments *all = &world->attachments;
  size_t slot = 0;
  while (slot < all->count && all->items[slot].state != PL_SLOT_FREE) slot++;
  if (slot == all->count) {
    pl_status status = pl_attachments_resize(all, slot + 1);
    PL_TRY(pl_world_redeclare(world)); /* also when only some arrays could grow: they may have moved */
    PL_TRY(status);
  }
  *out = (pl_attachment_id){(uint32_t)slot, all->items[slot].generation + 1};
  return PL_OK;
}

static pl_status attach(pl_world *world, const pl_attachment_def *def, pl_attachment_id *out)
{
  pl_attachment made;
  PL_TRY(pl_attachment_resolve(world, def, &made));
  PL_TRY(take_slot(world, out));
  made.generation = out->generation;
  made.state = PL_SLOT_WAITING;
  made.late = world->schedule.on && def->keep_gap;
  if (def->name)
    memcpy(made.name, def->name, strlen(def->name));
  else
    snprintf(made.name, sizeof made.name, "attachment %u", out->index + 1);
  pl_attachment named = made;
  swap_names(world, &named, true);
  pl_bytes payload = {0};
  PL_PUT(&payload, *out);
  pl_record_put(&payload, pl_layout_of_attachment, &named);
  PL_TRY(pl_change_queue(world, PL_CHANGE_ATTACH, NULL, &payload));
  world->attachments.items[out->index] = made;
  return PL_OK;
}

pl_status pl_world_attach(pl_world *world, const pl_attachment_def *def, pl_attachment_id *out)
{
  PL_OWN_FLOATS;
  pl_attachment_id unused;
  if (!world || !def) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_attach: %s is NULL", world ? "def" : "world");
  PL_TRY(check_def(world, def));
  PL_TRY(check_point(def->a.body, &def->a));
  if (is_of_body(&def->b)) PL_TRY(check_point(def->b.body, &def->b));
  return attach(world, def, out ? out : &unused);
}

static bool names_bodies(const pl_world *world, const pl_attachment *attachment)
{
  for (uint32_t e = 0; e < attachment->particle_count; e++)
    if (attachment->particles[e].body >= world->body_count) return false;
  return true;
}

static void clear_slot(pl_world *world, size_t slot)
{
  pl_attachments *all = &world->attachments;
  uint32_t generation = all->items[slot].generation;
  memset(&all->items[slot], 0, sizeof(pl_attachment));
  all->items[slot].generation = generation;
  pl_vec3_set(all->force + 3 * slot, 0, 0, 0);
  all->broken[slot] = 0;
}

pl_status pl_attachment_apply_create(pl_world *world, pl_reader *payload)
{
  pl_attachment_id id;
  pl_attachment made;
  memset(&made, 0, sizeof made);
  PL_GET(payload, id);
  pl_record_get(payload, pl_layout_of_attachment, &made);
  if (payload->failed || made.particle_count > PL_MAX_EQUALITY_PARTICLES ||
      id.index > world->attachments.count + MOST_AHEAD)
    return pl_fail(PL_ERROR_FORMAT, "a recorded attachment is damaged");
  swap_names(world, &made, false);
  made.state = PL_SLOT_ACTIVE;
  if (world->attachments.count <= id.index) {
    pl_status status = pl_attachments_resize(&world->attachments, (size_t)id.index + 1);
    PL_TRY(pl_world_redeclare(world));
    PL_TRY(status);
  }
  bool gone = !names_bodies(world, &made); /* a body that was removed since */
  if (!gone && !pl_attachment_is_possible(world, &made, world->obstacles, world->obstacle_count)) {
    clear_slot(world, id.index);
    return pl_fail(PL_ERROR_FORMAT, "a recorded attachment does not fit the bodies and obstacles");
  }
  for (uint32_t e = 0; e < made.particle_count && !gone; e++) {
    pl_body *body = world->bodies[made.particles[e].body];
    PL_TRY(body->model->reserve(&body->view));
  }
  clear_slot(world, id.index);
  if (gone) return PL_OK;
  if (made.late) pl_attachment_settle_place(world, &made);
  world->attachments.items[id.index] = made;
  return PL_OK;
}

void pl_attachment_await(pl_world *world, pl_reader payload)
{
  pl_attachment_id id;
  PL_GET(&payload, id);
  if (payload.failed || id.index > world->attachments.count + MOST_AHEAD) return;
  if (world->attachments.count <= id.index) {
    pl_status status = pl_attachments_resize(&world->attachments, (size_t)id.index + 1);
    if (pl_world_redeclare(world) != PL_OK || status != PL_OK) return;
  }
  clear_slot(world, id.index);
  world->attachments.items[id.index].generation = id.generation;
  world->attachments.items[id.index].state = PL_SLOT_WAITING;
}

static pl_status check_id(const pl_world *world, pl_attachment_id id)
{
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "attachment: world is NULL");
  const pl_attachments *all = &world->attachments;
  if (id.index < all->count && all->items[id.index].generation == id.generation &&
      all->items[id.index].state != PL_SLOT_FREE)
    return PL_OK;
  return pl_fail(PL_ERROR_STALE,
                 "there is no attachment %u of generation %u; it was released, or what it held on to was removed",
                 id.index, id.generation);
}

pl_status pl_attachment_release(pl_world *world, pl_attachment_id id)
{
  PL_OWN_FLOATS;
  PL_TRY(check_id(world, id));
  pl_bytes payload = {0};
  PL_PUT(&payload, id);
  return pl_change_queue(world, PL_CHANGE_RELEASE, NULL, &payload);
}

pl_status pl_attachment_apply_release(pl_world *world, pl_reader *payload)
{
  pl_attachment_id id;
  PL_GET(payload, id);
  if (!payload->failed && check_id(world, id) == PL_OK) clear_slot(world, id.index);
  return PL_OK;
}

void pl_attachments_without_body(pl_world *world, uint32_t index)
{
  for (size_t k = 0; k < world->attachments.count; k++) {
    pl_attachment *one = &world->attachments.items[k];
    bool gone = false;
    for (uint32_t e = 0; e < one->particle_count; e++) {
      gone = gone || one->particles[e].body == index;
      if (one->particles[e].body > index) one->particles[e].body--;
    }
    if (gone) clear_slot(world, k);
  }
}

void pl_attachments_without_obstacle(pl_world *world, pl_obstacle_id obstacle)
{
  for (size_t k = 0; k < world->attachments.count; k++) {
    const pl_obstacle_id *id = &world->attachments.items[k].obstacle;
    if (id->generation && id->index == obstacle.index && id->generation == obstacle.generation) clear_slot(world, k);
  }
}

void pl_attachments_reset(pl_world *world, const pl_body *body)
{
  for (size_t k = 0; k < world->attachments.count; k++) {
    const pl_attachment *one = &world->attachments.items[k];
    bool meant = body == NULL;
    for (uint32_t e = 0; e < one->particle_count && !meant; e++) meant = world->bodies[one->particles[e].body] == body;
    if (!meant) continue;
    pl_vec3_set(world->attachments.force + 3 * k, 0, 0, 0);
    if (!body) world->attachments.broken[k] = 0;
  }
}

/* ---- every step ---- */

bool pl_attachment_holds(const pl_world *world, size_t k)
{
  return world->attachments.items[k].state == PL_SLOT_ACTIVE && !world->attachments.broken[k] &&
         world->attachments.items[k].particle_count > 0;
}

size_t pl_attachments_collect(pl_world *world, const pl_moving_obstacle *obstacles, size_t obstacle_count,
                              pl_attached *out)
{
  size_t count = 0;
  for (size_t k = 0; k < world->attachments.count; k++) {
    const pl_attachment *one = &world->attachments.items[k];
    if (!pl_attachment_holds(world, k)) continue;
    if (pl_body_is_asleep(world->bodies[one->particles[0].body])) continue; /* and so does the other end */
    pl_attached *to = &out[count++];
    *to = (pl_attached){.particle_count = one->particle_count,
                        .first_count = one->first_count,
                        .obstacle = PL_NO_OBSTACLE,
                        .stiffness = one->stiffness,
                        .damping = one->damping,
                        .strength = one->breaks,
                        .force = world->attachments.force + 3 * k,
                        .broken = world->attachments.broken + k};
    memcpy(to->particles, one->particles, sizeof to->particles);
    pl_vec3_copy(one->place, to->before);
    pl_vec3_copy(one->place, to->now);
    for (uint32_t o = 0; o < obstacle_count && one->obstacle.generation; o++) {
      if (obstacles[o].index != one->obstacle.index) continue;
      to->obstacle = o;
      pl_pose_apply(&obstacles[o].before, one->place, to->before);
      pl_pose_apply(&obstacles[o].now, one->place, to->now);
    }
  }
  return count;
}

/* ---- questions ---- */

pl_status pl_attachment_measure(const pl_world *world, pl_attachment_id id, pl_attachment_state *out)
{
  PL_OWN_FLOATS;
  PL_TRY(check_id(world, id));
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_attachment_measure: out is NULL");
  double apart[3];
  pl_attachment_apart(world, &world->attachments.items[id.index], apart);
  *out = (pl_attachment_state){.apart = pl_vec3_length(apart), .broken = world->attachments.broken[id.index] != 0};
  if (!out->broken) pl_vec3_copy(world->attachments.force + 3 * (size_t)id.index, out->force);
  return PL_OK;
}

const char *pl_attachment_name(const pl_world *world, pl_attachment_id id)
{
  return check_id(world, id) == PL_OK ? world->attachments.items[id.index].name : "";
}

size_t pl_world_attachment_count(const pl_world *world)
{
  size_t count = 0;
  for (size_t k = 0; world && k < world->attachments.count; k++)
    count += world->attachments.items[k].state != PL_SLOT_FREE;
  return count;
}

size_t pl_world_broken_count(const pl_world *world)
{
  size_t count = 0;
  for (size_t k = 0; world && k < world->attachments.count; k++) count += world->attachments.broken[k] != 0;
  return count;
}

pl_attachment_id pl_world_attachment_at(const pl_world *world, size_t index)
{
  for (uint32_t k = 0; world && k < world->attachments.count; k++) {
    const pl_attachment *one = &world->attachments.items[k];
    if (one->state != PL_SLOT_FREE && index-- == 0) return (pl_attachment_id){k, one->generation};
  }
  return (pl_attachment_id){0, 0};
}

bool pl_attachment_is_possible(const pl_world *world, const pl_attachment *one, const pl_obstacle *obstacles,
                               size_t obstacle_count)
{
  if (one->state == PL_SLOT_FREE) return one->particle_count == 0;
  if (one->particle_count > PL_MAX_EQUALITY_PARTICLES || !memchr(one->name, 0, sizeof one->name)) return false;
  for (uint32_t e = 0; e < one->particle_count; e++) {
    const pl_attached_particle *end = &one->particles[e];
    if (end->body >= world->body_count || end->particle >= world->bodies[end->body]->count) return false;
    if (!pl_is_within(PL_QUANTITY_FACTOR, end->weight)) return false;
  }
  if (one->state == PL_SLOT_WAITING) return true;
  if (one->state != PL_SLOT_ACTIVE || one->particle_count == 0) return false;
  if (one->first_count == 0 || one->first_count > one->particle_count) return false;
  if (!pl_are_within(PL_QUANTITY_LENGTH, one->place, 3, NULL)) return false;
  if (one->obstacle.generation) {
    if (one->obstacle.index >= obstacle_count) return false;
    const pl_obstacle *obstacle = &obstacles[one->obstacle.index];
    if (obstacle->state != PL_SLOT_ACTIVE || obstacle->generation != one->obstacle.generation) return false;
  }
  return one->stiffness >= 0 && one->damping >= 0 && one->breaks >= 0 &&
         pl_limit_check_size(PL_QUANTITY_STIFFNESS, "stiffness", one->stiffness) == PL_OK &&
         pl_is_within(PL_QUANTITY_DAMPING, one->damping) && pl_is_within(PL_QUANTITY_FORCE, one->breaks);
}

/* ---- many at once ---- */

/* What the particles of pl_world_attach_near are looked for at. */
typedef struct target {
  const pl_world *world;
  const pl_attachment_end *end;
  pl_bvh *bvh;
} target;

/* The end nearest to a point, if it is in reach. */
static bool reach(const target *t, const double point[3], double radius, pl_attachment_end *out)
{
  *out = *t->end;
  if (t->end->kind == PL_ATTACH_PLACE) return pl_vec3_distance(point, t->end->place) < radius;
  if (t->end->kind == PL_ATTACH_OBSTACLE) {
    double distance, normal[3];
    if (pl_obstacle_distance(t->world, t->end->obstacle, point, &distance, normal) != PL_OK) return false;
    pl_vec3_add_scaled(point, -distance, normal, out->place);
    return distance < radius;
  }
  pl_bvh_point near;
  if (!pl_bvh_closest(t->bvh, point, radius, &near) || !(near.distance < radius)) return false;
  out->kind = PL_ATTACH_POINT;
  out->triangle = near.triangle;
  out->weights[1] = fmax(0, near.u);
  out->weights[2] = fmax(0, near.v);
  out->weights[0] = fmax(0, 1 - out->weights[1] - out->weights[2]);
  return true;
}

typedef struct made {
  pl_attachment_id *ids;
  size_t count, capacity;
} made;

static pl_status attach_particles(pl_world *world, const pl_attachment_def *def, const target *t, double radius,
                                  made *all)
{
  const pl_body *body = def->a.body;
  pl_attachment_def one = *def;
  one.a.kind = PL_ATTACH_PARTICLE;
  for (uint32_t i = 0; i < body->count; i++) {
    one.a.particle = i;
    if (!reach(t, body->view.x + 3 * (size_t)body->place[i], radius, &one.b)) continue;
    PL_TRY(pl_grow((void **)&all->ids, &all->capacity, all->count + 1, sizeof *all->ids));
    PL_TRY(attach(world, &one, &all->ids[all->count]));
    all->count++;
  }
  return PL_OK;
}

/* All or none: those made before a failure go again. */
static void undo(pl_world *world, const made *all, size_t queued)
{
  for (size_t k = 0; k < all->count; k++) clear_slot(world, all->ids[k].index);
  world->changes.size = queued;
}

pl_status pl_world_attach_near(pl_world *world, const pl_attachment_def *def, double radius, pl_attachment_id *ids,
                               size_t capacity, size_t *count)
{
  PL_OWN_FLOATS;
  made all = {0};
  if (!world || !def) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_attach_near: %s is NULL", world ? "def" : "world");
  if (!(radius > 0 && isfinite(radius)))
    return pl_fail(PL_ERROR_ARGUMENT, "pl_world_attach_near: radius must be positive, in m, got %g", radius);
  PL_TRY(check_def(world, def));
  target t = {.world = world, .end = &def->b};
  if (is_of_body(&def->b)) {
    if (def->b.body == def->a.body)
      return pl_fail(PL_ERROR_ARGUMENT, "pl_world_attach_near: body '%s' cannot be attached to all of itself",
                     def->b.body->name);
    pl_mesh_data rest = pl_mesh_view(def->b.body->rest);
    PL_TRY(pl_bvh_create(pl_body_positions(def->b.body), rest.triangles, rest.triangle_count, &t.bvh));
  }
  size_t queued = world->changes.size;
  pl_status status = attach_particles(world, def, &t, radius, &all);
  pl_bvh_destroy(t.bvh);
  if (status != PL_OK) undo(world, &all, queued);
  for (size_t k = 0; status == PL_OK && ids && k < all.count && k < capacity; k++) ids[k] = all.ids[k];
  if (status == PL_OK && count) *count = all.count;
  pl_release(all.ids);
  return status;
}
