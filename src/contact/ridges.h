/* SPDX-License-Identifier: MIT
   Edges of two closed bodies: what touches is a ridge across a ridge. All other edges leave it to vertices. */
#pragma once

#include "contact/touch.h"

/* Can the candidate be told so? */
bool pl_is_of_ridges(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* What follows needs to know the ridges of both bodies, which move from x - h v to x: first it is said of all pairs of closed bodies which
   edges they want, then they are found. */
void pl_ridges_want_none(const pl_contact_body *body);
void pl_ridges_want(const pl_pair *pair, const pl_contact_body *bodies);
void pl_ridges_mark(const pl_contact_body *body, double h);

/* As far as edges of closed bodies have to be looked at, m: those inside come out. */
double pl_ridges_reach(const pl_pair *pair, const pl_candidate *candidate);

/* Do both edges of such a candidate stick out? Most do not, and need not be looked at. */
bool pl_ridges_stick_out(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* Looks at such a candidate with its bodies moving from x - h v to x. False: nothing to be done about it. */
bool pl_touch_ridges(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                     pl_touch *touch);
