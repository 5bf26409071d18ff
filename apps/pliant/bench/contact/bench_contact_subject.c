/* SPDX-License-Identifier: MIT */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "bench/contact/bench_contact.h"
#include "math/vec3.h"
#include "pliant/io.h"
#include "run/gallery.h"
#include "world/step/quiet.h"

bool contact_row_is_wanted(const contact_bench_options *options, const char *row)
{
  return !options->row || strcmp(options->row, row) == 0;
}

/* ---- scenes ---- */

static pl_status load(const contact_scene *of, const contact_bench_options *options, pl_scene **out)
{
  char folder[GALLERY_PATH_SIZE], path[GALLERY_PATH_SIZE + 64];
  if (!find_gallery(folder))
    return pl_fail(PL_ERROR_FILE, "there is no folder \"scenes\" here; run this where the project's scenes are");
  snprintf(path, sizeof path, "%s/%s", folder, of->file);
  PL_TRY(pl_scene_load(path, out));
  return pl_scene_set_threads(*out, options->threads);
}

pl_status contact_scene_make(const void *scene, const contact_bench_options *options, pl_world **out)
{
  pl_scene *loaded = NULL;
  pl_status status = load(scene, options, &loaded);
  if (status == PL_OK) status = pl_scene_world(loaded, out);
  pl_scene_destroy(loaded);
  if (status != PL_OK) return status;
  /* no step was taken yet: as if the scene had said so */
  for (size_t b = 0; b < (*out)->body_count; b++) {
    (*out)->bodies[b]->def.contact.bodies = true;
    (*out)->bodies[b]->def.contact.self = (*out)->bodies[b]->def.contact.self || options->self;
  }
  return PL_OK;
}

pl_status contact_scene_steps(const contact_scene *scene, const contact_bench_options *options, size_t *steps)
{
  pl_scene *loaded = NULL;
  pl_status status = load(scene, options, &loaded);
  *steps = status == PL_OK ? (size_t)pl_scene_step_count(loaded) : 0;
  pl_scene_destroy(loaded);
  return status;
}

/* ---- watching ---- */

static double fastest_of(const pl_world *world)
{
  double most = 0;
  for (size_t b = 0; b < world->body_count; b++)
    if (!pl_body_is_asleep(world->bodies[b])) most = fmax(most, pl_body_real_speed(world->bodies[b]));
  return most;
}

static double loss_of(const pl_world *world)
{
  double worst = 0;
  for (size_t b = 0; b < world->body_count; b++)
    if (world->bodies[b]->rest_volume > 0) worst = fmax(worst, fabs(pl_body_volume_error(world->bodies[b])));
  return worst;
}

static pl_status check_depths(const pl_world *world, contact_result *out)
{
  out->last = (depth){0};
  PL_TRY(depth_of_world(world, &out->last));
  if (out->last.bodies > out->moving.bodies)
    memcpy(out->moving.body_pair, out->last.body_pair, sizeof out->last.body_pair);
  out->moving.bodies = fmax(out->moving.bodies, out->last.bodies);
  out->moving.relative = fmax(out->moving.relative, out->last.relative);
  out->moving.edges_relative = fmax(out->moving.edges_relative, out->last.edges_relative);
  out->moving.obstacles = fmax(out->moving.obstacles, out->last.obstacles);
  out->moving.obstacles_relative = fmax(out->moving.obstacles_relative, out->last.obstacles_relative);
  return PL_OK;
}

/* Everything but times: the same in every round. */
static void watch_step(const pl_world *world, contact_result *out)
{
  const pl_step_stats *stats = &world->stats;
  out->contacts += (double)stats->contact_count;
  out->not_converged += stats->not_converged > 0;
  out->pair_steps += world->pairs.count;
  out->rebuilt += stats->contact_lists;
  out->passes += stats->contact_passes;
  out->sweeps += stats->contact_sweeps;
  out->told = fmax(out->told, stats->penetration);
  out->loss = fmax(out->loss, loss_of(world));
  out->last_speed = fastest_of(world);
  if (stats->awake > 0)
    out->sleep_time = INFINITY;
  else if (isinf(out->sleep_time))
    out->sleep_time = world->clock.time;
  if (out->last_speed >= rest_speed)
    out->rest_time = INFINITY;
  else if (isinf(out->rest_time))
    out->rest_time = world->clock.time;
}

static void keep_best(contact_times *best, const pl_world *world, double seconds)
{
  const pl_step_stats *stats = &world->stats;
  double contact = stats->seconds[PL_STAGE_CONTACT];
  best->elasticity = fmin(best->elasticity, stats->seconds[PL_STAGE_ELASTICITY]);
  best->finding = fmin(best->finding, stats->finding);
  best->solving = fmin(best->solving, contact - stats->finding);
  best->volume = fmin(best->volume, stats->seconds[PL_STAGE_VOLUME] + stats->seconds[PL_STAGE_FLUX]);
  best->step = fmin(best->step, seconds);
}

static pl_status run_round(pl_world *world, const contact_watch *watch, const contact_bench_options *options,
                           bool first, contact_times *best, contact_result *out)
{
  size_t steps = first ? watch->steps : out->steps;
  double begin = pl_seconds();
  for (size_t k = 0; k < steps; k++) {
    double start = pl_seconds();
    PL_TRY(pl_world_step(world));
    keep_best(&best[k], world, pl_seconds() - start);
    if (!first) continue;
    out->steps = k + 1;
    out->stopped = k + 1 < steps && pl_seconds() - begin > options->limit;
    watch_step(world, out);
    if (watch->check_every && ((k + 1) % watch->check_every == 0 || k + 1 == steps || out->stopped))
      PL_TRY(check_depths(world, out));
    if (out->stopped) break;
  }
  return PL_OK;
}

static void take_means(const contact_times *best, const contact_watch *watch, contact_result *out)
{
  size_t skip = watch->skip < out->steps ? watch->skip : 0;
  double part = 1.0 / (double)(out->steps - skip);
  for (size_t k = skip; k < out->steps; k++) {
    out->times.elasticity += part * best[k].elasticity;
    out->times.finding += part * best[k].finding;
    out->times.solving += part * best[k].solving;
    out->times.volume += part * best[k].volume;
    out->times.step += part * best[k].step;
  }
  out->contacts /= (double)out->steps;
  out->passes /= (double)out->steps;
  out->sweeps /= (double)out->steps;
}

pl_status contact_run(contact_maker make, const void *context, const contact_watch *watch,
                      const contact_bench_options *options, contact_result *out)
{
  *out = (contact_result){.rest_time = INFINITY, .sleep_time = INFINITY};
  contact_times *best = PL_NEW(contact_times, watch->steps);
  if (!best) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < watch->steps; k++) best[k] = (contact_times){INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};
  pl_status status = PL_OK;
  for (int round = 0; round < options->rounds && status == PL_OK; round++) {
    pl_world *world = NULL;
    status = make(context, options, &world);
    if (status == PL_OK && round == 0) {
      out->bodies = world->body_count;
      for (size_t b = 0; b < world->body_count; b++) out->particles += world->bodies[b]->count;
    }
    if (status == PL_OK && watch->no_sleep) status = pl_world_set_sleep(world, &(pl_sleep_def){.speed = 0, .time = 1});
    if (status == PL_OK) status = run_round(world, watch, options, round == 0, best, out);
    pl_world_destroy(world);
  }
  if (status == PL_OK) take_means(best, watch, out);
  pl_release(best);
  return status;
}
