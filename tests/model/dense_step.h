/* SPDX-License-Identifier: MIT
   The step of the graph model written down a second time, from its equations alone, in the dullest way: dense matrices
   by definition, LAPACK for the linear systems and for the rotations. Nothing here is shared with the library.
   Conventions of the notes' cross-checks: uniform weights, l_ij = 1/|N_i|, pins by elimination, f = m g. */
#pragma once

#include <lapacke.h>
#include <string.h>

#include "testing.h"

typedef struct dense_graph {
  int n;
  const double *rest; /* 3 n */
  const uint32_t *edges;
  int edge_count;
  const double *mass;
  double le, ll, alpha, beta, h;
  double gravity[3];
  int corotated;       /* stiffness damping compares rotations of this step and the last */
  int mass_covariance; /* m_j^2, else 1 */
  const unsigned char *pinned;
  double *K, *L; /* n × n */
  double *R;     /* 9 n: rotations at the last predicted positions */
} dense_graph;

static inline int dense_neighbours(const dense_graph *g, int i)
{
  int count = 0;
  for (int e = 0; e < 2 * g->edge_count; e++) count += g->edges[e] == (uint32_t)i;
  return count;
}

/* K = le De^T De + ll L^T L, De with a row for every directed edge. */
static inline void dense_build(dense_graph *g)
{
  int n = g->n;
  g->K = calloc((size_t)(n * n), sizeof(double));
  g->L = calloc((size_t)(n * n), sizeof(double));
  g->R = calloc((size_t)(9 * n), sizeof(double));
  for (int i = 0; i < n; i++) g->R[9 * i] = g->R[9 * i + 4] = g->R[9 * i + 8] = 1;
  for (int e = 0; e < g->edge_count; e++) {
    int i = (int)g->edges[2 * e], j = (int)g->edges[2 * e + 1];
    g->L[i * n + j] = 1.0 / dense_neighbours(g, i);
    g->L[j * n + i] = 1.0 / dense_neighbours(g, j);
    g->K[i * n + i] += 2 * g->le;
    g->K[j * n + j] += 2 * g->le;
    g->K[i * n + j] -= 2 * g->le;
    g->K[j * n + i] -= 2 * g->le;
  }
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      if (j != i) g->L[i * n + i] -= g->L[i * n + j];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++) g->K[i * n + j] += g->ll * g->L[k * n + i] * g->L[k * n + j];
}

static inline void dense_free(dense_graph *g)
{
  free(g->K);
  free(g->L);
  free(g->R);
}

static inline double det3(const double *a)
{
  return a[0] * (a[4] * a[8] - a[5] * a[7]) - a[1] * (a[3] * a[8] - a[5] * a[6]) + a[2] * (a[3] * a[7] - a[4] * a[6]);
}

/* U diag(1, 1, det(U V^T)) V^T of A's singular value decomposition. */
static inline void dense_rotation(const double A[9], double R[9])
{
  double a[9], s[3], U[9], VT[9], work[3];
  memcpy(a, A, sizeof a);
  LAPACKE_dgesvd(LAPACK_ROW_MAJOR, 'A', 'A', 3, 3, a, 3, s, U, 3, VT, 3, work);
  double sign = det3(U) * det3(VT) < 0 ? -1 : 1;
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++)
      R[3 * r + c] = U[3 * r] * VT[c] + U[3 * r + 1] * VT[3 + c] + sign * U[3 * r + 2] * VT[6 + c];
}

static inline void dense_rotations(const dense_graph *g, const double *x, double *R)
{
  for (int i = 0; i < g->n; i++) {
    double A[9] = {0};
    for (int e = 0; e < 2 * g->edge_count; e++) {
      if (g->edges[e] != (uint32_t)i) continue;
      int j = (int)g->edges[e ^ 1];
      double w = g->mass_covariance ? g->mass[j] * g->mass[j] : 1;
      for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
          A[3 * r + c] += w * (x[3 * j + r] - x[3 * i + r]) * (g->rest[3 * j + c] - g->rest[3 * i + c]);
    }
    dense_rotation(A, R + 9 * i);
  }
}

/* B(R) = le De^T (R e) + ll L^T (R d), 3 n. */
static inline void dense_turned(const dense_graph *g, const double *R, double *out)
{
  int n = g->n;
  memset(out, 0, (size_t)(3 * n) * sizeof(double));
  for (int e = 0; e < 2 * g->edge_count; e++) {
    int i = (int)g->edges[e], j = (int)g->edges[e ^ 1];
    for (int r = 0; r < 3; r++) {
      double turned = 0;
      for (int c = 0; c < 3; c++) turned += R[9 * i + 3 * r + c] * (g->rest[3 * j + c] - g->rest[3 * i + c]);
      out[3 * j + r] += g->le * turned;
      out[3 * i + r] -= g->le * turned;
    }
  }
  for (int i = 0; i < n; i++) {
    double d[3] = {0}, turned[3] = {0};
    for (int j = 0; j < n; j++)
      for (int c = 0; c < 3; c++) d[c] += g->L[i * n + j] * g->rest[3 * j + c];
    for (int r = 0; r < 3; r++)
      for (int c = 0; c < 3; c++) turned[r] += R[9 * i + 3 * r + c] * d[c];
    for (int j = 0; j < n; j++)
      for (int c = 0; c < 3; c++) out[3 * j + c] += g->ll * g->L[i * n + j] * turned[c];
  }
}

/* One step; v of pinned nodes must have been set by the caller, and is kept. */
static inline void dense_step(dense_graph *g, double *x, double *v)
{
  int n = g->n, free_count = 0;
  size_t bytes = (size_t)(3 * n) * sizeof(double);
  double h = g->h, *p = malloc(bytes), *R = malloc(3 * bytes), *B = malloc(bytes), *dB = malloc(bytes);
  double *rhs = malloc(bytes), *A = calloc((size_t)(n * n), sizeof(double));
  int *row = malloc((size_t)n * sizeof(int)), *pivots = malloc((size_t)n * sizeof(int));
  for (int k = 0; k < 3 * n; k++) p[k] = x[k] + h * v[k];
  dense_rotations(g, p, R);
  dense_turned(g, R, B);
  for (int k = 0; k < 9 * n; k++) g->R[k] = R[k] - g->R[k];
  dense_turned(g, g->R, dB);
  memcpy(g->R, R, 3 * bytes);
  for (int i = 0; i < n; i++)
    if (!g->pinned || !g->pinned[i]) row[free_count++] = i;
  for (int a = 0; a < free_count; a++) {
    int i = row[a];
    for (int c = 0; c < 3; c++) {
      double force = g->mass[i] * g->gravity[c] - g->alpha * g->mass[i] * v[3 * i + c] + B[3 * i + c];
      if (g->corotated) force += g->beta / h * dB[3 * i + c];
      for (int j = 0; j < n; j++) force -= g->K[i * n + j] * (x[3 * j + c] + h * v[3 * j + c] + g->beta * v[3 * j + c]);
      rhs[3 * a + c] = h * force;
    }
    for (int b = 0; b < free_count; b++) {
      A[a * free_count + b] = (h * g->beta + h * h) * g->K[i * n + row[b]];
      if (a == b) A[a * free_count + b] += g->mass[i] * (1 + h * g->alpha);
    }
  }
  assert_int_equal(LAPACKE_dgesv(LAPACK_ROW_MAJOR, free_count, 3, A, free_count, pivots, rhs, 3), 0);
  for (int a = 0; a < free_count; a++)
    for (int c = 0; c < 3; c++) v[3 * row[a] + c] += rhs[3 * a + c];
  for (int k = 0; k < 3 * n; k++) x[k] += h * v[k];
  free(p);
  free(R);
  free(B);
  free(dB);
  free(rhs);
  free(A);
  free(row);
  free(pivots);
}
