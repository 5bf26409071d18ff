/* SPDX-License-Identifier: MIT
   Static poses: K du = f repeated with fresh rotations and normals until nothing moves (Martin et al., sect. 6,
   "Modeling"). Where forces are the exact derivative of the energy a step that would raise it is shortened; where
   normals are frozen there is no such energy and the step is taken as it is, as in the paper. */
#include "model/embedded/embedded.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/vec3.h"

/* The position of a spring's point. */
static void point_of(const pl_embedded *nodes, const pl_rest_spring *spring, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (size_t k = 0; k < spring->count; k++) {
    double place[3];
    nodes->kind->position_one(nodes, spring->particles[k], place);
    pl_vec3_add_scaled(out, spring->weights[k], place, out);
  }
}

typedef struct pose_work {
  double *before; /* nodes before the step */
  double *step;
  double *f;
  pl_spring *springs; /* as entries of the matrix */
} pose_work;

/* Energy of nodes, springs and weight at y; f (NULL: not wanted) its negative derivative. */
static pl_status measure_energy(pl_embedded *nodes, const pl_statics_task *task, const pl_model_context *context,
                                pose_work *work, double *energy, double *f)
{
  nodes->kind->nodes_changed(nodes);
  PL_TRY(nodes->kind->elastic(nodes, context, energy, f));
  double centre[3];
  nodes->kind->centre(nodes, centre);
  *energy -= nodes->total_mass * pl_vec3_dot(task->gravity, centre);
  if (f) nodes->kind->add_weight(nodes, task->gravity, f);
  for (size_t s = 0; s < task->spring_count; s++) {
    const pl_rest_spring *spring = &task->springs[s];
    double point[3], extension[3];
    point_of(nodes, spring, point);
    pl_vec3_sub(spring->target, point, extension);
    double stiffness = work->springs[s].stiffness;
    *energy += 0.5 * stiffness * pl_vec3_dot(extension, extension);
    for (size_t k = 0; f && k < spring->count; k++) {
      double force[3];
      pl_vec3_scale(extension, stiffness * spring->weights[k], force);
      nodes->kind->gather_one(nodes, spring->particles[k], force, f);
    }
  }
  return PL_OK;
}

static double longest(const double *step, size_t count)
{
  double most = 0;
  for (size_t i = 0; i < count; i += 3) most = fmax(most, pl_vec3_length(step + i));
  return most;
}

static void move(pl_embedded *nodes, const pose_work *work, double part)
{
  for (size_t k = 0; k < nodes->unknowns; k++) nodes->y[k] = work->before[k] + part * work->step[k];
}

/* Line search: the largest part of the step, down to a quarter, that does not raise the energy; 0: none, and nodes are
   where they were. */
static pl_status line_search(pl_embedded *nodes, const pl_statics_task *task, const pl_model_context *context,
                             pose_work *work, double before, double *part)
{
  const double slack = 1e-12 * fabs(before);
  static const double parts[] = {1, 0.5, 0.25};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    double energy;
    *part = parts[k];
    move(nodes, work, *part);
    PL_TRY(measure_energy(nodes, task, context, work, &energy, NULL));
    if (energy <= before + slack) return PL_OK;
  }
  *part = 0;
  move(nodes, work, 0);
  nodes->kind->nodes_changed(nodes);
  return PL_OK;
}

/* Levenberg damping by mass, in parts of the stiffness: more after a step that would have raised the energy, less after
   a whole one that lowered it. */
static double adapt_damping(double damping, double part)
{
  if (part == 0) return damping > 0 ? 4 * damping : 0.25;
  if (part < 1) return damping;
  return damping > 0.02 ? 0.25 * damping : 0;
}

static pl_status take_work(const pl_embedded *nodes, const pl_statics_task *task, pl_arena *scratch, pose_work *work)
{
  *work = (pose_work){PL_TAKE(scratch, double, nodes->unknowns), PL_TAKE(scratch, double, nodes->unknowns),
                      PL_TAKE(scratch, double, nodes->unknowns), PL_TAKE(scratch, pl_spring, task->spring_count)};
  if (!work->before || !work->step || !work->f || !work->springs) return PL_ERROR_MEMORY;
  double pin = pl_embedded_pin(nodes, task->spring_count);
  for (size_t s = 0; s < task->spring_count; s++) {
    const pl_rest_spring *from = &task->springs[s];
    work->springs[s] = (pl_spring){
        from->particles, from->weights, from->count, from->stiffness > 0 ? from->stiffness : pin, {0, 0, 0}, NULL};
  }
  return PL_OK;
}

static pl_status pose(pl_embedded *nodes, const pl_statics_task *task, const pl_model_context *context,
                      pl_statics_result *result)
{
  pose_work work;
  PL_TRY(take_work(nodes, task, context->scratch, &work));
  /* what no spring holds must not drift: a trace of mass, far below any stiffness */
  double soft = nodes->mu * nodes->size / nodes->total_mass, trace = 1e-7 * soft, part = 1, damping = 0;
  *result = (pl_statics_result){.moved = INFINITY, .load = -1, .unbalanced = -1};
  nodes->curvature_part = nodes->rotation_stiffness = 0;
  for (; result->rounds < task->most && damping < 1e9; result->rounds++) {
    PL_TRY(measure_energy(nodes, task, context, &work, &result->energy, work.f));
    pl_status status =
        nodes->kind->factorise(nodes, trace + damping * soft, 1, work.springs, task->spring_count, context);
    if (status == PL_ERROR_SINGULAR) { /* a face of the cage has nearly collapsed */
      damping = adapt_damping(damping, 0);
      continue;
    }
    PL_TRY(status);
    memcpy(work.step, work.f, nodes->unknowns * sizeof(double));
    PL_TRY(nodes->kind->solve(nodes, work.step, context));
    memcpy(work.before, nodes->y, nodes->unknowns * sizeof(double));
    if (nodes->exact)
      PL_TRY(line_search(nodes, task, context, &work, result->energy, &part));
    else
      move(nodes, &work, 1);
    double length = longest(work.step, nodes->unknowns);
    if (part > 0 || length <= task->tolerance) result->moved = length;
    if (result->moved <= task->tolerance && damping <= 1) break;
    damping = adapt_damping(damping, part);
  }
  nodes->kind->nodes_changed(nodes);
  return PL_OK;
}

pl_status pl_embedded_pose(pl_embedded *nodes, const pl_statics_task *task, const pl_model_context *context,
                           pl_statics_result *result)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = pose(nodes, task, context, result);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_status pl_embedded_solve_statics(pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                                    pl_statics_result *result)
{
  pl_embedded *nodes = body->data;
  PL_TRY(pl_embedded_pose(nodes, task, context, result));
  memset(nodes->w, 0, nodes->unknowns * sizeof(double));
  pl_embedded_update_particles(body, context->pool);
  return PL_OK;
}
