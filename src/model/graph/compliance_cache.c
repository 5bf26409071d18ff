/* SPDX-License-Identifier: MIT
   Entries of A^-1 between the particles that contact and holds touch. With A = L L^T a particle's column needs only
   half a solve, y = L^-1 e, and an entry is a product y_a . y_b: over what the ways of both to the root of the
   elimination tree have in common, or over the functions of a subspace. Columns and products are kept until the matrix
   changes. They have the same bits whatever was touched before, so that room can be made at any time. A float factor
   that needs refinement gives whole columns by whole solves, three at a time, instead. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/dense/dot_kernel.h"
#include "model/graph/graph.h"

void pl_graph_touch_forget(pl_graph *graph)
{
  pl_graph_touched *touch = &graph->touched;
  for (size_t k = 0; k < touch->count; k++) {
    touch->slot[touch->particles[k]] = PL_GRAPH_UNTOUCHED;
    touch->particles[k] = 0; /* registered: equal state must have equal bits */
  }
  touch->count = 0;
}

void pl_graph_touched_free(pl_graph_touched *touch)
{
  pl_release(touch->slot);
  pl_release(touch->particles);
  pl_release(touch->compliance);
  pl_release(touch->row);
  pl_release(touch->half);
  *touch = (pl_graph_touched){0};
}

static bool by_halves(const pl_graph *graph) { return pl_graph_is_reduced(graph) || graph->matrix.refinements == 0; }

static size_t longest_half(const pl_graph *graph)
{
  if (pl_graph_is_reduced(graph)) return graph->reduced.basis.columns;
  return graph->matrix.row_count > 0 && by_halves(graph) ? pl_cholesky_longest_path(graph->matrix.factor) : 0;
}

pl_status pl_graph_touch_reserve(pl_graph *graph)
{
  pl_graph_touched *touch = &graph->touched;
  size_t longest = longest_half(graph);
  if (!touch->compliance) touch->compliance = PL_NEW(double, touch->capacity * touch->capacity);
  if (!touch->row) touch->row = PL_NEW(uint32_t, touch->capacity);
  if (!touch->half || touch->longest < longest) {
    pl_graph_touch_forget(graph);
    pl_release(touch->half);
    touch->half = PL_NEW(double, touch->capacity *longest + 1);
    touch->longest = longest;
  }
  return touch->compliance && touch->row && touch->half ? PL_OK : PL_ERROR_MEMORY;
}

/* A particle's row of the matrix, or PL_GRAPH_UNTOUCHED: it is fixed. */
static uint32_t row_of(const pl_graph_matrix *matrix, uint32_t particle)
{
  size_t low = 0, high = matrix->row_count;
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (matrix->row_particle[middle] < particle)
      low = middle + 1;
    else
      high = middle;
  }
  return low < matrix->row_count && matrix->row_particle[low] == particle ? (uint32_t)low : PL_GRAPH_UNTOUCHED;
}

static double *half_of(const pl_graph_touched *touch, size_t slot) { return touch->half + slot * touch->longest; }

/* y = L^-1 of the particle's row of the basis. */
static void halve_reduced(const pl_graph *graph, size_t slot)
{
  const pl_dot_kernels *kernels = PL_ISA_PICK(pl_dot_kernels);
  const pl_graph_reduced *reduced = &graph->reduced;
  size_t size = reduced->basis.columns;
  double *y = half_of(&graph->touched, slot);
  for (size_t i = 0; i < size; i++) {
    const double *row = reduced->factor + i * size;
    y[i] = (*pl_tall_at(&reduced->basis, graph->touched.particles[slot], i) - kernels->dot(i, row, y)) / row[i];
  }
}

static void solve_halves(pl_graph *graph, size_t first)
{
  pl_graph_touched *touch = &graph->touched;
  uint32_t rows[3];
  double *out[3];
  size_t count = 0;
  for (size_t k = first; k < touch->count; k++) {
    for (size_t other = 0; other <= k; other++)
      touch->compliance[k * touch->capacity + other] = touch->compliance[other * touch->capacity + k] = NAN;
    if (pl_graph_is_reduced(graph)) {
      halve_reduced(graph, k);
      continue;
    }
    touch->row[k] = row_of(&graph->matrix, touch->particles[k]);
    if (touch->row[k] != PL_GRAPH_UNTOUCHED) {
      rows[count] = touch->row[k];
      out[count++] = half_of(touch, k);
    }
    if (count < 3 && (k + 1 < touch->count || count == 0)) continue;
    pl_cholesky_half_solve(graph->matrix.factor, rows, count, out);
    count = 0;
  }
  if (count) pl_cholesky_half_solve(graph->matrix.factor, rows, count, out);
}

static double multiply_halves(const pl_graph *graph, size_t a, size_t b)
{
  const pl_graph_touched *touch = &graph->touched;
  size_t depth = graph->reduced.basis.columns;
  if (!pl_graph_is_reduced(graph)) {
    if (touch->row[a] == PL_GRAPH_UNTOUCHED || touch->row[b] == PL_GRAPH_UNTOUCHED) return 0;
    depth = pl_cholesky_common_path(graph->matrix.factor, touch->row[a], touch->row[b]);
  }
  return PL_ISA_PICK(pl_dot_kernels)->dot(depth, half_of(touch, a), half_of(touch, b));
}

/* One solve gives the columns of up to three new particles, already in their slots. */
static pl_status solve_columns(pl_graph *graph, size_t first, size_t count, const pl_model_context *context)
{
  pl_graph_touched *touch = &graph->touched;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *unit = PL_TAKE(context->scratch, double, 3 * graph->count);
  double *column = PL_TAKE(context->scratch, double, 3 * graph->count);
  if (!unit || !column) return PL_ERROR_MEMORY;
  memset(unit, 0, 3 * graph->count * sizeof(double));
  for (size_t c = 0; c < count; c++) unit[3 * (size_t)touch->particles[first + c] + c] = 1.0;
  pl_status status = pl_graph_solve(graph, unit, context, column);
  for (size_t c = 0; c < count && status == PL_OK; c++)
    for (size_t row = 0; row < touch->count; row++) {
      double value = column[3 * (size_t)touch->particles[row] + c];
      touch->compliance[row * touch->capacity + first + c] = value;
      touch->compliance[(first + c) * touch->capacity + row] = value;
    }
  pl_arena_back_to(context->scratch, mark);
  return status;
}

static pl_status find_columns(pl_graph *graph, size_t first, const pl_model_context *context)
{
  const pl_graph_touched *touch = &graph->touched;
  if (by_halves(graph)) {
    solve_halves(graph, first);
    return PL_OK;
  }
  pl_status status = PL_OK;
  for (; first < touch->count && status == PL_OK; first += 3) {
    size_t left = touch->count - first;
    status = solve_columns(graph, first, left < 3 ? left : 3, context);
  }
  return status;
}

pl_status pl_graph_touch_all(pl_graph *graph, const uint32_t *particles, size_t count, const pl_model_context *context)
{
  pl_graph_touched *touch = &graph->touched;
  size_t known = touch->count;
  pl_status status = PL_OK;
  for (size_t k = 0; k < count && status == PL_OK; k++) {
    if (touch->slot[particles[k]] != PL_GRAPH_UNTOUCHED) continue;
    if (touch->count == touch->capacity) {
      status = pl_fail(PL_ERROR_LIMIT, "more than %zu particles are touched at once", touch->capacity);
      break;
    }
    touch->slot[particles[k]] = (uint32_t)touch->count;
    touch->particles[touch->count++] = particles[k];
  }
  if (status == PL_OK) status = find_columns(graph, known, context);
  while (status != PL_OK && touch->count > known) { /* rows without numbers must not look known */
    uint32_t *last = &touch->particles[--touch->count];
    touch->slot[*last] = PL_GRAPH_UNTOUCHED;
    *last = 0;
  }
  return status;
}

/* The list of touched particles was set from outside (a snapshot): the matrix follows, in the same order as it grew, so
   that its bits are the same. */
pl_status pl_graph_touch_restore(pl_model_body *body, const pl_model_context *context)
{
  pl_graph_touched *touch = &((pl_graph *)body->data)->touched;
  size_t wanted = touch->count;
  for (size_t i = 0; i < body->count; i++) touch->slot[i] = PL_GRAPH_UNTOUCHED;
  touch->count = 0;
  for (size_t k = 0; k < wanted; k++)
    if (wanted > touch->capacity || touch->particles[k] >= body->count)
      return pl_fail(PL_ERROR_FORMAT, "the list of touched particles is damaged");
  if (wanted == 0) return PL_OK;
  PL_TRY(pl_graph_reserve(body));
  return pl_graph_touch_all(body->data, touch->particles, wanted, context);
}

/* Keeps those slots whose particles are marked, in their order. */
static void keep_marked(pl_graph_touched *touch, const uint8_t *marked)
{
  size_t kept = 0, width = touch->capacity;
  for (size_t k = 0; k < touch->count; k++) {
    uint32_t particle = touch->particles[k];
    touch->particles[k] = 0;
    touch->slot[particle] = PL_GRAPH_UNTOUCHED;
    if (!marked[particle]) continue;
    touch->particles[kept] = particle;
    touch->row[kept] = touch->row[k];
    memmove(half_of(touch, kept), half_of(touch, k), touch->longest * sizeof(double));
    memmove(touch->compliance + kept * width, touch->compliance + k * width, width * sizeof(double));
    for (size_t row = 0; row < touch->count; row++)
      touch->compliance[row * width + kept] = touch->compliance[row * width + k];
    touch->slot[particle] = (uint32_t)kept++;
  }
  touch->count = (uint32_t)kept;
}

/* Evicts particles that are not in this request. */
static pl_status make_room(const pl_model_body *body, const uint32_t *particles, size_t count,
                           const pl_model_context *context)
{
  pl_graph *graph = body->data;
  if (!by_halves(graph)) {
    pl_graph_touch_forget(graph);
    return PL_OK;
  }
  pl_arena_mark mark = pl_arena_here(context->scratch);
  uint8_t *marked = PL_TAKE(context->scratch, uint8_t, graph->count);
  if (!marked) return PL_ERROR_MEMORY;
  memset(marked, 0, graph->count);
  for (size_t k = 0; k < count; k++) marked[particles[k]] = 1;
  for (size_t k = 0; k < body->hold_count; k++)
    for (size_t p = 0; p < body->holds[k].count; p++) marked[body->holds[k].particles[p]] = 1;
  keep_marked(&graph->touched, marked);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

pl_status pl_graph_touch_with_holds(const pl_model_body *body, const uint32_t *particles, size_t count,
                                    const pl_model_context *context)
{
  pl_graph *graph = body->data;
  const uint32_t *slot = graph->touched.slot;
  size_t missing = 0;
  PL_TRY(pl_graph_touch_reserve(graph)); /* does nothing but for the first time, or with a longer way */
  for (size_t k = 0; k < count; k++) missing += slot[particles[k]] == PL_GRAPH_UNTOUCHED;
  for (size_t k = 0; k < body->hold_count; k++)
    for (size_t p = 0; p < body->holds[k].count; p++)
      missing += slot[body->holds[k].particles[p]] == PL_GRAPH_UNTOUCHED;
  if (graph->touched.count + missing > graph->touched.capacity) PL_TRY(make_room(body, particles, count, context));
  for (size_t k = 0; k < body->hold_count; k++)
    PL_TRY(pl_graph_touch_all(graph, body->holds[k].particles, body->holds[k].count, context));
  return pl_graph_touch_all(graph, particles, count, context);
}

double pl_graph_touch_between(const pl_graph *graph, uint32_t a, uint32_t b)
{
  const pl_graph_touched *touch = &graph->touched;
  size_t p = touch->slot[a], q = touch->slot[b];
  double *entry = &touch->compliance[p * touch->capacity + q];
  if (isnan(*entry)) *entry = touch->compliance[q * touch->capacity + p] = multiply_halves(graph, p, q);
  return *entry;
}
