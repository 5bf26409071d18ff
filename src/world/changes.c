/* SPDX-License-Identifier: MIT
   Stage 0: everything that is said to a world between steps waits here and is applied in order at the start of the
   next one. A change is a flat record, so that it can be recorded and replayed. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/status.h"
#include "world/bodies/magnitudes.h"
#include "world/snapshot/records.h"
#include "world/step/sleep.h"

/* Payloads follow their header and are padded to eight bytes, so that numbers in them are aligned. */
typedef struct change_header {
  uint32_t kind;
  uint32_t body; /* serial, or PL_NO_SERIAL */
  uint64_t step; /* before which it was applied */
  uint64_t size; /* of the payload without padding */
} change_header;

/* Payload of the first record of a recording. */
typedef struct recording_head {
  uint32_t version, byte_order;
  uint64_t identity; /* of the world it was made for */
} recording_head;

static const char padding[8] = {0};

static void put_change(pl_bytes *to, change_header header, const void *payload)
{
  size_t before = to->size;
  PL_PUT(to, header);
  pl_bytes_put(to, payload, header.size);
  pl_bytes_put(to, padding, (8 - header.size % 8) % 8);
  if (to->status == PL_OK) return;
  to->size = before; /* all of a change or nothing */
}

static pl_status take_status(pl_bytes *bytes)
{
  pl_status status = bytes->status;
  bytes->status = PL_OK;
  return status;
}

pl_status pl_change_queue(pl_world *world, pl_change kind, const pl_body *body, pl_bytes *payload)
{
  pl_status status = payload->status;
  uint32_t serial = body ? body->serial : PL_NO_SERIAL;
  if (status == PL_OK && world->schedule.on) {
    pl_bytes entry = {0};
    status = pl_schedule_wrap(world, (uint32_t)kind, serial, payload, &entry);
    pl_bytes_free(payload);
    *payload = entry;
    kind = PL_CHANGE_LATER;
    serial = PL_NO_SERIAL;
  }
  if (status == PL_OK) {
    put_change(&world->changes, (change_header){(uint32_t)kind, serial, 0, payload->size}, payload->data);
    status = take_status(&world->changes);
  }
  pl_bytes_free(payload);
  return status;
}

/* ---- what each change does ---- */

static void set_particles(const pl_body *body, const double *values, double *to)
{
  for (size_t i = 0; i < body->count; i++) memcpy(to + 3 * i, values + 3 * (size_t)body->order[i], 3 * sizeof(double));
}

static pl_status import_particles(pl_body *body)
{
  pl_model_context context = pl_world_context(body->world);
  return body->model->import(&body->view, &context);
}

/* New positions or velocities, both of them sound; else those before are kept. Velocities that would take a particle
   a thousand times the body's size in a step are refused, and places a hundred thousand times its size apart: nothing
   finds its way back from there. */
static pl_status replace_particles(pl_body *body, pl_reader *payload, pl_quantity quantity, double *to,
                                   const char *what)
{
  const double *values = pl_reader_take(payload, 3 * body->count, sizeof(double));
  if (!values || !pl_are_within(quantity, values, 3 * body->count, NULL))
    return pl_fail(PL_ERROR_FORMAT, "recorded %s do not fit body '%s'", what, body->name);
  pl_arena_mark mark = pl_arena_here(&body->world->scratch);
  double *before = PL_TAKE(&body->world->scratch, double, 3 * body->count);
  if (!before) return PL_ERROR_MEMORY;
  memcpy(before, to, 3 * body->count * sizeof(double));
  set_particles(body, values, to);
  size_t particle;
  pl_status status = PL_OK;
  if (!pl_body_is_sound(body, &particle)) {
    memcpy(to, before, 3 * body->count * sizeof(double));
    status = pl_fail(PL_ERROR_DIVERGED,
                     "body '%s': the %s given for particle %zu cannot be: it would move more than a thousand times the "
                     "body's size in a step, or is a hundred thousand times its size from the others; the %s before "
                     "are kept",
                     body->name, what, particle, what);
  }
  pl_arena_back_to(&body->world->scratch, mark);
  return status;
}

static pl_status apply_positions(pl_body *body, pl_reader *payload)
{
  PL_TRY(replace_particles(body, payload, PL_QUANTITY_LENGTH, body->view.x, "positions"));
  body->tangled_steps = 1;
  PL_TRY(pl_subspace_project(body));
  pl_body_anchor_pins(body);
  return import_particles(body);
}

static pl_status apply_velocities(pl_body *body, pl_reader *payload)
{
  PL_TRY(replace_particles(body, payload, PL_QUANTITY_SPEED, body->view.v, "velocities"));
  PL_TRY(pl_subspace_project(body));
  return import_particles(body);
}

/* The part of the body's definition that its model reads is replaced. */
static pl_status apply_material(pl_body *body, pl_reader *payload)
{
  pl_body_def before = body->def, given = body->def;
  pl_record_get(payload, body->model->layout, &given);
  if (payload->failed || payload->left)
    return pl_fail(PL_ERROR_FORMAT, "a recorded material does not fit body '%s'", body->name);
  PL_TRY(pl_model_change_part(body->model, &before, &given, &body->def));
  pl_status status = body->model->check(&body->def);
  if (status == PL_OK) status = pl_magnitudes_of_material(&body->def);
  pl_body_forget_energy(body);
  if (status == PL_OK) status = pl_body_prepare(body, PL_CHANGED_MATERIAL);
  if (status == PL_OK) return PL_OK;
  body->def = before;
  pl_model_context context = pl_world_context(body->world);
  body->model->prepare(&body->view, &body->def, PL_CHANGED_BACK, &context);
  return status;
}

/* Warm starts go too: a body that is reset moves as it did the first time, bit for bit. */
static pl_status reset_body(pl_body *body)
{
  pl_blocks *blocks = &body->world->blocks;
  memcpy(body->view.x, body->start_x, 3 * body->count * sizeof(double));
  memcpy(body->view.v, body->start_v, 3 * body->count * sizeof(double));
  body->tangled_steps = 1;
  pl_body_forget_energy(body);
  memset(blocks->force + 3 * body->first, 0, 3 * body->count * sizeof(double));
  memset(blocks->obstacle_impulse + 3 * body->first, 0, 3 * body->count * sizeof(double));
  memset(blocks->obstacle_partner + body->first, 0, body->count * sizeof(uint32_t));
  memset(blocks->body_impulse + 3 * body->first, 0, 3 * body->count * sizeof(double));
  memset(blocks->body_partner + body->first, 0, body->count * sizeof(uint32_t));
  memset(blocks->contact_force + 3 * body->first, 0, 3 * body->count * sizeof(float));
  memset(blocks->friction_force + 3 * body->first, 0, 3 * body->count * sizeof(float));
  memset(blocks->quiet_displacement + 3 * body->first, 0, 3 * body->count * sizeof(float));
  memset(body->surface.edge_impulse, 0, 3 * body->surface.edge_count * sizeof(double));
  memset(body->surface.edge_partner, 0, body->surface.edge_count * sizeof(uint32_t));
  memset(body->surface.triangle_impulse, 0, 3 * body->surface.triangle_count * sizeof(double));
  memset(body->surface.triangle_partner, 0, body->surface.triangle_count * sizeof(uint32_t));
  pl_matter_forget(body->matter);
  pl_body_find_pieces(body);
  if (body->heat) pl_heat_reset(body->heat);
  pl_attachments_reset(body->world, body);
  PL_TRY(pl_subspace_project(body));
  pl_body_anchor_pins(body);
  pl_model_context context = pl_world_context(body->world);
  return body->model->reset(&body->view, &context);
}

static pl_status reset_world(pl_world *world)
{
  world->clock.time = world->clock.steps = world->clock.owed = 0;
  world->report.now.count = 0; /* as at the start: what touches then begins to */
  pl_attachments_reset(world, NULL);
  pl_schedule_reset(world);
  for (size_t b = 0; b < world->body_count; b++) {
    for (size_t p = 0; p < world->bodies[b]->pin_count; p++) world->bodies[b]->pins[p].start = 0;
    PL_TRY(reset_body(world->bodies[b]));
  }
  return PL_OK;
}

static pl_status apply_force(pl_body *body, pl_reader *payload)
{
  double force[3];
  PL_GET(payload, force);
  size_t count = pl_size_get(payload);
  const uint32_t *particles = pl_reader_take(payload, count, sizeof(uint32_t));
  if (payload->failed || !pl_are_within(PL_QUANTITY_FORCE, force, 3, NULL))
    return pl_fail(PL_ERROR_FORMAT, "a recorded force on body '%s' is incomplete", body->name);
  double *to = body->world->blocks.force + 3 * body->first;
  for (size_t k = 0; k < count; k++)
    for (size_t c = 0; c < 3 && particles[k] < body->count; c++)
      to[3 * (size_t)body->place[particles[k]] + c] += force[c];
  return PL_OK;
}

static pl_status remove_body(pl_body *body)
{
  pl_world *world = body->world;
  size_t at = 0;
  while (world->bodies[at] != body) at++;
  memmove(world->bodies + at, world->bodies + at + 1, (world->body_count - at - 1) * sizeof(pl_body *));
  world->body_count--;
  pl_status status = pl_world_rebuild(world);
  if (status == PL_OK) {
    pl_report_drop(&world->report, body->serial);
    pl_attachments_without_body(world, (uint32_t)at);
    pl_forces_without_body(world, body->serial);
    pl_body_free(body);
    return PL_OK;
  }
  memmove(world->bodies + at + 1, world->bodies + at, (world->body_count - at) * sizeof(pl_body *));
  world->bodies[at] = body;
  world->body_count++;
  return status;
}

static pl_status set_step(pl_world *world, pl_reader *payload)
{
  double before = world->step, step;
  PL_GET(payload, step);
  if (payload->failed || !(step > 0) || pl_limit_check_size(PL_QUANTITY_STEP, "step", step) != PL_OK)
    return pl_fail(PL_ERROR_FORMAT, "a recorded time step is damaged");
  for (size_t b = 0; b < world->body_count; b++) pl_body_forget_energy(world->bodies[b]);
  world->step = step; /* definitions may say parts per step */
  pl_status status = pl_world_use_length(world, step / pl_substeps_at_rest(step, world->substeps));
  if (status != PL_OK) world->step = before;
  return status;
}

static pl_status set_substeps(pl_world *world, pl_reader *payload)
{
  int substeps = -1;
  PL_GET(payload, substeps);
  if (payload->failed || pl_substeps_check(substeps) != PL_OK)
    return pl_fail(PL_ERROR_FORMAT, "a recorded number of small steps is damaged");
  PL_TRY(pl_world_use_length(world, world->step / pl_substeps_at_rest(world->step, (uint32_t)substeps)));
  world->substeps = (uint32_t)substeps;
  return PL_OK;
}

static pl_status set_gravity(pl_world *world, pl_reader *payload)
{
  double gravity[3];
  PL_GET(payload, gravity);
  if (payload->failed || !pl_are_within(PL_QUANTITY_ACCELERATION, gravity, 3, NULL))
    return pl_fail(PL_ERROR_FORMAT, "a recorded gravity is damaged");
  memcpy(world->clock.gravity, gravity, sizeof gravity);
  return PL_OK;
}

static pl_status set_sleep(pl_world *world, pl_reader *payload)
{
  pl_sleep_def def;
  pl_record_get(payload, pl_layout_of_sleep, &def);
  if (payload->failed || pl_sleep_check(&def) != PL_OK) return pl_fail(PL_ERROR_FORMAT, "a recorded sleep is damaged");
  world->clock.sleep = def;
  return PL_OK;
}

static pl_body *body_of(const pl_world *world, uint32_t serial)
{
  for (size_t b = 0; b < world->body_count; b++)
    if (world->bodies[b]->serial == serial) return world->bodies[b];
  return NULL;
}

static pl_status apply_to_world(pl_world *world, uint32_t kind, pl_reader *payload)
{
  if (kind == PL_CHANGE_LATER) return pl_schedule_take(world, payload);
  pl_world_wake_all(world);
  switch (kind) {
  case PL_CHANGE_GRAVITY: return set_gravity(world, payload);
  case PL_CHANGE_STEP: return set_step(world, payload);
  case PL_CHANGE_SUBSTEPS: return set_substeps(world, payload);
  case PL_CHANGE_SLEEP: return set_sleep(world, payload);
  case PL_CHANGE_RESET: return reset_world(world);
  case PL_CHANGE_OBSTACLE_REMOVE: return pl_obstacle_apply_remove(world, payload);
  case PL_CHANGE_ATTACH: return pl_attachment_apply_create(world, payload);
  case PL_CHANGE_RELEASE: return pl_attachment_apply_release(world, payload);
  case PL_CHANGE_FORCE_CREATE: return pl_force_apply_create(world, payload);
  case PL_CHANGE_FORCE_CHANGE: return pl_force_apply_change(world, payload);
  case PL_CHANGE_FORCE_REMOVE: return pl_force_apply_remove(world, payload);
  default: return pl_fail(PL_ERROR_FORMAT, "a recording holds a change of unknown kind %u", kind);
  }
}

static pl_status apply_to_body(pl_body *body, uint32_t kind, pl_reader *payload)
{
  if (kind != PL_CHANGE_BODY_SLEEP) pl_body_wake_island(body);
  switch (kind) {
  case PL_CHANGE_BODY_REMOVE: return remove_body(body);
  case PL_CHANGE_BODY_POSITIONS: return apply_positions(body, payload);
  case PL_CHANGE_BODY_VELOCITIES: return apply_velocities(body, payload);
  case PL_CHANGE_BODY_MATERIAL: return apply_material(body, payload);
  case PL_CHANGE_BODY_RESET: return reset_body(body);
  case PL_CHANGE_BODY_REST_EDGES: return pl_rest_edges_apply(body, payload);
  case PL_CHANGE_BODY_INELASTIC: return pl_inelastic_apply(body, payload);
  case PL_CHANGE_BODY_LINKS: return pl_links_apply(body, payload);
  case PL_CHANGE_BODY_SUBSPACE: return pl_subspace_apply(body, payload);
  case PL_CHANGE_BODY_VOLUME: return pl_volume_apply(body, payload);
  case PL_CHANGE_BODY_TEMPERATURES: return pl_temperatures_apply(body, payload);
  case PL_CHANGE_BODY_FORCE: return apply_force(body, payload);
  case PL_CHANGE_BODY_SLEEP: return pl_sleep_apply(body, payload);
  case PL_CHANGE_PIN_CREATE: return pl_pin_apply_create(body, payload);
  case PL_CHANGE_PIN_REMOVE: return pl_pin_apply_remove(body, payload);
  case PL_CHANGE_GRAB_CREATE: return pl_grab_apply_create(body, payload);
  case PL_CHANGE_GRAB_MOVE: return pl_grab_apply_move(body, payload);
  case PL_CHANGE_GRAB_TURN: return pl_grab_apply_turn(body, payload);
  case PL_CHANGE_GRAB_REMOVE: return pl_grab_apply_remove(body, payload);
  default: return pl_fail(PL_ERROR_FORMAT, "a recording holds a change of unknown kind %u", kind);
  }
}

/* ---- the queue ---- */

/* The next change of a record, header and payload; false at the end. */
static bool next_change(pl_reader *reader, change_header *header, pl_reader *payload)
{
  if (reader->left == 0) return false;
  PL_GET(reader, *header);
  const void *data = pl_reader_take(reader, header->size, 1);
  pl_reader_take(reader, (8 - header->size % 8) % 8, 1);
  *payload = (pl_reader){.at = data, .left = header->size};
  return !reader->failed;
}

/* Changes of a replayed recording whose step has come join the queue, up to one that turns time back to 0: the steps
   that follow it count from there. */
static pl_status queue_replayed(pl_world *world)
{
  uint64_t now = (uint64_t)world->clock.steps;
  change_header header;
  pl_reader payload;
  while (world->replay_at < world->replay.size) {
    pl_reader reader = {.at = world->replay.data + world->replay_at, .left = world->replay.size - world->replay_at};
    if (!next_change(&reader, &header, &payload)) {
      world->replay_at = world->replay.size; /* said once; the world goes on without it */
      return pl_fail(PL_ERROR_FORMAT, "the recording is cut off");
    }
    if (header.step > now) break;
    put_change(&world->changes, header, payload.at);
    PL_TRY(take_status(&world->changes));
    world->replay_at = world->replay.size - reader.left;
    if (header.kind == PL_CHANGE_RESET) break;
  }
  return PL_OK;
}

/* Drops the first `done` bytes of the queue. */
static void shorten_queue(pl_bytes *changes, size_t done)
{
  memmove(changes->data, changes->data + done, changes->size - done);
  changes->size -= done;
}

static pl_status apply_queue(pl_world *world)
{
  pl_reader reader = {.at = world->changes.data, .left = world->changes.size};
  change_header header;
  pl_reader payload;
  pl_status worst = PL_OK;
  for (size_t start = 0; next_change(&reader, &header, &payload); start = world->changes.size - reader.left) {
    pl_body *body = body_of(world, header.body);
    const void *data = payload.at;
    header.step = (uint64_t)world->clock.steps;
    pl_status status = PL_OK;
    if (header.body == PL_NO_SERIAL)
      status = apply_to_world(world, header.kind, &payload);
    else if (body)
      status = apply_to_body(body, header.kind, &payload);
    world->revision++;
    if (status == PL_ERROR_MEMORY) {
      shorten_queue(&world->changes, start);
      return status;
    }
    if (status == PL_OK && world->is_recording) {
      put_change(&world->recording, header, data);
      status = take_status(&world->recording);
    }
    if (status != PL_OK && worst == PL_OK) worst = status;
  }
  world->changes.size = 0;
  return worst;
}

/* What was said for a time that has come. No recording holds it: it holds what was said. */
static pl_status apply_schedule(pl_world *world)
{
  pl_schedule_entry entry;
  pl_reader payload;
  pl_status worst = PL_OK;
  while (pl_schedule_next(world, &entry, &payload)) {
    pl_reader left = payload;
    pl_body *body = body_of(world, entry.body);
    pl_status status = PL_OK;
    if (pl_schedule_is_wanted(world, &entry, payload))
      status = body ? apply_to_body(body, entry.kind, &left) : apply_to_world(world, entry.kind, &left);
    if (status == PL_ERROR_MEMORY) return status;
    world->revision++;
    pl_schedule_did(world, &entry, payload);
    if (worst == PL_OK) worst = status;
  }
  return worst;
}

static pl_status prepare_stale(pl_world *world)
{
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    if (body->stale) PL_TRY(pl_body_prepare(body, body->stale));
    body->stale = 0;
  }
  return PL_OK;
}

pl_status pl_changes_apply(pl_world *world)
{
  pl_status worst = PL_OK;
  size_t replayed;
  do {
    replayed = world->replay_at;
    PL_TRY(queue_replayed(world));
    if (world->changes.size == 0) break;
    pl_status status = apply_queue(world);
    if (status == PL_ERROR_MEMORY) return status;
    if (worst == PL_OK) worst = status;
  } while (replayed != world->replay_at);
  pl_status status = apply_schedule(world);
  if (status == PL_ERROR_MEMORY) return status;
  if (worst == PL_OK) worst = status;
  PL_TRY(prepare_stale(world));
  PL_TRY(pl_world_reserve_scratch(world));
  return worst;
}

/* ---- what is said to the world ---- */

pl_status pl_world_set_gravity(pl_world *world, const double gravity[3])
{
  PL_OWN_FLOATS;
  if (!world || !gravity) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_set_gravity: a pointer is NULL");
  if (world->gravity_keys)
    return pl_fail(PL_ERROR_ARGUMENT, "gravity follows keyframes in this world and cannot be set");
  for (int c = 0; c < 3; c++) PL_TRY(pl_limit_check(PL_QUANTITY_ACCELERATION, "gravity", gravity[c]));
  pl_bytes payload = {0};
  pl_bytes_put(&payload, gravity, 3 * sizeof(double));
  return pl_change_queue(world, PL_CHANGE_GRAVITY, NULL, &payload);
}

pl_status pl_world_set_step(pl_world *world, double step)
{
  PL_OWN_FLOATS;
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_set_step: world is NULL");
  if (!(step > 0 && isfinite(step))) return pl_fail(PL_ERROR_ARGUMENT, "step must be positive, in s, got %g", step);
  PL_TRY(pl_limit_check_size(PL_QUANTITY_STEP, "step", step));
  pl_bytes payload = {0};
  PL_PUT(&payload, step);
  return pl_change_queue(world, PL_CHANGE_STEP, NULL, &payload);
}

pl_status pl_world_set_substeps(pl_world *world, int substeps)
{
  PL_OWN_FLOATS;
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_set_substeps: world is NULL");
  PL_TRY(pl_substeps_check(substeps));
  pl_bytes payload = {0};
  PL_PUT(&payload, substeps);
  return pl_change_queue(world, PL_CHANGE_SUBSTEPS, NULL, &payload);
}

pl_status pl_world_reset(pl_world *world)
{
  PL_OWN_FLOATS;
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_reset: world is NULL");
  return pl_change_queue(world, PL_CHANGE_RESET, NULL, &(pl_bytes){0});
}

pl_status pl_world_record(pl_world *world, bool on)
{
  PL_OWN_FLOATS;
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_record: world is NULL");
  if (on && !world->is_recording) {
    recording_head head = {PL_RECORDS_VERSION, PL_BYTE_ORDER_MARK, pl_world_identity(world)};
    world->recording.size = 0;
    put_change(&world->recording, (change_header){PL_CHANGE_IDENTITY, PL_NO_SERIAL, 0, sizeof head}, &head);
    PL_TRY(take_status(&world->recording));
  }
  world->is_recording = on;
  return PL_OK;
}

pl_status pl_world_recording(const pl_world *world, const void **data, size_t *size)
{
  PL_OWN_FLOATS;
  if (!world || !data || !size) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_recording: a pointer is NULL");
  *data = world->recording.data;
  *size = world->recording.size;
  return PL_OK;
}

pl_status pl_world_replay(pl_world *world, const void *data, size_t size)
{
  PL_OWN_FLOATS;
  if (!world || (size && !data)) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_replay: a pointer is NULL");
  pl_bytes_free(&world->replay);
  world->replay_at = 0;
  if (size == 0) return PL_OK; /* no more replay */
  pl_reader reader = {.at = data, .left = size}, payload;
  change_header header;
  recording_head head = {0};
  if (!next_change(&reader, &header, &payload) || header.kind != PL_CHANGE_IDENTITY)
    return pl_fail(PL_ERROR_FORMAT, "this is not a recording of Pliant");
  if (payload.left == sizeof head.identity)
    return pl_fail(PL_ERROR_FORMAT, "the recording is of a version before %d, which this library reads",
                   (int)PL_RECORDS_VERSION);
  PL_GET(&payload, head);
  if (payload.failed || head.version != PL_RECORDS_VERSION || head.byte_order != PL_BYTE_ORDER_MARK)
    return pl_fail(PL_ERROR_FORMAT,
                   "the recording has version %u; this library reads version %d of machines with the same byte order",
                   head.version, (int)PL_RECORDS_VERSION);
  if (head.identity != pl_world_identity(world))
    return pl_fail(
        PL_ERROR_MISMATCH,
        "the recording belongs to another scene: bodies, rest shapes, masses or pins of the definition differ");
  pl_bytes_put(&world->replay, reader.at, reader.left);
  return take_status(&world->replay);
}
