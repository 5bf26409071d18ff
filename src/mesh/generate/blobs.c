/* SPDX-License-Identifier: MIT */
#include "mesh/generate/blobs.h"

#include <math.h>

#include "math/functions.h"
#include "math/vec3.h"

#define DEGREE 0.017453292519943295

/* Turns a vector about x, then y, then z. */
static void rotate(const double turn[3], double v[3])
{
  for (int axis = 0; axis < 3; axis++) {
    int u = (axis + 1) % 3, w = (axis + 2) % 3;
    double c = pl_cos(turn[axis] * DEGREE), s = pl_sin(turn[axis] * DEGREE), before = v[u];
    v[u] = c * before - s * v[w];
    v[w] = s * before + c * v[w];
  }
}

void pl_blobs_prepare(const pl_blob *from, size_t count, pl_blob *to)
{
  for (size_t i = 0; i < count; i++) {
    pl_blob *blob = &to[i];
    *blob = from[i];
    for (int k = 0; k < 3; k++) {
      double *axis = blob->axes + 3 * k;
      pl_vec3_set(axis, k == 0, k == 1, k == 2);
      rotate(blob->turn, axis);
    }
    if (blob->kind == PL_BLOB_EGG) {
      blob->thin = fmin(blob->b[0], fmin(blob->b[1], blob->b[2]));
      blob->wide = fmax(blob->b[0], fmax(blob->b[1], blob->b[2]));
    } else {
      blob->thin = blob->wide = pl_vec3_distance(blob->a, blob->b) + fmax(blob->size[0], blob->size[1]);
    }
  }
}

/* The ellipsoid's own function divided by the length of its gradient: exact on the surface, good near it. */
static double egg_distance(const pl_blob *blob, const double p[3])
{
  double q[3], scaled[3], gradient[3];
  pl_vec3_sub(p, blob->a, q);
  for (int k = 0; k < 3; k++) {
    scaled[k] = pl_vec3_dot(q, blob->axes + 3 * k) / blob->b[k];
    gradient[k] = scaled[k] / blob->b[k];
  }
  double radius = pl_vec3_length(scaled), slope = pl_vec3_length(gradient);
  if (slope < 1e-12) return -blob->thin;
  return radius * (radius - 1) / slope;
}

/* In the plane through the axis and p: the side of the cone is a straight line tilted by the difference of the radii.
   */
static double limb_distance(const pl_blob *blob, const double p[3])
{
  double axis[3], q[3];
  pl_vec3_sub(blob->b, blob->a, axis);
  pl_vec3_sub(p, blob->a, q);
  double length = pl_vec3_length(axis), along = pl_vec3_dot(q, axis) / length;
  double away = sqrt(fmax(pl_vec3_dot(q, q) - along * along, 0));
  double tilt = (blob->size[0] - blob->size[1]) / length, upright = sqrt(fmax(1 - tilt * tilt, 0));
  /* foot of p on the axis, going along the side's normal */
  double foot = along * upright - away * tilt;
  if (foot <= 0 || tilt >= 1) return pl_vec3_length(q) - blob->size[0];
  if (foot >= length * upright) return pl_vec3_distance(p, blob->b) - blob->size[1];
  return away * upright + along * tilt - blob->size[0];
}

static double one_distance(const pl_blob *blob, const double p[3])
{
  return blob->kind == PL_BLOB_EGG ? egg_distance(blob, p) : limb_distance(blob, p);
}

/* The smaller of two, rounded off where they differ by less than k. */
static double soft_min(double a, double b, double k)
{
  double near = fmax(k - fabs(a - b), 0);
  return fmin(a, b) - (k > 0 ? near * near / (4 * k) : 0);
}

double pl_blobs_distance(const pl_blob *blobs, size_t count, const double p[3])
{
  double distance = INFINITY;
  for (size_t i = 0; i < count; i++)
    for (int side = 0; side < (blobs[i].twice ? 2 : 1); side++) {
      const pl_blob *blob = &blobs[i];
      const double q[3] = {side ? -p[0] : p[0], p[1], p[2]};
      double sign = blob->carve ? -1 : 1;
      /* one that is too far away to change anything */
      if (blob->thin * (pl_vec3_distance(q, blob->a) / blob->wide - 1) > sign * distance + blob->blend) continue;
      double d = one_distance(blob, q);
      distance = isinf(distance) ? d : sign * soft_min(sign * distance, d, blob->blend);
    }
  return distance;
}

void pl_blobs_box(const pl_blob *blobs, size_t count, double low[3], double high[3])
{
  for (int k = 0; k < 3; k++) {
    low[k] = INFINITY;
    high[k] = -INFINITY;
  }
  for (size_t i = 0; i < count; i++) {
    const pl_blob *blob = &blobs[i];
    if (blob->carve) continue;
    double reach =
        blob->kind == PL_BLOB_EGG ? fmax(blob->b[0], fmax(blob->b[1], blob->b[2])) : fmax(blob->size[0], blob->size[1]);
    reach += blob->blend / 4; /* the most that melting adds */
    for (int end = 0; end < (blob->kind == PL_BLOB_EGG ? 1 : 2); end++)
      for (int side = 0; side < (blob->twice ? 2 : 1); side++)
        for (int k = 0; k < 3; k++) {
          double at = (end ? blob->b[k] : blob->a[k]) * (side && k == 0 ? -1 : 1);
          low[k] = fmin(low[k], at - reach);
          high[k] = fmax(high[k], at + reach);
        }
  }
}
