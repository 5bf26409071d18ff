/* SPDX-License-Identifier: MIT
   Triangles that are worth nothing. */
#pragma once

#include <stdbool.h>

#include "pliant/mesh.h"

/* A vertex used twice, or three so nearly on a line that the height is rounding error (1e-12 of the longest side). */
bool pl_triangle_is_degenerate(const double *positions, const uint32_t triangle[3]);

/* duplicate[t] = true for triangles with the same three vertices as an earlier one, whichever way they turn. */
pl_status pl_triangles_find_duplicates(const uint32_t *triangles, size_t triangle_count, size_t vertex_count,
                                       bool *duplicate);
