/* SPDX-License-Identifier: MIT
   Creation of worlds, their blocks, and what can be asked of them. */
#include "world/step/sleep.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/hash.h"
#include "base/isa.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "world/step/writers.h"

pl_world_def pl_default_world_def(void)
{
  return (pl_world_def){
      .mark = PL_MARK_WORLD, .step = 1.0 / 200, .gravity = {0, -9.81, 0}, .sleep = {.speed = 0.01, .time = 0.5}};
}

static pl_status check_def(const pl_world_def *def)
{
  if (!def) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_create: the definition is NULL");
  if (def->mark != PL_MARK_WORLD)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "pl_world_create: start from pl_default_world_def(); this definition was not made by it");
  if (!(def->step > 0 && isfinite(def->step)))
    return pl_fail(PL_ERROR_ARGUMENT, "step must be positive, in s, got %g", def->step);
  PL_TRY(pl_limit_check_size(PL_QUANTITY_STEP, "step", def->step));
  PL_TRY(pl_limit_check_all(PL_QUANTITY_ACCELERATION, "gravity", def->gravity, 3));
  PL_TRY(pl_substeps_check(def->substeps));
  PL_TRY(pl_sleep_check(&def->sleep));
  return pl_keys_check("gravity", PL_QUANTITY_ACCELERATION, def->gravity_keys, def->gravity_key_count);
}

pl_status pl_world_create(const pl_world_def *def, pl_world **out)
{
  PL_OWN_FLOATS;
  if (!out) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_create: out is NULL");
  *out = NULL;
  PL_TRY(pl_isa_check());
  PL_TRY(check_def(def));
  pl_world *world = PL_NEW(pl_world, 1);
  if (!world) return PL_ERROR_MEMORY;
  world->step = def->step;
  world->substeps = (uint32_t)def->substeps;
  world->h = def->step / pl_substeps_at_rest(def->step, world->substeps);
  world->part_count = 1;
  memcpy(world->clock.gravity, def->gravity, sizeof def->gravity);
  world->clock.sleep = def->sleep;
  world->watch.on = PL_WATCHES;
  pl_status status = pl_pool_create(def->threads, def->parallel, def->parallel_user, &world->pool);
  if (status == PL_OK && def->gravity_key_count) {
    world->gravity_keys = PL_NEW(pl_key, def->gravity_key_count);
    world->gravity_key_count = def->gravity_key_count;
    if (world->gravity_keys)
      memcpy(world->gravity_keys, def->gravity_keys, def->gravity_key_count * sizeof(pl_key));
    else
      status = PL_ERROR_MEMORY;
  }
  if (status == PL_OK) status = pl_world_rebuild(world);
  if (status != PL_OK) {
    pl_world_destroy(world);
    return status;
  }
  *out = world;
  return PL_OK;
}

static void free_blocks(pl_blocks *blocks)
{
  pl_release(blocks->x);
  pl_release(blocks->v);
  pl_release(blocks->mass);
  pl_release(blocks->force);
  pl_release(blocks->obstacle_impulse);
  pl_release(blocks->obstacle_partner);
  pl_release(blocks->body_impulse);
  pl_release(blocks->body_partner);
  pl_release(blocks->contact_force);
  pl_release(blocks->friction_force);
  pl_release(blocks->quiet_displacement);
  *blocks = (pl_blocks){0};
}

void pl_world_destroy(pl_world *world)
{
  if (!world) return;
  for (size_t b = 0; b < world->body_count; b++) pl_body_free(world->bodies[b]);
  for (size_t o = 0; o < world->obstacle_count; o++) pl_obstacle_free(&world->obstacles[o]);
  pl_release(world->bodies);
  pl_release(world->obstacles);
  free_blocks(&world->blocks);
  pl_attachments_free(&world->attachments);
  pl_release(world->forces.items);
  pl_pairs_free(&world->pairs);
  pl_report_free(&world->report);
  pl_tangles_free(&world->tangles);
  pl_krylov_free(&world->heat);
  pl_registry_free(&world->registry);
  pl_release(world->last_good);
  pl_watch_free(world);
  pl_release(world->step_good);
  pl_release(world->gravity_keys);
  pl_bytes_free(&world->changes);
  pl_bytes_free(&world->schedule.entries);
  pl_bytes_free(&world->recording);
  pl_bytes_free(&world->replay);
  pl_arena_free(&world->scratch);
  pl_pool_destroy(world->pool);
  pl_release(world);
}

pl_model_context pl_world_context(pl_world *world)
{
  pl_model_context context = {.h = world->h,
                              .step = world->step,
                              .pool = world->pool,
                              .scratch = &world->scratch,
                              .stats = &world->stats,
                              .work = &world->work,
                              .attempt = world->attempt};
  pl_world_gravity(world, context.gravity);
  return context;
}

/* ---- blocks and registry ---- */

enum { MOST_WORLD_FIELDS = 6, MOST_BODY_FIELDS = 30 };

/* Edges of bodies that touch others remember what they lay on. */
static pl_status declare_surface(pl_body *body, pl_registry *registry)
{
  pl_contact_surface *surface = &body->surface;
  PL_TRY(pl_registry_add(registry, "edge impulse", PL_PER_EDGE, PL_TYPE_DOUBLE, 3, surface->edge_count,
                         surface->edge_impulse));
  PL_TRY(pl_registry_add(registry, "edge partner", PL_PER_EDGE, PL_TYPE_UINT32, 1, surface->edge_count,
                         surface->edge_partner));
  PL_TRY(pl_registry_add(registry, "triangle impulse", PL_PER_TRIANGLE, PL_TYPE_DOUBLE, 3, surface->triangle_count,
                         surface->triangle_impulse));
  return pl_registry_add(registry, "triangle partner", PL_PER_TRIANGLE, PL_TYPE_UINT32, 1, surface->triangle_count,
                         surface->triangle_partner);
}

static pl_status declare_all(pl_world *world, pl_registry *registry)
{
  const pl_blocks *blocks = &world->blocks;
  registry->body = PL_NO_BODY;
  PL_TRY(pl_registry_add(registry, "clock", PL_PER_WORLD, PL_TYPE_DOUBLE, (int)(sizeof(pl_clock) / sizeof(double)), 1,
                         &world->clock));
  const pl_attachments *attachments = &world->attachments;
  if (attachments->count) {
    PL_TRY(pl_registry_add(registry, "attachment forces", PL_PER_WORLD, PL_TYPE_DOUBLE, 3, attachments->count,
                           attachments->force));
    PL_TRY(pl_registry_add_within(registry, 1, "attachments broken", PL_PER_WORLD, PL_TYPE_UINT32, 1,
                                  attachments->count, attachments->broken));
  }
  pl_writers_note(registry, 0, registry->count);
  size_t noted = registry->count;
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    size_t n = body->count, at = body->first;
    registry->body = b;
    PL_TRY(pl_registry_add(registry, "sleep", PL_PER_BODY, PL_TYPE_DOUBLE,
                           (int)(sizeof(pl_sleep_state) / sizeof(double)), 1, &body->sleep));
    PL_TRY(pl_registry_add_within(registry, NAN, "energy", PL_PER_BODY, PL_TYPE_DOUBLE,
                                  (int)(sizeof(pl_energy_state) / sizeof(double)), 1, &body->energy));
    PL_TRY(pl_registry_add_within(registry, pl_limit_of(PL_QUANTITY_LENGTH).most, "positions", PL_PER_PARTICLE,
                                  PL_TYPE_DOUBLE, 3, n, blocks->x + 3 * at));
    body->positions_at = registry->entries[registry->count - 1].at;
    PL_TRY(pl_registry_add_within(registry, pl_limit_of(PL_QUANTITY_SPEED).most, "velocities", PL_PER_PARTICLE,
                                  PL_TYPE_DOUBLE, 3, n, blocks->v + 3 * at));
    body->velocities_at = registry->entries[registry->count - 1].at;
    PL_TRY(pl_registry_add(registry, "forces", PL_PER_PARTICLE, PL_TYPE_DOUBLE, 3, n, blocks->force + 3 * at));
    body->forces_at = registry->entries[registry->count - 1].at;
    PL_TRY(pl_registry_add(registry, "obstacle impulse", PL_PER_PARTICLE, PL_TYPE_DOUBLE, 3, n,
                           blocks->obstacle_impulse + 3 * at));
    PL_TRY(pl_registry_add(registry, "obstacle partner", PL_PER_PARTICLE, PL_TYPE_UINT32, 1, n,
                           blocks->obstacle_partner + at));
    PL_TRY(pl_registry_add(registry, "body impulse", PL_PER_PARTICLE, PL_TYPE_DOUBLE, 3, n,
                           blocks->body_impulse + 3 * at));
    PL_TRY(pl_registry_add(registry, "body partner", PL_PER_PARTICLE, PL_TYPE_UINT32, 1, n, blocks->body_partner + at));
    PL_TRY(declare_surface(body, registry));
    PL_TRY(pl_registry_add(registry, "contact force", PL_PER_PARTICLE, PL_TYPE_FLOAT, 3, n,
                           blocks->contact_force + 3 * at));
    PL_TRY(pl_registry_add(registry, "friction force", PL_PER_PARTICLE, PL_TYPE_FLOAT, 3, n,
                           blocks->friction_force + 3 * at));
    PL_TRY(pl_registry_add(registry, "quiet displacement", PL_PER_PARTICLE, PL_TYPE_FLOAT, 3, n,
                           blocks->quiet_displacement + 3 * at));
    PL_TRY(pl_registry_add(registry, "tangled steps", PL_PER_BODY, PL_TYPE_UINT32, 1, 1, &body->tangled_steps));
    PL_TRY(pl_body_declare_heat(body, registry));
    size_t of_world = registry->count;
    PL_TRY(pl_matter_declare(body->matter, registry));
    PL_TRY(body->model->declare(&body->view, registry));
    pl_writers_note(registry, noted, of_world);
    noted = registry->count;
  }
  return PL_OK;
}

static pl_status allocate_blocks(size_t n, pl_blocks *blocks)
{
  *blocks = (pl_blocks){.x = PL_NEW(double, 3 * n),
                        .v = PL_NEW(double, 3 * n),
                        .mass = PL_NEW(double, n),
                        .force = PL_NEW(double, 3 * n),
                        .obstacle_impulse = PL_NEW(double, 3 * n),
                        .obstacle_partner = PL_NEW(uint32_t, n),
                        .body_impulse = PL_NEW(double, 3 * n),
                        .body_partner = PL_NEW(uint32_t, n),
                        .contact_force = PL_NEW(float, 3 * n),
                        .friction_force = PL_NEW(float, 3 * n),
                        .quiet_displacement = PL_NEW(float, 3 * n)};
  if (blocks->x && blocks->v && blocks->mass && blocks->force && blocks->obstacle_impulse && blocks->obstacle_partner &&
      blocks->body_impulse && blocks->body_partner && blocks->contact_force && blocks->friction_force &&
      blocks->quiet_displacement)
    return PL_OK;
  free_blocks(blocks);
  return PL_ERROR_MEMORY;
}

/* A body's state, from its range in the old blocks to its range in the new ones. */
static void carry(const pl_blocks *from, size_t old, const pl_blocks *to, size_t at, size_t n)
{
  memcpy(to->x + 3 * at, from->x + 3 * old, 3 * n * sizeof(double));
  memcpy(to->v + 3 * at, from->v + 3 * old, 3 * n * sizeof(double));
  memcpy(to->force + 3 * at, from->force + 3 * old, 3 * n * sizeof(double));
  memcpy(to->obstacle_impulse + 3 * at, from->obstacle_impulse + 3 * old, 3 * n * sizeof(double));
  memcpy(to->obstacle_partner + at, from->obstacle_partner + old, n * sizeof(uint32_t));
  memcpy(to->body_impulse + 3 * at, from->body_impulse + 3 * old, 3 * n * sizeof(double));
  memcpy(to->body_partner + at, from->body_partner + old, n * sizeof(uint32_t));
  memcpy(to->contact_force + 3 * at, from->contact_force + 3 * old, 3 * n * sizeof(float));
  memcpy(to->friction_force + 3 * at, from->friction_force + 3 * old, 3 * n * sizeof(float));
  memcpy(to->quiet_displacement + 3 * at, from->quiet_displacement + 3 * old, 3 * n * sizeof(float));
}

pl_status pl_world_rebuild(pl_world *world)
{
  size_t n = 0;
  for (size_t b = 0; b < world->body_count; b++) n += world->bodies[b]->count;
  pl_blocks blocks, old = world->blocks;
  PL_TRY(allocate_blocks(n, &blocks));
  pl_status status = pl_registry_reserve(&world->registry, MOST_WORLD_FIELDS + MOST_BODY_FIELDS * world->body_count);
  if (status != PL_OK) {
    free_blocks(&blocks);
    return status;
  }
  /* nothing can fail from here on */
  world->blocks = blocks;
  size_t next = 0;
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    bool is_new = body->view.x == NULL;
    if (!is_new) carry(&old, body->first, &blocks, next, body->count);
    body->first = next;
    pl_body_place_in_blocks(body);
    if (is_new) {
      memcpy(body->view.x, body->start_x, 3 * body->count * sizeof(double));
      memcpy(body->view.v, body->start_v, 3 * body->count * sizeof(double));
    }
    next += body->count;
  }
  free_blocks(&old);
  pl_tangles_forget(&world->tangles); /* they name bodies by where they stand in the list */
  world->revision++;
  return pl_world_redeclare(world);
}

pl_status pl_world_redeclare(pl_world *world)
{
  world->registry.count = 0;
  return declare_all(world, &world->registry);
}

pl_status pl_world_load_state(pl_world *world, const unsigned char *state)
{
  pl_status status = PL_OK;
  pl_registry_copy_in(&world->registry, state);
  pl_model_context context = pl_world_context(world);
  for (size_t b = 0; b < world->body_count; b++) {
    pl_status restored = pl_body_restored(world->bodies[b], &context);
    status = status == PL_OK ? restored : status;
  }
  return status;
}

pl_status pl_world_return_to_state(pl_world *world, const unsigned char *state)
{
  pl_status status = pl_world_load_state(world, state);
  pl_registry_copy_in(&world->registry, state);
  return status;
}

/* ---- queries; of NULL they return nothing ---- */

double pl_world_time(const pl_world *world) { return world ? world->clock.time : 0; }
uint64_t pl_world_step_count(const pl_world *world) { return world ? (uint64_t)world->clock.steps : 0; }
double pl_world_step_size(const pl_world *world) { return world ? world->step : 0; }
int pl_world_substeps(const pl_world *world)
{
  return world ? (int)pl_substeps_at_rest(world->step, world->substeps) : 0;
}
size_t pl_world_body_count(const pl_world *world) { return world ? world->body_count : 0; }
pl_step_stats pl_world_stats(const pl_world *world) { return world ? world->stats : (pl_step_stats){0}; }

pl_body *pl_world_body_at(const pl_world *world, size_t i)
{
  return i < pl_world_body_count(world) ? world->bodies[i] : NULL;
}

pl_body *pl_world_body(const pl_world *world, const char *name)
{
  for (size_t b = 0; name && b < pl_world_body_count(world); b++)
    if (strcmp(world->bodies[b]->name, name) == 0) return world->bodies[b];
  return NULL;
}

uint64_t pl_world_hash(const pl_world *world)
{
  return world ? pl_registry_hash(&world->registry, PL_HASH_START) : PL_HASH_START;
}

const char *pl_stage_name(pl_stage stage)
{
  static const char *const names[PL_STAGE_COUNT] = {"changes", "forces", "elasticity", "contact",
                                                    "volume",  "flux",   "matter",     "accept"};
  return (unsigned)stage < PL_STAGE_COUNT ? names[stage] : "unknown";
}
