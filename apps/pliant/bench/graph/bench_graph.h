/* SPDX-License-Identifier: MIT
   What the parts of `pliant bench graph` share: a body of the graph model in a world of its own, and its timings. */
#pragma once

#include <stdbool.h>

#include "model/graph/graph.h"
#include "world/world.h"

typedef struct graph_bench_options {
  int threads;
  double seconds; /* per row */
  bool json;
  bool quick;      /* smaller bars, so that a test has time for it */
  const char *row; /* the one figure of the paper to run, or NULL: all */
} graph_bench_options;

typedef struct graph_subject {
  pl_world *world;
  pl_body *body;
  pl_graph *graph;
  pl_model_context context;
  double *force, *answer; /* 3 per particle */
  double *rotation;       /* as the graph's */
  float *coordinates;     /* 3 per function of its subspace */
} graph_subject;

/* s, the best of many */
typedef struct graph_times {
  double rotations, rhs, solve, step;
  double flow; /* plastic, with rotations of its own; 0 without */
} graph_times;

typedef pl_status (*graph_run)(graph_subject *subject);

/* bench_graph_subject.c. A subject that could not be made is empty, and may be freed. */
pl_status graph_subject_make(const pl_world_def *world, const pl_body_def *def, graph_subject *out);
void graph_subject_free(graph_subject *subject);
pl_status graph_subject_steps(graph_subject *subject, int count);
/* The best of as many runs as fit into the time, at least five. */
pl_status graph_best_of(graph_run run, graph_subject *subject, double seconds, double *best);
pl_status graph_subject_time(graph_subject *subject, double seconds, graph_times *out);
double graph_parts(const graph_times *times); /* the sum of what was run alone */
/* The farthest that a particle of `a` is from where it is in `b`, over the size of the body; both of the same
   definition. */
double graph_subject_distance(const graph_subject *a, const graph_subject *b);

/* Lattice of 26 or 6 neighbours held by its first face, in `def`; the mesh and the list are the caller's to release. */
typedef struct graph_bar {
  pl_mesh *mesh;
  uint32_t *face;
  size_t face_count;
  pl_pin_def pin;
} graph_bar;
pl_status graph_bar_make(const uint32_t counts[3], double spacing, int neighbours, graph_bar *bar, pl_body_def *def);
void graph_bar_free(graph_bar *bar);

/* Exit codes. */
int bench_graph_paper(const graph_bench_options *options);      /* bench_graph_paper.c */
int bench_graph_invariance(const graph_bench_options *options); /* bench_graph_invariance.c */
int bench_graph_rotations(const graph_bench_options *options);  /* bench_graph_rotations.c */
