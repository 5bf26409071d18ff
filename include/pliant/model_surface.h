/* SPDX-License-Identifier: MIT
   The surface model: shape matching of overlapping regions of a surface mesh (Diziol et al.). */
#pragma once

#include "pliant/model.h"
#include "pliant/precision.h"

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
  double youngs_modulus; /* Pa, > 0; default 1e5 (soft rubber). Regions become as wide as it needs, r = sqrt(8 E / 36000
                            rho), within the mesh's edges and a quarter of the body, and pull so that stretching the
                            body has the energy of it. Not read beside region, stiffness or pull */
  /* >= 0: part of critical damping of the slowest wave along the body, whose frequency is taken as sqrt(E / rho) / 2 L,
     L its diagonal: strains are resisted by beta = 2 ratio L / (pi sqrt(E / rho)) times their rate, too. Twice that is
     the loss factor there; not beside damping; default 0 */
  double damping_ratio;
  double radius; /* m, along edges: how far a region reaches; default 0: from youngs_modulus, or region */
  /* the paper's own numbers: where one is given, those that are not are 3 and 36000 */
  int region;       /* how many edges a region reaches from its particle, 1 to 64; default 0 */
  double stiffness; /* k, 1/s^2, > 0: the pull is the part s = min(1, k h^2) of the way; default 0. Above 1/h^2 the body
                       cannot become stiffer at this step: see pl_body_limits */
  double pull;      /* s itself, (0, 1], whatever the step, as in the paper; default 0: from stiffness */
  double damping;   /* 1/s, >= 0: how fast motion within regions fades, rigid motion does not; default 0 */
  double damping_part;       /* the part of it that fades in a step, (0, 1], as in the paper; default 0: from damping */
  pl_region_weights weights; /* default share */
  pl_summation sums;         /* default auto */
  /* keep: what rounding, `mass` and normal points do to the momentum of a body that nothing holds, and how a step
     brakes its spin, is undone; free: as in the paper; default keep */
  pl_momentum momentum;
  /* auto: sums over regions in float, of what is left when the body as a whole is taken out; double: all of a step in
     double and every region summed by itself, some ten times slower, for comparing digits. Default auto */
  pl_precision precision;
  int passes; /* of matching and pulling in a step, 1 to 100; default 1 */
  /* a point above the particle along its normal takes part in the matching of its region, as in the paper; costs a
     little angular momentum. Only at particles of triangles; default false */
  bool normal_point;
  /* local weights of the volume (pl_volume_def.alpha < 1) go by how far matching moved particles in the last step
     alone, as in the paper's eq. (10), not by the mean over the last few; default false */
  bool last_moves;
} pl_surface_def;

/* Queued for the start of the next step, as pl_body_set_material: any other material; other regions cost finding them.
   */
PL_API pl_status pl_body_set_surface(pl_body *body, const pl_surface_def *surface);

#ifdef __cplusplus
}
#endif
