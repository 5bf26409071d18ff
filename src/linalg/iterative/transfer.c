/* SPDX-License-Identifier: MIT */
#include "linalg/iterative/transfer.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"

size_t pl_transfer_coarse_count(size_t fine, bool closed) { return closed ? (fine + 1) / 2 : fine / 2 + 1; }

static void map_free(pl_axis_map *m)
{
  pl_release(m->starts);
  pl_release(m->index);
  pl_release(m->weights);
  *m = (pl_axis_map){0};
}

void pl_transfer_free(pl_transfer *t)
{
  for (int a = 0; a < 3; a++) {
    map_free(&t->axes[a].up);
    map_free(&t->axes[a].down);
    for (int r = 0; r < 4; r++) map_free(&t->axes[a].rules[r]);
  }
  *t = (pl_transfer){0};
}

static pl_status map_create(size_t count, size_t entries, pl_axis_map *m)
{
  *m = (pl_axis_map){count, PL_NEW(size_t, count + 1), PL_NEW(uint32_t, entries), PL_NEW(double, entries)};
  return m->starts && m->index && m->weights ? PL_OK : PL_ERROR_MEMORY;
}

static void put(pl_axis_map *m, size_t result, size_t index, double weight)
{
  size_t at = m->starts[result + 1]++;
  m->index[at] = (uint32_t)index;
  m->weights[at] = weight;
}

/* Results are filled one after the other. */
static void open_result(pl_axis_map *m, size_t result) { m->starts[result + 1] = m->starts[result]; }

/* The node between coarse J and the next one, by the cubic through four nodes at these places (in fine spacings). */
static void put_cubic(pl_axis_map *m, size_t result, const size_t node[4], const double at[4], double here)
{
  for (int k = 0; k < 4; k++) {
    double w = 1.0;
    for (int l = 0; l < 4; l++)
      if (l != k) w *= (here - at[l]) / (at[k] - at[l]);
    put(m, result, node[k], w);
  }
}

static void up_closed(pl_transfer_axis *a, size_t f)
{
  size_t n = a->coarse, j = f / 2;
  double place[4], end = (double)a->fine;
  size_t node[4];
  for (size_t k = 0; k < 4; k++) {
    size_t at = j + k + n - 1, turns = at / n;
    node[k] = at % n;
    place[k] = 2.0 * (double)node[k] + end * ((double)turns - 1.0);
  }
  put_cubic(&a->up, f, node, place, (double)f);
}

/* At the ends the shape goes on without curvature. */
static void up_open(pl_transfer_axis *a, size_t f)
{
  size_t j = f / 2, last = a->coarse - 1;
  double w[4] = {-0.0625, 0.5625, 0.5625, -0.0625};
  if (j == 0) {
    w[1] += 2.0 * w[0];
    w[2] -= w[0];
    w[0] = 0.0;
  }
  if (j + 1 == last) {
    w[2] += 2.0 * w[3];
    w[1] -= w[3];
    w[3] = 0.0;
  }
  for (size_t k = 0; k < 4; k++)
    if (w[k] != 0.0) put(&a->up, f, j + k - 1, w[k]);
}

static pl_status make_up(pl_transfer_axis *a)
{
  PL_TRY(map_create(a->fine, 4 * a->fine, &a->up));
  for (size_t f = 0; f < a->fine; f++) {
    open_result(&a->up, f);
    if (a->fine == a->coarse)
      put(&a->up, f, f, 1.0);
    else if (f % 2 == 0)
      put(&a->up, f, f / 2, 1.0);
    else if (a->closed)
      up_closed(a, f);
    else
      up_open(a, f);
  }
  return PL_OK;
}

static pl_status transpose(const pl_axis_map *m, size_t count, pl_axis_map *out)
{
  size_t entries = m->starts[m->count];
  PL_TRY(map_create(count, entries, out));
  for (size_t e = 0; e < entries; e++) out->starts[m->index[e] + 1]++;
  for (size_t i = 0; i < count; i++) out->starts[i + 1] += out->starts[i];
  size_t *next = PL_NEW(size_t, count);
  if (!next) return PL_ERROR_MEMORY;
  memcpy(next, out->starts, count * sizeof *next);
  for (size_t i = 0; i < m->count; i++)
    for (size_t e = m->starts[i]; e < m->starts[i + 1]; e++) {
      size_t at = next[m->index[e]]++;
      out->index[at] = (uint32_t)i;
      out->weights[at] = m->weights[e];
    }
  pl_release(next);
  return PL_OK;
}

/* Fine elements begin at node f (edges) or are around it; a coarse difference is as many times as large as it is long.
   */
static void put_fine(const pl_transfer_axis *a, pl_axis_rule rule, size_t f, pl_axis_map *from_fine)
{
  size_t j = f / 2, next = a->closed ? (j + 1) % a->coarse : j + 1;
  bool single = a->closed && a->fine % 2 == 1 && f == a->fine - 1; /* this coarse cell is one fine one */
  bool first = !a->closed && f == 0, last = !a->closed && f + 1 == a->fine;
  if (rule != PL_AXIS_NODE && (last || (first && rule == PL_AXIS_MIDDLE))) return; /* there is no such element */
  if (a->fine == a->coarse) {
    put(from_fine, f, f, 1.0);
  } else if (rule == PL_AXIS_EDGE || rule == PL_AXIS_EDGES) {
    put(from_fine, f, j, single ? 1.0 : rule == PL_AXIS_EDGE ? 0.5 : 0.25);
  } else {
    double scale = rule == PL_AXIS_MIDDLE ? 0.0625 : 1.0;
    size_t low = j, high = f % 2 == 0 ? j : next;
    /* ends have no second difference, and their neighbours do not take over the share: curvature goes to zero there */
    bool at_end = rule == PL_AXIS_MIDDLE && !a->closed;
    if (!at_end || low > 0) put(from_fine, f, low, 0.5 * scale);
    if (!at_end || high + 1 < a->coarse) put(from_fine, f, high, 0.5 * scale);
  }
}

static pl_status make_rule(const pl_transfer_axis *a, pl_axis_rule rule, pl_axis_map *out)
{
  pl_axis_map from_fine = {0};
  pl_status status = map_create(a->fine, 2 * a->fine, &from_fine);
  if (status == PL_OK) {
    for (size_t f = 0; f < a->fine; f++) {
      open_result(&from_fine, f);
      put_fine(a, rule, f, &from_fine);
    }
    status = transpose(&from_fine, a->coarse, out);
  }
  map_free(&from_fine);
  return status;
}

static void find_regular(pl_transfer_axis *a)
{
  if (a->fine == a->coarse || a->coarse < 8) return;
  a->regular_up[0] = 1; /* fine 2j and 2j + 1 from coarse j - 1 to j + 2 */
  a->regular_up[1] = a->coarse - 3;
  a->regular_down[0] = 3; /* coarse j from fine 2j - 3 to 2j + 3, of which none is near an end */
  a->regular_down[1] = a->coarse - 4;
}

pl_status pl_transfer_create(const size_t fine[3], const bool closed[3], const bool halve[3], pl_transfer *out)
{
  *out = (pl_transfer){0};
  pl_status status = PL_OK;
  for (int k = 0; k < 3 && status == PL_OK; k++) {
    pl_transfer_axis *a = &out->axes[k];
    a->fine = fine[k];
    a->coarse = halve[k] ? pl_transfer_coarse_count(fine[k], closed[k]) : fine[k];
    a->closed = closed[k];
    status = make_up(a);
    if (status == PL_OK) status = transpose(&a->up, a->coarse, &a->down);
    for (int r = 0; r < 4 && status == PL_OK; r++) status = make_rule(a, (pl_axis_rule)r, &a->rules[r]);
    find_regular(a);
  }
  if (status != PL_OK) pl_transfer_free(out);
  return status;
}

typedef struct transfer_work {
  const pl_transfer *transfer;
  const pl_stencil *fine, *coarse;
  const double *in;
  double *out, *scratch;
  int columns;
} transfer_work;

enum { MOST_ROWS = 64 };

/* Rows of the other grid that make row (i, j) along the first two axes. */
static size_t list_rows(const pl_axis_map *first, const pl_axis_map *second, size_t i, size_t j, const pl_stencil *from,
                        const double *in, const double *rows[MOST_ROWS], double weights[MOST_ROWS])
{
  size_t count = 0;
  for (size_t a = first->starts[i]; a < first->starts[i + 1]; a++)
    for (size_t b = second->starts[j]; b < second->starts[j + 1]; b++) {
      rows[count] = in + from->rows[first->index[a] * from->counts[1] + second->index[b]];
      weights[count++] = first->weights[a] * second->weights[b];
    }
  return count;
}

static void along_row(const pl_axis_map *map, size_t begin, size_t end, const double *in, double *out)
{
  for (size_t i = begin; i < end; i++) {
    double sum = 0.0;
    for (size_t e = map->starts[i]; e < map->starts[i + 1]; e++) sum += map->weights[e] * in[map->index[e]];
    out[i] = sum;
  }
}

static void up_row(const pl_transfer_axis *axis, const pl_stencil *fine, const double *in, double *out)
{
  if (axis->fine == axis->coarse) {
    memcpy(out, in, axis->fine * sizeof *out);
    return;
  }
  size_t begin = axis->regular_up[0], end = axis->regular_up[1];
  along_row(&axis->up, 0, 2 * begin, in, out);
  fine->kernels.refine(in, out, begin, end);
  along_row(&axis->up, 2 * end, axis->fine, in, out);
}

static void up_task(void *context, size_t begin, size_t end)
{
  const transfer_work *w = context;
  const pl_stencil *f = w->fine;
  const pl_transfer_axis *axes = w->transfer->axes;
  for (size_t row = begin; row < end; row++)
    for (int c = 0; c < w->columns; c++) {
      const double *rows[MOST_ROWS];
      double weights[MOST_ROWS];
      size_t count = list_rows(&axes[0].up, &axes[1].up, row / f->counts[1], row % f->counts[1], w->coarse,
                               w->in + (size_t)c * w->coarse->length, rows, weights);
      double *sum = w->scratch + (size_t)c * f->length + f->rows[row];
      double *out = w->out + (size_t)c * f->length + f->rows[row];
      f->kernels.combine(rows, weights, count, axes[2].coarse, sum);
      up_row(&axes[2], f, sum, out);
      if (!f->fixed) continue;
      const uint8_t *fixed = f->fixed + row * f->counts[2];
      for (size_t k = 0; k < f->counts[2]; k++)
        if (fixed[k]) out[k] = 0.0;
    }
}

void pl_transfer_up(const pl_transfer *transfer, const pl_stencil *fine_grid, const pl_stencil *coarse_grid,
                    const double *coarse, double *fine, double *scratch, int columns, pl_pool *pool)
{
  transfer_work w = {transfer, fine_grid, coarse_grid, coarse, fine, scratch, columns};
  pl_parallel_for(fine_grid->nodes < 8192 ? NULL : pool, fine_grid->row_count, pl_stencil_grain(fine_grid), up_task,
                  &w);
}

static void down_row(const pl_transfer_axis *axis, const pl_stencil *fine, const double *in, double *out)
{
  if (axis->fine == axis->coarse) {
    memcpy(out, in, axis->fine * sizeof *out);
    return;
  }
  size_t begin = axis->regular_down[0], end = axis->regular_down[1];
  along_row(&axis->down, 0, begin, in, out);
  fine->kernels.coarsen(in, out, begin, end);
  along_row(&axis->down, end, axis->coarse, in, out);
}

static void down_task(void *context, size_t begin, size_t end)
{
  const transfer_work *w = context;
  const pl_stencil *g = w->coarse;
  const pl_transfer_axis *axes = w->transfer->axes;
  for (size_t row = begin; row < end; row++)
    for (int c = 0; c < w->columns; c++) {
      const double *rows[MOST_ROWS];
      double weights[MOST_ROWS];
      size_t count = list_rows(&axes[0].down, &axes[1].down, row / g->counts[1], row % g->counts[1], w->fine,
                               w->in + (size_t)c * w->fine->length, rows, weights);
      double *sum = w->scratch + (size_t)c * w->fine->length + w->fine->rows[row];
      w->fine->kernels.combine(rows, weights, count, axes[2].fine, sum);
      down_row(&axes[2], w->fine, sum, w->out + (size_t)c * g->length + g->rows[row]);
    }
}

void pl_transfer_down(const pl_transfer *transfer, const pl_stencil *fine_grid, const pl_stencil *coarse_grid,
                      const double *fine, double *coarse, double *scratch, int columns, pl_pool *pool)
{
  transfer_work w = {transfer, fine_grid, coarse_grid, fine, coarse, scratch, columns};
  pl_parallel_for(fine_grid->nodes < 8192 ? NULL : pool, coarse_grid->row_count, pl_stencil_grain(coarse_grid),
                  down_task, &w);
}

void pl_transfer_weights(const pl_transfer *transfer, const pl_axis_rule rules[3], const double *fine, double *coarse,
                         double *work)
{
  size_t extent[3], all = 1;
  for (int a = 0; a < 3; a++) all *= extent[a] = transfer->axes[a].fine;
  const double *from = fine;
  double *buffers[3] = {work, work + all, coarse};
  for (int a = 2, pass = 0; a >= 0; a--, pass++) {
    const pl_axis_map *m = &transfer->axes[a].rules[rules[a]];
    size_t outer = 1, inner = 1;
    for (int b = 0; b < a; b++) outer *= extent[b];
    for (int b = a + 1; b < 3; b++) inner *= extent[b];
    double *to = buffers[pass];
    for (size_t o = 0; o < outer; o++)
      for (size_t i = 0; i < m->count; i++) {
        double *row = to + (o * m->count + i) * inner;
        for (size_t k = 0; k < inner; k++) row[k] = 0.0;
        for (size_t e = m->starts[i]; e < m->starts[i + 1]; e++) {
          const double *source = from + (o * extent[a] + m->index[e]) * inner;
          for (size_t k = 0; k < inner; k++) row[k] += m->weights[e] * source[k];
        }
      }
    extent[a] = m->count;
    from = to;
  }
}
