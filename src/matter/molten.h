/* SPDX-License-Identifier: MIT
   Molten matter (Terzopoulos and Fleischer, note added in proof: "'fluid' particles that have broken free from the
   lattice interact through long-range attraction forces and short-range repulsion forces"), also of different bodies.
   Two particles at the distance r, d their droplet distance, accelerate each other by

     r < d        cohesion · 8 (1 - r / d)          apart
     d < r < 2 d  cohesion · sin(π (r / d - 1))     together

   with the harmonic mean of their masses as the mass, so that momentum stays, and against the rate at which r changes,
   so that droplets come to rest. */
#pragma once

#include "base/arena.h"
#include "base/pool.h"
#include "pliant/status.h"

typedef struct pl_molten {
  const double *x, *v; /* 3 each: m, m/s */
  double *force;       /* 3: N, added to */
  double mass;         /* kg */
  double cohesion;     /* m/s^2 */
  double distance;     /* m: d */
} pl_molten;

/* Forces over a step of length h; weaker than said where the step is too long for them. */
pl_status pl_molten_push(const pl_molten *particles, size_t count, double h, pl_pool *pool, pl_arena *scratch);
