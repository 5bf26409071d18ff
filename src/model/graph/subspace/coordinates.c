/* SPDX-License-Identifier: MIT
   The state of a body whose steps are condensed: coordinates in its subspace, their rates, and rotations side by side.
   */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "model/graph/graph.h"

void pl_graph_coordinates_free(pl_graph_coordinates *coordinates)
{
  pl_release(coordinates->z);
  pl_release(coordinates->rotation);
  *coordinates = (pl_graph_coordinates){0};
}

size_t pl_graph_rotation_floats(const pl_graph *graph)
{
  return (graph->count + PL_CONDENSED_LANES - 1) / PL_CONDENSED_LANES * PL_CONDENSED_ROTATIONS;
}

/* Element 0 of a particle's rotation; the next is PL_CONDENSED_LANES further. */
static float *rotation_at(float *blocks, size_t i)
{
  return blocks + i / PL_CONDENSED_LANES * PL_CONDENSED_ROTATIONS + i % PL_CONDENSED_LANES;
}

static pl_status make(const pl_graph *graph, size_t columns, pl_graph_coordinates *out)
{
  *out = (pl_graph_coordinates){.columns = columns};
  if (columns == 0) return PL_OK;
  out->z = PL_NEW(double, 6 * columns);
  out->rotation = PL_NEW(float, pl_graph_rotation_floats(graph));
  if (!out->z || !out->rotation) {
    pl_graph_coordinates_free(out);
    return PL_ERROR_MEMORY;
  }
  out->rate = out->z + 3 * columns;
  for (size_t i = 0; i < pl_graph_rotation_floats(graph) / 9; i++)
    for (size_t k = 0; k < 9; k += 4) rotation_at(out->rotation, i)[k * PL_CONDENSED_LANES] = 1;
  return PL_OK;
}

void pl_graph_last_rotations(const pl_graph *graph, double *rotation)
{
  if (!pl_graph_is_condensed(graph)) {
    if (rotation != graph->rotation) memcpy(rotation, graph->rotation, 9 * graph->count * sizeof(double));
    return;
  }
  for (size_t i = 0; i < graph->count; i++) {
    size_t source = pl_graph_keeps_active(graph) ? graph->propagation.rotation_source[i] : i;
    const float *from = rotation_at(graph->coordinates.rotation, source);
    for (size_t k = 0; k < 9; k++) rotation[9 * i + k] = (double)from[k * PL_CONDENSED_LANES];
  }
}

void pl_graph_set_rotations(pl_graph *graph)
{
  for (size_t i = 0; i < graph->count && pl_graph_is_condensed(graph); i++) {
    float *to = rotation_at(graph->coordinates.rotation, i);
    for (size_t k = 0; k < 9; k++) to[k * PL_CONDENSED_LANES] = (float)graph->rotation[9 * i + k];
  }
}

pl_status pl_graph_adopt(pl_graph *graph, const pl_model_body *body, pl_graph_reduced *reduced,
                         const pl_model_context *context)
{
  size_t columns = reduced->condensed.base ? reduced->basis.columns : 0;
  pl_graph_coordinates made = graph->coordinates;
  if (columns != made.columns) {
    pl_status status = make(graph, columns, &made);
    if (status != PL_OK) {
      pl_graph_reduced_free(reduced);
      return status;
    }
  }
  pl_graph_last_rotations(graph, graph->rotation);
  if (columns != graph->coordinates.columns) pl_graph_coordinates_free(&graph->coordinates);
  pl_graph_reduced_free(&graph->reduced);
  graph->reduced = *reduced;
  graph->coordinates = made;
  pl_graph_forget_active(graph);
  if (columns == 0) return PL_OK;
  pl_graph_set_rotations(graph);
  return pl_graph_find_coordinates(body, context);
}

/* z = Phi^T M (x - base), since the functions are orthonormal by mass. */
pl_status pl_graph_find_coordinates(const pl_model_body *body, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  const pl_graph_reduced *reduced = &graph->reduced;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *momentum = PL_TAKE(context->scratch, double, 3 * graph->count);
  if (!momentum) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * graph->count; k++)
    momentum[k] = body->mass[k / 3] * (body->x[k] - reduced->condensed.base[k]);
  pl_tall_gather(&reduced->basis, momentum, context->pool, graph->coordinates.z);
  for (size_t k = 0; k < 3 * graph->count; k++) momentum[k] = body->mass[k / 3] * body->v[k];
  pl_tall_gather(&reduced->basis, momentum, context->pool, graph->coordinates.rate);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

void pl_graph_place(pl_model_body *body, double h, double keep, pl_pool *pool)
{
  const pl_graph *graph = body->data;
  pl_tall_place(&graph->reduced.basis, graph->reduced.condensed.base, graph->coordinates.z, h, keep, pool, body->x,
                body->v);
}
