/* SPDX-License-Identifier: MIT
   Impulses on all particles at once, and motion of positions without velocities: what the volume constraint needs. It
   pushes from within, so that the target momentum stays. */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "model/embedded/embedded.h"

/* dw = A^-1 J^T impulse */
static pl_status answer_of_nodes(pl_embedded *nodes, const double *impulse, const pl_model_context *context,
                                 double **dw)
{
  *dw = PL_TAKE(context->scratch, double, nodes->unknowns);
  if (!*dw) return PL_ERROR_MEMORY;
  memset(*dw, 0, nodes->unknowns * sizeof(double));
  nodes->kind->gather(nodes, impulse, *dw);
  return nodes->kind->solve(nodes, *dw, context);
}

pl_status pl_embedded_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                       double *dv)
{
  pl_embedded *nodes = body->data;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *dw;
  pl_status status = answer_of_nodes(nodes, impulse, context, &dw);
  if (status == PL_OK) nodes->kind->spread(nodes, dw, context->pool, dv);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

/* Particles go where the nodes carry them at last, so that their volume is the one that will be seen. */
static pl_status move_nodes(pl_embedded *nodes, const double *dw, double length, bool *cut,
                            const pl_model_context *context)
{
  enum { MOST_HALVES = 4 };
  double *from = PL_TAKE(context->scratch, double, nodes->unknowns), energy;
  if (!from) return PL_ERROR_MEMORY;
  memcpy(from, nodes->y, nodes->unknowns * sizeof(double));
  for (int k = 0;; k++) {
    for (size_t i = 0; i < nodes->unknowns; i++) nodes->y[i] = from[i] + length * dw[i];
    nodes->kind->nodes_changed(nodes);
    if (!cut || nodes->bound == INFINITY || length == 0) return PL_OK;
    PL_TRY(nodes->kind->elastic(nodes, context, &energy, NULL));
    if (energy <= nodes->bound) return PL_OK;
    length = k < MOST_HALVES ? 0.5 * length : 0;
    *cut = true;
  }
}

static pl_status shift_nodes(pl_model_body *body, const double *impulse, double positions, double velocities, bool *cut,
                             const pl_model_context *context)
{
  pl_embedded *nodes = body->data;
  double *dw, *dv = PL_TAKE(context->scratch, double, 3 * nodes->particles);
  if (!dv) return PL_ERROR_MEMORY;
  PL_TRY(answer_of_nodes(nodes, impulse, context, &dw));
  if (velocities != 0) {
    for (size_t k = 0; k < nodes->unknowns; k++) nodes->w[k] += velocities * dw[k];
    nodes->kind->spread(nodes, dw, context->pool, dv);
    for (size_t k = 0; k < 3 * nodes->particles; k++) body->v[k] += velocities * dv[k];
  }
  if (positions != 0) {
    PL_TRY(move_nodes(nodes, dw, positions, cut, context));
    nodes->kind->positions(nodes, context->pool, body->x);
  }
  for (size_t k = 0; k < nodes->unknowns; k++) dw[k] *= velocities;
  if (nodes->kind->add_velocity && velocities != 0) nodes->kind->add_velocity(nodes, dw);
  return PL_OK;
}

pl_status pl_embedded_apply_response(pl_model_body *body, const double *impulse, double positions, double velocities,
                                     bool *cut, const pl_model_context *context)
{
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = shift_nodes(body, impulse, positions, velocities, cut, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
