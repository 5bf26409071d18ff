/* SPDX-License-Identifier: MIT
   What is inside a body, to be looked at: what carries its particles, which of them are matched together, how far its
   matter has flowed. Nothing of it is needed for a step. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/body.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Nodes that carry the particles of a body: the vertices of its cage, or the corners of its hexahedra. All arrays are
   the body's own and live as long as it does. */
typedef struct pl_carriers {
  size_t node_count;       /* 0: particles carry themselves */
  const double *rest;      /* m, 3 per node */
  const double *positions; /* m, 3 per node, now */
  size_t triangle_count;   /* of a cage */
  const uint32_t *triangles;
  size_t cell_count;       /* hexahedra */
  const uint32_t *corners; /* 8 per cell: corner 4 a + 2 b + c at (a, b, c) */
  const uint32_t *host;    /* of cells, per particle: the one that it is in, */
  const double *weights;   /* and 8 per particle, of the corners */
  size_t point_count;      /* of a cage: where its energy is summed */
  const double *points;    /* m, 3 per point, at rest */
} pl_carriers;

PL_API pl_carriers pl_body_carriers(const pl_body *body);

/* Per particle, the caller's order: how far the rest values of the links that meet there have moved from the first
   ones, relative to their length, in the mean. Zero where nothing flows. */
PL_API pl_status pl_body_plastic_strain(const pl_body *body, double *strain);

/* Per particle: its part in the last correction of the volume; 1: as much as the others. Zero where none is kept. */
PL_API pl_status pl_body_volume_weights(const pl_body *body, double *weights);

/* Per particle, of the surface model: 1 where it is matched together with `particle`, else 0; and the number of the
   path that it lies on. Other models have neither: all zero. */
PL_API pl_status pl_body_region(const pl_body *body, uint32_t particle, double *member);
PL_API pl_status pl_body_paths(const pl_body *body, double *path);

#ifdef __cplusplus
}
#endif
