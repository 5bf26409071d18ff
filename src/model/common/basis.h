/* SPDX-License-Identifier: MIT
   Bases of subspaces: scalar functions on the particles, shared by x, y and z ([H] sect. 4), orthonormal when particles
   weigh by their mass. A basis is count × size, row after row: a particle's values lie side by side. Sums run in one
   fixed order. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/status.h"

typedef struct pl_basis_setting {
  size_t count;         /* particles */
  const double *mass;   /* kg */
  const uint8_t *fixed; /* 1: a particle that every function of the basis leaves alone; NULL: none */
} pl_basis_setting;

/* Makes the columns orthonormal, one after the other. What a column has beyond those before it must be more than
   `tolerance` of it, or the column is left out. The result is packed: count × *rank. */
pl_status pl_basis_orthonormalise(const pl_basis_setting *setting, size_t size, double tolerance, double *basis,
                                  size_t *rank);

/* Mass-weighted principal components of displacements (samples × 3 per particle), whose mean is not subtracted: no
   displacement at all must be in the space. The x, y and z parts of a sample are three columns. At most `size`
   components, fewer where singular values fall below `tolerance` of the first. */
pl_status pl_basis_components(const pl_basis_setting *setting, const double *displacements, size_t samples, size_t size,
                              double tolerance, double *basis, size_t *made);

/* Puts 1 and the three coordinates of `positions` before the columns: with them in the space, every rotation and
   translation of these positions is. basis has room for count × (size + 4) and holds count × size; *rank <= size + 4.
   */
pl_status pl_basis_add_rotations(const pl_basis_setting *setting, const double *positions, size_t size, double *basis,
                                 size_t *rank);

/* values (3 per particle) := their part in the space; gives the largest length that a particle's value lost. */
pl_status pl_basis_project(const pl_basis_setting *setting, size_t size, const double *basis, double *values,
                           double *residual);
