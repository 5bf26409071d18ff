/* SPDX-License-Identifier: MIT
   From a material in SI units to the numbers of the energies: stiffness, edge weights, Laplacian weights. */
#include "model/graph/graph.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/mat3.h"

uint32_t pl_graph_edge_between(const pl_graph *graph, uint32_t from, uint32_t to)
{
  uint32_t low = graph->first[from], high = graph->first[from + 1];
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (graph->neighbour[middle] < to)
      low = middle + 1;
    else
      high = middle;
  }
  return low < graph->first[from + 1] && graph->neighbour[low] == to ? low : PL_GRAPH_NO_EDGE;
}

/* Weights of eq. (4) enter squared; a share of 1/2 means half the energy. */
static double plain_weight(const pl_graph *graph, uint32_t e, pl_graph_weights weights)
{
  switch (weights) {
  case PL_WEIGHTS_SHARE: return graph->share[e];
  case PL_WEIGHTS_UNIFORM: return 1;
  case PL_WEIGHTS_COTANGENT: return graph->cotangent[e] * graph->cotangent[e];
  }
  return 1;
}

static void rest_edge(const pl_graph *graph, size_t i, uint32_t e, double out[3])
{
  pl_vec3_sub(graph->rest + 3 * (size_t)graph->neighbour[e], graph->rest + 3 * i, out);
}

/* The sum over directed edges of w^2 |e|^2: a uniform stretch by s along a random axis costs le/2 s^2 times a third of
   it, of a sheet along a random axis in it a half, of a curve all of it. */
static double stretched_length(const pl_graph *graph)
{
  double sum = 0, edge[3];
  for (size_t i = 0; i < graph->count; i++)
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      rest_edge(graph, i, e, edge);
      sum += graph->weight[e] * pl_vec3_dot(edge, edge);
    }
  return sum;
}

/* Stiffness so that this stretch costs E/2 s^2 times the volume, whatever the spacing: le = 3 E V / sum w^2 |e|^2 (of a
   sheet 2 E V, of a curve E V). On a lattice of spacing s this is E s / 18 with 26 neighbours and E s / 2 with 6. */
static pl_status base_stiffness(const pl_graph *graph, const pl_graph_def *def, double *out)
{
  *out = def->stiffness;
  if (def->stiffness > 0) return PL_OK;
  if (graph->first[graph->count] == 0) return PL_OK; /* a lone particle has nothing to stiffen */
  if (!(graph->volume > 0))
    return pl_fail(PL_ERROR_ARGUMENT, "youngs_modulus needs to know the volume of the solid, which this mesh does not "
                                      "tell; give the graph's stiffness in N/m instead");
  double length = stretched_length(graph);
  if (!(length > 0))
    return pl_fail(PL_ERROR_MESH, "the graph has no edge of positive length and weight to carry stiffness");
  *out = graph->dimensions * def->youngs_modulus * graph->volume / length;
  return PL_OK;
}

/* How much stiffer an edge is for its direction: the factors of the axes, by the squared cosines to them. */
static double direction_factor(const double axes[9], const double factor[3], const double edge[3])
{
  double square = pl_vec3_dot(edge, edge), sum = 0, along[3];
  if (!(square > 0)) return 1;
  pl_mat3_apply_transpose(axes, edge, along);
  for (int c = 0; c < 3; c++) sum += factor[c] * along[c] * along[c];
  return sum / square;
}

/* Fields and directions change the energy of single edges; they do not enter the mapping from Young's modulus. */
static void vary_weights(pl_graph *graph, const pl_graph_def *def)
{
  double axes[9], edge[3];
  pl_mat3_from_rotation_vector(def->anisotropy_axes, axes);
  for (size_t i = 0; i < graph->count; i++)
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      rest_edge(graph, i, e, edge);
      graph->weight[e] *= 0.5 * (graph->stiffness[i] + graph->stiffness[graph->neighbour[e]]) *
                          direction_factor(axes, def->anisotropy, edge);
    }
}

static double laplacian_weight(const pl_graph *graph, size_t i, uint32_t e, pl_laplacian_weights weights, double sum)
{
  switch (weights) {
  case PL_LAPLACIAN_EDGES: return sum > 0 ? graph->weight[e] / sum : 0;
  case PL_LAPLACIAN_UNIFORM: return 1.0 / (graph->first[i + 1] - graph->first[i]);
  case PL_LAPLACIAN_COTANGENT: return graph->cotangent[e];
  case PL_LAPLACIAN_GIVEN: return graph->given[e];
  }
  return 0;
}

static void set_laplacian(pl_graph *graph, pl_laplacian_weights weights)
{
  for (size_t i = 0; i < graph->count; i++) {
    double sum = 0, *d = graph->rest_laplacian + 3 * i, edge[3];
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) sum += graph->weight[e];
    graph->laplacian_sum[i] = 0;
    pl_vec3_set(d, 0, 0, 0);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      graph->laplacian_weight[e] = laplacian_weight(graph, i, e, weights, sum);
      graph->laplacian_sum[i] += graph->laplacian_weight[e];
      rest_edge(graph, i, e, edge);
      pl_vec3_add_scaled(d, graph->laplacian_weight[e], edge, d);
    }
  }
  for (size_t i = 0; i < graph->count; i++)
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      graph->laplacian_back[e] = graph->laplacian_weight[graph->back[e]];
}

static void set_covariance(pl_graph *graph, const pl_model_body *body, pl_covariance covariance)
{
  for (uint32_t e = 0; e < graph->first[graph->count]; e++) {
    double mass = body->mass[graph->neighbour[e]];
    graph->covariance_weight[e] = covariance == PL_COVARIANCE_MASS ? mass * mass : graph->weight[e];
  }
}

static double diagonal_of(const pl_graph *graph)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t k = 0; k < 3 * graph->count; k++) {
    low[k % 3] = fmin(low[k % 3], graph->rest[k]);
    high[k % 3] = fmax(high[k % 3], graph->rest[k]);
  }
  return pl_vec3_distance(low, high);
}

pl_status pl_graph_set_material(pl_graph *graph, const pl_model_body *body, const pl_body_def *def)
{
  const pl_graph_def *material = &def->graph;
  bool cotangent = material->weights == PL_WEIGHTS_COTANGENT ||
                   (material->laplacian > 0 && material->laplacian_weights == PL_LAPLACIAN_COTANGENT);
  if (cotangent && !graph->cotangent)
    return pl_fail(PL_ERROR_ARGUMENT, "cotangent weights need triangles, and this mesh has none; use uniform weights");
  if (material->laplacian > 0 && material->laplacian_weights == PL_LAPLACIAN_GIVEN && !graph->given)
    return pl_fail(PL_ERROR_ARGUMENT, "laplacian_weights are to be given by the mesh, but it has no edge_weights");
  for (uint32_t e = 0; e < graph->first[graph->count]; e++)
    graph->weight[e] = plain_weight(graph, e, material->weights);
  double stiffness = 0;
  PL_TRY(base_stiffness(graph, material, &stiffness));
  if (!isfinite(stiffness * (1 + material->edge + material->laplacian)))
    return pl_fail(PL_ERROR_ARGUMENT,
                   "the material gives edges a stiffness of %g N/m, which is no number to compute with; check "
                   "youngs_modulus and the size of the mesh",
                   stiffness);
  vary_weights(graph, material);
  set_covariance(graph, body, material->covariance);
  bool needs_laplacian = material->laplacian > 0;
  set_laplacian(graph, needs_laplacian ? material->laplacian_weights : PL_LAPLACIAN_UNIFORM);
  graph->edge_stiffness = material->edge * stiffness;
  graph->laplacian_stiffness = material->laplacian * stiffness;
  graph->modulus = material->stiffness > 0 ? 0 : material->youngs_modulus;
  graph->alpha = material->damping_mass;
  graph->beta = material->damping_stiffness + pl_model_loss_time(material->damping_ratio, material->youngs_modulus,
                                                                 graph->total_mass / graph->volume, diagonal_of(graph));
  graph->corotated = material->damping == PL_DAMPING_COROTATED;
  graph->plasticity = material->plasticity;
  graph->rotations = material->rotations;
  graph->angular_momentum = material->angular_momentum;
  graph->asked = material->iterations;
  return PL_OK;
}
