/* SPDX-License-Identifier: MIT
   The vertices, edges or triangles of a surface in clusters of PL_BLOCK that are neighbours in the rest shape and so
   stay together under deformation: one box test rejects a whole cluster. */
#pragma once

#include "contact/broad/blocks_kernel.h"
#include "pliant/status.h"

typedef struct pl_clusters {
  uint32_t *features; /* PL_BLOCK per cluster; what is missing in the last one is PL_NO_FEATURE */
  /* `each` times PL_BLOCK particles per cluster: first corners, then second, …; missing features are as the first */
  uint32_t *corners;
  unsigned each;       /* 1: vertices, 2: edges, 3: triangles */
  uint32_t *place;     /* per feature: in `features` */
  uint32_t *particles; /* of the clusters, one after the other, each once */
  size_t *starts;      /* per cluster, and the end */
  size_t count;        /* clusters */
} pl_clusters;

/* corners: `each` particles per feature. rest: 3 per particle. Free also after a failure. */
pl_status pl_clusters_build(const uint32_t *corners, unsigned each, size_t count, const double *rest, pl_clusters *out);
void pl_clusters_free(pl_clusters *clusters);

/* Numbers, `each` per feature, in the order of clusters: PL_BLOCK of the first ones, as many of the second, and so on;
   missing features are as the first of their cluster. */
void pl_clusters_line_up(const pl_clusters *p, const uint32_t *numbers, size_t each, uint32_t *out);
