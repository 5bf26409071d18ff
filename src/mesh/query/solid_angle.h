/* SPDX-License-Identifier: MIT */
#pragma once

#include "math/functions.h"
#include "math/vec3.h"

/* Signed solid angle of the triangle abc seen from p, positive if p is behind it (A. Van Oosterom and J. Strackee, "The
   solid angle of a plane triangle", 1983). */
static inline double pl_solid_angle(const double a[3], const double b[3], const double c[3], const double p[3])
{
  double u[3], v[3], w[3], cross[3];
  pl_vec3_sub(a, p, u);
  pl_vec3_sub(b, p, v);
  pl_vec3_sub(c, p, w);
  pl_vec3_cross(v, w, cross);
  double lu = pl_vec3_length(u), lv = pl_vec3_length(v), lw = pl_vec3_length(w);
  return 2 * pl_atan2(pl_vec3_dot(u, cross),
                      lu * lv * lw + pl_vec3_dot(u, v) * lw + pl_vec3_dot(v, w) * lu + pl_vec3_dot(w, u) * lv);
}
