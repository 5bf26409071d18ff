/* SPDX-License-Identifier: MIT
   Unit quaternions double[4] = (x, y, z, w): vector part first, as in glTF. q and -q are the same rotation. */
#pragma once

#include "math/functions.h"
#include "math/mat3.h"

static inline void pl_quaternion_identity(double out[4])
{
  out[0] = out[1] = out[2] = 0.0;
  out[3] = 1.0;
}

/* The rotation by |w| radians about w; accurate near zero. */
static inline void pl_quaternion_from_rotation_vector(const double w[3], double out[4])
{
  double angle = pl_vec3_length(w), half = 0.5 * angle;
  pl_vec3_scale(w, angle > 1e-8 ? pl_sin(half) / angle : 0.5, out);
  out[3] = pl_cos(half);
}

/* out = a b: first b, then a. out may be a or b. */
static inline void pl_quaternion_multiply(const double a[4], const double b[4], double out[4])
{
  double x = a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1];
  double y = a[3] * b[1] + a[1] * b[3] + a[2] * b[0] - a[0] * b[2];
  double z = a[3] * b[2] + a[2] * b[3] + a[0] * b[1] - a[1] * b[0];
  out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  pl_vec3_set(out, x, y, z);
}

/* Length one again after many products; the identity where nothing is left to scale. out may be q. */
static inline void pl_quaternion_normalise(const double q[4], double out[4])
{
  double square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  if (!(square >= 1e-280 && square <= 1e280)) {
    pl_quaternion_identity(out);
    return;
  }
  double scale = 1.0 / sqrt(square);
  for (int k = 0; k < 4; k++) out[k] = scale * q[k];
}

static inline void pl_quaternion_to_matrix(const double q[4], double out[9])
{
  double x = q[0], y = q[1], z = q[2], w = q[3];
  out[0] = 1.0 - 2.0 * (y * y + z * z);
  out[1] = 2.0 * (x * y - w * z);
  out[2] = 2.0 * (x * z + w * y);
  out[3] = 2.0 * (x * y + w * z);
  out[4] = 1.0 - 2.0 * (x * x + z * z);
  out[5] = 2.0 * (y * z - w * x);
  out[6] = 2.0 * (x * z - w * y);
  out[7] = 2.0 * (y * z + w * x);
  out[8] = 1.0 - 2.0 * (x * x + y * y);
}
