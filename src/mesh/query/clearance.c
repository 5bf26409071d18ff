/* SPDX-License-Identifier: MIT */
#include "mesh/query/clearance.h"

#include <math.h>

#include "math/vec3.h"

/* Limits on the pieces visited and on the depth of subdivision; what exceeds them counts as not clear. */
enum { MOST_PIECES = 100000, MOST_CUTS = 100 };

/* From a point at distance d of the surface everything within d - margin is clear: a triangle that reaches no further
   is done, another is cut in four. */
static bool clear(const pl_bvh *bvh, const double corner[3][3], double margin, int cuts, size_t *pieces)
{
  double centre[3], middle[3][3], reach = 0;
  for (int k = 0; k < 3; k++) centre[k] = (corner[0][k] + corner[1][k] + corner[2][k]) / 3;
  for (int i = 0; i < 3; i++) reach = fmax(reach, pl_vec3_distance(centre, corner[i]));
  pl_bvh_point closest;
  if (!isfinite(reach) || cuts > MOST_CUTS || (*pieces)++ >= MOST_PIECES) return false;
  if (!pl_bvh_closest(bvh, centre, margin + reach, &closest)) return true;
  if (closest.distance < margin || reach < 0.01 * margin) return false;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) middle[i][k] = (corner[(i + 1) % 3][k] + corner[(i + 2) % 3][k]) / 2;
  for (int i = 0; i < 3; i++) {
    double piece[3][3];
    pl_vec3_copy(corner[i], piece[0]);
    pl_vec3_copy(middle[(i + 2) % 3], piece[1]);
    pl_vec3_copy(middle[(i + 1) % 3], piece[2]);
    if (!clear(bvh, (const double(*)[3])piece, margin, cuts + 1, pieces)) return false;
  }
  return clear(bvh, (const double(*)[3])middle, margin, cuts + 1, pieces);
}

bool pl_triangle_is_clear(const pl_bvh *bvh, const double a[3], const double b[3], const double c[3], double margin)
{
  double corner[3][3];
  size_t pieces = 0;
  pl_vec3_copy(a, corner[0]);
  pl_vec3_copy(b, corner[1]);
  pl_vec3_copy(c, corner[2]);
  return clear(bvh, (const double(*)[3])corner, margin, 0, &pieces);
}
