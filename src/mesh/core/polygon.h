/* SPDX-License-Identifier: MIT */
#pragma once

#include "pliant/mesh.h"

/* Cuts a polygon into count - 2 triangles that use its corners and keep its direction. Convex ones become a fan about
   the first corner; concave ones are cut by ears in the plane of their mean normal. Polygons that cross themselves or
   have no area still give count - 2 triangles. Time is proportional to count, however
   large. `links` is scratch for 2 count indices. */
PL_API void pl_polygon_triangulate(const double *positions, const uint32_t *corners, size_t count, uint32_t *links,
                                   uint32_t *triangles);
