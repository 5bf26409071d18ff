/* SPDX-License-Identifier: MIT
   What the parts of `pliant bench surface` share: bodies of the surface model in a world of their own, and its timings.
   */
#pragma once

#include <stdbool.h>

#include "world/world.h"

typedef struct surface_bench_options {
  int threads;
  double seconds; /* per measurement */
  bool json;
  bool quick;      /* less of everything, so that a test has time for it */
  const char *row; /* the one scene of the paper to run, or NULL: all */
} surface_bench_options;

/* s, the best of many: the stages that move matter, run alone on the same state, and the whole step. */
typedef struct surface_times {
  double elasticity, volume, flux, step;
} surface_times;

/* bench_surface_subject.c */

/* `count` copies of a body side by side, without gravity. On failure there is no world. */
pl_status surface_world_make(const pl_body_def *def, size_t count, int threads, pl_world **out);
/* Presses all bodies flat by a fifth, so that everything has work to do. */
pl_status surface_world_squeeze(pl_world *world);
pl_status surface_world_time(pl_world *world, double seconds, surface_times *out);
/* Stage 2 alone, s, best of many. */
pl_status surface_time_matching(pl_world *world, double seconds, double *best);
size_t surface_world_particles(const pl_world *world);

/* Exit codes. */
int bench_surface_paper(const surface_bench_options *options);      /* bench_surface_paper.c */
int bench_surface_invariance(const surface_bench_options *options); /* bench_surface_invariance.c */
int bench_surface_recovery(const surface_bench_options *options);   /* bench_surface_recovery.c */
