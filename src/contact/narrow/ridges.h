/* SPDX-License-Identifier: MIT
   Edges of two closed bodies: what touches is a ridge across a ridge. All other edges leave it to vertices. */
#pragma once

#include "contact/narrow/touch.h"

/* Can the candidate be told so? */
bool pl_is_of_ridges(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* As far as edges of closed bodies that keep so far apart have to be looked at, m: those inside come out. */
double pl_ridges_reach(const pl_pair *pair, double apart);

/* Twice how deep ridges may be in each other with their ends on each other's faces, m: if no deeper, they do not
   matter. */
double pl_ridges_shallow(const pl_pair *pair, const pl_contact_body *bodies);

/* The edges of a closed body in the step from x - h v to x. ends: also when it ends. */
pl_folds pl_ridges_folds(const pl_contact_body *body, double h, bool ends);

/* Bounds of what they are like, of the patches that are marked as near another body. The marks are gone then. */
void pl_ridges_bound(const pl_contact_body *body, double h, bool ends);

/* Are the edges of such a candidate so near when the step of the pair begins, or when it ends? */
bool pl_ridges_are_near(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* Looks at such a candidate with its bodies moving from x - h v to x. False: nothing to be done about it. */
bool pl_touch_ridges(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                     pl_touch *touch);

/* When all has been pushed: such a candidate whose edges came through each other in this step. */
bool pl_touch_ridges_late(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                          pl_touch *touch);
