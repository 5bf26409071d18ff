/* SPDX-License-Identifier: MIT
   Particles are taken eight at a time, whatever a register holds, so that sums are the same for every instruction
   set. */
#include "contact/broad/motion_kernel.h"

#include <stdbool.h>

#include "math/wide.h"

enum { TOGETHER = 8, NUMBERS = 3 * TOGETHER, WIDES = NUMBERS / PL_WIDE_LANES };

static const double all_weigh[NUMBERS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

/* Three numbers each of eight particles; missing ones repeat the last, without weight. */
typedef struct group {
  double room[NUMBERS];
} group;

/* Are particles of a group missing, or not side by side? */
static inline bool is_scattered(const pl_moving_particles *of, size_t begin)
{
  return of->particles || begin + TOGETHER > of->count;
}

static inline const double *take(const pl_moving_particles *of, const double *numbers, size_t begin, group *g)
{
  if (!is_scattered(of, begin)) return numbers + 3 * begin;
  for (size_t l = 0; l < TOGETHER; l++) {
    size_t k = begin + l < of->count ? begin + l : of->count - 1, at = 3 * (of->particles ? of->particles[k] : k);
    for (size_t c = 0; c < 3; c++) g->room[3 * l + c] = numbers[at + c];
  }
  return g->room;
}

static inline const double *weigh(const pl_moving_particles *of, size_t begin, group *g)
{
  if (begin + TOGETHER <= of->count) return all_weigh;
  for (size_t k = 0; k < NUMBERS; k++) g->room[k] = begin + k / 3 < of->count;
  return g->room;
}

/* The number at a place, counted through all registers. */
static inline double number_at(const pl_wide *parts, int k) { return parts[k / PL_WIDE_LANES][k % PL_WIDE_LANES]; }

static void sum_of(const pl_wide parts[WIDES], double sum[3])
{
  for (int c = 0; c < 3; c++) sum[c] = 0;
  for (int k = 0; k < NUMBERS; k++) sum[k % 3] += number_at(parts, k);
}

static double most_of(pl_wide a)
{
  double all[PL_WIDE_LANES], best = -INFINITY;
  pl_wide_store(a, all);
  for (int l = 0; l < PL_WIDE_LANES; l++) best = all[l] > best ? all[l] : best;
  return best;
}

static void measure_means(const pl_moving_particles *of, pl_body_motion *m)
{
  pl_wide low[WIDES], high[WIDES], speed[WIDES], h = pl_wide_set(of->h);
  for (int w = 0; w < WIDES; w++) {
    low[w] = pl_wide_set(INFINITY);
    high[w] = pl_wide_set(-INFINITY);
    speed[w] = pl_wide_set(0);
  }
  for (size_t begin = 0; begin < of->count; begin += TOGETHER) {
    group rooms[3];
    const double *x = take(of, of->x, begin, &rooms[0]), *v = take(of, of->v, begin, &rooms[1]);
    const double *weights = weigh(of, begin, &rooms[2]);
    for (int w = 0; w < WIDES; w++) {
      int at = w * PL_WIDE_LANES;
      pl_wide end = pl_wide_load(x + at), velocity = pl_wide_load(v + at), start = end - h * velocity;
      low[w] = pl_wide_least(low[w], pl_wide_least(start, end));
      high[w] = pl_wide_most(high[w], pl_wide_most(start, end));
      speed[w] += pl_wide_load(weights + at) * velocity;
    }
  }
  sum_of(speed, m->way);
  for (int c = 0; c < 3; c++) {
    m->lower[c] = INFINITY;
    m->upper[c] = -INFINITY;
    m->way[c] *= of->h / (double)of->count;
  }
  for (int k = 0; k < NUMBERS; k++) {
    m->lower[k % 3] = number_at(low, k) < m->lower[k % 3] ? number_at(low, k) : m->lower[k % 3];
    m->upper[k % 3] = number_at(high, k) > m->upper[k % 3] ? number_at(high, k) : m->upper[k % 3];
  }
}

typedef struct wide3 {
  pl_wide x[3];
} wide3;

static inline pl_wide dot(const wide3 *a, const wide3 *b)
{
  return a->x[0] * b->x[0] + a->x[1] * b->x[1] + a->x[2] * b->x[2];
}

/* Squares of the distances of points from the segments between the origin and `end`. */
static inline pl_wide off_segments(const wide3 *point, const wide3 *end)
{
  pl_wide length = dot(end, end), zero = pl_wide_set(0), one = pl_wide_set(1);
  pl_wide along = dot(point, end) / pl_wide_select(length > zero, length, one);
  along = pl_wide_least(pl_wide_most(along, zero), one);
  wide3 off;
  for (int c = 0; c < 3; c++) off.x[c] = point->x[c] - along * end->x[c];
  return dot(&off, &off);
}

/* Of so many particles, whose numbers three registers hold, x, y and z. */
static inline wide3 pick(const pl_wide numbers[3])
{
  wide3 picked;
#if defined(__AVX512F__) && defined(__AVX512DQ__)
  const __m512i in_first_two[3] = {_mm512_setr_epi64(0, 3, 6, 9, 12, 15, 0, 0),
                                   _mm512_setr_epi64(1, 4, 7, 10, 13, 0, 0, 0),
                                   _mm512_setr_epi64(2, 5, 8, 11, 14, 0, 0, 0)};
  const __m512i in_last[3] = {_mm512_setr_epi64(0, 1, 2, 3, 4, 5, 10, 13), _mm512_setr_epi64(0, 1, 2, 3, 4, 8, 11, 14),
                              _mm512_setr_epi64(0, 1, 2, 3, 4, 9, 12, 15)};
  for (int c = 0; c < 3; c++)
    picked.x[c] =
        _mm512_permutex2var_pd(_mm512_permutex2var_pd(numbers[0], in_first_two[c], numbers[1]), in_last[c], numbers[2]);
#else
  for (int c = 0; c < 3; c++)
    for (int l = 0; l < PL_WIDE_LANES; l++) picked.x[c][l] = number_at(numbers, 3 * l + c);
#endif
  return picked;
}

/* The same three numbers for every particle. */
static void repeat(const double numbers[3], pl_wide out[WIDES])
{
  for (int k = 0; k < NUMBERS; k++) out[k / PL_WIDE_LANES][k % PL_WIDE_LANES] = numbers[k % 3];
}

static void measure_stray(const pl_moving_particles *of, pl_body_motion *m)
{
  pl_wide stray = pl_wide_set(0), h = pl_wide_set(of->h), ways[WIDES], besides[WIDES];
  repeat(m->way, ways);
  for (size_t begin = 0; begin < of->count; begin += TOGETHER) {
    group room;
    const double *v = take(of, of->v, begin, &room);
    for (int w = 0; w < WIDES; w++) besides[w] = h * pl_wide_load(v + w * PL_WIDE_LANES) - ways[w];
    for (int w = 0; w < WIDES; w += 3) {
      wide3 beside = pick(besides + w);
      stray = pl_wide_most(stray, dot(&beside, &beside));
    }
  }
  m->stray = sqrt(most_of(stray));
}

static void measure(const pl_moving_particles *of, pl_body_motion *motion)
{
  measure_means(of, motion);
  measure_stray(of, motion);
}

static void measure_drift(const pl_moving_particles *of, const pl_allowed_motion *since, double drift[3])
{
  pl_wide sums[WIDES], h = pl_wide_set(of->h);
  for (int w = 0; w < WIDES; w++) sums[w] = pl_wide_set(0);
  for (size_t begin = 0; begin < of->count; begin += TOGETHER) {
    group rooms[4];
    const double *x = take(of, of->x, begin, &rooms[0]), *v = take(of, of->v, begin, &rooms[1]);
    const double *before = take(of, since->before, begin, &rooms[2]), *weights = weigh(of, begin, &rooms[3]);
    for (int w = 0; w < WIDES; w++) {
      int at = w * PL_WIDE_LANES;
      pl_wide start = pl_wide_load(x + at) - h * pl_wide_load(v + at);
      sums[w] += pl_wide_load(weights + at) * (start - pl_wide_load(before + at));
    }
  }
  sum_of(sums, drift);
  for (int c = 0; c < 3; c++) drift[c] /= (double)of->count;
}

static void measure_since(const pl_moving_particles *of, const pl_allowed_motion *since, const double way[3],
                          pl_body_drift *out)
{
  pl_wide spread = pl_wide_set(0), excess = spread, h = pl_wide_set(of->h), ways[WIDES], drifts[WIDES];
  measure_drift(of, since, out->drift);
  repeat(way, ways);
  repeat(out->drift, drifts);
  for (size_t begin = 0; begin < of->count; begin += TOGETHER) {
    group rooms[4];
    const double *x = take(of, of->x, begin, &rooms[0]), *v = take(of, of->v, begin, &rooms[1]);
    const double *before = take(of, since->before, begin, &rooms[2]),
                 *motion_bound = take(of, since->motion_bound, begin, &rooms[3]);
    pl_wide besides[WIDES], offs[WIDES], motion_bounds[WIDES];
    for (int w = 0; w < WIDES; w++) {
      int at = w * PL_WIDE_LANES;
      pl_wide went = h * pl_wide_load(v + at);
      besides[w] = went - ways[w];
      offs[w] = pl_wide_load(x + at) - went - pl_wide_load(before + at) - drifts[w];
      motion_bounds[w] = pl_wide_load(motion_bound + at);
    }
    for (int w = 0; w < WIDES; w += 3) {
      wide3 beside = pick(besides + w), off = pick(offs + w), allowed = pick(motion_bounds + w);
      excess = pl_wide_most(excess, off_segments(&beside, &allowed));
      spread = pl_wide_most(spread, dot(&off, &off));
    }
  }
  out->spread = sqrt(most_of(spread));
  out->excess = sqrt(most_of(excess));
}

const pl_motion_kernels PL_ISA_NAME(pl_motion_kernels) = {measure, measure_since};
