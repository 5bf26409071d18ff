/* SPDX-License-Identifier: MIT
   Shapes as a field: the distance to a few soft blobs that melt into each other, negative inside. The surface is where
   it is zero. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

typedef enum pl_blob_kind {
  PL_BLOB_EGG, /* an ellipsoid: centre a, half axes b, turned by `turn` */
  PL_BLOB_LIMB /* a round cone from a with radius size[0] to b with radius size[1] */
} pl_blob_kind;

typedef struct pl_blob {
  pl_blob_kind kind;
  bool twice;   /* also mirrored at x = 0 */
  bool carve;   /* taken away from what came before, not added */
  double blend; /* how far from each other two surfaces begin to melt together, m */
  double a[3], b[3];
  double size[2];
  double turn[3]; /* degrees about x, then y, then z */
  /* set by pl_blobs_prepare */
  double axes[9];    /* rows: the egg's own axes */
  double thin, wide; /* its function is at least thin (distance to the centre / wide - 1) */
} pl_blob;

void pl_blobs_prepare(const pl_blob *from, size_t count, pl_blob *to);

double pl_blobs_distance(const pl_blob *blobs, size_t count, const double p[3]);

/* A box that holds the surface. */
void pl_blobs_box(const pl_blob *blobs, size_t count, double low[3], double high[3]);
