/* SPDX-License-Identifier: MIT
   From a material in SI units to the numbers of the energies: stiffness, edge weights, Laplacian weights. */
#include "model/graph/graph.h"

#include "base/status.h"

/* The directed edge from `from` to `to`, which exists; neighbours are sorted. */
static uint32_t edge_between(const pl_graph *graph, uint32_t from, uint32_t to)
{
  uint32_t low = graph->first[from], high = graph->first[from + 1];
  while (high - low > 1) {
    uint32_t middle = low + (high - low) / 2;
    if (graph->neighbour[middle] <= to)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* Weights of eq. (4) enter squared; a share of 1/2 means half the energy. */
static void set_weights(pl_graph *graph, const pl_model_body *body, const pl_graph_def *def)
{
  for (size_t i = 0; i < graph->count; i++) {
    double sum = 0;
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      double mass = body->mass[graph->neighbour[e]];
      graph->weight[e] = def->weights == PL_WEIGHTS_SHARE ? graph->share[e] : 1.0;
      graph->covariance_weight[e] = def->covariance == PL_COVARIANCE_MASS ? mass * mass : graph->weight[e];
      sum += graph->weight[e];
    }
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      graph->laplacian_weight[e] = graph->weight[e] / sum;
  }
  for (size_t i = 0; i < graph->count; i++)
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      graph->laplacian_back[e] = graph->laplacian_weight[edge_between(graph, graph->neighbour[e], (uint32_t)i)];
}

static void set_rest_laplacian(pl_graph *graph)
{
  for (size_t i = 0; i < graph->count; i++) {
    double *d = graph->rest_laplacian + 3 * i;
    d[0] = d[1] = d[2] = 0;
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      for (int c = 0; c < 3; c++)
        d[c] += graph->laplacian_weight[e] *
                (graph->rest[3 * graph->neighbour[e] + (size_t)c] - graph->rest[3 * i + (size_t)c]);
  }
}

/* The sum over directed edges of w^2 |e|^2: a uniform stretch by s along a random axis costs le/2 s^2 times a third of it. */
static double stretched_length(const pl_graph *graph)
{
  double sum = 0;
  for (size_t i = 0; i < graph->count; i++)
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      for (size_t c = 0; c < 3; c++) {
        double d = graph->rest[3 * graph->neighbour[e] + c] - graph->rest[3 * i + c];
        sum += graph->weight[e] * d * d;
      }
  return sum;
}

/* Stiffness so that this stretch costs E/2 s^2 times the volume, whatever the spacing: le = 3 E V / sum w^2 |e|^2. On a lattice of
   spacing s this is E s / 18 with 26 neighbours and E s / 2 with 6. */
static pl_status base_stiffness(const pl_graph *graph, const pl_graph_def *def, double *out)
{
  if (def->stiffness > 0) {
    *out = def->stiffness;
    return PL_OK;
  }
  if (graph->first[graph->count] == 0) { /* a lone particle has nothing to stiffen */
    *out = 0;
    return PL_OK;
  }
  if (!(graph->volume > 0))
    return pl_fail(PL_ERROR_ARGUMENT, "youngs_modulus needs to know the volume of the solid, which this mesh does not "
                                      "tell; give the graph's stiffness in N/m instead");
  double length = stretched_length(graph);
  if (!(length > 0)) return pl_fail(PL_ERROR_MESH, "the graph has no edge of positive length to carry stiffness");
  *out = 3 * def->youngs_modulus * graph->volume / length;
  return PL_OK;
}

pl_status pl_graph_set_material(pl_graph *graph, const pl_model_body *body, const pl_body_def *def)
{
  set_weights(graph, body, &def->graph);
  set_rest_laplacian(graph);
  double stiffness = 0;
  PL_TRY(base_stiffness(graph, &def->graph, &stiffness));
  graph->edge_stiffness = def->graph.edge * stiffness;
  graph->laplacian_stiffness = def->graph.laplacian * stiffness;
  graph->alpha = def->graph.damping_mass;
  graph->beta = def->graph.damping_stiffness;
  graph->corotated = def->graph.damping == PL_DAMPING_COROTATED;
  return PL_OK;
}
