/* SPDX-License-Identifier: MIT
   An obstacle during one step: its pose, its motion, and swept tests of points against it. */
#pragma once

#include <stdbool.h>

#include "contact/obstacle/obstacle.h"
#include "math/keyframes.h"
#include "mesh/query/distance_grid.h"

#define PL_NO_OBSTACLE UINT32_MAX /* among a list of them */

typedef struct pl_moving_obstacle {
  const pl_obstacle_def *shape;
  pl_shape_axis axis;           /* of the shape */
  const pl_distance_grid *grid; /* of a mesh; NULL: another shape */
  uint32_t index;               /* of the obstacle in its world */
  uint32_t generation;          /* of what has this index */
  pl_pose before, now;          /* at t and t + h */
  bool moves;                   /* they differ */
} pl_moving_obstacle;

/* Distance (m, negative inside) and outward unit normal, in the frame of the obstacle's definition, before any
   motion. */
double pl_obstacle_own_distance(const pl_moving_obstacle *obstacle, const double point[3], double normal[3]);

/* Distance of a point to an obstacle at t + h, outward normal, and the velocity of the obstacle's matter there. */
double pl_obstacle_gap(const pl_moving_obstacle *obstacle, const double point[3], double h, double normal[3],
                       double velocity[3]);

/* No point is nearer to the obstacle than pl_obstacle_gap says, less this: 0 but for meshes. */
double pl_obstacle_slack(const pl_moving_obstacle *obstacle);

/* Distance of a point to the obstacle as it was when the step began, m, negative inside. */
double pl_obstacle_start_gap(const pl_moving_obstacle *obstacle, const double point[3]);

/* The same for a point that was at `from` at t: after passing through a wall, or so deep that another side is nearer,
   its distance behind the surface that it met first. */
double pl_obstacle_swept_gap(const pl_moving_obstacle *obstacle, const double from[3], const double point[3], double h,
                             double normal[3], double velocity[3]);
