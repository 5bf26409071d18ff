/* SPDX-License-Identifier: MIT
   The cage model: Green Coordinates of a cage as a basis of elasticity (Martin et al.). */
#pragma once

#include "pliant/mesh.h"
#include "pliant/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_cage_normals {
  PL_NORMALS_FULL,  /* the cage's normals move with its vertices in every derivative: forces are exact, spin is kept */
  PL_NORMALS_FROZEN /* fixed during a step and updated after it, as in the paper; faster, brakes rotation */
} pl_cage_normals;

/* Material and options of the cage model: a few vertices of a cage around the surface carry it and keep its small
   features in shape. */
typedef struct pl_cage_model_def {
  const pl_mesh *mesh;   /* the cage: closed, facing outwards, around the body's mesh; NULL: made automatically */
  uint32_t vertices;     /* of a cage that is made, >= 8; default 56. Three unknowns each */
  double youngs_modulus; /* Pa, > 0; default 1e5 */
  double poisson_ratio;  /* [0, 0.5); default 0.3 */
  /* >= 0: part of critical damping of the slowest wave along the body, whose frequency is taken as sqrt(E / rho) / 2 L,
     L its diagonal: strains are resisted by beta = 2 ratio L / (pi sqrt(E / rho)) times their rate, too. Twice that is
     the loss factor there; default 0 */
  double damping_ratio;
  /* quadrature points wanted inside the surface; at least as many as the cage has vertices; default 200 */
  uint32_t points;
  double spacing;                   /* side of the voxels with 8 points each instead, m, > 0; default 0: from points */
  const double *quadrature_points;  /* given points instead, 3 each, inside the cage, m; NULL: voxels */
  const double *quadrature_weights; /* and the volume of each, m^3, > 0 */
  size_t quadrature_count;
  pl_cage_normals normals; /* default full */
  double penalty; /* beta, N/m, > 0: stiffness of a pinned vertex; default 0: 100 E times the size of the body */
  /* N/m, >= 0: particles behind planes are pulled back by springs of this stiffness inside the implicit step, as in the
     paper, without friction; contact then leaves planes alone. Default 0: contact, as for all models */
  double plane_penalty;
  /* part of the body's mass, [0, 1], that the cage's vertices have of their own where they move against each other,
     never in rigid motion; default 0.05. Without it contact sets vertices in motion that hardly move matter */
  double own_mass;
  /* part of the body's stiffness, [0, 1], that faces of the cage have of their own once they are stretched more than
     1.6 times as much one way as the other; default 0.03. Without it faces collapse under hard contact, their normals
     turn over, and energy grows. Frozen normals have none */
  double own_stiffness;
  pl_momentum angular_momentum; /* default keep; frozen normals cannot */
} pl_cage_model_def;

/* Queued for the start of the next step, as pl_body_set_material, at no cost. The cage, its quadrature and its normals
   stay: `vertices`, `points`, `spacing` and `normals` must be what they are, and pointers are not read. */
PL_API pl_status pl_body_set_cage(pl_body *body, const pl_cage_model_def *cage);

#ifdef __cplusplus
}
#endif
