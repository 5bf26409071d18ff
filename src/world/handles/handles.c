/* SPDX-License-Identifier: MIT
   What holds particles: pins of the definition (eliminated from the unknowns), pins that come and go, grabs (grabs.c).
   Every step they give the model the prescribed motion of their particles. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "world/snapshot/records.h"
#include "world/world.h"

static const double one = 1.0;

pl_pin_def pl_default_pin_def(void) { return (pl_pin_def){.mark = PL_MARK_PIN}; }

/* ---- checks ---- */

pl_status pl_handle_check_particles(const pl_body *body, const char *what, const uint32_t *particles, size_t count)
{
  if (count == 0 || !particles) return pl_fail(PL_ERROR_ARGUMENT, "%s holds no particle", what);
  for (size_t k = 0; k < count; k++)
    if (particles[k] >= body->count)
      return pl_fail(PL_ERROR_ARGUMENT, "%s: particle %u does not exist; the body has %zu", what, particles[k],
                     body->count);
  return PL_OK;
}

pl_status pl_pin_check(const pl_body *body, const pl_pin_def *def)
{
  if (def->mark != PL_MARK_PIN)
    return pl_fail(PL_ERROR_ARGUMENT, "pin: start from pl_default_pin_def(); this definition was not made by it");
  PL_TRY(pl_handle_check_particles(body, "pin", def->particles, def->count));
  return pl_motion_check("pin", &def->motion);
}

/* Particles in pins and grabs that come and go. Waiting ones count. */
size_t pl_held_count(const pl_pin *pins, size_t pin_count, const pl_grab *grabs, size_t grab_count)
{
  size_t held = 0;
  for (size_t p = 0; p < pin_count; p++)
    if (pins[p].state != PL_SLOT_FREE && !pins[p].eliminated) held += pins[p].count;
  for (size_t g = 0; g < grab_count; g++)
    if (grabs[g].state != PL_SLOT_FREE) held += grabs[g].count;
  return held;
}

/* Room for more held particles? */
pl_status pl_handle_check_room(const pl_body *body, size_t more)
{
  size_t held = more + pl_held_count(body->pins, body->pin_count, body->grabs, body->grab_count);
  if (held <= PL_MOST_HELD) return PL_OK;
  return pl_fail(PL_ERROR_LIMIT,
                 "body '%s': pins and grabs that come and go may hold %d particles, this would make %zu; give pins in "
                 "the body's definition, where any number is free",
                 body->name, PL_MOST_HELD, held);
}

bool pl_handle_has_room(const pl_body *body, size_t more, size_t pin, size_t grab)
{
  size_t held = more + pl_held_count(body->pins, body->pin_count, body->grabs, body->grab_count);
  if (pin < body->pin_count && body->pins[pin].state != PL_SLOT_FREE && !body->pins[pin].eliminated)
    held -= body->pins[pin].count;
  if (grab < body->grab_count && body->grabs[grab].state != PL_SLOT_FREE) held -= body->grabs[grab].count;
  return held <= PL_MOST_HELD;
}

/* ---- pins ---- */

void pl_pin_free(pl_pin *pin)
{
  pl_release(pin->particles);
  pl_release(pin->anchors);
  pl_motion_free(&pin->motion);
  pin->particles = NULL;
  pin->anchors = NULL;
  pin->count = 0;
  pin->state = PL_SLOT_FREE;
}

/* Finds a free slot and marks it as taken. */
static pl_status take_pin(pl_body *body, size_t count, pl_pin_id *id)
{
  size_t slot = 0;
  while (slot < body->pin_count && body->pins[slot].state != PL_SLOT_FREE) slot++;
  if (slot == body->pin_count) {
    PL_TRY(pl_grow((void **)&body->pins, &body->pin_capacity, body->pin_count + 1, sizeof(pl_pin)));
    body->pin_count++;
  }
  pl_pin *pin = &body->pins[slot];
  pin->generation++;
  pin->state = PL_SLOT_WAITING;
  pin->eliminated = false;
  pin->count = count;
  *id = (pl_pin_id){(uint32_t)slot, pin->generation};
  return PL_OK;
}

/* Fills a pin; particles in the caller's order. Anchors are set by the caller of this. */
static pl_status fill_pin(const pl_body *body, pl_pin *pin, const uint32_t *particles, size_t count,
                          const pl_motion *motion)
{
  pin->particles = PL_NEW(uint32_t, count);
  pin->anchors = PL_NEW(double, 3 * count);
  pl_status status = pin->particles && pin->anchors ? pl_motion_copy(motion, &pin->motion) : PL_ERROR_MEMORY;
  if (status != PL_OK) {
    pl_pin_free(pin);
    return status;
  }
  pin->count = count;
  for (size_t k = 0; k < count; k++) pin->particles[k] = body->place[particles[k]];
  return PL_OK;
}

/* The prescribed place of the pinned particle k at a time. */
static void pin_target(const pl_pin *pin, size_t k, const pl_pose *pose, double out[3])
{
  pl_pose_apply(pose, pin->anchors + 3 * k, out);
}

static void anchor(const pl_body *body, pl_pin *pin, const double *x)
{
  pl_pose pose = pl_motion_at(&pin->motion, body->world->clock.time - pin->start);
  for (size_t k = 0; k < pin->count; k++)
    pl_pose_apply_inverse(&pose, x + 3 * (size_t)pin->particles[k], pin->anchors + 3 * k);
}

pl_status pl_body_add_pins(pl_body *body, const pl_pin_def *pins, size_t count)
{
  for (size_t p = 0; p < count; p++) {
    pl_pin_id id;
    PL_TRY(take_pin(body, pins[p].count, &id));
    pl_pin *pin = &body->pins[id.index];
    PL_TRY(fill_pin(body, pin, pins[p].particles, pins[p].count, &pins[p].motion));
    pin->eliminated = true;
    pin->state = PL_SLOT_ACTIVE;
    pin->start = body->world->clock.time;
    anchor(body, pin, body->start_x);
  }
  pl_body_collect_fixed(body);
  return PL_OK;
}

void pl_body_anchor_pins(pl_body *body)
{
  for (size_t p = 0; p < body->pin_count; p++)
    if (body->pins[p].state == PL_SLOT_ACTIVE) anchor(body, &body->pins[p], body->view.x);
}

pl_pin_id pl_body_pin(const pl_body *body, size_t i)
{
  if (body && i < body->pin_count && body->pins[i].eliminated && body->pins[i].state == PL_SLOT_ACTIVE)
    return (pl_pin_id){(uint32_t)i, body->pins[i].generation};
  return (pl_pin_id){0, 0};
}

pl_status pl_pin_create(pl_body *body, const pl_pin_def *def, pl_pin_id *out)
{
  PL_OWN_FLOATS;
  if (!body || !def || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_pin_create: a pointer is NULL");
  PL_TRY(pl_pin_check(body, def));
  PL_TRY(pl_handle_check_room(body, def->count));
  PL_TRY(take_pin(body, def->count, out));
  pl_bytes payload = {0};
  PL_PUT(&payload, *out);
  pl_size_put(&payload, def->count);
  pl_bytes_put(&payload, def->particles, def->count * sizeof(uint32_t));
  pl_motion_put(&payload, &def->motion);
  pl_status status = pl_change_queue(body->world, PL_CHANGE_PIN_CREATE, body, &payload);
  if (status != PL_OK) pl_pin_free(&body->pins[out->index]);
  return status;
}

/* A slot that a recording names may not exist yet in the world it is replayed in. */
static pl_status pin_slot(pl_body *body, pl_pin_id id, pl_pin **out)
{
  while (body->pin_count <= id.index) {
    PL_TRY(pl_grow((void **)&body->pins, &body->pin_capacity, body->pin_count + 1, sizeof(pl_pin)));
    body->pin_count++;
  }
  *out = &body->pins[id.index];
  return PL_OK;
}

pl_status pl_pin_apply_create(pl_body *body, pl_reader *payload)
{
  pl_pin_id id;
  pl_motion motion;
  PL_GET(payload, id);
  size_t count = pl_size_get(payload);
  const uint32_t *particles = pl_reader_take(payload, count, sizeof(uint32_t));
  PL_TRY(pl_motion_get(payload, &motion));
  bool fits = !payload->failed && id.index < PL_MOST_HELD + body->pin_count && count <= PL_MOST_HELD &&
              pl_motion_check("a recorded pin", &motion) == PL_OK &&
              pl_handle_has_room(body, count, id.index, SIZE_MAX) &&
              !(id.index < body->pin_count && body->pins[id.index].eliminated);
  for (size_t k = 0; fits && k < count; k++) fits = particles[k] < body->count;
  pl_pin *pin = NULL, filled = {.generation = id.generation, .state = PL_SLOT_ACTIVE, .start = body->world->clock.time};
  pl_status status =
      fits ? pin_slot(body, id, &pin) : pl_fail(PL_ERROR_FORMAT, "a recorded pin does not fit body '%s'", body->name);
  if (status == PL_OK) status = body->model->reserve(&body->view);
  if (status == PL_OK) status = fill_pin(body, &filled, particles, count, &motion);
  pl_motion_free(&motion);
  if (status != PL_OK) return status;
  anchor(body, &filled, body->view.x);
  pl_pin_free(pin); /* empty, unless a recording is replayed where pins were already made */
  *pin = filled;
  return PL_OK;
}

pl_status pl_pin_remove(pl_body *body, pl_pin_id id)
{
  PL_OWN_FLOATS;
  if (!body) return pl_fail(PL_ERROR_ARGUMENT, "pl_pin_remove: body is NULL");
  if (id.index >= body->pin_count || body->pins[id.index].generation != id.generation ||
      body->pins[id.index].state == PL_SLOT_FREE)
    return pl_fail(PL_ERROR_STALE, "body '%s' has no pin %u of generation %u; it was removed", body->name, id.index,
                   id.generation);
  pl_bytes payload = {0};
  PL_PUT(&payload, id);
  return pl_change_queue(body->world, PL_CHANGE_PIN_REMOVE, body, &payload);
}

pl_status pl_pin_apply_remove(pl_body *body, pl_reader *payload)
{
  pl_pin_id id;
  PL_GET(payload, id);
  if (id.index >= body->pin_count || body->pins[id.index].generation != id.generation) return PL_OK; /* removed twice */
  pl_pin *pin = &body->pins[id.index];
  if (pin->eliminated) {
    pin->eliminated = false;
    pl_body_collect_fixed(body);
    pl_status status = pl_body_prepare(body, PL_CHANGED_FIXED);
    if (status != PL_OK) { /* it still holds */
      pin->eliminated = true;
      pl_body_collect_fixed(body);
      return status;
    }
  }
  pl_pin_free(pin);
  return PL_OK;
}

/* The slot is kept for a pin that comes when it is time. */
void pl_pin_await(pl_body *body, uint32_t kind, pl_reader payload)
{
  pl_pin_id id;
  size_t count = 0;
  PL_GET(&payload, id);
  if (kind == PL_CHANGE_PIN_CREATE) count = pl_size_get(&payload);
  pl_pin *pin = NULL;
  if (payload.failed || count > PL_MOST_HELD || id.index > PL_MOST_HELD + body->pin_count) return;
  if (!pl_handle_has_room(body, count, id.index, SIZE_MAX)) return;
  if (pin_slot(body, id, &pin) != PL_OK || pin->eliminated) return;
  if (kind == PL_CHANGE_PIN_REMOVE) count = pin->count;
  pl_pin_free(pin);
  pin->count = count;
  pin->generation = id.generation;
  pin->state = PL_SLOT_WAITING;
}

/* ---- every step ---- */

void pl_body_collect_fixed(pl_body *body)
{
  /* fixed_velocity is free between steps: it marks particles here */
  double *mark = body->fixed_velocity;
  memset(mark, 0, body->count * sizeof(double));
  for (size_t p = 0; p < body->pin_count; p++)
    for (size_t k = 0; body->pins[p].eliminated && k < body->pins[p].count; k++) mark[body->pins[p].particles[k]] = 1;
  size_t count = 0;
  for (size_t i = 0; i < body->count; i++)
    if (mark[i] != 0) body->fixed[count++] = (uint32_t)i;
  body->view.fixed_count = count;
}

static bool is_held(const pl_body *body, uint32_t particle)
{
  for (size_t k = 0; k < body->view.hold_count; k++)
    if (body->holds[k].softness == 0 && body->holds[k].particles[0] == particle) return true;
  return false;
}

static void resolve_pin(pl_body *body, const pl_pin *pin, double h)
{
  pl_pose pose = pl_motion_at(&pin->motion, body->world->clock.time + h - pin->start);
  for (size_t k = 0; k < pin->count; k++) {
    uint32_t particle = pin->particles[k];
    double target[3], goal[3];
    pin_target(pin, k, &pose, target);
    for (size_t c = 0; c < 3; c++) goal[c] = (target[c] - body->view.x[3 * (size_t)particle + c]) / h;
    size_t place = pl_model_body_fixed_place(&body->view, particle);
    if (place < body->view.fixed_count) {
      pl_vec3_copy(goal, body->fixed_velocity + 3 * place);
    } else if (!is_held(body, particle)) {
      pl_hold hold = {.particles = &pin->particles[k], .weights = &one, .count = 1};
      pl_vec3_copy(goal, hold.goal);
      body->holds[body->view.hold_count++] = hold;
    }
  }
}

void pl_body_resolve_handles(pl_body *body, double h)
{
  body->view.hold_count = 0;
  for (size_t p = 0; p < body->pin_count; p++)
    if (body->pins[p].state == PL_SLOT_ACTIVE) resolve_pin(body, &body->pins[p], h);
  for (size_t g = 0; g < body->grab_count; g++)
    if (body->grabs[g].state == PL_SLOT_ACTIVE) pl_grab_resolve(body, &body->grabs[g], h);
}

void pl_body_snap_pins(pl_body *body)
{
  for (size_t p = 0; p < body->pin_count; p++) {
    const pl_pin *pin = &body->pins[p];
    if (pin->state != PL_SLOT_ACTIVE || body->view.traits.carried) continue;
    if (body->view.basis_size && !pin->eliminated) continue; /* would leave the subspace */
    pl_pose pose = pl_motion_at(&pin->motion, body->world->clock.time - pin->start);
    for (size_t k = 0; k < pin->count; k++) pin_target(pin, k, &pose, body->view.x + 3 * (size_t)pin->particles[k]);
  }
}
