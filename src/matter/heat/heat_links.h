/* SPDX-License-Identifier: MIT
   Heat links of a rest shape: pairs of nodes, with the width (area over length) of the conductor between them. Every
   width is positive or zero, so that an implicit step keeps temperatures within the range of those around them. */
#pragma once

#include "pliant/mesh.h"

typedef struct pl_heat_link {
  uint32_t a, b; /* a < b */
  double width;  /* m: area over length; times a conductivity it is W/K */
} pl_heat_link;

typedef struct pl_heat_links {
  pl_heat_link *items;
  size_t count, capacity;
} pl_heat_links;

/* Cells of 2, 4 or 8 nodes (dimensions 1 to 3), corner 4 a + 2 b + c at (a, b, c); of fewer dimensions 2 a + b and
   a. */
typedef struct pl_heat_cell {
  int dimensions;
  uint32_t corners[8];
  /* m^2, m or 1: of a curve the section, of a surface the thickness, of a solid the part that is filled */
  double scale;
} pl_heat_cell;

void pl_heat_links_free(pl_heat_links *links);

/* Adds the links of a cell for a conductivity of `matrix` (symmetric, positive definite, in the directions of `nodes`).
   PL_ERROR_UNSUPPORTED where it is too oblique to the cell for links between corners. */
pl_status pl_heat_links_of_cell(const pl_heat_cell *cell, const double *nodes, const double matrix[9],
                                pl_heat_links *links);

/* All links of a mesh: of its grid, else of its triangles, else of its edges. The mesh has volumes. */
pl_status pl_heat_links_of_mesh(const pl_mesh_data *mesh, const double matrix[9], pl_heat_links *links);

/* Sorts links by their nodes, adds those between the same two, and drops negative ones (obtuse triangles), which would
   conduct heat from cold to hot. */
pl_status pl_heat_links_merge(pl_heat_links *links);
