/* SPDX-License-Identifier: MIT
   Local frames: R_i is the rotation closest to A_i = sum_j c_ij (x_j - x_i) e_ij^T ([H] sect. 3.2). With c_ij = w_ij^2
   it minimises the edge energy, so that the force is that energy's exact gradient; [H] prints c_ij = m_j^2. */
#include "math/rotation.h"
#include "model/graph/graph_kernel.h"

enum { GRAIN = 16 * PL_ROTATION_LANES };

typedef struct rotation_work {
  const pl_graph *graph;
  const pl_graph_kernels *kernels;
  const double *x;
  double *rotation;
} rotation_work;

/* Eight particles at a time: their covariances and last rotations side by side, and back. Forces want a rotation in one
   piece, column after column, so that is how they are kept. */
static void rotations_of(void *context, size_t begin, size_t end)
{
  const rotation_work *work = context;
  for (size_t block = begin; block < end; block += PL_ROTATION_LANES) {
    _Alignas(64) double a[PL_ROTATION_BLOCK], r[PL_ROTATION_BLOCK];
    size_t count = end - block < PL_ROTATION_LANES ? end - block : PL_ROTATION_LANES;
    pl_rotation_fill_identity(a, 1);
    pl_rotation_fill_identity(r, 1);
    for (size_t k = 0; k < count; k++) {
      double last[9];
      pl_mat3_transpose(work->rotation + 9 * (block + k), last);
      pl_rotation_store(r, k, last);
    }
    work->kernels->covariances(work->graph, work->x, block, count, a);
    pl_closest_rotations(a, 1, r);
    for (size_t k = 0; k < count; k++) {
      double next[9];
      pl_rotation_load(r, k, next);
      pl_mat3_transpose(next, work->rotation + 9 * (block + k));
    }
  }
}

void pl_graph_rotations(const pl_graph *graph, const double *x, pl_pool *pool, double *rotation)
{
  rotation_work work = {graph, PL_ISA_PICK(pl_graph_kernels), x, rotation};
  pl_parallel_for(pool, graph->count, GRAIN, rotations_of, &work);
}
