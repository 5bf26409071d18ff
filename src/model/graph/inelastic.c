/* SPDX-License-Identifier: MIT
   The edges of a graph as inelastic links (model/common/inelastic.h). A link is a directed edge, seen in the axes of
   its own particle: its elastic deformation is R_i^T (x_j - x_i) - e_ij, and the law moves e_ij. Rigid motion leaves it
   alone. */
#include "model/common/inelastic.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "model/graph/graph.h"

enum { GRAIN = 256 };

static bool wants_late(const pl_graph *graph) { return graph->inelastic.delayed > 0; }
static bool wants_slip(const pl_graph *graph) { return graph->inelastic.yield > 0 && graph->inelastic.hardening > 0; }

static pl_status allow(double **array, size_t count, bool wanted)
{
  if (wanted && !*array) *array = PL_NEW(double, count);
  return *array || !wanted ? PL_OK : PL_ERROR_MEMORY;
}

pl_status pl_graph_allow_memory(pl_graph *graph)
{
  size_t count = 3 * (size_t)graph->first[graph->count];
  PL_TRY(allow(&graph->late_strain, count, wants_late(graph)));
  return allow(&graph->slip_strain, count, wants_slip(graph));
}

static void drop(double **array)
{
  pl_release(*array);
  *array = NULL;
}

void pl_graph_drop_memory(pl_graph *graph)
{
  if (!wants_late(graph)) drop(&graph->late_strain);
  if (!wants_slip(graph)) drop(&graph->slip_strain);
}

void pl_graph_forget_memory(pl_graph *graph)
{
  size_t bytes = 3 * (size_t)graph->first[graph->count] * sizeof(double);
  if (graph->late_strain) memset(graph->late_strain, 0, bytes);
  if (graph->slip_strain) memset(graph->slip_strain, 0, bytes);
}

typedef struct creep_work {
  pl_graph *graph;
  pl_inelastic_step step;
  const double *x;
  const double *rotation; /* at x, column after column */
} creep_work;

/* R^T d, R column after column */
static void turn_back(const double *rotation, const double d[3], double out[3])
{
  for (int c = 0; c < 3; c++) out[c] = pl_vec3_dot(rotation + 3 * (size_t)c, d);
}

static void creep_edges(void *context, size_t begin, size_t end)
{
  const creep_work *work = context;
  pl_graph *graph = work->graph;
  for (size_t i = begin; i < end; i++) {
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      size_t at = 3 * (size_t)e, j = graph->neighbour[e];
      double first[3], shifted[3], away[3], elastic[3];
      pl_vec3_sub(graph->rest + 3 * j, graph->rest + 3 * i, first);
      double length = pl_vec3_length(first);
      if (!(length > 0)) continue;
      pl_vec3_sub(graph->edge + at, first, shifted);
      pl_vec3_sub(work->x + 3 * j, work->x + 3 * i, away);
      turn_back(work->rotation + 9 * i, away, elastic);
      pl_vec3_sub(elastic, graph->edge + at, elastic);
      pl_link_memory memory = {graph->late_strain ? graph->late_strain + at : NULL,
                               graph->slip_strain ? graph->slip_strain + at : NULL};
      pl_inelastic_advance(&work->step, length, elastic, shifted, &memory);
      pl_vec3_add(first, shifted, graph->edge + at);
    }
    pl_graph_set_rest_laplacian(graph, i);
  }
}

void pl_graph_creep(pl_graph *graph, const double *x, const double *rotation, const pl_model_context *context)
{
  creep_work work = {graph, pl_inelastic_begin(&graph->inelastic, context->h), x, rotation};
  pl_parallel_for(context->pool, graph->count, GRAIN, creep_edges, &work);
}
