/* SPDX-License-Identifier: MIT
   Stage 1: what acts from outside. */
#include <string.h>

#include "math/vec3.h"
#include "world/step/stages.h"

void pl_world_gravity(const pl_world *world, double out[3])
{
  if (world->gravity_keys)
    pl_keys_at(world->gravity_keys, world->gravity_key_count, world->clock.time, out);
  else
    memcpy(out, world->clock.gravity, 3 * sizeof(double));
}

/* Air that stands still: alone, it lets every velocity fade as exp(-drag t), exactly. */
static void drag(const pl_body *body, double h, double *force)
{
  double rate = pl_model_drag(&body->view, h);
  for (size_t i = 0; i < body->count; i++)
    pl_vec3_add_scaled(force + 3 * i, -rate * body->view.mass[i], body->view.v + 3 * i, force + 3 * i);
}

/* Adds to the forces that changes left there for this step. */
void pl_forces_apply(pl_world *world)
{
  double gravity[3];
  pl_world_gravity(world, gravity);
  for (size_t b = 0; b < world->body_count; b++) {
    const pl_body *body = world->bodies[b];
    if (body->view.traits.carried || pl_body_is_asleep(body)) continue;
    double *force = world->blocks.force + 3 * body->first;
    if (body->def.drag > 0) drag(body, world->h, force);
    for (size_t i = 0; i < body->count; i++)
      for (size_t c = 0; c < 3; c++) force[3 * i + c] += body->view.mass[i] * gravity[c];
  }
}
