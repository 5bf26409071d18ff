/* SPDX-License-Identifier: MIT */
#pragma once

#include "mesh/query/bvh.h"

/* Is every point of the triangle at least `margin` away from the surface in the tree? Errs towards no by a hundredth of
   the margin. */
bool pl_triangle_is_clear(const pl_bvh *bvh, const double a[3], const double b[3], const double c[3], double margin);
