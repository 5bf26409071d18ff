/* SPDX-License-Identifier: MIT
   A fine mesh carried by a coarse surface (Diziol et al., sect. 6): every fine vertex is bound to a point of a coarse
   triangle and to a height along the normal there, and put back in parallel when the coarse surface has moved. */
#pragma once

#include "base/pool.h"
#include "mesh/measure/normals.h"
#include "pliant/detail.h"

/* Where one fine vertex belongs: p = q + height n, with q and n (made unit) interpolated between three coarse vertices.
   Weights are of the first two; the third gets what is left. Those of q and n are the same, but for vertices that no
   normal points at: past a border, or beyond a crease. */
typedef struct pl_detail_bond {
  uint32_t corner[3];
  double point[2];
  double normal[2];
  double height; /* m */
} pl_detail_bond;

typedef struct pl_detail_surface {
  const double *positions; /* of the coarse rest shape, 3 per vertex */
  size_t vertex_count;
  const uint32_t *triangles;
  size_t triangle_count;
} pl_detail_surface;

/* Binds count points (3 numbers each) to the surface. */
pl_status pl_detail_bind(const pl_detail_surface *surface, const double *points, size_t count, pl_pool *pool,
                         pl_detail_bond *bonds, pl_detail_report *report);

/* Points where the bonds put them: coarse positions and normals as given by `coarse`, which is up to date. */
void pl_detail_positions_of(const pl_detail_bond *bonds, size_t count, const double *x, const pl_normals *coarse,
                            pl_pool *pool, double *out);
/* Their velocities; coarse rates must be up to date, too. */
void pl_detail_velocities_of(const pl_detail_bond *bonds, size_t count, const double *v, const pl_normals *coarse,
                             pl_pool *pool, double *out);
