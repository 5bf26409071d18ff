/* SPDX-License-Identifier: MIT
   Integrals of 1, x, y, z, xx, yy, zz, yz, zx, xy over a solid, in this order. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { PL_MOMENTS = 10 };

/* The ten functions at a point. */
static inline void pl_moments_at(const double p[3], double out[PL_MOMENTS])
{
  out[0] = 1;
  for (int k = 0; k < 3; k++) {
    out[1 + k] = p[k];
    out[4 + k] = p[k] * p[k];
    out[7 + k] = p[(k + 1) % 3] * p[(k + 2) % 3];
  }
}

/* Of what a closed surface encloses, with x, y, z counted from `about` in units of `scale`: exact, from tetrahedra. */
void pl_mesh_moments(const double *positions, const uint32_t *triangles, size_t triangle_count, const double about[3],
                     double scale, double out[PL_MOMENTS]);
