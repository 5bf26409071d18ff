/* SPDX-License-Identifier: MIT
   The step of the world, top to bottom. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "contact/tangle/separation.h"
#include "math/vec3.h"
#include "world/step/budget.h"
#include "world/step/sleep.h"
#include "world/step/sleep_pieces.h"
#include "world/step/stages.h"
#include "world/step/writers.h"

typedef pl_status (*batch_function)(pl_model_body *const *bodies, size_t count, const pl_model_context *context);

/* Consecutive bodies of one model that are awake are processed as one batch. */
static pl_status run_batches(pl_world *world, const pl_model_context *context,
                             batch_function (*function_of)(const pl_model *model))
{
  pl_model_body **batch = PL_TAKE(&world->scratch, pl_model_body *, world->body_count);
  if (!batch) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < world->body_count;) {
    const pl_model *model = world->bodies[b]->model;
    size_t count = 0;
    for (; b < world->body_count && world->bodies[b]->model == model; b++)
      if (!pl_body_is_asleep(world->bodies[b])) batch[count++] = &world->bodies[b]->view;
    if (count && function_of(model)) PL_TRY(function_of(model)(batch, count, context));
  }
  return PL_OK;
}

static batch_function advance_of(const pl_model *model) { return model->advance; }
static batch_function carry_of(const pl_model *model) { return model->carry; }

/* 2: each model takes its bodies from t to t + h. */
pl_status pl_models_advance(pl_world *world)
{
  for (size_t b = 0; b < world->body_count; b++) {
    if (pl_body_is_asleep(world->bodies[b])) continue;
    pl_body_resolve_handles(world->bodies[b], world->h);
    world->stats.awake++;
  }
  pl_model_context context = pl_world_context(world);
  pl_plane *planes = PL_TAKE(&world->scratch, pl_plane, world->obstacle_count);
  if (!planes) return PL_ERROR_MEMORY;
  context.planes = planes;
  context.plane_count = pl_planes_collect(world, planes);
  PL_TRY(run_batches(world, &context, advance_of));
  pl_planars_flatten(world);
  return pl_planars_keep_areas(world);
}

/* 4: positions of particles that nodes carry. */
pl_status pl_models_carry(pl_world *world, const pl_model_context *context)
{
  return run_batches(world, context, carry_of);
}

/* Distance that obstacles keep from particles, m: of curves and shells half the thickness, or the skin, where one is
   given. */
static double kept_distance(const pl_body *body)
{
  if (!(body->def.thickness > 0)) return 0;
  return body->def.contact.skin > 0 ? body->def.contact.skin : 0.5 * body->def.thickness;
}

pl_contact_body pl_body_contact(const pl_body *body)
{
  const pl_blocks *blocks = &body->world->blocks;
  const unsigned char *start = body->world->last_good; /* none yet before the first step */
  return (pl_contact_body){.model = body->model,
                           .body = (pl_model_body *)&body->view,
                           .surface = (pl_contact_surface *)&body->surface,
                           .def = &body->def.contact,
                           .particles = body->touchable,
                           .particle_count = body->touchable_count,
                           .size = body->size,
                           .serial = body->serial,
                           .around = kept_distance(body),
                           .plane = pl_body_plane(body),
                           .asleep = pl_body_is_asleep(body),
                           .reshaped =
                               body->view.traits.carried || (body->volume && body->def.volume.mode == PL_VOLUME_KEEP),
                           .no_energy_left = isinf(body->energy.moving) && !pl_body_started_inside(body),
                           .start_position = start ? start + body->positions_at : NULL,
                           .start_velocity = start ? start + body->velocities_at : NULL,
                           .obstacle_impulse = blocks->obstacle_impulse + 3 * body->first,
                           .obstacle_partner = blocks->obstacle_partner + body->first,
                           .body_impulse = blocks->body_impulse + 3 * body->first,
                           .body_partner = blocks->body_partner + body->first,
                           .contact_force = blocks->contact_force + 3 * body->first,
                           .friction_force = blocks->friction_force + 3 * body->first};
}

/* 3: contact with obstacles and between bodies, with friction. */
pl_status pl_contacts_resolve(pl_world *world, pl_contact_state **state)
{
  pl_moving_obstacle *obstacles = PL_TAKE(&world->scratch, pl_moving_obstacle, world->obstacle_count);
  pl_contact_body *bodies = PL_TAKE(&world->scratch, pl_contact_body, world->body_count);
  pl_attached *attached = PL_TAKE(&world->scratch, pl_attached, world->attachments.count);
  pl_tangle_regions *tangle_regions = PL_TAKE(&world->scratch, pl_tangle_regions, 1);
  if (!obstacles || !bodies || !attached || !tangle_regions) return PL_ERROR_MEMORY;
  pl_volume_setup *volumes = PL_TAKE(&world->scratch, pl_volume_setup, world->body_count);
  if (!volumes) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < world->body_count; b++) {
    bodies[b] = pl_body_contact(world->bodies[b]);
    if (pl_volume_is_kept_in_contact(world->bodies[b], &volumes[b])) bodies[b].volume = &volumes[b];
  }
  double gravity[3];
  pl_world_gravity(world, gravity);
  pl_contact_setup setup = {.bodies = bodies,
                            .body_count = world->body_count,
                            .obstacles = obstacles,
                            .obstacle_count = pl_obstacles_collect(world, obstacles),
                            .gravity = pl_vec3_length(gravity),
                            .pairs = &world->pairs,
                            .tangle_regions = tangle_regions,
                            .report = &world->report};
  setup.attached =
      (pl_attached_list){attached, pl_attachments_collect(world, obstacles, setup.obstacle_count, attached)};
  pl_model_context context = pl_world_context(world);
  PL_TRY(pl_report_begin(&world->report, bodies, world->body_count, world->pool));
  PL_TRY(pl_tangle_regions_find(&world->tangles, bodies, world->body_count, &context, tangle_regions));
  PL_TRY(pl_tangle_regions_separate(tangle_regions, bodies, &context));
  PL_TRY(pl_contact_resolve(&setup, &context, state));
  pl_planars_flatten(world);
  for (size_t k = 0; k < setup.attached.count; k++) world->stats.broken += *attached[k].broken;
  return PL_OK;
}

/* A body that moves more than this many times its own size in one step has diverged. */
static const double most_sizes_per_step = 1000;

/* So has one with a particle this many times its size away from its first one, or beyond the limit of coordinates. */
static double farthest(const pl_body *body)
{
  const double most_sizes_away = 1e5;
  double most = most_sizes_away * (body->size > 0 ? body->size : 1), end = 2 * pl_limit_of(PL_QUANTITY_LENGTH).most;
  return most < end ? most : end;
}

/* A sufficient test for a sound body without tests per particle: the sum of all squared distances is within the bound
   of one, and so is that of all squared speeds. */
static bool is_surely_sound(const pl_body *body, double most)
{
  enum { SUMS = 12 }; /* of three coordinates each: places count from the first particle */
  const double *x = body->view.x, *v = body->view.v;
  double sum[SUMS] = {0}, squares[SUMS] = {0}, all = 0, speed = 0;
  size_t k = 0;
  for (; k + SUMS <= 3 * body->count; k += SUMS)
    for (size_t l = 0; l < SUMS; l++) {
      double far = x[k + l] - x[l % 3];
      sum[l] += far * far;
      squares[l] += v[k + l] * v[k + l];
    }
  for (; k < 3 * body->count; k++) {
    double far = x[k] - x[k % 3];
    all += far * far;
    speed += v[k] * v[k];
  }
  for (size_t l = 0; l < SUMS; l++) {
    all += sum[l];
    speed += squares[l];
  }
  double far = farthest(body);
  return all <= far * far && speed <= most * most && pl_are_within(PL_QUANTITY_LENGTH, x, body->count ? 3 : 0, NULL);
}

bool pl_body_is_sound(const pl_body *body, size_t *particle)
{
  double most = most_sizes_per_step * (body->size > 0 ? body->size : 1) / body->world->step;
  if (is_surely_sound(body, most)) return true;
  for (size_t i = 0; i < body->count; i++) {
    const double *x = body->view.x + 3 * i, *v = body->view.v + 3 * i;
    double speed = pl_vec3_length(v);
    bool here = pl_vec3_distance(x, body->view.x) <= farthest(body) && pl_are_within(PL_QUANTITY_LENGTH, x, 3, NULL);
    *particle = body->order[i];
    if (!here || !(speed <= most)) return false;
  }
  return true;
}

/* 8: a step with a diverged body is taken back. */
pl_status pl_world_accept(pl_world *world)
{
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    size_t particle;
    if (pl_body_is_asleep(body) || pl_body_is_sound(body, &particle)) continue;
    const double *v = body->view.v + 3 * (size_t)body->place[particle];
    const double *x = body->view.x + 3 * (size_t)body->place[particle];
    double speed = pl_vec3_length(v);
    return pl_fail(PL_ERROR_DIVERGED,
                   "body '%s' diverged at %g s: particle %zu would move at %g m/s, to %g, %g, %g m; the state before "
                   "this step is kept. Check forces, pins and grabs that act on it, or take a smaller step than %g s",
                   body->name, world->clock.time, particle, speed, x[0], x[1], x[2], world->step);
  }
  return PL_OK;
}

/* Checks all registered arrays, too: nodes, temperatures and plastic strains may diverge while particles do not. A
   state that passes can be saved and restored, and is the same on all machines. */
static pl_status accept_state(pl_world *world)
{
  pl_status status = pl_registry_settle(&world->registry);
  pl_watch_stage(world, PL_STAGE_CHANGES); /* any array may be set to zero */
  if (status == PL_OK) return PL_OK;
  char what[256];
  snprintf(what, sizeof what, "%s", pl_last_error());
  return pl_fail(PL_ERROR_DIVERGED,
                 "the step at %g s diverged: %s; the state before this step is kept. Check materials, forces, pins and "
                 "grabs, or take a smaller step than %g s",
                 world->clock.time, what, world->step);
}

/* Undoes a step or substep. Forces were for this step only, and may be why it diverged. */
static void undo(pl_world *world, const unsigned char *state, pl_status status)
{
  pl_world_return_to_state(world, state);
  for (size_t b = 0; b < world->body_count && status == PL_ERROR_DIVERGED; b++)
    memset(world->blocks.force + 3 * world->bodies[b]->first, 0, 3 * world->bodies[b]->count * sizeof(double));
}

pl_status pl_world_reserve_scratch(pl_world *world)
{
  size_t obstacles = pl_world_obstacle_count(world), most = 0, together = 0, contact = 0;
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    size_t bytes = body->model->scratch(&body->view) + pl_matter_scratch(body->model, &body->view);
    if (body->volume) bytes += pl_volume_scratch(body->volume, body->model, &body->view, obstacles > 0);
    if (body->planar) bytes += (9 * body->count + 16) * sizeof(double);
    if (body->model->together) together += bytes;
    pl_contact_body seen = pl_body_contact(body);
    pl_volume_setup volume;
    if (pl_volume_is_kept_in_contact(body, &volume)) seen.volume = &volume;
    contact += pl_contact_scratch(&seen, obstacles);
    most = bytes > most ? bytes : most;
  }
  most = together > most ? together : most;
  most +=
      contact + pl_budget_scratch(world) + pl_world_heat_scratch(world) +
      world->body_count * (sizeof(void *) + sizeof(pl_contact_body) + sizeof(pl_volume_setup) + sizeof(uint32_t) + 2) +
      obstacles * (sizeof(pl_moving_obstacle) + sizeof(pl_plane)) + pl_attached_scratch(world->attachments.count) +
      pl_potential_forces_scratch(world) + 4096;
  PL_TRY(pl_report_reserve(&world->report, world->body_count * (obstacles + 1)));
  return pl_arena_reserve(&world->scratch, most);
}

/* Adds the time since the last call to a stage. */
static void clock_stage(pl_world *world, pl_stage stage, double *last)
{
  double now = pl_seconds();
  world->stats.seconds[stage] += now - *last;
  pl_watch_stage(world, stage);
  *last = now;
}

/* 5: corrects volumes of bodies that touch nothing, and moves out particles that this, or nodes that carry them, put
   into obstacles or through features. */
static pl_status correct_volumes(pl_world *world, pl_contact_state *touching, double *last)
{
  enum { MOST_ROUNDS = 8 }; /* one or two are nearly always enough */
  PL_TRY(pl_volumes_correct(world, touching));
  clock_stage(world, PL_STAGE_VOLUME, last);
  bool moved = true;
  for (int k = 0; k < MOST_ROUNDS && moved && !(k > 0 && pl_work_is_exhausted(&world->work)); k++) {
    PL_TRY(pl_contact_depenetrate(touching, &moved));
    PL_TRY(pl_contact_limit_correction(touching));
  }
  clock_stage(world, PL_STAGE_CONTACT, last);
  return PL_OK;
}

/* Are particles moved after contact, by volume correction or by nodes that carry them? */
static bool are_moved_later(const pl_world *world, const pl_contact_state *touching)
{
  for (size_t b = 0; b < world->body_count; b++)
    if (world->bodies[b]->view.traits.carried && !pl_body_is_asleep(world->bodies[b])) return true;
  return pl_volumes_are_kept(world, touching);
}

/* Why a substep is repeated. */
typedef struct repetition_reasons {
  bool disturbed;    /* sleeping bodies are pushed: repeated with them awake */
  bool gains_energy; /* a body would gain energy that its matrix did not predict: repeated with a stiffer matrix */
} repetition_reasons;

enum { MOST_ATTEMPTS = 3 };

static pl_status find_energy_gains(pl_world *world, bool *gains_energy)
{
  pl_model_context context = pl_world_context(world);
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    if (body->model->gains_energy && !pl_body_is_asleep(body))
      PL_TRY(body->model->gains_energy((pl_model_body *)&body->view, &context, gains_energy));
  }
  *gains_energy = *gains_energy && world->attempt + 1 < MOST_ATTEMPTS && !pl_work_is_exhausted(&world->work);
  return PL_OK;
}

/* Returns before stage 4 if the step is to be repeated. */
static pl_status run_stages(pl_world *world, double *last, repetition_reasons *again)
{
  PL_TRY(pl_tangles_update(world));
  clock_stage(world, PL_STAGE_CONTACT, last);
  pl_budget budget;
  PL_TRY(pl_budget_begin(world, &budget));
  PL_TRY(pl_forces_apply(world)); /* 1 */
  pl_volumes_begin(world);
  clock_stage(world, PL_STAGE_FORCES, last);
  PL_TRY(pl_models_advance(world)); /* 2 */
  PL_TRY(pl_world_accept(world));   /* contact sorts by positions, which must be finite */
  clock_stage(world, PL_STAGE_ELASTICITY, last);
  PL_TRY(pl_volumes_restore(world));
  clock_stage(world, PL_STAGE_VOLUME, last);
  pl_contact_state *touching = NULL;
  PL_TRY(pl_contacts_resolve(world, &touching)); /* 3 */
  again->disturbed = pl_sleep_was_disturbed(world);
  if (!again->disturbed) PL_TRY(find_energy_gains(world, &again->gains_energy));
  clock_stage(world, PL_STAGE_CONTACT, last);
  if (again->disturbed || again->gains_energy) return PL_OK;
  pl_sleep_add_contacts(world, &world->report.next);
  if (are_moved_later(world, touching)) PL_TRY(pl_contact_record_positions(touching));
  clock_stage(world, PL_STAGE_CONTACT, last);
  PL_TRY(pl_matter_update(world)); /* 4 */
  PL_TRY(pl_heats_advance(world, touching));
  clock_stage(world, PL_STAGE_MATTER, last);
  PL_TRY(correct_volumes(world, touching, last)); /* 5 */
  PL_TRY(pl_fluxes_correct(world, touching));     /* 6 */
  clock_stage(world, PL_STAGE_FLUX, last);
  PL_TRY(pl_budget_limit(world, &budget, touching)); /* 7 */
  clock_stage(world, PL_STAGE_CONTACT, last);
  PL_TRY(pl_pieces_hold(world)); /* 8 */
  PL_TRY(pl_world_accept(world));
  PL_TRY(accept_state(world));
  if (pl_substep_is_last(world)) PL_TRY(pl_sleep_update(world));
  return pl_report_end(&world->report, pl_substep_end(world));
}

/* External forces act in every substep of their step. */
static void end_forces(const pl_world *world, const pl_body *body)
{
  double *force = world->blocks.force + 3 * body->first;
  size_t bytes = 3 * body->count * sizeof(double);
  if (pl_substep_is_last(world))
    memset(force, 0, bytes);
  else
    memcpy(force, world->last_good + body->forces_at, bytes);
}

static void finish(pl_world *world)
{
  world->clock.time = pl_substep_end(world);
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body_snap_pins(world->bodies[b]);
    end_forces(world, world->bodies[b]);
  }
}

/* Resets the statistics of a substep, except times. */
static void begin_stats(pl_world *world)
{
  pl_step_stats stats = {.scratch_peak = world->scratch.peak, .finding = world->stats.finding, .substeps = 1};
  memcpy(stats.seconds, world->stats.seconds, sizeof stats.seconds);
  world->stats = stats;
}

/* Islands that push each other wake one per repetition. After this many repetitions all bodies wake, or a row of
   sleeping bodies would repeat the step once for each. */
enum { MOST_WAKINGS = 3 };

/* Units of work (base/work.h) that contact may take in a step: about a quarter of a second, and more for many
   particles. What piles, heaps and throws at usual speeds take is less than half of it. Small steps share it equally;
   whatever a small step is taken again for, too. */
static const double work_of_step = 3e8, work_of_particle = 1e5;

static pl_work work_of_part(const pl_world *world)
{
  double most = work_of_step;
  for (size_t b = 0; b < world->body_count; b++) most += work_of_particle * (double)world->bodies[b]->count;
  return (pl_work){.most = most / world->part_count};
}

static void count_work(pl_world *world)
{
  world->stats.contact_work = world->work.done;
  world->stats.contact_cut_short = world->work.cut;
}

/* Takes one substep, repeated until nothing asks for a repetition. */
static pl_status take_stages(pl_world *world, double *last)
{
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  world->attempt = 0;
  world->work = work_of_part(world);
  for (int wakings = 0;;) {
    repetition_reasons again = {0};
    begin_stats(world);
    pl_registry_copy_out(&world->registry, world->last_good);
    clock_stage(world, PL_STAGE_CHANGES, last);
    pl_status status = run_stages(world, last, &again);
    count_work(world);
    bool done = !again.disturbed && !again.gains_energy;
    if (status == PL_OK && done)
      finish(world);
    else if (status == PL_OK)
      undo(world, world->last_good, status);
    pl_arena_back_to(&world->scratch, mark);
    if (status != PL_OK || done) return status;
    world->attempt += again.gains_energy;
    wakings += again.disturbed;
    for (size_t b = 0; b < world->body_count; b++)
      if (again.disturbed && (world->bodies[b]->disturbed || wakings > MOST_WAKINGS))
        pl_body_wake_island(world->bodies[b]);
  }
}

/* Takes all substeps of a step, or none. */
static pl_status take_substeps(pl_world *world, double *last)
{
  if (world->part_count > 1) {
    PL_TRY(pl_grow((void **)&world->step_good, &world->step_good_capacity, pl_registry_bytes(&world->registry), 1));
    pl_registry_copy_out(&world->registry, world->step_good);
    PL_TRY(pl_report_mark(&world->report));
  }
  pl_status status = PL_OK;
  for (world->part = 0; world->part < world->part_count && status == PL_OK; world->part++) {
    pl_step_stats before = world->stats;
    status = take_stages(world, last);
    pl_substeps_add_stats(&before, &world->stats);
  }
  if (status != PL_OK) {
    undo(world, pl_step_start(world), status);
    if (world->part_count > 1) pl_report_return(&world->report);
  }
  return status;
}

static pl_status take_step(pl_world *world)
{
  double last = pl_seconds();
  world->stats = (pl_step_stats){.scratch_peak = world->scratch.peak};
  PL_TRY(pl_changes_apply(world)); /* 0 */
  world->began = world->clock.time;
  pl_sleep_wake_driven(world);
  bool still = pl_world_is_still(world);
  if (!still) PL_TRY(pl_substeps_choose(world));
  PL_TRY(pl_grow((void **)&world->last_good, &world->last_good_capacity, pl_registry_bytes(&world->registry), 1));
  PL_TRY(pl_watch_reserve(world));
  clock_stage(world, PL_STAGE_CHANGES, &last);

  unsigned denormals = pl_denormals_flush();
  pl_status status = PL_OK;
  if (still)
    pl_sleep_add_contacts(world, &world->report.now);
  else
    status = take_substeps(world, &last);
  world->part = 0;
  world->part_count = 1;
  if (status == PL_OK) {
    world->clock.time = world->began + world->step;
    world->clock.steps += 1;
  }
  pl_denormals_restore(denormals);
  world->revision++;
  world->stats.scratch_peak = world->scratch.peak;
  clock_stage(world, PL_STAGE_ACCEPT, &last);
  return status == PL_OK ? pl_watch_result(world) : status;
}

pl_status pl_world_step(pl_world *world)
{
  PL_OWN_FLOATS;
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_step: world is NULL");
  world->report.event_count = 0;
  return take_step(world);
}

/* The time to be simulated must stay small enough that subtracting one step changes it. */
static const double most_steps_at_once = 1e9;

pl_status pl_world_advance(pl_world *world, double dt, int max_steps)
{
  PL_OWN_FLOATS;
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_advance: world is NULL");
  if (!(dt >= 0 && isfinite(dt)))
    return pl_fail(PL_ERROR_ARGUMENT, "pl_world_advance: dt must be zero or positive, in s, got %g", dt);
  if (max_steps < 0)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_world_advance: max_steps must be 0 (no limit) or more, got %d", max_steps);
  if (dt > most_steps_at_once * world->step)
    return pl_fail(PL_ERROR_ARGUMENT, "pl_world_advance: dt = %g s is more than %g steps of %g s; advance in parts", dt,
                   most_steps_at_once, world->step);
  world->clock.owed += dt;
  world->report.event_count = 0;
  /* a frame of exactly k steps takes k of them, in spite of rounding */
  for (int taken = 0; world->clock.owed >= world->step * (1 - 1e-9); taken++) {
    if (max_steps && taken == max_steps) {
      world->clock.owed = fmod(world->clock.owed, world->step);
      break;
    }
    PL_TRY(take_step(world));
    world->clock.owed -= world->step;
  }
  return PL_OK;
}
