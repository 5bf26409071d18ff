/* SPDX-License-Identifier: MIT
   Gray pictures as fields: weights that vary over a body, heights, ranges. */
#pragma once

#include "pliant/mesh.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Black is 0, white is 1; rows from the top. */
typedef struct pl_gray {
  uint32_t width, height;
  double *values;
} pl_gray;

/* PGM (plain or binary, 8 or 16 bits) and, where the build has libpng, PNG of any kind: colours become their luma, what
   is transparent counts as if it were not. Sample values count, without gamma. At most 8192 pixels each way. */
PL_API pl_status pl_gray_load(const char *path, pl_gray *out);
/* The same from memory; `name` is for messages, its ending does not count. */
PL_API pl_status pl_gray_read(const char *name, const void *data, size_t size, pl_gray *out);
PL_API void pl_gray_free(pl_gray *gray);

/* black + (white - black) × gray at every vertex of a mesh with a grid of two directions: the first goes from left to
   right over the picture, the second from its top to its bottom, linear between pixels. Along a closed direction the
   picture repeats. values: one per vertex. */
PL_API pl_status pl_gray_sample(const pl_gray *gray, double black, double white, const pl_mesh *mesh, double *values);

#ifdef __cplusplus
}
#endif
