/* SPDX-License-Identifier: MIT
   Quadric errors of places (M. Garland, P. Heckbert, "Surface simplification using quadric error metrics", 1997): pᵀ A
   p + 2 b.p + c, a weighted sum of squared distances from planes and points. Places are best given from an origin
   nearby. */
#pragma once

#include <stdbool.h>

#include "math/vec3.h"

typedef struct pl_quadric {
  double a[6]; /* xx, xy, xz, yy, yz, zz */
  double b[3], c;
} pl_quadric;

/* The plane through `at` with the unit normal n. */
static inline void pl_quadric_add_plane(pl_quadric *q, const double n[3], const double at[3], double weight)
{
  double d = -pl_vec3_dot(n, at);
  for (int i = 0, k = 0; i < 3; i++) {
    for (int j = i; j < 3; j++) q->a[k++] += weight * n[i] * n[j];
    q->b[i] += weight * d * n[i];
  }
  q->c += weight * d * d;
}

static inline void pl_quadric_add_point(pl_quadric *q, const double at[3], double weight)
{
  static const int diagonal[3] = {0, 3, 5};
  for (int i = 0; i < 3; i++) {
    q->a[diagonal[i]] += weight;
    q->b[i] -= weight * at[i];
  }
  q->c += weight * pl_vec3_dot(at, at);
}

static inline void pl_quadric_add(pl_quadric *q, const pl_quadric *other)
{
  for (int k = 0; k < 6; k++) q->a[k] += other->a[k];
  for (int k = 0; k < 3; k++) q->b[k] += other->b[k];
  q->c += other->c;
}

static inline double pl_quadric_error(const pl_quadric *q, const double p[3])
{
  const double *a = q->a;
  return a[0] * p[0] * p[0] + a[3] * p[1] * p[1] + a[5] * p[2] * p[2] +
         2 * (a[1] * p[0] * p[1] + a[2] * p[0] * p[2] + a[4] * p[1] * p[2] + pl_vec3_dot(q->b, p)) + q->c;
}

/* Where the error is least: A p = -b by cofactors. False if that is nowhere in particular. */
static inline bool pl_quadric_best(const pl_quadric *q, double p[3])
{
  const double *a = q->a;
  double xx = a[3] * a[5] - a[4] * a[4], xy = a[2] * a[4] - a[1] * a[5], xz = a[1] * a[4] - a[2] * a[3],
         yy = a[0] * a[5] - a[2] * a[2], yz = a[1] * a[2] - a[0] * a[4], zz = a[0] * a[3] - a[1] * a[1];
  double determinant = a[0] * xx + a[1] * xy + a[2] * xz;
  if (!(determinant > 0)) return false;
  p[0] = -(xx * q->b[0] + xy * q->b[1] + xz * q->b[2]) / determinant;
  p[1] = -(xy * q->b[0] + yy * q->b[1] + yz * q->b[2]) / determinant;
  p[2] = -(xz * q->b[0] + yz * q->b[1] + zz * q->b[2]) / determinant;
  return true;
}
