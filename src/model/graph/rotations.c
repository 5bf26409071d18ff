/* SPDX-License-Identifier: MIT
   Local frames: R_i is the rotation closest to A_i = sum_j c_ij (x_j - x_i) e_ij^T ([H] sect. 3.2). With c_ij = w_ij^2 it
   minimises the edge energy, so that the force is that energy's exact gradient; [H] prints c_ij = m_j^2. */
#include "math/rotation.h"
#include "model/graph/graph.h"

enum { GRAIN = 16 * PL_ROTATION_LANES };

typedef struct rotation_work {
  const pl_graph *graph;
  const double *x;
  double *rotation;
} rotation_work;

static void covariance(const pl_graph *graph, const double *x, size_t i, double out[9])
{
  pl_mat3_zero(out);
  const double *xi = x + 3 * i, *ri = graph->rest + 3 * i;
  for (uint32_t e = graph->first[i]; e < graph->first[i + 1]; e++) {
    const double *xj = x + 3 * (size_t)graph->neighbour[e], *rj = graph->rest + 3 * (size_t)graph->neighbour[e];
    double now[3], rest[3];
    pl_vec3_sub(xj, xi, now);
    pl_vec3_sub(rj, ri, rest);
    pl_mat3_outer_add(out, graph->covariance_weight[e], now, rest);
  }
}

/* Eight particles at a time: their covariances and last rotations side by side, and back. Forces want a rotation in one piece,
   so that is how they are kept. */
static void rotations_of(void *context, size_t begin, size_t end)
{
  const rotation_work *work = context;
  for (size_t block = begin; block < end; block += PL_ROTATION_LANES) {
    _Alignas(64) double a[PL_ROTATION_BLOCK], r[PL_ROTATION_BLOCK];
    size_t count = end - block < PL_ROTATION_LANES ? end - block : PL_ROTATION_LANES;
    pl_rotation_fill_identity(a, 1);
    pl_rotation_fill_identity(r, 1);
    for (size_t k = 0; k < count; k++) {
      double sum[9];
      covariance(work->graph, work->x, block + k, sum);
      pl_rotation_store(a, k, sum);
      pl_rotation_store(r, k, work->rotation + 9 * (block + k));
    }
    pl_closest_rotations(a, 1, r);
    for (size_t k = 0; k < count; k++) pl_rotation_load(r, k, work->rotation + 9 * (block + k));
  }
}

void pl_graph_rotations(const pl_graph *graph, const double *x, pl_pool *pool, double *rotation)
{
  rotation_work work = {graph, x, rotation};
  pl_parallel_for(pool, graph->count, GRAIN, rotations_of, &work);
}
