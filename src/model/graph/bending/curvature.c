/* SPDX-License-Identifier: MIT
   What edges hold against bending, put right. In a body bent by the curvature k, edges end e' k e / 2 beside where the
   rotation of their neighbourhood has them, and the edge energy (4) charges for that: a sheet of spacing s bends as if
   it were sqrt(3) s thick, whatever its thickness is, and a lattice of n cells across is too stiff by about 11 / n^2.

   Around every particle the residuals r_j = x_j - x_i - R e_ij are looked at along functions psi_a of the rest edge:
   quadratic ones, orthogonal to linear ones and to each other in the products sum w^2 a b. Their amplitudes

     q_a = sum_j w_j^2 psi_a(e_j) r_j

   do not see rotations and strains, and the energy becomes le/2 (sum w^2 |r|^2 - sum gain_a |q_a|^2), not negative
   while no gain is above 1. K stays what it is and bounds it from above.

   Sheets and curves of thickness t (`axis`): across the sheet only, along the principal directions of what the
   neighbourhood can resolve of its curvature, k_a = q_a / sqrt(lambda_a). The gain leaves of it what a plate has of
   that area: D A / 2 k^2, D = E t^3 / 12, so that gain_a = 1 - D A / (le lambda_a). Where it is clamped only the free
   part of the area bends, and takes the whole turn: A is A^2 / A_free. A round curve has E pi d^4 / 64 for D, lengths
   for areas.

   Solids: one gain for all amplitudes, x, y and z alike, so that a free body bent about its axes by u_x = -k x z, u_z =
   k x^2 / 2 holds E / 2 times the integral of (k z)^2 over what its surface encloses, as a beam does. */
#include "base/status.h"
#include "math/mat3.h"
#include "model/graph/graph_kernel.h"

enum { GRAIN = 256 };

/* q_a of one particle at x, with nothing taken out. */
void pl_graph_amplitudes(const pl_graph *graph, const double *x, size_t i, double out[][3])
{
  size_t per = graph->curvature.per;
  for (size_t a = 0; a < per; a++) pl_vec3_set(out[a], 0, 0, 0);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    const double *pattern = graph->curvature.pattern + e * per;
    double edge[3];
    pl_vec3_sub(x + 3 * (size_t)graph->neighbour[e], x + 3 * i, edge);
    for (size_t a = 0; a < per; a++) pl_vec3_add_scaled(out[a], pattern[a], edge, out[a]);
  }
}

typedef struct curvature_work {
  const pl_graph *graph;
  const double *y, *turn;
  double *amplitude; /* per × 3 of each particle: gain_a q_a */
  double *force;
} curvature_work;

/* What the rest shape has, turned with the neighbourhood: none of it in a solid whose edges did not flow. */
static void take_out_rest(const pl_graph *graph, const double *turn, size_t i, double q[][3])
{
  const pl_graph_curvature *curvature = &graph->curvature;
  if (!graph->rest_edge && !curvature->rest) return;
  for (size_t a = 0; a < curvature->per; a++) {
    double rest[3] = {0, 0, 0}, turned[3];
    if (!graph->rest_edge) pl_vec3_copy(curvature->rest + 3 * (curvature->per * i + a), rest);
    for (uint32_t e = graph->first[i]; graph->rest_edge && e < graph->first[i + 1]; e++)
      pl_vec3_add_scaled(rest, curvature->pattern[e * curvature->per + a], graph->rest_edge + 3 * (size_t)e, rest);
    pl_mat3_apply_transpose(turn + 9 * i, rest, turned); /* columns read as rows */
    pl_vec3_sub(q[a], turned, q[a]);
  }
}

/* Sheets: only across; curves: not along. */
static void keep_bending(const pl_graph *graph, const double *turn, size_t i, double q[][3])
{
  const pl_graph_curvature *curvature = &graph->curvature;
  double axis[3];
  pl_mat3_apply_transpose(turn + 9 * i, curvature->axis + 3 * i, axis);
  for (size_t a = 0; a < curvature->per; a++) {
    double along = pl_vec3_dot(q[a], axis);
    if (curvature->dimensions == 2)
      pl_vec3_scale(axis, along, q[a]);
    else
      pl_vec3_add_scaled(q[a], -along, axis, q[a]);
  }
}

static void find_amplitudes(void *context, size_t begin, size_t end)
{
  const curvature_work *work = context;
  const pl_graph *graph = work->graph;
  size_t per = graph->curvature.per;
  for (size_t i = begin; i < end; i++) {
    double q[PL_GRAPH_MOST_PATTERNS][3];
    pl_graph_amplitudes(graph, work->y, i, q);
    take_out_rest(graph, work->turn, i, q);
    if (graph->curvature.axis) keep_bending(graph, work->turn, i, q);
    for (size_t a = 0; a < per; a++)
      pl_vec3_scale(q[a], graph->curvature.gain[per * i + a], work->amplitude + 3 * (per * i + a));
  }
}

/* f_j += le gain_a q_a pattern_a of the edge from i to j, and the opposite on i. */
static void add_forces(void *context, size_t begin, size_t end)
{
  const curvature_work *work = context;
  const pl_graph *graph = work->graph;
  size_t per = graph->curvature.per;
  for (size_t i = begin; i < end; i++) {
    double sum[3] = {0, 0, 0};
    const double *own = work->amplitude + 3 * per * i;
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      const double *there = work->amplitude + 3 * per * (size_t)graph->neighbour[e];
      const double *forth = graph->curvature.pattern + per * (size_t)e;
      const double *back = graph->curvature.pattern + per * (size_t)graph->back[e];
      for (size_t a = 0; a < per; a++)
        for (size_t c = 0; c < 3; c++) sum[c] += back[a] * there[3 * a + c] - forth[a] * own[3 * a + c];
    }
    pl_vec3_add_scaled(work->force + 3 * i, graph->edge_stiffness, sum, work->force + 3 * i);
  }
}

pl_status pl_graph_add_curvature(const pl_graph *graph, const double *y, const double *turn,
                                 const pl_model_context *context, double *force)
{
  if (graph->curvature.per == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *amplitude = PL_TAKE(context->scratch, double, 3 * graph->curvature.per * graph->count);
  if (!amplitude) return PL_ERROR_MEMORY;
  curvature_work work = {graph, y, turn, amplitude, force};
  pl_parallel_for(context->pool, graph->count, GRAIN, find_amplitudes, &work);
  pl_parallel_for(context->pool, graph->count, GRAIN, add_forces, &work);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

double pl_graph_curvature_energy(const pl_graph *graph, const double *x, const double *rotation)
{
  size_t per = graph->curvature.per;
  double sum = 0, q[PL_GRAPH_MOST_PATTERNS][3];
  for (size_t i = 0; i < graph->count && per > 0; i++) {
    pl_graph_amplitudes(graph, x, i, q);
    take_out_rest(graph, rotation, i, q);
    if (graph->curvature.axis) keep_bending(graph, rotation, i, q);
    for (size_t a = 0; a < per; a++) sum -= graph->curvature.gain[per * i + a] * pl_vec3_dot(q[a], q[a]);
  }
  return 0.5 * graph->edge_stiffness * sum;
}
