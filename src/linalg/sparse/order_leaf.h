/* SPDX-License-Identifier: MIT
   Minimum degree on a small part of a graph. */
#pragma once

#include "linalg/sparse/adjacency.h"

enum { PL_LEAF_MOST = 64 };

/* Orders list[0 … count), all in one part: the vertex with the fewest neighbours left goes first, and its neighbours
   become neighbours of each other. Neighbours in other parts are eliminated later and count as they are at the start.
   More than PL_LEAF_MOST vertices (a part that could not be cut) stay as they are. */
void pl_order_leaf(const pl_adjacency *graph, const uint32_t *part, uint32_t *list, uint32_t count);
