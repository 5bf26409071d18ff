/* SPDX-License-Identifier: MIT
   Features of a body side by side in blocks, so that one feature of another body is tested against a whole block at
   once. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

enum {
  PL_BLOCK = 16,           /* features in a block */
  PL_BOX = 6 * PL_BLOCK,   /* floats: least x of all, least y, least z, and most */
  PL_POINT = 3 * PL_BLOCK, /* floats: x of all, y, z */
  PL_SCALES = 4 * PL_BLOCK,
  PL_LANES = 2,
  PL_SPAN = 8 /* floats of one box: least x, y, z, nothing, and minus the most */
};

#define PL_NO_FEATURE UINT32_MAX

/* Rows of scales. Of edges and triangles: 1 / the square of the length of the first edge. */
enum {
  PL_BY_FIRST,
  /* of triangles: of the others, and of twice the area */
  PL_BY_SECOND,
  PL_BY_THIRD,
  PL_BY_AREA,
  /* of edges of closed surfaces: the square of the tangent of half the angle between their faces; of their length,
     m^2 */
  PL_STEEPNESS = PL_BY_SECOND,
  PL_LENGTH = PL_BY_THIRD
};

/* Coordinates relative to a nearby origin, so that floats are accurate enough. */
typedef struct pl_feature_blocks {
  float *boxes;  /* of the features */
  float *around; /* of blocks, in blocks of their own */
  float *points; /* per block: a point for every corner, then how far every corner may go */
  float *scales; /* PL_SCALES per block: what comes of its shape alone, in rows */
  /* PL_LANES per block: a bit for each feature that takes part in queries of the one kind and the other */
  uint16_t *lanes;
  unsigned each;    /* corners of a feature: 1, 2, 3 */
  double origin[3]; /* m */
  size_t block_count;
} pl_feature_blocks;

/* Convexity of an edge. At flat and concave edges vertex contacts suffice. An edge that pushed in the last step keeps
   doing so until it is surely concave: edges that push in every other step keep bodies from coming to rest. */
typedef enum pl_edge_edge { PL_NEW_CONVEX_EDGE, PL_KNOWN_CONVEX_EDGE } pl_edge_edge;

/* Square of the ratio of lengths up to which an edge that crosses a convex edge is taken to lie on its two faces. */
#define PL_OVERHANG 4

/* The same where lengths are known to 0.6 %. */
#define PL_OVERHANG_BOUND (PL_OVERHANG / 1.007f)

/* Bounds shared by all queriers. */
typedef struct pl_query_bounds {
  const pl_feature_blocks *queriers; /* vertices or edges; boxes bound all that may be near */
  float between[3];                  /* how much farther their body may move than the other */
  float reach;                       /* features that cannot come nearer than this are too far */
  float shallow; /* m^2: convex edges with a smaller product of steepness and length of the other are, too; 0: none */
} pl_query_bounds;

/* A near feature: its index, the direction from it to the querier (length at most 1), and the least distance along
   it. */
typedef struct pl_near_feature {
  uint32_t feature;
  float axis[3];
  float bound;
} pl_near_feature;

typedef struct pl_blocks_kernels {
  /* One box around all that so many particles may reach. */
  void (*span)(const float *spans, const uint32_t *particles, size_t count, float out[PL_SPAN]);

  /* Fills a block with the features of a cluster and their corners: `before` and `roam`, 3 per particle, are where
     particles were and how far they may go. PL_NO_FEATURE: meets nothing. Boxes are wider by `wider`, lower and
     upper. */
  void (*fill)(const pl_feature_blocks *blocks, size_t block, const uint32_t *features, const uint32_t *corners,
               const double *before, const double *motion_bound, const float wider[6]);

  /* The blocks whose boxes overlap a box, rising. */
  size_t (*meet)(const pl_feature_blocks *blocks, const float box[6], uint32_t *out);

  /* Of these, those that some feature in a block of queriers may be near, of those with a bit in `who`; bits are
     removed. Returns how many are left. */
  size_t (*choose)(const pl_feature_blocks *blocks, const pl_feature_blocks *queriers, size_t block, uint32_t *which,
                   size_t count, uint16_t *who);

  /* The features near one querier of a kind, in those of these blocks that have its bit. */
  size_t (*ask)(const pl_feature_blocks *blocks, const uint32_t *which, const uint16_t *who, size_t count,
                const pl_query_bounds *querying, size_t querier, unsigned kind, pl_near_feature *out);

  /* One bit for each box, PL_BLOCK at most, whose numbers are all no more than these. The entries after the last box
     are read, too. */
  unsigned (*within)(const float *boxes, size_t count, const float most[PL_SPAN]);
} pl_blocks_kernels;

extern const pl_blocks_kernels pl_blocks_kernels_baseline;
#if defined(__x86_64__)
extern const pl_blocks_kernels pl_blocks_kernels_avx2, pl_blocks_kernels_avx512;
#endif
