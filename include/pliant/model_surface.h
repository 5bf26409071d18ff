/* SPDX-License-Identifier: MIT
   The surface model: shape matching of overlapping regions of a surface mesh (Diziol et al.). */
#pragma once

#include "pliant/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum pl_region_weights {
  PL_REGION_SHARE, /* a particle's mass is shared out evenly among the regions it is in: momentum is conserved */
  PL_REGION_MASS   /* its whole mass counts in each of them, as the paper prints it */
} pl_region_weights;

typedef enum pl_summation {
  PL_SUMMATION_AUTO,  /* whichever takes less work for this mesh and region */
  PL_SUMMATION_PATHS, /* from prefix sums along paths through the mesh: the cost grows as the region's width */
  PL_SUMMATION_DIRECT /* particle by particle: the cost grows as the region's area */
} pl_summation;

/* Material and options of the surface model. Every particle has a region of the mesh about it; every step the regions'
   rest shapes are laid rigidly over where their particles have gone, and each particle is pulled to the mean of the
   places that its regions have for it. Nothing is factorised, no step is too long, and any state finds back to its
   shape. */
typedef struct pl_surface_def {
  int region;          /* how many edges a region reaches from its particle, 1 to 64; default 3 */
  double radius;       /* m, along edges; > 0 overrides region: resolution does not change behaviour; default 0 */
  double stiffness;    /* k, 1/s^2, > 0: the pull is the part s = min(1, k h^2) of the way; default 36000. Above 1/h^2
                                the body cannot become stiffer at this step: pl_body_describe tells */
  double pull;         /* s itself, (0, 1], whatever the step, as in the paper; default 0: from stiffness */
  double damping;      /* 1/s, >= 0: how fast motion within regions fades, rigid motion does not; default 0 */
  double damping_part; /* the part of it that fades in a step, (0, 1], as in the paper; default 0: from damping */
  pl_region_weights weights; /* default share */
  pl_summation sums;         /* default auto */
  /* keep: what rounding, `mass` and normal points do to the momentum of a body that nothing holds, and how a step
     brakes its spin, is undone; free: as in the paper; default keep */
  pl_momentum momentum;
  int passes; /* of matching and pulling in a step, 1 to 100; default 1 */
  /* a point above the particle along its normal takes part in the matching of its region, as in the paper; costs a
     little angular momentum. Only at particles of triangles; default false */
  bool normal_point;
} pl_surface_def;

/* Queued for the start of the next step, as pl_body_set_material: any other material; other regions cost finding them.
   */
PL_API pl_status pl_body_set_surface(pl_body *body, const pl_surface_def *surface);

#ifdef __cplusplus
}
#endif
