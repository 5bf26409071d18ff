/* SPDX-License-Identifier: MIT
   Vectors of space in registers of four: the fourth lane holds whatever lies behind in memory and is never used. So arrays that
   are read four at a time (rest, turn) end with one double of padding. */
#include "model/graph/graph_kernel.h"

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

static void covariances(const pl_graph *graph, const double *x, size_t begin, size_t count, double *block)
{
  for (size_t lane = 0; lane < count; lane++) {
    size_t i = begin + lane;
    const double *xi = x + 3 * i;
    quad rest = load(graph->rest + 3 * i), row0 = all(0), row1 = all(0), row2 = all(0);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      const double *xj = x + 3 * (size_t)graph->neighbour[e];
      quad edge = (load(graph->rest + 3 * (size_t)graph->neighbour[e]) - rest) * all(graph->covariance_weight[e]);
      row0 = multiply_add(all(xj[0] - xi[0]), edge, row0);
      row1 = multiply_add(all(xj[1] - xi[1]), edge, row1);
      row2 = multiply_add(all(xj[2] - xi[2]), edge, row2);
    }
    double *to = block + lane;
    for (int c = 0; c < 3; c++) {
      to[PL_ROTATION_LANES * c] = row0[c];
      to[PL_ROTATION_LANES * (3 + c)] = row1[c];
      to[PL_ROTATION_LANES * (6 + c)] = row2[c];
    }
  }
}

/* turn × edge: a turn is stored column after column. */
static inline quad turned(const double *turn, quad edge, quad sum)
{
  sum = multiply_add(load(turn), all(edge[0]), sum);
  sum = multiply_add(load(turn + 3), all(edge[1]), sum);
  return multiply_add(load(turn + 6), all(edge[2]), sum);
}

static void edge_forces(const pl_graph *graph, const double *y, const double *turn, size_t begin, size_t end,
                        double *force)
{
  for (size_t i = begin; i < end; i++) {
    quad yi = load_three(y + 3 * i), rest = load(graph->rest + 3 * i);
    quad stretch = all(0), turning = all(0), edges = all(0);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      size_t j = graph->neighbour[e];
      quad weight = all(graph->weight[e]);
      quad edge = (load(graph->rest + 3 * j) - rest) * weight;
      stretch = multiply_add(load_three(y + 3 * j) - yi, weight, stretch);
      turning = turned(turn + 9 * j, edge, turning);
      edges += edge;
    }
    quad f = all(graph->edge_stiffness) * (all(2) * stretch - turned(turn + 9 * i, edges, turning));
    for (int c = 0; c < 3; c++) force[3 * i + (size_t)c] = f[c];
  }
}

const pl_graph_kernels PL_ISA_NAME(pl_graph_kernels) = {covariances, edge_forces};
