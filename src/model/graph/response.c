/* SPDX-License-Identifier: MIT
   Everything that pushes particles from outside goes through the factor: v += A^-1 j. Projecting after the solve
   instead makes a stiff body gain energy without bound.

   Contact and holds need the entries of A^-1 between the particles they touch: compliance_cache.c. Holds (late pins,
   grabs) are a Schur complement on top, S = C A^-1 C^T + softness, identical to eliminating their rows: an impulse j is
   answered by hold impulses -S^-1 C A^-1 j. */
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/dense/dense.h"
#include "model/common/pieces.h"
#include "model/graph/graph.h"

/* Vectors: advance has up to 45 numbers per particle at a time, with holds and new columns. */
size_t pl_graph_scratch(const pl_model_body *body)
{
  enum { VECTORS = 78, PIECES = 64, ROUNDING = 128 };
  size_t pushed = body->count < PL_MOST_PUSHED ? body->count : PL_MOST_PUSHED;
  return (VECTORS * body->count + PL_MOST_HELD * (pushed + 12)) * sizeof(double) + PIECES * ROUNDING +
         (body->links ? pl_pieces_scratch(body->count) : 0);
}

pl_status pl_graph_reserve(pl_model_body *body)
{
  pl_graph *graph = body->data;
  if (!graph->hold_matrix) graph->hold_matrix = PL_NEW(double, (size_t)PL_MOST_HELD *PL_MOST_HELD);
  return graph->hold_matrix ? pl_graph_touch_reserve(graph) : PL_ERROR_MEMORY;
}

/* Row `hold` of C A^-1, at a particle. */
static double hold_compliance(const pl_graph *graph, const pl_hold *hold, uint32_t particle)
{
  double sum = 0;
  for (size_t k = 0; k < hold->count; k++)
    sum += hold->weights[k] * pl_graph_touch_between(graph, hold->particles[k], particle);
  return sum;
}

/* S = C A^-1 C^T + softness, factored. A fixed particle cannot be held: its row of S is zero, and one on the diagonal
   makes its hold impulse zero. */
static pl_status factor_holds(const pl_model_body *body)
{
  /* more pins than a subspace has functions cannot all be obeyed: a trace of softness shares out what cannot be had */
  static const double shared_out = 1e-9;
  pl_graph *graph = body->data;
  size_t n = body->hold_count;
  double *s = graph->hold_matrix;
  for (size_t a = 0; a < n; a++)
    for (size_t b = 0; b <= a; b++) {
      double sum = 0;
      for (size_t k = 0; k < body->holds[b].count; k++)
        sum += body->holds[b].weights[k] * hold_compliance(graph, &body->holds[a], body->holds[b].particles[k]);
      if (a == b) sum = sum > 0 ? sum + body->holds[a].softness : 1.0;
      s[a * n + b] = s[b * n + a] = sum;
    }
  double most = 0;
  for (size_t a = 0; a < n && pl_graph_is_reduced(graph); a++) most = s[a * n + a] > most ? s[a * n + a] : most;
  for (size_t a = 0; a < n; a++) s[a * n + a] += shared_out * most;
  return pl_dense_cholesky(n, s, n);
}

/* A^-1 applied to impulses on holds, added to dv. */
static pl_status push_through_factor(const pl_graph *graph, const double *impulse, const pl_model_context *context,
                                     double *dv)
{
  double *answer = PL_TAKE(context->scratch, double, 3 * graph->count);
  if (!answer) return PL_ERROR_MEMORY;
  PL_TRY(pl_graph_solve(graph, impulse, context, answer));
  for (size_t k = 0; k < 3 * graph->count; k++) dv[k] += answer[k];
  return PL_OK;
}

static void add_hold_impulses(const pl_model_body *body, const double *strength, double *impulse)
{
  for (size_t a = 0; a < body->hold_count; a++)
    for (size_t k = 0; k < body->holds[a].count; k++)
      for (size_t c = 0; c < 3; c++)
        impulse[3 * (size_t)body->holds[a].particles[k] + c] += body->holds[a].weights[k] * strength[3 * a + c];
}

pl_status pl_graph_hold_impulses(pl_model_body *body, const pl_model_context *context, const double *dv,
                                 double *impulse)
{
  pl_graph *graph = body->data;
  PL_TRY(pl_graph_touch_with_holds(body, NULL, 0, context));
  PL_TRY(factor_holds(body));
  double *strength = PL_TAKE(context->scratch, double, 3 * body->hold_count);
  if (!strength) return PL_ERROR_MEMORY;
  for (size_t a = 0; a < body->hold_count; a++) {
    const pl_hold *hold = &body->holds[a];
    for (size_t c = 0; c < 3; c++) {
      double velocity = 0;
      for (size_t k = 0; k < hold->count; k++) {
        size_t i = 3 * (size_t)hold->particles[k] + c;
        velocity += hold->weights[k] * (body->v[i] + dv[i]);
      }
      strength[3 * a + c] = hold->goal[c] - velocity;
    }
  }
  pl_dense_cholesky_solve(body->hold_count, graph->hold_matrix, body->hold_count, strength);
  memset(impulse, 0, 3 * graph->count * sizeof(double));
  add_hold_impulses(body, strength, impulse);
  return PL_OK;
}

pl_status pl_graph_hold(pl_model_body *body, const pl_model_context *context, double *dv)
{
  pl_graph *graph = body->data;
  double *impulse = PL_TAKE(context->scratch, double, 3 * graph->count);
  if (!impulse) return PL_ERROR_MEMORY;
  PL_TRY(pl_graph_hold_impulses(body, context, dv, impulse));
  return push_through_factor(graph, impulse, context, dv);
}

bool pl_graph_has_rigid_motions(const pl_model_body *body)
{
  const pl_graph *graph = body->data;
  return body->fixed_count == 0 && body->hold_count == 0 && (!pl_graph_is_reduced(graph) || graph->reduced.rotates);
}

/* Impulses on many particles are answered as a whole; holds then take back what moves them: -S^-1 C A^-1 j, once more
   through the factor. */
static pl_status answer_with_scratch(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                     double *dv)
{
  pl_graph *graph = body->data;
  PL_TRY(pl_graph_solve(graph, impulse, context, dv));
  if (body->hold_count == 0) return PL_OK;
  PL_TRY(pl_graph_touch_with_holds(body, NULL, 0, context));
  PL_TRY(factor_holds(body));
  double *strength = PL_TAKE(context->scratch, double, 3 * body->hold_count);
  double *back = PL_TAKE(context->scratch, double, 3 * graph->count);
  if (!strength || !back) return PL_ERROR_MEMORY;
  for (size_t a = 0; a < body->hold_count; a++)
    for (size_t c = 0; c < 3; c++) {
      const pl_hold *hold = &body->holds[a];
      strength[3 * a + c] = 0;
      for (size_t k = 0; k < hold->count; k++)
        strength[3 * a + c] -= hold->weights[k] * dv[3 * (size_t)hold->particles[k] + c];
    }
  pl_dense_cholesky_solve(body->hold_count, graph->hold_matrix, body->hold_count, strength);
  memset(back, 0, 3 * graph->count * sizeof(double));
  add_hold_impulses(body, strength, back);
  return push_through_factor(graph, back, context, dv);
}

pl_status pl_graph_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                    double *dv)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = answer_with_scratch(body, impulse, context, dv);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* What the holds answer to impulses: -S^-1 C A^-1 j. */
static pl_status answer_of_holds(const pl_model_body *body, const pl_impulse *impulses, size_t count,
                                 const pl_model_context *context, double *total)
{
  const pl_graph *graph = body->data;
  double *strength = PL_TAKE(context->scratch, double, 3 * body->hold_count);
  if (!strength) return PL_ERROR_MEMORY;
  for (size_t a = 0; a < body->hold_count; a++) {
    double sum[3] = {0, 0, 0};
    for (size_t k = 0; k < count; k++) {
      double w = hold_compliance(graph, &body->holds[a], impulses[k].particle);
      for (size_t c = 0; c < 3; c++) sum[c] -= w * impulses[k].value[c];
    }
    memcpy(strength + 3 * a, sum, sizeof sum);
  }
  pl_dense_cholesky_solve(body->hold_count, graph->hold_matrix, body->hold_count, strength);
  add_hold_impulses(body, strength, total);
  return PL_OK;
}

static pl_status push_particles(pl_model_body *body, const double *impulse, const pl_model_context *context)
{
  const pl_graph *graph = body->data;
  double *dv = PL_TAKE(context->scratch, double, 3 * graph->count);
  if (!dv) return PL_ERROR_MEMORY;
  PL_TRY(pl_graph_solve(graph, impulse, context, dv));
  for (size_t k = 0; k < 3 * graph->count; k++) {
    body->v[k] += dv[k];
    body->x[k] += context->h * dv[k];
  }
  return PL_OK;
}

static pl_status push_coordinates(pl_model_body *body, const double *impulse, const pl_model_context *context)
{
  pl_graph *graph = body->data;
  pl_graph_coordinates *coordinates = &graph->coordinates;
  double *change = PL_TAKE(context->scratch, double, 3 * coordinates->columns);
  if (!change) return PL_ERROR_MEMORY;
  pl_graph_solve_coordinates(graph, impulse, context->pool, change);
  for (size_t k = 0; k < 3 * coordinates->columns; k++) {
    coordinates->rate[k] += change[k];
    coordinates->z[k] += context->h * change[k];
  }
  pl_graph_place(body, context->h, 1, context->pool);
  return PL_OK;
}

static pl_status respond_with_scratch(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                      const pl_model_context *context)
{
  pl_graph *graph = body->data;
  double *total = PL_TAKE(context->scratch, double, 3 * graph->count);
  uint32_t *touched = PL_TAKE(context->scratch, uint32_t, count);
  if (!total || !touched) return PL_ERROR_MEMORY;
  memset(total, 0, 3 * graph->count * sizeof(double));
  for (size_t k = 0; k < count; k++) {
    touched[k] = impulses[k].particle;
    for (size_t c = 0; c < 3; c++) total[3 * (size_t)impulses[k].particle + c] += impulses[k].value[c];
  }
  if (body->hold_count) {
    PL_TRY(pl_graph_touch_with_holds(body, touched, count, context));
    PL_TRY(factor_holds(body));
    PL_TRY(answer_of_holds(body, impulses, count, context, total));
  }
  return pl_graph_is_condensed(graph) ? push_coordinates(body, total, context) : push_particles(body, total, context);
}

pl_status pl_graph_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                  const pl_model_context *context)
{
  if (count == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = respond_with_scratch(body, impulses, count, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* What is pinned does not move at all. The difference of two equal numbers leaves rounding there, and an impulse that
   has to move a particle by way of it would be astronomical. */
static void clear_pinned(const pl_model_body *body, const uint32_t *particles, size_t count, double *out)
{
  for (size_t a = 0; a < body->hold_count; a++) {
    if (body->holds[a].softness > 0 || body->holds[a].count != 1) continue;
    for (size_t k = 0; k < count; k++)
      for (size_t b = 0; particles[k] == body->holds[a].particles[0] && b < count; b++)
        out[k * count + b] = out[b * count + k] = 0;
  }
}

/* A^-1 between the particles, less what the holds take: W - W_h^T S^-1 W_h. */
static pl_status subtract_holds(const pl_model_body *body, const uint32_t *particles, size_t count,
                                const pl_model_context *context, double *out)
{
  const pl_graph *graph = body->data;
  size_t holds = body->hold_count;
  PL_TRY(factor_holds(body));
  double *row = PL_TAKE(context->scratch, double, holds *count);
  double *answer = PL_TAKE(context->scratch, double, 3 * holds);
  if (!row || !answer) return PL_ERROR_MEMORY;
  for (size_t a = 0; a < holds; a++)
    for (size_t k = 0; k < count; k++) row[a * count + k] = hold_compliance(graph, &body->holds[a], particles[k]);
  for (size_t b = 0; b < count; b++) {
    for (size_t a = 0; a < holds; a++)
      for (size_t c = 0; c < 3; c++) answer[3 * a + c] = row[a * count + b];
    pl_dense_cholesky_solve(holds, graph->hold_matrix, holds, answer);
    for (size_t a = 0; a < holds; a++)
      for (size_t k = 0; k < count; k++) out[k * count + b] -= row[a * count + k] * answer[3 * a];
  }
  clear_pinned(body, particles, count, out);
  return PL_OK;
}

pl_status pl_graph_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                              const pl_model_context *context, double *out)
{
  pl_graph *graph = body->data;
  PL_TRY(pl_graph_touch_with_holds(body, particles, count, context));
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b < count; b++) out[a * count + b] = pl_graph_touch_between(graph, particles[a], particles[b]);
  if (body->hold_count == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = subtract_holds(body, particles, count, context, out);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
