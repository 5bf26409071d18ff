/* SPDX-License-Identifier: MIT
   Vectors of three doubles as plain arrays, so that rows of the world's position and velocity arrays can be passed as
   they are. Results may alias arguments unless said otherwise. */
#pragma once

#include <math.h>
#include <string.h>

static inline void pl_vec3_set(double out[3], double x, double y, double z)
{
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

/* As three numbers, here and below: compilers call memmove for 24 bytes, and leave loops of three as loops. */
static inline void pl_vec3_copy(const double a[3], double out[3]) { pl_vec3_set(out, a[0], a[1], a[2]); }

static inline void pl_vec3_add(const double a[3], const double b[3], double out[3])
{
  pl_vec3_set(out, a[0] + b[0], a[1] + b[1], a[2] + b[2]);
}

static inline void pl_vec3_sub(const double a[3], const double b[3], double out[3])
{
  pl_vec3_set(out, a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

static inline void pl_vec3_scale(const double a[3], double s, double out[3])
{
  pl_vec3_set(out, s * a[0], s * a[1], s * a[2]);
}

/* out = a + s b */
static inline void pl_vec3_add_scaled(const double a[3], double s, const double b[3], double out[3])
{
  pl_vec3_set(out, a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]);
}

static inline double pl_vec3_dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void pl_vec3_cross(const double a[3], const double b[3], double out[3])
{
  pl_vec3_set(out, a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]);
}

static inline double pl_vec3_length(const double a[3]) { return sqrt(pl_vec3_dot(a, a)); }

static inline double pl_vec3_distance(const double a[3], const double b[3])
{
  double d[3];
  pl_vec3_sub(a, b, d);
  return pl_vec3_length(d);
}

/* Unit vector along a; where a has no direction (zero, or so short that its square is lost, or not finite) out becomes
   `otherwise`, which may be a constant axis or the last good direction. Returns the length of a. */
static inline double pl_vec3_normalise(const double a[3], const double otherwise[3], double out[3])
{
  double square = pl_vec3_dot(a, a), length = sqrt(square);
  if (square >= 1e-280 && square <= 1e280)
    pl_vec3_scale(a, 1.0 / length, out);
  else
    pl_vec3_copy(otherwise, out);
  return length;
}

/* A unit vector perpendicular to the unit vector a. out must not be a. */
static inline void pl_vec3_perpendicular(const double a[3], double out[3])
{
  /* crossing with the axis that a leans on least keeps the product at least sqrt(2/3) long */
  double x = fabs(a[0]), y = fabs(a[1]), z = fabs(a[2]);
  if (x <= y && x <= z)
    pl_vec3_set(out, 0.0, a[2], -a[1]);
  else if (y <= z)
    pl_vec3_set(out, -a[2], 0.0, a[0]);
  else
    pl_vec3_set(out, a[1], -a[0], 0.0);
  pl_vec3_scale(out, 1.0 / pl_vec3_length(out), out);
}
