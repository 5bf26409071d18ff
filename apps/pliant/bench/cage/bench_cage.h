/* SPDX-License-Identifier: MIT
   What the tables of pliant bench cage share: a body in a world, and how long things take it. Processor time of one
   thread, best of many, so that others on the machine hardly count. */
#pragma once

#include "pliant/pliant.h"

typedef struct cage_bench {
  pl_world *world;
  pl_body *body;
  double set_up; /* ms: coordinates, quadrature, constant sums; the cage was given */
} cage_bench;

pl_status cage_bench_cage(const pl_mesh *mesh, size_t vertices, pl_mesh **out);
pl_status cage_bench_make(const pl_mesh *mesh, const pl_mesh *cage, uint32_t points, pl_cage_normals normals,
                          cage_bench *out);
pl_status cage_bench_steps(const cage_bench *b, int count, double *milliseconds);
/* The rank-k updates of one matrix, with all that they need: ms, and GF/s counting n^2 k; what they are: n and k. */
void cage_bench_assembly(const cage_bench *b, double *milliseconds, double *rate, size_t *n, size_t *depth);

/* bench_cage_numbers.c */
pl_status cage_bench_numbers(void);
