/* SPDX-License-Identifier: MIT
   Putting fine vertices back; binding them is in detail_bind.c. */
#include "mesh/detail/detail.h"

#include "mesh/detail/detail_kernel.h"

enum { GRAIN = 2048 };

typedef struct job {
  const pl_detail_kernels *kernels;
  const pl_detail_bond *bonds;
  const double *values; /* coarse positions or velocities */
  const pl_normals *coarse;
  double *out;
} job;

static void do_positions(void *context, size_t begin, size_t end)
{
  const job *j = context;
  j->kernels->positions(j->bonds, j->values, j->coarse->normal, begin, end, j->out);
}

static void do_velocities(void *context, size_t begin, size_t end)
{
  const job *j = context;
  j->kernels->velocities(j->bonds, j->values, j->coarse->normal, j->coarse->rate, begin, end, j->out);
}

void pl_detail_positions_of(const pl_detail_bond *bonds, size_t count, const double *x, const pl_normals *coarse,
                            pl_pool *pool, double *out)
{
  job j = {PL_ISA_PICK(pl_detail_kernels), bonds, x, coarse, out};
  pl_parallel_for(pool, count, GRAIN, do_positions, &j);
}

void pl_detail_velocities_of(const pl_detail_bond *bonds, size_t count, const double *v, const pl_normals *coarse,
                             pl_pool *pool, double *out)
{
  job j = {PL_ISA_PICK(pl_detail_kernels), bonds, v, coarse, out};
  pl_parallel_for(pool, count, GRAIN, do_velocities, &j);
}
