/* SPDX-License-Identifier: MIT
   What the parts of `pliant bench continuum` share: bodies of both forms in a world of their own. */
#pragma once

#include "pliant/mesh.h"
#include "world/world.h"

typedef struct continuum_bench_options {
  double stiffness, tolerance;
  const char *only; /* cases whose name contains it */
  size_t most;      /* nodes */
  double seconds;   /* per measurement */
} continuum_bench_options;

/* bench_continuum_subject.c */

/* A grid of so many nodes (0: no such direction), spacing apart, closed in its first direction or not: a curve, sheet
   (rolled up if closed) or block. */
pl_status continuum_bench_mesh(const uint32_t counts[3], bool closed, double spacing, pl_mesh **out);
/* A body alone in a world without gravity, contact and sleep, in steps of h s, with one thread. On failure there is no
   world. */
pl_status continuum_bench_world(const pl_body_def *def, double h, pl_world **out);
/* Velocities of a body that spins (rad/s, about its middle) and shakes: waves of so many m/s through it. */
pl_status continuum_bench_shake(pl_body *body, const double spin[3], double shake);

/* Exit codes. */
int bench_continuum_paper(const continuum_bench_options *options);     /* bench_continuum_paper.c */
int bench_continuum_stiffness(const continuum_bench_options *options); /* bench_continuum_stiffness.c */
int bench_continuum_matter(const continuum_bench_options *options);    /* bench_continuum_matter.c */
int bench_continuum_multigrid(const continuum_bench_options *options); /* bench_continuum_multigrid.c */
