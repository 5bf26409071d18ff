/* SPDX-License-Identifier: MIT
   Edges that weaken or break ([T] sect. 4.3, of edges in place of the weights of a spline). The stiffness of an edge is
   that of its material times what its link leaves of it; a broken one is left out of energy and rotations. The matrix
   keeps its pattern, with zeros where edges are broken, so that a cut is a factorisation of other values. */
#include <string.h>

#include "base/memory.h"
#include "math/vec3.h"
#include "model/graph/graph.h"

void pl_graph_free_links(pl_graph_fibre_arrays *fibres)
{
  pl_release(fibres->weight);
  pl_release(fibres->covariance_weight);
  pl_release(fibres->factor);
  pl_release(fibres->factored);
  fibres->weight = fibres->covariance_weight = fibres->factor = fibres->factored = NULL;
}

pl_status pl_graph_allow_links(pl_graph *graph, const pl_model_body *body)
{
  pl_graph_fibre_arrays *fibres = &graph->fibres;
  size_t edges = graph->first[graph->count];
  if (!body->links || fibres->weight) return PL_OK;
  fibres->weight = PL_NEW(double, edges + 1);
  fibres->covariance_weight = PL_NEW(double, edges + 1);
  fibres->factor = PL_NEW(double, edges + 1);
  fibres->factored = PL_NEW(double, edges + 1);
  if (fibres->weight && fibres->covariance_weight && fibres->factor && fibres->factored) return PL_OK;
  pl_graph_free_links(fibres);
  return PL_ERROR_MEMORY;
}

static void find_factors(const pl_graph *graph, const pl_links *links, double *factor)
{
  for (uint32_t e = 0; e < graph->first[graph->count]; e++) {
    uint32_t link = graph->fibres.link[e];
    factor[e] = links->state[link] == PL_LINK_BROKEN ? 0 : links->weight[link];
  }
}

static void apply_factors(pl_graph *graph)
{
  const pl_graph_fibre_arrays *fibres = &graph->fibres;
  for (uint32_t e = 0; e < graph->first[graph->count]; e++) {
    graph->weight[e] = fibres->weight[e] * fibres->factor[e];
    graph->covariance_weight[e] = fibres->covariance_weight[e] * fibres->factor[e];
  }
}

void pl_graph_weigh_links(pl_graph *graph, const pl_links *links)
{
  pl_graph_fibre_arrays *fibres = &graph->fibres;
  size_t edges = graph->first[graph->count];
  if (!links || !fibres->weight) return;
  memcpy(fibres->weight, graph->weight, edges * sizeof(double));
  memcpy(fibres->covariance_weight, graph->covariance_weight, edges * sizeof(double));
  find_factors(graph, links, fibres->factor);
  apply_factors(graph);
  memcpy(fibres->factored, fibres->factor, edges * sizeof(double));
}

pl_status pl_graph_follow_links(pl_graph *graph, const pl_model_body *body, const pl_model_context *context)
{
  pl_graph_fibre_arrays *fibres = &graph->fibres;
  size_t bytes = graph->first[graph->count] * sizeof(double);
  if (!body->links || !fibres->weight) return PL_OK;
  find_factors(graph, body->links, fibres->factor);
  if (memcmp(fibres->factor, fibres->factored, bytes) == 0) return PL_OK;
  apply_factors(graph);
  pl_graph_forget_lengths(graph);
  if (graph->matrix.row_count) {
    pl_graph_fill_values(graph, body->mass, graph->h, &graph->matrix);
    PL_TRY(pl_cholesky_factorise(graph->matrix.factor, &graph->matrix.values, graph->matrix.precision, context->pool));
  }
  memcpy(fibres->factored, fibres->factor, bytes);
  return PL_OK;
}
