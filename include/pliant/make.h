/* SPDX-License-Identifier: MIT
   Meshes made by rule: nothing to download, any resolution, the same bits on every run. Lengths in metres. Surfaces are
   closed and oriented outwards unless stated. */
#pragma once

#include "pliant/mesh.h"
#include "pliant/volume_graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A solid box filled with nodes on a cubic grid. Node (i, j, k) has index (i ny + j) nz + k and lies at origin +
   spacing (i, j, k). Edges connect neighbours, each once, ordered by the smaller index, then the larger. Triangles
   cover the six faces and use the nodes on them. Vertex volumes are the parts of adjacent cells, spacing^3 / 8 each;
   edge shares are existing adjacent cells over the number inside (4 for an edge along an axis, 2 for a diagonal of a
   face, 1 for a diagonal of a cell). */
typedef struct pl_lattice_def {
  uint32_t mark;      /* set by pl_default_lattice_def */
  uint32_t counts[3]; /* nodes along x, y, z, at least 2 each (a sheet or rod one node thick has no cells: see
                         pl_make_sheet, pl_make_curve); default 41 x 9 x 9 */
  double spacing;     /* between nodes, m, > 0; default 0.025: a bar of 1 x 0.2 x 0.2 m */
  double origin[3];   /* of node (0, 0, 0), m; default 0 */
  int neighbours;     /* 26 (default): all nodes of the adjacent cells; 6: along the axes only */
} pl_lattice_def;

PL_API pl_lattice_def pl_default_lattice_def(void);
PL_API pl_status pl_make_lattice(const pl_lattice_def *def, pl_mesh **out);

/* Surfaces of revolution have the y axis as their axis, with their middle at the origin. `around` counts vertices on
   the largest circle, at least 3; smaller circles of caps have fewer, so that triangles stay well shaped. */

/* n meridians and n - 1 circles of n vertices between two poles: n (n - 1) + 2 vertices (382 for 20, 1562 for 40). */
PL_API pl_status pl_make_sphere(double radius, uint32_t n, pl_mesh **out);

/* An icosahedron with its edges cut into `cuts` parts, blown up to a sphere: 10 cuts^2 + 2 vertices, all alike. */
PL_API pl_status pl_make_icosphere(double radius, uint32_t cuts, pl_mesh **out);

/* A ring: `radius` from the centre to the middle of the tube, `tube` the radius of the tube; around x across vertices.
   */
PL_API pl_status pl_make_torus(double radius, double tube, uint32_t around, uint32_t across, pl_mesh **out);

/* With flat caps; `along` rows of quads on the side. */
PL_API pl_status pl_make_cylinder(double radius, double length, uint32_t around, uint32_t along, pl_mesh **out);

/* A cylinder of `length` with a half sphere on either end (length + 2 radius in all). */
PL_API pl_status pl_make_capsule(double radius, double length, uint32_t around, uint32_t along, pl_mesh **out);

/* A pipe with a wall: closed, genus 1. 0 < inner < outer radius. */
PL_API pl_status pl_make_tube(double outer, double inner, double length, uint32_t around, uint32_t along,
                              pl_mesh **out);

/* The surface of a box: vertices on a grid of `spacing` m, counts[k] >= 2 of them along each axis, none inside, its
   middle at the origin. A lattice of the same counts has the same vertices on its faces: 31 x 31 x 31 gives 5402. */
PL_API pl_status pl_make_box(const uint32_t counts[3], double spacing, pl_mesh **out);

/* An open sheet of width x depth in the xz plane with its middle at the origin, facing +y. Vertex (i, k) has index
   i nz + k; nx, nz >= 2. Diagonals alternate, so that no direction is preferred. */
PL_API pl_status pl_make_sheet(double width, double depth, uint32_t nx, uint32_t nz, pl_mesh **out);

/* A sheet with heights: width x depth in the xz plane, y as given, its middle above the origin. heights: rows of
   `columns` numbers (m), columns along x, rows along z; columns, rows >= 2. Vertex (i, k), column i and row k, has
   index i rows + k, as in a sheet. */
PL_API pl_status pl_make_height_field(double width, double depth, uint32_t columns, uint32_t rows,
                                      const double *heights, pl_mesh **out);

/* The surface scanned by a sensor that goes round the y axis: ranges (m, > 0) from it, rows of `columns` numbers, the
   first row at the top, `height` m in all; columns go round from +z over +x and are closed. columns >= 3, rows >= 2.
   Open at both ends. */
PL_API pl_status pl_make_range_field(double height, uint32_t columns, uint32_t rows, const double *ranges,
                                     pl_mesh **out);

/* Points joined by edges in their order, and the last with the first if `closed` is not 0. No triangles. */
PL_API pl_status pl_make_curve(const double *points, uint32_t count, int closed, pl_mesh **out);
PL_API pl_status pl_make_line(const double from[3], const double to[3], uint32_t count, pl_mesh **out);

/* A helix about the y axis from y = 0 upwards: `pitch` m per turn. */
PL_API pl_status pl_make_helix(double radius, double pitch, double turns, uint32_t count, pl_mesh **out);

/* A plant of sheets: a stem of three fins, `rows` of them along the axis, and leaves with a keel below their rib, each
   `along` rows long and grown from an edge of the stem. Connected, open, and not a manifold: three triangles and more
   meet along the axis and the ribs. It stands on y = 0 about the y axis; `height` of the stem. 4 rows + leaves (8 along
   + 1) vertices: 2606, as the plant of Huang et al., for 10 leaves, along 30 and 49 rows. At least 1 leaf, 2 along, 2
   leaves + 2 rows. */
PL_API pl_status pl_make_plant(double height, uint32_t leaves, uint32_t along, uint32_t rows, pl_mesh **out);

/* Characters: soft shapes melted together and cut into even triangles. Closed, genus 0, facing +z, standing on
   y = 0. */
typedef enum pl_character {
  PL_CHARACTER_DUCK,
  PL_CHARACTER_RABBIT,
  PL_CHARACTER_BEAR,
  PL_CHARACTER_DINO,
  PL_CHARACTER_ARMADILLO,
  PL_CHARACTER_COUNT
} pl_character;

PL_API const char *pl_character_name(pl_character which); /* "duck", …; NULL if there is none */

/* With exactly `vertices` of them: up to 500000, from 400 on for a duck, 1500 for an armadillo, 1000 for the others. */
PL_API pl_status pl_make_character(pl_character which, double height, uint32_t vertices, pl_mesh **out);

#ifdef __cplusplus
}
#endif
