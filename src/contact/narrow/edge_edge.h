/* SPDX-License-Identifier: MIT
   Edges of two closed bodies: what touches is convex edges that cross. All other edges leave it to vertices. */
#pragma once

#include "contact/narrow/swept_contact.h"

/* Can the candidate be told so? */
bool pl_is_convex_edge_pair(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* As far as edges of closed bodies that keep so far apart have to be looked at, m: those inside come out. */
double pl_edge_edge_reach(const pl_pair *pair, double apart);

/* Twice how deep convex edges may be in each other with their ends on each other's faces, m: if no deeper, they do not
   matter. */
double pl_edge_edge_shallow(const pl_pair *pair, const pl_contact_body *bodies);

/* The edges of a closed body in the step from x - h v to x. ends: also when it ends. */
pl_folds pl_edge_edge_folds(const pl_contact_body *body, double h, bool ends);

/* Bounds of what they are like, of the clusters that are marked as near another body. The marks are gone then. */
void pl_edge_edge_bound(const pl_contact_body *body, double h, bool ends);

/* Are the edges of such a candidate so near when the step of the pair begins, or when it ends? */
bool pl_edge_edge_is_near(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* Looks at such a candidate with its bodies moving from x - h v to x. False: nothing to be done about it. */
bool pl_swept_contact_of_edges(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies,
                               double h, pl_swept_contact *swept);

/* When all has been pushed: such a candidate whose edges came through each other in this step. */
bool pl_swept_contact_of_edges_after_impulses(const pl_pair *pair, const pl_candidate *candidate,
                                              const pl_contact_body *bodies, double h, pl_swept_contact *swept);
