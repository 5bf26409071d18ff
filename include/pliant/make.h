/* SPDX-License-Identifier: MIT
   Meshes made by rule: nothing to download, any resolution, the same bits on every run. Lengths in metres. Surfaces are
   closed and oriented outwards unless stated. */
#pragma once

#include "pliant/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A solid box filled with nodes on a cubic grid. Node (i, j, k) has index (i ny + j) nz + k and lies at
   origin + spacing (i, j, k). Edges connect neighbours, each once, ordered by the smaller index, then the larger.
   Triangles cover the six faces and use the nodes on them. Vertex volumes are the parts of adjacent cells, spacing^3 / 8
   each; edge shares are existing adjacent cells over the number inside (4 for an edge along an axis, 2 for a diagonal of
   a face, 1 for a diagonal of a cell). */
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

#ifdef __cplusplus
}
#endif
