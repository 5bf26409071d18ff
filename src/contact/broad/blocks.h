/* SPDX-License-Identifier: MIT
   What of one surface is near what of another: clusters are held against clusters, and then every feature that asks
   against all those of the near clusters at once, many to a register. */
#pragma once

#include "contact/broad/surface.h"

/* Which features of `asked` may come nearer than `reach` to those of `asking`, which may go `between` farther beside
   what its own particles do? Of edges edges ask, of triangles vertices. */
typedef struct pl_near_query {
  const pl_contact_surface *querying, *queried;
  const pl_reference_pose *since[2]; /* theirs: for that step */
  const pl_clusters *queriers, *clusters;
  pl_cluster_kind kinds[2]; /* which these are */
  double between[3], reach; /* m */
  bool convex_edges; /* between closed surfaces: of edges only those that may stick out (contact/narrow/edge_edge.h) */
  pl_folds folds[2]; /* then: of `asking` and `asked` */
  uint32_t partner;  /* and: edges of `asking` that say this pushed `asked` in the last step */
  double shallow;    /* and: m, see there */
} pl_near_query;

typedef struct pl_near_features {
  pl_near_query question;
  pl_feature_blocks blocks, queriers; /* clusters that are near something of the other surface */
  uint32_t *clusters;                 /* per block of `blocks` */
  uint32_t *querying_clusters;        /* those that have something to ask */
  uint8_t *filled;                    /* per block of `blocks`: somebody asked for it */
  uint32_t *block_of;                 /* per cluster that asks: its block */
  uint32_t *starts, *ends;            /* per block of askers, in lists */
  uint32_t *lists;          /* all blocks, then those that each block of askers is near, one after the other */
  uint16_t *who;            /* of these, a bit for each that is near */
  size_t most, used, room;  /* of lists: all blocks, so far, what there is */
  uint64_t *pending;        /* a bit per feature that has something to ask */
  pl_near_feature *answers; /* to what was asked last */
  size_t capacity;          /* features of a kind that there is room for */
  pl_query_bounds querying;
  double wrong; /* m: what floats may be wrong by */

  /* if convex edges ask */
  float *ranges;      /* rows of the ranges of blocks, as many side by side as a block has features */
  uint16_t *crossing; /* per as many: a bit for each that somebody of the cluster that asks may cross */
  pl_folded *folded;  /* per block: what edges are like for sure, looked at when one is about to answer */
  uint8_t *known;     /* per block: that was done */
  pl_folded asking_folded;
  uint32_t asking_known; /* which cluster that is */
} pl_near_features;

/* Room for so many features of any kind. */
pl_status pl_near_reserve(pl_near_features *near, size_t count);

/* Marks the clusters of edges that a question is about as near another surface. */
void pl_near_mark(const pl_near_query *question);

/* Takes up a question. Never misses anything. */
void pl_near_begin(pl_near_features *near, const pl_near_query *question);

/* The next that has something to ask, `from` or later; PL_NO_FEATURE: there is none. */
uint32_t pl_near_next(const pl_near_features *near, uint32_t from);

/* Answers with the names of features, rising. Returns their number. */
size_t pl_near_find(pl_near_features *near, uint32_t feature);

void pl_near_free(pl_near_features *near);
