/* SPDX-License-Identifier: MIT
   A body's frames as morph targets: 16-bit positions in a cube around everything the body does, differences from the
   first frame for the others, and normals that go with them. */
#pragma once

#include <stdbool.h>

#include "cache/shown.h"

/* Where a body goes, relative to its origin, over all frames. */
typedef struct pl_morph_box {
  double low[3], high[3];
} pl_morph_box;

pl_morph_box pl_morph_box_empty(void);
void pl_morph_box_add(pl_morph_box *box, const float *points, size_t count);

/* position = centre + scale * (16-bit value / 32767) */
typedef struct pl_morph_grid {
  double centre[3];
  double scale;
} pl_morph_grid;
pl_morph_grid pl_morph_grid_of(const pl_morph_box *box);

/* One frame of one body. */
typedef struct pl_morph {
  int16_t *points; /* 4 per vertex, the last is padding; the first frame's values, later frames' differences from it */
  float *normals;  /* 3 per vertex, likewise; NULL without triangles */
  int16_t low[3], high[3];
  bool small_normals; /* all differences fit in [-1, 1], so that a signed byte holds them */
} pl_morph;

pl_status pl_morph_create(const pl_shown *shown, pl_morph *out);
void pl_morph_release(pl_morph *morph);

/* base: the first frame, or NULL to make that one. */
void pl_morph_fill(const pl_shown *shown, const float *points, const pl_morph_grid *grid, const pl_morph *base,
                   pl_morph *out);
