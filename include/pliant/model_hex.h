/* SPDX-License-Identifier: MIT
   The hexahedral model: finite elements in the voxels of a surface. */
#pragma once

#include "pliant/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Material and options of the hexahedral model: voxels about the surface, trilinear and corotational, carry its
   vertices. */
typedef struct pl_hex_def {
  double youngs_modulus; /* Pa, > 0; default 1e5 */
  double poisson_ratio;  /* [0, 0.5); default 0.3 */
  /* >= 0: part of critical damping of the slowest wave along the body, whose frequency is taken as sqrt(E / rho) / 2 L,
     L its diagonal: strains are resisted by beta = 2 ratio L / (pi sqrt(E / rho)) times their rate, too. Twice that is
     the loss factor there; default 0 */
  double damping_ratio;
  uint32_t cells[3]; /* voxels along x, y, z of the box around the surface; default 0, 0, 0: cubes, from spacing */
  double spacing;    /* side of a voxel, m, > 0; default 0: from nodes */
  uint32_t nodes; /* corners of voxels wanted, met as nearly as whole voxels allow; three unknowns each; default 500 */
  double penalty; /* beta, N/m, > 0: stiffness of a pinned vertex; default 0: 100 E times the size of the body */
  /* N/m, >= 0: particles behind planes are pulled back by springs of this stiffness inside the implicit step, as in the
     paper, without friction; contact then leaves planes alone. Default 0: contact, as for all models */
  double plane_penalty;
  pl_momentum angular_momentum; /* default keep */
} pl_hex_def;

/* Queued for the start of the next step, as pl_body_set_material, at no cost. The voxels stay: `cells`, `spacing` and
   `nodes` must be what they are. */
PL_API pl_status pl_body_set_hex(pl_body *body, const pl_hex_def *hex);

#ifdef __cplusplus
}
#endif
