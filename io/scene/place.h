/* SPDX-License-Identifier: MIT
   Points moved as a rigid body. */
#pragma once

#include "pliant/status.h"

/* Row-major rotation matrix of a rotation vector (axis times angle; Rodrigues). */
void pl_rotation_matrix(const double rotate[3], double matrix[9]);

/* x -> pivot + R (x - pivot) + translate, for every point. */
void pl_place_points(double *points, size_t count, const double matrix[9], const double pivot[3],
                     const double translate[3]);
