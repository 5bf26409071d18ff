/* SPDX-License-Identifier: MIT */
#include "crossing.h"

#include <math.h>
#include <stdbool.h>

#include "math/vec3.h"

typedef struct sweep {
  const double *from, *to;
  const double **a, **b;
} sweep;

/* Point, corners and normal at time t in [0, 1]; returns how far the point is in front, times twice the area. */
static double height(const sweep *s, double t, double corners[3][3], double point[3], double normal[3])
{
  double sides[2][3], way[3];
  for (int c = 0; c < 3; c++) {
    point[c] = (1 - t) * s->from[c] + t * s->to[c];
    for (int k = 0; k < 3; k++) corners[k][c] = (1 - t) * s->a[k][c] + t * s->b[k][c];
  }
  pl_vec3_sub(corners[1], corners[0], sides[0]);
  pl_vec3_sub(corners[2], corners[0], sides[1]);
  pl_vec3_cross(sides[0], sides[1], normal);
  pl_vec3_sub(point, corners[0], way);
  return pl_vec3_dot(normal, way);
}

static double height_at(const sweep *s, double t)
{
  double corners[3][3], point[3], normal[3];
  return height(s, t, corners, point, normal);
}

/* Is the point, in the plane, between the corners? */
static bool is_between(const sweep *s, double t)
{
  double corners[3][3], point[3], normal[3];
  height(s, t, corners, point, normal);
  for (int k = 0; k < 3; k++) {
    double side[3], way[3], across[3];
    pl_vec3_sub(corners[(k + 1) % 3], corners[k], side);
    pl_vec3_sub(point, corners[k], way);
    pl_vec3_cross(side, way, across);
    if (pl_vec3_dot(across, normal) < 0) return false;
  }
  return true;
}

/* Where the height, which is monotone from t to u, is zero. */
static double zero_between(const sweep *s, double t, double u)
{
  bool above = height_at(s, t) > 0;
  for (int k = 0; k < 60; k++) {
    double middle = 0.5 * (t + u);
    if ((height_at(s, middle) > 0) == above)
      t = middle;
    else
      u = middle;
  }
  return 0.5 * (t + u);
}

/* The height is a cubic in t; times where its derivative, from its values at 0, 1/3, 2/3 and 1, is zero cut [0, 1] into
   pieces on which it is monotone. */
static int turning_points(const sweep *s, double out[4])
{
  double f[4];
  for (int k = 0; k < 4; k++) f[k] = height_at(s, k / 3.0);
  double c = (-11 * f[0] + 18 * f[1] - 9 * f[2] + 2 * f[3]) / 2; /* f0 + c t + b t^2 + a t^3 */
  double b = 4.5 * (2 * f[0] - 5 * f[1] + 4 * f[2] - f[3]);
  double a = 4.5 * (-f[0] + 3 * f[1] - 3 * f[2] + f[3]);
  double discriminant = b * b - 3 * a * c;
  int count = 0;
  out[count++] = 0;
  if (discriminant > 0) {
    double q = -(b + copysign(sqrt(discriminant), b));
    double roots[2] = {a != 0 ? q / (3 * a) : -1, q != 0 ? c / q : -1};
    if (roots[0] > roots[1]) {
      double swap = roots[0];
      roots[0] = roots[1];
      roots[1] = swap;
    }
    for (int k = 0; k < 2; k++)
      if (roots[k] > 0 && roots[k] < 1) out[count++] = roots[k];
  }
  out[count++] = 1;
  return count;
}

/* Who goes straight stays in the box of both ends. */
static bool are_apart(const sweep *s)
{
  for (int c = 0; c < 3; c++) {
    double lower = fmin(s->a[0][c], s->b[0][c]), upper = fmax(s->a[0][c], s->b[0][c]);
    for (int k = 1; k < 3; k++) {
      lower = fmin(lower, fmin(s->a[k][c], s->b[k][c]));
      upper = fmax(upper, fmax(s->a[k][c], s->b[k][c]));
    }
    if (fmin(s->from[c], s->to[c]) > upper || fmax(s->from[c], s->to[c]) < lower) return true;
  }
  return false;
}

int crossings(const double from[3], const double to[3], const double *a[3], const double *b[3])
{
  sweep s = {from, to, a, b};
  double times[4];
  if (are_apart(&s)) return 0;
  int count = turning_points(&s, times), sum = 0;
  for (int k = 0; k + 1 < count; k++) {
    bool before = height_at(&s, times[k]) > 0, after = height_at(&s, times[k + 1]) > 0;
    if (before == after) continue;
    if (is_between(&s, zero_between(&s, times[k], times[k + 1]))) sum += before ? 1 : -1;
  }
  return sum;
}
