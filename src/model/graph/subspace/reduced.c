/* SPDX-License-Identifier: MIT
   Dimension reduction, [H] sect. 4: x = start + Phi z with scalar functions Phi shared by x, y and z. A step solves
   Phi^T A Phi dz' = Phi^T b, as many rows as there are functions, and dv = Phi dz'. Particles stay the state, so that
   for everything else it is a body like any other. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/dense/dense.h"
#include "model/common/basis.h"
#include "model/graph/graph.h"

void pl_graph_reduced_free(pl_graph_reduced *reduced)
{
  pl_tall_free(&reduced->basis);
  pl_condensed_free(&reduced->condensed);
  pl_release(reduced->factor);
  *reduced = (pl_graph_reduced){0};
}

bool pl_graph_is_reduced(const pl_graph *graph) { return graph->reduced.basis.columns > 0; }

/* Columns first … first + 2 of Phi^T A Phi. in and out: 3 per particle, rows: 3 per row of A, small: 3 per function. */
static pl_status reduce_columns(const pl_graph_matrix *matrix, size_t first, pl_pool *pool, pl_graph_reduced *out,
                                double *rows, double *product, double *full, double *small)
{
  const pl_tall *basis = &out->basis;
  size_t count = basis->columns - first < 3 ? basis->columns - first : 3;
  memset(rows, 0, 3 * matrix->row_count * sizeof(double));
  memset(full, 0, 3 * basis->rows * sizeof(double));
  for (size_t k = 0; k < matrix->row_count; k++)
    for (size_t c = 0; c < count; c++) rows[3 * k + c] = *pl_tall_at(basis, matrix->row_particle[k], first + c);
  PL_TRY(pl_cholesky_multiply(matrix->factor, rows, product, PL_ROWS_ORIGINAL, pool));
  for (size_t k = 0; k < matrix->row_count; k++)
    memcpy(full + 3 * (size_t)matrix->row_particle[k], product + 3 * k, 3 * sizeof(double));
  pl_tall_gather(basis, full, pool, small);
  for (size_t c = 0; c < count; c++)
    for (size_t k = 0; k < basis->columns; k++) out->factor[k * basis->columns + first + c] = small[3 * k + c];
  return PL_OK;
}

static pl_status reduce_matrix(const pl_graph_matrix *matrix, pl_pool *pool, pl_graph_reduced *out)
{
  size_t size = out->basis.columns;
  double *rows = PL_NEW(double, 3 * matrix->row_count), *product = PL_NEW(double, 3 * matrix->row_count);
  double *full = PL_NEW(double, 3 * out->basis.rows), *small = PL_NEW(double, 3 * size);
  pl_status status = rows && product && full && small ? PL_OK : PL_ERROR_MEMORY;
  for (size_t first = 0; first < size && status == PL_OK; first += 3)
    status = reduce_columns(matrix, first, pool, out, rows, product, full, small);
  if (status == PL_OK) status = pl_dense_cholesky(size, out->factor, size);
  pl_release(rows);
  pl_release(product);
  pl_release(full);
  pl_release(small);
  return status;
}

/* Does the subspace hold 1, and the coordinates of the start? Then a rigid motion of a body in it stays in it. */
static pl_status find_rigid_motions(const pl_model_body *body, pl_graph_reduced *out)
{
  static const double rounding = 1e-9;
  if (body->fixed_count) return PL_OK;
  pl_basis_setting setting = {body->count, body->mass, NULL};
  double *values = PL_NEW(double, 3 * body->count), residual = 0, size = 0;
  if (!values) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * body->count; k++) values[k] = 1;
  pl_status status = pl_basis_project(&setting, body->basis_size, body->basis, values, &residual);
  out->translates = residual < rounding;
  for (size_t k = 0; k < 3 * body->count; k++) {
    values[k] = body->origin[k] - body->origin[k % 3];
    size = fmax(size, fabs(values[k]));
  }
  if (status == PL_OK) status = pl_basis_project(&setting, body->basis_size, body->basis, values, &residual);
  out->rotates = out->translates && residual <= rounding * size;
  pl_release(values);
  return status;
}

pl_status pl_graph_reduce(const pl_graph *graph, const pl_model_body *body, const pl_graph_matrix *matrix,
                          const pl_model_context *context, pl_graph_reduced *out)
{
  *out = (pl_graph_reduced){0};
  if (body->basis_size == 0) return PL_OK;
  PL_TRY(pl_tall_make(graph->count, body->basis_size, body->basis, &out->basis));
  for (size_t k = 0; k < body->fixed_count; k++)
    for (size_t c = 0; c < body->basis_size; c++) *pl_tall_at(&out->basis, body->fixed[k], c) = 0;
  out->factor = PL_NEW(double, body->basis_size * body->basis_size);
  pl_status status = out->factor ? reduce_matrix(matrix, context->pool, out) : PL_ERROR_MEMORY;
  if (status == PL_OK) status = find_rigid_motions(body, out);
  if (status == PL_OK) status = pl_graph_condense(graph, body, matrix, context, out);
  if (status != PL_OK) pl_graph_reduced_free(out);
  return status;
}

void pl_graph_solve_coordinates(const pl_graph *graph, const double *b, pl_pool *pool, double *z)
{
  size_t size = graph->reduced.basis.columns;
  pl_tall_gather(&graph->reduced.basis, b, pool, z);
  pl_dense_cholesky_solve(size, graph->reduced.factor, size, z);
}

pl_status pl_graph_solve_reduced(const pl_graph *graph, const double *b, const pl_model_context *context, double *y)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *z = PL_TAKE(context->scratch, double, 3 * graph->reduced.basis.columns);
  if (!z) return PL_ERROR_MEMORY;
  pl_graph_solve_coordinates(graph, b, context->pool, z);
  pl_tall_spread(&graph->reduced.basis, z, context->pool, y);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}
