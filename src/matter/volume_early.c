/* SPDX-License-Identifier: MIT
   Elasticity knows of no volume. In a large step it takes a third of that of a ball under load, and stage 5 gives it back; but contact, between
   the two, sees balls that have shrunk away from each other. What stage 5 then does where they have no room is more than moving
   back can mend. So the part of a loss that is more than a little is given back before contact looks: as if the
   step of elasticity had been that of an incompressible body, velocities and all. No more than the body had when the step began: what it
   lacked then was no motion of this step. */
#include <math.h>

#include "math/vec3.h"
#include "matter/volume.h"

/* Parts of the volume: what stage 5 sees to alone, and from where on all is given back. Between them by degrees, so that nothing goes to
   and fro. In steps of 5 ms heaps hardly ever lose as much as the first. */
static const double little = 0.08, much = 0.12;

bool pl_volume_is_low(const pl_volume_setup *setup)
{
  for (size_t p = 0; p < setup->volume->shape.part_count; p++)
    if (pl_volume_of_part(setup->volume, p, setup->body->x) < (1 - little) * pl_volume_wanted(setup, p)) return true;
  return false;
}

/* What of the volume of a part is to be given back, m^3. */
static double owed(const pl_volume_setup *setup, size_t part, const double *start)
{
  double before = fmin(pl_volume_of_part(setup->volume, part, start), pl_volume_wanted(setup, part));
  double lost = before - pl_volume_of_part(setup->volume, part, setup->body->x);
  return fmax(0, fmin(1, (lost / before - little) / (much - little))) * lost;
}

/* One pass, which moves positions and gives velocities what takes them there. */
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
static void take_spin(const pl_volume_setup *setup, size_t part, const double debt[3], const pl_model_context *context)
{
  double spin[3];
  pl_volume_gather at;
  pl_volume_sums sums;
  pl_volume_gather_part(setup, part, setup->volume->smoothed, context, &at, &sums);
  pl_volume_change change = {.at = &at};
  pl_vec3_scale(debt, -1, spin);
  if (pl_volume_balance(&sums, 0, spin, pl_volume_keeps_momentum(setup), INFINITY, &change))
    pl_volume_change_part(setup, part, &change, setup->body->v, context, spin);
}

void pl_volume_give_back(const pl_volume_setup *setup, const double *start, const pl_model_context *context)
{
  enum { PASSES = 3 }; /* a thousandth of the loss is left then, of half the volume, too */
  pl_volume_weigh(setup, context);
  for (size_t p = 0; p < setup->volume->shape.part_count; p++) {
    double more = owed(setup, p, start), debt[3] = {0, 0, 0}, spin[3];
    if (!(more > 0)) continue;
    double goal = pl_volume_of_part(setup->volume, p, setup->body->x) + more;
    for (int pass = 0; pass < PASSES && grow(setup, p, goal, context, spin); pass++) pl_vec3_add(debt, spin, debt);
    take_spin(setup, p, debt, context);
  }
}
