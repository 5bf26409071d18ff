/* SPDX-License-Identifier: MIT
   The closed surface of a body as the volume constraint sees it: for every particle on it the walk around its
   neighbours. With a walk r_0, r_1, … around x the gradient of the enclosed volume is n/3, n = 1/2 sum (r_k - x) ×
   (r_k+1 - x): all of it is gathered, nothing scattered, so that blocks of particles can be done in parallel in a fixed
   order. */
#pragma once

#include "pliant/mesh.h"

/* A part that hangs together; it keeps its own volume. */
typedef struct pl_volume_part {
  size_t begin, end;  /* its sites */
  double rest_volume; /* m^3, > 0 */
} pl_volume_part;

typedef struct pl_volume_shape {
  size_t particle_count;
  uint32_t *sites; /* particles on the surface, part after part, rising in each */
  size_t site_count;
  uint32_t *first; /* the walk of site s is walk[first[s]] … walk[first[s + 1] - 1], closed by its first particle */
  uint32_t *walk;  /* particles */
  pl_volume_part *parts;
  size_t part_count;

  /* inner structures: the particle across the body, how far it is at rest, and where that length lies between the
     shortest (0) and the longest (1) of the body */
  uint32_t *partner; /* per site; itself: none */
  double *length;    /* m */
  double *thickness;
} pl_volume_shape;

/* place[vertex] = particle. Refuses a surface that encloses nothing, and says where. Free also after a failure. */
pl_status pl_volume_shape_make(const pl_mesh_data *rest, const uint32_t *place, pl_volume_shape *out);
void pl_volume_shape_free(pl_volume_shape *shape);
