/* SPDX-License-Identifier: MIT
   The surface of equal potential around points (pliant/blobby.h), by marching tetrahedra on those nodes of a grid that
   are near to points: every cube is cut into six tetrahedra alike, so that the surface is closed and no edge has other
   than two triangles. (mesh/generate/isosurface.h fills a box with cubes; this one needs nodes near points only.) */
#pragma once

#include "pliant/blobby.h"

enum { PL_MOST_BLOBBY_NODES = 1 << 19 }; /* of the grid; beyond, it becomes coarser */

typedef struct pl_blobby_node pl_blobby_node;

/* Arrays grow and are kept. */
typedef struct pl_blobby {
  pl_blobby_node *nodes;
  size_t node_count, node_capacity;
  uint32_t *slots; /* of a hash table: node + 1; 0: empty */
  size_t slot_count, slot_capacity;
  double *positions, *normals;
  uint32_t *nearest, *triangles;
  size_t vertex_count, position_capacity, normal_capacity, nearest_capacity, triangle_count, triangle_capacity;
} pl_blobby;

PL_API void pl_blobby_free(pl_blobby *blobby);

/* points: 3 per point, finite. */
PL_API pl_status pl_blobby_find(pl_blobby *blobby, const pl_blobby_def *def, const double *points, size_t count,
                                pl_blobby_surface *out);
