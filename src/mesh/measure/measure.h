/* SPDX-License-Identifier: MIT
   Areas, volumes, normals, and the share of the body's volume that each vertex carries. */
#pragma once

#include <stdbool.h>

#include "pliant/mesh.h"

/* m^2 */
PL_API double pl_mesh_area(const double *positions, const uint32_t *triangles, size_t triangle_count);

/* Enclosed volume, m^3, negative if the triangles face inwards. Only closed surfaces have one. */
PL_API double pl_mesh_volume(const double *positions, const uint32_t *triangles, size_t triangle_count);

/* Every edge has exactly two triangles and they agree on what is outside. */
PL_API pl_status pl_mesh_is_closed(const pl_mesh_data *data, bool *closed);

/* Edges, no triangles, and no vertex has more than two edges. */
PL_API pl_status pl_mesh_is_curve(const pl_mesh_data *data, bool *curve);

/* Unit normals, 3 per vertex: triangles weigh by area. A vertex without triangles (or with opposite ones) gets +y. */
PL_API void pl_mesh_normals(const double *positions, size_t vertex_count, const uint32_t *triangles,
                            size_t triangle_count, double *normals);

/* A third of the triangles around each vertex, m^2. */
PL_API void pl_mesh_vertex_areas(const pl_mesh_data *data, double *areas);

/* The volume each vertex stands for, m^3, > 0: what the mesh says if it says so (vertex_volumes); for a closed surface
   the enclosed volume, divided by vertex area; for an open one area x thickness; for edges without triangles length x
   area of a round section of diameter thickness. Thickness in m is only used, and only needs to be positive, in the
   last two cases. Fails with advice if a vertex would get nothing. */
PL_API pl_status pl_mesh_vertex_volumes(const pl_mesh_data *data, double thickness, double *volumes);
