/* SPDX-License-Identifier: MIT
   Signed distances to the solid of a mesh, kept at the nodes of a regular grid: asking costs a few nanoseconds, however
   many triangles there are. Between nodes values are trilinear and the normal is their gradient, so that both agree.
   Cells in which this would not show the surface as it is (walls thinner than the spacing, sharp edges, tips) are
   known, and computed exactly. */
#pragma once

#include "base/pool.h"
#include "mesh/query/solid.h"

typedef struct pl_distance_grid {
  pl_solid solid;
  double origin[3];   /* the first node */
  double spacing;     /* m, along all axes */
  uint32_t counts[3]; /* nodes along x, y, z */
  float *values;      /* m, at node x + counts[0] (y + counts[1] z); negative inside */
  uint32_t *exact;    /* a bit per cell, numbered like its first node */
  size_t exact_count; /* cells */
  uint32_t users;     /* obstacles of one world may share a grid */
} pl_distance_grid;

enum {
  PL_GRID_DEFAULT_CELLS = 64,   /* along the longest side */
  PL_GRID_MOST_NODES = 1 << 24, /* 64 MiB */
  PL_GRID_PAD = 2               /* cells around the mesh */
};

/* spacing: m, 0: the longest side of the mesh / 64. thickness: see pl_solid_create. The same bits for any pool. */
PL_API pl_status pl_distance_grid_create(const pl_mesh_data *mesh, double spacing, double thickness, pl_pool *pool,
                                         pl_distance_grid **out);

/* Another user; each destroys it once. */
pl_distance_grid *pl_distance_grid_share(pl_distance_grid *grid);
PL_API void pl_distance_grid_destroy(pl_distance_grid *grid);

/* Distance (m, negative inside) and outward unit normal, anywhere. On the surface right within a twentieth of the
   spacing; outside the grid a lower bound. */
PL_API double pl_distance_grid_at(const pl_distance_grid *grid, const double point[3], double normal[3]);

/* No point is nearer to the solid than pl_distance_grid_at says, less this, in m. */
PL_API double pl_distance_grid_slack(const pl_distance_grid *grid);
