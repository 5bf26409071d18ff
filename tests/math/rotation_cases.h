/* SPDX-License-Identifier: MIT
   Matrices for the tests of closest rotations, with LAPACK's singular value decomposition as the judge. */
#pragma once

#include <lapacke.h>

#include "math/quaternion.h"
#include "testing.h"

typedef enum rotation_kind {
  KIND_RANDOM,        /* nine independent numbers: half of them are inside out */
  KIND_STRETCH,       /* rotation times moderate stretch: what a simulation gives */
  KIND_INSIDE_OUT,    /* det < 0 with distinct singular values */
  KIND_NEAR_SINGULAR, /* s3 from 1e-16 to 1e-2, either sign */
  KIND_FLAT,          /* s3 = 0 to rounding */
  KIND_FLAT_EXACT,    /* a column of exact zeros */
  KIND_NEAR_LINE,     /* s2 from 1e-14 to 1e-2 */
  KIND_LINE,          /* rank 1 */
  KIND_ZERO,
  KIND_EQUAL,           /* singular values equal up to 1e-16 … 1e-4 */
  KIND_EQUAL_INVERSION, /* det < 0 and s2 = s3 up to 1e-16 … 1e-4: the answer jumps here */
  KIND_HUGE,
  KIND_TINY,
  KIND_COUNT
} rotation_kind;

static inline void random_rotation(uint64_t *seed, double largest_angle, double out[9])
{
  double axis[3], x_axis[3] = {1.0, 0.0, 0.0};
  for (int k = 0; k < 3; k++) axis[k] = random_unit(seed);
  pl_vec3_normalise(axis, x_axis, axis);
  pl_vec3_scale(axis, largest_angle * random_unit(seed), axis);
  pl_mat3_from_rotation_vector(axis, out);
}

/* 10^uniform(low, high) */
static inline double random_magnitude(uint64_t *seed, double low, double high)
{
  return pow(10.0, low + (high - low) * 0.5 * (1.0 + random_unit(seed)));
}

static inline void choose_singular_values(rotation_kind kind, uint64_t *seed, double s[3])
{
  double sign = random_unit(seed) < 0.0 ? -1.0 : 1.0;
  for (int k = 0; k < 3; k++) s[k] = random_magnitude(seed, -0.5, 0.5);
  switch (kind) {
  case KIND_INSIDE_OUT: s[2] = -s[2]; break;
  case KIND_NEAR_SINGULAR: s[2] *= sign * random_magnitude(seed, -16.0, -2.0); break;
  case KIND_FLAT: s[2] = 0.0; break;
  case KIND_NEAR_LINE:
    s[1] *= random_magnitude(seed, -14.0, -2.0);
    s[2] *= sign * random_magnitude(seed, -16.0, -2.0);
    break;
  case KIND_LINE: s[1] = s[2] = 0.0; break;
  case KIND_ZERO: s[0] = s[1] = s[2] = 0.0; break;
  case KIND_EQUAL:
    s[1] = s[0] * (1.0 + random_magnitude(seed, -16.0, -4.0));
    s[2] = s[0] * (1.0 - random_magnitude(seed, -16.0, -4.0));
    break;
  case KIND_EQUAL_INVERSION: s[2] = -s[1] * (1.0 + sign * random_magnitude(seed, -16.0, -4.0)); break;
  case KIND_HUGE: pl_vec3_scale(s, sign * random_magnitude(seed, 40.0, 306.0), s); break;
  case KIND_TINY: pl_vec3_scale(s, sign * random_magnitude(seed, -306.0, -40.0), s); break;
  default: break;
  }
}

/* A matrix of a kind. */
static inline void make_case(rotation_kind kind, uint64_t *seed, double A[9])
{
  if (kind == KIND_RANDOM) {
    for (int k = 0; k < 9; k++) A[k] = random_unit(seed);
    return;
  }
  double u[9], v[9], s[3], scaled[9];
  random_rotation(seed, 3.14159265358979, u);
  random_rotation(seed, 3.14159265358979, v);
  choose_singular_values(kind, seed, s);
  for (int k = 0; k < 9; k++) scaled[k] = s[k % 3] * u[k];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) A[3 * r + c] = pl_vec3_dot(scaled + 3 * r, v + 3 * c);
  for (int r = 0; kind == KIND_FLAT_EXACT && r < 3; r++) A[3 * r + 1] = 0.0;
}

typedef struct reference {
  double R[9];
  double value;   /* max tr(Rᵀ A) */
  double largest; /* s1 */
  double gap;     /* s2 + sign(det A) s3: the answer is unique where it is positive */
} reference;

static inline void solve_by_svd(const double A[9], reference *out)
{
  /* read by columns, the array is Aᵀ = u diag(s) vt, so A = vtᵀ diag(s) uᵀ; in memory, by columns */
  double copy[9], s[3], u[9], vt[9], work[256];
  lapack_int integers[24];
  pl_mat3_copy(A, copy);
  lapack_int info = LAPACKE_dgesdd_work(LAPACK_COL_MAJOR, 'A', 3, 3, copy, 3, s, u, 3, vt, 3, work, 256, integers);
  assert_int_equal(info, 0);
  double sign = pl_mat3_determinant(u) * pl_mat3_determinant(vt) < 0.0 ? -1.0 : 1.0;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      out->R[3 * r + c] = vt[3 * r] * u[c] + vt[3 * r + 1] * u[3 + c] + sign * vt[3 * r + 2] * u[6 + c];
  out->value = s[0] + s[1] + sign * s[2];
  out->largest = s[0];
  out->gap = s[1] + sign * s[2];
}

/* The angle between two rotations, radians. */
static inline double angle_between(const double R[9], const double Q[9])
{
  double square = 0.0;
  for (int k = 0; k < 9; k++) square += (R[k] - Q[k]) * (R[k] - Q[k]);
  return 2.0 * asin(fmin(1.0, sqrt(square / 8.0)));
}

/* Distance of RᵀR from the identity, largest element; NaN stays NaN. */
static inline double orthogonality_error(const double R[9])
{
  double product[9], worst = 0.0;
  pl_mat3_transpose_multiply(R, R, product);
  for (int k = 0; k < 9; k++) {
    double error = fabs(product[k] - (k % 4 == 0 ? 1.0 : 0.0));
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

/* R is a rotation, the best one, and the same as LAPACK's where there is only one. Tolerances: orthogonality is
   promised to 1e-12. The value may miss the gap itself (1e-10 s1) where the angle is free; 1e-9 leaves room for LAPACK.
   Where the gap is above 1e-7 s1 the angle is promised to 1e-6; the error of either side is some rounding times s1 /
   gap. */
static inline void check_rotation(const double A[9], const double R[9])
{
  reference expected;
  solve_by_svd(A, &expected);
  assert_less(orthogonality_error(R), 1e-12);
  assert_less(0.5, pl_mat3_determinant(R));
  assert_close(pl_mat3_inner(R, A), expected.value, 1e-9 * expected.largest);
  if (expected.gap > 1e-7 * expected.largest) {
    double allowed = 1e-11 + 1e-13 * expected.largest / expected.gap;
    assert_close(angle_between(R, expected.R), 0.0, fmin(allowed, 1e-6));
  }
}
