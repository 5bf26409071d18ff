/* SPDX-License-Identifier: MIT
   Edge-edge contact of closed bodies: convex edges that cross. At all other edges vertex contacts suffice. */
#pragma once

#include "contact/narrow/swept_contact.h"

/* Is the candidate such a pair of edges? */
bool pl_is_convex_edge_pair(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* Distance up to which edges of closed bodies are tested, m, with the distance to be kept: penetrations included. */
double pl_edge_edge_reach(const pl_pair *pair, double apart);

/* Twice how deep convex edges may be in each other with their ends on each other's faces, m: shallower
   crossings are ignored. */
double pl_edge_edge_shallow(const pl_pair *pair, const pl_contact_body *bodies);

/* The edges of a closed body in the step from x - h v to x. ends: also when it ends. */
pl_folds pl_edge_edge_folds(const pl_contact_body *body, double h, bool ends);

/* Bounds of dihedral angles and lengths of the clusters that are marked as near another body; clears the marks. */
void pl_edge_edge_bound(const pl_contact_body *body, double h, bool ends);

/* Are the edges of such a candidate so near when the step of the pair begins, or when it ends? */
bool pl_edge_edge_is_near(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies);

/* Tests such a candidate with its bodies moving from x - h v to x. False: no contact. */
bool pl_swept_contact_of_edges(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies,
                               double h, pl_swept_contact *swept);

/* After impulses: such a candidate whose edges passed through each other in this step. */
bool pl_swept_contact_of_edges_after_impulses(const pl_pair *pair, const pl_candidate *candidate,
                                              const pl_contact_body *bodies, double h, pl_swept_contact *swept);
