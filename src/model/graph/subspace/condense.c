/* SPDX-License-Identifier: MIT
   Makes the constant operators of condensed.h. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/rotation.h"
#include "model/graph/graph_kernel.h"

enum { LANES = PL_CONDENSED_LANES };

bool pl_graph_is_condensed(const pl_graph *graph) { return graph->reduced.condensed.base != NULL; }

static void free_rows(pl_condensed_rows *rows)
{
  if (rows->pull != rows->slope) pl_release(rows->pull);
  pl_release(rows->start);
  pl_release(rows->slope);
  *rows = (pl_condensed_rows){0};
}

void pl_condensed_free(pl_condensed *condensed)
{
  free_rows(&condensed->all);
  free_rows(&condensed->some);
  pl_release(condensed->member);
  pl_release(condensed->base);
  pl_release(condensed->stiffness);
  pl_release(condensed->still);
  pl_release(condensed->unit);
  pl_release(condensed->place);
  pl_release(condensed->lanes);
  pl_release(condensed->sums);
  *condensed = (pl_condensed){0};
}

static size_t padded(size_t count) { return (count + LANES - 1) / LANES * LANES; }

static bool allocate_active(const pl_graph *graph, size_t columns, pl_condensed *out)
{
  if (graph->rotations.mode != PL_ROTATIONS_PROPAGATED) return true;
  size_t rows = padded(graph->count);
  out->some.start = PL_NEW(float, 9 * rows);
  out->some.slope = PL_NEW(float, 3 * columns * rows);
  out->some.pull = PL_NEW(float, 3 * columns * rows);
  out->member = PL_NEW(uint32_t, graph->count);
  return out->some.start && out->some.slope && out->some.pull && out->member;
}

static bool allocate(const pl_graph *graph, size_t columns, bool shared, pl_condensed *out)
{
  size_t n = graph->count, rows = padded(n), groups = (n + PL_CONDENSED_GROUP - 1) / PL_CONDENSED_GROUP;
  out->all.count = n;
  out->all.start = PL_NEW(float, 9 * rows);
  out->all.slope = PL_NEW(float, 3 * columns * rows);
  out->all.pull = shared ? out->all.slope : PL_NEW(float, 3 * columns * rows);
  out->base = PL_NEW(double, 3 * n);
  out->stiffness = PL_NEW(double, columns *columns);
  out->still = PL_NEW(double, 3 * columns);
  out->unit = PL_NEW(double, columns);
  out->place = PL_NEW(double, 3 * columns);
  out->lanes = PL_NEW(float, 3 * columns * LANES * groups);
  out->sums = PL_NEW(double, 3 * columns * groups);
  return out->all.start && out->all.slope && out->all.pull && out->base && out->stiffness && out->still && out->unit &&
         out->place && out->lanes && out->sums && allocate_active(graph, columns, out);
}

/* g and p of one particle and function. */
static void operators_at(const pl_graph *graph, const pl_tall *basis, size_t i, size_t k, double slope[3],
                         double pull[3])
{
  double here = *pl_tall_at(basis, i, k), laplacian = 0;
  pl_vec3_set(slope, 0, 0, 0);
  pl_vec3_set(pull, 0, 0, 0);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    size_t j = graph->neighbour[e];
    double edge[3], change = *pl_tall_at(basis, j, k) - here;
    pl_vec3_sub(graph->rest + 3 * j, graph->rest + 3 * i, edge);
    pl_vec3_add_scaled(slope, graph->covariance_weight[e] * change, edge, slope);
    pl_vec3_add_scaled(pull, graph->edge_stiffness * graph->weight[e] * change, edge, pull);
    laplacian += graph->laplacian_weight[e] * change;
  }
  if (graph->laplacian_stiffness > 0)
    pl_vec3_add_scaled(pull, graph->laplacian_stiffness * graph->stiffness[i] * laplacian,
                       graph->rest_laplacian + 3 * i, pull);
}

static float *row_at(float *rows, size_t columns, size_t i, size_t k)
{
  return rows + (i / LANES * columns + k) * 3 * LANES + i % LANES;
}

/* Two rounds: the first finds the largest, so that floats hold numbers around 1 whatever the material. */
static void fill_operators(const pl_graph *graph, const pl_tall *basis, pl_condensed *out)
{
  double slope[3], pull[3], most_slope = 0, most_pull = 0;
  bool shared = out->all.pull == out->all.slope;
  for (size_t i = 0; i < graph->count; i++)
    for (size_t k = 0; k < basis->columns; k++) {
      operators_at(graph, basis, i, k, slope, pull);
      for (int c = 0; c < 3; c++) {
        most_slope = fmax(most_slope, fabs(slope[c]));
        most_pull = fmax(most_pull, fabs(pull[c]));
      }
    }
  out->slope_scale = most_slope > 0 ? most_slope : 1;
  out->pull_scale = shared ? out->slope_scale * graph->edge_stiffness : most_pull > 0 ? most_pull : 1;
  for (size_t i = 0; i < graph->count; i++)
    for (size_t k = 0; k < basis->columns; k++) {
      operators_at(graph, basis, i, k, slope, pull);
      float *slopes = row_at(out->all.slope, basis->columns, i, k),
            *pulls = row_at(out->all.pull, basis->columns, i, k);
      for (size_t c = 0; c < 3; c++) {
        slopes[c * LANES] = (float)(slope[c] / out->slope_scale);
        if (!shared) pulls[c * LANES] = (float)(pull[c] / out->pull_scale);
      }
    }
}

/* Phi^T K Phi, three functions at a time. y and force: 3 per particle, turn: 9 per particle and one, all zero. */
static pl_status fill_stiffness(const pl_graph *graph, const pl_tall *basis, const pl_model_context *context, double *y,
                                const double *turn, double *force, pl_condensed *out)
{
  size_t columns = basis->columns;
  double *small = out->place; /* not filled yet */
  for (size_t first = 0; first < columns; first += 3) {
    size_t count = columns - first < 3 ? columns - first : 3;
    memset(y, 0, 3 * graph->count * sizeof(double));
    for (size_t i = 0; i < graph->count; i++)
      for (size_t c = 0; c < count; c++) y[3 * i + c] = *pl_tall_at(basis, i, first + c);
    PL_TRY(pl_graph_forces(graph, y, turn, context, force));
    PL_TRY(pl_graph_add_curvature(graph, y, turn, context, force));
    pl_tall_gather(basis, force, context->pool, small);
    for (size_t c = 0; c < count; c++)
      for (size_t k = 0; k < columns; k++) out->stiffness[k * columns + first + c] = -small[3 * k + c];
  }
  return PL_OK;
}

static void fill_start(const pl_graph *graph, pl_condensed *out)
{
  const pl_graph_kernels *kernels = PL_ISA_PICK(pl_graph_kernels);
  for (size_t i = 0; i < padded(graph->count); i += PL_ROTATION_LANES) {
    double a[PL_ROTATION_BLOCK];
    size_t count = i >= graph->count ? 0 : graph->count - i < PL_ROTATION_LANES ? graph->count - i : PL_ROTATION_LANES;
    pl_rotation_fill_identity(a, 1);
    kernels->covariances(graph, out->base, i, count, a);
    for (size_t k = 0; k < 9; k++)
      for (size_t l = 0; l < PL_ROTATION_LANES; l++) {
        double value = a[k * PL_ROTATION_LANES + l];
        out->all.start[i / LANES * 9 * LANES + k * LANES + i % LANES + l] =
            (float)(l < count ? value / out->slope_scale : value);
      }
  }
}

/* Everything that depends on where z = 0 is. */
static pl_status fill_base(const pl_graph *graph, const pl_model_body *body, const pl_model_context *context,
                           double *turn, double *force, pl_graph_reduced *reduced)
{
  pl_condensed *out = &reduced->condensed;
  size_t n = graph->count;
  memcpy(out->base, body->origin, 3 * n * sizeof(double));
  for (size_t k = 0; k < body->fixed_count; k++)
    memcpy(out->base + 3 * (size_t)body->fixed[k], body->x + 3 * (size_t)body->fixed[k], 3 * sizeof(double));
  fill_start(graph, out);
  for (size_t i = 0; i < n; i++) pl_mat3_identity(turn + 9 * i);
  turn[9 * n] = 0;
  PL_TRY(pl_graph_forces(graph, out->base, turn, context, force));
  PL_TRY(pl_graph_add_curvature(graph, out->base, turn, context, force));
  pl_tall_gather(&reduced->basis, force, context->pool, out->still);
  for (size_t k = 0; k < 3 * n; k++) force[k] = body->mass[k / 3] * out->base[k];
  pl_tall_gather(&reduced->basis, force, context->pool, out->place);
  return PL_OK;
}

static bool base_is_the_same(const pl_model_body *body, const double *base)
{
  for (size_t k = 0; k < body->fixed_count; k++) {
    const double *x = body->x + 3 * (size_t)body->fixed[k], *b = base + 3 * (size_t)body->fixed[k];
    if (x[0] != b[0] || x[1] != b[1] || x[2] != b[2]) return false;
  }
  return true;
}

pl_status pl_graph_condense_base(const pl_graph *graph, const pl_model_body *body, const pl_model_context *context,
                                 pl_graph_reduced *reduced)
{
  if (!reduced->condensed.base || base_is_the_same(body, reduced->condensed.base)) return PL_OK;
  double *turn = PL_NEW(double, 9 * graph->count + 1), *force = PL_NEW(double, 3 * graph->count);
  pl_status status = turn && force ? fill_base(graph, body, context, turn, force, reduced) : PL_ERROR_MEMORY;
  pl_release(turn);
  pl_release(force);
  return status;
}

static pl_status fill(const pl_graph *graph, const pl_model_body *body, const pl_model_context *context,
                      pl_graph_reduced *reduced)
{
  size_t n = graph->count;
  pl_condensed *out = &reduced->condensed;
  double *turn = PL_NEW(double, 9 * n + 1), *force = PL_NEW(double, 3 * n), *y = PL_NEW(double, 3 * n);
  pl_status status = turn && force && y ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    fill_operators(graph, &reduced->basis, out);
    for (size_t k = 0; k < 3 * n; k++) y[k] = body->mass[k / 3];
    pl_tall_gather(&reduced->basis, y, context->pool, out->place);
    for (size_t k = 0; k < reduced->basis.columns; k++) out->unit[k] = out->place[3 * k];
    status = fill_stiffness(graph, &reduced->basis, context, y, turn, force, out);
  }
  if (status == PL_OK) status = fill_base(graph, body, context, turn, force, reduced);
  pl_release(turn);
  pl_release(force);
  pl_release(y);
  return status;
}

/* Not where rest edges flow or rotations are taken over from neighbours in every step: there the operators are not
   constant. Not in double: there rounding should be the only error. */
static bool can_condense(const pl_graph *graph, const pl_model_body *body, const pl_graph_matrix *matrix)
{
  return !pl_graph_flows(graph, body) && !body->links && !graph->curvature.axis &&
         (graph->rotations.mode != PL_ROTATIONS_PROPAGATED || graph->rotations.reuse > 0) &&
         matrix->precision == PL_PRECISION_FLOAT && matrix->row_count > 0;
}

pl_status pl_graph_condense(const pl_graph *graph, const pl_model_body *body, const pl_graph_matrix *matrix,
                            const pl_model_context *context, pl_graph_reduced *reduced)
{
  if (!can_condense(graph, body, matrix)) return PL_OK;
  bool shared = graph->laplacian_stiffness == 0;
  for (uint32_t e = 0; e < graph->first[graph->count] && shared; e++)
    shared = graph->covariance_weight[e] == graph->weight[e];
  pl_status status = allocate(graph, reduced->basis.columns, shared, &reduced->condensed) ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) status = fill(graph, body, context, reduced);
  if (status != PL_OK) pl_condensed_free(&reduced->condensed);
  return status;
}
