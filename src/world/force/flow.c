/* SPDX-License-Identifier: MIT
   Stream functions: how fluids flow. */
#include <math.h>

#include "base/floats.h"
#include "base/status.h"

#include "math/functions.h"
#include "math/mat3.h"
#include "world/world.h"

static const double two_pi = 6.283185307179586;

/* From -1 to 1, and never the same twice: three sines whose periods have no common multiple. */
static double swell(double turns)
{
  return (pl_sin(two_pi * turns) + pl_sin(two_pi * 0.6180339887498949 * turns + 1) +
          pl_sin(two_pi * 0.3819660112501051 * turns + 2)) /
         3;
}

/* Gusts are carried along: what is here now was upstream before. */
static void add_stream(const pl_force *fluid, const double point[3], double time, double out[3])
{
  double stream[3];
  pl_force_vector_at(fluid, time, stream);
  double square = pl_vec3_dot(stream, stream);
  if (!(square > 0)) return;
  double factor = 1;
  if (fluid->gust > 0) factor += fluid->gust * swell((time - pl_vec3_dot(point, stream) / square) / fluid->period);
  pl_vec3_add_scaled(out, factor, stream, out);
}

static void add_vortex(const pl_force *fluid, const double point[3], double out[3])
{
  double arm[3], tangent[3];
  pl_vec3_sub(point, fluid->center, arm);
  pl_vec3_add_scaled(arm, -pl_vec3_dot(arm, fluid->axis), fluid->axis, arm);
  pl_vec3_cross(fluid->axis, arm, tangent);
  double square = pl_vec3_dot(arm, arm) + fluid->core * fluid->core;
  pl_vec3_add_scaled(out, fluid->circulation / (two_pi * square), tangent, out);
}

void pl_flow_at(const pl_world *world, const pl_force *fluid, const double point[3], double time, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  add_stream(fluid, point, time, out);
  if (fluid->circulation != 0) add_vortex(fluid, point, out);
  if (!fluid->callback || !world->forces.flow) return;
  double more[3] = {0, 0, 0};
  world->forces.flow(world->forces.flow_user, point, time, more);
  pl_vec3_add(out, more, out);
}

pl_status pl_world_set_flow(pl_world *world, pl_flow_callback callback, void *user)
{
  PL_OWN_FLOATS;
  if (!world) return pl_fail(PL_ERROR_ARGUMENT, "pl_world_set_flow: world is NULL");
  world->forces.flow = callback;
  world->forces.flow_user = user;
  return PL_OK;
}
