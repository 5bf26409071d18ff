/* SPDX-License-Identifier: MIT
   The hybrid model: a rigid frame and a deformation e from a reference shape r that it carries, x = c + R (r + e), with
   controlled-continuity splines of e (Terzopoulos and Fleischer, "Deformable models", sect. 2.2 and A.4). From rigid to
   fairly soft; its matrix is constant. Any mesh can be the reference; weights of second order need one with a grid. */
#pragma once

#include "pliant/linear_solver.h"
#include "pliant/model.h"
#include "pliant/node_field.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_hybrid_step {
  PL_HYBRID_STABLE, /* implicit Euler in inertial axes: all inertial terms of (15), momenta kept */
  PL_HYBRID_PRINTED /* (46) to (52): frame first, then deformation under its inertial forces as they were. Needs small
                       steps where the body turns fast, and keeps momenta only nearly: for comparison */
} pl_hybrid_step;

/* Energy 1/2 (magnitude |e|^2 + stretch |first derivatives|^2 + bend |second derivatives|^2) per volume of material,
   derivatives along the material; (18) with one weight per order, mixed derivatives twice. Weights may vary from vertex
   to vertex. */
typedef struct pl_hybrid_def {
  pl_node_field magnitude; /* w of order 0: N/m per m^3, >= 0: holds every point to where the frame has it; default 0 */
  pl_node_field stretch;   /* w of order 1: Pa, >= 0: about Young's modulus; default 1e5 */
  pl_node_field bend;      /* w of order 2: N, >= 0; default 0 */
  /* >= 0, default 0: part of critical damping of the slowest wave along the body, sqrt(stretch / density) / 2 L, L the
     diagonal of its box: viscosity in proportion to all weights. Motion of the frame is not braked */
  double damping_ratio;
  pl_linear_solver solver; /* default auto */
  double tolerance;        /* of iterative solvers: relative residual, > 0; default 1e-8 */
  pl_hybrid_step step;     /* default stable */
  int iterations; /* solves in a step, each with the frame of where the last one arrived, 1 to 100; default 2 */
  pl_momentum angular_momentum; /* default keep */
} pl_hybrid_def;

/* Queued for the start of the next step, as pl_body_set_material; costs a factorisation. Values per vertex stay what
   they were when the body was created. */
PL_API pl_status pl_body_set_hybrid(pl_body *body, const pl_hybrid_def *hybrid);

#ifdef __cplusplus
}
#endif
