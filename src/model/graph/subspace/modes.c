/* SPDX-License-Identifier: MIT
   The smoothest shapes of a body: K psi = mu M psi, smallest mu first ([H] sect. 4). Fixed particles stay put.

   Shift and invert: T = (M + H^2 K)^-1 M has the same vectors and the eigenvalues 1 / (1 + H^2 mu), so that the wanted
   ones stand at its far end. A block of three vectors goes through the factor at a time, which also finds eigenvalues
   of multiplicity three at once; the Krylov space of the blocks is restarted with its best vectors until these satisfy
   the equation. (ARPACK does the like with one vector, but sums through BLAS: its last bits depend on the number of
   BLAS' threads.) */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/eigen/eigen.h"
#include "model/graph/graph.h"

enum { BLOCK = 3, SPARE = 24, MOST_RESTARTS = 300 };

/* Condition of the shifted matrix: far below the first eigenvalue that is not zero, far above the rounding of double.
   */
static const double condition = 1e7;
/* Residual of an eigenvector relative to its eigenvalue of T; rounding of the solve leaves `condition` × 1e-16. */
static const double accuracy = 1e-8;

typedef struct krylov {
  const pl_graph *shifted; /* its matrix is M + H^2 K */
  const double *mass;
  const pl_model_context *context;
  size_t n, most;
  double *space;  /* up to most + BLOCK columns of n, orthonormal by mass */
  double *image;  /* T times each of the first `used` */
  size_t used;    /* columns with an image */
  size_t waiting; /* columns behind those, without */
  double *gathered, *small, *value;
  uint64_t seed;
} krylov;

static double weighted_dot(const krylov *k, const double *a, const double *b)
{
  double sum = 0;
  for (size_t i = 0; i < k->n; i++) sum += k->mass[i] * a[i] * b[i];
  return sum;
}

/* Makes a column orthonormal to all before it; false if nothing of it is left. */
static bool append(krylov *k, double *column)
{
  size_t before = k->used + k->waiting;
  double first = sqrt(weighted_dot(k, column, column));
  for (int pass = 0; pass < 2; pass++)
    for (size_t c = 0; c < before; c++) {
      const double *other = k->space + c * k->n;
      double along = weighted_dot(k, other, column);
      for (size_t i = 0; i < k->n; i++) column[i] -= along * other[i];
    }
  double length = sqrt(weighted_dot(k, column, column));
  if (!(length > 1e-12 * first)) return false;
  double *to = k->space + before * k->n;
  for (size_t i = 0; i < k->n; i++) to[i] = column[i] / length;
  k->waiting++;
  return true;
}

/* Numbers without a pattern, the same everywhere; zero at fixed particles. */
static void scatter(krylov *k, double *column)
{
  memset(column, 0, k->n * sizeof(double));
  for (size_t r = 0; r < k->shifted->matrix.row_count; r++) {
    k->seed = k->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    column[k->shifted->matrix.row_particle[r]] = (double)(k->seed >> 11) * 0x1p-52 - 1;
  }
}

/* The columns that wait go through the factor; what their images have that is new waits next. */
static pl_status expand(krylov *k, double *column)
{
  size_t n = k->n, count = k->waiting;
  double *in = k->gathered, *out = k->gathered + 3 * n;
  memset(in, 0, 3 * n * sizeof(double));
  for (size_t c = 0; c < count; c++)
    for (size_t i = 0; i < n; i++) in[3 * i + c] = k->mass[i] * k->space[(k->used + c) * n + i];
  PL_TRY(pl_graph_solve(k->shifted, in, k->context, out));
  for (size_t c = 0; c < count; c++)
    for (size_t i = 0; i < n; i++) k->image[(k->used + c) * n + i] = out[3 * i + c];
  k->used += count;
  k->waiting = 0;
  for (size_t c = 0; c < count; c++) {
    memcpy(column, k->image + (k->used - count + c) * n, n * sizeof(double));
    if (append(k, column) || k->used + k->waiting >= k->shifted->matrix.row_count) continue;
    scatter(k, column); /* an invariant space: look elsewhere, too */
    append(k, column);
  }
  return PL_OK;
}

/* columns := columns × the first `keep` eigenvectors, row by row of the particles. */
static void recombine(const krylov *k, size_t keep, double *columns, double *row)
{
  for (size_t i = 0; i < k->n; i++) {
    for (size_t s = 0; s < keep; s++) {
      row[s] = 0;
      for (size_t c = 0; c < k->used; c++) row[s] += k->small[s * k->used + c] * columns[c * k->n + i];
    }
    for (size_t s = 0; s < keep; s++) columns[s * k->n + i] = row[s];
  }
}

/* Rayleigh and Ritz: the best vectors of the space; how many of the first `wanted` are good enough. */
static pl_status restart(krylov *k, size_t wanted, size_t keep, double *row, size_t *good)
{
  size_t m = k->used, n = k->n;
  for (size_t a = 0; a < m; a++)
    for (size_t b = 0; b <= a; b++) {
      double ab = weighted_dot(k, k->space + a * n, k->image + b * n);
      double ba = weighted_dot(k, k->space + b * n, k->image + a * n);
      k->small[a * m + b] = k->small[b * m + a] = 0.5 * (ab + ba);
    }
  PL_TRY(pl_symmetric_eigen(m, k->small, k->value));
  keep = keep < m ? keep : m;
  recombine(k, keep, k->space, row);
  recombine(k, keep, k->image, row);
  memmove(k->space + keep * n, k->space + m * n, k->waiting * n * sizeof(double));
  k->used = keep;
  for (*good = 0; *good < wanted; ++*good) {
    double residual = 0;
    for (size_t i = 0; i < n; i++) {
      double r = k->image[*good * n + i] - k->value[*good] * k->space[*good * n + i];
      residual += k->mass[i] * r * r;
    }
    if (sqrt(residual) > accuracy * k->value[*good]) break;
  }
  return PL_OK;
}

static pl_status iterate(krylov *k, size_t wanted)
{
  double *column = k->gathered + 6 * k->n, *row = k->value + k->most + BLOCK;
  size_t rows = k->shifted->matrix.row_count, good = 0;
  for (size_t c = 0; c < BLOCK && k->waiting < rows; c++) {
    scatter(k, column);
    append(k, column);
  }
  for (int round = 0; round < MOST_RESTARTS && good < wanted; round++) {
    while (k->waiting && k->used + k->waiting <= k->most) PL_TRY(expand(k, column));
    bool complete = k->waiting == 0;
    PL_TRY(restart(k, wanted, wanted + SPARE / 2, row, &good));
    if (complete) good = wanted;
  }
  if (good < wanted)
    return pl_fail(PL_ERROR_DIVERGED, "only %zu of %zu modes were found in %d rounds; ask for fewer, or for some more",
                   good, wanted, MOST_RESTARTS);
  return PL_OK;
}

/* mu = psi^T K psi for vectors of mass 1, by the forces: K psi = -F(psi, 0). */
static pl_status rayleigh(const krylov *k, const pl_graph *graph, size_t count, double *eigenvalues)
{
  size_t n = k->n;
  double *turn = PL_NEW(double, 9 * n + 1);
  if (!turn) return PL_ERROR_MEMORY;
  pl_status status = PL_OK;
  for (size_t s = 0; s < count && status == PL_OK; s++) {
    double *y = k->gathered, *force = k->gathered + 3 * n + 1, sum = 0;
    memset(y, 0, (3 * n + 1) * sizeof(double));
    for (size_t i = 0; i < n; i++) y[3 * i] = k->space[s * n + i];
    status = pl_graph_forces(graph, y, turn, k->context, force);
    for (size_t i = 0; i < n; i++) sum -= y[3 * i] * force[3 * i];
    eigenvalues[s] = sum;
  }
  pl_release(turn);
  return status;
}

static pl_status solve_modes(krylov *k, const pl_graph *graph, size_t count, double *modes, double *eigenvalues)
{
  size_t columns = k->most + BLOCK;
  k->space = PL_NEW(double, columns * k->n);
  k->image = PL_NEW(double, columns * k->n);
  k->gathered = PL_NEW(double, 7 * k->n + 2);
  k->small = PL_NEW(double, columns *columns);
  k->value = PL_NEW(double, 2 * columns);
  pl_status status = k->space && k->image && k->gathered && k->small && k->value ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) status = iterate(k, count);
  for (size_t i = 0; status == PL_OK && i < k->n; i++)
    for (size_t s = 0; s < count; s++) modes[i * count + s] = k->space[s * k->n + i];
  if (status == PL_OK && eigenvalues) status = rayleigh(k, graph, count, eigenvalues);
  pl_release(k->space);
  pl_release(k->image);
  pl_release(k->gathered);
  pl_release(k->small);
  pl_release(k->value);
  return status;
}

pl_status pl_graph_modes(const pl_model_body *body, const pl_body_def *def, size_t count,
                         const pl_model_context *context, double *modes, double *eigenvalues)
{
  const pl_graph *graph = body->data;
  size_t rows = graph->count - body->fixed_count;
  if (count == 0 || count > rows)
    return pl_fail(PL_ERROR_ARGUMENT, "a body with %zu free particles has 1 to %zu modes, %zu were asked for", rows,
                   rows, count);
  pl_graph shifted = *graph;
  shifted.alpha = shifted.beta = 0;
  shifted.matrix = (pl_graph_matrix){0};
  shifted.reduced = (pl_graph_reduced){0};
  memset(shifted.spare, 0, sizeof shifted.spare);
  shifted.coordinates = (pl_graph_coordinates){0};
  pl_body_def exact = *def;
  exact.graph.precision = PL_PRECISION_DOUBLE;
  pl_model_body plain = *body;
  plain.basis_size = 0;
  pl_step_stats stats = {0};
  pl_model_context slow = *context;
  slow.stats = &stats;
  double kappa = graph->matrix.kappa > 0 ? graph->matrix.kappa : 1;
  slow.h = context->h * sqrt(condition / kappa);
  pl_status status = pl_graph_factorise(&shifted, &plain, &exact, false, &slow);
  if (status == PL_OK) {
    size_t most = 2 * count + SPARE;
    krylov k = {.shifted = &shifted, .mass = body->mass, .context = &slow, .n = graph->count, .seed = 1};
    k.most = most < rows ? most : rows;
    status = solve_modes(&k, graph, count, modes, eigenvalues);
  }
  pl_graph_matrix_free(&shifted.matrix);
  return status;
}
