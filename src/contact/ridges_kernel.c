/* SPDX-License-Identifier: MIT */
#include "contact/ridges_kernel.h"

#include <math.h>
#include <stdbool.h>

/* Of all edges of a block side by side. */
typedef struct vectors {
  double at[3][PL_BLOCK];
} vectors;

/* From one particle of each edge to another, when the step begins, and when it ends. */
static inline void go(const pl_folds *of, const uint32_t from[PL_BLOCK], const uint32_t to[PL_BLOCK], vectors *start,
                      vectors *end)
{
  for (size_t c = 0; c < 3; c++)
    for (int l = 0; l < PL_BLOCK; l++) {
      size_t a = 3 * (size_t)from[l] + c, b = 3 * (size_t)to[l] + c;
      end->at[c][l] = of->x[b] - of->x[a];
      start->at[c][l] = end->at[c][l] - of->h * (of->v[b] - of->v[a]);
    }
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

static inline void fold(const vectors *along, const vectors *to_left, const vectors *to_right, folded *out)
{
  static const double rounding = 1e-9; /* of cosines and sines: coordinates may be a million times as large as edges */
  vectors first, second, axis;
  cross(along, to_left, &first);
  cross(to_right, along, &second);
  cross(&first, &second, &axis);
  double cosine[PL_BLOCK], a[PL_BLOCK], b[PL_BLOCK], turn[PL_BLOCK], one[PL_BLOCK];
  dot(&first, &second, cosine);
  dot(&first, &first, a);
  dot(&second, &second, b);
  dot(&axis, along, turn);
  dot(along, along, out->length);
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

static void find(const pl_folds *of, const uint32_t *edges, size_t patch, uint16_t ridges[PL_LANES], float *scales)
{
  double longest = of->longest[0] * of->longest[0], other = of->longest[1] * of->longest[1];
  double least = (1 - 1e-6) * of->shallow * of->shallow;
  const uint32_t *from = of->wings + 4 * PL_BLOCK * patch, *to = from + PL_BLOCK, *left = to + PL_BLOCK,
                 *right = left + PL_BLOCK;
  vectors along[2], to_left[2], to_right[2];
  folded start, end;
  go(of, from, to, &along[0], &along[1]);
  go(of, from, left, &to_left[0], &to_left[1]);
  go(of, from, right, &to_right[0], &to_right[1]);
  fold(&along[0], &to_left[0], &to_right[0], &start);
  end = start;
  if (of->ends) fold(&along[1], &to_left[1], &to_right[1], &end);
  double steepness[PL_BLOCK], span[PL_BLOCK];
  int64_t is_new[PL_BLOCK], is_old[PL_BLOCK];
  for (int l = 0; l < PL_BLOCK; l++) {
    double most = start.length[l] > end.length[l] ? start.length[l] : end.length[l];
    span[l] = most < longest ? most : longest;
    steepness[l] = start.steepness[l] > end.steepness[l] ? start.steepness[l] : end.steepness[l];
  }
  for (int l = 0; l < PL_BLOCK; l++) {
    int64_t shallow = (other <= PL_OVERHANG * span[l]) & (steepness[l] * other < least);
    is_new[l] = (start.is_new[l] | end.is_new[l]) & !shallow;
    is_old[l] = start.is_old[l] | end.is_old[l];
  }
  for (int l = 0; l < PL_BLOCK; l++) {
    scales[PL_STEEPNESS * PL_BLOCK + l] = (float)steepness[l];
    scales[PL_LENGTH * PL_BLOCK + l] = (float)span[l];
  }
  unsigned fresh = 0, old = 0;
  for (unsigned l = 0; l < PL_BLOCK && edges[l] != PL_NO_FEATURE; l++) {
    fresh |= (unsigned)is_new[l] << l;
    old |= (unsigned)is_old[l] << l;
  }
  ridges[PL_NEW_RIDGE] = (uint16_t)fresh;
  ridges[PL_OLD_RIDGE] = (uint16_t)old;
}

const pl_ridges_kernels PL_ISA_NAME(pl_ridges_kernels) = {find};
