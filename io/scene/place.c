/* SPDX-License-Identifier: MIT */
#include "scene/place.h"

#include <math.h>

void pl_rotation_matrix(const double rotate[3], double matrix[9])
{
  double angle = sqrt(rotate[0] * rotate[0] + rotate[1] * rotate[1] + rotate[2] * rotate[2]);
  double axis[3] = {0, 0, 0};
  for (int i = 0; i < 3 && angle > 0; i++) axis[i] = rotate[i] / angle;
  double s = sin(angle), half = sin(angle / 2), versine = 2 * half * half; /* 1 - cos without cancellation */
  const double cross[9] = {0, -axis[2], axis[1], axis[2], 0, -axis[0], -axis[1], axis[0], 0};
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) {
      double unit = r == c ? 1 : 0;
      matrix[3 * r + c] = unit + s * cross[3 * r + c] + versine * (axis[r] * axis[c] - unit);
    }
}

void pl_place_points(double *points, size_t count, const double matrix[9], const double pivot[3],
                     const double translate[3])
{
  for (size_t i = 0; i < count; i++) {
    double *p = points + 3 * i;
    double d[3] = {p[0] - pivot[0], p[1] - pivot[1], p[2] - pivot[2]};
    for (int r = 0; r < 3; r++)
      p[r] = pivot[r] + (matrix[3 * r] * d[0] + matrix[3 * r + 1] * d[1] + matrix[3 * r + 2] * d[2]) + translate[r];
  }
}
