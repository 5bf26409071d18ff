/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "base/timer.h"
#include "bench/surface/bench_surface.h"
#include "world/step/stages.h"

static pl_status fill(pl_world *world, const pl_body_def *def, size_t count)
{
  pl_mesh_data mesh = pl_mesh_view(def->mesh);
  double *positions = PL_NEW(double, 3 * mesh.vertex_count);
  if (!positions) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  for (size_t b = 0; b < count && status == PL_OK; b++) {
    for (size_t i = 0; i < 3 * mesh.vertex_count; i++)
      positions[i] = mesh.positions[i] + (i % 3 == 0 ? 2.0 * (double)b : 0);
    pl_body_def placed = *def;
    placed.positions = positions;
    pl_body *body = NULL;
    status = pl_body_create(world, &placed, &body);
  }
  pl_release(positions);
  return status;
}

pl_status surface_world_make(const pl_body_def *def, size_t count, int threads, pl_world **out)
{
  pl_world_def world = pl_default_world_def();
  world.substeps = 1; /* as papers have it */
  world.threads = threads;
  world.gravity[1] = 0;
  PL_TRY(pl_world_create(&world, out));
  pl_status status = fill(*out, def, count);
  if (status == PL_OK) return PL_OK;
  pl_world_destroy(*out);
  *out = NULL;
  return status;
}

pl_status surface_world_squeeze(pl_world *world)
{
  pl_status status = PL_OK;
  for (size_t b = 0; b < pl_world_body_count(world) && status == PL_OK; b++) {
    pl_body *body = pl_world_body_at(world, b);
    size_t count = 3 * pl_body_particle_count(body);
    double *squeezed = PL_NEW(double, count);
    if (!squeezed) return PL_ERROR_MEMORY;
    const double *x = pl_body_positions(body);
    for (size_t i = 0; i < count; i++) squeezed[i] = i % 3 == 1 ? 0.8 * x[i] : x[i];
    status = pl_body_set_positions(body, squeezed);
    pl_release(squeezed);
  }
  return status == PL_OK ? pl_world_step(world) : status;
}

size_t surface_world_particles(const pl_world *world)
{
  size_t sum = 0;
  for (size_t b = 0; b < pl_world_body_count(world); b++) sum += pl_body_particle_count(pl_world_body_at(world, b));
  return sum;
}

/* Time that passes without a new best says nothing; the best of at least five runs, as many as fit into the time. */
static pl_status best_of(pl_status (*run)(pl_world *world), pl_world *world, double seconds, double *best)
{
  *best = INFINITY;
  double begin = pl_seconds();
  for (int round = 0; round < 5 || pl_seconds() - begin < seconds; round++) {
    pl_arena_mark mark = pl_arena_here(&world->scratch);
    double start = pl_seconds();
    pl_status status = run(world);
    *best = fmin(*best, pl_seconds() - start);
    pl_arena_back_to(&world->scratch, mark);
    PL_TRY(status);
  }
  return PL_OK;
}

pl_status surface_time_matching(pl_world *world, double seconds, double *best)
{
  return best_of(pl_models_advance, world, seconds, best);
}

/* Of bodies that nothing touches. */
static pl_status correct_volumes(pl_world *world) { return pl_volumes_correct(world, NULL); }
static pl_status correct_fluxes(pl_world *world) { return pl_fluxes_correct(world, NULL); }

pl_status surface_world_time(pl_world *world, double seconds, surface_times *out)
{
  double share = seconds / 4;
  PL_TRY(surface_world_squeeze(world));
  PL_TRY(best_of(pl_world_step, world, share, &out->step));
  unsigned denormals = pl_denormals_flush(); /* as the step does */
  pl_status status = surface_time_matching(world, share, &out->elasticity);
  if (status == PL_OK) status = best_of(correct_volumes, world, share, &out->volume);
  if (status == PL_OK) status = best_of(correct_fluxes, world, share, &out->flux);
  pl_denormals_restore(denormals);
  return status;
}
