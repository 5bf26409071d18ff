/* SPDX-License-Identifier: MIT
   How often a surface winds about a point: 1 inside a closed surface that faces outwards, 0 outside, fractions near an
   open one. Far triangles are taken together as dipoles on the nodes of a bounding volume hierarchy (G. Barill et al.,
   "Fast winding numbers for soups and clouds", 2018, first order), so that a question costs a logarithm. */
#pragma once

#include "mesh/query/bvh.h"

typedef struct pl_winding_tree pl_winding_tree;

/* Refers to the tree, which must outlive this and not be refitted. */
PL_API pl_status pl_winding_tree_create(const pl_bvh *bvh, pl_winding_tree **out);
PL_API void pl_winding_tree_destroy(pl_winding_tree *tree);

/* Within 0.1 of the true number, mostly within 0.02. */
PL_API double pl_winding_number(const pl_winding_tree *tree, const double point[3]);
