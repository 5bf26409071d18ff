/* SPDX-License-Identifier: MIT */
#pragma once

#include "pliant/mesh.h"

/* Flips edges of a closed manifold surface, in place, until the two angles opposite each edge sum to at most half a
   turn (Delaunay's condition) or a few passes are done. Edges where that would fold the surface stay. */
pl_status pl_flip_edges(const double *positions, size_t vertex_count, uint32_t *triangles, size_t triangle_count);
