/* SPDX-License-Identifier: MIT
   K of (18), (44): on a grid squares of first and second differences along its directions, else of differences along
   edges; each with the volume that it stands for, so that the whole is exact and borders have their share. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/dense/dense.h"
#include "math/vec3.h"
#include "mesh/core/grid.h"
#include "model/hybrid/hybrid.h"

enum { DIAGONAL = 0, FIRST = 1, SECOND = 4, MIXED = 7 };
static const int pair_of[3][2] = {{0, 1}, {0, 2}, {1, 2}};

static double weight_at(const pl_hybrid *b, int order, size_t node)
{
  const pl_node_field *fields[3] = {&b->def.magnitude, &b->def.stretch, &b->def.bend};
  double w = b->given[order] ? b->given[order][node] : fields[order]->value;
  return b->factor ? w * b->factor[node] : w;
}

pl_status pl_hybrid_weigh(pl_hybrid *b, const pl_mesh_data *rest)
{
  b->edge_count = rest->edge_count;
  b->edges = PL_NEW(uint32_t, 2 * rest->edge_count);
  b->edge_weights = PL_NEW(double, rest->edge_count);
  uint32_t *degree = PL_NEW(uint32_t, b->count);
  if (b->edges && b->edge_weights && degree) {
    memcpy(b->edges, rest->edges, 2 * rest->edge_count * sizeof *b->edges);
    for (size_t e = 0; e < 2 * rest->edge_count; e++) degree[b->edges[e]]++;
    /* every node shares its volume out among its edges; a stretch by s along all of them then costs s^2 E V / 2 */
    for (size_t e = 0; e < rest->edge_count; e++) {
      uint32_t i = b->edges[2 * e], j = b->edges[2 * e + 1];
      double length = pl_vec3_distance(b->shape + 3 * (size_t)i, b->shape + 3 * (size_t)j);
      double volume = b->volume[i] / degree[i] + b->volume[j] / degree[j];
      b->edge_weights[e] = length > 0 ? volume / (length * length) : 0;
    }
  }
  pl_release(degree);
  return b->edges && b->edge_weights ? PL_OK : PL_ERROR_MEMORY;
}

void pl_hybrid_free_matrix(pl_hybrid *b)
{
  for (int k = 0; k < 2; k++) {
    for (int t = 0; t < PL_STENCIL_TERMS; t++) {
      pl_release(b->terms[k][t]);
      b->terms[k][t] = NULL;
    }
    pl_release(b->planes[k]);
    b->planes[k] = NULL;
    pl_sparse_free(&b->matrix[k]);
  }
  pl_release(b->edge_at);
  b->edge_at = NULL;
  pl_stencil_free(&b->stencil);
  pl_solver_destroy(b->solver);
  b->solver = NULL;
}

/* ---- grids ---- */

static void mean_spacing(const pl_hybrid *b, size_t directions, double spacing[3])
{
  size_t stride = 1, n[3] = {1, 1, 1};
  for (size_t d = 0; d < directions; d++) n[d] = b->grid.counts[d];
  for (size_t d = directions; d-- > 0; stride *= n[d]) {
    double sum = 0;
    size_t edges = 0;
    for (size_t i = 0; i < b->count; i++) {
      size_t at = i / stride % n[d];
      if (at + 1 == n[d] && !b->grid.closed[d]) continue;
      size_t next = at + 1 == n[d] ? i - at * stride : i + stride;
      sum += pl_vec3_distance(b->shape + 3 * i, b->shape + 3 * next);
      edges++;
    }
    spacing[d] = edges ? sum / (double)edges : 1;
  }
}

/* Of a node at the end of an open direction half a cell is there. */
static double share(const pl_hybrid *b, size_t d, size_t at)
{
  return !b->grid.closed[d] && (at == 0 || at + 1 == b->grid.counts[d]) ? 0.5 : 1.0;
}

/* Terms of K for h = 1 into `out`; the fields of operator k follow from that. */
static void fill_terms(const pl_hybrid *b, size_t directions, double *const out[PL_STENCIL_TERMS])
{
  const double *spacing = b->spacing;
  size_t n[3] = {1, 1, 1}, stride[3];
  for (size_t d = 0; d < directions; d++) n[d] = b->grid.counts[d];
  for (size_t d = directions, s = 1; d-- > 0; s *= n[d]) stride[d] = s;
  for (size_t i = 0; i < b->count; i++) {
    size_t at[3] = {0}, next[3], last[3];
    double cell = b->volume[i], shares[3];
    for (size_t d = 0; d < directions; d++) {
      at[d] = i / stride[d] % n[d];
      next[d] = at[d] + 1 < n[d] ? i + stride[d] : b->grid.closed[d] ? i - at[d] * stride[d] : i;
      last[d] = at[d] > 0 ? i - stride[d] : b->grid.closed[d] ? i + (n[d] - 1) * stride[d] : i;
      shares[d] = share(b, d, at[d]);
      cell /= shares[d];
    }
    out[DIAGONAL][i] = weight_at(b, 0, i) * b->volume[i];
    double whole = 1;
    for (size_t d = 0; d < directions; d++) whole *= shares[d];
    for (size_t d = 0; d < directions; d++) {
      double h2 = spacing[d] * spacing[d], across = cell * whole / shares[d];
      const uint32_t links[2] = {b->link_at[3 * i + d], b->link_at[3 * last[d] + d]};
      if (out[FIRST + d])
        out[FIRST + d][i] =
            pl_hybrid_hold_of(b, links, 1, false) * 0.5 * (weight_at(b, 1, i) + weight_at(b, 1, next[d])) * across / h2;
      if (out[SECOND + d])
        out[SECOND + d][i] = pl_hybrid_hold_of(b, links, 2, true) * weight_at(b, 2, i) * across / (h2 * h2);
    }
    for (size_t p = 0; p < 3; p++) {
      size_t d = (size_t)pair_of[p][0], e = (size_t)pair_of[p][1];
      if (e >= directions || !out[MIXED + p]) continue;
      double lengths = spacing[d] * spacing[e];
      const uint32_t links[4] = {b->link_at[3 * i + d], b->link_at[3 * i + e], b->link_at[3 * next[d] + e],
                                 b->link_at[3 * next[e] + d]};
      double w = pl_hybrid_hold_of(b, links, 4, true) * 0.5 * (weight_at(b, 2, next[d]) + weight_at(b, 2, next[e]));
      out[MIXED + p][i] = 2.0 * w * cell * whole / (shares[d] * shares[e]) / (lengths * lengths);
    }
  }
}

static pl_status make_terms(pl_hybrid *b, size_t directions)
{
  mean_spacing(b, directions, b->spacing);
  bool first = b->given[1] || b->def.stretch.value > 0, second = b->given[2] || b->def.bend.value > 0;
  for (int k = 0; k < 2; k++) {
    pl_grid_operator *o = &b->operators[k];
    *o = (pl_grid_operator){.grid.dimensions = (int)directions};
    double **t = b->terms[k];
    for (int term = 0; term < PL_STENCIL_TERMS; term++) {
      size_t d = term < SECOND ? (size_t)(term - FIRST) : (size_t)(term - SECOND);
      bool used = term == DIAGONAL || (term < SECOND && first && d < directions) ||
                  (term >= SECOND && term < MIXED && second && d < directions) ||
                  (term >= MIXED && term < MIXED + 3 && second && (size_t)pair_of[term - MIXED][1] < directions);
      if (used && !(t[term] = PL_NEW(double, b->count))) return PL_ERROR_MEMORY;
    }
    o->diagonal = t[DIAGONAL];
    for (size_t d = 0; d < 3; d++) {
      if (d < directions) o->grid.counts[d] = b->grid.counts[d];
      o->grid.closed[d] = b->grid.closed[d];
      o->first[d] = t[FIRST + d];
      o->second[d] = t[SECOND + d];
      o->mixed[d] = t[MIXED + d];
    }
  }
  return PL_OK;
}

/* scale: of K beside M, s^2 */
static pl_status fill_grid(pl_hybrid *b, double scale, pl_pool *pool)
{
  size_t directions = pl_grid_dimension(&b->grid), counts[3];
  bool fresh = !b->terms[0][DIAGONAL], closed[3];
  if (fresh) PL_TRY(make_terms(b, directions));
  fill_terms(b, directions, b->terms[1]);
  for (int t = 0; t < PL_STENCIL_TERMS; t++)
    for (size_t i = 0; b->terms[0][t] && i < b->count; i++)
      b->terms[0][t][i] = scale * b->terms[1][t][i] + (t == DIAGONAL ? b->mass[i] : 0);
  /* the product takes K with a trace of diagonal, since a stencil must have one; M is far above it */
  pl_stencil_terms terms;
  for (size_t i = 0; i < b->count; i++) b->terms[1][DIAGONAL][i] += 1e-15 * b->mass[i] / scale;
  pl_stencil_terms_of(&b->operators[1], counts, closed, &terms);
  if (fresh) {
    PL_TRY(pl_stencil_create(counts, closed, &terms, false, &b->stencil));
    for (int k = 0; k < 2; k++)
      if (!(b->planes[k] = PL_NEW(double, pl_stencil_room(&b->stencil, 3)))) return PL_ERROR_MEMORY;
  }
  return pl_stencil_fill(&b->stencil, &terms, NULL, pool);
}

/* ---- any mesh ---- */

/* Both matrices with places for all edges, and where these are. */
static pl_status make_edges(pl_hybrid *b)
{
  size_t count = b->edge_count;
  uint32_t *row = PL_NEW(uint32_t, count + 1), *column = PL_NEW(uint32_t, count + 1);
  double *value = PL_NEW(double, count + 1);
  b->edge_at = PL_NEW(size_t, count + 1);
  pl_status status = row && column && value && b->edge_at ? PL_OK : PL_ERROR_MEMORY;
  for (size_t e = 0; status == PL_OK && e < count; e++) {
    uint32_t i = b->edges[2 * e], j = b->edges[2 * e + 1];
    row[e] = i > j ? i : j;
    column[e] = i > j ? j : i;
  }
  for (int k = 0; k < 2 && status == PL_OK; k++)
    status = pl_sparse_from_triplets(b->count, count, row, column, value, &b->matrix[k]);
  for (size_t e = 0; status == PL_OK && e < count; e++) {
    size_t at = b->matrix[0].starts[column[e]];
    while (b->matrix[0].rows[at] != row[e]) at++;
    b->edge_at[e] = at;
  }
  pl_release(row);
  pl_release(column);
  pl_release(value);
  return status;
}

static pl_status fill_edges(pl_hybrid *b, double of_elasticity)
{
  if (!b->edge_at) PL_TRY(make_edges(b));
  for (int k = 0; k < 2; k++) {
    pl_sparse *matrix = &b->matrix[k];
    double scale = k ? 1 : of_elasticity, *values = matrix->values;
    memset(values, 0, matrix->starts[b->count] * sizeof *values);
    for (size_t i = 0; i < b->count; i++)
      values[matrix->starts[i]] = scale * weight_at(b, 0, i) * b->volume[i] + (k ? 0 : b->mass[i]);
    for (size_t e = 0; e < b->edge_count; e++) {
      uint32_t i = b->edges[2 * e], j = b->edges[2 * e + 1], link = (uint32_t)e;
      double w = scale * 0.5 * (weight_at(b, 1, i) + weight_at(b, 1, j)) * b->edge_weights[e] *
                 pl_hybrid_hold_of(b, &link, 1, false);
      values[matrix->starts[i]] += w;
      values[matrix->starts[j]] += w;
      values[b->edge_at[e]] -= w;
    }
  }
  return PL_OK;
}

/* ---- both ---- */

void pl_hybrid_multiply(pl_hybrid *b, const double *x, double *y, pl_pool *pool)
{
  if (b->planes[0]) {
    pl_stencil_load(&b->stencil, x, b->planes[0], 3, pool);
    pl_stencil_apply(&b->stencil, b->planes[0], NULL, b->planes[1], 3, pool);
    pl_stencil_store(&b->stencil, b->planes[1], y, 3, pool);
  } else {
    pl_sparse_multiply(&b->matrix[1], x, y);
  }
}

pl_status pl_hybrid_solve(pl_hybrid *b, const double *right, double *x, pl_pool *pool)
{
  pl_solver_report report;
  if (!b->solver) return pl_fail(PL_ERROR_SINGULAR, "a hybrid body has no matrix: the last material gave none");
  if (pl_solver_kind_of(b->solver) != PL_SOLVER_CHOLESKY) memset(x, 0, 3 * b->count * sizeof *x); /* where to begin */
  PL_TRY(pl_solver_solve(b->solver, right, x, b->def.tolerance, pool, &report));
  if (report.converged || report.residual < 1e-3) return PL_OK;
  return pl_fail(PL_ERROR_DIVERGED, "the solver %s of a hybrid body reached a residual of only %g after %d rounds",
                 pl_solver_kind_name(pl_solver_kind_of(b->solver)), report.residual, report.rounds);
}

/* B^T M Z of a piece from zeta. */
static pl_status couple_piece(pl_hybrid *b, size_t p)
{
  pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, p);
  double *s = b->piece[p].coupling;
  for (size_t column = 0; column < 6; column++) {
    double xi[6] = {0}, sums[6];
    xi[column] = 1;
    for (size_t n = 0; n < nodes.count; n++) {
      size_t i = nodes.node[n];
      double turn[3];
      pl_vec3_cross(xi + 3, b->zeta + 4 * i + 1, turn);
      for (size_t k = 0; k < 3; k++) b->answer[3 * i + k] = b->zeta[4 * i] * xi[k] + turn[k];
    }
    pl_hybrid_gather(b, p, b->answer, true, sums);
    for (size_t row = 0; row < 6; row++) s[6 * row + column] = sums[row];
  }
  double most = 0;
  for (size_t k = 3; k < 6; k++) most = fmax(most, s[7 * k]);
  for (size_t k = 3; k < 6; k++)
    s[7 * k] += most > 0 ? 1e-12 * most : 1; /* a straight curve cannot turn about itself, nor a node at all */
  return pl_dense_cholesky(6, s, 6);
}

/* Z and B^T M Z: zeta_0 = A^-1 m, and A^-1 (m r) for the turns, of which column k is e_k × zeta. Since A has no entry
   between pieces, two solves are enough for all of them. */
static pl_status make_coupling(pl_hybrid *b, pl_pool *pool)
{
  for (size_t i = 0; i < b->count; i++)
    for (size_t k = 0; k < 3; k++) b->right[3 * i + k] = b->mass[i];
  PL_TRY(pl_hybrid_solve(b, b->right, b->answer, pool));
  for (size_t i = 0; i < b->count; i++) {
    b->zeta[4 * i] = b->answer[3 * i];
    for (size_t k = 0; k < 3; k++) b->right[3 * i + k] = b->mass[i] * b->r[3 * i + k];
  }
  PL_TRY(pl_hybrid_solve(b, b->right, b->answer, pool));
  for (size_t i = 0; i < b->count; i++) pl_vec3_copy(b->answer + 3 * i, b->zeta + 4 * i + 1);
  for (size_t p = 0; p < b->pieces.count; p++) PL_TRY(couple_piece(b, p));
  return PL_OK;
}

pl_status pl_hybrid_factorise(pl_hybrid *b, double h, pl_pool *pool)
{
  pl_solver_problem problem = {.coordinates = b->shape};
  double scale = h * (h + b->beta);
  b->h = h;
  b->made++;
  if (pl_grid_dimension(&b->grid) > 0) {
    PL_TRY(fill_grid(b, scale, pool));
    problem.grid = &b->operators[0];
  } else {
    PL_TRY(fill_edges(b, scale));
    problem.matrix = &b->matrix[0];
  }
  if (b->solver) {
    PL_TRY(pl_solver_refactorise(b->solver, &problem, pool));
  } else {
    pl_solver_def def = {.kind = (pl_solver_kind)b->def.solver, .columns = 3};
    PL_TRY(pl_solver_create(&def, &problem, pool, &b->solver));
  }
  return make_coupling(b, pool);
}
