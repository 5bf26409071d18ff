/* SPDX-License-Identifier: MIT
   Where edges and triangles are deepest in an obstacle: the point of least signed distance, as M. Macklin et al. look
   for it ("Local Optimization for Robust Signed Distance Field Collision", 2020). */
#pragma once

#include "contact/obstacle/moving.h"

typedef struct pl_deepest {
  double weights[3]; /* of the corners */
  double distance;   /* m, of the point to the obstacle */
  double gap;        /* m along the normal: so far the whole edge or triangle has to move for the distance to be 0 */
  double normal[3];  /* away from the obstacle, across the edge or triangle, unit length */
} pl_deepest;

/* All points are in the frame of the obstacle's definition, before any motion. */

/* True if some point between the ends is nearer to the obstacle than both of them by more than `dip`, and than `limit`.
   Either way *least is the least distance, or, where it does not matter, that of the ends. */
bool pl_edge_deepest(const pl_moving_obstacle *obstacle, const double ends[6], double limit, double dip, double *least,
                     pl_deepest *out);

/* True if some point inside the triangle is nearer to the obstacle than `below`. */
bool pl_triangle_deepest(const pl_moving_obstacle *obstacle, const double corners[9], double below, pl_deepest *out);
