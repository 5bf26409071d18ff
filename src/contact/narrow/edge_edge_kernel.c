/* SPDX-License-Identifier: MIT
   Folds are exact in doubles. Nearly all clusters are too flat to have convex edges, and bounds in floats, many times
   as fast, show that. */
#define PL_WIDE_FLOAT
#include "contact/narrow/edge_edge_kernel.h"

#include <math.h>
#include <stdbool.h>

#include "math/wide.h"

/* ---- exact, in doubles ---- */

/* Of all edges of a block side by side. */
typedef struct vectors {
  double at[3][PL_BLOCK];
} vectors;

/* Position of one particle of each edge so many seconds before the end of the step. */
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
  double steepness[PL_BLOCK]; /* square of the tangent of half the angle between faces; no face: any */
  double length[PL_BLOCK];    /* m^2, square of the edge's */
  int64_t is_new[PL_BLOCK],
      is_old[PL_BLOCK]; /* such a convex edge as PL_NEW_CONVEX_EDGE and PL_KNOWN_CONVEX_EDGE ask for? */
} folded;

static inline void fold(const pl_folds *of, size_t cluster, double back, folded *out)
{
  static const double rounding = 1e-9; /* of cosines and sines: coordinates may be a million times as large as edges */
  const uint32_t *wings = of->wings + 4 * PL_BLOCK * cluster;
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
    /* triangles without area have no normal */
    double square = (one[l] - cosine[l]) / (one[l] * (1 + rounding) + cosine[l]);
    out->steepness[l] = one[l] > 0 ? square : INFINITY;
  }
  for (int l = 0; l < PL_BLOCK; l++) {
    int64_t sticks_out = turn[l] >= -rounding * one[l] * sqrt(out->length[l]);
    out->is_new[l] = sticks_out & (cosine[l] <= (PL_FLAT + rounding) * one[l]);
    out->is_old[l] = sticks_out | (cosine[l] >= (PL_NEARLY_FLAT - rounding) * one[l]);
  }
}

static void fold_cluster(const pl_folds *of, const uint32_t *edges, size_t cluster, pl_folded *out)
{
  double longest = of->longest * of->longest;
  folded start, end;
  fold(of, cluster, of->h, &start);
  end = start;
  if (of->ends) fold(of, cluster, 0, &end);
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
  out->lanes[PL_NEW_CONVEX_EDGE] = (uint16_t)fresh;
  out->lanes[PL_KNOWN_CONVEX_EDGE] = (uint16_t)old;
}

/* ---- bounds ---- */

typedef struct wide3 {
  pl_wide x, y, z;
} wide3;

static inline wide3 minus(wide3 a, wide3 b) { return (wide3){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline pl_wide product(wide3 a, wide3 b) { return pl_wide_fma(a.z, b.z, pl_wide_fma(a.y, b.y, a.x * b.x)); }
static inline wide3 square_to(wide3 a, wide3 b)
{
  return (wide3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline pl_wide root(pl_wide a)
{
  float each[PL_WIDE_LANES];
  pl_wide_store(a, each);
  for (int l = 0; l < PL_WIDE_LANES; l++) each[l] = sqrtf(each[l]);
  return pl_wide_load(each);
}

static inline float most_of(pl_wide a)
{
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  return _mm512_reduce_max_ps(a);
#else
  float each[PL_WIDE_LANES];
  pl_wide_store(a, each);
  for (int half = PL_WIDE_LANES / 2; half; half /= 2)
    for (int l = 0; l < half; l++) each[l] = each[l + half] > each[l] ? each[l + half] : each[l];
  return each[0];
#endif
}

/* Of as many particles as there are lanes. What follows a particle is read, too. */
static inline wide3 take_places(const float *places, const uint32_t *particles)
{
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  __m512 at[4];
  for (int k = 0; k < 4; k++) {
    at[k] = _mm512_castps128_ps512(_mm_loadu_ps(places + 3 * (size_t)particles[k]));
    at[k] = _mm512_insertf32x4(at[k], _mm_loadu_ps(places + 3 * (size_t)particles[4 + k]), 1);
    at[k] = _mm512_insertf32x4(at[k], _mm_loadu_ps(places + 3 * (size_t)particles[8 + k]), 2);
    at[k] = _mm512_insertf32x4(at[k], _mm_loadu_ps(places + 3 * (size_t)particles[12 + k]), 3);
  }
  __m512 left = _mm512_unpacklo_ps(at[0], at[1]), right = _mm512_unpacklo_ps(at[2], at[3]);
  return (wide3){_mm512_shuffle_ps(left, right, 0x44), _mm512_shuffle_ps(left, right, 0xee),
                 _mm512_shuffle_ps(_mm512_unpackhi_ps(at[0], at[1]), _mm512_unpackhi_ps(at[2], at[3]), 0x44)};
#elif defined(__AVX2__) && defined(__FMA__)
  __m256 at[4];
  for (int k = 0; k < 4; k++) {
    at[k] = _mm256_castps128_ps256(_mm_loadu_ps(places + 3 * (size_t)particles[k]));
    at[k] = _mm256_insertf128_ps(at[k], _mm_loadu_ps(places + 3 * (size_t)particles[4 + k]), 1);
  }
  __m256 left = _mm256_unpacklo_ps(at[0], at[1]), right = _mm256_unpacklo_ps(at[2], at[3]);
  return (wide3){_mm256_shuffle_ps(left, right, 0x44), _mm256_shuffle_ps(left, right, 0xee),
                 _mm256_shuffle_ps(_mm256_unpackhi_ps(at[0], at[1]), _mm256_unpackhi_ps(at[2], at[3]), 0x44)};
#else
  wide3 out;
  for (int l = 0; l < PL_WIDE_LANES; l++) {
    const float *at = places + 3 * (size_t)particles[l];
    out.x[l] = at[0];
    out.y[l] = at[1];
    out.z[l] = at[2];
  }
  return out;
#endif
}

static bool any_of(const uint32_t *numbers, size_t count)
{
  uint32_t any = 0;
  for (size_t k = 0; k < count; k++) any |= numbers[k];
  return any != 0;
}

/* So many numbers, of whole particles. */
static inline void place_numbers(const pl_folds *of, size_t begin, size_t count, double back, const double *origins,
                                 float *places, float *most)
{
  const double scale = 1 / of->longest;
  for (size_t k = 0; k < count; k++) {
    float at = (float)((of->x[begin + k] - back * of->v[begin + k] - origins[k]) * scale);
    places[begin + k] = at;
    most[k] = fabsf(at) > most[k] ? fabsf(at) : most[k];
  }
}

static void place_particles(const pl_folds *of, size_t count, double back, const double origin[3], pl_fold_places *out)
{
  enum { TOGETHER = 24 }; /* whole registers of whole particles */
  double origins[TOGETHER];
  float most[TOGETHER] = {0};
  for (int k = 0; k < TOGETHER; k++) origins[k] = origin[k % 3];
  size_t begin = 0, end = 3 * count;
  for (; begin + TOGETHER <= end; begin += TOGETHER)
    place_numbers(of, begin, TOGETHER, back, origins, out->places, most);
  place_numbers(of, begin, end - begin, back, origins, out->places, most);
  out->extent = 0;
  for (int k = 0; k < TOGETHER; k++) out->extent = most[k] > out->extent ? most[k] : out->extent;
}

/* With u the rounding of floats and E the extent, places are wrong by u E along each axis, sides of triangles by no
   more than 7 u E and normals by 27 u E L, L being the longest of the sides. Where normals are 250 times as long as
   that, their directions are wrong by less than 0.0041, those of edges by less than 0.0011, and the angle between faces
   by less than 0.0081. Of others nothing is known. */
static const float normals_wrong = 250 * 1.7e-6f;
static const float sine_wrong = 0.01f, length_wrong = 0.003f;
static const float flat = 0.9968f,
                   nearly_flat = 0.978f; /* cosines of 0.0081 less than PL_FLAT, more than PL_NEARLY_FLAT */

/* Upper bound of the squared tangent of half the angle between faces, from one with rounding errors; INFINITY above 9,
   where nearly all edges take part anyway. */
static inline pl_wide steepest_of(pl_wide steepness)
{
  pl_wide most = steepness * pl_wide_set(1.05f) + pl_wide_set(1e-3f);
  return pl_wide_select(steepness <= pl_wide_set(9), most, pl_wide_set(INFINITY));
}

/* Of as many edges as there are lanes, at one time. */
typedef struct bounds {
  pl_mask known, is_new, is_old;
  pl_wide steepness, length; /* of the squares; lengths in longest edges */
} bounds;

static inline bounds bound(const pl_fold_places *places, const uint32_t *wings)
{
  wide3 from = take_places(places->places, wings), along = minus(take_places(places->places, wings + PL_BLOCK), from);
  wide3 to_left = minus(take_places(places->places, wings + 2 * (size_t)PL_BLOCK), from);
  wide3 to_right = minus(take_places(places->places, wings + 3 * (size_t)PL_BLOCK), from);
  wide3 first = square_to(along, to_left), second = square_to(to_right, along);
  pl_wide a = product(first, first), b = product(second, second), length = product(along, along);
  pl_wide side = pl_wide_most(length, pl_wide_most(product(to_left, to_left), product(to_right, to_right)));
  pl_wide wrong = pl_wide_set(normals_wrong * places->extent), enough = wrong * wrong * side;
  pl_wide one = root(a) * root(b), cosine = product(first, second), zero = pl_wide_set(0);
  pl_wide hollow = zero - pl_wide_set(sine_wrong) * one * root(length);
  pl_mask sticks_out = product(square_to(first, second), along) >= hollow;
  return (bounds){.known = (a > enough) & (b > enough) & (one > pl_wide_set(1e-12f)) & (one < pl_wide_set(1e12f)),
                  .is_new = sticks_out & (cosine <= pl_wide_set(flat) * one),
                  .is_old = sticks_out | (cosine >= pl_wide_set(nearly_flat) * one),
                  .steepness = steepest_of((one - cosine) / pl_wide_most(one + cosine, one * pl_wide_set(1e-6f))),
                  .length = length * pl_wide_set(1 + length_wrong)};
}

static bool bound_cluster(const pl_folds *of, const pl_fold_places places[2], size_t cluster, pl_folded *out)
{
  const float longest = (float)(of->longest * of->longest);
  pl_wide zero = pl_wide_set(0), steepest = zero, most = zero, minus_least = pl_wide_set(-INFINITY);
  unsigned known = 0, fresh = 0, old = 0;
  for (int l = 0; l < PL_BLOCK; l += PL_WIDE_LANES) {
    const uint32_t *wings = of->wings + 4 * PL_BLOCK * cluster + l;
    bounds all = {pl_mask_not((pl_mask)zero), (pl_mask)zero, (pl_mask)zero, zero, zero};
    for (int time = 0; time < (of->ends ? 2 : 1); time++) {
      bounds then = bound(&places[time], wings);
      all = (bounds){all.known & then.known, all.is_new | then.is_new, all.is_old | then.is_old,
                     pl_wide_most(then.steepness, all.steepness), pl_wide_most(then.length, all.length)};
    }
    pl_wide length = pl_wide_set(longest) * pl_wide_least(all.length, pl_wide_set(1));
    known |= pl_mask_bits(all.known) << l;
    fresh |= pl_mask_bits(all.is_new) << l;
    old |= pl_mask_bits(all.is_old) << l;
    pl_wide_store(all.steepness, out->steepness + l);
    pl_wide_store(length, out->length + l);
    steepest = pl_wide_most(pl_wide_select(all.is_new, all.steepness, zero), steepest);
    most = pl_wide_most(pl_wide_select(all.is_new, length, zero), most);
    minus_least = pl_wide_most(pl_wide_select(all.is_new, zero - length, pl_wide_set(-INFINITY)), minus_least);
  }
  out->lanes[PL_NEW_CONVEX_EDGE] = (uint16_t)fresh;
  out->lanes[PL_KNOWN_CONVEX_EDGE] = (uint16_t)old;
  out->range = (pl_fold_range){most_of(steepest), most_of(most), -most_of(minus_least)};
  return known == UINT16_MAX;
}

static unsigned cross_ranges(const float *steepest, const float *longest, const float *shortest,
                             const pl_fold_range *other, float least)
{
  unsigned bits = 0;
  pl_wide limit = pl_wide_set(least), longer = pl_wide_set(PL_OVERHANG_BOUND);
  pl_wide other_steepest = pl_wide_set(other->steepest), other_longest = pl_wide_set(other->longest);
  pl_wide other_shortest = pl_wide_set(other->shortest);
  for (int l = 0; l < PL_BLOCK; l += PL_WIDE_LANES) {
    pl_wide own_longest = pl_wide_load(longest + l);
    pl_mask in =
        (pl_wide_load(steepest + l) * other_longest >= limit) | (other_longest > longer * pl_wide_load(shortest + l));
    pl_mask over = (other_steepest * own_longest >= limit) | (own_longest > longer * other_shortest);
    bits |= pl_mask_bits(in & over) << l;
  }
  return bits;
}

const pl_edge_edge_kernels PL_ISA_NAME(pl_edge_edge_kernels) = {fold_cluster, place_particles, bound_cluster,
                                                                cross_ranges, any_of};
