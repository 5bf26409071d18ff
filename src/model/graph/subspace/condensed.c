/* SPDX-License-Identifier: MIT
   The implicit Euler step of advance.c for a body in a subspace: the same step, written in z. */
#include <math.h>
#include <string.h>

#include "base/pool.h"
#include "base/status.h"
#include "linalg/dense/dense.h"
#include "model/common/momentum.h"
#include "model/graph/graph.h"
#include "model/graph/subspace/condensed_kernel.h"

/* ---- all rotations ---- */

typedef struct pass_work {
  pl_condensed_pass pass;
  const pl_condensed *condensed;
  const pl_condensed_kernels *kernels;
} pass_work;

static void pass_group(void *context, size_t begin, size_t end)
{
  const pass_work *work = context;
  size_t size = 3 * work->pass.columns, group = begin / PL_CONDENSED_GROUP;
  work->kernels->pass(&work->pass, begin / PL_CONDENSED_LANES, (end + PL_CONDENSED_LANES - 1) / PL_CONDENSED_LANES,
                      work->condensed->lanes + group * size * PL_CONDENSED_LANES, work->condensed->sums + group * size);
}

void pl_graph_condensed_pulls(const pl_graph *graph, const float *z, double lead, const float *before, float *rotation,
                              pl_pool *pool, double *out)
{
  const pl_condensed *condensed = &graph->reduced.condensed;
  const pl_condensed_rows *rows = pl_graph_keeps_active(graph) ? &condensed->some : &condensed->all;
  size_t size = 3 * graph->reduced.basis.columns, count = rows->count;
  pass_work work = {{rows, graph->reduced.basis.columns, z, (float)lead, before, rotation},
                    condensed,
                    PL_ISA_PICK(pl_condensed_kernels)};
  pl_parallel_for(pool, count, PL_CONDENSED_GROUP, pass_group, &work);
  memset(out, 0, size * sizeof(double));
  for (size_t group = 0; group * PL_CONDENSED_GROUP < count; group++)
    for (size_t k = 0; k < size; k++) out[k] += condensed->sums[group * size + k];
  for (size_t k = 0; k < size; k++) out[k] *= condensed->pull_scale;
}

/* ---- the step ---- */

/* 3 per function each. */
typedef struct step_work {
  double *external; /* Phi^T f */
  double *pull;     /* what rotations add to forces */
  double *at;       /* where K acts: z + (h + beta) rate */
  double *dz;       /* the change of the rate */
  double *damping;  /* part of it: (beta/h)(R - R_before), with the first R of the step (advance.c) */
  double *arm;      /* z and the base's own coordinates, from the centre of mass */
  float *ahead;     /* where rotations are taken */
  float *before;    /* rotations before the step; NULL without corotated stiffness damping */
  float *active;    /* rotations of active particles alone; NULL: all are */
} step_work;

static pl_status take_work(const pl_graph *graph, pl_arena *scratch, step_work *work)
{
  size_t size = 3 * graph->reduced.basis.columns;
  bool damped = graph->beta > 0 && graph->corotated;
  *work = (step_work){PL_TAKE(scratch, double, size),
                      PL_TAKE(scratch, double, size),
                      PL_TAKE(scratch, double, size),
                      PL_TAKE(scratch, double, size),
                      PL_TAKE(scratch, double, size),
                      PL_TAKE(scratch, double, size),
                      PL_TAKE(scratch, float, size),
                      NULL,
                      NULL};
  if (damped) work->before = PL_TAKE(scratch, float, pl_graph_rotation_floats(graph));
  bool some = pl_graph_keeps_active(graph);
  if (some) work->active = PL_TAKE(scratch, float, pl_graph_rotation_floats(graph));
  bool got = work->external && work->pull && work->at && work->dz && work->damping && work->arm && work->ahead;
  return got && (work->before || !damped) && (work->active || !some) ? PL_OK : PL_ERROR_MEMORY;
}

/* Is the force nothing but a weight, to rounding? Then its coordinates are known without going over the particles
   again. */
static bool is_weight(const pl_model_body *body, double gravity[3])
{
  const double rounding = 4e-16;
  for (size_t c = 0; c < 3; c++) gravity[c] = body->force[c] / body->mass[0];
  size_t others = 0;
  for (size_t c = 0; c < 3; c++) {
    double g = gravity[c], allowed = rounding * fabs(g);
    for (size_t i = 0; i < body->count; i++)
      others += !(fabs(body->force[3 * i + c] - body->mass[i] * g) <= allowed * body->mass[i]);
  }
  return others == 0;
}

static void external_forces(const pl_model_body *body, pl_pool *pool, double *out)
{
  const pl_graph_reduced *reduced = &((const pl_graph *)body->data)->reduced;
  double gravity[3];
  if (!is_weight(body, gravity)) {
    pl_tall_gather(&reduced->basis, body->force, pool, out);
    return;
  }
  for (size_t k = 0; k < reduced->basis.columns; k++)
    for (size_t c = 0; c < 3; c++) out[3 * k + c] = reduced->condensed.unit[k] * gravity[c];
}

/* Sum over functions of unit × what: of coordinates of a field the field's sum weighted by mass, of a projected force
   the force's plain sum, if the space holds translations. */
static void total_of(const pl_graph *graph, const double *what, double out[3])
{
  const double *unit = graph->reduced.condensed.unit;
  out[0] = out[1] = out[2] = 0;
  for (size_t k = 0; k < graph->reduced.basis.columns; k++)
    for (size_t c = 0; c < 3; c++) out[c] += unit[k] * what[3 * k + c];
}

/* Takes the mean out of what. */
static void remove_mean(const pl_graph *graph, double *what)
{
  double total[3];
  total_of(graph, what, total);
  for (size_t k = 0; k < graph->reduced.basis.columns; k++)
    for (size_t c = 0; c < 3; c++) what[3 * k + c] -= graph->reduced.condensed.unit[k] * total[c] / graph->total_mass;
}

/* Rotations do not depend on translations; without them, floats hold the rest of z better. */
static void look_ahead(const pl_graph *graph, bool moves, double h, bool again, step_work *work)
{
  const pl_graph_coordinates *c = &graph->coordinates;
  size_t size = 3 * c->columns;
  for (size_t k = 0; k < size; k++) work->arm[k] = c->z[k] + h * (c->rate[k] + (again ? work->dz[k] : 0));
  if (moves) remove_mean(graph, work->arm);
  for (size_t k = 0; k < size; k++) work->ahead[k] = (float)work->arm[k];
}

/* As in advance.c: K cannot move the centre of mass, whatever floats make of it. */
static void correct_translation(const pl_graph *graph, double h, step_work *work)
{
  double force[3], momentum[3], got[3];
  total_of(graph, work->external, force);
  total_of(graph, graph->coordinates.rate, momentum);
  total_of(graph, work->dz, got);
  for (size_t c = 0; c < 3; c++) {
    double wanted = h * (force[c] - graph->alpha * momentum[c]) / (1 + h * graph->alpha);
    for (size_t k = 0; k < graph->coordinates.columns; k++)
      work->dz[3 * k + c] += graph->reduced.condensed.unit[k] * (wanted - got[c]) / graph->total_mass;
  }
}

static pl_status enforce_holds(pl_model_body *body, const pl_model_context *context, double *dz)
{
  pl_graph *graph = body->data;
  double *dv = PL_TAKE(context->scratch, double, 3 * graph->count);
  double *impulse = PL_TAKE(context->scratch, double, 3 * graph->count);
  double *more = PL_TAKE(context->scratch, double, 3 * graph->coordinates.columns);
  if (!dv || !impulse || !more) return PL_ERROR_MEMORY;
  pl_tall_spread(&graph->reduced.basis, dz, context->pool, dv);
  PL_TRY(pl_graph_hold_impulses(body, context, dv, impulse));
  pl_graph_solve_coordinates(graph, impulse, context->pool, more);
  for (size_t k = 0; k < 3 * graph->coordinates.columns; k++) dz[k] += more[k];
  return PL_OK;
}

/* Where it is time, active particles are chosen anew, at the predicted positions. */
static pl_status look_for_active(pl_model_body *body, step_work *work, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  pl_graph_coordinates *state = &graph->coordinates;
  if (!work->active) return PL_OK;
  if (graph->propagation.steps_left[0] == 0) {
    pl_arena_mark mark = pl_arena_here(context->scratch);
    double *x = PL_TAKE(context->scratch, double, 3 * graph->count);
    if (!x) return PL_ERROR_MEMORY;
    for (size_t k = 0; k < 3 * state->columns; k++) work->arm[k] = state->z[k] + context->h * state->rate[k];
    pl_tall_spread(&graph->reduced.basis, work->arm, context->pool, x);
    for (size_t k = 0; k < 3 * graph->count; k++) x[k] += graph->reduced.condensed.base[k];
    PL_TRY(pl_graph_choose_active(graph, x, context));
    pl_arena_back_to(context->scratch, mark);
  }
  graph->propagation.steps_left[0]--;
  pl_graph_take_active(graph, state->rotation, work->active);
  return PL_OK;
}

/* The change of the rate for the pulls of now. */
static pl_status solve_once(pl_model_body *body, bool moves, step_work *work, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  const pl_condensed *condensed = &graph->reduced.condensed;
  size_t columns = graph->coordinates.columns;
  for (size_t k = 0; k < columns; k++) {
    double sum[3] = {0, 0, 0};
    for (size_t l = 0; l < columns; l++)
      for (size_t c = 0; c < 3; c++) sum[c] += condensed->stiffness[k * columns + l] * work->at[3 * l + c];
    for (size_t c = 0; c < 3; c++) {
      size_t at = 3 * k + c;
      work->dz[at] = context->h * (condensed->still[at] + work->pull[at] - sum[c] + work->external[at] -
                                   graph->alpha * graph->coordinates.rate[at]);
    }
  }
  pl_dense_cholesky_solve(columns, graph->reduced.factor, columns, work->dz);
  if (moves) correct_translation(graph, context->h, work);
  return body->hold_count ? enforce_holds(body, context, work->dz) : PL_OK;
}

/* What rotations add to forces, where the body is expected in this round. */
static void find_pulls(const pl_graph *graph, int round, double lead, const float *before, float *rotation,
                       pl_pool *pool, const step_work *work)
{
  size_t size = 3 * graph->coordinates.columns;
  bool first = round == 0, split = before && graph->iterations > 1;
  pl_graph_condensed_pulls(graph, work->ahead, lead, first ? before : NULL, rotation, pool, work->pull);
  if (split && first) {
    memcpy(work->damping, work->pull, size * sizeof(double));
    pl_graph_condensed_pulls(graph, work->ahead, 0, NULL, rotation, pool, work->pull);
    for (size_t k = 0; k < size; k++) work->damping[k] -= work->pull[k];
  }
  for (size_t k = 0; k < size && split; k++) work->pull[k] += work->damping[k];
}

static pl_status iterate(pl_model_body *body, bool moves, step_work *work, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  const pl_graph_coordinates *state = &graph->coordinates;
  double lead = graph->beta / context->h;
  pl_graph_rounds rounds;
  if (!pl_graph_take_rounds(graph, 3 * state->columns, context->scratch, &rounds)) return PL_ERROR_MEMORY;
  float *rotation = work->active ? work->active : state->rotation, *before = work->before;
  if (work->active && graph->propagation.steps_left[0] == 0) pl_graph_settle_active(graph);
  if (before) memcpy(before, state->rotation, pl_graph_rotation_floats(graph) * sizeof(float));
  PL_TRY(look_for_active(body, work, context));
  if (before && work->active) {
    before = PL_TAKE(context->scratch, float, pl_graph_rotation_floats(graph));
    if (!before) return PL_ERROR_MEMORY;
    pl_graph_take_active(graph, work->before, before);
  }
  for (size_t k = 0; k < 3 * state->columns; k++)
    work->at[k] = state->z[k] + (context->h + graph->beta) * state->rate[k];
  for (int round = 0; round < graph->iterations; round++) {
    look_ahead(graph, moves, context->h, round > 0, work);
    find_pulls(graph, round, lead, before, rotation, context->pool, work);
    context->stats->rotations += work->active ? graph->reduced.condensed.some.count : graph->count;
    pl_arena_mark mark = pl_arena_here(context->scratch);
    PL_TRY(solve_once(body, moves, work, context));
    pl_arena_back_to(context->scratch, mark);
    pl_graph_end_round(&rounds, round, work->dz);
  }
  if (work->active) pl_graph_give_active(graph, work->active, graph->coordinates.rotation);
  return PL_OK;
}

/* The angular momentum that a free body must have after the step; leaves the arms in work->arm. */
static void angular_momentum_after(const pl_graph *graph, double h, step_work *work, double out[3])
{
  const pl_graph_coordinates *state = &graph->coordinates;
  double torque[3];
  for (size_t k = 0; k < 3 * state->columns; k++) work->arm[k] = graph->reduced.condensed.place[k] + state->z[k];
  remove_mean(graph, work->arm);
  pl_angular_momentum_of_coordinates(state->columns, work->arm, state->rate, out);
  pl_angular_momentum_of_coordinates(state->columns, work->arm, work->external, torque);
  for (int c = 0; c < 3; c++) out[c] = (out[c] + h * torque[c]) / (1 + h * graph->alpha);
}

pl_status pl_graph_advance_condensed(pl_model_body *body, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  pl_graph_coordinates *state = &graph->coordinates;
  double h = context->h, spin[3];
  step_work work;
  PL_TRY(take_work(graph, context->scratch, &work));
  external_forces(body, context->pool, work.external);
  bool moves = body->fixed_count == 0 && graph->reduced.translates;
  PL_TRY(iterate(body, moves, &work, context));
  bool spins = moves && graph->reduced.rotates && body->hold_count == 0 && graph->angular_momentum == PL_MOMENTUM_KEEP;
  if (spins) angular_momentum_after(graph, h, &work, spin);
  for (size_t k = 0; k < 3 * state->columns; k++) state->rate[k] += work.dz[k];
  if (spins) pl_set_angular_momentum_of_coordinates(state->columns, work.arm, spin, h, state->rate);
  for (size_t k = 0; k < 3 * state->columns; k++) state->z[k] += h * state->rate[k];
  pl_graph_place(body, h, 0, context->pool);
  return PL_OK;
}
