/* SPDX-License-Identifier: MIT
   Stages 5 and 6, and the public interface of volumes. */
#include "world/world.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/status.h"
#include "contact/compliance/pressure.h"
#include "mesh/measure/measure.h"
#include "world/bodies/magnitudes.h"
#include "world/snapshot/records.h"
#include "world/step/stages.h"

/* ---- stages ---- */

static pl_volume_setup setup_of(const pl_body *body, double time)
{
  return (pl_volume_setup){.volume = body->volume,
                           .def = &body->def.volume,
                           .model = body->model,
                           .body = (pl_model_body *)&body->view,
                           .touched = body->world->blocks.obstacle_partner + body->first,
                           .time = time};
}

void pl_volumes_begin(pl_world *world)
{
  pl_model_context context = pl_world_context(world);
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    if (!body->volume || body->def.volume.mode == PL_VOLUME_FREE || pl_body_is_asleep(body)) continue;
    pl_volume_setup setup = setup_of(body, world->clock.time);
    pl_volume_begin(&setup, world->blocks.force + 3 * body->first, &context);
  }
}

typedef pl_status (*correction)(const pl_volume_setup *setup, const pl_model_context *context);

/* Small bodies that need only their own memory are processed in parallel; the others one after the other, each with all
   threads. */
typedef struct correction_loop {
  pl_world *world;
  correction correct;
  pl_model_context context;
  const pl_contact_state *touching;
  size_t all; /* particles of bodies that keep their volume */
} correction_loop;

static bool keeps_volume(const pl_body *body)
{
  return body->volume && body->def.volume.mode == PL_VOLUME_KEEP && !pl_body_is_asleep(body);
}

bool pl_volume_is_kept_in_contact(const pl_body *body, pl_volume_setup *out)
{
  if (!keeps_volume(body) || body->def.volume.velocities == PL_VOLUME_VELOCITIES_NONE) return false;
  *out = setup_of(body, body->world->clock.time + body->world->h);
  out->touched = NULL;
  return pl_pressure_can_keep(out);
}

bool pl_volumes_are_kept(const pl_world *world, const pl_contact_state *touching)
{
  for (size_t b = 0; b < world->body_count; b++)
    if (keeps_volume(world->bodies[b]) && !pl_contact_kept_volume(touching, b)) return true;
  return false;
}

static bool needs_correction(const correction_loop *loop, size_t b)
{
  return keeps_volume(loop->world->bodies[b]) && !pl_contact_kept_volume(loop->touching, b);
}

static bool is_small(const correction_loop *loop, const pl_body *body, const pl_volume_setup *setup)
{
  return !pl_volume_is_in_unknowns(setup) && pl_pool_takes_whole(loop->context.pool, body->count, loop->all);
}

static void correct_small(void *context, size_t begin, size_t end)
{
  const correction_loop *loop = context;
  for (size_t b = begin; b < end; b++) {
    const pl_body *body = loop->world->bodies[b];
    pl_volume_setup setup = setup_of(body, loop->world->clock.time + loop->world->h);
    if (needs_correction(loop, b) && is_small(loop, body, &setup))
      loop->correct(&setup, &loop->context); /* cannot fail */
  }
}

static pl_status correct_all(pl_world *world, const pl_contact_state *touching, correction correct)
{
  correction_loop loop = {world, correct, pl_world_context(world), touching, 0};
  size_t small = 0;
  for (size_t b = 0; b < world->body_count; b++)
    if (keeps_volume(world->bodies[b])) loop.all += world->bodies[b]->count;
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    pl_volume_setup setup = setup_of(body, world->clock.time + world->h);
    if (!needs_correction(&loop, b)) continue;
    if (is_small(&loop, body, &setup))
      small++;
    else
      PL_TRY(correct(&setup, &loop.context));
  }
  if (small) pl_parallel_for(world->pool, world->body_count, 1, correct_small, &loop);
  return PL_OK;
}

/* Was it in contact in the last step? */
static bool was_touched(const pl_body *body)
{
  const pl_blocks *blocks = &body->world->blocks;
  for (size_t i = body->first; i < body->first + body->count; i++)
    if (blocks->obstacle_partner[i] || blocks->body_partner[i]) return true;
  return false;
}

pl_status pl_volumes_restore(pl_world *world)
{
  pl_model_context context = pl_world_context(world);
  for (size_t b = 0; b < world->body_count; b++) {
    pl_volume_setup setup;
    bool kept = pl_volume_is_kept_in_contact(world->bodies[b], &setup) && !pl_volume_is_in_unknowns(&setup);
    if (kept && was_touched(world->bodies[b])) pl_volume_restore(&setup, &context);
  }
  return PL_OK;
}

pl_status pl_volumes_correct(pl_world *world, const pl_contact_state *touching)
{
  return correct_all(world, touching, pl_volume_correct_positions);
}

pl_status pl_fluxes_correct(pl_world *world, const pl_contact_state *touching)
{
  return correct_all(world, touching, pl_volume_correct_velocities);
}

/* ---- interface ---- */

/* Coupled particles can only be moved by their model; a body that may tear encloses no volume. */
static pl_status check_model(const pl_body *body, const pl_volume_def *def)
{
  if (def->mode != PL_VOLUME_FREE) PL_TRY(pl_body_refuse_cuts(body, "a volume that is kept or under pressure"));
  const pl_model_traits *traits = &body->view.traits;
  if (def->mode != PL_VOLUME_KEEP || body->model->impulse_response) return PL_OK;
  if (traits->coupling == PL_COUPLING_NONE && !traits->carried) return PL_OK;
  return pl_fail(PL_ERROR_UNSUPPORTED, "the %s model cannot keep a volume", body->model->name);
}

pl_volume_def pl_default_volume_def(void)
{
  return (pl_volume_def){
      .alpha = 1, .beta = 0.1, .s_min = 0.01, .s_max = 0.1, .passes = 1, .tolerance = 1e-3, .smoothing = 1, .peak = 2};
}

pl_status pl_body_set_up_volume(pl_body *body, const pl_volume_def *def)
{
  if (def->mode == PL_VOLUME_FREE) return PL_OK;
  PL_TRY(check_model(body, def));
  pl_mesh_data rest = pl_mesh_view(body->rest);
  if (!body->volume) PL_TRY(pl_volume_make(&rest, body->place, &body->volume));
  return pl_volume_reserve(body->volume, def, body->model);
}

pl_status pl_volume_apply(pl_body *body, pl_reader *payload)
{
  pl_volume_def def = body->def.volume;
  pl_record_get(payload, pl_layout_of_volume, &def);
  if (payload->failed) return pl_fail(PL_ERROR_FORMAT, "a recorded volume of body '%s' is incomplete", body->name);
  PL_TRY(pl_volume_check(&def));
  PL_TRY(pl_magnitudes_of_volume(&def));
  pl_status status = pl_body_set_up_volume(body, &def);
  if (status != PL_OK) return pl_fail_in(status, "body '%s': ", body->name);
  body->def.volume = def;
  return PL_OK;
}

pl_status pl_body_set_volume(pl_body *body, const pl_volume_def *volume)
{
  PL_OWN_FLOATS;
  if (!body || !volume) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_volume: %s is NULL", body ? "volume" : "body");
  PL_TRY(pl_volume_check(volume));
  PL_TRY(pl_magnitudes_of_volume(volume));
  PL_TRY(check_model(body, volume));
  if (volume->mode != PL_VOLUME_FREE && !body->volume) { /* refuse now rather than in a step */
    pl_mesh_data rest = pl_mesh_view(body->rest);
    pl_status status = pl_volume_make(&rest, body->place, &body->volume);
    if (status != PL_OK) return pl_fail_in(status, "body '%s': ", body->name);
  }
  pl_bytes payload = {0};
  pl_record_put(&payload, pl_layout_of_volume, volume);
  return pl_change_queue(body->world, PL_CHANGE_BODY_VOLUME, body, &payload);
}

pl_volume_def pl_body_volume(const pl_body *body)
{
  return body ? body->def.volume : (pl_volume_def){.mode = PL_VOLUME_FREE};
}

static double total_volume(const pl_body *body)
{
  pl_mesh_data rest = pl_mesh_view(body->rest);
  return pl_mesh_volume(pl_body_positions(body), rest.triangles, rest.triangle_count);
}

double pl_body_volume_error(const pl_body *body)
{
  PL_OWN_FLOATS;
  if (!body || body->rest_volume == 0) return 0;
  if (!body->volume) return total_volume(body) / body->rest_volume - 1;
  double worst = 0, target = body->def.volume.mode == PL_VOLUME_KEEP
                                 ? pl_volume_target(&body->def.volume, body->world->clock.time)
                                 : 1;
  for (size_t p = 0; p < body->volume->shape.part_count; p++) {
    double wanted = target * body->volume->shape.parts[p].rest_volume;
    double error = pl_volume_of_part(body->volume, p, body->view.x) / wanted - 1;
    if (fabs(error) > fabs(worst)) worst = error;
  }
  return worst;
}

void pl_body_measure_volume(const pl_body *body, pl_body_signals *out)
{
  if (body->rest_volume == 0) return;
  out->volume = total_volume(body);
  out->volume_error = pl_body_volume_error(body);
}
