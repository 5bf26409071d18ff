/* SPDX-License-Identifier: MIT
   One step of the surface model: five loops over particles or regions (surface_kernel.h), with sums over regions
   between them. Small bodies are shared out among threads whole, large ones in blocks; either way the same bits. */
#include <string.h>

#include "base/status.h"
#include "model/surface/regions/region_sums.h"
#include "model/surface/surface_kernel.h"

typedef struct body_work {
  pl_model_body *body;
  pl_surface_held held;
  pl_surface_frame frame;
  pl_surface_step step;
  pl_pool *pool;
  const pl_surface_kernels *kernels;
  bool whole; /* done by one thread */
} body_work;

typedef struct kernel_call {
  pl_surface_kernel kernel;
  const pl_surface_step *step;
} kernel_call;

static void call_kernel(void *context, size_t begin, size_t end)
{
  const kernel_call *call = context;
  call->kernel(call->step, begin, end);
}

void pl_surface_run(pl_surface_kernel kernel, const pl_surface_step *step, pl_pool *pool)
{
  kernel_call call = {kernel, step};
  pl_parallel_for(pool, step->surface->count, PL_SURFACE_GRAIN, call_kernel, &call);
}

static void run(const body_work *work, pl_surface_kernel kernel) { pl_surface_run(kernel, &work->step, work->pool); }

static void prepare_sums(const body_work *work, int rows, size_t width)
{
  const pl_surface_step *step = &work->step;
  pl_region_sums_prepare(&step->surface->made.regions, step->rows[rows], width, step->scratch, work->pool);
}

static void advance_in_float(body_work *work)
{
  const pl_surface *surface = work->body->data;
  pl_surface_step *step = &work->step;
  if (step->total) memset(step->total, 0, 4 * surface->count * sizeof(float));
  for (int pass = 1; pass <= surface->def.passes; pass++) {
    step->last = pass == surface->def.passes;
    run(work, pass == 1 ? work->kernels->predict : work->kernels->displace);
    prepare_sums(work, 0, PL_SURFACE_ROW);
    run(work, work->kernels->match);
    prepare_sums(work, 1, PL_SURFACE_ROW);
    if (step->rows[2])
      pl_region_sums_prepare(&surface->made.regions, step->rows[2], PL_SURFACE_ACROSS, step->more, work->pool);
    run(work, work->kernels->pull);
  }
  if (step->damps) {
    prepare_sums(work, 0, PL_SURFACE_ROW);
    run(work, work->kernels->region_motions);
    prepare_sums(work, 1, 8);
    run(work, work->kernels->damp);
  }
}

static void advance_body(body_work *work)
{
  const pl_surface *surface = work->body->data;
  pl_surface_step *step = &work->step;
  pl_surface_lay(surface, step->x, step->v, step->h, &work->frame);
  step->frame = &work->frame;
  if (step->exact)
    pl_surface_advance_exactly(step, work->pool);
  else
    advance_in_float(work);
  if (!step->before) return;
  pl_surface_missing_motion(step);
  run(work, work->kernels->correct_momentum);
}

static pl_status take_work(pl_model_body *body, const pl_model_context *context, body_work *work)
{
  const pl_surface *surface = body->data;
  size_t n = pl_surface_padded(surface->count);
  pl_arena *scratch = context->scratch;
  bool damps = surface->damping > 0, several = surface->def.passes > 1;
  bool flat = surface->made.normals;
  bool free = body->fixed_count == 0 && body->hold_count == 0 && surface->def.momentum == PL_MOMENTUM_KEEP;
  size_t blocks = free ? (surface->count + PL_SURFACE_GRAIN - 1) / PL_SURFACE_GRAIN : 0;
  *work = (body_work){.body = body, .pool = context->pool, .kernels = PL_ISA_PICK(pl_surface_kernels)};
  PL_TRY(pl_surface_begin_handles(body, context, &work->held));
  work->step = (pl_surface_step){
      .surface = surface,
      .h = context->h,
      .x = body->x,
      .v = body->v,
      .mass = body->mass,
      .force = body->force,
      .pinned = work->held.pinned,
      .damps = damps,
      .region_rotation = surface->region_rotation,
      .u = PL_TAKE(scratch, float, 4 * n),
      .total = several ? PL_TAKE(scratch, float, 4 * n) : NULL,
      .centre = damps ? PL_TAKE(scratch, float, 4 * n) : NULL,
      .speed = damps ? PL_TAKE(scratch, float, 4 * n) : NULL,
      .rows = {PL_TAKE(scratch, float, PL_SURFACE_ROW *n), PL_TAKE(scratch, float, PL_SURFACE_ROW *n),
               flat ? PL_TAKE(scratch, float, PL_SURFACE_ACROSS *n) : NULL},
      .more = flat ? PL_TAKE(scratch, float, pl_region_sums_scratch(&surface->made.regions, PL_SURFACE_ACROSS)) : NULL,
      .before = free ? PL_TAKE(scratch, pl_surface_moments, blocks) : NULL,
      .after = free ? PL_TAKE(scratch, pl_surface_moments, blocks) : NULL,
      .scratch = PL_TAKE(scratch, float, pl_region_sums_scratch(&surface->made.regions, PL_SURFACE_ROW))};
  if (surface->def.precision == PL_PRECISION_DOUBLE && !pl_surface_take_exact(n, scratch, &work->step))
    return PL_ERROR_MEMORY;
  const pl_surface_step *step = &work->step;
  bool all = step->u && (step->total || !several) && ((step->centre && step->speed) || !damps) && step->rows[0] &&
             step->rows[1] && ((step->rows[2] && step->more) || !flat) && step->scratch &&
             ((step->before && step->after) || !free);
  return all ? PL_OK : PL_ERROR_MEMORY;
}

/* 20 numbers in vectors (those of energies; steps have fewer), two rows, handles, and what rounding up takes. */
size_t pl_surface_scratch(const pl_model_body *body)
{
  enum { PIECES = 18, ROUNDING = 128 };
  const pl_surface *surface = body->data;
  size_t floats = (20 + 2 * PL_SURFACE_ROW) * pl_surface_padded(surface->count) +
                  pl_region_sums_scratch(&surface->made.regions, PL_SURFACE_ROW);
  if (surface->made.normals)
    floats += PL_SURFACE_ACROSS * pl_surface_padded(surface->count) +
              pl_region_sums_scratch(&surface->made.regions, PL_SURFACE_ACROSS);
  if (surface->def.precision == PL_PRECISION_DOUBLE)
    floats += pl_surface_exact_scratch(pl_surface_padded(surface->count)) / sizeof(float);
  size_t blocks = (surface->count + PL_SURFACE_GRAIN - 1) / PL_SURFACE_GRAIN;
  return floats * sizeof(float) + 2 * blocks * sizeof(pl_surface_moments) + surface->count +
         3 * PL_MOST_HELD * sizeof(double) + sizeof(body_work) + PIECES * ROUNDING;
}

static void advance_small(void *context, size_t begin, size_t end)
{
  body_work *works = context;
  for (size_t b = begin; b < end; b++)
    if (works[b].whole) advance_body(&works[b]);
}

static pl_status advance_all(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  body_work *works = PL_TAKE(context->scratch, body_work, count);
  if (!works) return PL_ERROR_MEMORY;
  size_t all = 0;
  for (size_t b = 0; b < count; b++) all += bodies[b]->count;
  for (size_t b = 0; b < count; b++) {
    PL_TRY(take_work(bodies[b], context, &works[b]));
    works[b].whole = pl_pool_takes_whole(context->pool, bodies[b]->count, all);
  }
  pl_parallel_for(context->pool, count, 1, advance_small, works);
  for (size_t b = 0; b < count; b++) {
    if (!works[b].whole) advance_body(&works[b]);
    pl_surface_end_handles(bodies[b], context, &works[b].held);
    context->stats->rotations += bodies[b]->count * (size_t)((const pl_surface *)bodies[b]->data)->def.passes;
  }
  return PL_OK;
}

pl_status pl_surface_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = advance_all(bodies, count, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
