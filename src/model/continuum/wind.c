/* SPDX-License-Identifier: MIT
   Air about a surface, [T] (22): c (n . (s - v)) n per area, on both sides alike. Normals and areas are those of the start of a step, the
   velocity is that of its end: such a force only ever brakes what moves against the air, however strong it is. */
#include <math.h>
#include <string.h>

#include "math/vec3.h"
#include "mesh/core/grid.h"
#include "model/continuum/continuum.h"

void pl_continuum_feel_wind(pl_continuum *c, const double *x, double h)
{
  memset(c->wind, 0, 3 * c->count * sizeof(double));
  for (int64_t i = 0; i < pl_grid_steps(&c->grid, 0); i++)
    for (int64_t j = 0; j < pl_grid_steps(&c->grid, 1); j++) {
      uint32_t corner[4];
      bool there = true;
      double a[3], b[3], area[3];
      for (int64_t k = 0; k < 4; k++)
        there = there && pl_grid_vertex(&c->grid, i + (k >> 1), j + (k & 1), 0, &corner[k]);
      if (!there) continue;
      pl_vec3_sub(x + 3 * (size_t)corner[3], x + 3 * (size_t)corner[0], a);
      pl_vec3_sub(x + 3 * (size_t)corner[1], x + 3 * (size_t)corner[2], b);
      pl_vec3_cross(a, b, area);
      for (size_t k = 0; k < 4; k++)
        pl_vec3_add_scaled(c->wind + 3 * (size_t)corner[k], 0.125, area, c->wind + 3 * (size_t)corner[k]);
    }
  for (size_t i = 0; i < c->count; i++) {
    double *w = c->wind + 3 * i, size = pl_vec3_length(w);
    if (size > 0) pl_vec3_scale(w, sqrt(c->def.wind_resistance * size / h) / size, w);
  }
}
