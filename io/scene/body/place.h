/* SPDX-License-Identifier: MIT
   Points moved as a rigid body. */
#pragma once

#include "pliant/status.h"

/* x -> pivot + R (x - pivot) + translate for every point; rotate is axis times angle, rad. */
void pl_solver_slot_points(double *points, size_t count, const double rotate[3], const double pivot[3],
                           const double translate[3]);
