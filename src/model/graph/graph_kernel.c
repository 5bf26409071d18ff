/* SPDX-License-Identifier: MIT
   Vectors of space in registers of four: the fourth lane holds whatever lies behind in memory and is never used. So
   arrays that are read four at a time (rest, edge, turn) end with one double of padding. Each loop is there twice, by
   the constant `plastic`: rest edges come from rest positions, or are stored because they flowed. */
#include "model/graph/graph_kernel.h"

#include <math.h>
#include <string.h>

#include "math/rotation.h"

#if defined(__FMA__)
#include <immintrin.h>
typedef __m256d quad;
static inline quad multiply_add(quad a, quad b, quad c) { return _mm256_fmadd_pd(a, b, c); }
#else
typedef double quad __attribute__((vector_size(32)));
static inline quad multiply_add(quad a, quad b, quad c) { return a * b + c; }
#endif

static inline quad load(const double *from)
{
  quad a;
  memcpy(&a, from, sizeof a);
  return a;
}

static inline quad load_three(const double *from) { return (quad){from[0], from[1], from[2], 0}; }

static inline quad all(double x) { return (quad){x, x, x, x}; }

/* e_ij, the rest edge e from the particle at `rest` to its neighbour j. */
static inline quad rest_edge(const pl_graph *graph, quad rest, uint32_t e, bool plastic)
{
  if (plastic) return load(graph->edge + 3 * (size_t)e);
  return load(graph->rest + 3 * (size_t)graph->neighbour[e]) - rest;
}

static inline void covariance(const pl_graph *graph, const double *x, size_t i, bool plastic, double *lane)
{
  const double *xi = x + 3 * i;
  quad rest = load(graph->rest + 3 * i), row0 = all(0), row1 = all(0), row2 = all(0);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    const double *xj = x + 3 * (size_t)graph->neighbour[e];
    quad edge = rest_edge(graph, rest, e, plastic) * all(graph->covariance_weight[e]);
    row0 = multiply_add(all(xj[0] - xi[0]), edge, row0);
    row1 = multiply_add(all(xj[1] - xi[1]), edge, row1);
    row2 = multiply_add(all(xj[2] - xi[2]), edge, row2);
  }
  for (int c = 0; c < 3; c++) {
    lane[PL_ROTATION_LANES * c] = row0[c];
    lane[PL_ROTATION_LANES * (3 + c)] = row1[c];
    lane[PL_ROTATION_LANES * (6 + c)] = row2[c];
  }
}

static void covariances(const pl_graph *graph, const double *x, size_t begin, size_t count, double *block)
{
  if (graph->edge)
    for (size_t lane = 0; lane < count; lane++) covariance(graph, x, begin + lane, true, block + lane);
  else
    for (size_t lane = 0; lane < count; lane++) covariance(graph, x, begin + lane, false, block + lane);
}

/* turn × edge: a turn is stored column after column. */
static inline quad turned(const double *turn, quad edge, quad sum)
{
  sum = multiply_add(load(turn), all(edge[0]), sum);
  sum = multiply_add(load(turn + 3), all(edge[1]), sum);
  return multiply_add(load(turn + 6), all(edge[2]), sum);
}

static inline void edge_force(const pl_graph *graph, const double *y, const double *turn, size_t i, bool plastic,
                              double *force)
{
  quad yi = load_three(y + 3 * i), rest = load(graph->rest + 3 * i);
  quad stretch = all(0), turning = all(0), edges = all(0);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    size_t j = graph->neighbour[e];
    quad weight = all(graph->weight[e]);
    quad edge = rest_edge(graph, rest, e, plastic) * weight;
    quad seen_from_j = edge; /* -e_ji */
    if (plastic) seen_from_j = -weight * load(graph->edge + 3 * (size_t)graph->back[e]);
    stretch = multiply_add(load_three(y + 3 * j) - yi, weight, stretch);
    turning = turned(turn + 9 * j, seen_from_j, turning);
    edges += edge;
  }
  quad f = all(graph->edge_stiffness) * (all(2) * stretch - turned(turn + 9 * i, edges, turning));
  for (int c = 0; c < 3; c++) force[3 * i + (size_t)c] = f[c];
}

static void edge_forces(const pl_graph *graph, const double *y, const double *turn, size_t begin, size_t end,
                        double *force)
{
  if (graph->edge)
    for (size_t i = begin; i < end; i++) edge_force(graph, y, turn, i, true, force);
  else
    for (size_t i = begin; i < end; i++) edge_force(graph, y, turn, i, false, force);
}

/* u_i = s_i (L_i y - S_i d_i) */
static void laplacian_defects(const pl_graph *graph, const double *y, const double *turn, size_t begin, size_t end,
                              double *defect)
{
  for (size_t i = begin; i < end; i++) {
    quad yi = load_three(y + 3 * i), sum = all(0);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      sum = multiply_add(load_three(y + 3 * (size_t)graph->neighbour[e]) - yi, all(graph->laplacian_weight[e]), sum);
    quad u = all(graph->stiffness[i]) * (sum - turned(turn + 9 * i, load_three(graph->rest_laplacian + 3 * i), all(0)));
    for (int c = 0; c < 3; c++) defect[3 * i + (size_t)c] = u[c];
  }
}

/* f_i += -ll (L^T u)_i: row i of L^T holds l_ji from every neighbour's row and minus the sum of l_ij. */
static void laplacian_forces(const pl_graph *graph, const double *defect, size_t begin, size_t end, double *force)
{
  for (size_t i = begin; i < end; i++) {
    quad sum = all(graph->laplacian_sum[i]) * load_three(defect + 3 * i);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      sum = multiply_add(load_three(defect + 3 * (size_t)graph->neighbour[e]), all(-graph->laplacian_back[e]), sum);
    for (int c = 0; c < 3; c++) force[3 * i + (size_t)c] += graph->laplacian_stiffness * sum[c];
  }
}

/* R_i^T (x_j - x_i) - e_ij, and rest edges are stored or are those of `rest`. */
static inline void deformation(const pl_graph *graph, const double *x, const double *rotation, size_t i, bool plastic,
                               double *out)
{
  const double *R = rotation + 9 * i, *here = x + 3 * i;
  quad row0 = {R[0], R[3], R[6], 0}, row1 = {R[1], R[4], R[7], 0}, row2 = {R[2], R[5], R[8], 0};
  quad rest = load(graph->rest + 3 * i);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    const double *there = x + 3 * (size_t)graph->neighbour[e];
    quad y = row0 * all(there[0] - here[0]);
    y = multiply_add(row1, all(there[1] - here[1]), y);
    y = multiply_add(row2, all(there[2] - here[2]), y);
    quad off = y - rest_edge(graph, rest, e, plastic);
    for (int c = 0; c < 3; c++) out[3 * (size_t)e + (size_t)c] = off[c];
  }
}

static void deformations(const pl_graph *graph, const double *x, const double *rotation, size_t begin, size_t end,
                         double *out)
{
  if (graph->edge)
    for (size_t i = begin; i < end; i++) deformation(graph, x, rotation, i, true, out);
  else
    for (size_t i = begin; i < end; i++) deformation(graph, x, rotation, i, false, out);
}

const pl_graph_kernels PL_ISA_NAME(pl_graph_kernels) = {covariances, edge_forces, laplacian_defects, laplacian_forces,
                                                        deformations};
