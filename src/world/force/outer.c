/* SPDX-License-Identifier: MIT
   The potential of what a body feels in a small step: of fluids 1/2 resistance/h area (n . (x - aim))^2, and
   repulsion. */
#include "base/arena.h"
#include "base/status.h"
#include "math/mat3.h"
#include "world/world.h"

static double potential_at(const pl_outer *outer, size_t i, const double x[3], double *gradient, double *hessian)
{
  const pl_potential_forces *forces = (const pl_potential_forces *)(const void *)outer;
  double sum = 0;
  if (forces->across) {
    double off[3], pull[3];
    pl_vec3_sub(x, forces->aim + 3 * i, off);
    pl_mat3_apply(forces->across + 9 * i, off, pull);
    sum = 0.5 * forces->thickness * pl_vec3_dot(off, pull);
    if (gradient) pl_vec3_add_scaled(gradient, forces->thickness, pull, gradient);
    for (size_t k = 0; hessian && k < 9; k++) hessian[k] += forces->thickness * forces->across[9 * i + k];
  }
  for (size_t r = 0; r < forces->repulsion_count; r++)
    sum += pl_repulsion_at(forces, &forces->repulsions[r], forces->mass[i], x, gradient, hessian);
  return sum;
}

/* All fluids about a body are one: resistances add up, and what they carry along is their weighted mean. */
static pl_status find_fluids(pl_world *world, const pl_body *body, pl_potential_forces *forces)
{
  double resistance = 0;
  for (size_t f = 0; f < world->forces.count; f++) {
    const pl_force *force = &world->forces.items[f];
    if (force->kind == PL_FORCE_FLUID && pl_force_acts(force, body)) resistance += force->resistance;
  }
  if (!(resistance > 0)) return PL_OK;
  double *across = PL_TAKE(&world->scratch, double, 9 * body->count);
  double *aim = PL_TAKE(&world->scratch, double, 3 * body->count);
  if (!across || !aim) return PL_ERROR_MEMORY;
  pl_fluid_across(body, aim, across);
  for (size_t i = 0; i < body->count; i++) {
    const double *x = body->view.x + 3 * i;
    pl_vec3_copy(x, aim + 3 * i);
    for (size_t f = 0; f < world->forces.count; f++) {
      const pl_force *force = &world->forces.items[f];
      if (force->kind != PL_FORCE_FLUID || !pl_force_acts(force, body)) continue;
      double flow[3];
      pl_flow_at(world, force, x, world->clock.time, flow);
      pl_vec3_add_scaled(aim + 3 * i, world->h * force->resistance / resistance, flow, aim + 3 * i);
    }
  }
  forces->across = across;
  forces->aim = aim;
  forces->thickness = resistance / world->h;
  return PL_OK;
}

static bool repels(const pl_force *force, const pl_body *body, const pl_moving_obstacle *obstacle)
{
  return force->kind == PL_FORCE_REPULSION && pl_force_acts(force, body) &&
         (force->obstacle.generation == 0 ||
          (force->obstacle.index == obstacle->index && force->obstacle.generation == obstacle->generation));
}

static pl_status find_repulsions(pl_world *world, const pl_body *body, const pl_moving_obstacle *obstacles,
                                 size_t obstacle_count, pl_potential_forces *forces)
{
  pl_repulsion *list = PL_TAKE(&world->scratch, pl_repulsion, world->forces.count * obstacle_count);
  if (!list) return PL_ERROR_MEMORY;
  for (size_t f = 0; f < world->forces.count; f++) {
    const pl_force *force = &world->forces.items[f];
    for (size_t o = 0; o < obstacle_count; o++)
      if (repels(force, body, &obstacles[o]))
        list[forces->repulsion_count++] = (pl_repulsion){&obstacles[o], force->strength, force->range};
  }
  forces->repulsions = list;
  return PL_OK;
}

pl_status pl_potential_forces_find(pl_world *world, const pl_body *body, bool fluids,
                                   const pl_moving_obstacle *obstacles, size_t obstacle_count,
                                   const pl_potential_forces **out)
{
  *out = NULL;
  if (!pl_body_is_forced(body)) return PL_OK;
  pl_potential_forces *forces = PL_TAKE(&world->scratch, pl_potential_forces, 1);
  if (!forces) return PL_ERROR_MEMORY;
  *forces = (pl_potential_forces){.outer = {potential_at}, .mass = body->view.mass, .h = world->h};
  if (fluids) PL_TRY(find_fluids(world, body, forces));
  PL_TRY(find_repulsions(world, body, obstacles, obstacle_count, forces));
  if (forces->across || forces->repulsion_count) *out = forces;
  return PL_OK;
}

size_t pl_potential_forces_scratch(const pl_world *world)
{
  enum { ROUNDING = 64 };
  size_t bytes = 0;
  for (size_t b = 0; b < world->body_count; b++) {
    if (!pl_body_is_forced(world->bodies[b])) continue;
    bytes += 12 * world->bodies[b]->count * sizeof(double) + sizeof(pl_potential_forces) +
             world->forces.count * world->obstacle_count * sizeof(pl_repulsion) + 4 * (size_t)ROUNDING;
  }
  return bytes ? bytes + world->obstacle_count * sizeof(pl_moving_obstacle) + ROUNDING : 0;
}
