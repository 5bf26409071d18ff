/* SPDX-License-Identifier: MIT
   The deformation of a hybrid body as laws of matter see it (model/fibres.h; [T] sect. 4.4: "the viscoelastic process
   establishes feedback from e into r"). A fibre is a node: its deformation is e, in the axes of the body, what a law
   moves is how far its reference place is from the first one, and its strain is e over the radius of the body. Fibres
   of links only tell how far e opens and shears them.

   The frame and the matrix stay those of the first reference shape r: what flows is a displacement p beside it, e = R^T
   (x - c) - r - p. Like e it has no rigid part. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/hybrid/hybrid.h"

double pl_hybrid_reach(const pl_hybrid *b)
{
  double most = 0;
  for (size_t i = 0; i < b->count; i++) most = fmax(most, pl_vec3_length(b->shape + 3 * i));
  return most;
}

/* ---- arrays of fibres ---- */

void pl_hybrid_free_fibres(pl_hybrid *b)
{
  pl_release(b->fibres.ends);
  pl_release(b->fibres.link);
  pl_release(b->fibres.length);
  pl_release(b->fibres.first);
  pl_release(b->fibres.rest);
  pl_release(b->fibres.factor);
  pl_release(b->fibres.link_length);
  b->fibres = (pl_hybrid_fibre_arrays){0};
}

static size_t fibre_count(const pl_hybrid *b) { return b->count + (b->broken ? b->link_count : 0); }

static bool make_room(pl_hybrid *b, bool flows)
{
  pl_hybrid_fibre_arrays *fibres = &b->fibres;
  size_t count = fibre_count(b), links = b->broken ? b->link_count : 0;
  fibres->ends = PL_NEW(uint32_t, 2 * count);
  fibres->link = PL_NEW(uint32_t, count);
  fibres->length = PL_NEW(double, count);
  fibres->first = PL_NEW(double, 3 * count + 1);
  fibres->link_length = PL_NEW(double, links + 1);
  if (flows) fibres->rest = PL_NEW(double, 3 * count + 1);
  if (b->given[1] || b->factor) fibres->factor = PL_NEW(double, count);
  return fibres->ends && fibres->link && fibres->length && fibres->first && fibres->link_length &&
         (fibres->rest || !flows) && (fibres->factor || !(b->given[1] || b->factor));
}

static void measure_nodes(pl_hybrid *b)
{
  double reach = pl_hybrid_reach(b);
  for (size_t i = 0; i < b->count; i++) {
    b->fibres.ends[2 * i] = b->fibres.ends[2 * i + 1] = (uint32_t)i;
    b->fibres.link[i] = PL_NO_LINK;
    b->fibres.length[i] = reach;
    if (b->fibres.factor) b->fibres.factor[i] = 1;
  }
}

/* Of the modulus of the definition. */
static double factor_of_link(const pl_hybrid *b, const uint32_t ends[2])
{
  double sum = 0;
  for (size_t e = 0; e < 2; e++) {
    double given = b->given[1] ? b->given[1][ends[e]] / fmax(b->def.stretch.value, 1e-300) : 1;
    sum += 0.5 * given * (b->factor ? b->factor[ends[e]] : 1);
  }
  return sum;
}

void pl_hybrid_measure_links(pl_hybrid *b)
{
  pl_hybrid_fibre_arrays *fibres = &b->fibres;
  if (!b->broken || !fibres->ends) return;
  for (size_t k = 0; k < b->link_count; k++) {
    size_t f = b->count + k;
    const uint32_t *ends = b->link_ends + 2 * k;
    const size_t from = 3 * (size_t)ends[0], to = 3 * (size_t)ends[1];
    memcpy(fibres->ends + 2 * f, ends, 2 * sizeof *ends);
    fibres->link[f] = (uint32_t)k;
    pl_vec3_sub(b->shape + to, b->shape + from, fibres->first + 3 * f);
    fibres->length[f] = fibres->link_length[k] = pl_vec3_length(fibres->first + 3 * f);
    if (fibres->factor) fibres->factor[f] = factor_of_link(b, ends);
    if (!fibres->rest) continue;
    pl_vec3_sub(fibres->rest + to, fibres->rest + from, fibres->rest + 3 * f);
    pl_vec3_add(fibres->rest + 3 * f, fibres->first + 3 * f, fibres->rest + 3 * f);
  }
}

/* What flowed is kept when links come to it. */
pl_status pl_hybrid_make_fibres(pl_hybrid *b, const pl_model_body *body)
{
  pl_hybrid_fibre_arrays before = b->fibres;
  bool same = before.ends && (before.rest != NULL) == body->flows && b->own_links == (b->broken != NULL);
  if (!body->flows && !b->broken) {
    pl_hybrid_free_fibres(b);
    return PL_OK;
  }
  if (same) return PL_OK;
  b->fibres = (pl_hybrid_fibre_arrays){0};
  if (!make_room(b, body->flows)) {
    pl_hybrid_free_fibres(b);
    b->fibres = before;
    return PL_ERROR_MEMORY;
  }
  if (before.rest && b->fibres.rest) memcpy(b->fibres.rest, before.rest, 3 * b->count * sizeof(double));
  pl_hybrid_fibre_arrays now = b->fibres;
  b->fibres = before;
  pl_hybrid_free_fibres(b);
  b->fibres = now;
  b->own_links = b->broken != NULL;
  measure_nodes(b);
  pl_hybrid_measure_links(b);
  return PL_OK;
}

void pl_hybrid_fibres(const pl_model_body *body, pl_fibres *out)
{
  const pl_hybrid *b = body->data;
  *out = (pl_fibres){.link_count = b->link_count,
                     .breaks = b->def.step == PL_HYBRID_STABLE,
                     .link_length = b->fibres.link_length,
                     .link_ends = b->link_ends,
                     .count = fibre_count(b),
                     .still = fibre_count(b) - b->count,
                     .components = 3,
                     .ends = b->fibres.ends,
                     .link = b->fibres.link,
                     .length = b->fibres.length,
                     .first = b->fibres.first,
                     .rest = b->fibres.rest,
                     .factor = b->fibres.factor,
                     .modulus = b->def.stretch.value};
}

/* ---- deformations ---- */

pl_status pl_hybrid_deformations(const pl_model_body *body, const pl_model_context *context, double *out)
{
  const pl_hybrid *b = body->data;
  (void)context;
  for (size_t p = 0; p < b->pieces.count; p++) {
    double centre[3], rotation[9];
    pl_mat3_copy(pl_hybrid_rotation(b, p), rotation);
    pl_hybrid_frame(b, p, body->x, centre, rotation);
    pl_hybrid_deformation(b, p, body->x, centre, rotation, out);
  }
  for (size_t f = b->count; f < fibre_count(b); f++) {
    const uint32_t *ends = b->fibres.ends + 2 * f;
    pl_vec3_sub(out + 3 * (size_t)ends[1], out + 3 * (size_t)ends[0], out + 3 * f);
    if (b->broken[f - b->count] == PL_LINK_BROKEN) pl_vec3_set(out + 3 * f, 0, 0, 0); /* frames may differ */
  }
  return PL_OK;
}

/* Flow that is not alike everywhere may have a rigid part; that is the frame's. */
pl_status pl_hybrid_refit(pl_model_body *body, unsigned what, const pl_model_context *context)
{
  pl_hybrid *b = body->data;
  if ((what & PL_REFIT_REST) && b->fibres.rest) {
    pl_hybrid_remove_rigid(b, true, b->fibres.rest);
    pl_hybrid_measure_links(b);
  }
  return what & PL_REFIT_LINKS ? pl_hybrid_follow_links(body, true, context) : PL_OK;
}
