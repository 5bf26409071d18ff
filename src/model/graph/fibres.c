/* SPDX-License-Identifier: MIT
   The edges of a graph as laws of matter see them (model/fibres.h). A fibre is a directed edge in the axes of its own
   particle: its deformation is R_i^T (x_j - x_i) - e_ij, with R_i at x, so that rigid motion leaves it alone; a law
   moves e_ij. Printed, [H] eq. (6) mixes frames: its current edge is in world axes, its rest edge in rest axes, and a
   yielded body that turns round shrinks. The matrix does not change with rest edges. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "model/graph/graph_kernel.h"

enum { GRAIN = 256 };

bool pl_graph_flows(const pl_graph *graph, const pl_model_body *body)
{
  return graph->plasticity.rule != PL_PLASTIC_NONE || body->flows;
}

static bool has_fibres(const pl_graph *graph, const pl_model_body *body)
{
  return pl_graph_flows(graph, body) || body->links;
}

/* ---- arrays of fibres ---- */

static void free_fibres(pl_graph_fibre_arrays *fibres)
{
  pl_release(fibres->ends);
  pl_release(fibres->link);
  pl_release(fibres->link_ends);
  pl_release(fibres->first);
  pl_release(fibres->length);
  pl_release(fibres->link_length);
  pl_graph_free_links(fibres);
  *fibres = (pl_graph_fibre_arrays){0};
}

static pl_status make_fibres(pl_graph *graph)
{
  pl_graph_fibre_arrays *fibres = &graph->fibres;
  size_t count = graph->first[graph->count];
  if (fibres->ends) return PL_OK;
  fibres->ends = PL_NEW(uint32_t, 2 * count + 1);
  fibres->link = PL_NEW(uint32_t, count + 1);
  fibres->link_ends = PL_NEW(uint32_t, count + 1);
  fibres->first = PL_NEW(double, 3 * count + 1);
  fibres->length = PL_NEW(double, count + 1);
  fibres->link_length = PL_NEW(double, count / 2 + 1);
  if (!fibres->ends || !fibres->link || !fibres->link_ends || !fibres->first || !fibres->length ||
      !fibres->link_length) {
    free_fibres(fibres);
    return PL_ERROR_MEMORY;
  }
  uint32_t links = 0;
  for (uint32_t i = 0; i < graph->count; i++)
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      uint32_t j = graph->neighbour[e];
      fibres->ends[2 * (size_t)e] = i;
      fibres->ends[2 * (size_t)e + 1] = j;
      pl_vec3_sub(graph->rest + 3 * (size_t)j, graph->rest + 3 * (size_t)i, fibres->first + 3 * (size_t)e);
      fibres->length[e] = pl_vec3_length(fibres->first + 3 * (size_t)e);
      fibres->link[e] = j > i ? links : fibres->link[graph->back[e]];
      if (j <= i) continue;
      fibres->link_length[links] = fibres->length[e];
      fibres->link_ends[2 * (size_t)links] = i;
      fibres->link_ends[2 * (size_t)links++ + 1] = j;
    }
  return PL_OK;
}

void pl_graph_fibres(const pl_model_body *body, pl_fibres *out)
{
  const pl_graph *graph = body->data;
  *out = (pl_fibres){.link_count = graph->first[graph->count] / 2,
                     .weighted = graph->laplacian_stiffness == 0 && graph->rotations.mode == PL_ROTATIONS_FULL,
                     .breaks = graph->laplacian_stiffness == 0 && graph->rotations.mode == PL_ROTATIONS_FULL,
                     .link_length = graph->fibres.link_length,
                     .link_ends = graph->fibres.link_ends,
                     .count = graph->first[graph->count],
                     .components = 3,
                     .lines = true,
                     .ends = graph->fibres.ends,
                     .link = graph->fibres.link,
                     .length = graph->fibres.length,
                     .first = graph->fibres.first,
                     .rest = graph->rest_edge,
                     .factor = graph->fibres.factor,
                     .modulus = graph->modulus,
                     .plasticity = graph->plasticity.rule != PL_PLASTIC_NONE ? &graph->plasticity : NULL};
}

/* ---- rest edges ---- */

/* d_i = sum l_ij e_ij of the particles. */
static void rest_laplacians(void *context, size_t begin, size_t end)
{
  pl_graph *graph = context;
  for (size_t i = begin; i < end; i++) {
    double *d = graph->rest_laplacian + 3 * i;
    pl_vec3_set(d, 0, 0, 0);
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++)
      pl_vec3_add_scaled(d, graph->laplacian_weight[e], graph->rest_edge + 3 * (size_t)e, d);
  }
}

void pl_graph_edges_changed(pl_graph *graph, pl_pool *pool)
{
  if (graph->rest_edge) pl_parallel_for(pool, graph->count, GRAIN, rest_laplacians, graph);
}

void pl_graph_forget_flow(pl_graph *graph, pl_pool *pool)
{
  if (!graph->rest_edge) return;
  memcpy(graph->rest_edge, graph->fibres.first, 3 * (size_t)graph->first[graph->count] * sizeof(double));
  pl_graph_edges_changed(graph, pool);
}

pl_status pl_graph_allow_flow(pl_graph *graph, const pl_model_body *body, pl_pool *pool)
{
  if (has_fibres(graph, body)) PL_TRY(make_fibres(graph));
  PL_TRY(pl_graph_allow_links(graph, body));
  if (!pl_graph_flows(graph, body) || graph->rest_edge) return PL_OK;
  graph->rest_edge = PL_NEW(double, 3 * (size_t)graph->first[graph->count] + 1);
  if (!graph->rest_edge) return PL_ERROR_MEMORY;
  pl_graph_forget_flow(graph, pool);
  return PL_OK;
}

void pl_graph_drop_flow(pl_graph *graph, const pl_model_body *body)
{
  if (!has_fibres(graph, body)) free_fibres(&graph->fibres);
  if (pl_graph_flows(graph, body)) return;
  pl_release(graph->rest_edge);
  graph->rest_edge = NULL;
}

void pl_graph_free_flow(pl_graph *graph)
{
  free_fibres(&graph->fibres);
  pl_release(graph->rest_edge);
}

/* ---- deformations ---- */

typedef struct deformation_work {
  const pl_graph *graph;
  const pl_graph_kernels *kernels;
  const double *x;
  const double *rotation; /* at x, column after column */
  double *out;
} deformation_work;

static void deformations_of(void *context, size_t begin, size_t end)
{
  const deformation_work *work = context;
  work->kernels->deformations(work->graph, work->x, work->rotation, begin, end, work->out);
}

pl_status pl_graph_deformations(const pl_model_body *body, const pl_model_context *context, double *out)
{
  const pl_graph *graph = body->data;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *rotation = PL_TAKE(context->scratch, double, 9 * graph->count + 1);
  if (!rotation) return PL_ERROR_MEMORY;
  pl_graph_last_rotations(graph, rotation);
  pl_graph_rotations(graph, body->x, context->pool, rotation);
  deformation_work work = {graph, PL_ISA_PICK(pl_graph_kernels), body->x, rotation, out};
  pl_parallel_for(context->pool, graph->count, GRAIN, deformations_of, &work);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}
