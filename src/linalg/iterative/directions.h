/* SPDX-License-Identifier: MIT
   Alternating directions on grids: all lines along one axis are solved exactly, then those along the next, and back.
   What a line leaves out is added to its diagonal in absolute value, so that every pass lessens the error whatever the
   weights (with the diagonal as it is, passes along lines diverge for thin plates); conjugate gradients go on from
   there. */
#pragma once

#include "linalg/grid/stencil.h"

typedef struct pl_directions {
  double *pivot[3], *one[3],
      *two[3];         /* of lines along each axis: 1/d, and what the two nodes before are multiplied by */
  double *rest, *step; /* vectors */
} pl_directions;

pl_status pl_directions_create(const pl_stencil *stencil, int columns, pl_directions *out);
void pl_directions_free(pl_directions *directions);
void pl_directions_fill(pl_directions *directions, const pl_stencil *stencil);

/* z = M r; z and r differ. */
void pl_directions_apply(const pl_directions *directions, const pl_stencil *stencil, const double *r, double *z,
                         int columns, pl_pool *pool);
