/* SPDX-License-Identifier: MIT
   The rotation closest to a 3×3 matrix A: the proper rotation R that maximises tr(Rᵀ A). With A = U S Vᵀ it is
   R = U diag(1, 1, det(U Vᵀ)) Vᵀ: where A turns inside out, the direction of its smallest singular value is flipped.
   All matrices are row-major, as in mat3.h. */
#pragma once

#include "math/mat3.h"

/* The closest rotation of A, for every A: never NaN, never a reflection, orthogonal to rounding, and the same for any
   scale of A from the smallest to the largest double.
   The answer is unique while s2 + sign(det A) s3 > 0 (singular values s1 >= s2 >= s3), flat A (s3 = 0) included. Where
   that gap is below 1e-10 s1 (lines; inside-out A with s2 = s3), R takes the first singular direction to its image and
   the free angle about it is the one closest to `previous`. A of zero, infinity or NaN returns `previous`.
   previous: the last rotation, where the search starts; NULL, or a matrix that is no rotation, stands for identity.
   R may be the same array as previous or as A. Accuracy of the angle: about 1e-15 s1 / (s2 + sign(det A) s3), at worst 1e-10. */
void pl_closest_rotation(const double A[9], const double previous[9], double R[9]);

/* The same by one-sided Jacobi only: what pl_closest_rotation falls back on when `previous` is no good start. Slower,
   and the same answer to rounding whatever `previous` is (it only settles the free angle). */
void pl_closest_rotation_cold(const double A[9], const double previous[9], double R[9]);
