/* SPDX-License-Identifier: MIT
   Swept bounding volumes of features in straight motion, as trees of clusters: boxes around their starting points and
   around their displacements. Neighbours have similar displacements and distant features are far apart, so few pairs
   overlap, however large the displacements. */
#pragma once

#include "base/arena.h"
#include "contact/broad/clusters.h"

typedef struct pl_swept_volumes_node {
  double lower[3], upper[3]; /* m, of where they begin */
  double least[3], most[3];  /* m, of their ways */
} pl_swept_volumes_node;

typedef struct pl_swept_volumes {
  const pl_clusters *clusters;
  const double *from, *to;      /* 3 per particle, m */
  pl_swept_volumes_node *nodes; /* of all clusters, then of the first half with all below it, then of the second */
} pl_swept_volumes;

/* nodes are from the arena, and what is passed here stays the caller's. */
pl_status pl_swept_volumes_find(const pl_clusters *clusters, const double *from, const double *to, pl_arena *arena,
                                pl_swept_volumes *out);

typedef void (*pl_swept_volumes_visit)(void *context, uint32_t first, uint32_t second);

/* Visits pairs of features, by index, whose relative displacement may exceed `part` of their distance: none is missed.
   The same volumes twice: each pair once, and none with itself. */
void pl_swept_volumes_meet(const pl_swept_volumes *first, const pl_swept_volumes *second, double part,
                           pl_swept_volumes_visit visit, void *context);
