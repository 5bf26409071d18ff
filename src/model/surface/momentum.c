/* SPDX-License-Identifier: MIT
   Forces that act at x + h v, as those of matching do, brake the spin of a body by w^2 h per second. What of momentum
   and spin was there before matching and is not any more is given back as a rigid motion. */
#include "model/common/momentum.h"

#include <string.h>

#include "math/vec3.h"
#include "model/surface/surface_kernel.h"

static void add_moments(const pl_surface_moments *from, size_t count, pl_surface_moments *sum)
{
  *sum = (pl_surface_moments){0};
  for (size_t b = 0; b < count; b++) {
    sum->mass += from[b].mass;
    for (int c = 0; c < 3; c++) {
      sum->first[c] += from[b].first[c];
      sum->momentum[c] += from[b].momentum[c];
      sum->spin[c] += from[b].spin[c];
      sum->squares[c] += from[b].squares[c];
      sum->products[c] += from[b].products[c];
    }
  }
}

/* About the centre of mass, from moments about the frame's centre. */
static void inertia_of(const pl_surface_moments *m, double out[9])
{
  double c[3], xx[3], xy[3]; /* xy yz zx */
  for (int k = 0; k < 3; k++) c[k] = m->first[k] / m->mass;
  for (int k = 0; k < 3; k++) {
    xx[k] = m->squares[k] - m->mass * c[k] * c[k];
    xy[k] = m->products[k] - m->mass * c[k] * c[(k + 1) % 3];
  }
  const double matrix[9] = {xx[1] + xx[2], -xy[0], -xy[2], -xy[0],       xx[0] + xx[2],
                            -xy[1],        -xy[2], -xy[1], xx[0] + xx[1]};
  memcpy(out, matrix, sizeof matrix);
}

static void moment_about(const pl_surface_moments *m, const double centre[3], double out[3])
{
  double moved[3];
  pl_vec3_cross(centre, m->momentum, moved);
  pl_vec3_sub(m->spin, moved, out);
}

void pl_surface_missing_motion(pl_surface_step *step)
{
  size_t blocks = (step->surface->count + PL_SURFACE_GRAIN - 1) / PL_SURFACE_GRAIN;
  pl_surface_moments before, after;
  add_moments(step->before, blocks, &before);
  add_moments(step->after, blocks, &after);
  double inertia[9], centre[3], wanted[3], now[3], missing[3], shift[3];
  inertia_of(&before, inertia);
  pl_vec3_scale(before.first, 1 / before.mass, centre);
  moment_about(&before, centre, wanted);
  moment_about(&after, centre, now);
  pl_vec3_sub(wanted, now, missing);
  /* what has collapsed into a point has no spin to give back: rounding would be divided by nothing */
  double least = 1e-9 * before.mass * step->surface->size * step->surface->size;
  if (inertia[0] + inertia[4] + inertia[8] > least)
    pl_missing_spin(inertia, wanted, missing, step->h, step->spin);
  else
    pl_vec3_set(step->spin, 0, 0, 0);
  pl_vec3_cross(step->spin, centre, shift); /* the kernel turns about the frame's centre */
  for (int c = 0; c < 3; c++) step->drift[c] = (before.momentum[c] - after.momentum[c]) / before.mass - shift[c];
}
