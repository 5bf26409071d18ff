/* SPDX-License-Identifier: MIT
   Times of what surrounds a cage, for `pliant bench coords` and tables of others. */
#pragma once

#include <stddef.h>

#include "pliant/status.h"

typedef struct coords_times { /* seconds on one core, the best of several runs */
  size_t points, vertices, faces;
  double cage;       /* making the cage */
  double values;     /* φ and ψ of all points */
  double gradients;  /* φ, ψ and their gradients of at most 10,000 of them, scaled up to all */
  double quadrature; /* 300 points inside */
  double carry;      /* normals and all points of a moved cage */
  double floor;      /* reading as many bytes as that reads */
  double error;      /* of carried points, the largest, in sizes of the cage */
} coords_times;

/* A duck of `points` vertices (1000 to 500000) in a cage of `vertices`. */
pl_status measure_coords(size_t points, size_t vertices, coords_times *out);
