/* SPDX-License-Identifier: MIT
   The data of a cage that the Green Coordinates' kernel reads, and its copies, one per instruction set. Callers use
   green.h. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "base/isa.h"

enum { PL_GREEN_LANES = 8 }; /* points that a call handles side by side */

/* Of a face, from the rest shape. Edge k lies opposite corner k and runs from corner k + 1 to corner k + 2. */
typedef struct pl_green_face {
  uint32_t vertex[3];
  double corner[3][3];
  double normal[3];     /* unit, outwards */
  double outward[3][3]; /* of edge k: in the plane of the face, unit, away from it */
  double length[3];     /* of edge k */
  double height[3];     /* of corner k above edge k */
  double product[3][3]; /* outward[k] . outward[e] */
  double double_area;
} pl_green_face;

typedef struct pl_green_block { /* PL_GREEN_LANES numbers per entry */
  double *phi;                  /* per vertex */
  double *psi;                  /* per face */
  double *dphi;                 /* 3 per vertex, or NULL: no gradients */
  double *dpsi;                 /* 3 per face, or NULL */
} pl_green_block;

/* points: x of PL_GREEN_LANES points, then y, then z. Overwrites the block. */
typedef void (*pl_green_kernel)(const pl_green_face *faces, size_t face_count, size_t vertex_count,
                                const double *points, const pl_green_block *block);

void pl_green_kernel_baseline(const pl_green_face *faces, size_t face_count, size_t vertex_count, const double *points,
                              const pl_green_block *block);
#if defined(__x86_64__)
void pl_green_kernel_avx2(const pl_green_face *faces, size_t face_count, size_t vertex_count, const double *points,
                          const pl_green_block *block);
void pl_green_kernel_avx512(const pl_green_face *faces, size_t face_count, size_t vertex_count, const double *points,
                            const pl_green_block *block);
#endif
