/* SPDX-License-Identifier: MIT
   The step that candidate lists are made for: positions of a surface's particles at its start, bounds of their motion,
   and swept boxes of clusters of its features. */
#pragma once

#include "contact/broad/clusters.h"

/* Lists allow for up to this many times the motion of their step: motion in the next step is similar, and less after
   contact. */
#define PL_MOTION_FACTOR 1.25

typedef enum pl_cluster_kind {
  PL_VERTEX_CLUSTERS,
  PL_EDGE_CLUSTERS,
  PL_TRIANGLE_CLUSTERS,
  PL_CLUSTER_KINDS
} pl_cluster_kind;

typedef struct pl_reference_pose {
  double *before; /* 3 per particle: its start, m */
  /* 3 per particle, m: its motion besides the mean motion of the body is between 0 and this */
  double *motion_bound;
  /* PL_SPAN per cluster: around all that its particles may reach; and one of padding */
  float *boxes[PL_CLUSTER_KINDS];
  float around[6]; /* all of them: lower, upper */
  uint64_t epoch;  /* names it among those of its surface, rising; 0: none yet */
} pl_reference_pose;

pl_status pl_reference_pose_reserve(pl_reference_pose *reference, size_t particle_count,
                                    const pl_clusters *const clusters[PL_CLUSTER_KINDS]);
void pl_reference_pose_free(pl_reference_pose *reference);

/* Sets the pose from the step from x - h v to x (3 per particle); way: mean displacement of the body's particles, m.
   spans: room for PL_SPAN numbers per particle. */
void pl_reference_pose_take(pl_reference_pose *reference, size_t particle_count,
                            const pl_clusters *const clusters[PL_CLUSTER_KINDS], const double *x, const double *v,
                            double h, const double way[3], float *spans);
