/* SPDX-License-Identifier: MIT */
#pragma once

#include "mesh/generate/isosurface.h"

/* Makes the triangles of a closed surface even without leaving the surface: vertices slide to the middle of their
   neighbours along the tangent plane and are put back where the field is zero, edges are flipped where that makes the
   smaller angles larger. Counts do not change. */
pl_status pl_relax(pl_field_function field, const void *context, double cell, int rounds, double *positions,
                   size_t vertex_count, uint32_t *triangles, size_t triangle_count);
