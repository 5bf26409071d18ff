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
  double *defect;     /* 3 per particle: (L_i y - S_i d_i) times the stiffness factor */
  double *force;
} force_work;

/* Edge (i, j) appears twice in eq. (4), turned by S_i and by S_j: f_i = le sum_j w^2 (2 (y_j - y_i) - (S_i + S_j)
   e_ij). */
static void edge_forces(void *context, size_t begin, size_t end)
{
  const force_work *work = context;
  work->kernels->edge_forces(work->graph, work->y, work->turn, begin, end, work->force);
}

static void laplacian_defects(void *context, size_t begin, size_t end)
{
  const force_work *work = context;
  work->kernels->laplacian_defects(work->graph, work->y, work->turn, begin, end, work->defect);
}

static void laplacian_forces(void *context, size_t begin, size_t end)
{
  const force_work *work = context;
  work->kernels->laplacian_forces(work->graph, work->defect, begin, end, work->force);
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

/* e_ij, as it is now. */
static void rest_edge(const pl_graph *graph, size_t i, uint32_t e, double out[3])
{
  if (graph->rest_edge)
    pl_vec3_copy(graph->rest_edge + 3 * (size_t)e, out);
  else
    pl_vec3_sub(graph->rest + 3 * (size_t)graph->neighbour[e], graph->rest + 3 * i, out);
}

/* sum_j w^2 |(x_j - x_i) - R_i e_ij|^2 and |L_i x - R_i d_i|^2 of one particle. */
static void energies_at(const pl_graph *graph, const double *x, const double *rotation, size_t i, double *edge,
                        double *laplacian)
{
  double defect[3], rest[3], turned[3], now[3];
  *edge = 0;
  pl_mat3_apply_transpose(rotation, graph->rest_laplacian + 3 * i, defect);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    pl_vec3_sub(x + 3 * (size_t)graph->neighbour[e], x + 3 * i, now);
    pl_vec3_add_scaled(defect, -graph->laplacian_weight[e], now, defect);
    rest_edge(graph, i, e, rest);
    pl_mat3_apply_transpose(rotation, rest, turned); /* rows read as columns */
    pl_vec3_sub(now, turned, now);
    *edge += graph->weight[e] * pl_vec3_dot(now, now);
  }
  *laplacian = graph->stiffness[i] * pl_vec3_dot(defect, defect);
}

double pl_graph_energy(const pl_graph *graph, const double *x, const double *rotation)
{
  double sum = 0, edge, laplacian;
  for (size_t i = 0; i < graph->count; i++) {
    energies_at(graph, x, rotation + 9 * i, i, &edge, &laplacian);
    sum += graph->edge_stiffness * edge + graph->laplacian_stiffness * laplacian;
  }
  return 0.5 * sum;
}
