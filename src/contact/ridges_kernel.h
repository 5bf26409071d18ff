/* SPDX-License-Identifier: MIT
   Which edges of a closed surface may stick out, many at once: what the kernel leaves out surely does not. */
#pragma once

#include <stdbool.h>

#include "contact/blocks_kernel.h"

/* Cosine of the angle between faces, 5 degrees, that makes no ridge: vertices alone then keep surfaces apart to a hundredth of an edge. And of
   the one, 11 degrees, that makes a valley of what was a ridge. */
#define PL_FLAT 0.996
#define PL_NEARLY_FLAT 0.98

/* A surface that moves from x - h v to x (3 per particle). */
typedef struct pl_folds {
  const uint32_t *wings; /* contact/surface.h */
  const double *x, *v;
  double h;
  double longest[2]; /* m: edges of this surface and of the other are not taken to be longer */
  double shallow;    /* m: contact/ridges.h */
  bool ends;         /* ridges of the end of the step count, too */
} pl_folds;

typedef struct pl_ridges_kernels {
  /* Of the edges of a patch, one bit each, those that may be such ridges when the step begins, or ends; and how steep and long they are, rows of `scales`. */
  void (*find)(const pl_folds *of, const uint32_t *edges, size_t patch, uint16_t ridges[PL_LANES], float *scales);
} pl_ridges_kernels;

extern const pl_ridges_kernels pl_ridges_kernels_baseline;
#if defined(__x86_64__)
extern const pl_ridges_kernels pl_ridges_kernels_avx2, pl_ridges_kernels_avx512;
#endif
