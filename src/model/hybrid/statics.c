/* SPDX-License-Identifier: MIT
   The shape at rest: implicit Euler with long steps from rest, again and again. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/hybrid/hybrid.h"

/* From where a spring's point is to its target. */
static void extension_of(const pl_rest_spring *spring, const double *x, double out[3])
{
  pl_vec3_copy(spring->target, out);
  for (size_t p = 0; p < spring->count; p++)
    pl_vec3_add_scaled(out, -spring->weights[p], x + 3 * (size_t)spring->particles[p], out);
}

/* Springs are holds of their softness; without a stiffness they hold at once. */
static void make_holds(const pl_statics_task *task, const double *x, double h, pl_hold *holds)
{
  for (size_t s = 0; s < task->spring_count; s++) {
    const pl_rest_spring *spring = &task->springs[s];
    double extension[3];
    extension_of(spring, x, extension);
    holds[s] = (pl_hold){spring->particles, spring->weights, spring->count, {0}, 0};
    pl_vec3_scale(extension, 1 / h, holds[s].goal);
    if (spring->stiffness > 0) holds[s].softness = 1 / (spring->stiffness * h * h);
  }
}

/* Each step lowers the energy. */
static pl_status take_steps(pl_model_body *still, const pl_statics_task *task, const pl_model_context *slow,
                            pl_hold *holds, pl_statics_result *result)
{
  while (result->rounds < task->most && result->moved > task->tolerance) {
    make_holds(task, still->x, slow->h, holds);
    memset(still->v, 0, 3 * still->count * sizeof(double));
    PL_TRY(pl_hybrid_stable_step(still, slow));
    result->rounds++;
    result->moved = 0;
    for (size_t i = 0; i < still->count; i++)
      result->moved = fmax(result->moved, slow->h * pl_vec3_length(still->v + 3 * i));
  }
  return PL_OK;
}

/* Elastic forces as the step has them: K e without the part that would move the reference shape rigidly. Those of the
   energy's gradient have the part that would move the deformed one; they differ by the strain squared. b->answer holds
   K e. */
static void elastic_forces(pl_hybrid *b, double *force)
{
  pl_hybrid_remove_rigid(b, false, b->answer);
  for (size_t p = 0; p < b->pieces.count; p++) {
    pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, p);
    for (size_t k = 0; k < nodes.count; k++) {
      size_t i = nodes.node[k];
      pl_mat3_apply(pl_hybrid_rotation(b, p), b->answer + 3 * i, force + 3 * i);
      pl_vec3_scale(force + 3 * i, -1, force + 3 * i);
    }
  }
}

/* Energy and balance. What holds a node at once pulls as much as the rest of the forces there. load, 3 per node, has
   the weight. */
static pl_status weigh_forces(const pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                              double *load, pl_statics_result *result)
{
  pl_hybrid *b = body->data;
  double *elastic = b->right;
  PL_TRY(pl_hybrid_energy(body, body->x, context, &result->energy, NULL));
  elastic_forces(b, elastic);
  for (size_t i = 0; i < body->count; i++) result->energy -= pl_vec3_dot(load + 3 * i, body->x + 3 * i);
  for (size_t s = 0; s < task->spring_count; s++) {
    const pl_rest_spring *spring = &task->springs[s];
    double extension[3];
    extension_of(spring, body->x, extension);
    result->energy += 0.5 * spring->stiffness * pl_vec3_dot(extension, extension);
    for (size_t p = 0; p < spring->count; p++) {
      double *at = load + 3 * (size_t)spring->particles[p];
      if (spring->stiffness > 0)
        pl_vec3_add_scaled(at, spring->stiffness * spring->weights[p], extension, at);
      else
        pl_vec3_scale(elastic + 3 * (size_t)spring->particles[p], -1, at);
    }
  }
  result->load = result->unbalanced = 0;
  for (size_t k = 0; k < 3 * body->count; k++) {
    result->load += load[k] * load[k];
    result->unbalanced += (load[k] + elastic[k]) * (load[k] + elastic[k]);
  }
  result->load = sqrt(result->load);
  result->unbalanced = sqrt(result->unbalanced);
  return PL_OK;
}

/* Gravity moves the body by a third of its reach at most in one step. */
static pl_status solve(pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                       pl_statics_result *result)
{
  pl_hybrid *b = body->data;
  double pull = pl_vec3_length(task->gravity), own = b->h, beta = b->beta, centre[3];
  pl_hold *holds = PL_TAKE(context->scratch, pl_hold, task->spring_count + 1);
  double *force = PL_TAKE(context->scratch, double, 3 * b->count);
  if (!holds || !force) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < b->count; i++) pl_vec3_scale(task->gravity, body->mass[i], force + 3 * i);
  pl_model_context slow = *context;
  slow.h = sqrt(0.3 * pl_hybrid_reach(b) / fmax(pull, 1e-3));
  pl_model_body still = *body;
  still.force = force;
  still.fixed_count = 0;
  still.holds = holds;
  still.hold_count = task->spring_count;
  *result = (pl_statics_result){.moved = INFINITY};
  b->beta = 0; /* nothing moves at the end */
  pl_status status = pl_hybrid_factorise(b, slow.h, context->pool);
  if (status == PL_OK) status = take_steps(&still, task, &slow, holds, result);
  memset(body->v, 0, 3 * b->count * sizeof(double));
  for (size_t p = 0; p < b->pieces.count; p++) pl_hybrid_frame(b, p, body->x, centre, pl_hybrid_rotation(b, p));
  if (status == PL_OK) status = weigh_forces(body, task, context, force, result);
  b->beta = beta;
  pl_status back = pl_hybrid_factorise(b, own, context->pool);
  return status != PL_OK ? status : back;
}

pl_status pl_hybrid_solve_statics(pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                                  pl_statics_result *result)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = solve(body, task, context, result);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
