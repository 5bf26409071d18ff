/* SPDX-License-Identifier: MIT */
#include "bench/kernels/angles.h"

#include <math.h>

#include "math/vec3.h"

static double angle_at(const double *x, const uint32_t *corner, int k)
{
  double a[3], b[3], c[3];
  pl_vec3_sub(x + 3 * (size_t)corner[(k + 1) % 3], x + 3 * (size_t)corner[k], a);
  pl_vec3_sub(x + 3 * (size_t)corner[(k + 2) % 3], x + 3 * (size_t)corner[k], b);
  pl_vec3_cross(a, b, c);
  return atan2(pl_vec3_length(c), pl_vec3_dot(a, b));
}

double surface_angles(const pl_body *body)
{
  const double degrees = 57.29577951308232;
  pl_mesh_data rest = pl_body_rest(body);
  const double *x = pl_body_positions(body);
  double sum = 0;
  for (size_t t = 0; t < rest.triangle_count; t++)
    for (int k = 0; k < 3; k++) {
      double change = angle_at(x, rest.triangles + 3 * t, k) - angle_at(rest.positions, rest.triangles + 3 * t, k);
      sum += change * change;
    }
  return rest.triangle_count ? degrees * sqrt(sum / (3 * (double)rest.triangle_count)) : 0;
}
