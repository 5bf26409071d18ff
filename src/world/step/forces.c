/* SPDX-License-Identifier: MIT
   Stage 1: what acts from outside. */
#include <string.h>

#include "base/status.h"
#include "math/vec3.h"
#include "world/step/stages.h"

void pl_world_gravity(const pl_world *world, double out[3])
{
  if (world->gravity_keys)
    pl_keys_at(world->gravity_keys, world->gravity_key_count, world->clock.time, out);
  else
    memcpy(out, world->clock.gravity, 3 * sizeof(double));
}

/* Drag of still air: without other forces velocities decay as exp(-drag t), exactly. */
static void drag(const pl_body *body, double h, double *force)
{
  double rate = pl_model_drag(&body->view, h);
  for (size_t i = 0; i < body->count; i++)
    pl_vec3_add_scaled(force + 3 * i, -rate * body->view.mass[i], body->view.v + 3 * i, force + 3 * i);
}

static void weigh(const pl_body *body, const double gravity[3], double *force)
{
  for (size_t i = 0; i < body->count; i++)
    for (size_t c = 0; c < 3; c++) force[3 * i + c] += body->view.mass[i] * gravity[c];
}

/* Thrusters and gyros, then what depends on where all of this takes the particles. */
static pl_status collect_forces(pl_world *world, pl_body *body, const pl_moving_obstacle *obstacles,
                                size_t obstacle_count, const double gravity[3], double *force)
{
  const pl_potential_forces *forces;
  for (size_t f = 0; f < world->forces.count; f++) {
    const pl_force *acting = &world->forces.items[f];
    if ((acting->kind == PL_FORCE_THRUST || acting->kind == PL_FORCE_GYRO) && pl_force_acts(acting, body))
      pl_force_push(acting, body, world->h, force);
  }
  PL_TRY(pl_potential_forces_find(world, body, true, obstacles, obstacle_count, &forces));
  if (forces && body->view.traits.needs_outer)
    body->view.outer = &forces->outer;
  else if (forces)
    pl_potential_forces_add_mean(forces, body, gravity, world->pool, force);
  return PL_OK;
}

/* Adds to the forces that changes left there for this step. */
pl_status pl_forces_apply(pl_world *world)
{
  double gravity[3];
  pl_world_gravity(world, gravity);
  bool any = pl_world_force_count(world) > 0;
  pl_moving_obstacle *obstacles = any ? PL_TAKE(&world->scratch, pl_moving_obstacle, world->obstacle_count) : NULL;
  if (any && !obstacles) return PL_ERROR_MEMORY;
  size_t obstacle_count = any ? pl_obstacles_collect(world, obstacles) : 0;
  for (size_t b = 0; b < world->body_count; b++) {
    pl_body *body = world->bodies[b];
    body->view.outer = NULL;
    if (pl_body_is_asleep(body)) continue;
    double *force = world->blocks.force + 3 * body->first;
    if (!body->view.traits.carried) {
      if (body->def.drag > 0) drag(body, world->h, force);
      weigh(body, gravity, force);
    }
    if (any) PL_TRY(collect_forces(world, body, obstacles, obstacle_count, gravity, force));
  }
  PL_TRY(pl_world_push_molten(world));
  pl_planars_turn_forces(world);
  return PL_OK;
}
