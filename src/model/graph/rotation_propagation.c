/* SPDX-License-Identifier: MIT
   Spatially adaptive rotations, [H] sect. 5: the rotation of an active particle is carried breadth first to all that
   accept it; those that do not wait their turn to become active themselves. Covariances are evaluated everywhere, only
   decompositions are saved. Decomposing a rejecting particle at once, as the text can be read, activates half of a bent
   bar; waiting activates the few per cent that the paper reports.

   With S = R_c^T A_j and B_j = sum_k c_jk e_jk e_jk^T, eq. (8) accepts R_c at j iff |S - S^T|^2 <= threshold |B_j|^2.
   Printed, the right-hand side is an inverse with the wrong unit; and the test is blind to half turns, hence also tr S
   >= |A_j|, which every true polar factor passes. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/rotation.h"
#include "model/graph/graph_kernel.h"

enum { GRAIN = 16 * PL_ROTATION_LANES };

/* What `active` holds of a particle; the last two are open. */
enum { PASSIVE = 0, ACTIVE = 1, UNDETERMINED = 2, WAITING = 3 };

/* ---- what does not change from step to step ---- */

static void neighbourhood(const pl_graph *graph, size_t i, double out[9])
{
  pl_mat3_zero(out);
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    double edge[3];
    pl_vec3_sub(graph->rest + 3 * (size_t)graph->neighbour[e], graph->rest + 3 * i, edge);
    pl_mat3_outer_add(out, graph->covariance_weight[e], edge, edge);
  }
}

/* Neighbours in the caller's order, in which the flood visits them. */
static void sort_by_caller(const uint32_t *order, uint32_t *list, size_t count)
{
  for (size_t a = 1; a < count; a++)
    for (size_t b = a; b > 0 && order[list[b]] < order[list[b - 1]]; b--) {
      uint32_t n = list[b];
      list[b] = list[b - 1];
      list[b - 1] = n;
    }
}

void pl_graph_propagation_free(pl_graph_propagation *p)
{
  pl_release(p->neighbour);
  pl_release(p->place);
  pl_release(p->scale);
  pl_release(p->active_rotation);
  pl_release(p->rotation_source);
  pl_release(p->queue);
  pl_release(p->flood_queue);
  *p = (pl_graph_propagation){0};
}

static bool allocate(pl_graph_propagation *p, size_t count, size_t directed)
{
  p->neighbour = PL_NEW(uint32_t, directed);
  p->place = PL_NEW(uint32_t, count);
  p->scale = PL_NEW(double, count);
  p->active_rotation = PL_NEW(uint32_t, count);
  p->rotation_source = PL_NEW(uint32_t, count);
  p->queue = PL_NEW(uint32_t, count + PL_MOST_SEEDS);
  p->flood_queue = PL_NEW(uint32_t, count);
  return p->neighbour && p->place && p->scale && p->active_rotation && p->rotation_source && p->queue && p->flood_queue;
}

pl_status pl_graph_allow_propagation(pl_graph *graph)
{
  pl_graph_propagation *p = &graph->propagation;
  if (graph->rotations.mode != PL_ROTATIONS_PROPAGATED) return PL_OK;
  for (size_t k = 0; k < graph->rotations.seed_count; k++)
    if (graph->rotations.seeds[k] >= graph->count)
      return pl_fail(PL_ERROR_ARGUMENT, "rotations start at vertex %u, but there are only %zu",
                     graph->rotations.seeds[k], graph->count);
  if (!p->neighbour && !allocate(p, graph->count, graph->first[graph->count])) {
    pl_graph_propagation_free(p);
    return PL_ERROR_MEMORY;
  }
  memcpy(p->neighbour, graph->neighbour, graph->first[graph->count] * sizeof(uint32_t));
  for (size_t i = 0; i < graph->count; i++) {
    double b[9];
    neighbourhood(graph, i, b);
    p->scale[i] = pl_mat3_inner(b, b);
    p->place[graph->order[i]] = (uint32_t)i;
    sort_by_caller(graph->order, p->neighbour + graph->first[i], graph->first[i + 1] - graph->first[i]);
  }
  return PL_OK;
}

void pl_graph_drop_propagation(pl_graph *graph)
{
  if (graph->rotations.mode != PL_ROTATIONS_PROPAGATED) pl_graph_propagation_free(&graph->propagation);
}

/* ---- the criteria ---- */

/* eq. (8); R row-major. */
static bool symmetric_enough(const double R[9], const double A[9], double scale, double threshold)
{
  double S[9], skew = 0;
  pl_mat3_transpose_multiply(R, A, S);
  for (int r = 0; r < 3; r++)
    for (int c = 0; c < 3; c++) skew += (S[3 * r + c] - S[3 * c + r]) * (S[3 * r + c] - S[3 * c + r]);
  return skew <= threshold * scale && S[0] + S[4] + S[8] >= sqrt(pl_mat3_inner(A, A));
}

static double squared_difference(const double a[9], const double b[9])
{
  double sum = 0;
  for (int k = 0; k < 9; k++) sum += (a[k] - b[k]) * (a[k] - b[k]);
  return sum;
}

/* The best linear map A B^-1; B is made invertible for flat neighbourhoods. */
static void best_map(const pl_graph *graph, size_t i, const double A[9], double out[9])
{
  double B[9], inverse[9];
  neighbourhood(graph, i, B);
  double trace = B[0] + B[4] + B[8];
  for (int k = 0; k < 3; k++) B[4 * k] += 1e-9 * trace;
  double determinant = pl_mat3_determinant(B);
  for (int k = 0; k < 3; k++) {
    pl_vec3_cross(B + 3 * ((k + 1) % 3), B + 3 * ((k + 2) % 3), inverse + 3 * k); /* symmetric: rows are columns */
    if (determinant > 0) pl_vec3_scale(inverse + 3 * k, 1 / determinant, inverse + 3 * k);
  }
  pl_mat3_multiply(A, inverse, out);
}

static bool accepts(const pl_graph *graph, const double *A, const double R[9], size_t source, size_t j)
{
  const pl_rotations_def *def = &graph->rotations;
  const double *here = A + 9 * j, *there = A + 9 * source;
  if (def->criterion == PL_CRITERION_SYMMETRY)
    return symmetric_enough(R, here, graph->propagation.scale[j], def->threshold);
  if (def->criterion == PL_CRITERION_COVARIANCE)
    return squared_difference(here, there) <= def->threshold * graph->propagation.scale[j];
  double map_here[9], map_there[9];
  best_map(graph, j, here, map_here);
  best_map(graph, source, there, map_there);
  return squared_difference(map_here, map_there) <= 3 * def->threshold; /* |identity|^2 = 3 */
}

/* ---- the flood ---- */

/* Breadth first from an active particle over all undetermined ones that accept its rotation; returns the new end of the
   queue. */
static size_t flood(const pl_graph *graph, const double *A, uint32_t source, double *rotation, size_t queued)
{
  const pl_graph_propagation *p = &graph->propagation;
  double R[9];
  pl_mat3_transpose(rotation + 9 * (size_t)source, R);
  size_t head = 0, tail = 0;
  p->flood_queue[tail++] = source;
  while (head < tail) {
    uint32_t i = p->flood_queue[head++];
    for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
      uint32_t j = p->neighbour[e];
      if (p->active_rotation[j] < UNDETERMINED) continue;
      if (!accepts(graph, A, R, source, j)) {
        if (p->active_rotation[j] == UNDETERMINED) p->queue[queued++] = j;
        p->active_rotation[j] = WAITING;
        continue;
      }
      p->active_rotation[j] = PASSIVE;
      p->rotation_source[j] = source;
      memcpy(rotation + 9 * (size_t)j, rotation + 9 * (size_t)source, 9 * sizeof(double));
      p->flood_queue[tail++] = j;
    }
  }
  return queued;
}

typedef struct covariance_work {
  const pl_graph *graph;
  const pl_graph_kernels *kernels;
  const double *x;
  double *A; /* 9 per particle, row-major */
} covariance_work;

static void covariances_of(void *context, size_t begin, size_t end)
{
  const covariance_work *work = context;
  for (size_t block = begin; block < end; block += PL_ROTATION_LANES) {
    double a[PL_ROTATION_BLOCK];
    size_t count = end - block < PL_ROTATION_LANES ? end - block : PL_ROTATION_LANES;
    work->kernels->covariances(work->graph, work->x, block, count, a);
    for (size_t k = 0; k < count; k++) pl_rotation_load(a, k, work->A + 9 * (block + k));
  }
}

static void decompose(const double *A, uint32_t i, double *rotation)
{
  double R[9];
  pl_mat3_transpose(rotation + 9 * (size_t)i, R);
  pl_closest_rotation(A + 9 * (size_t)i, R, R);
  pl_mat3_transpose(R, rotation + 9 * (size_t)i);
}

/* From seeds on; returns the number of active particles. */
static size_t propagate(const pl_graph *graph, const double *A, double *rotation)
{
  const pl_graph_propagation *p = &graph->propagation;
  for (size_t i = 0; i < graph->count; i++) p->active_rotation[i] = UNDETERMINED;
  size_t queued = 0, next = 0, lowest = 0, active = 0;
  for (size_t k = 0; k < graph->rotations.seed_count; k++) p->queue[queued++] = p->place[graph->rotations.seeds[k]];
  for (;;) {
    if (next == queued) { /* another component */
      while (lowest < graph->count && p->active_rotation[p->place[lowest]] < UNDETERMINED) lowest++;
      if (lowest == graph->count) return active;
      next = queued = 0;
      p->queue[queued++] = p->place[lowest];
    }
    uint32_t i = p->queue[next++];
    if (p->active_rotation[i] < UNDETERMINED) continue;
    decompose(A, i, rotation);
    p->active_rotation[i] = ACTIVE;
    p->rotation_source[i] = i;
    active++;
    queued = flood(graph, A, i, rotation, queued);
  }
}

pl_status pl_graph_propagate(const pl_graph *graph, const double *x, const pl_model_context *context, double *rotation)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *A = PL_TAKE(context->scratch, double, 9 * graph->count);
  if (!A) return PL_ERROR_MEMORY;
  covariance_work work = {graph, PL_ISA_PICK(pl_graph_kernels), x, A};
  pl_parallel_for(context->pool, graph->count, GRAIN, covariances_of, &work);
  context->stats->rotations += propagate(graph, A, rotation);
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}
