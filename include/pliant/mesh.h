/* SPDX-License-Identifier: MIT
   Geometry that bodies are made of: points, and on them triangles (a surface, for contact, volume and show) and edges
   (a graph, for models that live on one). Either may be missing. SI units, right-handed, y up, triangles counter-
   clockwise from outside. Vertex order is the caller's and survives everything. */
#pragma once

#include <stdbool.h>

#include "pliant/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_mesh pl_mesh;

/* A grid of nodes on material coordinates: a curve (one direction), a surface (two) or a solid (three). Its nodes are
   the vertices of the mesh, node (i, j, k) being vertex (i counts[1] + j) counts[2] + k. */
typedef struct pl_grid {
  uint32_t counts[3]; /* nodes along each direction; directions that are not there have 0; counts[0] = 0: no grid */
  bool closed[3];     /* the last node of that direction has the first for its next one */
  /* of a surface closed in the second direction: all nodes of the first row are one vertex, and all of the last row, as
     of a ball of meridians; vertex 0, the rows between, the last vertex */
  bool poles;
} pl_grid;

/* Arrays of a mesh: what pl_mesh_create copies and what pl_mesh_view lends. Unused arrays are NULL with count 0. */
typedef struct pl_mesh_data {
  const double *positions; /* 3 per vertex, m */
  size_t vertex_count;
  const uint32_t *triangles; /* 3 vertex indices per triangle */
  size_t triangle_count;
  const uint32_t *edges; /* 2 vertex indices per undirected edge of the graph, each edge once */
  size_t edge_count;
  const double *vertex_volumes; /* the part of the solid's volume that belongs to each vertex, m^3; NULL if unknown */
  const double *edge_shares; /* part of an edge's full set of cells that exists, (0, 1]: 1 inside, 1/2 on a face, 1/4 on
                                a rim of a box lattice; NULL means 1 everywhere */
  const double *edge_weights; /* Laplacian weights, 2 per edge: of the second vertex in the row of the first, then of
                                 the first in the row of the second; NULL: none, models choose their own */
  pl_grid grid;               /* where the vertices are those of a grid */
} pl_mesh_data;

/* Copies the arrays. Refuses indices out of range, non-finite positions, edges from a vertex to itself. */
PL_API pl_status pl_mesh_create(const pl_mesh_data *data, pl_mesh **out);
PL_API void pl_mesh_destroy(pl_mesh *mesh);
PL_API pl_mesh_data pl_mesh_view(const pl_mesh *mesh); /* valid while the mesh lives */

#ifdef __cplusplus
}
#endif
