/* SPDX-License-Identifier: MIT */
#include "matter/molten.h"

#include <math.h>
#include <string.h>

#include "math/functions.h"
#include "math/vec3.h"

enum { GRAIN = 64 };

static const double pi = 3.14159265358979323846, steepness = 8, damping = 0.15; /* of the critical one */

/* Spatial hash: particles by cells as wide as the longest reach, in buckets of a table. */
typedef struct table {
  const pl_molten *particles;
  size_t count;
  double width, h;
  uint32_t mask;
  uint32_t *first; /* per bucket, mask + 2: where its particles begin in `listed` */
  uint32_t *listed;
  double *neighbours; /* per particle: how many are in range */
} table;

static void cell_of(const table *t, const double x[3], int64_t out[3])
{
  for (int c = 0; c < 3; c++) out[c] = (int64_t)floor(x[c] / t->width);
}

static uint32_t bucket_of(const table *t, const int64_t cell[3])
{
  uint64_t hash = (uint64_t)cell[0] * 0x9e3779b97f4a7c15U ^ (uint64_t)cell[1] * 0xc2b2ae3d27d4eb4fU ^
                  (uint64_t)cell[2] * 0x165667b19e3779f9U;
  return (uint32_t)(hash >> 32 ^ hash) & t->mask;
}

static uint32_t bucket_at(const table *t, size_t i)
{
  int64_t cell[3];
  cell_of(t, t->particles[i].x, cell);
  return bucket_of(t, cell);
}

static void fill(table *t)
{
  memset(t->first, 0, ((size_t)t->mask + 2) * sizeof(uint32_t));
  for (size_t i = 0; i < t->count; i++) t->first[bucket_at(t, i) + 1]++;
  for (size_t b = 0; b <= t->mask; b++) t->first[b + 1] += t->first[b];
  for (size_t i = 0; i < t->count; i++) t->listed[t->first[bucket_at(t, i)]++] = (uint32_t)i;
  for (size_t b = (size_t)t->mask + 1; b > 0; b--) t->first[b] = t->first[b - 1];
  t->first[0] = 0;
}

/* The vector from a to b; false out of range of their forces. */
static bool find_separation(const pl_molten *a, const pl_molten *b, double to[3], double *r, double *d)
{
  *d = 0.5 * (a->distance + b->distance);
  pl_vec3_sub(b->x, a->x, to);
  *r = pl_vec3_length(to);
  return *r > 0 && *r < 2 * *d;
}

/* Force of b on a: exactly opposite to that of a on b, to the last bit. Explicit forces of many neighbours are limited
   for stability. */
static void add_pair(const table *t, size_t i, size_t j)
{
  const pl_molten *a = &t->particles[i], *b = &t->particles[j];
  double to[3], rate[3], r, d, neighbours = fmax(t->neighbours[i], t->neighbours[j]);
  if (!find_separation(a, b, to, &r, &d)) return;
  double cohesion = sqrt(a->cohesion * b->cohesion), mass = a->mass * b->mass / (a->mass + b->mass);
  double square = steepness * cohesion / d; /* rad^2/s^2, of the steepest part */
  double stable_part = fmin(1, 0.5 / (neighbours * square * t->h * t->h));
  double damping_rate = fmin(2 * damping * sqrt(stable_part * square), 0.5 / (neighbours * t->h));
  double pull = r < d ? -steepness * (1 - r / d) : pl_sin(pi * (r / d - 1));
  pl_vec3_sub(b->v, a->v, rate);
  double force = mass * (stable_part * cohesion * pull + damping_rate * pl_vec3_dot(rate, to) / r);
  pl_vec3_add_scaled(a->force, force / r, to, a->force);
}

static void count_pair(const table *t, size_t i, size_t j)
{
  double to[3], r, d;
  if (find_separation(&t->particles[i], &t->particles[j], to, &r, &d)) t->neighbours[i]++;
}

static void visit(const table *t, size_t i, void (*what)(const table *, size_t, size_t))
{
  int64_t cell[3];
  cell_of(t, t->particles[i].x, cell);
  for (int64_t k = 0; k < 27; k++) {
    const int64_t near[3] = {cell[0] + k / 9 - 1, cell[1] + k / 3 % 3 - 1, cell[2] + k % 3 - 1};
    uint32_t bucket = bucket_of(t, near);
    for (uint32_t l = t->first[bucket]; l < t->first[bucket + 1]; l++) {
      size_t other = t->listed[l];
      int64_t home[3];
      cell_of(t, t->particles[other].x, home); /* other cells share the bucket */
      if (other != i && home[0] == near[0] && home[1] == near[1] && home[2] == near[2]) what(t, i, other);
    }
  }
}

static void count(void *context, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++) visit(context, i, count_pair);
}

static void push(void *context, size_t begin, size_t end)
{
  for (size_t i = begin; i < end; i++) visit(context, i, add_pair);
}

pl_status pl_molten_push(const pl_molten *particles, size_t particle_count, double h, pl_pool *pool, pl_arena *scratch)
{
  table t = {.particles = particles, .count = particle_count, .h = h, .mask = 63};
  for (size_t i = 0; i < particle_count; i++) t.width = fmax(t.width, 2 * particles[i].distance);
  if (particle_count < 2 || !(t.width > 0)) return PL_OK;
  while (t.mask < 2 * particle_count) t.mask = 2 * t.mask + 1;
  pl_arena_mark mark = pl_arena_here(scratch);
  t.first = PL_TAKE(scratch, uint32_t, (size_t)t.mask + 3);
  t.listed = PL_TAKE(scratch, uint32_t, particle_count);
  t.neighbours = PL_TAKE(scratch, double, particle_count);
  if (!t.first || !t.listed || !t.neighbours) return PL_ERROR_MEMORY;
  memset(t.neighbours, 0, particle_count * sizeof(double));
  fill(&t);
  pl_parallel_for(pool, particle_count, GRAIN, count, &t);
  pl_parallel_for(pool, particle_count, GRAIN, push, &t);
  pl_arena_back_to(scratch, mark);
  return PL_OK;
}
