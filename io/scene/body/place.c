/* SPDX-License-Identifier: MIT */
#include "scene/body/place.h"

#include "math/quaternion.h"

void pl_solver_slot_points(double *points, size_t count, const double rotate[3], const double pivot[3],
                           const double translate[3])
{
  double quaternion[4], matrix[9];
  pl_quaternion_from_rotation_vector(rotate, quaternion);
  pl_quaternion_to_matrix(quaternion, matrix);
  for (size_t i = 0; i < count; i++) {
    double *p = points + 3 * i;
    double d[3] = {p[0] - pivot[0], p[1] - pivot[1], p[2] - pivot[2]};
    for (int r = 0; r < 3; r++)
      p[r] = pivot[r] + (matrix[3 * r] * d[0] + matrix[3 * r + 1] * d[1] + matrix[3 * r + 2] * d[2]) + translate[r];
  }
}
