/* SPDX-License-Identifier: MIT */
#include "linalg/iterative/directions.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

enum { ABREAST = 8 };

void pl_directions_free(pl_directions *d)
{
  for (int a = 0; a < 3; a++) {
    pl_release(d->pivot[a]);
    pl_release(d->one[a]);
    pl_release(d->two[a]);
  }
  pl_release(d->rest);
  pl_release(d->step);
  *d = (pl_directions){0};
}

pl_status pl_directions_create(const pl_stencil *s, int columns, pl_directions *out)
{
  *out = (pl_directions){.rest = PL_NEW(double, pl_stencil_room(s, columns)),
                         .step = PL_NEW(double, pl_stencil_room(s, columns))};
  bool good = out->rest && out->step;
  for (int a = 0; a < 3; a++) {
    if (s->counts[a] == 1 && a < 2) continue;
    out->pivot[a] = PL_NEW(double, pl_stencil_room(s, 1));
    out->one[a] = PL_NEW(double, pl_stencil_room(s, 1));
    out->two[a] = PL_NEW(double, pl_stencil_room(s, 1));
    good &= out->pivot[a] && out->one[a] && out->two[a];
  }
  if (good) return PL_OK;
  pl_directions_free(out);
  return PL_ERROR_MEMORY;
}

/* Neighbour k along this axis alone: 1 or 2 steps; else 0. */
static int along(const pl_stencil *s, int k, int axis)
{
  for (int a = 0; a < 3; a++)
    if (a != axis && s->steps[k][a] != 0) return 0;
  return s->steps[k][axis];
}

/* The part of the row of a node that its line leaves out, and the coefficients to the nodes before it in the line. */
static void split_row(const pl_stencil *s, int axis, size_t at, size_t place, double *left_out, double before[2])
{
  size_t count = s->counts[axis];
  before[0] = before[1] = *left_out = 0.0;
  for (int k = 0; k < s->neighbours; k++) {
    int steps = along(s, k, axis);
    double up = s->coefficients[k][at], down = s->coefficients[k][(size_t)((ptrdiff_t)at - s->offsets[k])];
    if (steps > 0 && place + (size_t)steps < count) up = 0.0;
    if (steps > 0 && place >= (size_t)steps) {
      before[steps - 1] = down;
      down = 0.0;
    }
    *left_out += fabs(up) + fabs(down);
  }
}

static void factorise_line(pl_directions *d, const pl_stencil *s, int axis, size_t start)
{
  size_t step = s->strides[axis];
  double *pivot = d->pivot[axis], *one = d->one[axis], *two = d->two[axis];
  for (size_t i = 0; i < s->counts[axis]; i++) {
    size_t at = start + i * step;
    double left_out, before[2];
    split_row(s, axis, at, i, &left_out, before);
    double sum = s->diagonal[at] + left_out, l2 = i > 1 ? before[1] * pivot[at - 2 * step] : 0.0;
    if (i > 1) sum -= l2 * before[1];
    double l1 = 0.0;
    if (i > 0) {
      double u = before[0] - (i > 1 ? l2 * one[at - step] / pivot[at - 2 * step] : 0.0);
      l1 = u * pivot[at - step];
      sum -= l1 * u;
    }
    pivot[at] = 1.0 / sum;
    one[at] = l1;
    two[at] = l2;
  }
}

void pl_directions_fill(pl_directions *d, const pl_stencil *s)
{
  for (int axis = 0; axis < 3; axis++) {
    if (s->counts[axis] == 1 && axis < 2) continue;
    for (size_t row = 0; row < s->row_count; row++) {
      if (axis < 2 && (axis == 0 ? row / s->counts[1] : row % s->counts[1]) > 0) continue;
      for (size_t k = 0; k < (axis == 2 ? 1 : s->counts[2]); k++) factorise_line(d, s, axis, s->rows[row] + k);
    }
  }
}

typedef struct line_work {
  const pl_directions *directions;
  const pl_stencil *stencil;
  int axis, columns;
  const double *r;
  double *z;
} line_work;

/* `lines` lines side by side, `across` apart. */
static void solve_lines(const line_work *w, size_t start, size_t across, size_t lines)
{
  const pl_stencil *s = w->stencil;
  size_t step = s->strides[w->axis], count = s->counts[w->axis];
  const double *pivot = w->directions->pivot[w->axis], *one = w->directions->one[w->axis],
               *two = w->directions->two[w->axis];
  for (int c = 0; c < w->columns; c++) {
    const double *r = w->r + (size_t)c * s->length;
    double *z = w->z + (size_t)c * s->length;
    for (size_t i = 0; i < count; i++)
      for (size_t l = 0; l < lines; l++) {
        size_t at = start + i * step + l * across;
        double sum = r[at];
        if (i > 0) sum -= one[at] * z[at - step];
        if (i > 1) sum -= two[at] * z[at - 2 * step];
        z[at] = sum;
      }
    for (size_t i = count; i-- > 0;)
      for (size_t l = 0; l < lines; l++) {
        size_t at = start + i * step + l * across;
        double sum = z[at] * pivot[at];
        if (i + 1 < count) sum -= one[at + step] * z[at + step];
        if (i + 2 < count) sum -= two[at + 2 * step] * z[at + 2 * step];
        z[at] = sum;
      }
  }
}

/* Along the last axis lines are rows, eight of a block abreast; along the others they stand side by side. */
static void lines_task(void *context, size_t begin, size_t end)
{
  const line_work *w = context;
  const pl_stencil *s = w->stencil;
  size_t width = (s->counts[2] + ABREAST - 1) / ABREAST;
  for (size_t block = begin; block < end; block++) {
    if (w->axis == 2) {
      solve_lines(w, s->rows[block], 0, 1);
      continue;
    }
    size_t other = block / width, first = block % width * ABREAST;
    size_t row = w->axis == 0 ? other : other * s->counts[1];
    size_t lines = s->counts[2] - first < ABREAST ? s->counts[2] - first : ABREAST;
    solve_lines(w, s->rows[row] + first, 1, lines);
  }
}

static void solve_axis(const pl_directions *d, const pl_stencil *s, int axis, const double *r, double *z, int columns,
                       pl_pool *pool)
{
  line_work w = {d, s, axis, columns, r, z};
  size_t width = (s->counts[2] + ABREAST - 1) / ABREAST;
  size_t blocks = axis == 2 ? s->row_count : width * s->counts[1 - axis];
  pl_parallel_for(s->nodes < 8192 ? NULL : pool, blocks, 16, lines_task, &w);
}

void pl_directions_apply(const pl_directions *d, const pl_stencil *s, const double *r, double *z, int columns,
                         pl_pool *pool)
{
  int order[5], count = 0;
  for (int a = 0; a < 3; a++)
    if (s->counts[a] > 1) order[count++] = a;
  for (int k = count - 2; k >= 0; k--) order[count++] = order[k];
  if (count == 0) order[count++] = 2;
  memset(z, 0, (size_t)columns * s->length * sizeof *z);
  for (int k = 0; k < count; k++) {
    if (k > 0) pl_stencil_apply(s, z, r, d->rest, columns, pool);
    solve_axis(d, s, order[k], k > 0 ? d->rest : r, k > 0 ? d->step : z, columns, pool);
    if (k == 0) continue;
    for (size_t c = 0; c < (size_t)columns; c++)
      for (size_t row = 0; row < s->row_count; row++) {
        size_t at = c * s->length + s->rows[row];
        for (size_t i = at; i < at + s->counts[2]; i++) z[i] += d->step[i];
      }
  }
}
