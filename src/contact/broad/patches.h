/* SPDX-License-Identifier: MIT
   The vertices, edges or triangles of a surface, cut into patches of as many as a block has that lie side by side in
   the rest shape and so stay together however the surface bends: what is far from the box of a patch need not look at
   any of them. */
#pragma once

#include "contact/broad/blocks_kernel.h"
#include "pliant/status.h"

typedef struct pl_patches {
  uint32_t *features; /* PL_BLOCK per patch; what is missing in the last one is PL_NO_FEATURE */
  /* `each` times PL_BLOCK particles per patch: first corners, then second, …; missing features are as the first */
  uint32_t *corners;
  unsigned each;       /* 1: vertices, 2: edges, 3: triangles */
  uint32_t *place;     /* per feature: in `features` */
  uint32_t *particles; /* of the patches, one after the other, each once */
  size_t *starts;      /* per patch, and the end */
  size_t count;        /* patches */
} pl_patches;

/* corners: `each` particles per feature. rest: 3 per particle. Free also after a failure. */
pl_status pl_patches_build(const uint32_t *corners, unsigned each, size_t count, const double *rest, pl_patches *out);
void pl_patches_free(pl_patches *patches);

/* Numbers, `each` per feature, in the order of patches: PL_BLOCK of the first ones, as many of the second, and so on;
   missing features are as the first of their patch. */
void pl_patches_line_up(const pl_patches *patches, const uint32_t *numbers, size_t each, uint32_t *out);
