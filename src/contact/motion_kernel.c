/* SPDX-License-Identifier: MIT
   Particles are taken eight at a time, whatever a register holds, so that sums are the same for every instruction set. */
#include "contact/motion_kernel.h"

#include "math/wide.h"

enum { TOGETHER = 8, WIDES = TOGETHER / PL_WIDE_LANES };

/* Eight particles; where there are fewer the last one stands for the missing, without weight. */
typedef struct group {
  uint32_t particles[TOGETHER];
  double weights[TOGETHER];
} group;

static inline group group_at(const pl_moving_particles *of, size_t begin)
{
  group g;
  for (size_t l = 0; l < TOGETHER; l++) {
    size_t k = begin + l;
    g.particles[l] = of->particles[k < of->count ? k : of->count - 1];
    g.weights[l] = k < of->count;
  }
  return g;
}

static inline pl_wide pick(const double *from, const uint32_t *particles)
{
  pl_wide picked = pl_wide_set(0);
  for (int l = 0; l < PL_WIDE_LANES; l++) picked[l] = from[3 * (size_t)particles[l]];
  return picked;
}

static inline pl_wide least(pl_wide a, pl_wide b) { return pl_wide_select(a < b, a, b); }
static inline pl_wide most(pl_wide a, pl_wide b) { return pl_wide_select(a > b, a, b); }

static double sum_of(const pl_wide parts[WIDES])
{
  double all[TOGETHER], sum = 0;
  for (int w = 0; w < WIDES; w++) pl_wide_store(parts[w], all + w * PL_WIDE_LANES);
  for (int l = 0; l < TOGETHER; l++) sum += all[l];
  return sum;
}

static double most_of(pl_wide a)
{
  double all[PL_WIDE_LANES], best = -INFINITY;
  pl_wide_store(a, all);
  for (int l = 0; l < PL_WIDE_LANES; l++) best = all[l] > best ? all[l] : best;
  return best;
}

/* Along one axis. */
static void measure_means(const pl_moving_particles *of, size_t axis, pl_body_motion *m)
{
  pl_wide low = pl_wide_set(INFINITY), high = pl_wide_set(-INFINITY), h = pl_wide_set(of->h);
  pl_wide speed[WIDES], drift[WIDES];
  for (int w = 0; w < WIDES; w++) speed[w] = drift[w] = pl_wide_set(0);
  for (size_t begin = 0; begin < of->count; begin += TOGETHER) {
    group g = group_at(of, begin);
    for (int w = 0; w < WIDES; w++) {
      const uint32_t *particles = g.particles + w * PL_WIDE_LANES;
      pl_wide end = pick(of->x + axis, particles), v = pick(of->v + axis, particles);
      pl_wide start = end - h * v, weight = pl_wide_load(g.weights + w * PL_WIDE_LANES);
      low = least(low, least(start, end));
      high = most(high, most(start, end));
      speed[w] += weight * v;
      drift[w] += weight * (start - pick(of->before + axis, particles));
    }
  }
  m->lower[axis] = -most_of(pl_wide_set(0) - low);
  m->upper[axis] = most_of(high);
  m->way[axis] = of->h / (double)of->count * sum_of(speed);
  m->drift[axis] = sum_of(drift) / (double)of->count;
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
  along = least(most(along, zero), one);
  wide3 off;
  for (int c = 0; c < 3; c++) off.x[c] = point->x[c] - along * end->x[c];
  return dot(&off, &off);
}

static void measure_spreads(const pl_moving_particles *of, pl_body_motion *m)
{
  pl_wide spread = pl_wide_set(0), stray = spread, excess = spread, h = pl_wide_set(of->h);
  for (size_t begin = 0; begin < of->count; begin += TOGETHER) {
    group g = group_at(of, begin);
    for (int w = 0; w < WIDES; w++) {
      const uint32_t *particles = g.particles + w * PL_WIDE_LANES;
      wide3 beside, off, roam;
      for (size_t c = 0; c < 3; c++) {
        pl_wide way = h * pick(of->v + c, particles);
        beside.x[c] = way - pl_wide_set(m->way[c]);
        off.x[c] = pick(of->x + c, particles) - way - pick(of->before + c, particles) - pl_wide_set(m->drift[c]);
        roam.x[c] = pick(of->roam + c, particles);
      }
      stray = most(stray, dot(&beside, &beside));
      excess = most(excess, off_segments(&beside, &roam));
      spread = most(spread, dot(&off, &off));
    }
  }
  m->spread = sqrt(most_of(spread));
  m->stray = sqrt(most_of(stray));
  m->excess = sqrt(most_of(excess));
}

static void measure(const pl_moving_particles *of, pl_body_motion *motion)
{
  for (size_t axis = 0; axis < 3; axis++) measure_means(of, axis, motion);
  measure_spreads(of, motion);
}

const pl_motion_kernels PL_ISA_NAME(pl_motion_kernels) = {measure};
