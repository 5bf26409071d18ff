/* SPDX-License-Identifier: MIT
   pliant bench continuum --paper: the examples of Tables 2 and 3 of Terzopoulos & Fleischer, with what a step of ours
   takes for a body of their size and form. The paper tells no times; what is beside ours is the least that such a step
   must do, by our own solver: refactorise and solve where the matrix changes, solve and multiply where it stays. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "base/status.h"
#include "bench/continuum/bench_continuum.h"
#include "changed.h"
#include "clock.h"
#include "command.h"
#include "model/continuum/continuum.h"
#include "model/hybrid/hybrid.h"
#include "world/step/stages.h"

typedef struct paper_row {
  const char *example, *what;
  int equations; /* theirs */
  const char *numerics;
  pl_model_kind form;
  uint32_t counts[3];
  bool closed;
  double bar; /* of elasticity over its floor; 0: none is set for this size */
} paper_row;

static const paper_row rows[] = {
    {"Figure 7", "flatland curve", 100, "Choleski", PL_MODEL_HYBRID, {50, 0, 0}, true, 0},
    {"Figure 8", "surface", 300, "ADI", PL_MODEL_CONTINUUM, {10, 10, 0}, false, 0},
    {"Figure 9", "lifted plate", 1587, "Relaxation", PL_MODEL_CONTINUUM, {23, 23, 0}, false, 0},
    {"Figure 10", "robe", 1800, "Relaxation", PL_MODEL_CONTINUUM, {30, 20, 0}, true, 0},
    {"Figure 14", "solid", 1029, "Choleski", PL_MODEL_HYBRID, {7, 7, 7}, false, 0},
    {"Figure 15", "vegetable", 507, "ADI", PL_MODEL_HYBRID, {13, 13, 0}, true, 0},
    {"Figure 16", "bust", 68580, "Multigrid", PL_MODEL_HYBRID, {180, 127, 0}, true, 1.6},
    {"Figure 17", "sheared surface", 2700, "ADI", PL_MODEL_CONTINUUM, {30, 30, 0}, false, 1.5},
    {"Figure 18", "net", 1587, "ADI", PL_MODEL_CONTINUUM, {23, 23, 0}, false, 0},
    {"Figure 19", "torn cloth", 1200, "ADI", PL_MODEL_CONTINUUM, {20, 20, 0}, false, 0},
    {"Figure 20", "one of 8 solids", 3072, "Relaxation", PL_MODEL_CONTINUUM, {16, 16, 4}, false, 0},
    {"Figure 21", "goop", 189, "Relaxation", PL_MODEL_CONTINUUM, {3, 3, 7}, false, 0},
};

typedef struct row_times {
  double step;    /* s: elasticity alone, the best of many */
  double floor;   /* s: what it cannot do without, for the iterations that it made */
  double whole;   /* s: all of pl_world_step */
  int iterations; /* that most steps made */
} row_times;

static pl_body_def body_of(const paper_row *row, const pl_mesh *mesh, bool printed)
{
  pl_body_def def = pl_default_body_def(row->form);
  bool surface = row->counts[1] && !row->counts[2];
  def.mesh = mesh;
  def.thickness = row->counts[2] ? 0 : 0.01;
  def.density = 1000;
  def.hybrid.solver = PL_LINEAR_CHOLESKY;
  def.hybrid.magnitude.value = 1e3;
  def.hybrid.stretch.value = 1e5;
  def.hybrid.bend.value = surface ? 10 : 0;
  def.continuum.step = printed ? PL_CONTINUUM_PRINTED : PL_CONTINUUM_STABLE;
  for (int k = 0; k < 3; k++) { /* soft enough for the printed step at 1/200 s */
    double stretch = row->counts[2] ? 100 : 10;
    def.continuum.stretch[k].value = def.continuum.shear[k].value = stretch;
    def.continuum.bend[k].value = 1e-3;
  }
  return def;
}

/* The least that the iterations of the last step needed: of twice, since the first finds its memory elsewhere. */
static pl_status time_floor(pl_body *body, const paper_row *row, int iterations, double *out)
{
  double start = 0, best = INFINITY;
  for (int round = 0; round < 2; round++) {
    if (row->form == PL_MODEL_HYBRID) {
      pl_hybrid *b = body->view.data;
      memcpy(b->right, body->view.v, 3 * b->count * sizeof(double));
      start = bench_clock(true);
      pl_hybrid_multiply(b, body->view.v, b->e, NULL);
      PL_TRY(pl_hybrid_solve(b, b->right, b->answer, NULL));
    } else {
      pl_continuum *c = body->view.data;
      pl_sparse *matrix = &c->matrix.sparse;
      bench_change_numbers(matrix->values, matrix->starts[matrix->n]);
      memcpy(c->step, body->view.v, 3 * c->count * sizeof(double));
      start = bench_clock(true);
      PL_TRY(pl_solver_refactorise(c->matrix.solver, &(pl_solver_problem){.matrix = matrix}, NULL));
      PL_TRY(pl_continuum_solve(c, c->step, NULL));
    }
    best = fmin(best, bench_clock(true) - start);
  }
  *out = best * iterations;
  return PL_OK;
}

static int iterations_of(const pl_body *body, const paper_row *row)
{
  if (row->form == PL_MODEL_CONTINUUM) return ((const pl_continuum *)body->view.data)->iterations_made;
  return ((const pl_hybrid *)body->view.data)->def.iterations;
}

static pl_status time_elasticity(pl_world *world, double *out)
{
  pl_arena_mark mark = pl_arena_here(&world->scratch);
  double start = bench_clock(true);
  pl_status status = pl_models_advance(world);
  *out = bench_clock(true) - start;
  pl_arena_back_to(&world->scratch, mark);
  return status;
}

/* Steps of a body that spins and shakes, each beside its own floor. Of those that made as many iterations as most did
   the quickest counts, and of their floors. */
static pl_status time_steps(pl_world *world, const paper_row *row, const continuum_bench_options *options,
                            row_times *out)
{
  enum { MOST = 128 };
  pl_body *body = pl_world_body_at(world, 0);
  double spent = 0, best[MOST], floors[MOST];
  int made[MOST] = {0}, usual = 0, steps = 0;
  PL_TRY(continuum_bench_shake(body, (double[3]){0.3, 1, 0.2}, 0.1));
  out->whole = INFINITY;
  for (int k = 0; k < MOST; k++) best[k] = floors[k] = INFINITY;
  for (; steps < 4 || (spent < options->seconds && steps < 200); steps++) {
    double start = bench_clock(true), whole, step, floor;
    PL_TRY(pl_world_step(world));
    whole = bench_clock(true) - start;
    PL_TRY(time_elasticity(world, &step));
    int iterations = iterations_of(body, row) % MOST;
    spent += whole + step;
    out->whole = fmin(out->whole, whole);
    made[iterations]++;
    PL_TRY(time_floor(body, row, iterations, &floor));
    best[iterations] = fmin(best[iterations], step);
    floors[iterations] = fmin(floors[iterations], floor);
  }
  for (int k = 1; k < MOST; k++)
    if (made[k] > made[usual]) usual = k;
  out->step = best[usual];
  out->floor = floors[usual];
  out->iterations = usual;
  return PL_OK;
}

static pl_status run_row(const paper_row *row, bool printed, const continuum_bench_options *options)
{
  pl_mesh *mesh = NULL;
  pl_world *world = NULL;
  row_times t = {0};
  PL_TRY(continuum_bench_mesh(row->counts, row->closed, 0.05, &mesh));
  pl_body_def def = body_of(row, mesh, printed);
  pl_status status = continuum_bench_world(&def, 1.0 / 200, &world);
  if (status == PL_OK) status = time_steps(world, row, options, &t);
  pl_world_destroy(world);
  pl_mesh_destroy(mesh);
  PL_TRY(status);
  char grid[32];
  int used = snprintf(grid, sizeof grid, "%u", row->counts[0]);
  for (int d = 1; d < 3 && row->counts[d]; d++)
    used += snprintf(grid + used, sizeof grid - (size_t)used, " x %u", row->counts[d]);
  const char *form = row->form == PL_MODEL_HYBRID ? "hybrid" : printed ? "printed" : "stable";
  printf("%-10s %-16s %9d  %-10s | %-11s %-8s %5d %9.3f %9.3f %9.3f %6.2f", row->example, row->what, row->equations,
         row->numerics, grid, form, t.iterations, 1e3 * t.whole, 1e3 * t.step, 1e3 * t.floor, t.step / t.floor);
  if (row->bar > 0) printf(" %5.1f %s", row->bar, t.step <= row->bar * t.floor ? "holds" : "DOES NOT HOLD");
  printf("\n");
  fflush(stdout);
  return PL_OK;
}

int bench_continuum_paper(const continuum_bench_options *options)
{
  printf("Tables 2 and 3 of Terzopoulos & Fleischer, and ours: %s, one thread. Elastic steps of 5 ms of a body that\n"
         "spins and shakes, ms. step: all of it; elasticity: the model alone; floor: for the iterations made, of the\n"
         "primal form refactorise + solve, of the hybrid one solve + product with K, all in double precision.\n\n"
         "%-10s %-16s %9s  %-10s | %-11s %-8s %5s %9s %9s %9s %6s %5s\n",
         pl_isa_name(pl_isa_best()), "example", "", "equations", "theirs", "grid", "form", "iter.", "step",
         "elasticity", "floor", "ratio", "bar");
  for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
    if (!strstr(rows[k].example, options->only) && !strstr(rows[k].what, options->only)) continue;
    for (int printed = 0; printed < (rows[k].form == PL_MODEL_CONTINUUM ? 2 : 1); printed++)
      if (run_row(&rows[k], printed != 0, options) != PL_OK) {
        fprintf(stderr, "pliant bench continuum: %s: %s\n", rows[k].example, pl_last_error());
        return EXIT_FAILED;
      }
  }
  return EXIT_OK;
}
