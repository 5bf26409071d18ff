/* SPDX-License-Identifier: MIT
   Newton's method for the closest rotation, written for one matrix in local variables and without branches, so that
   rotation.c can use it as it is and rotation_kernel.c over the lanes of a block.

   With S = Rᵀ A and w a small turn in the frame of R, tr((R exp[w])ᵀ A) = tr S + g·w - wᵀ H w / 2 + …, where g is twice the
   axial vector of S and H = tr(S) I - sym(S); the step is w = H⁻¹ g. Three facts make it the method of choice:
   - where H is positive definite and w = 0, R is the closest rotation, not merely a stationary one: at a stationary R
     the eigenvalues of H are the pairwise sums of the signed singular values, and they are all positive only for the
     signs of the closest rotation. So a converged step is its own proof, for flat and inside-out A too;
   - around the maximum the cubic term vanishes (tr([w]³ P) = -|w|² tr([w] P) = 0 for symmetric P), so an error e becomes
     about e³, not e²: two steps take a warm start of 0.05 rad to rounding;
   - for P = Rᵀ A a multiple of a rotation, |w| is the tangent of the missing angle, so the update turns by atan |w|:
     exact in that case, and a long step cannot overshoot. */
#pragma once

#include <math.h>
#include <stdbool.h>

/* Magnitudes of tr H between which the sixth powers formed below neither overflow nor vanish. */
#define PL_NEWTON_SMALLEST 1e-45
#define PL_NEWTON_LARGEST 1e45

/* Sharpness det H / (tr H)³ (1/27 at best) below which A is nearly a line, or nearly inside out with s2 = s3: Newton's
   answer is worth less than ten digits there, and the cold method decides. */
#define PL_NEWTON_SHARPNESS 1e-6

/* The last step may be this long, as a multiple of sharpness: its error, at most about (s1 / gap) |w|³, is then below
   1e-12, far inside the 1e-6 that is promised. */
#define PL_NEWTON_LAST_STEP 2.7e-3

/* How far from orthonormal the start may be, as a deviation of any dot product of its rows. */
#define PL_NEWTON_START 1e-5

/* What a step saw at the rotation from which it was taken. */
typedef struct pl_newton_result {
  bool definite; /* H is positive definite, sharp enough and in range: the step means something */
  bool last;     /* the step was so short that the rotation after it is the answer */
} pl_newton_result;

/* 1 / sqrt(square) for a square near 1; the error is about a third of the cube of the distance from 1. */
static inline double pl_newton_inverse_root(double square)
{
  double x = square - 1.0;
  return 1.0 - x * (0.5 - 0.375 * x);
}

/* Makes R orthonormal to rounding, so that rotations carried from step to step never drift; false where R was no
   rotation to begin with (NaN included). */
static inline bool pl_newton_clean(double R[9])
{
  double xx = R[0] * R[0] + R[1] * R[1] + R[2] * R[2];
  double xy = R[0] * R[3] + R[1] * R[4] + R[2] * R[5];
  double s = pl_newton_inverse_root(xx);
  double x0 = s * R[0], x1 = s * R[1], x2 = s * R[2];
  double shift = s * xy;
  double y0 = R[3] - shift * x0, y1 = R[4] - shift * x1, y2 = R[5] - shift * x2;
  double yy = y0 * y0 + y1 * y1 + y2 * y2;
  s = pl_newton_inverse_root(yy);
  y0 *= s, y1 *= s, y2 *= s;
  double z0 = x1 * y2 - x2 * y1, z1 = x2 * y0 - x0 * y2, z2 = x0 * y1 - x1 * y0;
  double away = fabs(R[6] - z0) + fabs(R[7] - z1) + fabs(R[8] - z2);
  R[0] = x0, R[1] = x1, R[2] = x2, R[3] = y0, R[4] = y1, R[5] = y2, R[6] = z0, R[7] = z1, R[8] = z2;
  return (fabs(xx - 1.0) <= PL_NEWTON_START) & (fabs(xy) <= PL_NEWTON_START) & (fabs(yy - 1.0) <= PL_NEWTON_START) &
         (away <= PL_NEWTON_START);
}

/* R <- R times the turn by atan(|n| / d) about n. */
static inline void pl_newton_turn(double R[9], const double n[3], double d)
{
  double nn = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
  double h = sqrt(d * d + nn), w = d + h;
  /* I + sin [k] + (1 - cos) [k]², with sin = |n| / h and 1 - cos = |n|² / (h w), divided only once */
  double b = 1.0 / (h * w), a = w * b;
  double x = a * n[0], y = a * n[1], z = a * n[2];
  double bx = b * n[0], by = b * n[1], bz = b * n[2];
  double diagonal = 1.0 - b * nn;
  double xy = bx * n[1], xz = bx * n[2], yz = by * n[2];
  double t00 = diagonal + bx * n[0], t01 = xy - z, t02 = xz + y;
  double t10 = xy + z, t11 = diagonal + by * n[1], t12 = yz - x;
  double t20 = xz - y, t21 = yz + x, t22 = diagonal + bz * n[2];
  for (int r = 0; r < 9; r += 3) {
    double p = R[r], q = R[r + 1], s = R[r + 2];
    R[r] = p * t00 + q * t10 + s * t20;
    R[r + 1] = p * t01 + q * t11 + s * t21;
    R[r + 2] = p * t02 + q * t12 + s * t22;
  }
}

/* One step on the orthonormal R. Where the result is not `definite`, R afterwards means nothing. */
static inline pl_newton_result pl_newton_step(const double A[9], double R[9])
{
  double S[9];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) S[3 * r + c] = R[r] * A[c] + R[3 + r] * A[3 + c] + R[6 + r] * A[6 + c];

  double g0 = S[7] - S[5], g1 = S[2] - S[6], g2 = S[3] - S[1];
  double xx = S[4] + S[8], yy = S[0] + S[8], zz = S[0] + S[4];
  double yz = -0.5 * (S[7] + S[5]), xz = -0.5 * (S[2] + S[6]), xy = -0.5 * (S[3] + S[1]);

  /* the adjugate of H; n = adj(H) g = det(H) w */
  double c00 = yy * zz - yz * yz, c01 = xz * yz - xy * zz, c02 = xy * yz - xz * yy;
  double c11 = xx * zz - xz * xz, c12 = xy * xz - xx * yz, c22 = xx * yy - xy * xy;
  double d = xx * c00 + xy * c01 + xz * c02;
  double n[3] = {c00 * g0 + c01 * g1 + c02 * g2, c01 * g0 + c11 * g1 + c12 * g2, c02 * g0 + c12 * g1 + c22 * g2};

  double trace = xx + yy + zz, cube = trace * trace * trace;
  double longest = fmax(fabs(n[0]), fmax(fabs(n[1]), fabs(n[2])));
  pl_newton_result result;
  result.definite = (xx > 0.0) & (c22 > 0.0) & (d >= PL_NEWTON_SHARPNESS * cube) & (trace >= PL_NEWTON_SMALLEST) &
                    (trace <= PL_NEWTON_LARGEST);
  result.last = result.definite & (longest * cube <= PL_NEWTON_LAST_STEP * (d * d));
  pl_newton_turn(R, n, d);
  return result;
}
