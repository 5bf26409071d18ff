/* SPDX-License-Identifier: MIT */
#include "linalg/iterative/krylov.h"

#include <math.h>

#include "base/memory.h"

enum { BLOCK = 4096 };

size_t pl_vector_numbers(const pl_vector_shape *s) { return s->length * s->lanes * s->planes; }

static size_t blocks_of(const pl_vector_shape *s) { return (s->length + BLOCK - 1) / BLOCK; }

pl_status pl_krylov_create(const pl_vector_shape *shape, pl_krylov *out)
{
  size_t room = pl_vector_numbers(shape) + 16;
  *out = (pl_krylov){.shape = *shape,
                     .r = PL_NEW(double, room),
                     .z = PL_NEW(double, room),
                     .p = PL_NEW(double, room),
                     .q = PL_NEW(double, room),
                     .sums = PL_NEW(double, 4 * blocks_of(shape) * shape->planes),
                     .kernels = *PL_ISA_PICK(pl_vector_table)};
  if (out->r && out->z && out->p && out->q && out->sums) return PL_OK;
  pl_krylov_free(out);
  return PL_ERROR_MEMORY;
}

void pl_krylov_free(pl_krylov *k)
{
  pl_release(k->r);
  pl_release(k->z);
  pl_release(k->p);
  pl_release(k->q);
  pl_release(k->sums);
  *k = (pl_krylov){0};
}

typedef struct vector_work {
  const pl_krylov *krylov;
  const double *a, *b, *p, *q, *by;
  double *x, *r;
} vector_work;

/* A range of one plane is one block of sums; columns of other lanes or planes never meet. */
static void over_blocks(const pl_krylov *k, pl_range_function task, vector_work *w, pl_pool *pool)
{
  size_t count = blocks_of(&k->shape) * k->shape.planes;
  pl_parallel_for(pl_vector_numbers(&k->shape) < 16384 ? NULL : pool, count, 1, task, w);
}

typedef struct block_range {
  size_t begin, end, shift, plane;
} block_range;

static block_range range_of(const pl_krylov *k, size_t block)
{
  size_t per = blocks_of(&k->shape), plane = block / per, begin = block % per * BLOCK, end = begin + BLOCK;
  if (end > k->shape.length) end = k->shape.length;
  return (block_range){begin, end, plane * k->shape.length * k->shape.lanes, plane};
}

static void gather(const pl_krylov *k, double out[3])
{
  size_t per = blocks_of(&k->shape), lanes = k->shape.lanes;
  for (size_t c = 0; c < 3; c++) {
    out[c] = 0.0;
    if (c >= (size_t)k->shape.columns) continue;
    for (size_t b = 0; b < per; b++) out[c] += k->sums[lanes == 4 ? 4 * b + c : 4 * (c * per + b)];
  }
}

static void dot_task(void *context, size_t begin, size_t end)
{
  const vector_work *w = context;
  for (size_t block = begin; block < end; block++) {
    block_range r = range_of(w->krylov, block);
    w->krylov->kernels.dot(w->a + r.shift, w->b + r.shift, r.begin, r.end, w->krylov->shape.lanes,
                           w->krylov->sums + 4 * block);
  }
}

void pl_krylov_dot(const pl_krylov *k, const double *a, const double *b, double out[3], pl_pool *pool)
{
  vector_work w = {.krylov = k, .a = a, .b = b};
  over_blocks(k, dot_task, &w, pool);
  gather(k, out);
}

static void advance_task(void *context, size_t begin, size_t end)
{
  const vector_work *w = context;
  for (size_t block = begin; block < end; block++) {
    block_range r = range_of(w->krylov, block);
    w->krylov->kernels.advance(w->x + r.shift, w->r + r.shift, w->p + r.shift, w->q + r.shift, w->by + r.plane, r.begin,
                               r.end, w->krylov->shape.lanes, w->krylov->sums + 4 * block);
  }
}

static void turn_task(void *context, size_t begin, size_t end)
{
  const vector_work *w = context;
  for (size_t block = begin; block < end; block++) {
    block_range r = range_of(w->krylov, block);
    w->krylov->kernels.turn(w->x + r.shift, w->a + r.shift, w->by + r.plane, r.begin, r.end, w->krylov->shape.lanes);
  }
}

static double worst_of(const pl_krylov *k, const double squares[3], const double size[3])
{
  double worst = 0.0;
  for (int c = 0; c < k->shape.columns; c++) {
    double part = size[c] > 0.0 ? sqrt(squares[c]) / size[c] : squares[c] > 0.0 ? INFINITY : 0.0;
    if (!(part <= worst)) worst = part;
  }
  return worst;
}

int pl_krylov_solve(pl_krylov *k, double *x, const double size[3], double tolerance, int most, double *residual,
                    pl_pool *pool)
{
  double squares[3], before[3] = {0}, zero[4] = {0};
  pl_krylov_dot(k, k->r, k->r, squares, pool);
  *residual = worst_of(k, squares, size);
  vector_work turn = {.krylov = k, .a = k->z, .x = k->p, .by = zero};
  vector_work advance = {.krylov = k, .x = x, .r = k->r, .p = k->p, .q = k->q};
  int round = 0;
  for (; round<most && * residual> tolerance; round++) {
    double rz[3], qz[3], pq[3], by[4] = {0};
    k->precondition(k->context, k->r, k->z, pool);
    pl_krylov_dot(k, k->r, k->z, rz, pool);
    if (round > 0) {
      pl_krylov_dot(k, k->q, k->z, qz, pool);
      for (int c = 0; c < k->shape.columns; c++) by[c] = before[c] != 0.0 ? -qz[c] * before[c] : 0.0;
    }
    turn.by = by;
    over_blocks(k, turn_task, &turn, pool);
    k->multiply(k->context, k->p, k->q, pool);
    pl_krylov_dot(k, k->p, k->q, pq, pool);
    bool any = false;
    double step[4] = {0};
    for (int c = 0; c < k->shape.columns; c++) {
      bool done = !(sqrt(squares[c]) > tolerance * size[c]);
      bool good = !done && rz[c] > 0.0 && pq[c] > 0.0 && isfinite(rz[c] / pq[c]);
      step[c] = good ? rz[c] / pq[c] : 0.0;
      before[c] = good ? step[c] / rz[c] : 0.0; /* r of the next round is less by step q: beta = -step q.z / rz */
      any |= good;
    }
    if (!any) break;
    advance.by = step;
    over_blocks(k, advance_task, &advance, pool);
    gather(k, squares);
    *residual = worst_of(k, squares, size);
  }
  return round;
}
