/* SPDX-License-Identifier: MIT
   A step of the graph model in the coordinates of a subspace: x = base + Phi z, v = Phi dz/dt. What a step needs is
   linear in z and in the rotations, with constant operators:

     covariances:  A_i(z) = A_i(base) + sum_k z_k g_ik^T,   g_ik = sum_j c_ij (Phi_jk - Phi_ik) e_ij
     forces:       Phi^T F(x, R) = f - Phi^T K Phi z + sum_i (R_i - I) p_ik,
                   p_ik = le sum_j w_ij^2 (Phi_jk - Phi_ik) e_ij + ll s_i (L_i Phi_k) d_i,   f = Phi^T F(base, I)

   so that nothing but the rotations goes over all particles: one pass reads g_ik, finds R_i and adds (R_i - I) p_ik,
   without writing anything else of the body's size. Where covariances are weighted as the energy is, p is a multiple of
   g and the pass reads one array. g and p are float (R - I is nothing at rest, so that a body at rest stays there
   exactly); z, and all sums over blocks of particles, are double. */
#pragma once

#include <stdint.h>

#include "linalg/dense/tall.h"

enum {
  PL_CONDENSED_LANES = 16,                      /* particles per block of operators */
  PL_CONDENSED_GROUP = 32 * PL_CONDENSED_LANES, /* particles whose sums are float */
  PL_CONDENSED_ROTATIONS = 9 * PL_CONDENSED_LANES
};

/* Operators of particles whose rotations are evaluated, in blocks of PL_CONDENSED_LANES side by side. */
typedef struct pl_condensed_rows {
  size_t count; /* particles */
  float *start; /* 9 per particle: A_i(base), row-major */
  float *slope; /* 3 per function and particle: g */
  float *pull;  /* the same: p; may be the array `slope` itself */
} pl_condensed_rows;

typedef struct pl_condensed {
  pl_condensed_rows all;
  /* of active particles, with the pulls of those that have their rotation; empty: all are evaluated */
  pl_condensed_rows some;
  uint32_t *member;               /* per row of `some`: its particle */
  double slope_scale, pull_scale; /* what slopes (and starts) and pulls were divided by, to be floats around 1 */
  double *base;                   /* 3 per particle, m: where z = 0 is; the start, and fixed particles where they are */
  double *stiffness;              /* Phi^T K Phi, columns^2 */
  double *still;                  /* 3 per function: f */
  double *unit;                   /* per function: Phi^T M 1, the coordinates of a translation */
  double *place;                  /* 3 per function: Phi^T M base, the coordinates of the base itself */
  float *lanes;                   /* 3 × columns × PL_CONDENSED_LANES per group: sums of one group */
  double *sums;                   /* 3 × columns per group */
} pl_condensed;
