/* SPDX-License-Identifier: MIT
   Edges that weaken or break ([T] sect. 4.3, of edges in place of the weights of a spline). The stiffness of an edge is
   that of its material times what its link leaves of it; a broken one is left out of energy and rotations. The matrix
   keeps its pattern, with zeros where edges are broken, so that a cut is a factorisation of other values. */
#include <string.h>

#include "base/memory.h"
#include "math/vec3.h"
#include "model/graph/graph.h"

void pl_graph_free_links(pl_graph_lent *lent)
{
  pl_release(lent->weight);
  pl_release(lent->covariance_weight);
  pl_release(lent->factor);
  pl_release(lent->factored);
  lent->weight = lent->covariance_weight = lent->factor = lent->factored = NULL;
}

pl_status pl_graph_allow_links(pl_graph *graph, const pl_model_body *body)
{
  pl_graph_lent *lent = &graph->lent;
  size_t edges = graph->first[graph->count];
  if (!body->links || lent->weight) return PL_OK;
  lent->weight = PL_NEW(double, edges + 1);
  lent->covariance_weight = PL_NEW(double, edges + 1);
  lent->factor = PL_NEW(double, edges + 1);
  lent->factored = PL_NEW(double, edges + 1);
  if (lent->weight && lent->covariance_weight && lent->factor && lent->factored) return PL_OK;
  pl_graph_free_links(lent);
  return PL_ERROR_MEMORY;
}

static void find_factors(const pl_graph *graph, const pl_links *links, double *factor)
{
  for (uint32_t e = 0; e < graph->first[graph->count]; e++) {
    uint32_t link = graph->lent.link[e];
    factor[e] = links->state[link] == PL_LINK_BROKEN ? 0 : links->weight[link];
  }
}

static void apply_factors(pl_graph *graph)
{
  const pl_graph_lent *lent = &graph->lent;
  for (uint32_t e = 0; e < graph->first[graph->count]; e++) {
    graph->weight[e] = lent->weight[e] * lent->factor[e];
    graph->covariance_weight[e] = lent->covariance_weight[e] * lent->factor[e];
  }
}

void pl_graph_weigh_links(pl_graph *graph, const pl_links *links)
{
  pl_graph_lent *lent = &graph->lent;
  size_t edges = graph->first[graph->count];
  if (!links || !lent->weight) return;
  memcpy(lent->weight, graph->weight, edges * sizeof(double));
  memcpy(lent->covariance_weight, graph->covariance_weight, edges * sizeof(double));
  find_factors(graph, links, lent->factor);
  apply_factors(graph);
  memcpy(lent->factored, lent->factor, edges * sizeof(double));
}

pl_status pl_graph_follow_links(pl_graph *graph, const pl_model_body *body, const pl_model_context *context)
{
  pl_graph_lent *lent = &graph->lent;
  size_t bytes = graph->first[graph->count] * sizeof(double);
  if (!body->links || !lent->weight) return PL_OK;
  find_factors(graph, body->links, lent->factor);
  if (memcmp(lent->factor, lent->factored, bytes) == 0) return PL_OK;
  apply_factors(graph);
  pl_graph_forget_lengths(graph);
  if (graph->matrix.row_count) {
    pl_graph_fill_values(graph, body->mass, graph->h, &graph->matrix);
    PL_TRY(pl_cholesky_factorise(graph->matrix.factor, &graph->matrix.values, graph->matrix.precision, context->pool));
  }
  memcpy(lent->factored, lent->factor, bytes);
  return PL_OK;
}
