/* SPDX-License-Identifier: MIT
   Plastic flow, [H] sect. 3.3: edges that are deformed beyond the yield take part of the deformation over as their rest
   shape. The matrix does not change.

   Printed, eq. (6) mixes frames: its current edge is in world axes, its rest edge in rest axes, and a yielded body that
   turns round shrinks. Here the current edge is turned back first: y = R_i^T (x_j - x_i), and with rho = |y - e| / |e|

     per step, as printed:  e += min(1, creep (rho - yield)) (y - e)
     rate:                  d rho / dt = -creep (rho - yield) rho, solved exactly over the step, so that steps of any
                            length give the same flow; rho never falls below the yield. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "model/common/inelastic.h"
#include "model/graph/graph_kernel.h"

enum { GRAIN = 256 };

static void first_edge(const pl_graph *graph, size_t i, uint32_t e, double out[3])
{
  pl_vec3_sub(graph->rest + 3 * (size_t)graph->neighbour[e], graph->rest + 3 * i, out);
}

/* d_i = sum l_ij e_ij. */
void pl_graph_set_rest_laplacian(pl_graph *graph, size_t i)
{
  double *d = graph->rest_laplacian + 3 * i;
  pl_vec3_set(d, 0, 0, 0);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
    pl_vec3_add_scaled(d, graph->laplacian_weight[e], graph->edge + 3 * (size_t)e, d);
}

void pl_graph_edges_changed(pl_graph *graph)
{
  for (size_t i = 0; graph->edge && i < graph->count; i++) pl_graph_set_rest_laplacian(graph, i);
}

bool pl_graph_flows(const pl_graph *graph)
{
  return graph->plasticity.rule != PL_PLASTIC_NONE || pl_inelastic_is_on(&graph->inelastic);
}

void pl_graph_forget_flow(pl_graph *graph)
{
  if (!graph->edge) return;
  for (size_t i = 0; i < graph->count; i++)
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      first_edge(graph, i, e, graph->edge + 3 * (size_t)e);
  pl_graph_forget_memory(graph);
  pl_graph_edges_changed(graph);
}

pl_status pl_graph_allow_flow(pl_graph *graph)
{
  PL_TRY(pl_graph_allow_memory(graph));
  if (!pl_graph_flows(graph) || graph->edge) return PL_OK;
  graph->edge = PL_NEW(double, 3 * (size_t)graph->first[graph->count] + 1);
  if (!graph->edge) return PL_ERROR_MEMORY;
  pl_graph_forget_flow(graph);
  return PL_OK;
}

void pl_graph_drop_flow(pl_graph *graph)
{
  pl_graph_drop_memory(graph);
  if (pl_graph_flows(graph)) return;
  pl_release(graph->edge);
  graph->edge = NULL;
}

typedef struct flow_work {
  pl_graph *graph;
  const pl_graph_kernels *kernels;
  const double *x;
  const double *rotation; /* at x, column after column */
  double h;               /* as the kernel wants it */
} flow_work;

static void flow_edges(void *context, size_t begin, size_t end)
{
  const flow_work *work = context;
  work->kernels->flow(work->graph, work->x, work->rotation, work->h, begin, end);
}

pl_status pl_graph_flow(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t b = 0; b < count; b++) {
    pl_graph *graph = bodies[b]->data;
    if (!pl_graph_flows(graph)) continue;
    pl_arena_mark mark = pl_arena_here(context->scratch);
    double *rotation = PL_TAKE(context->scratch, double, 9 * graph->count + 1);
    if (!rotation) return PL_ERROR_MEMORY;
    memcpy(rotation, graph->rotation, (9 * graph->count + 1) * sizeof(double));
    pl_graph_rotations(graph, bodies[b]->x, context->pool, rotation);
    if (pl_inelastic_is_on(&graph->inelastic)) {
      pl_graph_creep(graph, bodies[b]->x, rotation, context);
    } else {
      double h = graph->plasticity.rule == PL_PLASTIC_STEP ? context->h / context->step : context->h;
      flow_work work = {graph, PL_ISA_PICK(pl_graph_kernels), bodies[b]->x, rotation, h};
      pl_parallel_for(context->pool, graph->count, GRAIN, flow_edges, &work);
    }
    pl_arena_back_to(context->scratch, mark);
  }
  return PL_OK;
}

double *pl_graph_rest_edge(pl_model_body *body, uint32_t from, uint32_t to)
{
  pl_graph *graph = body->data;
  uint32_t e = pl_graph_edge_between(graph, from, to);
  return graph->edge && e != PL_GRAPH_NO_EDGE ? graph->edge + 3 * (size_t)e : NULL;
}
