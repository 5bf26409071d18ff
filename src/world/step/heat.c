/* SPDX-License-Identifier: MIT
   Heat in the step (stage 4, after contact), and its public interface. */
#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "contact/report/vertex_contacts.h"
#include "matter/number_track.h"
#include "world/bodies/skin.h"
#include "world/step/stages.h"

/* ---- the body ---- */

/* An open surface meets the air on both sides. */
static bool is_open(const pl_body *body) { return body->rest_volume == 0; }

pl_status pl_body_set_up_heat(pl_body *body, const pl_heat_def *def)
{
  if (!def->conducts) return PL_OK;
  pl_mesh_data rest = pl_mesh_view(body->rest);
  pl_heat_setup setup = {
      .def = def, .rest = &rest, .mass = body->mass, .order = body->order, .place = body->place, .open = is_open(body)};
  if (body->model->cells) setup.cells = body->model->cells(&body->view);
  body->published_temperature = PL_NEW(double, body->count);
  if (!body->published_temperature) return PL_ERROR_MEMORY;
  return pl_heat_make(&setup, &body->heat);
}

pl_status pl_body_declare_heat(pl_body *body, pl_registry *registry)
{
  pl_heat *heat = body->heat;
  if (!heat) return PL_OK;
  if (heat->place)
    PL_TRY(pl_registry_add_within(registry, pl_limit_of(PL_QUANTITY_TEMPERATURE).most, "node temperatures", PL_PER_BODY,
                                  PL_TYPE_DOUBLE, 1, heat->count, heat->temperature));
  else
    PL_TRY(pl_registry_add_within(registry, pl_limit_of(PL_QUANTITY_TEMPERATURE).most, "temperature", PL_PER_PARTICLE,
                                  PL_TYPE_DOUBLE, 1, heat->count, heat->temperature));
  body->temperatures_at = registry->entries[registry->count - 1].at;
  return pl_registry_add(registry, "heat flows", PL_PER_BODY, PL_TYPE_DOUBLE,
                         (int)(sizeof(pl_heat_flows) / sizeof(double)), 1, &heat->flows);
}

/* Temperature changes slower than this, K/s, do not keep a body awake. */
static const double slow_change = 1e-3;

bool pl_body_is_warming(const pl_body *body)
{
  const pl_heat *heat = body->heat;
  if (!heat) return false;
  const unsigned char *before = pl_step_start(body->world) + body->temperatures_at;
  double most = slow_change * body->world->step;
  for (size_t i = 0; i < heat->count; i++) {
    double was;
    memcpy(&was, before + i * sizeof was, sizeof was);
    if (!(fabs(heat->temperature[i] - was) <= most)) return true;
  }
  return false;
}

bool pl_body_is_heated_anew(const pl_body *body, double now, double then)
{
  const pl_heat *heat = body->heat;
  for (size_t k = 0; heat && k < heat->source_count; k++) {
    const pl_number_track *tracks[2] = {&heat->sources[k].temperature, &heat->sources[k].power};
    for (int t = 0; t < 2; t++)
      if (pl_number_track_at(tracks[t], now, 0) != pl_number_track_at(tracks[t], then, 0)) return true;
  }
  return false;
}

/* ---- the step ---- */

pl_status pl_world_reserve_heat(pl_world *world)
{
  size_t nodes = 0;
  for (size_t b = 0; b < world->body_count; b++)
    if (world->bodies[b]->heat) nodes += world->bodies[b]->heat->count;
  return nodes ? pl_heat_reserve(&world->heat, nodes) : PL_OK;
}

size_t pl_world_heat_scratch(const pl_world *world)
{
  size_t bytes = 0;
  for (size_t b = 0; b < world->body_count; b++)
    if (world->bodies[b]->heat)
      bytes += pl_heat_scratch(world->bodies[b]->heat->count, 1) +
               2 * world->bodies[b]->count * (sizeof(pl_heat_leak) + 3 * sizeof(pl_heat_bridge));
  return bytes;
}

/* Both sides of a contact conduct in series; both have vertices that represent it, hence the half. */
static double conductance_of(const pl_heat *heat, const pl_heat *other, double area)
{
  double sum = heat->contact + other->contact;
  return sum > 0 ? 0.5 * area * heat->contact * other->contact / sum : 0;
}

/* Heat transfer across contacts of the step: links between bodies, and leaks to obstacles that have a temperature. */
typedef struct heat_touch {
  const pl_world *world;
  const uint32_t *numbers; /* per body, among those that take part; UINT32_MAX: it does not */
  pl_heat_bridge *bridges;
  pl_heat_leak *leaks;
  size_t bridge_count, leak_count;
} heat_touch;

static double area_of(const pl_world *world, const pl_vertex_contact *meeting)
{
  const pl_body *body = world->bodies[meeting->body];
  return pl_heat_facing(body->heat, body->view.x, meeting->particle, meeting->normal);
}

static void add_leak(heat_touch *touch, const pl_vertex_contact *meeting)
{
  const pl_heat *heat = touch->world->bodies[meeting->body]->heat;
  double temperature = touch->world->obstacles[meeting->obstacle].def.temperature;
  double conductance = heat->contact * area_of(touch->world, meeting);
  if (temperature > 0 && conductance > 0)
    touch->leaks[touch->leak_count++] =
        (pl_heat_leak){touch->numbers[meeting->body], pl_heat_place(heat, meeting->particle), conductance, temperature};
}

static void add_bridges(heat_touch *touch, const pl_vertex_contact *meeting)
{
  const pl_heat *heat = touch->world->bodies[meeting->body]->heat, *other = touch->world->bodies[meeting->other]->heat;
  if (touch->numbers[meeting->other] == UINT32_MAX) return;
  double conductance = conductance_of(heat, other, area_of(touch->world, meeting));
  for (int c = 0; c < 3; c++)
    if (conductance * meeting->weights[c] > 0)
      touch->bridges[touch->bridge_count++] =
          (pl_heat_bridge){.bodies = {touch->numbers[meeting->body], touch->numbers[meeting->other]},
                           .nodes = {pl_heat_place(heat, meeting->particle), pl_heat_place(other, meeting->corners[c])},
                           .conductance = conductance * meeting->weights[c]};
}

static pl_status find_touch(const pl_contact_state *touching, pl_arena *scratch, heat_touch *touch)
{
  size_t contacts = pl_contact_count(touching);
  touch->bridges = PL_TAKE(scratch, pl_heat_bridge, 3 * contacts);
  touch->leaks = PL_TAKE(scratch, pl_heat_leak, contacts);
  if (!touch->bridges || !touch->leaks) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < contacts; k++) {
    pl_vertex_contact meeting;
    if (!pl_contact_vertex(touching, k, &meeting) || touch->numbers[meeting.body] == UINT32_MAX) continue;
    if (meeting.obstacle == PL_NO_OBSTACLE)
      add_bridges(touch, &meeting);
    else
      add_leak(touch, &meeting);
  }
  return PL_OK;
}

static void close_broken(const pl_body *body)
{
  if (!body->view.links) return;
  pl_fibres fibres;
  body->model->fibres(&body->view, &fibres);
  pl_heat_close_broken(body->heat, &fibres, body->view.links);
}

/* Adapts stiffness to temperature. */
static pl_status soften(pl_world *world, const pl_model_context *context)
{
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    if (!body->heat || pl_body_is_asleep(body)) continue;
    pl_matter_setup setup = pl_body_matter(body);
    PL_TRY(pl_matter_soften(&setup, body->heat, context));
    pl_body_find_skin(body);
  }
  return PL_OK;
}

/* Only bodies that are awake: sleeping ones keep their heat. */
pl_status pl_heats_advance(pl_world *world, const pl_contact_state *touching)
{
  pl_model_context context = pl_world_context(world);
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  pl_heat **bodies = PL_TAKE(&world->scratch, pl_heat *, world->body_count);
  uint32_t *numbers = PL_TAKE(&world->scratch, uint32_t, world->body_count);
  if (!bodies || !numbers) return PL_ERROR_MEMORY;
  pl_heat_step step = {.bodies = bodies, .h = world->h, .time = pl_substep_end(world)};
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    numbers[b] = UINT32_MAX;
    if (!body->heat || pl_body_is_asleep(body)) continue;
    numbers[b] = (uint32_t)step.count;
    bodies[step.count++] = body->heat;
    close_broken(body);
  }
  if (step.count) {
    heat_touch touch = {.world = world, .numbers = numbers};
    PL_TRY(find_touch(touching, &world->scratch, &touch));
    step.bridges = touch.bridges;
    step.bridge_count = touch.bridge_count;
    step.leaks = touch.leaks;
    step.leak_count = touch.leak_count;
    PL_TRY(pl_heat_advance(&step, &world->heat, &context));
    PL_TRY(soften(world, &context));
  }
  pl_arena_back_to(&world->scratch, mark);
  return PL_OK;
}

/* ---- interface ---- */

pl_status pl_temperatures_apply(pl_body *body, pl_reader *payload)
{
  const double *values = pl_reader_take(payload, body->count, sizeof(double));
  if (!values || !body->heat) return pl_fail(PL_ERROR_FORMAT, "recorded temperatures do not fit body '%s'", body->name);
  for (size_t i = 0; i < body->count; i++) {
    double value;
    memcpy(&value, values + i, sizeof value);
    body->published_temperature[body->place[i]] = value; /* room for them, storage order */
    if (!(value > 0 && pl_is_within(PL_QUANTITY_TEMPERATURE, value)))
      return pl_fail(PL_ERROR_FORMAT, "a recorded temperature of body '%s' is damaged", body->name);
  }
  pl_heat_write(body->heat, body->published_temperature);
  return PL_OK;
}

pl_status pl_body_set_temperatures(pl_body *body, const double *temperatures)
{
  PL_OWN_FLOATS;
  if (!body || !temperatures)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_temperatures: %s is NULL", body ? "temperatures" : "body");
  if (!body->heat)
    return pl_fail(PL_ERROR_UNSUPPORTED, "body '%s' has no temperature; set heat.conducts when it is created",
                   body->name);
  for (size_t i = 0; i < body->count; i++) {
    PL_TRY(pl_limit_check(PL_QUANTITY_TEMPERATURE, "temperatures", temperatures[i]));
    if (!(temperatures[i] > 0))
      return pl_fail(PL_ERROR_ARGUMENT, "temperatures[%zu] must be positive, in K, got %g", i, temperatures[i]);
  }
  pl_bytes payload = {0};
  pl_bytes_put(&payload, temperatures, body->count * sizeof(double));
  return pl_change_queue(body->world, PL_CHANGE_BODY_TEMPERATURES, body, &payload);
}

/* The published copy is a cache: rebuilding it changes nothing observable through a const function. */
const double *pl_body_temperatures(const pl_body *body)
{
  PL_OWN_FLOATS;
  if (!body || !body->heat) return NULL;
  double *out = body->published_temperature;
  const pl_heat *heat = body->heat;
  for (uint32_t p = 0; p < body->count; p++) out[body->order[p]] = pl_heat_at(heat, p);
  return out;
}

pl_status pl_body_measure_heat(const pl_body *body, pl_heat_signals *out)
{
  PL_OWN_FLOATS;
  if (!body || !out) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_measure_heat: %s is NULL", body ? "out" : "body");
  *out = (pl_heat_signals){0};
  const pl_heat *heat = body->heat;
  if (!heat) return PL_OK;
  out->least = INFINITY;
  for (size_t i = 0; i < heat->count; i++) {
    out->heat += heat->capacity[i] * heat->temperature[i];
    out->capacity += heat->capacity[i];
    out->least = fmin(out->least, heat->temperature[i]);
    out->most = fmax(out->most, heat->temperature[i]);
  }
  out->mean = out->heat / out->capacity;
  out->from_obstacles = heat->flows.obstacles;
  out->from_bodies = heat->flows.bodies;
  out->from_air = heat->flows.air;
  out->from_sources = heat->flows.sources;
  return PL_OK;
}
