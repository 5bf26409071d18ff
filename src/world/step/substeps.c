/* SPDX-License-Identifier: MIT
   A step is taken in small steps of equal length. How many of them follows from its length and from how fast bodies are
   when it begins: from registered state alone, so that snapshots, replays and any number of threads take the same ones.
   */
#include <math.h>

#include "base/status.h"
#include "math/vec3.h"
#include "world/step/sleep.h"

/* Steps up to this length, s, need no substeps while nothing moves fast. */
static const double long_enough = 1.0 / 200;

/* Largest motion in one substep, in sizes of the body: beyond it contact confuses opposite ends of a body. */
static const double farthest = 0.5;

/* Largest number by default: the time of a step is bounded. */
enum { MOST_BY_THEMSELVES = 16 };

pl_status pl_substeps_check(int asked)
{
  if (asked >= 0 && asked <= PL_MOST_SUBSTEPS) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "substeps must be in [0, %d], 0 for as many as it takes, got %d",
                 (int)PL_MOST_SUBSTEPS, asked);
}

uint32_t pl_substeps_at_rest(double step, uint32_t asked)
{
  if (asked) return asked;
  double wanted = ceil(step / long_enough * (1 - 1e-9)); /* 5 ms is one step of 5 ms, in spite of rounding */
  return wanted <= 1 ? 1 : wanted < MOST_BY_THEMSELVES ? (uint32_t)wanted : MOST_BY_THEMSELVES;
}

/* Of its particles, m/s; how much gravity adds in a step is nothing beside what a body's size allows. */
static double fastest(const pl_body *body)
{
  double most = 0;
  for (size_t i = 0; i < body->count; i++) most = fmax(most, pl_vec3_dot(body->view.v + 3 * i, body->view.v + 3 * i));
  return sqrt(most);
}

static uint32_t count_for(const pl_world *world)
{
  uint32_t count = pl_substeps_at_rest(world->step, world->substeps);
  for (size_t b = 0; b < world->body_count && world->substeps == 0; b++) {
    const pl_body *body = world->bodies[b];
    if (pl_body_is_asleep(body) || !(body->size > 0)) continue;
    double distance = fastest(body) * world->step;
    double stride = fmin(farthest * body->size, pl_forces_stride(body, distance));
    while (2 * count <= MOST_BY_THEMSELVES && distance > stride * count) count *= 2;
  }
  return count;
}

pl_status pl_world_use_length(pl_world *world, double h)
{
  double before = world->h;
  world->h = h;
  for (size_t b = 0; b < world->body_count; b++) {
    pl_status status = pl_body_prepare(world->bodies[b], PL_CHANGED_STEP);
    if (status == PL_OK) continue;
    world->h = before;
    while (b-- > 0) world->bodies[b]->stale |= PL_CHANGED_STEP; /* what they derive was made for the new length */
    return status;
  }
  return PL_OK;
}

pl_status pl_substeps_choose(pl_world *world)
{
  uint32_t count = count_for(world);
  double h = world->step / count;
  if (h != world->h) {
    PL_TRY(pl_world_use_length(world, h));
    PL_TRY(pl_world_reserve_scratch(world));
  }
  world->part_count = count;
  return PL_OK;
}

double pl_substep_end(const pl_world *world)
{
  uint32_t done = world->part + 1;
  return world->began + (done == world->part_count ? world->step : done * world->h);
}

bool pl_substep_is_last(const pl_world *world) { return world->part + 1 == world->part_count; }

const unsigned char *pl_step_start(const pl_world *world)
{
  return world->part_count > 1 ? world->step_good : world->last_good;
}

/* Times run on by themselves. */
void pl_substeps_add_stats(const pl_step_stats *before, pl_step_stats *stats)
{
  stats->substeps += before->substeps;
  stats->residual = fmax(stats->residual, before->residual);
  stats->not_converged += before->not_converged;
  stats->rotations += before->rotations;
  stats->contact_passes += before->contact_passes;
  stats->contact_sweeps += before->contact_sweeps;
  stats->contact_lists += before->contact_lists;
  stats->contact_work += before->contact_work;
  stats->contact_cut_short += before->contact_cut_short;
  stats->broken += before->broken;
}
