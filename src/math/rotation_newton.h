/* SPDX-License-Identifier: MIT
   Newton's method for the closest rotation, without branches, on as many matrices as pl_wide has lanes (wide.h): one in
   rotation.c, a register full in rotation_kernel.c, in float in condensed_kernel.c. Matrices are arrays of nine,
   row-major.

   With S = Rᵀ A and w a small turn in the frame of R, tr((R exp[w])ᵀ A) = tr S + g·w - wᵀ H w / 2 + …, where g is twice
   the axial vector of S and H = tr(S) I - sym(S); the step is w = H⁻¹ g. Three facts make it the method of choice:
   - where H is positive definite and w = 0, R is the closest rotation, not merely a stationary one: at a stationary R
     the eigenvalues of H are the pairwise sums of the signed singular values, and they are all positive only for the
     signs of the closest rotation. So a converged step is its own proof, for flat and inside-out A too;
   - around the maximum the cubic term vanishes (tr([w]³ P) = -|w|² tr([w] P) = 0 for symmetric P), so an error e
     becomes about e³, not e²: two steps take a warm start of 0.05 rad to rounding;
   - where A is a multiple of a rotation, |w| is the tangent of the missing angle. Turning by about atan |w| is nearly
     exact then, and a long step cannot overshoot. */
#pragma once

#include "math/wide.h"

#if !defined(PL_WIDE_FLOAT)

/* Sharpness det(2 H) below which A is nearly a line, or nearly inside out with s2 = s3: Newton's answer is worth less
   than ten digits there, and another method must decide. A is scaled so that its magnitudes add up to one, which puts
   tr(2 H) at the answer between 0.7 and 7, and the sharpness of a multiple of a rotation between 0.5 and 2.4. */
#define PL_NEWTON_SHARPNESS 1e-5

/* The last step may have |w| = 2 |n| / d of up to twice this times sharpness, 1e-4 for a multiple of a rotation. The
   error after it, at most about |w|³ s1 / gap, is then below 1e-11, far inside the 1e-6 that is promised. */
#define PL_NEWTON_LAST_STEP 4e-5

/* How far from orthonormal the start may be: the sum of the deviations of dot products of its first two rows. The error
   left by pl_newton_clean is its square. */
#define PL_NEWTON_START 1e-7

#else /* the same for floats: an angle good to about 1e-6 where A is nowhere near a line */

#define PL_NEWTON_SHARPNESS 1e-3f
#define PL_NEWTON_LAST_STEP 2e-3f
#define PL_NEWTON_START 1e-4f

#endif

/* A turn from a rotation R to the next, R T with T = I + b N. Everything that needs the quotient b is linear in it, so
   that products with N can be computed while the division is under way. */
typedef struct pl_newton_turn {
  pl_wide N[9], b;
  pl_mask definite; /* H at R is positive definite and sharp enough: the turn means something */
  pl_mask last;     /* definite, and so short a turn that the rotation after it is the answer */
} pl_newton_turn;

static inline pl_wide pl_newton_dot(const pl_wide a[3], const pl_wide b[3])
{
  return pl_wide_fma(a[0], b[0], pl_wide_fma(a[1], b[1], a[2] * b[2]));
}

/* a b - c d */
static inline pl_wide pl_newton_minor(pl_wide a, pl_wide b, pl_wide c, pl_wide d)
{
  return pl_wide_fma(a, b, -(c * d));
}

/* Makes R orthonormal to rounding, so that rotations carried from step to step never drift: first row, second row, and
   their cross product; the third row that came in is not even read. Since 1 / sqrt(1 + e) = 1 - e/2 + …, the error is
   3/8 of the square of the deviation. Holds where the first two rows were nearly orthonormal (so not for NaN). */
static inline pl_mask pl_newton_clean(pl_wide R[9])
{
  pl_wide *x = R, *y = R + 3, *z = R + 6, minus_half = pl_wide_set(-0.5), one = pl_wide_set(1.0);
  pl_wide xx = pl_newton_dot(x, x) - one, xy = pl_newton_dot(x, y), yy = pl_newton_dot(y, y) - one;
  pl_wide scale_x = pl_wide_fma(xx, minus_half, one), scale_y = pl_wide_fma(yy, minus_half, one);
  for (int k = 0; k < 3; k++) {
    y[k] = scale_y * pl_wide_fma(-xy, x[k], y[k]);
    x[k] = scale_x * x[k];
  }
  z[0] = pl_newton_minor(x[1], y[2], x[2], y[1]);
  z[1] = pl_newton_minor(x[2], y[0], x[0], y[2]);
  z[2] = pl_newton_minor(x[0], y[1], x[1], y[0]);
  return pl_wide_abs(xx) + pl_wide_abs(xy) + pl_wide_abs(yy) <= pl_wide_set(PL_NEWTON_START);
}

/* S = Rᵀ A over the sum of the magnitudes of A, so that nothing below overflows or vanishes whatever the scale of A.
   Where that is zero, infinite or NaN, S becomes something that is not definite. */
static inline void pl_newton_begin(const pl_wide A[9], const pl_wide R[9], pl_wide S[9])
{
  pl_wide rows[3];
  for (int r = 0; r < 3; r++) rows[r] = pl_wide_abs(A[3 * r]) + pl_wide_abs(A[3 * r + 1]) + pl_wide_abs(A[3 * r + 2]);
  pl_wide scale = pl_wide_set(1) / (rows[0] + rows[1] + rows[2]);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      S[3 * r + c] = scale * pl_wide_fma(R[r], A[c], pl_wide_fma(R[3 + r], A[3 + c], R[6 + r] * A[6 + c]));
}

/* Fills in N and b for the turn by about atan(2 |n| / p) about n, p > 0. With t the tangent, the quaternion of that
   angle is (1 + sqrt(1 + t²), t); sqrt(1 + t²) ~ 1 + t²/2 saves the root, is good to t⁵ and turns less where t is
   large. */
static inline void pl_newton_set_turn(const pl_wide n[3], pl_wide nn, pl_wide p, pl_newton_turn *turn)
{
  pl_wide w = pl_wide_fma(p, p, nn); /* the quaternion is (w, v) up to scale */
  pl_wide v[3] = {p * n[0], p * n[1], p * n[2]};
  pl_wide wx = w * v[0], wy = w * v[1], wz = w * v[2];
  pl_wide xx = v[0] * v[0], yy = v[1] * v[1], zz = v[2] * v[2];
  turn->b = pl_wide_set(2) / pl_wide_fma(w, w, xx + yy + zz);
  pl_wide *N = turn->N;
  N[0] = -(yy + zz), N[1] = pl_wide_fma(v[0], v[1], -wz), N[2] = pl_wide_fma(v[0], v[2], wy);
  N[3] = pl_wide_fma(v[0], v[1], wz), N[4] = -(xx + zz), N[5] = pl_wide_fma(v[1], v[2], -wx);
  N[6] = pl_wide_fma(v[0], v[2], -wy), N[7] = pl_wide_fma(v[1], v[2], wx), N[8] = -(xx + yy);
}

/* The step from a rotation R of which S = Rᵀ A is known. */
static inline void pl_newton_measure(const pl_wide S[9], pl_newton_turn *turn)
{
  /* 2 H, its off-diagonal elements without their minus; additions are cheaper here than multiplications by a half */
  pl_wide g[3] = {S[7] - S[5], S[2] - S[6], S[3] - S[1]};
  pl_wide xx = S[4] + S[8], yy = S[0] + S[8], zz = S[0] + S[4];
  pl_wide yz = S[7] + S[5], xz = S[2] + S[6], xy = S[3] + S[1];
  xx = xx + xx, yy = yy + yy, zz = zz + zz;

  /* its adjugate c and determinant d; n = c g, so w = 2 n / d */
  pl_wide c00 = pl_newton_minor(yy, zz, yz, yz), c01 = pl_wide_fma(xz, yz, xy * zz), c02 = pl_wide_fma(xy, yz, xz * yy);
  pl_wide c11 = pl_newton_minor(xx, zz, xz, xz), c12 = pl_wide_fma(xy, xz, xx * yz);
  pl_wide c22 = pl_newton_minor(xx, yy, xy, xy);
  pl_wide d = pl_wide_fma(xx, c00, pl_wide_fma(-xy, c01, -(xz * c02)));
  pl_wide n[3] = {pl_wide_fma(c00, g[0], pl_wide_fma(c01, g[1], c02 * g[2])),
                  pl_wide_fma(c01, g[0], pl_wide_fma(c11, g[1], c12 * g[2])),
                  pl_wide_fma(c02, g[0], pl_wide_fma(c12, g[1], c22 * g[2]))};
  pl_wide zero = pl_wide_set(0), nn = pl_newton_dot(n, n), limit = pl_wide_set(PL_NEWTON_LAST_STEP) * d * d;
  turn->definite = (xx > zero) & (c22 > zero) & (d > pl_wide_set(PL_NEWTON_SHARPNESS));
  turn->last = turn->definite & (nn <= limit * limit);
  pl_newton_set_turn(n, nn, d, turn);
}

/* R <- R T */
static inline void pl_newton_turn_rotation(const pl_newton_turn *turn, pl_wide R[9])
{
  const pl_wide *N = turn->N;
  for (int r = 0; r < 9; r += 3) {
    pl_wide x = R[r], y = R[r + 1], z = R[r + 2];
    for (int c = 0; c < 3; c++)
      R[r + c] = pl_wide_fma(turn->b, pl_wide_fma(x, N[c], pl_wide_fma(y, N[3 + c], z * N[6 + c])), R[r + c]);
  }
}

/* S <- Tᵀ S, which is Rᵀ A for the new R. */
static inline void pl_newton_turn_product(const pl_newton_turn *turn, pl_wide S[9])
{
  const pl_wide *N = turn->N;
  for (int c = 0; c < 3; c++) {
    pl_wide x = S[c], y = S[3 + c], z = S[6 + c];
    for (int r = 0; r < 3; r++)
      S[3 * r + c] = pl_wide_fma(turn->b, pl_wide_fma(N[r], x, pl_wide_fma(N[3 + r], y, N[6 + r] * z)), S[3 * r + c]);
  }
}

/* Newton's method on all lanes, from the rotations in R, with at most so many steps; a lane's result depends on nothing
   but its own numbers. Returns the bits of the lanes that it could not settle; the rotations of the others are in R. */
static inline unsigned pl_newton_search(const pl_wide A[9], int steps, pl_wide R[9])
{
  pl_wide S[9], zero = pl_wide_set(0);
  pl_mask searching = pl_newton_clean(R), failed = pl_mask_not(searching);
  pl_newton_begin(A, R, S);
  for (int n = 1;; n++) {
    pl_newton_turn turn;
    pl_newton_measure(S, &turn);
    turn.b = pl_wide_select(searching, turn.b, zero); /* lanes that have finished turn no more */
    failed = failed | (searching & pl_mask_not(turn.definite));
    searching = searching & turn.definite & pl_mask_not(turn.last);
    pl_newton_turn_rotation(&turn, R);
    if (n == steps || !pl_mask_bits(searching)) return pl_mask_bits(failed | searching);
    pl_newton_turn_product(&turn, S);
  }
}
