/* SPDX-License-Identifier: MIT
   The continuum model: curves, surfaces and solids whose energy is a weighted norm of how their fundamental tensors
   differ from those of the natural shape (Terzopoulos and Fleischer, "Deformable models", sect. 2.1 and A.1 to A.3).
   The body's mesh has a grid (pl_grid).

   Material coordinates are metres along the grid, so that an unstretched metric is 1, and weights are what an engineer
   calls them:
     surface  1/4 w1_ij (G_ij - G0_ij)^2 + 1/2 w2_ij (B_ij - B0_ij)^2 per area, over i and j: forces as printed in (27),
       (28) and (35)
     solid    1/4 w1_ij (G_ij - G0_ij)^2 per volume
     curve    1/2 (w1 (s - s0)^2 + w2 (kappa - kappa0)^2 + w3 (tau - tau0)^2) per length: half of (8) */
#pragma once

#include "pliant/linear_solver.h"
#include "pliant/model.h"
#include "pliant/node_field.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_natural_shape {
  PL_NATURAL_MESH,  /* the tensors of the mesh */
  PL_NATURAL_FLAT,  /* its metric, without curvature and torsion */
  PL_NATURAL_GIVEN, /* metric and curvature */
  PL_NATURAL_NONE   /* nothing at all: it shrinks until something holds it */
} pl_natural_shape;

typedef enum pl_continuum_energy {
  PL_CONTINUUM_TENSORS, /* of the fundamental tensors: rigid motion costs nothing */
  /* quadratic: 1/2 (stretch |x_i|^2 + bend |x_ij|^2) per measure, the membrane, thin plate and spline under tension of
     A.1. It pulls towards a point, and its matrix is factorised once */
  PL_CONTINUUM_SPLINE
} pl_continuum_energy;

typedef enum pl_continuum_step {
  PL_CONTINUUM_STABLE, /* implicit Euler by Newton's method with a positive definite matrix that couples x, y and z */
  /* (39) to (42): one solve, elastic forces as they were; needs small steps where the material is stiff */
  PL_CONTINUUM_PRINTED
} pl_continuum_step;

/* Weights below zero follow from Young's modulus and the body's thickness, as of a material without Poisson's ratio:
   stretch E t / 2, shear and bend alike (surface); E A and E I of a round rod (curve); E / 2 (solid). Where weights of
   neighbours differ, their harmonic mean counts between them. */
typedef struct pl_continuum_def {
  double youngs_modulus;    /* Pa, > 0; default 1e6 */
  pl_node_field stretch[3]; /* w1_11, w1_22, w1_33: N/m, of a curve N, of a solid Pa; default -1 */
  pl_node_field shear[3];   /* w1_12, w1_13, w1_23: likewise; a curve has none; default -1 */
  pl_node_field bend[3];    /* w2_11, w2_22, w2_12: N m, of a curve N m^2 (the first); a solid has none; default -1 */
  pl_node_field twist;      /* w3 of a curve: N m^2; default 0 */
  pl_natural_shape natural; /* default mesh */
  /* given: 1, 3 or 6 numbers per vertex: s0, or G0_11 G0_22 G0_12, or G0_11 G0_22 G0_33 G0_12 G0_13 G0_23 */
  const double *metric;
  const double *curvature; /* given: kappa0 and tau0, or B0_11 B0_22 B0_12, per vertex; NULL: none */
  /* per vertex: 2 smooth, 1 a crease (it bends freely), 0 a cut (nothing holds it); NULL: 2 */
  const double *continuity;
  /* m: of the grid along its directions; 0: measured on the mesh, the mean of its lines; default 0 */
  double lengths[3];
  pl_node_field damping;    /* gamma: kg/s per length, area or volume of material, >= 0; default 0 */
  double damping_matrix[9]; /* of gamma: symmetric, not negative; default the identity */
  /* >= 0, default 0: part of critical damping of the slowest wave along the body, sqrt(E / density) / 2 L, E as
     stretch[0] has it and L the diagonal of its box: rates of the tensors count like so much of them. Rigid motion is
     not braked. Needs tensors and the stable step; of curves those that stay in a plane (pl_planar): in space a
     curvature has no sign */
  double damping_ratio;
  pl_continuum_energy energy; /* default tensors */
  pl_continuum_step step;     /* default stable */
  int iterations;             /* of Newton's method in a step at most, 1 to 100; default 8 */
  double tolerance; /* they end when no node moves by more than this part of a grid spacing, > 0; default 1e-4 */
  /* Of the linear systems, x, y and z of all nodes together; those for grids do not fit them and are refused. Default
     auto */
  pl_linear_solver solver;
  double solver_tolerance;      /* of iterative solvers: relative residual, > 0; default 1e-8 */
  pl_momentum angular_momentum; /* default keep */
} pl_continuum_def;

/* What a name promises: weights as of a material of that kind and of the given thickness (m, > 0; of a string or wire
   its diameter), into def; *density (kg/m^3; NULL: not wanted). Other options stay as they are. */
typedef enum pl_continuum_material {
  PL_CONTINUUM_RUBBER_SHEET, /* stretches easily, hardly resists bending */
  PL_CONTINUUM_CLOTH,        /* resists stretch, shears and bends easily */
  PL_CONTINUUM_PAPER,        /* hardly stretches or shears, bends */
  PL_CONTINUUM_SHEET_METAL,  /* springy */
  PL_CONTINUUM_STRING,       /* a curve that does not resist bending */
  PL_CONTINUUM_WIRE,         /* one that springs back, also from torsion */
  PL_CONTINUUM_MATERIAL_COUNT
} pl_continuum_material;

PL_API const char *pl_continuum_material_name(pl_continuum_material material); /* "cloth", …; NULL: there is none */
PL_API pl_status pl_continuum_set_material(pl_continuum_def *def, pl_continuum_material material, double thickness,
                                           double *density);

/* Queued for the start of the next step, as pl_body_set_material; costs an analysis of the matrix. Values per vertex,
   metric and curvature stay what they were when the body was created, and so does `natural`. */
PL_API pl_status pl_body_set_continuum(pl_body *body, const pl_continuum_def *continuum);

#ifdef __cplusplus
}
#endif
