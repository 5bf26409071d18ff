/* SPDX-License-Identifier: MIT
   Particles are taken eight at a time, whatever a register holds, so that sums are the same for every instruction set. */
#include "contact/motion_kernel.h"

#include "math/wide.h"

enum { TOGETHER = 8, NUMBERS = 3 * TOGETHER, WIDES = NUMBERS / PL_WIDE_LANES };

/* Three numbers each of eight particles; where there are fewer the last one stands for the missing, without weight. */
typedef struct group {
  const double *x, *v, *before, *roam, *weights;
} group;

typedef struct group_room {
  double x[NUMBERS], v[NUMBERS], before[NUMBERS], roam[NUMBERS], weights[NUMBERS];
} group_room;

static inline group gather(const pl_moving_particles *of, size_t begin, group_room *room)
{
  for (size_t l = 0; l < TOGETHER; l++) {
    size_t k = begin + l < of->count ? begin + l : of->count - 1, at = 3 * (of->particles ? of->particles[k] : k);
    for (size_t c = 0; c < 3; c++) {
      room->x[3 * l + c] = of->x[at + c];
      room->v[3 * l + c] = of->v[at + c];
      room->before[3 * l + c] = of->before[at + c];
      room->roam[3 * l + c] = of->roam[at + c];
      room->weights[3 * l + c] = begin + l < of->count;
    }
  }
  return (group){room->x, room->v, room->before, room->roam, room->weights};
}

static const double all_weigh[NUMBERS] = {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

static inline group group_at(const pl_moving_particles *of, size_t begin, group_room *room)
{
  if (of->particles || begin + TOGETHER > of->count) return gather(of, begin, room);
  size_t at = 3 * begin;
  return (group){of->x + at, of->v + at, of->before + at, of->roam + at, all_weigh};
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
  pl_wide low[WIDES], high[WIDES], speed[WIDES], drift[WIDES], h = pl_wide_set(of->h);
  for (int w = 0; w < WIDES; w++) {
    low[w] = pl_wide_set(INFINITY);
    high[w] = pl_wide_set(-INFINITY);
    speed[w] = drift[w] = pl_wide_set(0);
  }
  for (size_t begin = 0; begin < of->count; begin += TOGETHER) {
    group_room room;
    group g = group_at(of, begin, &room);
    for (int w = 0; w < WIDES; w++) {
      int at = w * PL_WIDE_LANES;
      pl_wide end = pl_wide_load(g.x + at), v = pl_wide_load(g.v + at), weight = pl_wide_load(g.weights + at);
      pl_wide start = end - h * v;
      low[w] = pl_wide_least(low[w], pl_wide_least(start, end));
      high[w] = pl_wide_most(high[w], pl_wide_most(start, end));
      speed[w] += weight * v;
      drift[w] += weight * (start - pl_wide_load(g.before + at));
    }
  }
  sum_of(speed, m->way);
  sum_of(drift, m->drift);
  for (int c = 0; c < 3; c++) {
    m->lower[c] = INFINITY;
    m->upper[c] = -INFINITY;
    m->way[c] *= of->h / (double)of->count;
    m->drift[c] /= (double)of->count;
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

static void measure_spreads(const pl_moving_particles *of, pl_body_motion *m)
{
  pl_wide spread = pl_wide_set(0), stray = spread, excess = spread, h = pl_wide_set(of->h);
  pl_wide ways[WIDES], drifts[WIDES];
  for (int k = 0; k < NUMBERS; k++) {
    ways[k / PL_WIDE_LANES][k % PL_WIDE_LANES] = m->way[k % 3];
    drifts[k / PL_WIDE_LANES][k % PL_WIDE_LANES] = m->drift[k % 3];
  }
  for (size_t begin = 0; begin < of->count; begin += TOGETHER) {
    group_room room;
    group g = group_at(of, begin, &room);
    pl_wide besides[WIDES], offs[WIDES], roams[WIDES];
    for (int w = 0; w < WIDES; w++) {
      int k = w * PL_WIDE_LANES;
      pl_wide way = h * pl_wide_load(g.v + k);
      besides[w] = way - ways[w];
      offs[w] = pl_wide_load(g.x + k) - way - pl_wide_load(g.before + k) - drifts[w];
      roams[w] = pl_wide_load(g.roam + k);
    }
    for (int w = 0; w < WIDES; w += 3) {
      wide3 beside = pick(besides + w), off = pick(offs + w), roam = pick(roams + w);
      stray = pl_wide_most(stray, dot(&beside, &beside));
      excess = pl_wide_most(excess, off_segments(&beside, &roam));
      spread = pl_wide_most(spread, dot(&off, &off));
    }
  }
  m->spread = sqrt(most_of(spread));
  m->stray = sqrt(most_of(stray));
  m->excess = sqrt(most_of(excess));
}

static void measure(const pl_moving_particles *of, pl_body_motion *motion)
{
  measure_means(of, motion);
  measure_spreads(of, motion);
}

const pl_motion_kernels PL_ISA_NAME(pl_motion_kernels) = {measure};
