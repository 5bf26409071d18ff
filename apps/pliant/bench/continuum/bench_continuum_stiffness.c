/* SPDX-License-Identifier: MIT
   pliant bench continuum --stiffness: a bar that spins and shakes, ever stiffer, by both steps of the primal form and
   by the hybrid form. The paper gives its second form for bodies that are nearly rigid, for which the first is badly
   conditioned (sect. 2.3): the rounds of conjugate gradients show it. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/isa.h"
#include "base/memory.h"
#include "base/status.h"
#include "bench/continuum/bench_continuum.h"
#include "command.h"
#include "linalg/iterative/solver.h"
#include "math/vec3.h"
#include "model/continuum/continuum.h"
#include "model/hybrid/hybrid.h"

enum { NODES = 8 * 4 * 3, FINER = 32 };
static const double spacing = 0.1, density = 1000, step = 0.01, duration = 0.5, tolerance = 1e-8;

typedef enum form { PRINTED, STABLE, HYBRID, FORMS } form;

typedef struct outcome {
  bool gone; /* the step failed, or the body is nowhere near */
  double x[3 * NODES];
  double iterations; /* of Newton's method, mean of all steps */
  int rounds;        /* of conjugate gradients on the last matrix */
} outcome;

static pl_body_def bar_of(form which, double kappa, const pl_mesh *mesh)
{
  pl_body_def def = pl_default_body_def(which == HYBRID ? PL_MODEL_HYBRID : PL_MODEL_CONTINUUM);
  double modulus = kappa * density * spacing * spacing / (4 * step * step); /* kappa = h^2 4 E / (rho d^2) */
  def.mesh = mesh;
  def.density = density;
  def.continuum.youngs_modulus = def.hybrid.stretch.value = modulus;
  def.continuum.step = which == PRINTED ? PL_CONTINUUM_PRINTED : PL_CONTINUUM_STABLE;
  def.continuum.iterations = 20;
  return def;
}

/* How many rounds conjugate gradients with the diagonal need for the system that the body solves. */
static pl_status count_rounds(pl_body *body, form which, int *rounds)
{
  pl_solver_problem problem = {0};
  pl_solver_def def = {.kind = PL_SOLVER_CG, .columns = which == HYBRID ? 3 : 1, .most = 100000};
  pl_solver *solver = NULL;
  pl_solver_report report;
  double b[3 * NODES], x[3 * NODES] = {0};
  if (which == HYBRID)
    problem.grid = &((pl_hybrid *)body->view.data)->operators[0];
  else
    problem.matrix = &((pl_continuum *)body->view.data)->matrix.sparse;
  for (size_t k = 0; k < sizeof b / sizeof *b; k++) b[k] = sin((double)(k * k % 101)) + 0.1;
  PL_TRY(pl_solver_create(&def, &problem, NULL, &solver));
  pl_status status = pl_solver_solve(solver, b, x, tolerance, NULL, &report);
  *rounds = report.converged ? report.rounds : -1;
  pl_solver_destroy(solver);
  return status;
}

static pl_status run(form which, double kappa, const pl_mesh *mesh, int finer, outcome *out)
{
  pl_body_def def = bar_of(which, kappa, mesh);
  pl_world *world = NULL;
  int steps = (int)lround(duration / step) * finer, taken = 0;
  memset(out, 0, sizeof *out);
  PL_TRY(continuum_bench_world(&def, step / finer, &world));
  pl_body *body = pl_world_body_at(world, 0);
  pl_status status = continuum_bench_shake(body, (double[3]){0.6, 2.4, 0.4}, 0.05);
  for (; status == PL_OK && taken < steps; taken++) {
    out->gone = pl_world_step(world) != PL_OK;
    if (out->gone) break;
    if (which != HYBRID) out->iterations += ((pl_continuum *)body->view.data)->iterations_made;
  }
  out->iterations /= steps;
  memcpy(out->x, pl_body_positions(body), sizeof out->x);
  if (status == PL_OK && !out->gone && finer == 1) status = count_rounds(body, which, &out->rounds);
  pl_world_destroy(world);
  return status;
}

/* The most that a node is off, of the length of the bar. */
static double error_of(const outcome *got, const outcome *reference)
{
  double worst = 0;
  for (size_t i = 0; i < NODES; i++) worst = fmax(worst, pl_vec3_distance(got->x + 3 * i, reference->x + 3 * i));
  return worst / (7 * spacing);
}

static void print_error(const outcome *got, const outcome *reference)
{
  double error = error_of(got, reference);
  if (got->gone || !(error < 1))
    printf(" %9s", "blown up");
  else
    printf(" %9.1e", error);
}

static pl_status run_row(double kappa, const pl_mesh *mesh)
{
  outcome got[FORMS], reference[FORMS];
  for (int f = 0; f < FORMS; f++) {
    PL_TRY(run((form)f, kappa, mesh, 1, &got[f]));
    if (f != PRINTED) PL_TRY(run((form)f, kappa, mesh, FINER, &reference[f]));
  }
  printf("%8.0e |", kappa);
  print_error(&got[PRINTED], &reference[STABLE]);
  printf(" | %6.1f %7d", got[STABLE].iterations, got[STABLE].rounds);
  print_error(&got[STABLE], &reference[STABLE]);
  printf(" | %6d %7d", ((pl_hybrid_def){.iterations = 2}).iterations, got[HYBRID].rounds);
  print_error(&got[HYBRID], &reference[HYBRID]);
  printf("\n");
  fflush(stdout);
  return PL_OK;
}

int bench_continuum_stiffness(const continuum_bench_options *options)
{
  pl_mesh *mesh = NULL;
  pl_status status = continuum_bench_mesh((const uint32_t[3]){8, 4, 3}, false, spacing, &mesh);
  printf(
      "A free bar of 8 x 4 x 3 nodes spins at 2.5 rad/s and shakes; %g s in steps of %g ms, %s.\n"
      "kappa: h^2 lambda_max / m; error: the most that a node is off, of the bar's length, against steps %d times\n"
      "as small of the same form (the printed one against the stable one's); iter.: iterations in a step; rounds: of\n"
      "conjugate gradients with the diagonal, to 1e-8, on the last matrix, which the primal form makes anew in each\n"
      "iteration and the hybrid form once. What rings is damped by long steps of all: part of the error.\n\n"
      "%8s | %9s | %24s | %24s\n%8s | %9s | %6s %7s %9s | %6s %7s %9s\n",
      duration, 1e3 * step, pl_isa_name(pl_isa_best()), FINER, "", "printed", "stable", "hybrid", "kappa", "error",
      "iter.", "rounds", "error", "iter.", "rounds", "error");
  for (int power = 0; power <= 10 && status == PL_OK; power += 2) {
    char name[16];
    snprintf(name, sizeof name, "%.0e", pow(10, power));
    if (strstr(name, options->only)) status = run_row(pow(10, power), mesh);
  }
  pl_mesh_destroy(mesh);
  if (status == PL_OK) return EXIT_OK;
  fprintf(stderr, "pliant bench continuum: %s\n", pl_last_error());
  return EXIT_FAILED;
}
