/* SPDX-License-Identifier: MIT
   Vectors of space in registers of four: the fourth lane holds whatever lies behind in memory and is never used. So
   arrays that are read four at a time (rest, edge, turn) end with one double of padding. Each loop is there twice, by
   the constant `plastic`: rest edges come from rest positions, or are stored because they flowed. */
#include "model/graph/graph_kernel.h"

#include <math.h>
#include <string.h>

#include "math/quad.h"
#include "math/rotation.h"

/* e_ij, the rest edge e from the particle at `rest` to its neighbour j. */
static inline pl_quad rest_edge(const pl_graph *graph, pl_quad rest, uint32_t e, bool plastic)
{
  if (plastic) return pl_quad_load(graph->rest_edge + 3 * (size_t)e);
  return pl_quad_load(graph->rest + 3 * (size_t)graph->neighbour[e]) - rest;
}

static inline void covariance(const pl_graph *graph, const double *x, size_t i, bool plastic, double *lane)
{
  const double *xi = x + 3 * i;
  pl_quad rest = pl_quad_load(graph->rest + 3 * i), row0 = pl_quad_all(0), row1 = pl_quad_all(0), row2 = pl_quad_all(0);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    const double *xj = x + 3 * (size_t)graph->neighbour[e];
    pl_quad edge = rest_edge(graph, rest, e, plastic) * pl_quad_all(graph->covariance_weight[e]);
    row0 = pl_quad_multiply_add(pl_quad_all(xj[0] - xi[0]), edge, row0);
    row1 = pl_quad_multiply_add(pl_quad_all(xj[1] - xi[1]), edge, row1);
    row2 = pl_quad_multiply_add(pl_quad_all(xj[2] - xi[2]), edge, row2);
  }
  for (int c = 0; c < 3; c++) {
    lane[PL_ROTATION_LANES * c] = row0[c];
    lane[PL_ROTATION_LANES * (3 + c)] = row1[c];
    lane[PL_ROTATION_LANES * (6 + c)] = row2[c];
  }
}

static void covariances(const pl_graph *graph, const double *x, size_t begin, size_t count, double *block)
{
  if (graph->rest_edge)
    for (size_t lane = 0; lane < count; lane++) covariance(graph, x, begin + lane, true, block + lane);
  else
    for (size_t lane = 0; lane < count; lane++) covariance(graph, x, begin + lane, false, block + lane);
}

/* turn × edge: a turn is stored column after column. */
static inline pl_quad turned(const double *turn, pl_quad edge, pl_quad sum)
{
  sum = pl_quad_multiply_add(pl_quad_load(turn), pl_quad_all(edge[0]), sum);
  sum = pl_quad_multiply_add(pl_quad_load(turn + 3), pl_quad_all(edge[1]), sum);
  return pl_quad_multiply_add(pl_quad_load(turn + 6), pl_quad_all(edge[2]), sum);
}

static inline void edge_force(const pl_graph *graph, const double *y, const double *turn, size_t i, bool plastic,
                              double *force)
{
  pl_quad yi = pl_quad_load_three(y + 3 * i), rest = pl_quad_load(graph->rest + 3 * i);
  pl_quad stretch = pl_quad_all(0), turning = pl_quad_all(0), edges = pl_quad_all(0);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    size_t j = graph->neighbour[e];
    pl_quad weight = pl_quad_all(graph->weight[e]);
    pl_quad edge = rest_edge(graph, rest, e, plastic) * weight;
    pl_quad seen_from_j = edge; /* -e_ji */
    if (plastic) seen_from_j = -weight * pl_quad_load(graph->rest_edge + 3 * (size_t)graph->back[e]);
    stretch = pl_quad_multiply_add(pl_quad_load_three(y + 3 * j) - yi, weight, stretch);
    turning = turned(turn + 9 * j, seen_from_j, turning);
    edges += edge;
  }
  pl_quad f = pl_quad_all(graph->edge_stiffness) * (pl_quad_all(2) * stretch - turned(turn + 9 * i, edges, turning));
  for (int c = 0; c < 3; c++) force[3 * i + (size_t)c] = f[c];
}

static void edge_forces(const pl_graph *graph, const double *y, const double *turn, size_t begin, size_t end,
                        double *force)
{
  if (graph->rest_edge)
    for (size_t i = begin; i < end; i++) edge_force(graph, y, turn, i, true, force);
  else
    for (size_t i = begin; i < end; i++) edge_force(graph, y, turn, i, false, force);
}

/* u_i = s_i (L_i y - S_i d_i) */
static void laplacian_defects(const pl_graph *graph, const double *y, const double *turn, size_t begin, size_t end,
                              double *defect)
{
  for (size_t i = begin; i < end; i++) {
    pl_quad yi = pl_quad_load_three(y + 3 * i), sum = pl_quad_all(0);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      sum = pl_quad_multiply_add(pl_quad_load_three(y + 3 * (size_t)graph->neighbour[e]) - yi,
                                 pl_quad_all(graph->laplacian_weight[e]), sum);
    pl_quad u = pl_quad_all(graph->stiffness[i]) *
                (sum - turned(turn + 9 * i, pl_quad_load_three(graph->rest_laplacian + 3 * i), pl_quad_all(0)));
    for (int c = 0; c < 3; c++) defect[3 * i + (size_t)c] = u[c];
  }
}

/* f_i += -ll (L^T u)_i: row i of L^T holds l_ji from every neighbour's row and minus the sum of l_ij. */
static void laplacian_forces(const pl_graph *graph, const double *defect, size_t begin, size_t end, double *force)
{
  for (size_t i = begin; i < end; i++) {
    pl_quad sum = pl_quad_all(graph->laplacian_sum[i]) * pl_quad_load_three(defect + 3 * i);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      sum = pl_quad_multiply_add(pl_quad_load_three(defect + 3 * (size_t)graph->neighbour[e]),
                                 pl_quad_all(-graph->laplacian_back[e]), sum);
    for (int c = 0; c < 3; c++) force[3 * i + (size_t)c] += graph->laplacian_stiffness * sum[c];
  }
}

/* R_i^T (x_j - x_i) - e_ij, and rest edges are stored or are those of `rest`. */
static inline void deformation(const pl_graph *graph, const double *x, const double *rotation, size_t i, bool plastic,
                               double *out)
{
  const double *R = rotation + 9 * i, *here = x + 3 * i;
  pl_quad row0 = {R[0], R[3], R[6], 0}, row1 = {R[1], R[4], R[7], 0}, row2 = {R[2], R[5], R[8], 0};
  pl_quad rest = pl_quad_load(graph->rest + 3 * i);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    const double *there = x + 3 * (size_t)graph->neighbour[e];
    pl_quad y = row0 * pl_quad_all(there[0] - here[0]);
    y = pl_quad_multiply_add(row1, pl_quad_all(there[1] - here[1]), y);
    y = pl_quad_multiply_add(row2, pl_quad_all(there[2] - here[2]), y);
    pl_quad off = y - rest_edge(graph, rest, e, plastic);
    for (int c = 0; c < 3; c++) out[3 * (size_t)e + (size_t)c] = off[c];
  }
}

static void deformations(const pl_graph *graph, const double *x, const double *rotation, size_t begin, size_t end,
                         double *out)
{
  if (graph->rest_edge)
    for (size_t i = begin; i < end; i++) deformation(graph, x, rotation, i, true, out);
  else
    for (size_t i = begin; i < end; i++) deformation(graph, x, rotation, i, false, out);
}

const pl_graph_kernels PL_ISA_NAME(pl_graph_kernels) = {covariances, edge_forces, laplacian_defects, laplacian_forces,
                                                        deformations};
