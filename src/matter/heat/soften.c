/* SPDX-License-Identifier: MIT */
#include "matter/heat/soften.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "matter/heat/heat.h"
#include "matter/matter.h"

pl_status pl_softening_check(const pl_softening *s)
{
  if (!isfinite(s->begin) || !isfinite(s->end) || s->begin < 0 || s->end < 0)
    return pl_fail(PL_ERROR_ARGUMENT,
                   "heat.softening_begin and softening_end must be zero or positive, in K, got %g "
                   "and %g",
                   s->begin, s->end);
  if (s->begin > s->end || (s->begin == s->end && s->end > 0))
    return pl_fail(PL_ERROR_ARGUMENT,
                   "heat.softening_end must be above softening_begin (%g K), got %g: stiffness falls from one to the "
                   "other",
                   s->begin, s->end);
  if (!(s->least > 0 && s->least <= 1))
    return pl_fail(PL_ERROR_ARGUMENT,
                   "heat.soft_stiffness must be in (0, 1], got %g; what has none at all is molten: "
                   "give heat.melting_point",
                   s->least);
  if (isfinite(s->melting) && s->melting >= 0) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "heat.melting_point must be zero (never) or positive, in K, got %g", s->melting);
}

double pl_softening_at(const pl_softening *s, double temperature)
{
  if (!(s->end > 0)) return 1;
  double part = (temperature - s->begin) / (s->end - s->begin);
  return 1 - (1 - s->least) * fmin(fmax(part, 0), 1);
}

/* Relative changes smaller than this are postponed, because matrices depend on the weights. */
static const double worth = 0.005;

static bool has_another_weight(double now, double next, double least)
{
  return now != next && (next == 1 || next == least || fabs(next - now) > worth * now);
}

/* Are any links other ones than before? */
static bool follow_temperatures(const pl_heat *heat, const pl_fibres *fibres, pl_links *links)
{
  const pl_softening *s = &heat->softening;
  bool changed = false;
  for (size_t k = 0; k < links->count; k++) {
    if (links->state[k] == PL_LINK_BROKEN) continue;
    double temperature = pl_heat_of_link(heat, fibres, k), next = pl_softening_at(s, temperature);
    if (s->melting > 0 && temperature > s->melting) {
      links->state[k] = PL_LINK_BROKEN;
      changed = true;
    } else if (has_another_weight(links->weight[k], next, s->least)) {
      links->weight[k] = next;
      changed = true;
    }
  }
  return changed;
}

/* Stress stays where stiffness rises. */
static pl_status keep_stress(const pl_matter_setup *setup, const pl_fibres *fibres, const double *before,
                             const pl_model_context *context)
{
  bool harder = false;
  for (size_t f = 0; f < fibres->count && !harder; f++) harder = fibres->factor[f] > before[f] && before[f] > 0;
  if (!harder || !fibres->rest) return PL_OK;
  size_t n = fibres->components;
  double *deformation = PL_TAKE(context->scratch, double, n * fibres->count + 1);
  if (!deformation) return PL_ERROR_MEMORY;
  PL_TRY(setup->model->deformations(setup->body, context, deformation));
  for (size_t f = 0; f < fibres->count; f++) {
    if (!(fibres->factor[f] > before[f] && before[f] > 0)) continue;
    double part = 1 - before[f] / fibres->factor[f];
    for (size_t c = 0; c < n; c++) fibres->rest[n * f + c] += part * deformation[n * f + c];
  }
  return setup->model->refit(setup->body, PL_REFIT_REST, context);
}

static pl_status soften(const pl_matter_setup *setup, const pl_heat *heat, const pl_model_context *context)
{
  pl_fibres fibres;
  setup->model->fibres(setup->body, &fibres);
  if (!follow_temperatures(heat, &fibres, &setup->matter->links)) return PL_OK;
  if (!fibres.weighted) return pl_matter_links_changed(setup, context); /* melting breaks links, and nothing softens */
  double *before = PL_TAKE(context->scratch, double, fibres.count + 1);
  if (!before) return PL_ERROR_MEMORY;
  memcpy(before, fibres.factor, fibres.count * sizeof(double));
  PL_TRY(pl_matter_links_changed(setup, context));
  return keep_stress(setup, &fibres, before, context);
}

pl_status pl_matter_soften(const pl_matter_setup *setup, const pl_heat *heat, const pl_model_context *context)
{
  if (!pl_softening_is_on(&heat->softening) || !setup->matter || !setup->matter->links.count) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = soften(setup, heat, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
