/* SPDX-License-Identifier: MIT
   Forces and energy of eqs. (3) and (4), gathered per particle, so that any number of threads gives the same bits. */
#include "model/graph/graph_kernel.h"

#include "base/status.h"
#include "math/mat3.h"

enum { GRAIN = 256 };

typedef struct force_work {
  const pl_graph *graph;
  const pl_graph_kernels *kernels;
  const double *y;
  const double *turn; /* 9 per particle */
  double *defect;     /* 3 per particle: L_i y - S_i d_i */
  double *force;
} force_work;

/* Edge (i, j) appears twice in eq. (4), turned by S_i and by S_j: f_i = le sum_j w^2 (2 (y_j - y_i) - (S_i + S_j) e_ij). */
static void edge_forces(void *context, size_t begin, size_t end)
{
  const force_work *work = context;
  work->kernels->edge_forces(work->graph, work->y, work->turn, begin, end, work->force);
}

static void laplacian_defect(const pl_graph *graph, const double *y, const double *turn, size_t i, double out[3])
{
  pl_mat3_apply_transpose(turn + 9 * i, graph->rest_laplacian + 3 * i, out);
  for (int c = 0; c < 3; c++) out[c] = -out[c];
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    const double *yj = y + 3 * (size_t)graph->neighbour[e];
    for (size_t c = 0; c < 3; c++) out[c] += graph->laplacian_weight[e] * (yj[c] - y[3 * i + c]);
  }
}

static void laplacian_defects(void *context, size_t begin, size_t end)
{
  const force_work *work = context;
  for (size_t i = begin; i < end; i++) laplacian_defect(work->graph, work->y, work->turn, i, work->defect + 3 * i);
}

/* f = -ll L^T (L y - S d): row i of L^T holds l_ji from every neighbour's row and minus the sum of l_ij, which is 1. */
static void laplacian_forces(void *context, size_t begin, size_t end)
{
  const force_work *work = context;
  const pl_graph *graph = work->graph;
  for (size_t i = begin; i < end; i++) {
    if (graph->first[i] == graph->first[i + 1]) continue;
    double sum[3] = {work->defect[3 * i], work->defect[3 * i + 1], work->defect[3 * i + 2]};
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      size_t j = graph->neighbour[e];
      for (size_t c = 0; c < 3; c++) sum[c] -= graph->laplacian_back[e] * work->defect[3 * j + c];
    }
    for (size_t c = 0; c < 3; c++) work->force[3 * i + c] += graph->laplacian_stiffness * sum[c];
  }
}

pl_status pl_graph_forces(const pl_graph *graph, const double *y, const double *turn, const pl_model_context *context,
                          double *force)
{
  force_work work = {graph, PL_ISA_PICK(pl_graph_kernels), y, turn, NULL, force};
  pl_parallel_for(context->pool, graph->count, GRAIN, edge_forces, &work);
  if (graph->laplacian_stiffness == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  work.defect = PL_TAKE(context->scratch, double, 3 * graph->count);
  if (!work.defect) return PL_ERROR_MEMORY;
  pl_parallel_for(context->pool, graph->count, GRAIN, laplacian_defects, &work);
  pl_parallel_for(context->pool, graph->count, GRAIN, laplacian_forces, &work);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

double pl_graph_energy(const pl_graph *graph, const double *x, const double *rotation)
{
  double edge = 0, laplacian = 0;
  for (size_t i = 0; i < graph->count; i++) {
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      size_t j = graph->neighbour[e];
      double rest[3], turned[3];
      for (size_t c = 0; c < 3; c++) rest[c] = graph->rest[3 * j + c] - graph->rest[3 * i + c];
      pl_mat3_apply_transpose(rotation + 9 * i, rest, turned);
      for (size_t c = 0; c < 3; c++) {
        double d = x[3 * j + c] - x[3 * i + c] - turned[c];
        edge += graph->weight[e] * d * d;
      }
    }
    if (graph->laplacian_stiffness == 0 || graph->first[i] == graph->first[i + 1]) continue;
    double u[3];
    laplacian_defect(graph, x, rotation, i, u);
    laplacian += u[0] * u[0] + u[1] * u[1] + u[2] * u[2];
  }
  return 0.5 * (graph->edge_stiffness * edge + graph->laplacian_stiffness * laplacian);
}
