/* SPDX-License-Identifier: MIT
   The solid that a mesh stands for, and how far points are from it, exactly. Either what the mesh encloses: triangles
   are turned outwards, small holes are closed by fans, parts may overlap. Or, given a thickness, a shell with two
   sides: everything within half of it from a triangle, for sheets and other open surfaces. */
#pragma once

#include "mesh/query/inside.h"
#include "pliant/mesh.h"

typedef struct pl_solid {
  pl_inside inside; /* of a shell: its triangles alone, without fans and without a tree of winding numbers */
  double half;      /* half the thickness of a shell, m; 0: what is enclosed is solid */
  double size;      /* diagonal of the box around it, m */
} pl_solid;

/* Copies what it needs. Holes may make up a twentieth of an enclosing surface; more is refused, and so is a mesh
   without triangles, without extent, or that encloses nothing. Free also after a failure. */
PL_API pl_status pl_solid_create(const pl_mesh_data *mesh, double thickness, pl_solid *out);
PL_API void pl_solid_free(pl_solid *solid);

/* Distance (m, negative inside) to the surface, with the way out as unit normal. Where parts overlap, the walls inside
   count as surface. */
PL_API double pl_solid_distance(const pl_solid *solid, const double point[3], double normal[3]);

/* The same where it is known whether the point is inside; of a shell nothing is. */
double pl_solid_distance_on(const pl_solid *solid, const double point[3], bool inside, double normal[3]);

/* Where the way from one point to another first goes in. Ways out of an enclosing surface do not count. Of a shell, the
   side that is met; hit is then on that side. */
PL_API bool pl_solid_entry(const pl_solid *solid, const double from[3], const double to[3], double hit[3],
                           double normal[3]);
