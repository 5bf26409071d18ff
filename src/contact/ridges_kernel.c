/* SPDX-License-Identifier: MIT */
#include "contact/ridges_kernel.h"

#include <math.h>
#include <stdbool.h>

/* Of all edges of a block side by side. */
typedef struct vectors {
  double at[3][PL_BLOCK];
} vectors;

/* Where one particle of each edge is so many seconds before the end of the step. */
static inline void place(const pl_folds *of, const uint32_t particles[PL_BLOCK], double back, vectors *out)
{
  for (int l = 0; l < PL_BLOCK; l++)
    for (size_t c = 0; c < 3; c++) {
      size_t at = 3 * (size_t)particles[l] + c;
      out->at[c][l] = of->x[at] - back * of->v[at];
    }
}

static inline void sub(const vectors *a, const vectors *b, vectors *out)
{
  for (size_t c = 0; c < 3; c++)
    for (int l = 0; l < PL_BLOCK; l++) out->at[c][l] = a->at[c][l] - b->at[c][l];
}

static inline void cross(const vectors *a, const vectors *b, vectors *out)
{
  for (int l = 0; l < PL_BLOCK; l++) {
    out->at[0][l] = a->at[1][l] * b->at[2][l] - a->at[2][l] * b->at[1][l];
    out->at[1][l] = a->at[2][l] * b->at[0][l] - a->at[0][l] * b->at[2][l];
    out->at[2][l] = a->at[0][l] * b->at[1][l] - a->at[1][l] * b->at[0][l];
  }
}

static inline void dot(const vectors *a, const vectors *b, double out[PL_BLOCK])
{
  for (int l = 0; l < PL_BLOCK; l++)
    out[l] = a->at[0][l] * b->at[0][l] + a->at[1][l] * b->at[1][l] + a->at[2][l] * b->at[2][l];
}

/* The folds along all edges of a block at one time. */
typedef struct folded {
  double steepness[PL_BLOCK];                 /* square of the tangent of half the angle between faces; no face: any */
  double length[PL_BLOCK];                    /* m^2, square of the edge's */
  int64_t is_new[PL_BLOCK], is_old[PL_BLOCK]; /* such a ridge as PL_NEW_RIDGE and PL_OLD_RIDGE ask for? */
} folded;

static inline void fold(const pl_folds *of, size_t patch, double back, folded *out)
{
  static const double rounding = 1e-9; /* of cosines and sines: coordinates may be a million times as large as edges */
  const uint32_t *wings = of->wings + 4 * PL_BLOCK * patch;
  vectors from, along, to_left, to_right, first, second, axis;
  place(of, wings, back, &from);
  place(of, wings + PL_BLOCK, back, &along);
  place(of, wings + 2 * (size_t)PL_BLOCK, back, &to_left);
  place(of, wings + 3 * (size_t)PL_BLOCK, back, &to_right);
  sub(&along, &from, &along);
  sub(&to_left, &from, &to_left);
  sub(&to_right, &from, &to_right);
  cross(&along, &to_left, &first);
  cross(&to_right, &along, &second);
  cross(&first, &second, &axis);
  double cosine[PL_BLOCK], a[PL_BLOCK], b[PL_BLOCK], turn[PL_BLOCK], one[PL_BLOCK];
  dot(&first, &second, cosine);
  dot(&first, &first, a);
  dot(&second, &second, b);
  dot(&axis, &along, turn);
  dot(&along, &along, out->length);
  for (int l = 0; l < PL_BLOCK; l++) {
    one[l] = sqrt(a[l] * b[l]);
    /* of triangles without area nobody can tell */
    double square = (one[l] - cosine[l]) / (one[l] * (1 + rounding) + cosine[l]);
    out->steepness[l] = one[l] > 0 ? square : INFINITY;
  }
  for (int l = 0; l < PL_BLOCK; l++) {
    int64_t sticks_out = turn[l] >= -rounding * one[l] * sqrt(out->length[l]);
    out->is_new[l] = sticks_out & (cosine[l] <= (PL_FLAT + rounding) * one[l]);
    out->is_old[l] = sticks_out | (cosine[l] >= (PL_NEARLY_FLAT - rounding) * one[l]);
  }
}

static void fold_patch(const pl_folds *of, const uint32_t *edges, size_t patch, pl_folded *out)
{
  double longest = of->longest * of->longest;
  folded start, end;
  fold(of, patch, of->h, &start);
  end = start;
  if (of->ends) fold(of, patch, 0, &end);
  for (int l = 0; l < PL_BLOCK; l++) {
    double most = start.length[l] > end.length[l] ? start.length[l] : end.length[l];
    double steepness = start.steepness[l] > end.steepness[l] ? start.steepness[l] : end.steepness[l];
    out->length[l] = (float)(most < longest ? most : longest);
    out->steepness[l] = (float)steepness;
  }
  unsigned fresh = 0, old = 0;
  out->range = (pl_fold_range){0, 0, INFINITY};
  for (unsigned l = 0; l < PL_BLOCK && edges[l] != PL_NO_FEATURE; l++) {
    unsigned is_new = (unsigned)(start.is_new[l] | end.is_new[l]);
    fresh |= is_new << l;
    old |= (unsigned)(start.is_old[l] | end.is_old[l]) << l;
    if (is_new) pl_fold_range_widen(&out->range, &(pl_fold_range){out->steepness[l], out->length[l], out->length[l]});
  }
  out->lanes[PL_NEW_RIDGE] = (uint16_t)fresh;
  out->lanes[PL_OLD_RIDGE] = (uint16_t)old;
}

const pl_ridges_kernels PL_ISA_NAME(pl_ridges_kernels) = {fold_patch};
