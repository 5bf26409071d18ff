/* SPDX-License-Identifier: MIT
   Weights of particles in a correction ([D] sect. 5, "local volume preservation"): w = (1 - alpha) g / sum g + alpha /
   n, g a measure of the deformation at a particle. Elasticity undoes a correction in the next step, and that counts as
   deformation: without a limit, local corrections concentrate in ever fewer particles, so none may have more than
   `peak` times its share. Velocities use these weights; for positions they are zero at obstacles, smoothed with the
   umbrella operator, and set to zero there again, because smoothing would change them. Pinned particles have none. */
#include <math.h>
#include <string.h>

#include "base/pool.h"
#include "matter/volume/volume.h"

typedef struct weighing {
  const pl_volume_setup *setup;
  const pl_volume_part *part;
  double factor[3]; /* of the deformation: at the thinnest place, its change with thickness, of the surface */
  double local, global;
  const double *from; /* smoothing */
  double *to;
  double most;
  bool equal; /* everywhere the same */
} weighing;

/* Marks the particles without weight. */
static void close_particles(const pl_volume_setup *setup)
{
  pl_volume *volume = setup->volume;
  const pl_model_body *body = setup->body;
  memset(volume->closed, 0, body->count);
  volume->held = body->fixed_count > 0;
  volume->touched = false;
  for (size_t k = 0; k < body->fixed_count; k++) volume->closed[body->fixed[k]] = PL_VOLUME_PINNED;
  for (size_t k = 0; k < body->hold_count; k++) {
    if (body->holds[k].softness > 0 || body->holds[k].count != 1) continue;
    volume->closed[body->holds[k].particles[0]] = PL_VOLUME_PINNED;
    volume->held = true;
  }
  for (size_t i = 0; i < body->count; i++) {
    bool at_obstacle = setup->touched && setup->touched[i];
    volume->touched = volume->touched || at_obstacle;
    if (at_obstacle && !volume->closed[i]) volume->closed[i] = PL_VOLUME_TOUCHED;
  }
}

static void deform(void *context, size_t begin, size_t end)
{
  const weighing *w = context;
  pl_volume *volume = w->setup->volume;
  volume->sums[begin / PL_VOLUME_GRAIN].strength =
      volume->kernels->deformation(&volume->shape, w->setup->body->x, volume->moved, w->factor, w->part->begin + begin,
                                   w->part->begin + end, volume->weight);
}

static void blend(void *context, size_t begin, size_t end)
{
  const weighing *w = context;
  pl_volume *volume = w->setup->volume;
  for (size_t s = w->part->begin + begin; s < w->part->begin + end; s++) {
    uint32_t i = volume->shape.sites[s];
    double weight = w->equal ? w->global : w->local * volume->weight[i] + w->global;
    if (weight > w->most) weight = w->most;
    volume->weight[i] = volume->closed[i] == PL_VOLUME_PINNED ? 0 : weight;
    volume->smoothed[i] = volume->closed[i] ? 0 : weight;
  }
}

static void smooth(void *context, size_t begin, size_t end)
{
  const weighing *w = context;
  const pl_volume *volume = w->setup->volume;
  volume->kernels->smooth(&volume->shape, w->from, volume->closed, begin, end, w->to);
}

/* c_i, where the model does not give it: how far the particle is from its free flight. */
static void measure_moves(void *context, size_t begin, size_t end)
{
  const pl_volume_setup *setup = context;
  const pl_volume *volume = setup->volume;
  for (size_t i = begin; i < end; i++) {
    double sum = 0;
    for (size_t c = 0; c < 3; c++) {
      double d = setup->body->x[3 * i + c] - volume->flight[3 * i + c];
      sum += d * d;
    }
    volume->moved[i] = sqrt(sum);
  }
}

/* [D] eq. (10): w_i = (1 - alpha) g_i / sum g + alpha / n, where g is the deformation of eq. (11), found by `deform`
   (volume_kernel.c, deformation). Returns whether all weights are equal except those that are zero. */
static bool weigh_part(const pl_volume_setup *setup, const pl_volume_part *part, const pl_model_context *context)
{
  const pl_volume_def *def = setup->def;
  pl_volume *volume = setup->volume;
  size_t count = part->end - part->begin;
  weighing w = {.setup = setup,
                .part = part,
                .factor = {def->beta * def->s_max, def->beta * (def->s_min - def->s_max), 1 - def->beta}};
  double total = 0;
  if (def->alpha < 1) {
    pl_parallel_for(context->pool, count, PL_VOLUME_GRAIN, deform, &w);
    for (size_t b = 0; b * PL_VOLUME_GRAIN < count; b++) total += volume->sums[b].strength;
  }
  w.equal = !(total > 0) || !isfinite(total);
  w.local = w.equal ? 0 : (1 - def->alpha) / total;
  w.global = (w.equal ? 1 : def->alpha) / (double)count;
  w.most = def->peak > 0 ? def->peak / (double)count : INFINITY;
  pl_parallel_for(context->pool, count, PL_VOLUME_GRAIN, blend, &w);
  return w.equal;
}

static void smooth_all(const pl_volume_setup *setup, const pl_model_context *context)
{
  pl_volume *volume = setup->volume;
  for (int round = 0; round < setup->def->smoothing; round++) {
    weighing w = {.setup = setup, .from = volume->smoothed, .to = volume->spare};
    pl_parallel_for(context->pool, volume->shape.site_count, PL_VOLUME_GRAIN, smooth, &w);
    volume->spare = volume->smoothed;
    volume->smoothed = w.to;
  }
}

void pl_volume_weigh(const pl_volume_setup *setup, const pl_model_context *context)
{
  pl_volume *volume = setup->volume;
  close_particles(setup);
  if (setup->def->alpha < 1 && setup->model->elastic_displacements)
    setup->model->elastic_displacements(setup->body, volume->moved);
  else if (setup->def->alpha < 1)
    pl_parallel_for(context->pool, setup->body->count, PL_VOLUME_GRAIN, measure_moves, (void *)setup);
  bool equal = true;
  for (size_t p = 0; p < volume->shape.part_count; p++)
    equal = weigh_part(setup, &volume->shape.parts[p], context) && equal;
  if (!equal || volume->held || volume->touched) smooth_all(setup, context);
}
