/* SPDX-License-Identifier: MIT
   The deformation of a hybrid body as laws of matter see it (model/fibres.h; [T] sect. 4.4: "the viscoelastic process
   establishes feedback from e into r"). A fibre is a node: its deformation is e, in the axes of the body, what a law
   moves is how far its reference place is from the first one, and its strain is e over the radius of the body. Fibres
   of links only measure how far e opens and shears them, those of bendings how far it curves: the second difference of
   e over the square of the spacing, half the thickness of which is the strain at the surface.

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
  pl_release(b->fibres.mode);
  pl_release(b->fibres.span);
  b->fibres = (pl_hybrid_fibre_arrays){0};
}

static bool creases(const pl_hybrid *b) { return b->broken && b->thickness > 0; }

/* Of nodes and links. */
static size_t unbent_count(const pl_hybrid *b) { return b->count + (b->broken ? b->link_count : 0); }

/* The link behind this one, along the same direction of the grid; PL_NO_LINK: it is the last. */
static uint32_t link_behind(const pl_hybrid *b, size_t node, size_t direction)
{
  uint32_t link = b->link_at[3 * node + direction];
  return link == PL_NO_LINK ? PL_NO_LINK : b->link_at[3 * (size_t)b->link_ends[2 * link + 1] + direction];
}

static size_t bend_count(const pl_hybrid *b)
{
  size_t count = 0;
  for (size_t k = 0; creases(b) && k < 3 * b->count; k++) count += link_behind(b, k / 3, k % 3) != PL_NO_LINK;
  return count;
}

static size_t fibre_count(const pl_hybrid *b) { return unbent_count(b) + b->fibres.bend_count; }

static bool make_room(pl_hybrid *b, bool flows)
{
  pl_hybrid_fibre_arrays *fibres = &b->fibres;
  fibres->bend_count = bend_count(b);
  size_t count = fibre_count(b), links = b->broken ? b->link_count : 0;
  fibres->ends = PL_NEW(uint32_t, 2 * count);
  fibres->link = PL_NEW(uint32_t, count);
  fibres->length = PL_NEW(double, count);
  fibres->first = PL_NEW(double, 3 * count + 1);
  fibres->link_length = PL_NEW(double, links + 1);
  if (flows) fibres->rest = PL_NEW(double, 3 * count + 1);
  if (b->given[1] || b->factor) fibres->factor = PL_NEW(double, count);
  if (fibres->bend_count) {
    fibres->mode = PL_NEW(uint8_t, count);
    fibres->span = PL_NEW(uint32_t, PL_SPAN_LINKS * count);
    if (!fibres->mode || !fibres->span) return false;
  }
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

static void measure_bend(pl_hybrid *b, size_t f, uint32_t first, uint32_t second)
{
  pl_hybrid_fibre_arrays *fibres = &b->fibres;
  const double spacing = 0.5 * (fibres->link_length[first] + fibres->link_length[second]);
  fibres->ends[2 * f] = b->link_ends[2 * first];
  fibres->ends[2 * f + 1] = b->link_ends[2 * second + 1];
  fibres->link[f] = PL_NO_LINK;
  fibres->length[f] = 2 * spacing * spacing / b->thickness;
  fibres->mode[f] = PL_FIBRE_BENDS;
  fibres->span[PL_SPAN_LINKS * f] = first;
  fibres->span[PL_SPAN_LINKS * f + 1] = second;
  if (fibres->factor) fibres->factor[f] = 1;
}

static void measure_bends(pl_hybrid *b)
{
  pl_hybrid_fibre_arrays *fibres = &b->fibres;
  size_t f = unbent_count(b);
  if (!fibres->bend_count) return;
  for (size_t k = 0; k < PL_SPAN_LINKS * fibre_count(b); k++) fibres->span[k] = PL_NO_LINK;
  memset(fibres->mode, PL_FIBRE_OPENS, f);
  for (size_t k = 0; k < 3 * b->count; k++) {
    uint32_t behind = link_behind(b, k / 3, k % 3);
    if (behind != PL_NO_LINK) measure_bend(b, f++, b->link_at[k], behind);
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
  measure_bends(b);
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
                     .mode = b->fibres.mode,
                     .span = b->fibres.span,
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
  for (size_t f = unbent_count(b); f < fibre_count(b); f++) {
    const uint32_t *links = b->fibres.span + PL_SPAN_LINKS * f;
    const double *middle = out + 3 * (size_t)b->link_ends[2 * (size_t)links[0] + 1];
    pl_vec3_add(out + 3 * (size_t)b->fibres.ends[2 * f], out + 3 * (size_t)b->fibres.ends[2 * f + 1], out + 3 * f);
    pl_vec3_add_scaled(out + 3 * f, -2, middle, out + 3 * f);
    if (pl_hybrid_hold_of(b, links, 2, true) == 0) pl_vec3_set(out + 3 * f, 0, 0, 0);
  }
  for (size_t f = b->count; f < unbent_count(b); f++) {
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
