/* SPDX-License-Identifier: MIT
   Signed distance of the obstacle shapes. */
#pragma once

#include "pliant/obstacle.h"

/* Distance (m, negative inside) and outward unit normal of the shape as defined, before any motion. */
PL_API double pl_shape_distance(const pl_obstacle_def *shape, const double point[3], double normal[3]);
