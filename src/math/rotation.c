/* SPDX-License-Identifier: MIT */
#include "math/rotation.h"

#include <float.h>
#include <stdbool.h>

#define PL_WIDE_SCALAR
#include "math/functions.h"
#include "math/rotation_newton.h"

/* Gap s2 + sign(det A) s3, as part of s1, below which the answer is free to turn about the first singular direction.
   Covariances of straight neighbourhoods carry rounding errors of 1e-14 … 1e-12; the free angle must not follow them.
   */
#define FREE_ANGLE_GAP 1e-10

/* Convergence of one-sided Jacobi is quadratic; random matrices need 4 to 6 sweeps. */
enum { SWEEP_LIMIT = 30, NEWTON_LIMIT = 6 };

/* The three columns of a matrix, largest singular value first. */
typedef struct frame {
  double first[3], second[3], third[3];
} frame;

static void take_rotation_or_identity(const double previous[9], double out[9])
{
  if (previous) {
    pl_mat3_copy(previous, out);
    if (pl_newton_clean(out)) return;
  }
  pl_mat3_identity(out);
}

/* Brings the largest element into [0.5, 1) by a power of two, which is exact; false for zero and for anything that is
   not finite. */
static bool scale_to_one(const double A[9], double out[9])
{
  double largest = 0.0;
  for (int k = 0; k < 9; k++) {
    if (!isfinite(A[k])) return false;
    largest = fmax(largest, fabs(A[k]));
  }
  if (largest == 0.0) return false;
  int exponent = 0;
  (void)frexp(largest, &exponent);
  for (int k = 0; k < 9; k++) out[k] = scalbn(A[k], -exponent);
  return true;
}

/* Turns the rows p and q of `columns` (which hold the columns of A V) and of `v` until the former are perpendicular.
   False if they were already. */
static bool orthogonalise_pair(double columns[3][3], double v[3][3], int p, int q)
{
  double pp = pl_vec3_dot(columns[p], columns[p]);
  double qq = pl_vec3_dot(columns[q], columns[q]);
  double pq = pl_vec3_dot(columns[p], columns[q]);
  /* the second bound stops at columns that are zero beside the largest, which is of order one */
  if (pq * pq <= 4.0 * DBL_EPSILON * DBL_EPSILON * pp * qq || fabs(pq) <= 1e-30) return false;
  double zeta = (qq - pp) / (2.0 * pq);
  double t = copysign(1.0, zeta) / (fabs(zeta) + sqrt(1.0 + zeta * zeta));
  double c = 1.0 / sqrt(1.0 + t * t), s = c * t;
  for (int k = 0; k < 3; k++) {
    double a = columns[p][k], b = columns[q][k];
    columns[p][k] = c * a - s * b;
    columns[q][k] = s * a + c * b;
    a = v[p][k], b = v[q][k];
    v[p][k] = c * a - s * b;
    v[q][k] = s * a + c * b;
  }
  return true;
}

/* One-sided Jacobi (Hestenes): finds orthonormal v such that the columns A v are perpendicular. It works on A itself,
   not on AᵀA, so that small singular values keep their digits. */
static void orthogonalise(const double A[9], double columns[3][3], double v[3][3])
{
  for (int c = 0; c < 3; c++)
    for (int r = 0; r < 3; r++) {
      columns[c][r] = A[3 * r + c];
      v[c][r] = r == c ? 1.0 : 0.0;
    }
  bool moved = true;
  for (int sweep = 0; moved && sweep < SWEEP_LIMIT; sweep++) {
    moved = orthogonalise_pair(columns, v, 0, 1);
    moved = orthogonalise_pair(columns, v, 0, 2) || moved;
    moved = orthogonalise_pair(columns, v, 1, 2) || moved;
  }
}

/* Indices of the columns by falling length. */
static void order(double columns[3][3], int index[3])
{
  double square[3];
  for (int k = 0; k < 3; k++) {
    square[k] = pl_vec3_dot(columns[k], columns[k]);
    index[k] = k;
  }
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2 - i; k++)
      if (square[index[k]] < square[index[k + 1]]) {
        int swapped = index[k];
        index[k] = index[k + 1];
        index[k + 1] = swapped;
      }
}

static void complete_frame(frame *f)
{
  pl_vec3_perpendicular(f->first, f->second);
  pl_vec3_cross(f->first, f->second, f->third);
}

/* R = u vᵀ */
static void map_frame(const frame *u, const frame *v, double R[9])
{
  pl_mat3_zero(R);
  pl_mat3_outer_add(R, 1.0, u->first, v->first);
  pl_mat3_outer_add(R, 1.0, u->second, v->second);
  pl_mat3_outer_add(R, 1.0, u->third, v->third);
}

/* Turns u about its first axis so that u vᵀ comes as close to `previous` as it can. */
static void turn_towards(const double previous[9], const frame *v, frame *u)
{
  double second[3], third[3];
  pl_mat3_apply(previous, v->second, second);
  pl_mat3_apply(previous, v->third, third);
  double c = pl_vec3_dot(u->second, second) + pl_vec3_dot(u->third, third);
  double s = pl_vec3_dot(u->third, second) - pl_vec3_dot(u->second, third);
  double length = pl_hypot(c, s);
  if (length < 1e-12) return; /* half a turn away in every case: all angles are equally close */
  c /= length, s /= length;
  for (int k = 0; k < 3; k++) {
    double a = u->second[k], b = u->third[k];
    u->second[k] = c * a + s * b;
    u->third[k] = c * b - s * a;
  }
}

void pl_closest_rotation_cold(const double A[9], const double previous[9], double R[9])
{
  double last[9], scaled[9], columns[3][3], directions[3][3];
  take_rotation_or_identity(previous, last);
  if (!scale_to_one(A, scaled)) {
    pl_mat3_copy(last, R);
    return;
  }
  orthogonalise(scaled, columns, directions);
  int index[3];
  order(columns, index);

  frame u, v;
  pl_vec3_copy(directions[index[0]], v.first);
  pl_vec3_copy(directions[index[1]], v.second);
  pl_vec3_cross(v.first, v.second, v.third);
  double s1 = pl_vec3_length(columns[index[0]]);
  pl_vec3_scale(columns[index[0]], 1.0 / s1, u.first);

  /* both frames are right-handed, so s3 carries the sign of det A and the smallest direction is flipped by itself */
  double second[3], image[3];
  pl_vec3_add_scaled(columns[index[1]], -pl_vec3_dot(u.first, columns[index[1]]), u.first, second);
  double s2 = pl_vec3_length(second), gap = 0.0;
  if (s2 > FREE_ANGLE_GAP * s1) {
    pl_vec3_scale(second, 1.0 / s2, u.second);
    pl_vec3_cross(u.first, u.second, u.third);
    pl_mat3_apply(scaled, v.third, image);
    gap = s2 + pl_vec3_dot(u.third, image);
  }
  if (gap <= FREE_ANGLE_GAP * s1) {
    complete_frame(&u);
    complete_frame(&v);
    turn_towards(last, &v, &u);
  }
  map_frame(&u, &v, R);
}

void pl_closest_rotation(const double A[9], const double previous[9], double R[9])
{
  double warm[9], S[9];
  take_rotation_or_identity(previous, warm);
  pl_newton_begin(A, warm, S);
  for (int k = 0; k < NEWTON_LIMIT; k++) {
    pl_newton_turn turn;
    pl_newton_measure(S, &turn);
    if (!turn.definite) break;
    pl_newton_turn_rotation(&turn, warm);
    if (turn.last) {
      pl_mat3_copy(warm, R);
      return;
    }
    pl_newton_turn_product(&turn, S);
  }
  pl_closest_rotation_cold(A, previous, R);
}
