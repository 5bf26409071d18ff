/* SPDX-License-Identifier: MIT
   Do two features touch during a step, and how: the narrow phase of bodies against bodies and themselves. */
#pragma once

#include "contact/broad/pairs.h"

/* Closed bodies nearer than this many times the distance that they keep use the pose at the start of the step:
   elasticity alone would move them to places that contact never lets them reach. */
#define PL_START_POSE_FACTOR 4

typedef struct pl_swept_contact {
  double weights[4];   /* of the four particles */
  double normal[3];    /* from the second feature to the first */
  double kept;         /* m, distance that is to be kept */
  double gap;          /* m, at the end of the step, beyond `kept`; negative: violated */
  double depth;        /* m, penetration of the surfaces at the end; 0: none */
  bool inside;         /* they penetrated when the step began */
  bool after_impulses; /* found when bodies had been pushed: it came there in this step, and is undone whole */
  bool sided;          /* the surface is closed: penetrations are resolved */
} pl_swept_contact;

/* Tests a candidate with its bodies moving from x - h v to x. False: no contact. */
bool pl_swept_contact_find(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                           pl_swept_contact *swept);
