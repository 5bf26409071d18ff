/* SPDX-License-Identifier: MIT
   What piles cost when they sleep, beside what they cost awake in the same state. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "base/timer.h"
#include "bench/contact/bench_contact.h"

typedef struct sleeper {
  const char *name;
  contact_scene scene;
} sleeper;

static const sleeper sleepers[] = {{"sleeping pile", {"contact/pile.json"}},
                                   {"sleeping tower", {"contact/tower.json"}}};

typedef struct sleep_result {
  double slept;         /* s, when the last body fell asleep by itself; INFINITY: they were put to sleep */
  double awake, asleep; /* s per step */
  size_t bodies;
} sleep_result;

static bool all_sleep(const pl_world *world)
{
  for (size_t b = 0; b < pl_world_body_count(world); b++)
    if (!pl_body_is_asleep(pl_world_body_at(world, b))) return false;
  return true;
}

/* Until all sleep, or for twice the scene's time: then they are put to sleep. */
static pl_status wait_until_asleep(pl_world *world, size_t steps, const contact_bench_options *options,
                                   sleep_result *out)
{
  double start = pl_seconds();
  for (size_t k = 0; k < steps && !all_sleep(world) && pl_seconds() - start < options->limit; k++)
    PL_TRY(pl_world_step(world));
  out->slept = all_sleep(world) ? pl_world_time(world) : INFINITY;
  if (isfinite(out->slept)) return PL_OK;
  for (size_t b = 0; b < pl_world_body_count(world); b++) PL_TRY(pl_body_sleep(pl_world_body_at(world, b)));
  return pl_world_step(world);
}

static pl_status time_steps(pl_world *world, size_t steps, int rounds, double *best)
{
  *best = INFINITY;
  for (int round = 0; round < rounds; round++) {
    double start = pl_seconds();
    for (size_t k = 0; k < steps; k++) PL_TRY(pl_world_step(world));
    *best = fmin(*best, (pl_seconds() - start) / (double)steps);
  }
  return PL_OK;
}

static pl_status run_sleeper(const sleeper *of, const contact_bench_options *options, sleep_result *out)
{
  pl_world *world = NULL;
  size_t steps = 0;
  PL_TRY(contact_scene_steps(&of->scene, options, &steps));
  pl_status status = contact_scene_make(&of->scene, options, &world);
  out->bodies = pl_world_body_count(world);
  if (status == PL_OK) status = wait_until_asleep(world, options->quick ? 20 : 2 * steps, options, out);
  if (status == PL_OK) status = time_steps(world, 1000, options->rounds, &out->asleep);
  if (status == PL_OK) status = pl_world_set_sleep(world, &(pl_sleep_def){.speed = 0}); /* wakes them */
  if (status == PL_OK) status = time_steps(world, 1, 1, &out->awake);
  if (status == PL_OK) status = time_steps(world, options->quick ? 2 : 20, options->rounds, &out->awake);
  pl_world_destroy(world);
  return status;
}

static void print_sleeper(const sleeper *of, const sleep_result *r, bool json, bool first)
{
  char slept[32] = "told to";
  if (isfinite(r->slept)) snprintf(slept, sizeof slept, "%.2f s", r->slept);
  if (json)
    printf("%s\n{\"name\": \"%s\", \"bodies\": %zu, \"slept\": \"%s\", \"awake_ms\": %g, \"asleep_ms\": %g}",
           first ? "" : ",", of->name, r->bodies, slept, 1e3 * r->awake, 1e3 * r->asleep);
  else
    printf("%-14s %6zu %9s | %9.4f %9.6f %9.0f\n", of->name, r->bodies, slept, 1e3 * r->awake, 1e3 * r->asleep,
           r->awake / r->asleep);
  fflush(stdout);
}

bool contact_sleep_has(const char *row)
{
  for (size_t k = 0; k < sizeof sleepers / sizeof *sleepers; k++)
    if (strcmp(sleepers[k].name, row) == 0) return true;
  return false;
}

pl_status bench_contact_sleep(const contact_bench_options *options)
{
  if (options->json)
    printf("\"sleep\": [");
  else
    printf("Sleep: when the whole pile is asleep; ms per step awake, in the same state, and asleep (asked: 50 times "
           "less)\n\n%-14s %6s %9s | %9s %9s %9s\n",
           "pile", "bodies", "asleep", "awake", "asleep", "ratio");
  bool first = true;
  for (size_t k = 0; k < sizeof sleepers / sizeof *sleepers; k++) {
    if (!contact_row_is_wanted(options, sleepers[k].name)) continue;
    sleep_result result = {0};
    PL_TRY(run_sleeper(&sleepers[k], options, &result));
    print_sleeper(&sleepers[k], &result, options->json, first);
    first = false;
  }
  printf(options->json ? "\n]" : "\n");
  return PL_OK;
}
