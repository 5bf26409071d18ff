/* SPDX-License-Identifier: MIT
   A blobby surface around the particles of a body (J. F. Blinn, "A generalization of algebraic surface drawing", 1982;
   Terzopoulos & Fleischer, figs. 20 and 21): each particle has the potential exp(sharpness (1 - r^2 / radius^2)) at a
   distance r, and the surface is where their sum is 1. It needs no triangles and follows matter that breaks and melts.
   For show: it has no influence on the motion, and costs nothing unless it is used. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "pliant/body.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pl_blobby_def {
  double radius;    /* m, > 0: of the surface around a single particle; 0: the body has none */
  double spacing;   /* m, >= 0: of the grid that it is found on, at most half the radius; default 0: a third of it */
  double sharpness; /* > 0: how quickly a potential falls; neighbours melt into each other from farther away where it is
                       small; default 2 */
} pl_blobby_def;

PL_API pl_blobby_def pl_default_blobby_def(void);

/* Acts at once and is no part of recordings and snapshots; radius 0 takes it away. */
PL_API pl_status pl_body_set_blobby(pl_body *body, const pl_blobby_def *def);
PL_API pl_blobby_def pl_body_blobby_def(const pl_body *body);

/* Closed, triangles counter-clockwise from outside. */
typedef struct pl_blobby_surface {
  const double *positions; /* m, 3 per vertex */
  const double *normals;   /* unit, outwards, 3 per vertex */
  const uint32_t *nearest; /* per vertex: the particle that does most there, the caller's index */
  size_t vertex_count;
  const uint32_t *triangles; /* 3 per triangle */
  size_t triangle_count;
  /* m, that was used: larger than in the definition where particles are so far apart that the grid is full */
  double spacing;
} pl_blobby_surface;

/* As the body is now: made on demand, valid until the next step, change or call for this body. No triangles: the body
   has none. */
PL_API pl_status pl_body_blobby(const pl_body *body, pl_blobby_surface *out);

#ifdef __cplusplus
}
#endif
