/* SPDX-License-Identifier: MIT */
#include "linalg/grid/stencil.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"

enum { DIAGONAL = 0, FIRST = 1, SECOND = 4, MIXED = 7, CROSS = 10 };
static const int pair_of[3][2] = {{0, 1}, {0, 2}, {1, 2}};

/* Places of the neighbours among all there can be: one and two steps along each axis, then for every pair of axes (+,
   +) and (+, -). */
enum { ONE = 0, TWO = 3, BOTH = 6, AGAINST = 9 };

void pl_stencil_terms_of(const pl_grid_operator *grid, size_t counts[3], bool closed[3], pl_stencil_terms *terms)
{
  int shift = 3 - grid->grid.dimensions;
  *terms = (pl_stencil_terms){{grid->diagonal}};
  for (int a = 0; a < 3; a++) {
    counts[a] = a < shift ? 1 : grid->grid.counts[a - shift];
    closed[a] = a < shift ? false : grid->grid.closed[a - shift];
    if (a < shift) continue;
    terms->weights[FIRST + a] = grid->first[a - shift];
    terms->weights[SECOND + a] = grid->second[a - shift];
  }
  /* with two axes, their pair is the last one */
  for (int p = 0; p < 3; p++) {
    int from = shift == 0 ? p : shift == 1 && p == 2 ? 0 : -1;
    if (from < 0) continue;
    terms->weights[MIXED + p] = grid->mixed[from];
    terms->weights[CROSS + p] = grid->cross[from];
  }
}

static void used_neighbours(const pl_stencil *s, const pl_stencil_terms *t, bool used[PL_STENCIL_MOST])
{
  const double *const *w = t->weights;
  memset(used, 0, PL_STENCIL_MOST * sizeof *used);
  for (int a = 0; a < 3; a++) {
    if (s->counts[a] < 2) continue;
    if (w[FIRST + a] || w[SECOND + a]) used[ONE + a] = true;
    if (w[SECOND + a] && s->counts[a] > 2) used[TWO + a] = true;
  }
  for (int p = 0; p < 3; p++) {
    int a = pair_of[p][0], b = pair_of[p][1];
    if (s->counts[a] < 2 || s->counts[b] < 2) continue;
    if (w[MIXED + p]) used[BOTH + p] = true;
    if (w[MIXED + p] || w[CROSS + p]) used[AGAINST + p] = used[ONE + a] = used[ONE + b] = true;
  }
}

static void lay_out(pl_stencil *s)
{
  size_t stride = 1;
  for (int a = 2; a >= 0; a--) {
    s->strides[a] = stride;
    size_t extent = s->counts[a] + (s->counts[a] > 1 ? 2 * PL_STENCIL_PAD : 0);
    if (a == 2) extent = (PL_STENCIL_FRONT + s->counts[2] + PL_STENCIL_PAD + PL_STENCIL_SLACK + 7) / 8 * 8;
    stride *= extent;
  }
  s->length = stride;
}

/* Loads of whole registers and neighbours of the last nodes end inside. */
size_t pl_stencil_room(const pl_stencil *s, int columns) { return s->length * (size_t)columns + 2 * PL_STENCIL_SLACK; }

static size_t place(const pl_stencil *s, size_t i, size_t j, size_t k)
{
  size_t at = k + PL_STENCIL_FRONT;
  if (s->counts[0] > 1) i += PL_STENCIL_PAD;
  if (s->counts[1] > 1) j += PL_STENCIL_PAD;
  return at + i * s->strides[0] + j * s->strides[1];
}

static void name_neighbours(pl_stencil *s, const bool used[PL_STENCIL_MOST])
{
  for (int k = 0; k < PL_STENCIL_MOST; k++) {
    if (!used[k]) continue;
    int *step = s->steps[s->neighbours], group = k / 3, which = k % 3;
    if (group < 2)
      step[which] = group + 1;
    else {
      step[pair_of[which][0]] = 1;
      step[pair_of[which][1]] = group == 2 ? 1 : -1;
    }
    ptrdiff_t offset = 0;
    for (int a = 0; a < 3; a++) offset += step[a] * (ptrdiff_t)s->strides[a];
    s->offsets[s->neighbours++] = offset;
  }
}

static pl_status allocate(pl_stencil *s, bool fixed)
{
  s->rows = PL_NEW(size_t, s->row_count);
  s->diagonal = PL_NEW(double, pl_stencil_room(s, 1));
  s->inverse = PL_NEW(double, pl_stencil_room(s, 1));
  bool good = s->rows && s->diagonal && s->inverse;
  for (int k = 0; k < s->neighbours; k++) good &= (s->coefficients[k] = PL_NEW(double, pl_stencil_room(s, 1))) != NULL;
  if (fixed) good &= (s->fixed = PL_NEW(uint8_t, s->nodes)) != NULL;
  return good ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl_stencil_create(const size_t counts[3], const bool closed[3], const pl_stencil_terms *terms, bool fixed,
                            pl_stencil *out)
{
  *out = (pl_stencil){.nodes = counts[0] * counts[1] * counts[2],
                      .row_count = counts[0] * counts[1],
                      .kernels = *PL_ISA_PICK(pl_stencil_table)};
  for (int a = 0; a < 3; a++) {
    out->counts[a] = counts[a];
    out->closed[a] = closed[a] && counts[a] > 1;
  }
  lay_out(out);
  bool used[PL_STENCIL_MOST];
  used_neighbours(out, terms, used);
  name_neighbours(out, used);
  pl_status status = allocate(out, fixed);
  if (status != PL_OK) {
    pl_stencil_free(out);
    return status;
  }
  for (size_t i = 0; i < counts[0]; i++)
    for (size_t j = 0; j < counts[1]; j++) out->rows[i * counts[1] + j] = place(out, i, j, 0);
  return PL_OK;
}

void pl_stencil_free(pl_stencil *s)
{
  pl_release(s->rows);
  pl_release(s->diagonal);
  pl_release(s->inverse);
  for (int k = 0; k < PL_STENCIL_MOST; k++) pl_release(s->coefficients[k]);
  pl_release(s->fixed);
  *s = (pl_stencil){0};
}

/* The coefficients by their places among all there can be; NULL where there is none. */
static void sort_coefficients(const pl_stencil *s, double *by_place[PL_STENCIL_MOST])
{
  memset(by_place, 0, PL_STENCIL_MOST * sizeof *by_place);
  for (int k = 0; k < s->neighbours; k++) {
    const int *step = s->steps[k];
    int place = -1;
    for (int a = 0; a < 3; a++)
      if (step[a] && !step[(a + 1) % 3] && !step[(a + 2) % 3]) place = (step[a] == 1 ? ONE : TWO) + a;
    for (int p = 0; p < 3; p++)
      if (step[pair_of[p][0]] && step[pair_of[p][1]]) place = (step[pair_of[p][1]] > 0 ? BOTH : AGAINST) + p;
    by_place[place] = s->coefficients[k];
  }
}

/* Does an element that begins at node n of the axis exist? */
static bool has_edge(const pl_stencil *s, int a, size_t n) { return n + 1 < s->counts[a] || s->closed[a]; }
static bool has_middle(const pl_stencil *s, int a, size_t n) { return s->closed[a] || (n > 0 && n + 1 < s->counts[a]); }

static void add_row_along(pl_stencil *s, double **c, int a, const size_t index[2], const double *first,
                          const double *second)
{
  size_t step = s->strides[a], row = place(s, index[0], index[1], 0);
  double *d = s->diagonal, *one = c[ONE + a], *two = c[TWO + a];
  if (!one) return; /* a single node along this axis */
  for (size_t k = 0; k < s->counts[2]; k++) {
    size_t at = row + k, along = a < 2 ? index[a] : k;
    if (first && has_edge(s, a, along)) {
      double w = first[k];
      d[at] += w;
      d[at + step] += w;
      one[at] -= w;
    }
    if (second && two && has_middle(s, a, along)) {
      double w = second[k];
      d[at - step] += w;
      d[at] += 4.0 * w;
      d[at + step] += w;
      one[at - step] -= 2.0 * w;
      one[at] -= 2.0 * w;
      two[at - step] += w;
    }
  }
}

static void add_row_across(pl_stencil *s, double **c, int p, const size_t index[2], const double *mixed,
                           const double *cross)
{
  int a = pair_of[p][0], b = pair_of[p][1];
  size_t sa = s->strides[a], sb = s->strides[b], row = place(s, index[0], index[1], 0);
  double *d = s->diagonal, *along_a = c[ONE + a], *along_b = c[ONE + b], *against = c[AGAINST + p];
  if (!along_a || !along_b || !against) return; /* a single node along one of the axes */
  for (size_t k = 0; k < s->counts[2]; k++) {
    size_t at = row + k;
    if (!has_edge(s, a, a < 2 ? index[a] : k) || !has_edge(s, b, b < 2 ? index[b] : k)) continue;
    double m = mixed ? mixed[k] : 0.0, x = cross ? cross[k] : 0.0;
    d[at] += m + 2.0 * x;
    d[at + sa] += m;
    d[at + sb] += m;
    d[at + sa + sb] += m;
    along_a[at] -= m + x;
    along_b[at] -= m + x;
    along_b[at + sa] -= m;
    along_a[at + sb] -= m;
    against[at + sb] += m + x;
    if (mixed) c[BOTH + p][at] += m;
  }
}

static void scatter_terms(pl_stencil *s, const pl_stencil_terms *terms)
{
  double *c[PL_STENCIL_MOST];
  sort_coefficients(s, c);
  const double *const *w = terms->weights;
  size_t n = s->counts[2];
  for (size_t row = 0; row < s->row_count; row++) {
    size_t index[2] = {row / s->counts[1], row % s->counts[1]}, from = row * n, at = s->rows[row];
    for (size_t k = 0; k < n; k++) s->diagonal[at + k] += w[DIAGONAL][from + k];
    for (int a = 0; a < 3; a++)
      if (s->counts[a] > 1 && (w[FIRST + a] || w[SECOND + a]))
        add_row_along(s, c, a, index, w[FIRST + a] ? w[FIRST + a] + from : NULL,
                      w[SECOND + a] && s->counts[a] > 2 ? w[SECOND + a] + from : NULL);
    for (int p = 0; p < 3; p++)
      if (s->counts[pair_of[p][0]] > 1 && s->counts[pair_of[p][1]] > 1 && (w[MIXED + p] || w[CROSS + p]))
        add_row_across(s, c, p, index, w[MIXED + p] ? w[MIXED + p] + from : NULL,
                       w[CROSS + p] ? w[CROSS + p] + from : NULL);
  }
}

typedef enum wrap_mode { WRAP_REPEAT, WRAP_FOLD } wrap_mode;

/* Along one axis, for all lines: nodes beyond the ends repeat those of the other end, or are added to them and cleared.
   */
static void wrap_axis(const pl_stencil *s, int axis, double *x, wrap_mode mode)
{
  size_t count = s->counts[axis], step = s->strides[axis];
  size_t extent = axis > 0 ? s->strides[axis - 1] : s->length, inner = axis == 2 ? 1 : step;
  if (axis == 2) x += PL_STENCIL_FRONT - PL_STENCIL_PAD;
  for (size_t base = 0; base < s->length; base += extent)
    for (size_t j = 0; j < inner; j++)
      for (size_t ghost = 0; ghost < 2 * PL_STENCIL_PAD; ghost++) {
        size_t beyond = ghost < PL_STENCIL_PAD ? ghost : count + ghost;
        size_t inside = (beyond + 2 * count - PL_STENCIL_PAD) % count + PL_STENCIL_PAD;
        double *from = x + base + inside * step + j, *to = x + base + beyond * step + j;
        if (mode == WRAP_REPEAT) {
          *to = *from;
        } else {
          *from += *to;
          *to = 0.0;
        }
      }
}

static void fold(const pl_stencil *s, double *x)
{
  for (int a = 0; a < 3; a++)
    if (s->closed[a]) wrap_axis(s, a, x, WRAP_FOLD);
}

void pl_stencil_wrap(const pl_stencil *s, double *x, int columns)
{
  for (int c = 0; c < columns; c++)
    for (int a = 0; a < 3; a++)
      if (s->closed[a]) wrap_axis(s, a, x + (size_t)c * s->length, WRAP_REPEAT);
}

/* The node that neighbour k of a node is; SIZE_MAX beyond an open end. */
static size_t neighbour_of(const pl_stencil *s, int k, size_t node)
{
  size_t index[3] = {node / s->counts[2] / s->counts[1], node / s->counts[2] % s->counts[1], node % s->counts[2]};
  for (int a = 0; a < 3; a++) {
    ptrdiff_t to = (ptrdiff_t)index[a] + s->steps[k][a], count = (ptrdiff_t)s->counts[a];
    if (to < 0 || to >= count) {
      if (!s->closed[a]) return SIZE_MAX;
      to = (to + count) % count;
    }
    index[a] = (size_t)to;
  }
  return (index[0] * s->counts[1] + index[1]) * s->counts[2] + index[2];
}

static void cut_fixed(pl_stencil *s, const uint8_t *fixed)
{
  if (s->fixed) memset(s->fixed, 0, s->nodes);
  if (!s->fixed || !fixed) return;
  memcpy(s->fixed, fixed, s->nodes);
  for (size_t i = 0; i < s->nodes; i++)
    for (int k = 0; k < s->neighbours; k++) {
      size_t to = neighbour_of(s, k, i);
      if (to != SIZE_MAX && (fixed[i] || fixed[to]))
        s->coefficients[k][s->rows[i / s->counts[2]] + i % s->counts[2]] = 0.0;
    }
}

static pl_status invert_diagonal(pl_stencil *s)
{
  for (size_t i = 0; i < s->nodes; i++) {
    size_t at = s->rows[i / s->counts[2]] + i % s->counts[2];
    double d = s->diagonal[at];
    if (!(d > 0.0) || !isfinite(d))
      return pl_fail(PL_ERROR_SINGULAR, "the diagonal of a grid operator must be positive, got %g at node %zu", d, i);
    s->inverse[at] = 1.0 / d;
  }
  return PL_OK;
}

/* Gershgorin's circles of D^-1 A and of D^-1/2 A D^-1/2, whichever bound is less: at free edges, where the diagonal is
   small, the first alone is a quarter too large. */
static void bound_spectrum(pl_stencil *s)
{
  double plain = 1.0, scaled = 1.0;
  for (size_t i = 0; i < s->nodes; i++) {
    size_t at = s->rows[i / s->counts[2]] + i % s->counts[2];
    double row[2] = {0};
    for (int k = 0; k < s->neighbours; k++) {
      size_t next = (size_t)((ptrdiff_t)at + s->offsets[k]), before = (size_t)((ptrdiff_t)at - s->offsets[k]);
      double up = fabs(s->coefficients[k][at]), down = fabs(s->coefficients[k][before]);
      row[0] += up + down;
      row[1] += up * sqrt(s->inverse[next]) + down * sqrt(s->inverse[before]);
    }
    plain = fmax(plain, 1.0 + row[0] * s->inverse[at]);
    scaled = fmax(scaled, 1.0 + row[1] * sqrt(s->inverse[at]));
  }
  s->largest = fmin(plain, scaled);
}

pl_status pl_stencil_fill(pl_stencil *s, const pl_stencil_terms *terms, const uint8_t *fixed, pl_pool *pool)
{
  (void)pool;
  memset(s->diagonal, 0, pl_stencil_room(s, 1) * sizeof *s->diagonal);
  memset(s->inverse, 0, pl_stencil_room(s, 1) * sizeof *s->inverse);
  for (int k = 0; k < s->neighbours; k++)
    memset(s->coefficients[k], 0, pl_stencil_room(s, 1) * sizeof *s->coefficients[k]);
  scatter_terms(s, terms);
  fold(s, s->diagonal);
  for (int k = 0; k < s->neighbours; k++) fold(s, s->coefficients[k]);
  cut_fixed(s, fixed);
  for (int k = 0; k < s->neighbours; k++) pl_stencil_wrap(s, s->coefficients[k], 1);
  PL_TRY(invert_diagonal(s));
  pl_stencil_wrap(s, s->inverse, 1);
  bound_spectrum(s);
  return PL_OK;
}

size_t pl_stencil_grain(const pl_stencil *s)
{
  size_t rows = 4096 / s->counts[2];
  return rows ? rows : 1;
}

typedef struct row_work {
  const pl_stencil *stencil;
  pl_stencil_view view;
  const double *in, *b;
  double *x, *r, *out;
  double alpha, beta;
  int columns;
} row_work;

static pl_stencil_view view_of(const pl_stencil *s, int columns)
{
  pl_stencil_view v = {.rows = s->rows,
                       .width = s->counts[2],
                       .length = s->length,
                       .neighbours = s->neighbours,
                       .columns = columns,
                       .closed = s->closed[2],
                       .diagonal = s->diagonal,
                       .inverse = s->inverse};
  for (int k = 0; k < s->neighbours; k++) {
    v.offsets[k] = s->offsets[k];
    v.coefficients[k] = s->coefficients[k];
  }
  return v;
}

/* Few nodes are done by the caller alone: waking a thread takes longer. The bits are the same. */
static void over_rows(const pl_stencil *s, pl_pool *pool, pl_range_function task, row_work *w)
{
  pl_parallel_for(s->nodes < 8192 ? NULL : pool, s->row_count, pl_stencil_grain(s), task, w);
}

static void apply_task(void *context, size_t begin, size_t end)
{
  const row_work *w = context;
  w->stencil->kernels.apply(&w->view, begin, end, w->in, w->b, w->out);
}

void pl_stencil_apply(const pl_stencil *s, double *x, const double *b, double *y, int columns, pl_pool *pool)
{
  pl_stencil_wrap(s, x, columns);
  row_work w = {.stencil = s, .view = view_of(s, columns), .in = x, .b = b, .out = y};
  over_rows(s, pool, apply_task, &w);
}

static void step_task(void *context, size_t begin, size_t end)
{
  const row_work *w = context;
  w->stencil->kernels.step(&w->view, begin, end, w->in, w->x, w->r, w->out, w->alpha, w->beta);
}

void pl_stencil_step(const pl_stencil *s, double *d, double *x, double *r, double *next, double alpha, double beta,
                     int columns, pl_pool *pool)
{
  pl_stencil_wrap(s, d, columns);
  row_work w = {.stencil = s, .view = view_of(s, columns), .in = d, .x = x, .r = r, .out = next};
  w.alpha = alpha;
  w.beta = beta;
  over_rows(s, pool, step_task, &w);
}

static void load_task(void *context, size_t begin, size_t end)
{
  const row_work *w = context;
  const pl_stencil *s = w->stencil;
  size_t n = s->counts[2], columns = (size_t)w->columns;
  for (size_t row = begin; row < end; row++)
    for (size_t c = 0; c < columns; c++) {
      const double *from = w->in + row * n * columns + c;
      double *to = w->out + c * s->length + s->rows[row];
      for (size_t k = 0; k < n; k++) to[k] = from[k * columns];
    }
}

void pl_stencil_load(const pl_stencil *s, const double *in, double *out, int columns, pl_pool *pool)
{
  row_work w = {.stencil = s, .in = in, .out = out, .columns = columns};
  over_rows(s, pool, load_task, &w);
}

static void store_task(void *context, size_t begin, size_t end)
{
  const row_work *w = context;
  const pl_stencil *s = w->stencil;
  size_t n = s->counts[2], columns = (size_t)w->columns;
  for (size_t row = begin; row < end; row++)
    for (size_t c = 0; c < columns; c++) {
      const double *from = w->in + c * s->length + s->rows[row];
      double *to = w->out + row * n * columns + c;
      for (size_t k = 0; k < n; k++) to[k * columns] = from[k];
    }
}

void pl_stencil_store(const pl_stencil *s, const double *in, double *out, int columns, pl_pool *pool)
{
  row_work w = {.stencil = s, .in = in, .out = out, .columns = columns};
  over_rows(s, pool, store_task, &w);
}

static size_t find_entry(const pl_sparse *matrix, size_t i, size_t j)
{
  size_t column = i < j ? i : j, row = i < j ? j : i;
  for (size_t e = matrix->starts[column]; e < matrix->starts[column + 1]; e++)
    if (matrix->rows[e] == row) return e;
  return SIZE_MAX;
}

static size_t list_pairs(const pl_stencil *s, uint32_t *row, uint32_t *column)
{
  size_t count = 0;
  for (size_t i = 0; i < s->nodes; i++)
    for (int k = 0; k < s->neighbours; k++) {
      size_t to = neighbour_of(s, k, i);
      if (to == SIZE_MAX) continue;
      row[count] = (uint32_t)i;
      column[count++] = (uint32_t)to;
    }
  return count;
}

pl_status pl_stencil_matrix(const pl_stencil *s, pl_sparse *matrix, size_t **entries)
{
  size_t most = s->nodes * (size_t)s->neighbours;
  uint32_t *row = PL_NEW(uint32_t, most), *column = PL_NEW(uint32_t, most);
  *entries = PL_NEW(size_t, most + s->nodes);
  pl_status status = row && column && *entries ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK)
    status = pl_sparse_from_triplets(s->nodes, list_pairs(s, row, column), row, column, NULL, matrix);
  pl_release(row);
  pl_release(column);
  if (status != PL_OK) {
    pl_release(*entries);
    *entries = NULL;
    return status;
  }
  for (size_t i = 0; i < s->nodes; i++) {
    for (int k = 0; k < s->neighbours; k++) {
      size_t to = neighbour_of(s, k, i);
      (*entries)[(size_t)k * s->nodes + i] = to == SIZE_MAX ? SIZE_MAX : find_entry(matrix, i, to);
    }
    (*entries)[most + i] = matrix->starts[i];
  }
  return PL_OK;
}

void pl_stencil_values(const pl_stencil *s, const size_t *entries, pl_sparse *matrix)
{
  memset(matrix->values, 0, matrix->starts[matrix->n] * sizeof *matrix->values);
  for (int k = 0; k <= s->neighbours; k++) {
    const double *from = k == s->neighbours ? s->diagonal : s->coefficients[k];
    for (size_t i = 0; i < s->nodes; i++) {
      size_t entry = entries[(size_t)k * s->nodes + i];
      if (entry != SIZE_MAX) matrix->values[entry] += from[s->rows[i / s->counts[2]] + i % s->counts[2]];
    }
  }
}
