/* SPDX-License-Identifier: MIT
   The rotation closest to a 3×3 matrix A: the proper rotation R that maximises tr(Rᵀ A). With A = U S Vᵀ it is
   R = U diag(1, 1, det(U Vᵀ)) Vᵀ: where A turns inside out, the direction of its smallest singular value is flipped.
   All matrices are row-major, as in mat3.h. */
#pragma once

#include <stddef.h>

#include "base/isa.h"
#include "math/mat3.h"

/* The closest rotation of A, for every A: never NaN, never a reflection, orthogonal to rounding, and the same for any
   scale of A from the smallest to the largest double.
   The answer is unique while s2 + sign(det A) s3 > 0 (singular values s1 >= s2 >= s3), flat A (s3 = 0) included. Where
   that gap is below 1e-10 s1 (lines; inside-out A with s2 = s3), R takes the first singular direction to its image and
   the free angle about it is the one closest to `previous`. A of zero, infinity or NaN returns `previous`.
   previous: the last rotation, where the search starts; it is known by its first two rows, and where those are not
   orthonormal to 1e-7, or previous is NULL, identity stands for it. R may be the same array as previous or as A.
   Accuracy: the angle to 1e-6 wherever the gap is above 1e-7 s1, and in fact to 1e-11 + 1e-13 s1 / gap; tests hold it
   against LAPACK's singular value decomposition. */
void pl_closest_rotation(const double A[9], const double previous[9], double R[9]);

/* The same by one-sided Jacobi only: what pl_closest_rotation falls back on when `previous` is no good start. Slower,
   and the same answer to rounding whatever `previous` is (it only settles the free angle). */
void pl_closest_rotation_cold(const double A[9], const double previous[9], double R[9]);

/* Many at once: matrices in blocks of PL_ROTATION_LANES, each block 9 rows of lanes,

     block b:   a00 of matrices 8b … 8b+7 | a01 of the same eight | … | a22        (72 doubles, 9 cache lines)

   so that a vector register holds one element of eight matrices. Element k of matrix i is at
   [pl_rotation_offset(i) + PL_ROTATION_LANES * k]: a loop over nodes that gathers a covariance in a local double[9]
   stores it with pl_rotation_store, and one that needs a rotation reads it with pl_rotation_load. Blocks are
   independent: threads may share them out as they like. Lanes beyond the last matrix take part like any other; let them
   be identity in A and R (pl_rotation_fill_identity), where they cost nothing extra. */
enum { PL_ROTATION_LANES = 8, PL_ROTATION_BLOCK = 9 * PL_ROTATION_LANES };

static inline size_t pl_rotation_blocks(size_t count) { return (count + PL_ROTATION_LANES - 1) / PL_ROTATION_LANES; }

static inline size_t pl_rotation_offset(size_t i)
{
  return i / PL_ROTATION_LANES * PL_ROTATION_BLOCK + i % PL_ROTATION_LANES;
}

static inline void pl_rotation_store(double *blocks, size_t i, const double m[9])
{
  double *lane = blocks + pl_rotation_offset(i);
  for (size_t k = 0; k < 9; k++) lane[PL_ROTATION_LANES * k] = m[k];
}

static inline void pl_rotation_load(const double *blocks, size_t i, double m[9])
{
  const double *lane = blocks + pl_rotation_offset(i);
  for (size_t k = 0; k < 9; k++) m[k] = lane[PL_ROTATION_LANES * k];
}

static inline void pl_rotation_fill_identity(double *blocks, size_t count)
{
  for (size_t k = 0; k < count * PL_ROTATION_BLOCK; k++)
    blocks[k] = k % PL_ROTATION_BLOCK / PL_ROTATION_LANES % 4 == 0 ? 1.0 : 0.0;
}

/* Closest rotations of `blocks` blocks of matrices A. R holds the previous rotations on entry and the answers on
   return, with all the promises of pl_closest_rotation. Each result depends on its own matrix and previous rotation
   only, to the bit, not on its lane or its neighbours. Returns the number of matrices that needed the cold method:
   lines, zeros, starts more than about a quarter of a turn away; they cost some fifty times as much (`pliant bench
   rotations`). A and R need no more alignment than doubles, but 64 bytes are faster. */
size_t pl_closest_rotations(const double *A, size_t blocks, double *R);

/* The kernel for one instruction set, for tests and benchmarks; NULL where this processor does not have it. */
typedef size_t (*pl_rotation_kernel)(const double *A, size_t blocks, double *R);
pl_rotation_kernel pl_rotation_kernel_for(pl_isa isa);
