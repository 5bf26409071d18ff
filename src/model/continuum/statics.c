/* SPDX-License-Identifier: MIT
   The shape of least energy, by Newton's method held back by a mass that grows where a solve would have gone uphill and
   shrinks where all of it went down. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/status.h"
#include "math/vec3.h"
#include "model/continuum/continuum.h"

/* N/m of a pin without a given stiffness: far above that of the material. */
static double pin_stiffness(const pl_continuum *c)
{
  double most = 0;
  for (size_t t = 0; t < c->terms.count; t++) {
    const pl_term *term = &c->terms.term[t];
    double a = c->terms.pattern[term->pattern].a[1];
    most = fmax(most, term->measure * term->weight * a * a);
  }
  return 100 * most;
}

static pl_status solve(pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                       pl_statics_result *result)
{
  pl_continuum *c = body->data;
  pl_rest_spring *springs = PL_TAKE(context->scratch, pl_rest_spring, task->spring_count + 1);
  if (!springs) return PL_ERROR_MEMORY;
  for (size_t s = 0; s < task->spring_count; s++) {
    springs[s] = task->springs[s];
    if (!(springs[s].stiffness > 0)) springs[s].stiffness = pin_stiffness(c);
  }
  const double least = 1e-6, most = 1e9, first = 1;
  double hold = first; /* 1/s^2 */
  pl_objective o = {.mass = body->mass,
                    .target = c->target,
                    .start = c->target,
                    .outer = task->outer,
                    .springs = springs,
                    .spring_count = task->spring_count};
  pl_vec3_copy(task->gravity, o.gravity);
  memset(c->held, 0, c->count);
  memcpy(c->x, body->x, 3 * c->count * sizeof(double));
  *result = (pl_statics_result){.moved = INFINITY};
  while (result->rounds < task->most && hold < most) {
    double value, moved, whole;
    memcpy(c->target, c->x, 3 * c->count * sizeof(double));
    o.inertia = hold;
    value = pl_objective_at(c, &o, c->x, context->pool);
    PL_TRY(pl_continuum_minimise(c, &o, 1, 0, context->pool, &value, &moved));
    result->rounds++;
    whole = 0;
    for (size_t i = 0; i < c->count; i++) whole = fmax(whole, pl_vec3_length(c->step + 3 * i));
    bool all = moved >= whole;
    result->moved = whole;
    if (moved == 0 && whole > task->tolerance) hold *= 10;
    if (whole <= task->tolerance && hold <= first) break;
    if (all && hold > least) hold *= 0.2;
    if (!all && moved < 0.3 * whole) hold *= 4;
  }
  result->energy = pl_objective_forces(c, &o, context->pool, &result->load, &result->unbalanced);
  memcpy(body->x, c->x, 3 * c->count * sizeof(double));
  memset(body->v, 0, 3 * c->count * sizeof(double));
  return pl_continuum_refactor(body, true, context);
}

pl_status pl_continuum_solve_statics(pl_model_body *body, const pl_statics_task *task, const pl_model_context *context,
                                     pl_statics_result *result)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = solve(body, task, context, result);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
