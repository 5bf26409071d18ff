/* SPDX-License-Identifier: MIT
   The sparse matrix of hexahedra: its pattern never changes, so that it is analysed once and only its values are
   factorised again in each step. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/dense/dot_kernel.h"
#include "model/hex/hex.h"

enum { GRAIN = 16 }; /* elements */

static uint32_t row_of(const pl_hex *hex, size_t element, size_t unknown)
{
  return 3 * hex->voxels.corners[PL_HEX_CORNERS * element + unknown / 3] + (uint32_t)(unknown % 3);
}

static size_t place_of(const pl_sparse *matrix, uint32_t row, uint32_t column)
{
  size_t low = matrix->starts[column], high = matrix->starts[column + 1];
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (matrix->rows[middle] < row)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void find_positions(pl_hex *hex)
{
  size_t k = 0;
  for (size_t e = 0; e < hex->voxels.element_count; e++)
    for (size_t i = 0; i < PL_HEX_UNKNOWNS; i++)
      for (size_t j = 0; j <= i; j++, k++) {
        uint32_t row = row_of(hex, e, i), column = row_of(hex, e, j);
        hex->position[k] = row >= column ? place_of(&hex->matrix, row, column) : place_of(&hex->matrix, column, row);
      }
}

static pl_status make_pattern(pl_hex *hex)
{
  size_t count = hex->voxels.element_count * PL_HEX_ENTRIES, k = 0;
  uint32_t *row = PL_NEW(uint32_t, count), *column = PL_NEW(uint32_t, count);
  double *value = PL_NEW(double, count);
  pl_status status = row && column && value ? PL_OK : PL_ERROR_MEMORY;
  for (size_t e = 0; status == PL_OK && e < hex->voxels.element_count; e++)
    for (size_t i = 0; i < PL_HEX_UNKNOWNS; i++)
      for (size_t j = 0; j <= i; j++, k++) {
        row[k] = row_of(hex, e, i);
        column[k] = row_of(hex, e, j);
      }
  if (status == PL_OK) status = pl_sparse_from_triplets(hex->nodes.unknowns, count, row, column, value, &hex->matrix);
  pl_release(row);
  pl_release(column);
  pl_release(value);
  return status;
}

pl_status pl_hex_analyse(pl_hex *hex)
{
  PL_TRY(make_pattern(hex));
  find_positions(hex);
  double *coordinates = PL_NEW(double, 3 * hex->nodes.unknowns);
  if (!coordinates) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < hex->nodes.unknowns; i++)
    memcpy(coordinates + 3 * i, hex->voxels.nodes + 3 * (i / 3), 3 * sizeof(double));
  pl_status status = pl_cholesky_analyse(&hex->matrix, coordinates, PL_ORDER_AUTO, &hex->factor);
  pl_release(coordinates);
  return status;
}

typedef struct matrix_loop {
  pl_hex *hex;
  const pl_dot_kernels *kernels;
  double mass, stiffness;
} matrix_loop;

/* turned[3 i + a][q]: component a of R_q grad_i, times the root of the weight. */
static void turn_gradients(const pl_hex *hex, size_t element, double turned[PL_HEX_UNKNOWNS][PL_HEX_POINTS])
{
  double root = sqrt(hex->weight * pl_hex_strength(hex, element));
  for (size_t q = 0; q < PL_HEX_POINTS; q++) {
    double R[9], g[3];
    const double *gradient = pl_hex_gradient(hex, element, q);
    pl_rotation_load(hex->rotation, element * PL_HEX_POINTS + q, R);
    for (size_t i = 0; i < PL_HEX_CORNERS; i++) {
      pl_mat3_apply(R, gradient + 3 * i, g);
      for (size_t a = 0; a < 3; a++) turned[3 * i + a][q] = root * g[a];
    }
  }
}

/* With P = sum over points of weight × turned turned^T:
   K_(ia)(jb) = lambda P_(ia)(jb) + mu P_(ib)(ja) + mu (sum of weight × g_i . g_j) [a = b]. */
static void element_matrices(void *context, size_t begin, size_t end)
{
  const matrix_loop *loop = context;
  pl_hex *hex = loop->hex;
  double lambda = loop->stiffness * hex->nodes.lambda, mu = loop->stiffness * hex->nodes.mu;
  double even = (1 + hex->nodes.rotation_stiffness) * mu, crossed = (1 - hex->nodes.rotation_stiffness) * mu;
  for (size_t e = begin; e < end; e++) {
    double turned[PL_HEX_UNKNOWNS][PL_HEX_POINTS], P[PL_HEX_UNKNOWNS][PL_HEX_UNKNOWNS] = {{0}};
    turn_gradients(hex, e, turned);
    loop->kernels->block(PL_HEX_UNKNOWNS, PL_HEX_UNKNOWNS, PL_HEX_POINTS, turned[0], PL_HEX_POINTS, turned[0],
                         PL_HEX_POINTS, 1, P[0], PL_HEX_UNKNOWNS);
    const double *mass = pl_hex_element_mass(hex, e);
    double *out = hex->element + e * PL_HEX_ENTRIES, fill = hex->voxels.fill[e], strength = pl_hex_strength(hex, e);
    for (size_t r = 0; r < PL_HEX_UNKNOWNS; r++)
      for (size_t s = 0; s <= r; s++) {
        size_t i = r / 3, a = r % 3, j = s / 3, b = s % 3;
        double inner = strength / fill * hex->inner[i][j];
        if (hex->fibres.gradient) inner = (P[3 * i][3 * j] + P[3 * i + 1][3 * j + 1] + P[3 * i + 2][3 * j + 2]) / fill;
        double same = fill * (even * inner + loop->mass * mass[PL_HEX_CORNERS * i + j]);
        *out++ = lambda * P[r][s] + crossed * P[3 * i + b][3 * j + a] + (a == b ? same : 0);
      }
  }
}

/* What a spring does in one direction about motion in another. */
static double between(const pl_spring *spring, size_t a, size_t b)
{
  return spring->axis ? spring->axis[a] * spring->axis[b] : a == b;
}

/* Grabs of several particles may couple nodes that share no element. In the matrix the square of their mean velocity is
   replaced by the mean of their squares, which is larger: the equilibrium is the same, it is only come to more slowly.
   */
static void add_springs(pl_hex *hex, const pl_spring *springs, size_t count)
{
  for (size_t s = 0; s < count; s++) {
    double whole = 0; /* 1, of a mean */
    for (size_t k = 0; k < springs[s].count; k++) whole += fabs(springs[s].weights[k]);
    for (size_t k = 0; k < springs[s].count; k++) {
      size_t particle = springs[s].particles[k], element = hex->voxels.host[particle];
      const double *weight = hex->voxels.weight + PL_HEX_CORNERS * particle;
      const size_t *position = hex->position + element * PL_HEX_ENTRIES;
      double stiffness = springs[s].stiffness * fabs(springs[s].weights[k]) * whole;
      for (size_t r = 0; r < PL_HEX_UNKNOWNS; r++)
        for (size_t c = 0; c <= r; c++)
          hex->matrix.values[position[r * (r + 1) / 2 + c]] +=
              stiffness * weight[r / 3] * weight[c / 3] * between(&springs[s], r % 3, c % 3);
    }
  }
}

pl_status pl_hex_factorise(pl_embedded *nodes, double mass, double stiffness, const pl_spring *springs, size_t count,
                           const pl_model_context *context)
{
  pl_hex *hex = (pl_hex *)nodes;
  matrix_loop loop = {hex, PL_ISA_PICK(pl_dot_kernels), mass, stiffness};
  pl_parallel_for(context->pool, hex->voxels.element_count, GRAIN, element_matrices, &loop);
  memset(hex->matrix.values, 0, hex->matrix.starts[hex->matrix.n] * sizeof(double));
  for (size_t k = 0; k < hex->voxels.element_count * PL_HEX_ENTRIES; k++)
    hex->matrix.values[hex->position[k]] += hex->element[k];
  add_springs(hex, springs, count);
  pl_touched_forget(&hex->touched);
  return pl_cholesky_factorise(hex->factor, &hex->matrix, PL_PRECISION_DOUBLE, context->pool);
}

pl_status pl_hex_solve(pl_embedded *nodes, double *x, const pl_model_context *context)
{
  pl_hex *hex = (pl_hex *)nodes;
  memset(hex->right, 0, 3 * nodes->unknowns * sizeof(double));
  for (size_t i = 0; i < nodes->unknowns; i++) hex->right[3 * i] = x[i];
  PL_TRY(pl_cholesky_solve(hex->factor, hex->right, PL_ROWS_ORIGINAL, context->pool));
  for (size_t i = 0; i < nodes->unknowns; i++) x[i] = hex->right[3 * i];
  return PL_OK;
}

pl_status pl_hex_compliance(pl_embedded *nodes, const uint32_t *particles, size_t count,
                            const pl_model_context *context, double *out)
{
  pl_hex *hex = (pl_hex *)nodes;
  if (hex->touched.between && pl_hex_touch_compliance(hex, particles, count, hex->right, out)) return PL_OK;
  for (size_t b = 0; b < count; b++) {
    const uint32_t *corner = hex->voxels.corners + PL_HEX_CORNERS * (size_t)hex->voxels.host[particles[b]];
    const double *weight = hex->voxels.weight + PL_HEX_CORNERS * (size_t)particles[b];
    memset(hex->right, 0, 3 * nodes->unknowns * sizeof(double));
    for (size_t k = 0; k < PL_HEX_CORNERS; k++)
      for (size_t c = 0; c < 3; c++) hex->right[3 * (3 * (size_t)corner[k] + c) + c] = weight[k];
    PL_TRY(pl_cholesky_solve(hex->factor, hex->right, PL_ROWS_ORIGINAL, context->pool));
    for (size_t a = 0; a < count; a++) {
      corner = hex->voxels.corners + PL_HEX_CORNERS * (size_t)hex->voxels.host[particles[a]];
      weight = hex->voxels.weight + PL_HEX_CORNERS * (size_t)particles[a];
      double *block = out + 9 * (a * count + b);
      memset(block, 0, 9 * sizeof(double));
      for (size_t k = 0; k < PL_HEX_CORNERS; k++)
        for (size_t e = 0; e < 9; e++) block[e] += weight[k] * hex->right[9 * (size_t)corner[k] + e];
    }
  }
  return PL_OK;
}
