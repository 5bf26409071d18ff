/* SPDX-License-Identifier: MIT */
#include "mesh/measure/moments.h"

#include <string.h>

#include "math/vec3.h"

/* A tetrahedron with one corner at the origin: with s the sum of its corners p, the integral of x is v s_x / 4, that of
   x y is v (Σ p_x p_y + s_x s_y) / 20. */
static void add_tetrahedron(const double corner[3][3], double out[PL_MOMENTS])
{
  double cross[3], sum[3], of_sum[PL_MOMENTS], of_corner[PL_MOMENTS];
  pl_vec3_cross(corner[1], corner[2], cross);
  double volume = pl_vec3_dot(corner[0], cross) / 6;
  for (int k = 0; k < 3; k++) sum[k] = corner[0][k] + corner[1][k] + corner[2][k];
  pl_moments_at(sum, of_sum);
  for (int i = 0; i < 3; i++) {
    pl_moments_at(corner[i], of_corner);
    for (int k = 4; k < PL_MOMENTS; k++) of_sum[k] += of_corner[k];
  }
  out[0] += volume;
  for (int k = 1; k < 4; k++) out[k] += volume * of_sum[k] / 4;
  for (int k = 4; k < PL_MOMENTS; k++) out[k] += volume * of_sum[k] / 20;
}

void pl_mesh_moments(const double *positions, const uint32_t *triangles, size_t triangle_count, const double about[3],
                     double scale, double out[PL_MOMENTS])
{
  memset(out, 0, PL_MOMENTS * sizeof *out);
  for (size_t t = 0; t < triangle_count; t++) {
    double corner[3][3];
    for (size_t k = 0; k < 3; k++) {
      pl_vec3_sub(positions + 3 * (size_t)triangles[3 * t + k], about, corner[k]);
      pl_vec3_scale(corner[k], 1 / scale, corner[k]);
    }
    add_tetrahedron((const double(*)[3])corner, out);
  }
  for (int k = 0; k < PL_MOMENTS; k++) out[k] *= scale * scale * scale;
}
