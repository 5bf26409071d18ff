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

static void find(const pl_folds *of, const uint32_t *edges, size_t patch, uint16_t ridges[PL_LANES], float *scales)
{
  static const double rounding = 1e-9; /* of cosines and sines: coordinates may be a million times as large as edges */
  double longest = of->longest[0] * of->longest[0], other = of->longest[1] * of->longest[1];
  double least = (1 - 1e-6) * of->shallow * of->shallow;
  const uint32_t *from = of->wings + 4 * PL_BLOCK * patch, *to = from + PL_BLOCK, *left = to + PL_BLOCK,
                 *right = left + PL_BLOCK;
  vectors along, to_left, to_right, way, end, first, second, fold;
  go(of, from, to, &along, &way);
  go(of, from, left, &to_left, &end);
  go(of, from, right, &to_right, &end);
  cross(&along, &to_left, &first);
  cross(&to_right, &along, &second);
  cross(&first, &second, &fold);
  double cosine[PL_BLOCK], a[PL_BLOCK], b[PL_BLOCK], turn[PL_BLOCK], length[PL_BLOCK], start[PL_BLOCK];
  dot(&first, &second, cosine);
  dot(&first, &first, a);
  dot(&second, &second, b);
  dot(&fold, &way, turn);
  dot(&way, &way, length);
  dot(&along, &along, start);
  double one[PL_BLOCK], steepness[PL_BLOCK], span[PL_BLOCK];
  int64_t is_new[PL_BLOCK], is_old[PL_BLOCK];
  for (int l = 0; l < PL_BLOCK; l++) {
    one[l] = sqrt(a[l] * b[l]);
    /* of triangles without area nobody can tell */
    double square = (one[l] - cosine[l]) / (one[l] * (1 + rounding) + cosine[l]);
    steepness[l] = one[l] > 0 ? square : INFINITY;
    span[l] = start[l] < longest ? start[l] : longest;
  }
  for (int l = 0; l < PL_BLOCK; l++) {
    int64_t out = turn[l] >= -rounding * one[l] * sqrt(length[l]);
    int64_t shallow = (other <= PL_OVERHANG * span[l]) & (steepness[l] * other < least);
    is_new[l] = out & !shallow & (cosine[l] <= (PL_FLAT + rounding) * one[l]);
    is_old[l] = out | (cosine[l] >= (PL_NEARLY_FLAT - rounding) * one[l]);
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
