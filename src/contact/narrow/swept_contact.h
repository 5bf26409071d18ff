/* SPDX-License-Identifier: MIT
   Do two features touch during a step, and how: the narrow phase of bodies against bodies and themselves. */
#pragma once

#include "contact/broad/pairs.h"

/* Closed bodies nearer than so many times the distance that they keep when the step begins are seen as they are then:
   contact put them there, while elasticity alone would carry them to where they never come. */
#define PL_START_POSE_FACTOR 4

typedef struct pl_swept_contact {
  double weights[4];   /* of the four particles */
  double normal[3];    /* from the second feature to the first */
  double kept;         /* m, that the features are to keep between them */
  double gap;          /* m, at the end of the step, over that; negative: too near */
  double depth;        /* m, how far the surfaces are through each other at the end; 0: not at all */
  bool inside;         /* they were when the step began */
  bool after_impulses; /* found when bodies had been pushed: it came there in this step, and is undone whole */
  bool sided;          /* closed bodies know inside from outside: who gets through comes back */
} pl_swept_contact;

/* Looks at a candidate with its bodies moving from x - h v to x. False: nothing to be done about it. */
bool pl_swept_contact_find(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                           pl_swept_contact *swept);
