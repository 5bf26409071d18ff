/* SPDX-License-Identifier: MIT */
#include "pliant/statics.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/limits.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "world/step/sleep.h"

static const double one = 1.0;

pl_statics_def pl_default_statics_def(void)
{
  return (pl_statics_def){.mark = PL_MARK_STATICS, .tolerance = 1e-6, .iterations = 100, .pins = true};
}

static pl_status check(const pl_body *body, const pl_statics_def *def)
{
  if (!body || !def) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_settle: %s is NULL", body ? "def" : "body");
  if (def->mark != PL_MARK_STATICS)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "pl_body_settle: start from pl_default_statics_def(); this definition was not made by it");
  if (!body->model->solve_statics)
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "body '%s' has the %s model; static shapes are for the cage, hex, continuum and hybrid models",
                   body->name, body->model->name);
  if (def->handle_count && !def->handles)
    return pl_fail(PL_ERROR_ARGUMENT, "statics.handles is NULL but handle_count is %zu", def->handle_count);
  if (!(def->stiffness >= 0 && isfinite(def->stiffness)))
    return pl_fail(PL_ERROR_ARGUMENT, "statics.stiffness must be zero or positive, in N/m, got %g", def->stiffness);
  PL_TRY(pl_limit_check_size(PL_QUANTITY_STIFFNESS, "statics.stiffness", def->stiffness));
  if (!(def->tolerance > 0 && isfinite(def->tolerance)))
    return pl_fail(PL_ERROR_ARGUMENT, "statics.tolerance must be positive, got %g", def->tolerance);
  if (def->iterations < 1)
    return pl_fail(PL_ERROR_ARGUMENT, "statics.iterations must be at least 1, got %d", def->iterations);
  for (size_t k = 0; k < def->handle_count; k++) {
    if (def->handles[k].particle >= body->count)
      return pl_fail(PL_ERROR_ARGUMENT, "handle %zu: particle %u does not exist; body '%s' has %zu", k,
                     def->handles[k].particle, body->name, body->count);
    if (!pl_are_within(PL_QUANTITY_LENGTH, def->handles[k].target, 3, NULL))
      return pl_fail(PL_ERROR_ARGUMENT, "handle %zu: the target must be finite and at most %g m from 0", k,
                     pl_limit_of(PL_QUANTITY_LENGTH).most);
  }
  return PL_OK;
}

static size_t count_pinned(const pl_body *body)
{
  size_t count = 0;
  for (size_t p = 0; p < body->pin_count; p++)
    if (body->pins[p].state == PL_SLOT_ACTIVE) count += body->pins[p].count;
  return count;
}

/* Handles first, then pins where their motions have them now. */
static size_t fill(const pl_body *body, const pl_statics_def *def, uint32_t *particles, pl_rest_spring *springs)
{
  size_t count = 0;
  for (size_t k = 0; k < def->handle_count; k++, count++) {
    particles[count] = body->place[def->handles[k].particle];
    springs[count] = (pl_rest_spring){&particles[count], &one, 1, def->stiffness, {0, 0, 0}};
    pl_vec3_copy(def->handles[k].target, springs[count].target);
  }
  for (size_t p = 0; def->pins && p < body->pin_count; p++) {
    const pl_pin *pin = &body->pins[p];
    if (pin->state != PL_SLOT_ACTIVE) continue;
    pl_pose pose = pl_motion_at(&pin->motion, body->world->clock.time - pin->start);
    for (size_t k = 0; k < pin->count; k++, count++) {
      particles[count] = pin->particles[k];
      springs[count] = (pl_rest_spring){&particles[count], &one, 1, def->stiffness, {0, 0, 0}};
      pl_pose_apply(&pose, pin->anchors + 3 * k, springs[count].target);
    }
  }
  return count;
}

/* Obstacles repel at rest, too; fluids are nothing to what does not move. */
static pl_status find_outer(const pl_body *body, pl_statics_task *task)
{
  pl_world *world = body->world;
  if (!body->view.traits.needs_outer || pl_world_force_count(world) == 0) return PL_OK;
  const pl_potential_forces *forces;
  pl_moving_obstacle *obstacles = PL_TAKE(&world->scratch, pl_moving_obstacle, world->obstacle_count);
  if (!obstacles) return PL_ERROR_MEMORY;
  PL_TRY(pl_potential_forces_find(world, body, false, obstacles, pl_obstacles_collect(world, obstacles), &forces));
  if (forces) task->outer = &forces->outer;
  return PL_OK;
}

static pl_status settle(pl_body *body, const pl_statics_def *def, pl_statics_report *report)
{
  size_t most = def->handle_count + count_pinned(body);
  uint32_t *particles = PL_NEW(uint32_t, most);
  pl_rest_spring *springs = PL_NEW(pl_rest_spring, most);
  pl_status status = particles && springs ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    pl_model_context context = pl_world_context(body->world);
    pl_statics_task task = {.springs = springs,
                            .spring_count = fill(body, def, particles, springs),
                            .tolerance = def->tolerance * body->size,
                            .most = def->iterations};
    if (def->gravity) pl_world_gravity(body->world, task.gravity);
    pl_statics_result answer = {0};
    pl_arena_mark mark = pl_arena_here(context.scratch);
    status = find_outer(body, &task);
    if (status == PL_OK) status = body->model->solve_statics(&body->view, &task, &context, &answer);
    pl_arena_back_to(context.scratch, mark);
    *report = (pl_statics_report){.iterations = answer.rounds,
                                  .converged = answer.moved <= task.tolerance,
                                  .moved = answer.moved,
                                  .energy = answer.energy,
                                  .load = answer.load,
                                  .unbalanced = answer.unbalanced};
    bool told = answer.load >= 0;
    report->residual = !told ? -1 : answer.unbalanced > 0 ? answer.unbalanced / answer.load : 0;
  }
  for (size_t k = 0; status == PL_OK && k < def->handle_count; k++)
    report->distance =
        fmax(report->distance, pl_vec3_distance(springs[k].target, body->view.x + 3 * (size_t)particles[k]));
  pl_release(particles);
  pl_release(springs);
  return status;
}

pl_status pl_body_settle(pl_body *body, const pl_statics_def *def, pl_statics_report *report)
{
  PL_OWN_FLOATS;
  PL_TRY(check(body, def));
  PL_TRY(pl_changes_apply(body->world));
  pl_statics_report unwanted;
  if (!report) report = &unwanted;
  *report = (pl_statics_report){0};
  pl_body_wake_island(body);
  pl_status status = settle(body, def, report);
  body->world->revision++;
  if (status != PL_OK) return pl_fail_in(status, "body '%s': ", body->name);
  return PL_OK;
}
