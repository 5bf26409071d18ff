/* SPDX-License-Identifier: MIT
   Edges of two closed bodies: what touches is a ridge across a ridge. All other edges leave it to vertices. */
#pragma once

#include "contact/touch.h"

/* Can the candidate be told so? */
bool pl_is_of_ridges(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* Finds the ridges of a closed body that moves from x - h v to x: what follows needs to know them. */
void pl_ridges_mark(const pl_contact_body *body, double h);

/* Do both edges of such a candidate stick out? Most do not, and need not be looked at. */
bool pl_ridges_stick_out(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* Looks at such a candidate with its bodies moving from x - h v to x. False: nothing to be done about it. */
bool pl_touch_ridges(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                     pl_touch *touch);
