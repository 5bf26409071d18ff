/* SPDX-License-Identifier: MIT
   3×3 matrices as double[9], row-major: element (row r, column c) is m[3 r + c]. Results must not alias arguments
   unless said otherwise. */
#pragma once

#include "math/functions.h"
#include "math/vec3.h"

static inline void pl_mat3_identity(double out[9])
{
  for (int k = 0; k < 9; k++) out[k] = k % 4 == 0 ? 1.0 : 0.0;
}

static inline void pl_mat3_zero(double out[9]) { memset(out, 0, 9 * sizeof(double)); }

static inline void pl_mat3_copy(const double a[9], double out[9]) { memmove(out, a, 9 * sizeof(double)); }

/* out = aᵀ */
static inline void pl_mat3_transpose(const double a[9], double out[9])
{
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) out[3 * c + r] = a[3 * r + c];
}

/* out = a b */
static inline void pl_mat3_multiply(const double a[9], const double b[9], double out[9])
{
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) out[3 * r + c] = a[3 * r] * b[c] + a[3 * r + 1] * b[3 + c] + a[3 * r + 2] * b[6 + c];
}

/* out = aᵀ b */
static inline void pl_mat3_transpose_multiply(const double a[9], const double b[9], double out[9])
{
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) out[3 * r + c] = a[r] * b[c] + a[3 + r] * b[3 + c] + a[6 + r] * b[6 + c];
}

/* a += m p qᵀ: the covariance sums of shape matching. */
static inline void pl_mat3_outer_add(double a[9], double m, const double p[3], const double q[3])
{
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) a[3 * r + c] += m * p[r] * q[c];
}

/* out = a x */
static inline void pl_mat3_apply(const double a[9], const double x[3], double out[3])
{
  for (int r = 0; r < 3; r++) out[r] = pl_vec3_dot(a + 3 * r, x);
}

/* out = aᵀ x */
static inline void pl_mat3_apply_transpose(const double a[9], const double x[3], double out[3])
{
  for (int r = 0; r < 3; r++) out[r] = a[r] * x[0] + a[3 + r] * x[1] + a[6 + r] * x[2];
}

static inline double pl_mat3_determinant(const double a[9])
{
  return a[0] * (a[4] * a[8] - a[5] * a[7]) + a[1] * (a[5] * a[6] - a[3] * a[8]) + a[2] * (a[3] * a[7] - a[4] * a[6]);
}

/* tr(aᵀ b), the inner product whose maximum the closest rotation is. */
static inline double pl_mat3_inner(const double a[9], const double b[9])
{
  double sum = 0.0;
  for (int k = 0; k < 9; k++) sum += a[k] * b[k];
  return sum;
}

/* The rotation by |w| radians about w (Rodrigues): I + sin t / t [w] + (1 - cos t) / t² [w]². Written with half the
   angle, because 1 - cos t loses all its digits near zero; exact to rounding for every w, the zero vector included. */
static inline void pl_mat3_from_rotation_vector(const double w[3], double out[9])
{
  double angle = pl_vec3_length(w), half = 0.5 * angle;
  double sinc = angle > 1e-8 ? pl_sin(angle) / angle : 1.0;
  double sinc_half = angle > 1e-8 ? pl_sin(half) / half : 1.0;
  double b = 0.5 * sinc_half * sinc_half, diagonal = 1.0 - b * angle * angle;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) out[3 * r + c] = b * w[r] * w[c] + (r == c ? diagonal : 0.0);
  out[1] -= sinc * w[2];
  out[2] += sinc * w[1];
  out[3] += sinc * w[2];
  out[5] -= sinc * w[0];
  out[6] -= sinc * w[1];
  out[7] += sinc * w[0];
}
