/* SPDX-License-Identifier: MIT
   Matter that does not spring back, or not at once (Terzopoulos & Fleischer, "Deformable models", sect. 4).

   Each deformable link of a body (an edge of a graph, a strain of an element) is an elastic spring k1 in series with

     a dashpot n1:                          flows as long as there is stress (Maxwell): `relaxation_time` n1 / k1;
     a spring k2 beside a dashpot n2:       yields late and recovers (Voigt): `delayed` k1 / k2, `delay` n2 / k2;
     a slip unit with a spring k3 beside it: flows only beyond the yield: `yield`, `hardening` k3 / k1,
                                            or `tangent` k3 / (k1 + k3).

   Each of them may be left out. Spring and dashpot alone are a Maxwell unit, all but the slip unit the four-unit model
   of the paper's fig. 5, spring and slip unit that of fig. 6. All rates are per second: the time step does not matter.
   What flows is the rest value of the link; its elastic stiffness stays, and rigid motion is never braked.

   For linear hardening the paper names two ways: a spring k3 beside the slip unit (`hardening`), or weights lowered
   beyond the yield (`tangent`). Both are the same curve: the slope is k1 below the yield and on unloading, and
   k1 k3 / (k1 + k3) beyond the yield, so that tangent = hardening / (1 + hardening) and

     hardening = tangent / (1 - tangent).

   Either number is turned into the spring: with the weight itself lowered, what has gone into the slip would count as
   stored energy. */
#pragma once

#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Which measure of a deformation is compared with the yield. The last two need a strain tensor at each point, which
   hexahedra have: they yield where an isotropic rod under this much elastic strain would, and what flows keeps the
   volume. Links of graphs are such rods themselves, for which all three are the same law. Other models refuse the last
   two: the entries of a continuum body's tensors are strains at different places (edges, middles of cells), a hybrid's
   deformation is a displacement. */
typedef enum pl_yield_criterion {
  PL_YIELD_DEFORMATION, /* the size of each link's deformation: default */
  PL_YIELD_VON_MISES,   /* the energy of distortion */
  PL_YIELD_TRESCA       /* the largest shear */
} pl_yield_criterion;

typedef struct pl_inelastic_def {
  /* s: stress at held strain falls to 1/e in this time. 0 (default): does not flow. Below 0: negative viscosity, the
     body runs away from its rest shape; needs `maximum` */
  double relaxation_time;
  double exponent;  /* >= 1: the flow goes with this power of the deformation; default 1, a linear dashpot */
  double reference; /* > 0: elastic deformation, relative to length, where a dashpot with an exponent flows as a
                             linear one; default 0.1 */
  double delayed;   /* >= 0: strain that comes late, in parts of the elastic one; default 0: none */
  double delay;     /* s, > 0: after this time all but 1/e of it is there; default 1 */
  double yield; /* >= 0: elastic deformation, relative to length, beyond which a link flows at once; default 0: never */
  double hardening;  /* >= 0: default 0. The slope after the yield is hardening / (1 + hardening) of the elastic one */
  double tangent;    /* in [0, 1): that slope itself, in parts of the elastic one, in place of `hardening`; default 0 */
  double yield_time; /* s, >= 0: time in which what is beyond the yield is given up but for 1/e; default 0: at once */
  pl_yield_criterion criterion;
  double maximum; /* >= 0: most that a rest value may differ from the first one, relative to length; default 0: no
                             limit */
} pl_inelastic_def;

PL_API pl_inelastic_def pl_default_inelastic_def(void); /* elastic */

typedef enum pl_plastic_rule {
  PL_PLASTIC_NONE,
  PL_PLASTIC_RATE, /* flow per second: the time step does not change the result */
  PL_PLASTIC_STEP  /* flow per step, as the paper prints it */
} pl_plastic_rule;

/* The rule of the graph model's paper (Huang et al.): edges that are deformed beyond the yield take a part of their
   deformation over as their new rest shape. Part of pl_graph_def. */
typedef struct pl_plasticity {
  pl_plastic_rule rule; /* default none: the rest shape of the mesh, whatever flowed before */
  double yield;         /* deformation of an edge relative to its rest length that it bears, >= 0; default 0.05 */
  double creep;   /* part of the deformation taken over per unit of excess, and per second or per step; default 10 */
  double maximum; /* most that a rest edge may differ from the first one, relative to it; default 0: no limit */
} pl_plasticity;

#ifdef __cplusplus
}
#endif
