/* SPDX-License-Identifier: MIT
   Which edges of a closed surface may stick out, many at once: what the kernel leaves out surely does not. */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "contact/broad/blocks_kernel.h"

/* Cosine of the angle between faces, 5 degrees, that makes no convex edge: vertices alone then keep surfaces apart to a
   hundredth of an edge. And of the one, 11 degrees, that makes a valley of what was a convex edge. */
#define PL_FLAT 0.996
#define PL_NEARLY_FLAT 0.98

/* A surface that moves from x - h v to x (3 per particle). */
typedef struct pl_folds {
  const uint32_t *wings; /* contact/broad/surface.h */
  const double *x, *v;
  double h;
  double longest; /* m: edges are not taken to be longer */
  bool ends;      /* convex edges of the end of the step count, too */
} pl_folds;

/* Of some edges that may be new convex edges: squares, as in PL_STEEPNESS and PL_LENGTH. None: 0, 0, INFINITY. */
typedef struct pl_fold_range {
  float steepest, longest, shortest;
} pl_fold_range;

static inline void pl_fold_range_widen(pl_fold_range *all, const pl_fold_range *by)
{
  all->steepest = by->steepest > all->steepest ? by->steepest : all->steepest;
  all->longest = by->longest > all->longest ? by->longest : all->longest;
  all->shortest = by->shortest < all->shortest ? by->shortest : all->shortest;
}

/* The edges of a cluster during a step, or bounds of what they are like: then there may be bits too many, numbers are
   no less than they should be, and lengths by no more than what PL_OVERHANG_BOUND allows for. */
typedef struct pl_folded {
  uint16_t lanes[PL_LANES]; /* a bit for each that may be such a convex edge when the step begins, or ends */
  pl_fold_range range;
  float steepness[PL_BLOCK], length[PL_BLOCK]; /* rows of scales */
} pl_folded;

/* Positions of a surface's particles at one time, relative to a nearby origin and in lengths of its longest edge. */
typedef struct pl_fold_places {
  float *places; /* 3 per particle, and one of padding that is read and not used */
  float extent;  /* no coordinate is larger */
} pl_fold_places;

typedef struct pl_edge_edge_kernels {
  /* Lanes, and what they are like. */
  void (*fold)(const pl_folds *of, const uint32_t *edges, size_t cluster, pl_folded *out);

  /* So many particles so many seconds before the end of the step, from an origin. */
  void (*place)(const pl_folds *of, size_t count, double back, const double origin[3], pl_fold_places *out);

  /* Bounds of a cluster, from positions at the start of the step and, if its convex edges count, at the end. False:
     floats are not accurate enough. */
  bool (*bound)(const pl_folds *of, const pl_fold_places places[2], size_t cluster, pl_folded *out);

  /* One bit for each of several ranges (the steepest, longest and shortest of each) of which an edge may cross an edge
     of another range deeper than vertex contacts prevent. least: pl_query_bounds.shallow. */
  unsigned (*cross)(const float *steepest, const float *longest, const float *shortest, const pl_fold_range *other,
                    float least);

  /* Is any of so many not 0? */
  bool (*any)(const uint32_t *numbers, size_t count);
} pl_edge_edge_kernels;

extern const pl_edge_edge_kernels pl_edge_edge_kernels_baseline;
#if defined(__x86_64__)
extern const pl_edge_edge_kernels pl_edge_edge_kernels_avx2, pl_edge_edge_kernels_avx512;
#endif
