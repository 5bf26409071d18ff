/* SPDX-License-Identifier: MIT
   Green Coordinates of a closed triangle cage: φ per vertex, ψ per face, and their gradients. A point strictly inside
   is
     x = Σ φ_i x_i + Σ ψ_j s_j n_j
   where x_i are the cage's vertices, n_j its unit outward normals and s_j scaling factors, 1 at rest. Moving the cage
   by a similarity moves x by the same; other motions keep angles nearly (Lipman et al. 2008; Martin et al., eq. 9). */
#pragma once

#include <stdbool.h>

#include "base/pool.h"
#include "pliant/status.h"

typedef struct pl_bvh pl_bvh;
typedef struct pl_green_face pl_green_face;

/* The rest shape of a cage. */
typedef struct pl_green {
  size_t vertex_count, face_count;
  double *positions;    /* 3 per vertex */
  uint32_t *triangles;  /* 3 per face, counter-clockwise from outside */
  double *normals;      /* 3 per face, unit, outwards */
  double *areas;        /* m^2, per face */
  double size;          /* diagonal of the bounding box, m */
  pl_green_face *faces; /* the kernel's own */
  pl_bvh *bvh;
} pl_green;

/* Points nearer to the cage than this part of its size are refused: the gradients grow without bound there. */
#define PL_GREEN_MARGIN 1e-6

/* Copies what it needs. Refuses cages that are open, not consistently oriented, flipped, that have faces without area
   or vertices without faces. They may have several parts, and cavities that face inwards to them. */
PL_API pl_status pl_green_create(const double *positions, size_t vertex_count, const uint32_t *triangles,
                                 size_t face_count, pl_green **out);
PL_API void pl_green_destroy(pl_green *green);

/* Where coordinates go, row by row: of point p phi[p vertex_count + i], psi[p face_count + j],
   dphi[3 (p vertex_count + i) + axis], dpsi[3 (p face_count + j) + axis]. */
typedef struct pl_green_values {
  double *phi;  /* dimensionless */
  double *psi;  /* m */
  double *dphi; /* 1 / m; NULL: no gradients wanted */
  double *dpsi; /* dimensionless; NULL together with dphi */
} pl_green_values;

/* points: 3 per point. Errors are below 1e-10: of 1 for φ and ∇ψ, of the cage's size for ψ, of the largest at that
   point for ∇φ. Fails with PL_ERROR_ARGUMENT, naming the first such point, if one is outside or nearer to the cage than
   PL_GREEN_MARGIN. Same bits for any number of threads, and for a point whatever its neighbours in the list. pool may
   be NULL. */
PL_API pl_status pl_green_coordinates(const pl_green *green, const double *points, size_t count, pl_pool *pool,
                                      const pl_green_values *out);

/* The same for many points, whose coordinates need not be kept: PL_GREEN_CHUNK points at a time are evaluated, checked
   and handed to visit, which gets the number of the first of them; values live until it returns. What visit returns
   other than PL_OK ends it. */
enum { PL_GREEN_CHUNK = 1024 };
typedef pl_status (*pl_green_visitor)(void *context, size_t first, size_t count, const pl_green_values *values);
PL_API pl_status pl_green_visit(const pl_green *green, const double *points, size_t count, bool gradients,
                                pl_pool *pool, pl_green_visitor visit, void *context);

/* The same without looking where the points are: outside Σφ is 0, on the cage the values may not be numbers. Fails for
   lack of memory only. */
PL_API pl_status pl_green_coordinates_anywhere(const pl_green *green, const double *points, size_t count, pl_pool *pool,
                                               const pl_green_values *out);

/* PL_ERROR_ARGUMENT, naming the first bad point, unless all are inside and PL_GREEN_MARGIN of the size away from it. */
PL_API pl_status pl_green_check_points(const pl_green *green, const double *points, size_t count);

/* s_j n_j of the cage with its vertices at x (3 per vertex), 3 per face, and s_j itself if factors is not NULL. With u,
   w two edges of a face at rest and U, W where they are now (Martin et al., eq. 10, which lost its bars in print):
     s = √(|U|²|w|² - 2 (U.W)(u.w) + |u|²|W|²) / (√8 area).
   A face that has lost its area keeps the direction in `normals` (unit or not), which must hold something: the rest
   normals at first. */
PL_API void pl_green_normals(const pl_green *green, const double *x, double *normals, double *factors);

/* out (3 per row) = Σ φ_i x_i + Σ ψ_j normals_j for each of `count` rows of phi and psi; normals as above. */
PL_API void pl_green_deform(const pl_green *green, const double *phi, const double *psi, size_t count, const double *x,
                            const double *normals, pl_pool *pool, double *out);
