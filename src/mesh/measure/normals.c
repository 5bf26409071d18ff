/* SPDX-License-Identifier: MIT */
#include "mesh/measure/normals.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "mesh/measure/normals_kernel.h"

enum { GRAIN = 2048 };

static void list_around(pl_normals *n)
{
  size_t corners = 3 * n->triangle_count;
  for (size_t c = 0; c < corners; c++) n->first[n->triangles[c] + 1]++;
  for (size_t v = 0; v < n->vertex_count; v++) n->first[v + 1] += n->first[v];
  for (size_t c = 0; c < corners; c++) n->around[n->first[n->triangles[c]]++] = (uint32_t)(c / 3);
  for (size_t v = n->vertex_count; v > 0; v--) n->first[v] = n->first[v - 1];
  n->first[0] = 0;
}

pl_status pl_normals_create(const uint32_t *triangles, size_t triangle_count, size_t vertex_count, pl_normals *out)
{
  *out = (pl_normals){.vertex_count = vertex_count, .triangle_count = triangle_count};
  out->triangles = PL_NEW(uint32_t, 3 * triangle_count);
  out->first = PL_NEW(uint32_t, vertex_count + 2);
  out->around = PL_NEW(uint32_t, 3 * triangle_count);
  out->cross = PL_NEW(double, 3 * triangle_count);
  out->turn = PL_NEW(double, 3 * triangle_count);
  out->normal = PL_NEW(double, 3 * vertex_count);
  out->rate = PL_NEW(double, 3 * vertex_count);
  if (!out->triangles || !out->first || !out->around || !out->cross || !out->turn || !out->normal || !out->rate)
    return PL_ERROR_MEMORY;
  if (triangle_count) memcpy(out->triangles, triangles, 3 * triangle_count * sizeof *triangles);
  list_around(out);
  return PL_OK;
}

void pl_normals_free(pl_normals *normals)
{
  pl_release(normals->triangles);
  pl_release(normals->first);
  pl_release(normals->around);
  pl_release(normals->cross);
  pl_release(normals->turn);
  pl_release(normals->normal);
  pl_release(normals->rate);
  *normals = (pl_normals){0};
}

typedef struct job {
  const pl_normals_kernels *kernels;
  const pl_normals *normals;
  const double *x, *v;
} job;

static void do_crosses(void *context, size_t begin, size_t end)
{
  const job *j = context;
  j->kernels->crosses(j->normals, j->x, begin, end);
  if (j->v) j->kernels->turns(j->normals, j->x, j->v, begin, end);
}

static void do_gather(void *context, size_t begin, size_t end)
{
  const job *j = context;
  j->kernels->gather(j->normals, begin, end);
  if (j->v) j->kernels->gather_rates(j->normals, begin, end);
}

void pl_normals_update_rates(pl_normals *normals, const double *positions, const double *velocities, pl_pool *pool)
{
  job j = {PL_ISA_PICK(pl_normals_kernels), normals, positions, velocities};
  pl_parallel_for(pool, normals->triangle_count, GRAIN, do_crosses, &j);
  pl_parallel_for(pool, normals->vertex_count, GRAIN, do_gather, &j);
}

void pl_normals_update(pl_normals *normals, const double *positions, pl_pool *pool)
{
  pl_normals_update_rates(normals, positions, NULL, pool);
}
