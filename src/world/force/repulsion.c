/* SPDX-License-Identifier: MIT
   Exponential potentials about obstacles, (23): E = m strength range exp(-d / range), d the distance to the
   obstacle. The whole gradient acts, not its part along the surface's normal as printed, which lets a sheet through
   edge-on; and it pushes outwards (the print's sign pulls). Inside, the exponential goes on as a straight line: no
   number overflows. */
#include <math.h>

#include "math/functions.h"
#include "math/mat3.h"
#include "world/world.h"

/* exp of no more than this. */
static const double most_exponent = 3;
/* Farther away than so many ranges there is nothing to feel: 2e-9 of the strength. */
static const double reach = 20;

double pl_repulsion_at(const pl_potential_forces *forces, const pl_repulsion *repulsion, double mass, const double x[3],
                       double gradient[3], double *hessian)
{
  double normal[3], velocity[3];
  double depth = -pl_obstacle_gap(repulsion->obstacle, x, forces->h, normal, velocity) / repulsion->range;
  if (depth < -reach) return 0;
  double push = mass * repulsion->strength * pl_exp(fmin(depth, most_exponent));
  if (gradient) pl_vec3_add_scaled(gradient, -push, normal, gradient);
  if (hessian && depth < most_exponent) pl_mat3_outer_add(hessian, push / repulsion->range, normal, normal);
  return push * repulsion->range * (1 + fmax(0, depth - most_exponent));
}

/* Is the ball about the body nearer to the obstacle than that, now or after a step? */
static bool is_near(const pl_world *world, const pl_obstacle *obstacle, const double center[3], double radius,
                    double most)
{
  pl_moving_obstacle moving = {.shape = &obstacle->def,
                               .axis = pl_shape_find_axis(&obstacle->def),
                               .grid = obstacle->grid,
                               .before = pl_motion_at(&obstacle->def.motion, world->clock.time),
                               .now = pl_motion_at(&obstacle->def.motion, world->clock.time + world->step)};
  double normal[3], velocity[3];
  double now = pl_obstacle_start_gap(&moving, center);
  double then = pl_obstacle_gap(&moving, center, world->step, normal, velocity);
  return fmin(now, then) - radius < most;
}

double pl_forces_stride(const pl_body *body, double distance)
{
  const pl_world *world = body->world;
  double stride = INFINITY, center[3] = {0, 0, 0}, radius = 0;
  for (size_t f = 0; f < world->forces.count; f++) {
    const pl_force *force = &world->forces.items[f];
    if (force->kind != PL_FORCE_REPULSION || !pl_force_acts(force, body) || !(2 * force->range < stride)) continue;
    if (radius == 0) {
      for (size_t i = 0; i < body->count; i++)
        pl_vec3_add_scaled(center, 1 / (double)body->count, body->view.x + 3 * i, center);
      for (size_t i = 0; i < body->count; i++) radius = fmax(radius, pl_vec3_distance(center, body->view.x + 3 * i));
    }
    for (size_t o = 0; o < world->obstacle_count; o++) {
      const pl_obstacle *obstacle = &world->obstacles[o];
      if (obstacle->state != PL_SLOT_ACTIVE || (force->obstacle.generation && force->obstacle.index != o)) continue;
      if (is_near(world, obstacle, center, radius, distance + reach * force->range)) stride = 2 * force->range;
    }
  }
  return stride;
}
