/* SPDX-License-Identifier: MIT
   The constant matrix A = M (1 + h alpha) + (h beta + h^2) K on the free particles, its order and its factor. Fixed
   particles are left out: their velocities are given. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/cholesky/precision.h"
#include "model/graph/graph.h"

enum { MOST_REFINEMENTS = 3 };

/* Largest relative residual of a solve that is good enough; a float factor is refined until it is reached. */
static const double residual_target = 1e-4;

/* ---- assembly ---- */

typedef struct triplets {
  uint32_t *row, *column;
  double *value;
  size_t count;
} triplets;

static const uint32_t no_row = UINT32_MAX;

static void add(triplets *list, uint32_t row, uint32_t column, double value)
{
  if (row == no_row || column == no_row) return;
  list->row[list->count] = row;
  list->column[list->count] = column;
  list->value[list->count++] = value;
}

/* One test for both counting and adding entries, so that they agree. */
static bool has_laplacian(const pl_graph *graph) { return graph->laplacian_stiffness != 0; }

/* How many entries `add_stiffness` adds at most. */
static size_t entries_at_most(const pl_graph *graph)
{
  size_t entries = graph->count + 3 * (size_t)graph->first[graph->count];
  for (size_t i = 0; has_laplacian(graph) && i < graph->count; i++) {
    size_t width = graph->first[i + 1] - graph->first[i] + 1;
    entries += width * (width + 1) / 2;
  }
  return entries;
}

/* scale × K: le De^T De couples neighbours, ll L^T L neighbours of neighbours. */
static void add_stiffness(const pl_graph *graph, const uint32_t *row, double scale, triplets *list)
{
  for (size_t i = 0; i < graph->count; i++) {
    uint32_t first = graph->first[i], last = graph->first[i + 1];
    for (uint32_t e = first; e < last; e++) {
      double k = 2 * scale * graph->edge_stiffness * graph->weight[e];
      add(list, row[i], row[i], k);
      if (graph->neighbour[e] > i) add(list, row[graph->neighbour[e]], row[i], -k);
    }
    if (!has_laplacian(graph) || first == last) continue;
    double ll = scale * graph->laplacian_stiffness * graph->stiffness[i], sum = graph->laplacian_sum[i];
    add(list, row[i], row[i], ll * sum * sum);
    for (uint32_t e = first; e < last; e++) {
      add(list, row[graph->neighbour[e]], row[i], -ll * sum * graph->laplacian_weight[e]);
      for (uint32_t g = first; g <= e; g++)
        add(list, row[graph->neighbour[e]], row[graph->neighbour[g]],
            ll * graph->laplacian_weight[e] * graph->laplacian_weight[g]);
    }
  }
}

static void triplets_free(triplets *list)
{
  pl_release(list->row);
  pl_release(list->column);
  pl_release(list->value);
}

/* mass may be NULL when only the pattern is wanted. row[particle]: its row, or no_row. */
static pl_status assemble(const pl_graph *graph, const double *mass, const uint32_t *row, size_t rows, double h,
                          pl_sparse *out)
{
  size_t most = entries_at_most(graph);
  triplets list = {PL_NEW(uint32_t, most), PL_NEW(uint32_t, most), PL_NEW(double, most), 0};
  pl_status status = list.row && list.column && list.value ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t i = 0; i < graph->count; i++) add(&list, row[i], row[i], mass ? mass[i] * (1 + h * graph->alpha) : 1);
    add_stiffness(graph, row, h * graph->beta + h * h, &list);
    status = pl_sparse_from_triplets(rows, list.count, list.row, list.column, list.value, out);
  }
  triplets_free(&list);
  return status;
}

/* ---- order ---- */

pl_status pl_graph_order(const pl_graph *graph, const uint8_t *fixed, uint32_t *order)
{
  size_t n = graph->count, rows = 0;
  uint32_t *row = PL_NEW(uint32_t, n), *particle = PL_NEW(uint32_t, n);
  double *coordinates = PL_NEW(double, 3 * n);
  pl_sparse pattern = {0};
  pl_cholesky *analysis = NULL;
  pl_status status = row && particle && coordinates ? PL_OK : PL_ERROR_MEMORY;
  for (size_t i = 0; status == PL_OK && i < n; i++) {
    row[i] = fixed[i] ? no_row : (uint32_t)rows;
    if (fixed[i]) continue;
    for (size_t c = 0; c < 3; c++) coordinates[3 * rows + c] = graph->rest[3 * i + c];
    particle[rows++] = (uint32_t)i;
  }
  if (status == PL_OK && rows > 0) status = assemble(graph, NULL, row, rows, 0, &pattern);
  if (status == PL_OK && rows > 0) status = pl_cholesky_analyse(&pattern, coordinates, PL_ORDER_AUTO, &analysis);
  if (status == PL_OK) {
    const uint32_t *permutation = rows > 0 ? pl_cholesky_permutation(analysis) : NULL;
    for (size_t k = 0; k < rows; k++) order[k] = particle[permutation[k]];
    for (size_t i = 0, k = rows; i < n; i++)
      if (fixed[i]) order[k++] = (uint32_t)i;
  }
  pl_cholesky_destroy(analysis);
  pl_sparse_free(&pattern);
  pl_release(row);
  pl_release(particle);
  pl_release(coordinates);
  return status;
}

/* ---- factor ---- */

void pl_graph_matrix_free(pl_graph_matrix *matrix)
{
  pl_cholesky_destroy(matrix->factor);
  pl_release(matrix->row_particle);
  pl_sparse_free(&matrix->values);
  pl_release(matrix->place);
  *matrix = (pl_graph_matrix){0};
}

/* Where the entries of a kept pattern are. */
static pl_status keep_pattern(const pl_graph *graph, const uint32_t *row, pl_sparse *values, pl_graph_matrix *made)
{
  size_t edges = graph->first[graph->count];
  made->place = PL_NEW(size_t, edges + graph->count);
  if (!made->place) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < graph->count; i++) {
    made->place[edges + i] = row[i] == no_row ? SIZE_MAX : values->starts[row[i]];
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      uint32_t other = row[graph->neighbour[e]];
      made->place[e] = SIZE_MAX;
      if (graph->neighbour[e] < i || row[i] == no_row || other == no_row) continue;
      uint32_t low = other < row[i] ? other : row[i], high = other < row[i] ? row[i] : other;
      size_t k = values->starts[low];
      while (values->rows[k] != high) k++;
      made->place[e] = k;
    }
  }
  made->values = *values;
  *values = (pl_sparse){0};
  return PL_OK;
}

void pl_graph_fill_values(const pl_graph *graph, const double *mass, double h, pl_graph_matrix *matrix)
{
  size_t edges = graph->first[graph->count];
  double *value = matrix->values.values, scale = 2 * (h * graph->beta + h * h) * graph->edge_stiffness;
  for (size_t i = 0; i < graph->count; i++) {
    double sum = mass[i] * (1 + h * graph->alpha);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      sum += scale * graph->weight[e];
      if (matrix->place[e] != SIZE_MAX) value[matrix->place[e]] = -scale * graph->weight[e];
    }
    if (matrix->place[edges + i] != SIZE_MAX) value[matrix->place[edges + i]] = sum;
  }
}

/* Which particles are unknown, in storage order. */
static pl_status number_rows(const pl_graph *graph, const pl_model_body *body, uint32_t *row, pl_graph_matrix *made)
{
  made->row_particle = PL_NEW(uint32_t, graph->count);
  if (!made->row_particle) return PL_ERROR_MEMORY;
  size_t next_fixed = 0;
  for (size_t i = 0; i < graph->count; i++) {
    bool fixed = next_fixed < body->fixed_count && body->fixed[next_fixed] == i;
    row[i] = fixed ? no_row : (uint32_t)made->row_count;
    if (fixed)
      next_fixed++;
    else
      made->row_particle[made->row_count++] = (uint32_t)i;
  }
  return PL_OK;
}

static pl_status analyse(const pl_graph *graph, const pl_sparse *matrix, pl_graph_matrix *made)
{
  double *coordinates = PL_NEW(double, 3 * made->row_count);
  if (!coordinates) return PL_ERROR_MEMORY;
  bool in_order = graph->ordered_for_laplacian == (graph->laplacian_stiffness > 0);
  for (size_t k = 0; k < made->row_count; k++) {
    in_order = in_order && made->row_particle[k] == k;
    for (size_t c = 0; c < 3; c++) coordinates[3 * k + c] = graph->rest[3 * (size_t)made->row_particle[k] + c];
  }
  /* particles were stored in the factor's order when the body was made; a pin released or a material
     changed since may have spoilt that */
  pl_status status =
      pl_cholesky_analyse(matrix, coordinates, in_order ? PL_ORDER_NATURAL : PL_ORDER_AUTO, &made->factor);
  pl_release(coordinates);
  return status;
}

/* How many refinements a float factor needs for the target, tried on a rough right-hand side. More than it may make:
   -1. */
static pl_status count_refinements(const pl_graph_matrix *made, const pl_model_body *body,
                                   const pl_model_context *context, int *out)
{
  double *b = PL_NEW(double, 3 * made->row_count);
  if (!b) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * made->row_count; k++)
    b[k] = body->mass[made->row_particle[k / 3]] * (double)((k * UINT64_C(2654435761)) % 1000 + 1);
  double residual = 0;
  pl_status status = pl_cholesky_solve_refined(made->factor, b, b, PL_ROWS_ORIGINAL, MOST_REFINEMENTS, residual_target,
                                               context->pool, &residual, out);
  pl_release(b);
  if (!(residual <= residual_target)) *out = -1;
  return status;
}

static pl_status choose_precision(pl_graph_matrix *made, const pl_model_body *body, const pl_graph_def *def,
                                  const pl_sparse *matrix, const pl_model_context *context)
{
  double *mass = PL_NEW(double, made->row_count);
  if (!mass) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < made->row_count; k++) mass[k] = body->mass[made->row_particle[k]];
  pl_status status = pl_condition_bound(matrix, mass, &made->kappa);
  pl_release(mass);
  if (status != PL_OK) return status;
  made->precision = pl_precision_choose(def->precision, made->kappa);
  if (body->links && def->precision == PL_PRECISION_AUTO)
    made->precision = PL_PRECISION_DOUBLE; /* values will change */
  made->refinements = 0;
  PL_TRY(pl_cholesky_factorise(made->factor, matrix, made->precision, context->pool));
  if (made->precision == PL_PRECISION_DOUBLE) return PL_OK;
  PL_TRY(count_refinements(made, body, context, &made->refinements));
  if (made->refinements >= 0) return PL_OK;
  if (def->precision == PL_PRECISION_FLOAT) {
    made->refinements = MOST_REFINEMENTS;
    return PL_OK;
  }
  made->precision = PL_PRECISION_DOUBLE;
  made->refinements = 0;
  return pl_cholesky_factorise(made->factor, matrix, PL_PRECISION_DOUBLE, context->pool);
}

/* ---- factors for several lengths of the step ---- */

static void factors_free(pl_graph_factors *factors)
{
  pl_graph_matrix_free(&factors->matrix);
  pl_graph_reduced_free(&factors->reduced);
  factors->h = 0;
}

void pl_graph_forget_lengths(pl_graph *graph)
{
  for (size_t k = 0; k < PL_GRAPH_SPARE_FACTORS; k++) factors_free(&graph->spare[k]);
}

/* The factors in use become the latest spare ones, in place of number `last`, and `factors` are used. Coordinates in a
   subspace stay what they are: the subspace is the same. */
static void use_factors(pl_graph *graph, pl_graph_factors *factors, size_t last)
{
  pl_graph_factors used = {graph->h, graph->matrix, graph->reduced};
  graph->h = factors->h;
  graph->matrix = factors->matrix;
  graph->reduced = factors->reduced;
  memmove(graph->spare + 1, graph->spare, last * sizeof *graph->spare);
  graph->spare[0] = used;
}

static bool find_length(pl_graph *graph, double h)
{
  for (size_t k = 0; k < PL_GRAPH_SPARE_FACTORS; k++) {
    if (graph->spare[k].h != h) continue;
    pl_graph_factors found = graph->spare[k];
    use_factors(graph, &found, k);
    return true;
  }
  return false;
}

pl_status pl_graph_use_length(pl_graph *graph, const pl_model_body *body, const pl_body_def *def,
                              const pl_model_context *context)
{
  if (graph->h == context->h) return PL_OK;
  if (!find_length(graph, context->h)) return pl_graph_factorise(graph, body, def, true, context);
  return pl_graph_condense_base(graph, body, context, &graph->reduced);
}

/* New factors are used; only the length of the step is new: those before are kept. */
static pl_status take_factors(pl_graph *graph, const pl_model_body *body, pl_graph_factors *made, bool keep,
                              const pl_model_context *context)
{
  if (keep && graph->h > 0 && (made->reduced.condensed.base != NULL) == pl_graph_is_condensed(graph)) {
    factors_free(&graph->spare[PL_GRAPH_SPARE_FACTORS - 1]);
    use_factors(graph, made, PL_GRAPH_SPARE_FACTORS - 1);
    return PL_OK;
  }
  PL_TRY(pl_graph_adopt(graph, body, &made->reduced, context));
  pl_graph_forget_lengths(graph);
  pl_graph_matrix_free(&graph->matrix);
  graph->matrix = made->matrix;
  graph->h = made->h;
  return PL_OK;
}

pl_status pl_graph_factorise(pl_graph *graph, const pl_model_body *body, const pl_body_def *def, bool keep,
                             const pl_model_context *context)
{
  uint32_t *row = PL_NEW(uint32_t, graph->count);
  if (!row) return PL_ERROR_MEMORY;
  pl_graph_factors made = {.h = context->h};
  pl_sparse matrix = {0};
  pl_status status = number_rows(graph, body, row, &made.matrix);
  if (status == PL_OK && made.matrix.row_count > 0) {
    status = assemble(graph, body->mass, row, made.matrix.row_count, context->h, &matrix);
    if (status == PL_OK) status = analyse(graph, &matrix, &made.matrix);
    if (status == PL_OK && body->links) {
      status = keep_pattern(graph, row, &matrix, &made.matrix);
      if (status == PL_OK) pl_graph_fill_values(graph, body->mass, context->h, &made.matrix);
    }
    const pl_sparse *values = body->links ? &made.matrix.values : &matrix;
    if (status == PL_OK) status = choose_precision(&made.matrix, body, &def->graph, values, context);
  }
  if (status == PL_OK) status = pl_graph_reduce(graph, body, &made.matrix, context, &made.reduced);
  if (status == PL_OK) status = take_factors(graph, body, &made, keep, context);
  if (status != PL_OK) pl_graph_matrix_free(&made.matrix); /* what was reduced is gone already */
  pl_sparse_free(&matrix);
  pl_release(row);
  return status;
}

/* ---- solve ---- */

/* Between particles and rows of the matrix, in fixed blocks of rows. */
enum { ROWS_GRAIN = 2048 };

typedef struct row_copy {
  const uint32_t *row_particle;
  const double *from;
  double *to;
} row_copy;

static void gather_rows(void *context, size_t begin, size_t end)
{
  const row_copy *copy = context;
  for (size_t k = begin; k < end; k++)
    for (size_t c = 0; c < 3; c++) copy->to[3 * k + c] = copy->from[3 * (size_t)copy->row_particle[k] + c];
}

static void scatter_rows(void *context, size_t begin, size_t end)
{
  const row_copy *copy = context;
  for (size_t k = begin; k < end; k++)
    for (size_t c = 0; c < 3; c++) copy->to[3 * (size_t)copy->row_particle[k] + c] = copy->from[3 * k + c];
}

pl_status pl_graph_solve(const pl_graph *graph, const double *b, const pl_model_context *context, double *y)
{
  if (pl_graph_is_reduced(graph)) return pl_graph_solve_reduced(graph, b, context, y);
  const pl_graph_matrix *matrix = &graph->matrix;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *x = PL_TAKE(context->scratch, double, 3 * matrix->row_count);
  if (!x) return PL_ERROR_MEMORY;
  row_copy in = {matrix->row_particle, b, x}, out = {matrix->row_particle, x, y};
  pl_parallel_for(context->pool, matrix->row_count, ROWS_GRAIN, gather_rows, &in);

  pl_status status = PL_OK;
  if (matrix->row_count > 0 && matrix->refinements > 0) {
    double residual = 0;
    status = pl_cholesky_solve_refined(matrix->factor, x, x, PL_ROWS_ORIGINAL, matrix->refinements, 0, context->pool,
                                       &residual, NULL);
    if (residual > context->stats->residual) context->stats->residual = residual;
  } else if (matrix->row_count > 0) {
    status = pl_cholesky_solve(matrix->factor, x, PL_ROWS_ORIGINAL, context->pool);
  }

  if (matrix->row_count < graph->count) memset(y, 0, 3 * graph->count * sizeof(double));
  pl_parallel_for(context->pool, matrix->row_count, ROWS_GRAIN, scatter_rows, &out);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
