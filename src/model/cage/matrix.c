/* SPDX-License-Identifier: MIT
   The dense matrix A = mass × M + stiffness × K + springs, as symmetric rank-k updates.

   At a point with rotation R and turned gradients t_a = R grad c_a, the energy of a change e of the carriers is
     mu |dF|^2 + mu tr((R^T dF)^2) + lambda tr(R^T dF)^2,
   and |dF|^2 does not depend on R: it is summed once, when the body is made (inner_sums). What depends on R:

   frozen (e = u at vertices): with P = sum of weight × t t^T over points, n × n and one row per point,
     K_(ia)(jb) = lambda P_(ia)(jb) + mu P_(ib)(ja) + mu inner_ij [a = b].
   full (e = B u): tr((R^T dF)^2) = |dF|^2 - |axis|^2, where axis = sum of t_a × e_a, so that four rows per point do,
     K = B^T (2 mu inner ⊗ 1) B + lambda trace trace^T - mu skew skew^T.
   The rotated strain operators that the paper multiplies out have six rows (Martin et al., fig. 4, line 8). */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/dense/dense.h"
#include "linalg/dense/gram.h"
#include "math/vec3.h"
#include "model/cage/cage.h"

enum { LANES = PL_CAGE_LANES };

typedef struct row_loop {
  pl_cage *cage;
  const pl_cage_kernels *kernels;
} row_loop;

static void full_rows(void *context, size_t begin, size_t end)
{
  const row_loop *loop = context;
  pl_cage *cage = loop->cage;
  size_t stride = cage->block_count * LANES, size = 3 * cage->carriers * LANES;
  for (size_t b = begin; b < end; b++) {
    double *turned = cage->turned + b * size;
    loop->kernels->turn(cage->carriers, cage->gradient + b * size, cage->rotation + b * 9 * LANES,
                        cage->root + b * LANES, turned);
    loop->kernels->rows(&cage->shape, turned, cage->trace + b * LANES, cage->skew + 3 * b * LANES, stride);
  }
}

static void frozen_rows(void *context, size_t begin, size_t end)
{
  const row_loop *loop = context;
  pl_cage *cage = loop->cage;
  size_t stride = cage->block_count * LANES, size = 3 * cage->carriers * LANES;
  for (size_t b = begin; b < end; b++) {
    double *turned = cage->turned + b * size;
    loop->kernels->turn(cage->vertices, cage->gradient + b * size, cage->rotation + b * 9 * LANES,
                        cage->root + b * LANES, turned);
    for (size_t k = 0; k < cage->nodes.unknowns; k++)
      memcpy(cage->trace + k * stride + b * LANES, turned + k * LANES, LANES * sizeof(double));
  }
}

/* combined = mass × mass_sums + stiffness × share × inner_sums, of the carriers that move. */
static void combine(pl_cage *cage, double mass, double inner)
{
  size_t moving = pl_cage_moving(cage), n = cage->across;
  for (size_t a = 0; a < moving; a++)
    for (size_t b = 0; b < moving; b++)
      cage->combined[a * n + b] = mass * cage->mass_sums[a * n + b] + inner * cage->inner_sums[a * n + b];
}

/* Springs that act alike in x, y and z add to what multiplies the identity. */
static pl_status add_springs(pl_cage *cage, const pl_spring *springs, size_t count, pl_pool *pool)
{
  size_t moving = pl_cage_moving(cage), stride = (count + LANES - 1) / LANES * LANES;
  if (count == 0) return PL_OK;
  PL_TRY(pl_grow((void **)&cage->held, &cage->held_capacity, cage->carriers * stride, sizeof(double)));
  memset(cage->held, 0, moving * stride * sizeof(double));
  for (size_t s = 0; s < count; s++) {
    double root = sqrt(springs[s].stiffness);
    for (size_t k = 0; k < springs[s].count; k++) {
      size_t particle = springs[s].particles[k];
      double weight = root * springs[s].weights[k];
      const double *phi = cage->phi + particle * cage->vertices, *psi = cage->psi + particle * cage->faces;
      for (size_t i = 0; i < cage->vertices; i++) cage->held[i * stride + s] += weight * phi[i];
      for (size_t a = cage->vertices; a < moving; a++) cage->held[a * stride + s] += weight * psi[a - cage->vertices];
    }
  }
  pl_gram(moving, stride, cage->held, stride, 1, cage->combined, cage->across, pool);
  pl_gram_mirror(moving, cage->combined, cage->across);
  return PL_OK;
}

/* Those along an axis are one row J^T n each of the matrix itself. */
static pl_status add_axes(pl_cage *cage, const pl_spring *springs, size_t count, const pl_model_context *context)
{
  size_t n = cage->nodes.unknowns;
  if (count == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *rows = PL_TAKE(context->scratch, double, n *PL_CAGE_AXES), *row = PL_TAKE(context->scratch, double, n);
  if (!rows || !row) return PL_ERROR_MEMORY;
  for (size_t first = 0; first < count; first += PL_CAGE_AXES) {
    memset(rows, 0, n * PL_CAGE_AXES * sizeof(double));
    for (size_t s = first; s < count && s < first + PL_CAGE_AXES; s++) {
      memset(row, 0, n * sizeof(double));
      for (size_t k = 0; k < springs[s].count; k++) {
        double push[3];
        pl_vec3_scale(springs[s].axis, sqrt(springs[s].stiffness) * springs[s].weights[k], push);
        pl_cage_gather_one(&cage->nodes, springs[s].particles[k], push, row);
      }
      for (size_t k = 0; k < n; k++) rows[k * PL_CAGE_AXES + s - first] = row[k];
    }
    pl_gram(n, PL_CAGE_AXES, rows, PL_CAGE_AXES, 1, cage->matrix, cage->stride, context->pool);
  }
  pl_arena_back_to(context->scratch, mark);
  return PL_OK;
}

/* ---- frozen normals ---- */

static void fill_frozen(pl_cage *cage, double stiffness)
{
  size_t stride = cage->stride;
  const double *P = cage->through;
  double lambda = stiffness * cage->nodes.lambda,
         crossed = (1 - cage->nodes.rotation_stiffness) * stiffness * cage->nodes.mu;
  for (size_t i = 0; i < cage->vertices; i++)
    for (size_t j = 0; j <= i; j++) {
      double same = cage->combined[i * cage->across + j];
      for (size_t a = 0; a < 3; a++)
        for (size_t b = 0; b < 3; b++) {
          size_t row = 3 * i + b, column = 3 * j + a; /* where the transposed entry stands; P has its lower triangle */
          double other = row >= column ? P[row * stride + column] : P[column * stride + row];
          row = 3 * i + a;
          column = 3 * j + b;
          double one = row >= column ? P[row * stride + column] : P[column * stride + row];
          cage->matrix[row * stride + column] = lambda * one + crossed * other + (a == b ? same : 0);
        }
    }
}

static double update_frozen(pl_cage *cage, pl_pool *pool)
{
  size_t n = cage->nodes.unknowns, depth = cage->block_count * LANES;
  row_loop loop = {cage, PL_ISA_PICK(pl_cage_kernels)};
  pl_parallel_for(pool, cage->block_count, 1, frozen_rows, &loop);
  memset(cage->through, 0, n * cage->stride * sizeof(double));
  pl_gram(n, depth, cage->trace, depth, 1, cage->through, cage->stride, pool);
  return (double)n * (double)n * (double)depth;
}

/* ---- full derivatives ---- */

static void multiply_right(void *context, size_t begin, size_t end)
{
  const row_loop *loop = context;
  pl_cage *cage = loop->cage;
  loop->kernels->widen(&cage->shape, begin, end, cage->combined, cage->across, cage->through);
}

/* matrix_(j k)(i l) = through_(j k l)[i] + sum over faces t at i and r of D_(t r)(i l) through_(j k r)[t], for i <= j.
   */
static void multiply_left(void *context, size_t begin, size_t end)
{
  pl_cage *cage = ((row_loop *)context)->cage;
  size_t n = cage->across;
  for (size_t j = begin; j < end; j++)
    for (size_t k = 0; k < 3; k++) {
      const double *rows = cage->through + (9 * j + 3 * k) * n;
      double *out = cage->matrix + (3 * j + k) * cage->stride;
      for (size_t i = 0; i <= j; i++, out += 3) {
        double sum[3] = {rows[i], rows[n + i], rows[2 * n + i]};
        for (size_t s = cage->shape_starts[i]; s < cage->shape_starts[i + 1]; s++) {
          size_t side = cage->shape_sides[s], face = cage->vertices + side / 3;
          const double *D = cage->turning + 9 * side;
          double a = rows[face], b = rows[n + face], c = rows[2 * n + face];
          for (size_t l = 0; l < 3; l++) sum[l] += D[l] * a + D[3 + l] * b + D[6 + l] * c;
        }
        pl_vec3_copy(sum, out);
      }
    }
}

static void project(pl_cage *cage, pl_pool *pool)
{
  row_loop loop = {cage, PL_ISA_PICK(pl_cage_kernels)};
  pl_parallel_for(pool, cage->vertices, 4, multiply_right, &loop);
  pl_parallel_for(pool, cage->vertices, 4, multiply_left, &loop);
}

static double update_full(pl_cage *cage, double stiffness, pl_pool *pool)
{
  size_t n = cage->nodes.unknowns, depth = cage->block_count * LANES;
  row_loop loop = {cage, PL_ISA_PICK(pl_cage_kernels)};
  pl_parallel_for(pool, cage->block_count, 1, full_rows, &loop);
  pl_gram(n, depth, cage->trace, depth, stiffness * cage->nodes.lambda, cage->matrix, cage->stride, pool);
  pl_gram(n, 3 * depth, cage->skew, 3 * depth, -(1 - cage->nodes.rotation_stiffness) * stiffness * cage->nodes.mu,
          cage->matrix, cage->stride, pool);
  return 4 * (double)n * (double)n * (double)depth;
}

/* ---- both ---- */

static double assemble(pl_cage *cage, double mass, double stiffness, pl_pool *pool)
{
  size_t n = cage->nodes.unknowns;
  double work = 0, own = mass * cage->own_mass;
  if (cage->full) {
    project(cage, pool);
    if (stiffness != 0) work = update_full(cage, stiffness, pool);
  } else {
    work = update_frozen(cage, pool);
    fill_frozen(cage, stiffness);
  }
  for (size_t k = 0; k < n; k++) cage->matrix[k * cage->stride + k] += own;
  pl_gram(n, LANES, cage->rigid, LANES, -own, cage->matrix, cage->stride, pool);
  return work;
}

double pl_cage_assemble(pl_cage *cage, double mass, double stiffness, const pl_model_context *context)
{
  combine(cage, mass, (cage->full ? 2 : 1) * stiffness * cage->nodes.mu);
  return assemble(cage, mass, stiffness, context->pool);
}

/* Scaled normals are no linear function of the vertices: a force on one bends the energy by itself, which no derivative
   of first order gives. Where a step meets such forces (a stretched body, a stiff pin) the matrix gets a bound of it,
   springs between the corners of the face; since they stand on the left only, they change how far a solve goes, not
   where it is at rest. |d2(s n)| is of the order of 1 / area. */
static void bound_curvature(pl_cage *cage, double stiffness, const pl_spring *springs, size_t count)
{
  double *force = cage->change, scale = sqrt(stiffness);
  for (size_t k = 0; k < 3 * cage->faces; k++) force[k] = stiffness * cage->face_force[k];
  for (size_t s = 0; s < count; s++) {
    double velocity[3] = {0, 0, 0}, pull[3];
    for (size_t k = 0; k < springs[s].count; k++) {
      double part[3];
      pl_cage_velocity_of(cage, springs[s].particles[k], part);
      pl_vec3_add_scaled(velocity, springs[s].weights[k], part, velocity);
    }
    pl_vec3_sub(springs[s].goal, velocity, pull);
    pl_spring_flatten(&springs[s], pull);
    for (size_t k = 0; k < springs[s].count; k++) {
      const double *psi = cage->psi + springs[s].particles[k] * cage->faces;
      double factor = scale * springs[s].stiffness * springs[s].weights[k];
      for (size_t j = 0; j < cage->faces; j++) pl_vec3_add_scaled(force + 3 * j, factor * psi[j], pull, force + 3 * j);
    }
  }
  for (size_t j = 0; j < cage->faces; j++) {
    double bound = cage->nodes.curvature_part * pl_vec3_length(force + 3 * j) / cage->green->areas[j];
    for (size_t a = 0; a < 3; a++)
      for (size_t b = 0; b < 3; b++) {
        size_t row = cage->green->triangles[3 * j + a], column = cage->green->triangles[3 * j + b];
        for (size_t c = 0; row >= column && c < 3; c++)
          cage->matrix[(3 * row + c) * cage->stride + 3 * column + c] += bound * (a == b ? 2 : -1);
      }
  }
}

static pl_status fill_matrix(pl_cage *cage, double mass, double stiffness, const pl_spring *springs, size_t count,
                             const pl_model_context *context)
{
  pl_embedded *nodes = &cage->nodes;
  size_t free = 0; /* springs without an axis come first */
  while (free < count && !springs[free].axis) free++;
  combine(cage, mass, (cage->full ? 2 : 1 + nodes->rotation_stiffness) * stiffness * nodes->mu);
  PL_TRY(add_springs(cage, springs, free, context->pool));
  assemble(cage, mass, stiffness, context->pool);
  if (free < count) PL_TRY(add_axes(cage, springs + free, count - free, context));
  pl_cage_faces_assemble(cage, stiffness);
  if (cage->full && nodes->curvature_part > 0) bound_curvature(cage, stiffness, springs, count);
  return PL_OK;
}

static void brace(pl_cage *cage, double part)
{
  size_t n = cage->nodes.unknowns;
  double most = 0;
  for (size_t k = 0; k < n; k++) most = fmax(most, cage->matrix[k * cage->stride + k]);
  for (size_t k = 0; k < n; k++) cage->matrix[k * cage->stride + k] += part * most;
}

/* In exact arithmetic the matrix is positive definite. Faces that have shrunk to nothing have entries so large that
   rounding takes that away: then a little is added to the diagonal, and more if that does not do, which only makes the
   step shorter. */
pl_status pl_cage_factorise(pl_embedded *nodes, double mass, double stiffness, const pl_spring *springs, size_t count,
                            const pl_model_context *context)
{
  static const double parts[] = {0, 1e-12, 1e-9, 1e-6, 1e-3};
  pl_cage *cage = (pl_cage *)nodes;
  pl_status status = PL_OK;
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    PL_TRY(fill_matrix(cage, mass, stiffness, springs, count, context));
    if (parts[k] > 0) brace(cage, parts[k]);
    status = pl_dense_cholesky(nodes->unknowns, cage->matrix, cage->stride);
    if (status == PL_OK) break;
  }
  return status;
}

pl_status pl_cage_solve(pl_embedded *nodes, double *x, const pl_model_context *context)
{
  (void)context;
  const pl_cage *cage = (const pl_cage *)nodes;
  pl_dense_solve(nodes->unknowns, cage->matrix, cage->stride, x);
  return PL_OK;
}

/* Three rows of J for each particle go through L^-1; their products are the compliance. */
pl_status pl_cage_compliance(pl_embedded *nodes, const uint32_t *particles, size_t count,
                             const pl_model_context *context, double *out)
{
  pl_cage *cage = (pl_cage *)nodes;
  size_t rows = 3 * count, stride = cage->stride;
  double *J = PL_TAKE(context->scratch, double, rows *stride), *W = PL_TAKE(context->scratch, double, rows *rows);
  if (!J || !W) return PL_ERROR_MEMORY;
  memset(J, 0, rows * stride * sizeof(double));
  memset(W, 0, rows * rows * sizeof(double));
  for (size_t a = 0; a < count; a++)
    for (size_t r = 0; r < 3; r++) {
      const double axis[3] = {r == 0, r == 1, r == 2};
      pl_cage_gather_one(nodes, particles[a], axis, J + (3 * a + r) * stride);
    }
  pl_dense_forward(nodes->unknowns, cage->matrix, stride, rows, J, stride, context->pool);
  pl_gram(rows, stride, J, stride, 1, W, rows, context->pool);
  pl_gram_mirror(rows, W, rows);
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b < count; b++)
      for (size_t r = 0; r < 3; r++)
        for (size_t c = 0; c < 3; c++) out[9 * (a * count + b) + 3 * r + c] = W[(3 * a + r) * rows + 3 * b + c];
  return PL_OK;
}
