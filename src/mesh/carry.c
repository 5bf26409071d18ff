/* SPDX-License-Identifier: MIT */
#include "mesh/carry.h"

#include <string.h>

#include "base/memory.h"
#include "mesh/carry_kernel.h"

enum { LANES = PL_CARRY_LANES, GRAIN = 64 * LANES };

/* Rows of coordinates become columns of blocks. */
static pl_status fill_blocks(void *context, size_t first, size_t count, const pl_green_values *values)
{
  const pl_carry *carry = context;
  size_t n = carry->vertices, m = carry->columns - n;
  for (size_t p = 0; p < count; p++) {
    float *block = carry->blocks + (first + p) / LANES * LANES * (n + m) + (first + p) % LANES;
    for (size_t i = 0; i < n; i++) block[LANES * i] = (float)values->phi[p * n + i];
    for (size_t j = 0; j < m; j++) block[LANES * (n + j)] = (float)values->psi[p * m + j];
  }
  return PL_OK;
}

pl_status pl_carry_create(const pl_green *green, const double *points, size_t count, pl_pool *pool, pl_carry *out)
{
  size_t n = green->vertex_count, m = green->face_count, blocks = (count + LANES - 1) / LANES;
  *out = (pl_carry){.count = count, .vertices = n, .columns = n + m};
  out->rest = PL_NEW(double, 3 * count);
  out->at_rest = PL_NEW(double, 3 * (n + m));
  out->moved = PL_NEW(double, 3 * (n + m));
  out->blocks = PL_NEW(float, blocks *LANES *(n + m));
  if (!out->rest || !out->at_rest || !out->moved || !out->blocks) return PL_ERROR_MEMORY;
  memcpy(out->rest, points, 3 * count * sizeof(double));
  memcpy(out->at_rest, green->positions, 3 * n * sizeof(double));
  memcpy(out->at_rest + 3 * n, green->normals, 3 * m * sizeof(double));
  return pl_green_visit(green, points, count, false, pool, fill_blocks, out);
}

void pl_carry_free(pl_carry *carry)
{
  pl_release(carry->rest);
  pl_release(carry->at_rest);
  pl_release(carry->moved);
  pl_release(carry->blocks);
  *carry = (pl_carry){0};
}

typedef struct carrying {
  const pl_carry *carry;
  const pl_carry_kernels *kernels;
  double *out;
} carrying;

static void carry_range(void *context, size_t begin, size_t end)
{
  const carrying *work = context;
  const pl_carry *carry = work->carry;
  memcpy(work->out + 3 * begin, carry->rest + 3 * begin, 3 * (end - begin) * sizeof(double));
  work->kernels->blocks(carry->blocks + begin * carry->columns, carry->columns, end - begin, carry->moved,
                        work->out + 3 * begin);
}

void pl_carry_points(pl_carry *carry, const double *x, const double *normals, pl_pool *pool, double *out)
{
  carrying work = {carry, PL_ISA_PICK(pl_carry_kernels), out};
  size_t n = carry->vertices, m = carry->columns - n;
  for (size_t i = 0; i < 3 * n; i++) carry->moved[i] = x[i] - carry->at_rest[i];
  for (size_t j = 0; j < 3 * m; j++) carry->moved[3 * n + j] = normals[j] - carry->at_rest[3 * n + j];
  pl_parallel_for(pool, carry->count, GRAIN, carry_range, &work);
}
