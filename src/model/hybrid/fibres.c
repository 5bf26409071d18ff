/* SPDX-License-Identifier: MIT
   The deformation of a hybrid body as laws of matter see it (model/fibres.h; [T] sect. 4.4: "the viscoelastic process
   establishes feedback from e into r"). A fibre is a node: its deformation is e, in the axes of the body, what a law
   moves is how far its reference place is from the first one, and its strain is e over the radius of the body.

   The frame and the matrix stay those of the first reference shape r: what flows is a displacement p beside it, e = R^T
   (x - c) - r - p. Like e it has no rigid part. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "model/hybrid/hybrid.h"

static double radius_of(const pl_hybrid *b)
{
  double most = 0;
  for (size_t i = 0; i < b->count; i++) most = fmax(most, pl_vec3_length(b->r + 3 * i));
  return most;
}

void pl_hybrid_free_lent(pl_hybrid *b)
{
  pl_release(b->lent.ends);
  pl_release(b->lent.length);
  pl_release(b->lent.first);
  pl_release(b->lent.flowed);
  b->lent = (pl_hybrid_lent){0};
}

pl_status pl_hybrid_lend(pl_hybrid *b, const pl_model_body *body)
{
  pl_hybrid_lent *lent = &b->lent;
  if (!body->flows) {
    pl_hybrid_free_lent(b);
    return PL_OK;
  }
  if (lent->flowed) return PL_OK;
  lent->ends = PL_NEW(uint32_t, 2 * b->count);
  lent->length = PL_NEW(double, b->count);
  lent->first = PL_NEW(double, 3 * b->count + 1);
  lent->flowed = PL_NEW(double, 3 * b->count + 1);
  if (!lent->ends || !lent->length || !lent->first || !lent->flowed) {
    pl_hybrid_free_lent(b);
    return PL_ERROR_MEMORY;
  }
  double radius = radius_of(b);
  for (size_t i = 0; i < b->count; i++) {
    lent->ends[2 * i] = lent->ends[2 * i + 1] = (uint32_t)i;
    lent->length[i] = radius;
  }
  return PL_OK;
}

void pl_hybrid_fibres(const pl_model_body *body, pl_fibres *out)
{
  const pl_hybrid *b = body->data;
  *out = (pl_fibres){.count = b->count,
                     .components = 3,
                     .ends = b->lent.ends,
                     .length = b->lent.length,
                     .first = b->lent.first,
                     .rest = b->lent.flowed};
}

pl_status pl_hybrid_deformations(const pl_model_body *body, const pl_model_context *context, double *out)
{
  const pl_hybrid *b = body->data;
  double centre[3], rotation[9];
  (void)context;
  memcpy(rotation, b->rotation, sizeof rotation);
  pl_hybrid_frame(b, body->x, centre, rotation);
  pl_hybrid_deformation(b, body->x, centre, rotation, out);
  return PL_OK;
}

/* Flow that is not alike everywhere may have a rigid part; that is the frame's. */
pl_status pl_hybrid_refit(pl_model_body *body, unsigned what, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  double sums[6], xi[6];
  (void)context;
  if (!(what & PL_REFIT_REST) || !b->lent.flowed) return PL_OK;
  pl_hybrid_gather(b, b->lent.flowed, true, sums);
  pl_hybrid_rigid_answer(b, sums, xi);
  pl_hybrid_add_rigid(b, xi, -1, false, b->lent.flowed);
  return PL_OK;
}
