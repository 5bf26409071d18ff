/* SPDX-License-Identifier: MIT
   The terms of a body as laws of matter see them (model/fibres.h; [T] sect. 4.4: "a feedback process which evolves the
   reference tensor G0, as well as any higher-order reference tensors"). A fibre is a term: an entry of G, B, a stretch,
   a curvature or a torsion. Rigid motion changes none of them. Strains for which laws have limits:

     G_ii  (G - G0) / (2 G0)          G_ij  (G - G0) / (2 |A||B|)         stretch  (s - s0) / s0
     B, kappa, tau  at the surface: half the thickness times the change

   Splines have no rest values: their terms take no part. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "model/continuum/continuum.h"

/* ---- arrays of fibres ---- */

void pl_continuum_free_fibres(pl_continuum_fibre_arrays *fibres)
{
  pl_release(fibres->ends);
  pl_release(fibres->link);
  pl_release(fibres->length);
  pl_release(fibres->first);
  pl_release(fibres->factor);
  pl_release(fibres->span);
  pl_release(fibres->mode);
  pl_release(fibres->link_length);
  pl_release(fibres->rest);
  *fibres = (pl_continuum_fibre_arrays){0};
}

static double length_of_difference(const pl_term *term, const double *coefficient, const double *x)
{
  double sum[3] = {0, 0, 0};
  for (size_t k = 0; k < term->count; k++) pl_vec3_add_scaled(sum, coefficient[k], x + 3 * (size_t)term->node[k], sum);
  return pl_vec3_length(sum);
}

static double length_of(const pl_continuum *c, const pl_term *term)
{
  const pl_term_pattern *p = &c->terms.pattern[term->whole[0]];
  switch ((pl_term_kind)term->kind) {
  case PL_TERM_METRIC: return 2 * length_of_difference(term, p->a, c->rest) * length_of_difference(term, p->b, c->rest);
  case PL_TERM_STRETCH: return length_of_difference(term, p->a, c->rest);
  case PL_TERM_BEND:
  case PL_TERM_ARC:
  case PL_TERM_TORSION: return 2 / (c->thickness > 0 ? c->thickness : c->spacing[0]);
  case PL_TERM_LINEAR: break;
  }
  return 0;
}

static pl_status make_room(pl_continuum *c)
{
  pl_continuum_fibre_arrays *fibres = &c->fibres;
  size_t count = c->terms.count;
  if (fibres->ends) return PL_OK;
  fibres->ends = PL_NEW(uint32_t, 2 * count + 1);
  fibres->link = PL_NEW(uint32_t, count + 1);
  fibres->length = PL_NEW(double, count + 1);
  fibres->first = PL_NEW(double, count + 1);
  fibres->factor = PL_NEW(double, count + 1);
  fibres->span = PL_NEW(uint32_t, PL_SPAN_LINKS * count + 1);
  fibres->mode = PL_NEW(uint8_t, count + 1);
  fibres->link_length = PL_NEW(double, c->link_count + 1);
  if (fibres->ends && fibres->link && fibres->length && fibres->first && fibres->factor && fibres->span &&
      fibres->mode && fibres->link_length)
    return PL_OK;
  pl_continuum_free_fibres(fibres);
  return PL_ERROR_MEMORY;
}

static void to_terms(pl_continuum *c)
{
  for (size_t t = 0; c->fibres.rest && t < c->terms.count; t++) c->terms.term[t].rest = c->fibres.rest[t];
}

static void apply_links(pl_continuum *c, const pl_links *links)
{
  pl_continuum_apply_links(&c->terms, links);
  for (size_t t = 0; c->fibres.factor && t < c->terms.count; t++) {
    const pl_term *term = &c->terms.term[t];
    c->fibres.factor[t] = term->weight > 0 ? term->stiffness / term->weight : 1;
  }
}

/* Strains that a term gives its links (matter/fracture.c). A bending has the two along it first; the others only carry
   its normal. */
static void measure_links(pl_continuum_fibre_arrays *fibres, size_t t, const pl_term *term)
{
  bool single = term->count == 2, shears = term->kind == PL_TERM_METRIC && !single;
  fibres->mode[t] = single ? PL_FIBRE_OPENS : shears ? PL_FIBRE_SHEARS : PL_FIBRE_BENDS;
  for (size_t k = 0; k < PL_SPAN_LINKS; k++)
    fibres->span[PL_SPAN_LINKS * t + k] = shears || (k < 2 && !single) ? term->link[k] : PL_NO_LINK;
}

/* New terms have their first rest values; how far they have flowed is kept. */
static void measure_terms(pl_continuum *c, bool were_there)
{
  pl_continuum_fibre_arrays *fibres = &c->fibres;
  for (size_t t = 0; t < c->terms.count; t++) {
    const pl_term *term = &c->terms.term[t];
    bool bend = term->count == 3 && term->kind != PL_TERM_ARC; /* node, before, after */
    size_t last = (size_t)term->count - 1;
    fibres->ends[2 * t] = term->node[bend || term->count == 5 ? 1 : 0];
    fibres->ends[2 * t + 1] = term->node[bend || term->count == 5 ? 2 : last];
    fibres->link[t] = term->count == 2 ? term->link[0] : PL_NO_LINK;
    fibres->length[t] = length_of(c, term);
    measure_links(fibres, t, term);
    if (fibres->rest) fibres->rest[t] = term->rest + (were_there ? fibres->rest[t] - fibres->first[t] : 0);
    fibres->first[t] = term->rest;
  }
  for (size_t k = 0; k < c->link_count; k++)
    fibres->link_length[k] =
        pl_vec3_distance(c->rest + 3 * (size_t)c->link_ends[2 * k], c->rest + 3 * (size_t)c->link_ends[2 * k + 1]);
  to_terms(c);
}

pl_status pl_continuum_make_fibres(pl_continuum *c, const pl_model_body *body)
{
  if (!body->flows) { /* any more: a snapshot may take it back to before */
    pl_release(c->fibres.rest);
    c->fibres.rest = NULL;
  }
  if (body->flows || body->links) {
    PL_TRY(make_room(c));
    bool were_there = c->fibres.rest;
    if (body->flows && !were_there) {
      c->fibres.rest = PL_NEW(double, c->terms.count + 1);
      if (!c->fibres.rest) return PL_ERROR_MEMORY;
    }
    measure_terms(c, were_there);
  }
  apply_links(c, body->links);
  return PL_OK;
}

void pl_continuum_forget_flow(pl_continuum *c)
{
  if (c->fibres.rest) memcpy(c->fibres.rest, c->fibres.first, c->terms.count * sizeof(double));
  to_terms(c);
}

void pl_continuum_fibres(const pl_model_body *body, pl_fibres *out)
{
  const pl_continuum *c = body->data;
  *out = (pl_fibres){.link_count = c->link_count,
                     .weighted = true,
                     .breaks = true,
                     .link_length = c->fibres.link_length,
                     .link_ends = c->link_ends,
                     .count = c->def.energy == PL_CONTINUUM_SPLINE ? 0 : c->terms.count,
                     .components = 1,
                     .ends = c->fibres.ends,
                     .link = c->fibres.link,
                     .length = c->fibres.length,
                     .first = c->fibres.first,
                     .rest = c->fibres.rest,
                     .factor = c->fibres.factor,
                     .mode = c->fibres.mode,
                     .span = c->fibres.span,
                     .modulus = c->def.youngs_modulus};
}

/* ---- deformations ---- */

typedef struct deformation_work {
  const pl_continuum *c;
  const double *x;
  double *out;
} deformation_work;

static void deformations_of(void *context, size_t begin, size_t end)
{
  static const double turn = 6.283185307179586;
  const deformation_work *work = context;
  const pl_terms *terms = &work->c->terms;
  for (size_t t = begin; t < end; t++) {
    const pl_term *term = &terms->term[t];
    double off = term->stiffness > 0 ? pl_term_measure(terms, term, work->x) - term->rest : 0;
    if (term->kind == PL_TERM_TORSION && term->stiffness > 0) { /* as an angle it goes round */
      double length = pl_vec3_distance(work->x + 3 * (size_t)term->node[1], work->x + 3 * (size_t)term->node[2]);
      off -= turn / length * round(off * length / turn);
    }
    work->out[t] = off;
  }
}

pl_status pl_continuum_deformations(const pl_model_body *body, const pl_model_context *context, double *out)
{
  const pl_continuum *c = body->data;
  deformation_work work = {c, body->x, out};
  pl_parallel_for(context->pool, c->terms.count, PL_TERM_GRAIN, deformations_of, &work);
  return PL_OK;
}

pl_status pl_continuum_refit(pl_model_body *body, unsigned what, const pl_model_context *context)
{
  (void)context;
  pl_continuum *c = body->data;
  if (what & PL_REFIT_REST) to_terms(c);
  if (what & PL_REFIT_LINKS) apply_links(c, body->links);
  c->h = 0; /* the matrix is that of other terms */
  return PL_OK;
}
