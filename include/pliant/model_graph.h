/* SPDX-License-Identifier: MIT
   The graph model: geometric potential energy on the edges of any mesh (Huang et al.). */
#pragma once

#include "pliant/inelastic.h"
#include "pliant/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_graph_weights {
  PL_WEIGHTS_SHARE,    /* edges weigh by the part of their cells that exists (pl_mesh_data.edge_shares) */
  PL_WEIGHTS_UNIFORM,  /* every edge weighs 1 */
  PL_WEIGHTS_COTANGENT /* half the sum of the cotangents of the angles opposite an edge in the rest triangles */
} pl_graph_weights;

typedef enum pl_laplacian_weights {
  PL_LAPLACIAN_EDGES,     /* like the edges, divided by their sum at each vertex */
  PL_LAPLACIAN_UNIFORM,   /* 1 over the number of neighbours */
  PL_LAPLACIAN_COTANGENT, /* as PL_WEIGHTS_COTANGENT, not divided by anything */
  PL_LAPLACIAN_GIVEN      /* pl_mesh_data.edge_weights */
} pl_laplacian_weights;

typedef enum pl_covariance {
  PL_COVARIANCE_ENERGY, /* neighbours weigh as in the edge energy: forces are its exact gradient */
  PL_COVARIANCE_MASS    /* neighbours weigh by mass squared, as the paper prints it */
} pl_covariance;

typedef enum pl_damping {
  PL_DAMPING_COROTATED, /* stiffness damping acts on deformation only; rigid rotation is not damped */
  PL_DAMPING_LITERAL    /* D = alpha M + beta K as the paper prints it; also brakes rigid rotation */
} pl_damping;

/* How edges resist bending. */
typedef enum pl_bending {
  PL_BENDING_MATERIAL, /* as their material does: sheets by E t^3 / 12, curves by E I, solids without what coarse
                          neighbourhoods add; default. Not with a stiffness in N/m, other weights than shares, a
                          Laplacian, propagated rotations or links that break: then as edges do */
  PL_BENDING_EDGES     /* as the edge energy of the paper has it, more the coarser they are */
} pl_bending;

typedef enum pl_rotation_mode {
  PL_ROTATIONS_FULL,      /* every neighbourhood its own: default */
  PL_ROTATIONS_PROPAGATED /* taken over from neighbours while a criterion allows it; for comparison: errors are large */
} pl_rotation_mode;

typedef enum pl_rotation_criterion {
  PL_CRITERION_SYMMETRY,   /* eq. (8): what is left after turning back must be symmetric */
  PL_CRITERION_COVARIANCE, /* difference of covariances; naive */
  PL_CRITERION_TRANSFORM   /* difference of best linear maps; naive */
} pl_rotation_criterion;

enum { PL_MOST_SEEDS = 8 };

typedef struct pl_rotations_def {
  pl_rotation_mode mode;
  pl_rotation_criterion criterion; /* default symmetry */
  double threshold;                /* relative, > 0; default 1e-3 */
  uint32_t seeds[PL_MOST_SEEDS];   /* vertices where propagation starts; default: vertex 0 */
  size_t seed_count;
  /* in a subspace: most steps that a choice of active neighbourhoods is kept for, in which no other is looked at, up to
     1000; default 0: chosen anew in every step */
  uint32_t reuse;
} pl_rotations_def;

/* Material and options of the graph model. */
typedef struct pl_graph_def {
  double youngs_modulus; /* Pa, > 0; default 1e5 (soft rubber). The stiffness of the edges is chosen so that a uniform
                            stretch has the energy of this modulus at any resolution; needs vertex volumes */
  /* >= 0: part of critical damping of the slowest wave along the body, whose frequency is taken as sqrt(E / rho) / 2 L,
     L its diagonal: strains are resisted by beta = 2 ratio L / (pi sqrt(E / rho)) times their rate, too. Twice that is
     the loss factor there; not beside stiffness; default 0 */
  double damping_ratio;
  double stiffness; /* N/m per unit weight; > 0 overrides youngs_modulus; default 0: from youngs_modulus */
  double edge;      /* part of the stiffness that the edge energy (eq. 4) gets, >= 0; default 1 */
  double laplacian; /* part of the stiffness that the Laplacian energy (eq. 3) gets, >= 0; default 0 */
  pl_laplacian_weights laplacian_weights; /* default: like the edges */
  pl_graph_weights weights;               /* default share */
  pl_bending bending;                     /* default material */
  pl_covariance covariance;               /* default energy */
  pl_damping damping;                     /* default corotated */
  double damping_mass;                    /* alpha, 1/s, >= 0: drag on all motion; default 0 */
  double damping_stiffness;  /* beta, s, >= 0: drag on deformation; default 0 (implicit Euler damps by itself) */
  pl_precision precision;    /* default auto */
  double anisotropy[3];      /* factors on the energy of edges along three axes, > 0; default 1, 1, 1 */
  double anisotropy_axes[3]; /* how those axes are turned against x, y, z: a rotation vector, rad; default 0 */
  pl_plasticity plasticity;  /* the rule of the paper; not together with pl_body_def.inelastic */
  pl_rotations_def rotations;
  pl_momentum angular_momentum; /* default keep */
  /* of rotations and solve in a small step, at most 100; 1: as the paper. With few, a stiff body swings as if it were
     heavier. 0 (default): as many as keep it in time, 1 to 5, two of them extrapolated */
  int iterations;
} pl_graph_def;

/* Queued for the start of the next step, as pl_body_set_material: any other material, at the cost of a
   factorisation. */
PL_API pl_status pl_body_set_graph(pl_body *body, const pl_graph_def *graph);

#ifdef __cplusplus
}
#endif
