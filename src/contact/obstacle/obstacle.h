/* SPDX-License-Identifier: MIT
   Signed distance of the obstacle shapes. */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "pliant/obstacle.h"

/* Precomputed for a shape: the direction of a plane or a bowl, the axis of a cylinder or a glass. */
typedef struct pl_shape_axis {
  double along[3];  /* of unit length */
  double across[3]; /* the same, one of those across it */
  double length;    /* m: of a cylinder or a glass; else 0 */
} pl_shape_axis;

PL_API pl_shape_axis pl_shape_find_axis(const pl_obstacle_def *shape);

/* Distance (m, negative inside) and outward unit normal of the shape as defined, before any motion. A mesh has its grid
   for this; of it nothing is near here. */
PL_API double pl_shape_distance(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3],
                                double normal[3]);

/* Bowls and glasses have a wall with two sides. For a point that was at `from`, the side where it was counts until it
   is past the rim: a point that crossed the middle of the wall is as far behind the side it came from as it is. False:
   one of the two is past it, and there is no telling. */
PL_API bool pl_shape_is_hollow(const pl_obstacle_def *shape);
PL_API bool pl_shape_distance_from(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double from[3],
                                   const double point[3], double *distance, double normal[3]);

/* Radius of balls and capsules, m; of others -INFINITY. Their middle is a point or a segment, and what lies between it
   and a point turns no faster than the point moves: on ways shorter than half of it no two normals differ by more than
   30 degrees. */
static inline double pl_shape_round(const pl_obstacle_def *shape)
{
  return shape->shape == PL_OBSTACLE_SPHERE || shape->shape == PL_OBSTACLE_CAPSULE ? shape->radius : -INFINITY;
}

/* Of hollow ones: is all of a ball below the rim; is a point in the hollow, or in the inner half of the wall? */
bool pl_shape_is_below_rim(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double centre[3],
                           double radius);
bool pl_shape_is_in_hollow(const pl_obstacle_def *shape, const double point[3]);
