/* SPDX-License-Identifier: MIT
   Impulses go through the matrix of the last step: H dx = j / h, dv = dx / h. */
#include <string.h>

#include "base/status.h"
#include "model/continuum/continuum.h"

/* Terms that matter changed since the last step have their matrix made anew. */
static pl_status answer(pl_model_body *body, double *x, const pl_model_context *context)
{
  pl_continuum *c = body->data;
  if (c->h == 0) PL_TRY(pl_continuum_refactor(body, false, context));
  PL_TRY(pl_continuum_solve(c, x, context->pool));
  double scale = 1 / (context->h * context->h);
  for (size_t k = 0; k < 3 * c->count; k++) x[k] *= scale;
  return PL_OK;
}

pl_status pl_continuum_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                      const pl_model_context *context)
{
  pl_continuum *c = body->data;
  if (count == 0) return PL_OK;
  memset(c->step, 0, 3 * c->count * sizeof(double));
  for (size_t k = 0; k < count; k++)
    for (size_t a = 0; a < 3; a++) c->step[3 * (size_t)impulses[k].particle + a] += impulses[k].value[a];
  PL_TRY(answer(body, c->step, context));
  for (size_t k = 0; k < 3 * c->count; k++) {
    body->v[k] += c->step[k];
    body->x[k] += context->h * c->step[k];
  }
  return PL_OK;
}

pl_status pl_continuum_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                        double *dv)
{
  pl_continuum *c = body->data;
  memmove(dv, impulse, 3 * c->count * sizeof(double));
  return answer(body, dv, context);
}

/* From half solves of the rows that contact touches, which are kept until the next factor: half of a solve each, and
   never twice. */
static bool by_halves(pl_continuum *c, const uint32_t *particles, size_t count, const pl_model_context *context,
                      double *out)
{
  pl_touched_nodes *touched = &c->matrix.touched;
  pl_cholesky *factor = pl_solver_factor(c->matrix.solver);
  pl_touched_work work;
  size_t width = 3 * touched->capacity;
  const double scale = 1 / (context->h * context->h), per_operation = 2.0 / 3.0; /* units of work (base/work.h) */
  if (!factor || !touched->between || !pl_touched_find(touched, factor, NULL, particles, count, &work)) return false;
  pl_solver_report report = {0};
  double halves = 0.5 * (double)work.halves * pl_solver_work(c->matrix.solver, &report);
  pl_work_add(context->work, per_operation * (halves + (double)work.products));
  for (size_t a = 0; a < count; a++)
    for (size_t b = 0; b < count; b++) {
      size_t row = 3 * (size_t)touched->slot[particles[a]], column = 3 * (size_t)touched->slot[particles[b]];
      bool held = c->held[particles[a]] || c->held[particles[b]];
      for (size_t e = 0; e < 9; e++)
        out[9 * (a * count + b) + e] = held ? 0 : scale * touched->between[(row + e / 3) * width + column + e % 3];
    }
  return true;
}

/* Where what solves has no factor: one solve for the three directions of each particle. */
pl_status pl_continuum_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                                  const pl_model_context *context, double *out)
{
  pl_continuum *c = body->data;
  double scale = 1 / (context->h * context->h);
  if (c->h == 0) PL_TRY(pl_continuum_refactor(body, false, context));
  if (by_halves(c, particles, count, context, out)) return PL_OK;
  for (size_t b = 0; b < count; b++) {
    bool held = c->held[particles[b]];
    memset(c->right, 0, 9 * c->count * sizeof(double));
    for (size_t k = 0; k < 3 && !held; k++) c->right[9 * (size_t)particles[b] + 4 * k] = scale;
    PL_TRY(pl_continuum_solve_three(c, context));
    for (size_t a = 0; a < count; a++)
      memcpy(out + 9 * (a * count + b), c->answer + 9 * (size_t)particles[a], 9 * sizeof(double));
  }
  return PL_OK;
}
