/* SPDX-License-Identifier: MIT
   Hookean material seen from the rotated frame of a point: with F the deformation gradient and R its closest rotation,
     energy  psi = mu |F - R|^2 + lambda/2 (tr(R^T F) - 3)^2            J/m^3
     stress  P   = 2 mu (F - R) + lambda (tr(R^T F) - 3) R
       Pa, the exact derivative of psi (R maximises tr R^T F)
     change  dP  = 2 mu R sym(R^T dF) + lambda tr(R^T dF) R             with R held: symmetric and positive semidefinite
   Martin et al. (3), (16), sect. 5.3; equal to lines 8, 9 and 15 of their fig. 4. */
#pragma once

#include "math/mat3.h"

static inline double pl_corotated_energy(double lambda, double mu, const double F[9], const double R[9])
{
  double square = 0, stretch = pl_mat3_inner(R, F) - 3;
  for (int k = 0; k < 9; k++) square += (F[k] - R[k]) * (F[k] - R[k]);
  return mu * square + 0.5 * lambda * stretch * stretch;
}

static inline void pl_corotated_stress(double lambda, double mu, const double F[9], const double R[9], double P[9])
{
  double pressure = lambda * (pl_mat3_inner(R, F) - 3);
  for (int k = 0; k < 9; k++) P[k] = 2 * mu * (F[k] - R[k]) + pressure * R[k];
}

static inline void pl_corotated_change(double lambda, double mu, double rotation_stiffness, const double R[9],
                                       const double dF[9], double dP[9])
{
  double back[9], pressure = lambda * pl_mat3_inner(R, dF);
  pl_mat3_transpose_multiply(R, dF, back);
  double both[9];
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      both[3 * r + c] = mu * ((1 + rotation_stiffness) * back[3 * r + c] + (1 - rotation_stiffness) * back[3 * c + r]);
  pl_mat3_multiply(R, both, dP);
  for (int k = 0; k < 9; k++) dP[k] += pressure * R[k];
}
