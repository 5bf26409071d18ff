/* SPDX-License-Identifier: MIT
   One implicit Euler step, eq. (2):  (M + h D + h^2 K) dv = h (f - D v - h K v - grad V(x)),  v += dv,  x += h v.

   With R taken at the predicted positions p = x + h v, the elastic terms of the right-hand side are one evaluation of
   the linear map F(y, S) = -(K y - B(S)):  -h K v - grad V(x) = F(p, R), and the stiffness damping adds
     literal:    -beta K v                        = F(beta v, 0)
     corotated:  -beta (K v - B(R - R_before)/h)  = F(beta v, (beta/h) (R - R_before)),
   which leaves rigid rotation alone. So all of it is F(p + beta v, R + (beta/h)(R - R_before)). Where a step takes
   several rounds of rotations the damping keeps the first R: damped against those that the solve before led to, a round
   gives back more turning than it got, and a loaded body shakes itself apart. */
#include "model/graph/graph.h"

#include <string.h>

#include "base/pool.h"
#include "base/status.h"
#include "model/common/momentum.h"
#include "model/common/pieces.h"

/* Fixed particles and pins move as prescribed; the rest of the body is solved with their new places. In a subspace pins
   move only as far as it lets them. */
static void move_fixed(pl_model_body *body)
{
  for (size_t k = 0; k < body->fixed_count; k++)
    memcpy(body->v + 3 * (size_t)body->fixed[k], body->fixed_velocity + 3 * k, 3 * sizeof(double));
  for (size_t k = 0; k < body->hold_count && body->basis_size == 0; k++)
    if (body->holds[k].softness == 0 && body->holds[k].count == 1)
      memcpy(body->v + 3 * (size_t)body->holds[k].particles[0], body->holds[k].goal, 3 * sizeof(double));
}

/* What one step works with, 3 or 9 numbers per particle. */
typedef struct step_work {
  double *ahead; /* where rotations are taken: the predicted positions */
  double *at;    /* p + beta v: where forces are evaluated */
  double *lead;  /* (beta/h)(R - R_before), once the step has an R, before that R_before; only with stiffness damping */
  double *turn;  /* R + lead */
  double *impulse; /* right-hand side */
  double *dv;
} step_work;

static pl_status take_work(const pl_graph *graph, pl_arena *scratch, step_work *work)
{
  size_t vectors = 3 * graph->count, matrices = graph->beta > 0 ? 9 * graph->count + 1 : 0;
  *work = (step_work){PL_TAKE(scratch, double, vectors),  PL_TAKE(scratch, double, vectors),
                      PL_TAKE(scratch, double, matrices), PL_TAKE(scratch, double, matrices),
                      PL_TAKE(scratch, double, vectors),  PL_TAKE(scratch, double, vectors)};
  return work->ahead && work->at && work->lead && work->turn && work->impulse && work->dv ? PL_OK : PL_ERROR_MEMORY;
}

/* Loops over all numbers of the body in fixed blocks: each number by itself, so the same bits for any number of
   threads. */
enum { GRAIN = 3 * 2048 };

typedef struct step_loop {
  pl_model_body *body;
  step_work *work;
  double h;
  bool again; /* a velocity change is known from the last iteration */
} step_loop;

static void predict(void *context, size_t begin, size_t end)
{
  const step_loop *loop = context;
  const pl_graph *graph = loop->body->data;
  const double *x = loop->body->x, *v = loop->body->v, *dv = loop->work->dv;
  if (loop->again)
    for (size_t k = begin; k < end; k++) loop->work->ahead[k] = x[k] + loop->h * (v[k] + dv[k]);
  else
    for (size_t k = begin; k < end; k++) {
      loop->work->ahead[k] = x[k] + loop->h * v[k];
      loop->work->at[k] = loop->work->ahead[k] + graph->beta * v[k];
    }
}

/* Elastic forces become impulses, together with external ones and drag. */
static void add_impulses(void *context, size_t begin, size_t end)
{
  const step_loop *loop = context;
  const pl_model_body *body = loop->body;
  double alpha = ((const pl_graph *)body->data)->alpha, *impulse = loop->work->impulse;
  for (size_t k = begin; k < end; k++)
    impulse[k] = loop->h * (impulse[k] + body->force[k] - alpha * body->mass[k / 3] * body->v[k]);
}

static void change_velocities(void *context, size_t begin, size_t end)
{
  const step_loop *loop = context;
  for (size_t k = begin; k < end; k++) loop->body->v[k] += loop->work->dv[k];
}

static void move(void *context, size_t begin, size_t end)
{
  const step_loop *loop = context;
  for (size_t k = begin; k < end; k++) loop->body->x[k] += loop->h * loop->body->v[k];
}

static pl_status update_rotations(pl_graph *graph, const double *x, const pl_model_context *context)
{
  if (graph->rotations.mode == PL_ROTATIONS_PROPAGATED) return pl_graph_propagate(graph, x, context, graph->rotation);
  pl_graph_rotations(graph, x, context->pool, graph->rotation);
  context->stats->rotations += graph->count;
  return PL_OK;
}

/* From rotations before the step and the first ones in it. */
static void find_lead(const pl_graph *graph, double h, double *lead)
{
  double part = graph->corotated ? graph->beta / h : 0;
  for (size_t k = 0; k < 9 * graph->count; k++) lead[k] = part * (graph->rotation[k] - lead[k]);
}

/* F(p + beta v, R + (beta/h)(R - R_before)) */
static pl_status elastic_forces(const pl_graph *graph, step_work *work, const pl_model_context *context, double *force)
{
  if (graph->beta == 0) return pl_graph_forces(graph, work->at, graph->rotation, context, force);
  for (size_t k = 0; k < 9 * graph->count; k++) work->turn[k] = graph->rotation[k] + work->lead[k];
  return pl_graph_forces(graph, work->at, work->turn, context, force);
}

/* In a free body K cannot move the centre of mass, so its velocity change is known exactly: what rounding of the solve
   put there is taken out. */
static void correct_translation(const pl_graph *graph, const pl_model_body *body, const double *impulse, double h,
                                double *dv)
{
  double wanted[3] = {0, 0, 0}, got[3] = {0, 0, 0};
  for (size_t i = 0; i < graph->count; i++)
    for (size_t c = 0; c < 3; c++) {
      wanted[c] += impulse[3 * i + c];
      got[c] += body->mass[i] * dv[3 * i + c];
    }
  double shift[3];
  for (size_t c = 0; c < 3; c++) shift[c] = (wanted[c] / (1 + h * graph->alpha) - got[c]) / graph->total_mass;
  for (size_t i = 0; i < graph->count; i++)
    for (size_t c = 0; c < 3; c++) dv[3 * i + c] += shift[c];
}

/* The angular momentum that a free body must have after the step: external forces add to it, mass damping takes
   away. */
static void angular_momentum_after(const pl_graph *graph, const pl_model_body *body, double h, double out[3])
{
  double torque[3];
  pl_angular_momentum(graph->count, body->mass, body->x, body->v, out);
  pl_torque(graph->count, body->mass, body->x, body->force, torque);
  for (int c = 0; c < 3; c++) out[c] = (out[c] + h * torque[c]) / (1 + h * graph->alpha);
}

/* The change of velocity for the rotations of now. */
static pl_status solve_once(pl_model_body *body, step_work *work, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  double h = context->h, *impulse = work->impulse;
  PL_TRY(elastic_forces(graph, work, context, impulse));
  PL_TRY(pl_graph_add_curvature(graph, work->ahead, graph->rotation, context, impulse));
  step_loop loop = {.body = body, .work = work, .h = h};
  pl_parallel_for(context->pool, 3 * graph->count, GRAIN, add_impulses, &loop);
  PL_TRY(pl_graph_solve(graph, impulse, context, work->dv));
  if (body->fixed_count == 0 && (!pl_graph_is_reduced(graph) || graph->reduced.translates))
    correct_translation(graph, body, impulse, h, work->dv);
  return body->hold_count ? pl_graph_hold(body, context, work->dv) : PL_OK;
}

/* [H] takes rotations once, at x + h v. More iterations take them again where the last solve arrived: each lowers the
   objective of the implicit step further, so that stiff bodies at large steps are not held back by rotations that lag
   behind. */
static pl_status iterate(pl_model_body *body, step_work *work, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  step_loop loop = {.body = body, .work = work, .h = context->h};
  pl_graph_rounds rounds;
  if (!pl_graph_take_rounds(graph, 3 * graph->count, context->scratch, &rounds)) return PL_ERROR_MEMORY;
  if (graph->beta > 0) memcpy(work->lead, graph->rotation, (9 * graph->count + 1) * sizeof(double));
  for (int round = 0; round < graph->iterations; round++) {
    loop.again = round > 0;
    pl_parallel_for(context->pool, 3 * graph->count, GRAIN, predict, &loop);
    PL_TRY(update_rotations(graph, work->ahead, context));
    if (round == 0 && graph->beta > 0) find_lead(graph, context->h, work->lead);
    pl_arena_mark mark = pl_arena_here(context->scratch);
    PL_TRY(solve_once(body, work, context));
    pl_arena_back_to(context->scratch, mark);
    pl_graph_end_round(&rounds, round, work->dv);
  }
  return PL_OK;
}

static pl_status advance_body(pl_model_body *body, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  double h = context->h, spin[3];
  step_work work;
  PL_TRY(take_work(graph, context->scratch, &work));
  move_fixed(body);
  PL_TRY(iterate(body, &work, context));
  bool free = body->fixed_count == 0 && body->hold_count == 0 && graph->angular_momentum == PL_MOMENTUM_KEEP &&
              !pl_is_in_pieces(body) && (!pl_graph_is_reduced(graph) || graph->reduced.rotates);
  pl_piece_momentum *pieces = NULL;
  if (pl_is_in_pieces(body) && graph->angular_momentum == PL_MOMENTUM_KEEP) {
    pieces = pl_piece_momenta_after(body, h, graph->alpha, context->scratch);
    if (!pieces) return PL_ERROR_MEMORY;
  }
  if (free) angular_momentum_after(graph, body, h, spin);
  step_loop loop = {.body = body, .work = &work, .h = h};
  pl_parallel_for(context->pool, 3 * graph->count, GRAIN, change_velocities, &loop);
  if (free) pl_set_angular_momentum(graph->count, body->mass, body->x, spin, h, body->v);
  if (pieces) PL_TRY(pl_piece_momenta_set(body, pieces, true, h, context->scratch));
  pl_parallel_for(context->pool, 3 * graph->count, GRAIN, move, &loop);
  return PL_OK;
}

pl_status pl_graph_advance(pl_model_body *const *bodies, size_t count, const pl_model_context *context)
{
  for (size_t b = 0; b < count; b++) {
    pl_arena_mark mark = pl_arena_here(context->scratch);
    bool condensed = pl_graph_is_condensed(bodies[b]->data);
    pl_status status = condensed ? pl_graph_advance_condensed(bodies[b], context) : advance_body(bodies[b], context);
    pl_arena_back_to(context->scratch, mark);
    if (status != PL_OK) return status;
  }
  return PL_OK;
}
