/* SPDX-License-Identifier: MIT
   Elasticity does not keep the volume. In a large step it takes a third of that of a ball under load, and contact,
   which keeps the volume while it is solved (contact/compliance/pressure.h), would find balls that have shrunk away
   from each other, with gradients of another shape. So a loss is corrected before contact to first order, in positions
   and velocities, as if the step of elasticity had been that of an incompressible body. */
#include <math.h>

#include "math/vec3.h"
#include "matter/volume/volume.h"

/* One pass: corrects positions, and velocities by the correction over h. */
static bool grow(const pl_volume_setup *setup, size_t part, double goal, const pl_model_context *context,
                 double spin[3])
{
  static const double no_spin[3] = {0, 0, 0};
  pl_volume *volume = setup->volume;
  pl_volume_gather at;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, part, volume->smoothed, context, &at, &sums);
  pl_volume_change change = {.at = &at}, faster = {.at = &at};
  if (!pl_volume_balance(&sums, goal - sums.volume / 3, no_spin, pl_volume_keeps_momentum(setup),
                         pl_volume_longest_step(&volume->shape.parts[part]), &change))
    return false;
  faster.scale = change.scale / context->h;
  pl_vec3_scale(change.push, 1 / context->h, faster.push);
  pl_vec3_scale(change.turn, 1 / context->h, faster.turn);
  pl_volume_change_part(setup, part, &faster, setup->body->v, context, spin);
  pl_volume_change_part(setup, part, &change, setup->body->x, context, spin);
  return true;
}

/* Moving particles that have a velocity added this to the angular momentum. */
static void remove_spin(const pl_volume_setup *setup, size_t part, const double spin_error[3],
                        const pl_model_context *context)
{
  double spin[3];
  pl_volume_gather at;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, part, setup->volume->smoothed, context, &at, &sums);
  pl_volume_change change = {.at = &at};
  pl_vec3_scale(spin_error, -1, spin);
  if (pl_volume_balance(&sums, 0, spin, pl_volume_keeps_momentum(setup), INFINITY, &change))
    pl_volume_change_part(setup, part, &change, setup->body->v, context, spin);
}

void pl_volume_restore(const pl_volume_setup *setup, const pl_model_context *context)
{
  pl_volume_weigh(setup, context);
  for (size_t p = 0; p < setup->volume->shape.part_count; p++) {
    double spin[3];
    if (grow(setup, p, pl_volume_wanted(setup, p), context, spin)) remove_spin(setup, p, spin, context);
  }
}
