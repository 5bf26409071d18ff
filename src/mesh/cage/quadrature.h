/* SPDX-License-Identifier: MIT
   Points and weights to integrate over the inside of a surface: 2 × 2 × 2 Gauss points per voxel (for equal counts they
   beat one point per finer voxel), those kept that are inside; what a voxel has inside goes to its points as their
   weights. The weights are then corrected, each by a factor near 1, so that volume, centre and second moments are those
   of the surface: a body integrated so has its true mass and inertia. */
#pragma once

#include "mesh/cage/green.h"
#include "pliant/mesh.h"

typedef struct pl_quadrature {
  double *points;     /* 3 per point, m, strictly inside the surface */
  double *weights;    /* m^3, > 0 */
  size_t count;       /* of points */
  double spacing;     /* side of a voxel, m */
  size_t voxel_count; /* voxels with a point */
  size_t moved;       /* points left out to meet the wanted number; their weights went to the nearest */
  double volume;      /* sum of the weights, m^3 */
  int exact_degree; /* polynomials up to this degree are integrated exactly: 2, or 1 or 0 where few points or odd shapes
                         would need weights below zero */
} pl_quadrature;

/* Either `points` (the wanted number, met exactly where the surface has room) or `spacing` (m) is above 0. Any surface
   with an inside will do: holes are closed to decide what is inside, parts that face inwards are turned. Points must
   also be inside `cage`, if it is not NULL. The same bits on every run. Free also after a failure. */
PL_API pl_status pl_quadrature_make(const pl_mesh_data *surface, size_t points, double spacing, const pl_green *cage,
                                    pl_quadrature *out);
PL_API void pl_quadrature_free(pl_quadrature *quadrature);
