/* SPDX-License-Identifier: MIT
   Impulses reach the frame and the deformation: H = B (B^T M B)^-1 B^T + A^-1 without its rigid part, in the axes of
   the body. Where pins, grabs or fixed particles hold it, rows of these come on top (holds.c). */
#include <math.h>
#include <string.h>

#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/hybrid/hybrid.h"

pl_status pl_hybrid_impulses_to_unknowns(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                         double *dv)
{
  pl_hybrid *b = body->data;
  for (size_t p = 0; p < b->pieces.count; p++) {
    pl_hybrid_nodes nodes = pl_hybrid_nodes_of(b, p);
    const double *rotation = pl_hybrid_rotation(b, p);
    for (size_t k = 0; k < nodes.count; k++) {
      size_t i = nodes.node[k];
      pl_mat3_apply_transpose(rotation, impulse + 3 * i, b->right + 3 * i);
    }
  }
  for (size_t p = 0; p < b->pieces.count; p++) {
    double sums[6];
    pl_hybrid_gather(b, p, b->right, false, sums);
    pl_hybrid_rigid_answer(b, p, sums, b->piece[p].xi);
  }
  return pl_hybrid_answer(b, b->right, dv, context->pool);
}

pl_status pl_hybrid_impulse_response(pl_model_body *body, const double *impulse, const pl_model_context *context,
                                     double *dv)
{
  PL_TRY(pl_hybrid_impulses_to_unknowns(body, impulse, context, dv));
  return pl_hybrid_rows(body) ? pl_hybrid_enforce_holds(body, context, false, dv) : PL_OK;
}

pl_status pl_hybrid_apply_impulses(pl_model_body *body, const pl_impulse *impulses, size_t count,
                                   const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  if (count == 0) return PL_OK;
  memset(b->u, 0, 3 * b->count * sizeof(double));
  for (size_t k = 0; k < count; k++)
    pl_vec3_add(b->u + 3 * (size_t)impulses[k].particle, impulses[k].value, b->u + 3 * (size_t)impulses[k].particle);
  PL_TRY(pl_hybrid_impulse_response(body, b->u, context, b->u));
  for (size_t k = 0; k < 3 * b->count; k++) {
    body->v[k] += b->u[k];
    body->x[k] += context->h * b->u[k];
  }
  return PL_OK;
}

/* Column by column where something holds the body. */
pl_status pl_hybrid_compliance(pl_model_body *body, const uint32_t *particles, size_t count,
                               const pl_model_context *context, double *out)
{
  pl_hybrid *b = body->data;
  if (pl_hybrid_rows(body) == 0) return pl_hybrid_free_compliance(body, particles, count, context, out);
  for (size_t column = 0; column < 3 * count; column++) {
    memset(b->u, 0, 3 * b->count * sizeof(double));
    b->u[3 * (size_t)particles[column / 3] + column % 3] = 1;
    PL_TRY(pl_hybrid_impulse_response(body, b->u, context, b->u));
    for (size_t a = 0; a < count; a++)
      for (size_t k = 0; k < 3; k++)
        out[9 * (a * count + column / 3) + 3 * k + column % 3] = b->u[3 * (size_t)particles[a] + k];
  }
  return PL_OK;
}
