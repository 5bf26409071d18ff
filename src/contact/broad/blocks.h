/* SPDX-License-Identifier: MIT
   Queries which features of one surface are near features of another: clusters are tested against clusters, then every
   querying feature against all features of the near clusters at once, many per SIMD register. */
#pragma once

#include "contact/broad/surface.h"

/* A query: which features of `queried` may come nearer than `reach` to those of `querying`, which may move by `between`
   besides the motion of its own particles? Edges query edges, vertices query triangles. */
typedef struct pl_near_query {
  const pl_contact_surface *querying, *queried;
  const pl_reference_pose *since[2]; /* reference poses of both */
  const pl_clusters *queriers, *clusters;
  pl_cluster_kind kinds[2]; /* which these are */
  double between[3], reach; /* m */
  bool convex_edges; /* between closed surfaces: of edges only those that may stick out (contact/narrow/edge_edge.h) */
  pl_folds folds[2]; /* then: of `querying` and `queried` */
  uint32_t partner;  /* and: serial + 1 of the queried body; edges with it pushed in the last step */
  double shallow;    /* and: m, pl_edge_edge_shallow */
} pl_near_query;

typedef struct pl_near_features {
  pl_near_query query;
  pl_feature_blocks blocks, queriers; /* clusters near the other surface */
  uint32_t *clusters;                 /* per block of `blocks` */
  uint32_t *querying_clusters;        /* those with pending features */
  uint8_t *filled;                    /* per block of `blocks`: its features have been loaded */
  uint32_t *block_of;                 /* per querying cluster: its block */
  uint32_t *starts, *ends;            /* per block of queriers, in lists */
  uint32_t *lists;                    /* all blocks, then the blocks near each block of queriers, one after the other */
  uint16_t *who;                      /* per list entry: a bit for each feature of the block that is near */
  size_t most, used, room;            /* of lists: all blocks, so far, what there is */
  uint64_t *pending;                  /* a bit per feature still to be queried */
  pl_near_feature *answers;           /* of the last query */
  size_t capacity;                    /* features of a kind that there is room for */
  pl_query_bounds querying;
  double wrong; /* m: bound of the rounding error of floats */

  /* for queries of convex edges */
  float *ranges;      /* rows of the ranges of blocks, as many side by side as a block has features */
  uint16_t *crossing; /* per as many: a bit for each that an edge of the querying cluster may cross */
  pl_folded *folded;  /* per block: exact dihedral angles and lengths, found when first needed */
  uint8_t *known;     /* per block: `folded` is valid */
  pl_folded querying_folded;
  uint32_t querying_known; /* which cluster that is */
} pl_near_features;

/* Room for so many features of any kind. */
pl_status pl_near_reserve(pl_near_features *near, size_t count);

/* Marks the edge clusters of a query as near another surface. */
void pl_near_mark(const pl_near_query *query);

/* Starts a query. Conservative: no near feature is missed. */
void pl_near_begin(pl_near_features *near, const pl_near_query *query);

/* The next pending feature, `from` or later; PL_NO_FEATURE: none. */
uint32_t pl_near_next(const pl_near_features *near, uint32_t from);

/* Writes the indices of the features near this one to `answers`, rising. Returns their number. */
size_t pl_near_find(pl_near_features *near, uint32_t feature);

void pl_near_free(pl_near_features *near);
