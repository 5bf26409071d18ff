/* SPDX-License-Identifier: MIT
   Forces and energy at given positions: goals without a step. */
#include <string.h>

#include "base/status.h"
#include "model/surface/regions/region_sums.h"
#include "model/surface/surface_kernel.h"

typedef struct question {
  pl_surface_frame frame;
  pl_surface_step step;
} question;

/* goals: not only the energies of regions. */
static pl_status take_memory(const pl_surface *surface, pl_arena *scratch, bool goals, question *asked)
{
  size_t n = pl_surface_padded(surface->count);
  pl_surface_step *step = &asked->step;
  step->u = PL_TAKE(scratch, float, 4 * n);
  step->centre = PL_TAKE(scratch, float, 4 * n);
  step->rows[0] = PL_TAKE(scratch, float, PL_SURFACE_ROW *n);
  step->scratch = PL_TAKE(scratch, float, pl_region_sums_scratch(&surface->made.regions, PL_SURFACE_ROW));
  step->region_energy = PL_TAKE(scratch, double, n);
  step->region_rotation = surface->region_rotation; /* only read without goals */
  if (!step->u || !step->centre || !step->rows[0] || !step->scratch || !step->region_energy) return PL_ERROR_MEMORY;
  if (!goals) return PL_OK;
  if (surface->made.normals) {
    step->rows[2] = PL_TAKE(scratch, float, PL_SURFACE_ACROSS *n);
    step->more = PL_TAKE(scratch, float, pl_region_sums_scratch(&surface->made.regions, PL_SURFACE_ACROSS));
    if (!step->rows[2] || !step->more) return PL_ERROR_MEMORY;
  }
  step->region_rotation = PL_TAKE(scratch, float, 4 * n);
  step->rows[1] = PL_TAKE(scratch, float, PL_SURFACE_ROW *n);
  step->to_goal = PL_TAKE(scratch, double, 3 * n);
  if (!step->region_rotation || !step->rows[1] || !step->to_goal) return PL_ERROR_MEMORY;
  memcpy(step->region_rotation, surface->region_rotation, 4 * n * sizeof(float)); /* the state's own stays as it is */
  return PL_OK;
}

static void find_goals(const pl_model_body *body, const double *x, const pl_model_context *context, bool goals,
                       question *asked)
{
  const pl_surface *surface = body->data;
  const pl_surface_kernels *kernels = PL_ISA_PICK(pl_surface_kernels);
  pl_surface_step *step = &asked->step;
  pl_surface_lay(surface, x, NULL, 0, &asked->frame);
  step->surface = surface;
  step->frame = &asked->frame;
  step->x = (double *)x; /* only read, as h is 0 and goals are asked for */
  step->v = body->v;
  pl_surface_run(kernels->predict, step, context->pool);
  pl_region_sums_prepare(&surface->made.regions, step->rows[0], PL_SURFACE_ROW, step->scratch, context->pool);
  pl_surface_run(kernels->match, step, context->pool);
  if (!goals) return;
  pl_region_sums_prepare(&surface->made.regions, step->rows[1], PL_SURFACE_ROW, step->scratch, context->pool);
  if (step->rows[2])
    pl_region_sums_prepare(&surface->made.regions, step->rows[2], PL_SURFACE_ACROSS, step->more, context->pool);
  pl_surface_run(kernels->pull, step, context->pool);
}

/* sum over regions of w |u - its mean|^2 + 2 tr((1 - R)^T A): every particle is in |R_i| of them. */
static double region_energies(const pl_surface *surface, const pl_surface_step *step)
{
  double sum = 0;
  for (size_t i = 0; i < surface->count; i++) {
    const float *u = step->u + 4 * i, *c = step->centre + 4 * i;
    double square = 0, mean = 0;
    for (int k = 0; k < 3; k++) {
      square += (double)u[k] * (double)u[k];
      mean += (double)c[k] * (double)c[k];
    }
    float share =
        surface->made
            .region[i / PL_SURFACE_LANES * PL_SURFACE_REST_BLOCK + 9 * PL_SURFACE_LANES + i % PL_SURFACE_LANES];
    sum += (double)surface->made.place[4 * i + 3] * surface->made.regions.size[i] * square - mean / (double)share +
           step->region_energy[i];
  }
  return sum * surface->mean_mass * surface->size * surface->size;
}

static double goal_energies(const pl_model_body *body, const pl_surface_step *step)
{
  double sum = 0;
  for (size_t k = 0; k < 3 * body->count; k++) sum += body->mass[k / 3] * step->to_goal[k] * step->to_goal[k];
  return sum;
}

static pl_status answer(const pl_model_body *body, const double *x, const pl_model_context *context, double *energy,
                        double *force)
{
  const pl_surface *surface = body->data;
  question asked = {0};
  double square = context->h * context->h;
  bool potential =
      surface->def.weights == PL_REGION_SHARE && !surface->made.normal && !surface->made.normals && !surface->pulls;
  bool goals = force || !potential;
  PL_TRY(take_memory(surface, context->scratch, goals, &asked));
  find_goals(body, x, context, goals, &asked);
  *energy = 0.5 * (double)surface->pull / square *
            (potential ? region_energies(surface, &asked.step) : goal_energies(body, &asked.step));
  for (size_t k = 0; force && k < 3 * body->count; k++) {
    double stiffness = (double)(surface->pulls ? surface->pulls[k / 3] : surface->pull) / square;
    force[k] = body->mass[k / 3] * stiffness * asked.step.to_goal[k];
  }
  return PL_OK;
}

pl_status pl_surface_energy(const pl_model_body *body, const double *x, const pl_model_context *context, double *energy,
                            double *force)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = answer(body, x, context, energy, force);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
