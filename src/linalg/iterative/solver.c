/* SPDX-License-Identifier: MIT */
#include "linalg/iterative/solver.h"

#include <math.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "linalg/cholesky/cholesky.h"
#include "linalg/iterative/directions.h"
#include "linalg/iterative/incomplete.h"
#include "linalg/iterative/krylov.h"
#include "linalg/iterative/multigrid.h"
#include "linalg/iterative/relaxation.h"

struct pl_solver {
  pl_solver_def def;
  size_t n;
  /* on grids */
  bool on_grid;
  pl_stencil stencil; /* not with multigrid, which has its own */
  pl_multigrid multigrid;
  pl_directions directions;
  /* on matrices */
  pl_sparse made; /* from a grid */
  size_t *entries;
  pl_cholesky *cholesky;
  pl_whole_rows rows;
  pl_incomplete incomplete;
  pl_relaxation relaxation;

  pl_krylov krylov;
  double *x, *b;  /* in the layout of the solver */
  double *column; /* right-hand side and answer of one of three */
};

static const char *const names[PL_SOLVER_KINDS] = {"auto", "cholesky", "cg",        "cg-incomplete",
                                                   "sor",  "adi",      "multigrid", "cg-multigrid"};

const char *pl_solver_kind_name(pl_solver_kind kind) { return names[kind]; }

pl_status pl_solver_kind_find(const char *name, pl_solver_kind *out)
{
  for (int k = 0; k < PL_SOLVER_KINDS; k++)
    if (strcmp(name, names[k]) == 0) {
      *out = (pl_solver_kind)k;
      return PL_OK;
    }
  return pl_fail(PL_ERROR_ARGUMENT,
                 "there is no solver '%s'; there are auto, cholesky, cg, cg-incomplete, sor, adi, multigrid and "
                 "cg-multigrid",
                 name);
}

/* Nodes from which on multigrid is chosen, by axes, and whether the matrix changes. */
enum {
  PLANE_CONSTANT = 600000,
  PLANE_CHANGES = 4000,
  SOLID_CONSTANT = 30000,
  SOLID_CHANGES = 2500,
  ROWS_MOST = 400000
};

pl_solver_kind pl_solver_choose(const pl_solver_problem *p, bool changes)
{
  if (!p->grid) return p->matrix->n > ROWS_MOST ? PL_SOLVER_CG_INCOMPLETE : PL_SOLVER_CHOLESKY;
  int long_axes = 0;
  for (int a = 0; a < p->grid->grid.dimensions; a++) long_axes += p->grid->grid.counts[a] > 4;
  size_t nodes = pl_tensor_grid_nodes(&p->grid->grid);
  if (long_axes < 2) return PL_SOLVER_CHOLESKY;
  size_t most = long_axes == 2 ? (changes ? PLANE_CHANGES : PLANE_CONSTANT) : changes ? SOLID_CHANGES : SOLID_CONSTANT;
  return nodes > most ? PL_SOLVER_CG_MULTIGRID : PL_SOLVER_CHOLESKY;
}

static bool is_fourth_order(const pl_grid_operator *grid)
{
  for (int k = 0; k < 3; k++)
    if (grid->second[k] || grid->mixed[k]) return true;
  return false;
}

static bool with_multigrid(pl_solver_kind kind)
{
  return kind == PL_SOLVER_MULTIGRID || kind == PL_SOLVER_CG_MULTIGRID;
}

/* On a grid products need no matrix. */
static bool stays_on_grid(pl_solver_kind kind)
{
  return with_multigrid(kind) || kind == PL_SOLVER_ADI || kind == PL_SOLVER_CG;
}

static const pl_stencil *stencil_of(const pl_solver *s)
{
  return with_multigrid(s->def.kind) ? pl_multigrid_finest(&s->multigrid) : &s->stencil;
}

static size_t lanes_of(const pl_solver *s) { return s->on_grid || s->def.columns == 1 ? 1 : 4; }

static pl_vector_shape shape_of(const pl_solver *s)
{
  if (s->on_grid) return (pl_vector_shape){stencil_of(s)->length, 1, (size_t)s->def.columns, s->def.columns};
  return (pl_vector_shape){s->n, lanes_of(s), 1, s->def.columns};
}

static void multiply(void *context, double *x, double *y, pl_pool *pool)
{
  pl_solver *s = context;
  if (s->on_grid)
    pl_stencil_apply(stencil_of(s), x, NULL, y, s->def.columns, pool);
  else
    pl_whole_rows_residual(&s->rows, NULL, x, y, lanes_of(s), pool);
}

/* Jacobi: one block after the other, since the product costs many times as much. */
static void scale_by_diagonal(const pl_solver *s, const double *r, double *z)
{
  if (s->on_grid) {
    const pl_stencil *g = &s->stencil;
    for (size_t c = 0; c < (size_t)s->def.columns; c++)
      for (size_t i = 0; i < g->length; i++) z[c * g->length + i] = r[c * g->length + i] * g->inverse[i];
    return;
  }
  size_t lanes = lanes_of(s);
  for (size_t i = 0; i < s->n; i++) {
    double inverse = 1.0 / s->rows.values[s->rows.diagonals[i]];
    for (size_t c = 0; c < lanes; c++) z[lanes * i + c] = r[lanes * i + c] * inverse;
  }
}

static void precondition(void *context, double *r, double *z, pl_pool *pool)
{
  pl_solver *s = context;
  switch (s->def.kind) {
  case PL_SOLVER_CG_MULTIGRID:
  case PL_SOLVER_MULTIGRID:
    memcpy(s->b, r, pl_vector_numbers(&s->krylov.shape) * sizeof *r);
    pl_multigrid_cycle(&s->multigrid, s->b, z, pool);
    break;
  case PL_SOLVER_ADI: pl_directions_apply(&s->directions, &s->stencil, r, z, s->def.columns, pool); break;
  case PL_SOLVER_CG_INCOMPLETE: pl_incomplete_solve(&s->incomplete, r, z, lanes_of(s)); break;
  default: scale_by_diagonal(s, r, z); break;
  }
}

static pl_status make_matrix(pl_solver *s, const pl_solver_problem *p, const pl_sparse **matrix, pl_pool *pool)
{
  *matrix = p->matrix;
  if (!p->grid) return PL_OK;
  if (!s->entries) {
    pl_stencil_terms terms;
    size_t counts[3];
    bool closed[3];
    pl_stencil_terms_of(p->grid, counts, closed, &terms);
    PL_TRY(pl_stencil_create(counts, closed, &terms, p->grid->fixed != NULL, &s->stencil));
    PL_TRY(pl_stencil_matrix(&s->stencil, &s->made, &s->entries));
  }
  pl_stencil_terms terms;
  size_t counts[3];
  bool closed[3];
  pl_stencil_terms_of(p->grid, counts, closed, &terms);
  PL_TRY(pl_stencil_fill(&s->stencil, &terms, p->grid->fixed, pool));
  pl_stencil_values(&s->stencil, s->entries, &s->made);
  *matrix = &s->made;
  return PL_OK;
}

static pl_status fill_grid(pl_solver *s, const pl_solver_problem *p, bool first, pl_pool *pool)
{
  if (with_multigrid(s->def.kind)) {
    if (!first) return pl_multigrid_fill(&s->multigrid, p->grid, pool);
    int degree = s->def.degree ? s->def.degree : is_fourth_order(p->grid) ? 4 : 3;
    return pl_multigrid_create(p->grid, s->def.columns, degree, pool, &s->multigrid);
  }
  size_t counts[3];
  bool closed[3];
  pl_stencil_terms terms;
  pl_stencil_terms_of(p->grid, counts, closed, &terms);
  if (first) PL_TRY(pl_stencil_create(counts, closed, &terms, p->grid->fixed != NULL, &s->stencil));
  PL_TRY(pl_stencil_fill(&s->stencil, &terms, p->grid->fixed, pool));
  if (s->def.kind != PL_SOLVER_ADI) return PL_OK;
  if (first) PL_TRY(pl_directions_create(&s->stencil, s->def.columns, &s->directions));
  pl_directions_fill(&s->directions, &s->stencil);
  return PL_OK;
}

static pl_status fill_matrix(pl_solver *s, const pl_solver_problem *p, bool first, pl_pool *pool)
{
  const pl_sparse *matrix;
  PL_TRY(make_matrix(s, p, &matrix, pool));
  if (s->def.kind == PL_SOLVER_CHOLESKY) {
    if (first) PL_TRY(pl_cholesky_analyse(matrix, p->coordinates, PL_ORDER_AUTO, &s->cholesky));
    if (p->pattern_only) return PL_OK;
    return pl_cholesky_factorise(s->cholesky, matrix, PL_PRECISION_DOUBLE, pool);
  }
  if (first) {
    PL_TRY(pl_sparse_check(matrix));
    PL_TRY(pl_whole_rows_create(matrix, &s->rows));
    if (s->def.kind == PL_SOLVER_CG_INCOMPLETE) PL_TRY(pl_incomplete_create(&s->rows, &s->incomplete));
    if (s->def.kind == PL_SOLVER_SOR) PL_TRY(pl_relaxation_create(&s->rows, &s->relaxation));
  }
  if (p->pattern_only) return PL_OK;
  PL_TRY(pl_whole_rows_fill(&s->rows, matrix));
  if (s->def.kind == PL_SOLVER_CG_INCOMPLETE) pl_incomplete_fill(&s->incomplete, &s->rows);
  return PL_OK;
}

static pl_status build(pl_solver *s, const pl_solver_problem *p, pl_pool *pool)
{
  PL_TRY(s->on_grid ? fill_grid(s, p, true, pool) : fill_matrix(s, p, true, pool));
  if (s->def.kind == PL_SOLVER_CHOLESKY) return PL_OK;
  pl_vector_shape shape = shape_of(s);
  PL_TRY(pl_krylov_create(&shape, &s->krylov));
  s->krylov.context = s;
  s->krylov.multiply = multiply;
  s->krylov.precondition = precondition;
  s->x = PL_NEW(double, pl_vector_numbers(&shape) + 16);
  s->b = PL_NEW(double, pl_vector_numbers(&shape) + 16);
  s->column = PL_NEW(double, !s->on_grid && s->def.columns == 1 ? 2 * s->n : 1);
  return s->x && s->b && s->column ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status check(const pl_solver_def *def, const pl_solver_problem *p)
{
  if (!p->matrix && !p->grid) return pl_fail(PL_ERROR_ARGUMENT, "a solver needs a matrix or a grid, got neither");
  if (p->grid) PL_TRY(pl_grid_operator_check(p->grid));
  if (def->columns != 1 && def->columns != 3)
    return pl_fail(PL_ERROR_ARGUMENT, "a solver takes 1 or 3 columns, got %d", def->columns);
  if (!(def->relaxation >= 0.0 && def->relaxation < 2.0))
    return pl_fail(PL_ERROR_ARGUMENT, "relaxation must be between 0 and 2, got %g", def->relaxation);
  if (!p->grid && (with_multigrid(def->kind) || def->kind == PL_SOLVER_ADI))
    return pl_fail(PL_ERROR_ARGUMENT, "the solver %s needs a grid, got a matrix", pl_solver_kind_name(def->kind));
  return PL_OK;
}

pl_status pl_solver_create(const pl_solver_def *def, const pl_solver_problem *problem, pl_pool *pool, pl_solver **out)
{
  *out = NULL;
  PL_TRY(check(def, problem));
  pl_solver *s = PL_NEW(pl_solver, 1);
  if (!s) return PL_ERROR_MEMORY;
  s->def = *def;
  if (def->kind == PL_SOLVER_AUTO) s->def.kind = pl_solver_choose(problem, def->changes);
  if (s->def.relaxation == 0.0) s->def.relaxation = 1.5;
  if (s->def.most == 0) s->def.most = s->def.kind == PL_SOLVER_SOR ? 100000 : 1000;
  s->n = problem->grid ? pl_tensor_grid_nodes(&problem->grid->grid) : problem->matrix->n;
  s->on_grid = problem->grid && stays_on_grid(s->def.kind);
  pl_status status = build(s, problem, pool);
  if (status == PL_OK)
    *out = s;
  else
    pl_solver_destroy(s);
  return status;
}

void pl_solver_destroy(pl_solver *s)
{
  if (!s) return;
  pl_stencil_free(&s->stencil);
  pl_multigrid_free(&s->multigrid);
  pl_directions_free(&s->directions);
  pl_sparse_free(&s->made);
  pl_release(s->entries);
  pl_cholesky_destroy(s->cholesky);
  pl_whole_rows_free(&s->rows);
  pl_incomplete_free(&s->incomplete);
  pl_relaxation_free(&s->relaxation);
  pl_krylov_free(&s->krylov);
  pl_release(s->x);
  pl_release(s->b);
  pl_release(s->column);
  pl_release(s);
}

pl_status pl_solver_refactorise(pl_solver *s, const pl_solver_problem *problem, pl_pool *pool)
{
  size_t n = problem->grid ? pl_tensor_grid_nodes(&problem->grid->grid) : problem->matrix ? problem->matrix->n : 0;
  if (n != s->n || (s->on_grid && !problem->grid))
    return pl_fail(PL_ERROR_ARGUMENT, "a solver for %zu rows got other ones: %zu", s->n, n);
  return s->on_grid ? fill_grid(s, problem, false, pool) : fill_matrix(s, problem, false, pool);
}

static void load(const pl_solver *s, const double *in, double *out, pl_pool *pool)
{
  size_t lanes = lanes_of(s), columns = (size_t)s->def.columns;
  if (s->on_grid)
    pl_stencil_load(stencil_of(s), in, out, s->def.columns, pool);
  else if (lanes == 1)
    memcpy(out, in, s->n * sizeof *out);
  else
    for (size_t i = 0; i < s->n; i++) {
      for (size_t c = 0; c < columns; c++) out[4 * i + c] = in[3 * i + c];
      out[4 * i + 3] = 0.0;
    }
}

static void store(const pl_solver *s, const double *in, double *out, pl_pool *pool)
{
  size_t columns = (size_t)s->def.columns;
  if (s->on_grid)
    pl_stencil_store(stencil_of(s), in, out, s->def.columns, pool);
  else if (lanes_of(s) == 1)
    memcpy(out, in, s->n * sizeof *out);
  else
    for (size_t i = 0; i < s->n; i++)
      for (size_t c = 0; c < columns; c++) out[3 * i + c] = in[4 * i + c];
}

static pl_status solve_directly(pl_solver *s, const double *b, double *x, int columns, pl_pool *pool)
{
  memcpy(x, b, (size_t)columns * s->n * sizeof *x);
  return columns == 3 ? pl_cholesky_solve(s->cholesky, x, PL_ROWS_ORIGINAL, pool)
                      : pl_cholesky_solve_one(s->cholesky, x, PL_ROWS_ORIGINAL, pool);
}

static void residual(pl_solver *s, const double *b, double *x, double *r, pl_pool *pool)
{
  if (s->on_grid)
    pl_stencil_apply(stencil_of(s), x, b, r, s->def.columns, pool);
  else
    pl_whole_rows_residual(&s->rows, b, x, r, lanes_of(s), pool);
}

static double worst_part(const pl_solver *s, const double squares[3], const double size[3])
{
  double worst = 0.0;
  for (int c = 0; c < s->def.columns; c++) {
    double part = size[c] > 0.0 ? sqrt(squares[c]) / size[c] : squares[c] > 0.0 ? INFINITY : 0.0;
    if (!(part <= worst)) worst = part;
  }
  return worst;
}

/* One cycle, as long as lessens the error in energy most: a cycle as it is may go too far where a closed axis has an
   odd number of nodes. */
static void add_cycle(pl_solver *s, pl_pool *pool)
{
  pl_krylov *k = &s->krylov;
  double rz[3], zq[3];
  precondition(s, k->r, k->z, pool);
  multiply(s, k->z, k->q, pool);
  pl_krylov_dot(k, k->r, k->z, rz, pool);
  pl_krylov_dot(k, k->z, k->q, zq, pool);
  for (size_t c = 0; c < (size_t)s->def.columns; c++) {
    double step = zq[c] > 0.0 ? rz[c] / zq[c] : 0.0;
    for (size_t i = c * k->shape.length; i < (c + 1) * k->shape.length; i++) s->x[i] += step * k->z[i];
  }
}

/* Sweeps or cycles until the residual, computed every few of them, is small; gives up where it grows without bound. */
static void solve_stationary(pl_solver *s, const double size[3], double tolerance, pl_pool *pool,
                             pl_solver_report *report)
{
  bool sweeps = s->def.kind == PL_SOLVER_SOR;
  double squares[3], *right = s->krylov.p; /* s->b is taken by cycles */
  memcpy(right, s->b, pl_vector_numbers(&s->krylov.shape) * sizeof *right);
  for (report->rounds = 0;; report->rounds++) {
    if (!sweeps || report->rounds % 8 == 0) {
      residual(s, right, s->x, s->krylov.r, pool);
      pl_krylov_dot(&s->krylov, s->krylov.r, s->krylov.r, squares, pool);
      report->residual = worst_part(s, squares, size);
      if (!(report->residual > tolerance) || report->rounds >= s->def.most || !(report->residual < 1e30)) return;
    }
    if (sweeps)
      pl_relaxation_sweep(&s->relaxation, &s->rows, s->def.relaxation, right, s->x, lanes_of(s), pool);
    else
      add_cycle(s, pool);
  }
}

pl_status pl_solver_solve(pl_solver *s, const double *b, double *x, double tolerance, pl_pool *pool,
                          pl_solver_report *report)
{
  pl_solver_report own;
  if (!report) report = &own;
  *report = (pl_solver_report){0};
  pl_status status = PL_OK;
  unsigned denormals = pl_denormals_flush();
  if (s->def.kind == PL_SOLVER_CHOLESKY) {
    status = solve_directly(s, b, x, s->def.columns, pool);
    report->converged = status == PL_OK;
  } else {
    double squares[3], size[3] = {0};
    load(s, b, s->b, pool);
    load(s, x, s->x, pool);
    pl_krylov_dot(&s->krylov, s->b, s->b, squares, pool);
    for (int c = 0; c < s->def.columns; c++) size[c] = sqrt(squares[c]);
    if (s->def.kind == PL_SOLVER_SOR || s->def.kind == PL_SOLVER_MULTIGRID) {
      solve_stationary(s, size, tolerance, pool, report);
    } else {
      residual(s, s->b, s->x, s->krylov.r, pool);
      report->rounds = pl_krylov_solve(&s->krylov, s->x, size, tolerance, s->def.most, &report->residual, pool);
    }
    report->converged = report->residual <= tolerance;
    store(s, s->x, x, pool);
  }
  pl_denormals_restore(denormals);
  return status;
}

pl_status pl_solver_solve_three(pl_solver *s, const double *b, double *x, double tolerance, pl_pool *pool,
                                pl_solver_report *report)
{
  *report = (pl_solver_report){.converged = true};
  if (s->on_grid || s->def.columns != 1)
    return pl_fail(PL_ERROR_ARGUMENT, "three right-hand sides one by one are for matrices and one column");
  if (s->def.kind == PL_SOLVER_CHOLESKY) {
    unsigned denormals = pl_denormals_flush();
    pl_status status = solve_directly(s, b, x, 3, pool);
    pl_denormals_restore(denormals);
    return status;
  }
  for (size_t c = 0; c < 3; c++) {
    pl_solver_report one;
    for (size_t i = 0; i < s->n; i++) {
      s->column[i] = b[3 * i + c];
      s->column[s->n + i] = 0.0;
    }
    PL_TRY(pl_solver_solve(s, s->column, s->column + s->n, tolerance, pool, &one));
    for (size_t i = 0; i < s->n; i++) x[3 * i + c] = s->column[s->n + i];
    report->rounds += one.rounds;
    if (!(one.residual <= report->residual)) report->residual = one.residual;
    report->converged = report->converged && one.converged;
  }
  return PL_OK;
}

pl_cholesky *pl_solver_factor(const pl_solver *s) { return s->cholesky; }

pl_solver_kind pl_solver_kind_of(const pl_solver *s) { return s->def.kind; }

static size_t stencil_bytes(const pl_stencil *s) { return (size_t)(s->neighbours + 2) * s->length * sizeof(double); }

size_t pl_solver_bytes(const pl_solver *s)
{
  size_t bytes = s->def.kind == PL_SOLVER_CHOLESKY ? 0 : 6 * pl_vector_numbers(&s->krylov.shape) * sizeof(double);
  bytes += stencil_bytes(&s->stencil) + 20 * s->rows.n + (s->rows.n ? 20 * s->rows.starts[s->rows.n] : 0);
  if (s->cholesky) {
    pl_cholesky_stats stats = pl_cholesky_describe(s->cholesky);
    bytes += stats.factor_bytes + stats.work_bytes;
  }
  for (int l = 0; l < s->multigrid.levels; l++) {
    const pl_stencil *g = &s->multigrid.level[l].stencil;
    bytes += stencil_bytes(g) + 4 * (size_t)s->multigrid.columns * g->length * sizeof(double);
  }
  return bytes;
}

double pl_solver_work(const pl_solver *s, const pl_solver_report *report)
{
  if (s->def.kind == PL_SOLVER_CHOLESKY) /* forth and back, without padding of kernels */
    return 6 * (double)pl_cholesky_describe(s->cholesky).factor_entries;
  double passes = s->def.kind == PL_SOLVER_CG_INCOMPLETE ? 2 : 1; /* a column at a time: report of solve_three */
  return s->rows.n ? passes * report->rounds * (double)s->rows.starts[s->rows.n] : 0;
}
