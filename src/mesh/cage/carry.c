/* SPDX-License-Identifier: MIT */
#include "mesh/cage/carry.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "mesh/cage/carry_kernel.h"

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

/* inverse of a symmetric matrix */
static void invert(const double a[9], double out[9])
{
  double determinant = pl_mat3_determinant(a);
  for (int k = 0; k < 3; k++) {
    pl_vec3_cross(a + 3 * ((k + 1) % 3), a + 3 * ((k + 2) % 3), out + 3 * k);
    pl_vec3_scale(out + 3 * k, 1 / determinant, out + 3 * k);
  }
}

static void measure_cage(pl_carry *carry)
{
  double covariance[9], arm[3];
  pl_mat3_zero(covariance);
  for (size_t i = 0; i < carry->vertices; i++)
    pl_vec3_add_scaled(carry->centre, 1 / (double)carry->vertices, carry->at_rest + 3 * i, carry->centre);
  for (size_t i = 0; i < carry->vertices; i++) {
    pl_vec3_sub(carry->at_rest + 3 * i, carry->centre, arm);
    pl_mat3_outer_add(covariance, 1, arm, arm);
  }
  invert(covariance, carry->spread);
}

/* All but the coordinates. */
static pl_status allocate(const pl_green *green, const double *points, size_t count, pl_carry *out)
{
  size_t n = green->vertex_count, m = green->face_count, blocks = (count + LANES - 1) / LANES;
  *out = (pl_carry){.count = count, .vertices = n, .columns = n + m};
  out->rest = PL_NEW(double, blocks * 3 * LANES);
  out->at_rest = PL_NEW(double, 3 * (n + m));
  out->remains = PL_NEW(double, 6 * (n + m));
  out->blocks = PL_NEW(float, blocks *LANES *(n + m));
  if (!out->rest || !out->at_rest || !out->remains || !out->blocks) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < 3 * count; k++) {
    size_t p = k / 3;
    out->rest[p / LANES * 3 * LANES + k % 3 * LANES + p % LANES] = points[k];
  }
  memcpy(out->at_rest, green->positions, 3 * n * sizeof(double));
  memcpy(out->at_rest + 3 * n, green->normals, 3 * m * sizeof(double));
  measure_cage(out);
  return PL_OK;
}

pl_status pl_carry_create(const pl_green *green, const double *points, size_t count, pl_pool *pool, pl_carry *out)
{
  PL_TRY(allocate(green, points, count, out));
  return pl_green_visit(green, points, count, false, pool, fill_blocks, out);
}

pl_status pl_carry_create_from(const pl_green *green, const double *points, size_t count, const pl_green_values *values,
                               pl_carry *out)
{
  PL_TRY(allocate(green, points, count, out));
  return fill_blocks(out, 0, count, values);
}

void pl_carry_free(pl_carry *carry)
{
  pl_release(carry->rest);
  pl_release(carry->at_rest);
  pl_release(carry->remains);
  pl_release(carry->blocks);
  *carry = (pl_carry){0};
}

/* What vertices and normals do (3 per column in z) is a linear map, which goes to the field, and what remains, in z. */
static void take_linear(const pl_carry *carry, double *z, pl_carry_field *field)
{
  double mean[3] = {0, 0, 0}, product[9], arm[3], part[3];
  pl_mat3_zero(product);
  for (size_t i = 0; i < carry->vertices; i++) pl_vec3_add_scaled(mean, 1 / (double)carry->vertices, z + 3 * i, mean);
  for (size_t i = 0; i < carry->vertices; i++) {
    pl_vec3_sub(z + 3 * i, mean, part);
    pl_vec3_sub(carry->at_rest + 3 * i, carry->centre, arm);
    pl_mat3_outer_add(product, 1, part, arm);
  }
  pl_mat3_multiply(product, carry->spread, field->linear);
  pl_mat3_apply(field->linear, carry->centre, part);
  pl_vec3_sub(mean, part, field->shift);
  for (size_t k = 0; k < carry->columns; k++) {
    pl_mat3_apply(field->linear, carry->at_rest + 3 * k, part);
    if (k < carry->vertices) pl_vec3_add(part, field->shift, part);
    pl_vec3_sub(z + 3 * k, part, z + 3 * k);
  }
}

static pl_carry_field points_field(const pl_carry *carry, const double *x, const double *normals, double *z,
                                   double *out)
{
  pl_carry_field field = {.z = z, .out = out};
  size_t split = 3 * carry->vertices;
  for (size_t k = 0; k < 3 * carry->columns; k++) z[k] = (k < split ? x[k] : normals[k - split]) - carry->at_rest[k];
  take_linear(carry, z, &field);
  for (int c = 0; c < 3; c++) field.linear[4 * c] += 1;
  return field;
}

static pl_carry_field velocities_field(const pl_carry *carry, const double *w, const double *normal_w, double *z,
                                       double *out)
{
  pl_carry_field field = {.z = z, .out = out};
  memcpy(z, w, 3 * carry->vertices * sizeof(double));
  memcpy(z + 3 * carry->vertices, normal_w, 3 * (carry->columns - carry->vertices) * sizeof(double));
  take_linear(carry, z, &field);
  return field;
}

typedef struct carrying {
  const pl_carry *carry;
  const pl_carry_kernels *kernels;
  const pl_carry_field *fields;
  size_t count;
} carrying;

static void carry_range(void *context, size_t begin, size_t end)
{
  const carrying *work = context;
  const pl_carry *carry = work->carry;
  pl_carry_field fields[2];
  for (size_t f = 0; f < work->count; f++) {
    fields[f] = work->fields[f];
    fields[f].out += 3 * begin;
  }
  work->kernels->blocks(carry->blocks + begin * carry->columns, carry->rest + 3 * begin, carry->columns, end - begin,
                        fields, work->count);
}

static void carry_all(const pl_carry *carry, const pl_carry_field *fields, size_t count, pl_pool *pool)
{
  carrying work = {carry, PL_ISA_PICK(pl_carry_kernels), fields, count};
  pl_parallel_for(pool, carry->count, GRAIN, carry_range, &work);
}

void pl_carry_points(pl_carry *carry, const double *x, const double *normals, pl_pool *pool, double *out)
{
  pl_carry_field field = points_field(carry, x, normals, carry->remains, out);
  carry_all(carry, &field, 1, pool);
}

void pl_carry_velocities(pl_carry *carry, const double *w, const double *normal_w, pl_pool *pool, double *out)
{
  pl_carry_field field = velocities_field(carry, w, normal_w, carry->remains, out);
  carry_all(carry, &field, 1, pool);
}

void pl_carry_both(pl_carry *carry, const double *x, const double *normals, const double *w, const double *normal_w,
                   pl_pool *pool, double *out, double *velocities)
{
  double *second = carry->remains + 3 * carry->columns;
  pl_carry_field fields[2] = {points_field(carry, x, normals, carry->remains, out),
                              velocities_field(carry, w, normal_w, second, velocities)};
  carry_all(carry, fields, 2, pool);
}
