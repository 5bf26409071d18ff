/* SPDX-License-Identifier: MIT
   Fracture. A link is loaded by its worst fibre: deformation over what it bears, 1 at the limit. Of loaded links those
   break that no link beside them exceeds: a crack goes on at its tip, where the load is greatest, in many
   places at once, and never turns a whole neighbourhood to dust in one step. Equal loads break together, so that what
   is symmetric stays so.

   [T] sect. 4.4 breaks "the material point u* (or some small set of points) at which there occurs the maximum elastic
   displacement over Omega": one link per step would make the speed of a crack 1 / h, and let two cracks wait for each
   other. With `speed` a link bears what is beyond its limit for its length over that speed; what is left of a step when
   it breaks counts for the next one, so that the step does not matter. */
#include "matter/fracture.h"

#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "base/status.h"
#include "math/vec3.h"
#include "matter/matter.h"

pl_fracture_def pl_default_fracture_def(void) { return (pl_fracture_def){0}; }

bool pl_fracture_is_on(const pl_fracture_def *def)
{
  return def->strain > 0 || def->stress > 0 || def->energy > 0 || def->shear > 0 || def->failure > 0 || def->crease > 0;
}

pl_status pl_fracture_check(const pl_fracture_def *def)
{
  const struct {
    const char *name, *unit;
    double value;
  } limits[] = {{"strain", "", def->strain},           {"stress", ", in Pa", def->stress},
                {"energy", ", in J/m^2", def->energy}, {"shear", "", def->shear},
                {"failure", "", def->failure},         {"crease", "", def->crease},
                {"speed", ", in m/s", def->speed}};
  for (size_t k = 0; k < sizeof limits / sizeof *limits; k++)
    if (!isfinite(limits[k].value) || limits[k].value < 0)
      return pl_fail(PL_ERROR_ARGUMENT, "fracture.%s must be positive%s, or 0 for no limit, got %g", limits[k].name,
                     limits[k].unit, limits[k].value);
  if (!(def->variation >= 0 && def->variation < 1))
    return pl_fail(PL_ERROR_ARGUMENT, "fracture.variation must be in [0, 1), got %g", def->variation);
  return PL_OK;
}

double pl_fracture_spread(const pl_fracture_def *def, size_t link)
{
  uint64_t number = link, seed = def->seed;
  uint64_t hash = pl_hash_bytes(pl_hash_bytes(PL_HASH_START, &number, sizeof number), &seed, sizeof seed);
  hash ^= hash >> 29; /* its upper bits depend on all of the key */
  hash *= 0xbf58476d1ce4e5b9U;
  double even = (double)(hash >> 11) * 0x1p-53;
  return 1 + def->variation * (2 * even - 1);
}

/* ---- loads ---- */

typedef struct break_work {
  const pl_fracture_def *def;
  const pl_fibres *fibres;
  const double *deformation;
  pl_links *links;
  double *load, *bend;  /* per link: of what breaks it, and of what creases it */
  double *opening;      /* per link: its elongation */
  double *near, *worst; /* per particle, see spread; NULL: links are cells */
} break_work;

/* The elongation that a link of this length bears, softened by the factor. */
static double most_strain(const break_work *work, double length, double factor)
{
  const pl_fracture_def *def = work->def;
  double most = def->strain > 0 ? def->strain : INFINITY, modulus = work->fibres->modulus;
  if (def->stress > 0 && modulus > 0) most = fmin(most, def->stress / (modulus * fmax(factor, 1e-6)));
  if (def->energy > 0 && modulus > 0)
    most = fmin(most, sqrt(2 * def->energy / (modulus * fmax(factor, 1e-6) * length)));
  return most;
}

static void raise_load(double *load, double value)
{
  if (value > *load) *load = value;
}

/* Elongation, shear and elongation from the first length of a fibre, relative to length. */
typedef struct fibre_strain {
  double opening, shear, whole;
} fibre_strain;

static fibre_strain measure(const break_work *work, size_t f)
{
  const pl_fibres *fibres = work->fibres;
  double length = fibres->length[f];
  if (fibres->components == 1) {
    double e = work->deformation[f], flowed = fibres->rest ? fibres->rest[f] - fibres->first[f] : 0;
    return (fibre_strain){e / length, fabs(e) / length, (e + flowed) / length};
  }
  const double *first = fibres->first + 3 * f, *rest = fibres->rest ? fibres->rest + 3 * f : first;
  const double *d = work->deformation + 3 * f;
  double now[3], size = pl_vec3_length(rest);
  pl_vec3_add(rest, d, now);
  double along = size > 0 ? pl_vec3_dot(d, rest) / size : 0;
  double across = pl_vec3_dot(d, d) - along * along;
  return (fibre_strain){along / length, sqrt(fmax(across, 0)) / length, (pl_vec3_length(now) - length) / length};
}

/* A cell that shears would crack along one of its directions or the other: across the links that are opened more. */
static void load_pair(break_work *work, const uint32_t *span, double value)
{
  double opening[2] = {0, 0};
  for (size_t k = 0; k < PL_SPAN_LINKS; k++)
    if (span[k] != PL_NO_LINK) opening[k / 2] += work->opening[span[k]];
  for (size_t k = 0; k < PL_SPAN_LINKS; k++)
    if (span[k] != PL_NO_LINK && opening[k / 2] >= opening[1 - k / 2]) raise_load(&work->load[span[k]], value);
}

static void load_by(break_work *work, size_t f)
{
  const pl_fibres *fibres = work->fibres;
  const pl_fracture_def *def = work->def;
  if (!(fibres->length[f] > 0)) return;
  fibre_strain strain = measure(work, f);
  pl_fibre_mode mode = fibres->mode ? (pl_fibre_mode)fibres->mode[f] : PL_FIBRE_OPENS;
  double factor = fibres->factor ? fibres->factor[f] : 1;
  if (mode == PL_FIBRE_OPENS && fibres->link[f] != PL_NO_LINK) {
    size_t link = fibres->link[f];
    double *load = &work->load[link];
    work->opening[link] = strain.opening;
    raise_load(load, strain.opening / most_strain(work, fibres->link_length[link], factor));
    if (def->failure > 0) raise_load(load, strain.whole / def->failure);
    if (def->shear > 0 && fibres->components == 3) raise_load(load, strain.shear / def->shear);
    return;
  }
  const uint32_t *span = fibres->span ? fibres->span + PL_SPAN_LINKS * f : NULL;
  if (!span) return;
  if (mode == PL_FIBRE_SHEARS && def->shear > 0) load_pair(work, span, strain.shear / def->shear);
  for (size_t k = 0; mode == PL_FIBRE_BENDS && def->crease > 0 && k < PL_SPAN_LINKS; k++)
    if (span[k] != PL_NO_LINK) raise_load(&work->bend[span[k]], strain.shear / def->crease);
}

static void find_loads(break_work *work)
{
  const pl_fibres *fibres = work->fibres;
  for (size_t k = 0; k < fibres->link_count; k++) work->load[k] = work->bend[k] = work->opening[k] = 0;
  for (size_t f = 0; f < fibres->count; f++)
    if (fibres->link[f] != PL_NO_LINK) load_by(work, f);
  for (size_t f = 0; f < fibres->count; f++)
    if (fibres->link[f] == PL_NO_LINK) load_by(work, f);
  for (size_t k = 0; k < fibres->link_count; k++) {
    bool broken = work->links->state[k] == PL_LINK_BROKEN;
    double spread = pl_fracture_spread(work->def, k);
    work->load[k] = broken ? 0 : work->load[k] / spread;
    work->bend[k] = broken ? 0 : work->bend[k] / spread;
  }
}

/* Spreads loads of links to particles: the greatest at each, then the greatest over neighbours joined by sound links.
   Links along a crack are parallel and share no particle. */
static void spread(break_work *work, const double *of_link, size_t particles)
{
  const pl_fibres *fibres = work->fibres;
  memset(work->near, 0, particles * sizeof(double));
  for (size_t k = 0; k < fibres->link_count; k++)
    for (size_t e = 0; e < 2; e++) raise_load(&work->near[fibres->link_ends[2 * k + e]], of_link[k]);
  memcpy(work->worst, work->near, particles * sizeof(double));
  for (size_t k = 0; k < fibres->link_count; k++) {
    if (work->links->state[k] == PL_LINK_BROKEN) continue;
    const uint32_t *ends = fibres->link_ends + 2 * k;
    for (size_t e = 0; e < 2; e++) raise_load(&work->worst[ends[e]], work->near[ends[1 - e]]);
  }
}

/* ---- breaking ---- */

static bool is_at_tip(const break_work *work, size_t link)
{
  if (!work->worst) return true;
  const uint32_t *ends = work->fibres->link_ends + 2 * link;
  return work->load[link] >= fmax(work->worst[ends[0]], work->worst[ends[1]]);
}

/* Advances the age of overloaded links and breaks those that are due; returns whether any state has changed. */
static bool break_links(break_work *work, double *age, double h, size_t particles)
{
  bool changed = false;
  double speed = work->def->speed, *left = work->opening; /* s, per link that breaks: of the step when it did */
  if (work->worst) spread(work, work->load, particles);
  for (size_t k = 0; k < work->links->count; k++) {
    uint8_t *state = &work->links->state[k];
    double due = speed > 0 ? work->fibres->link_length[k] / speed : 0;
    bool loaded = work->load[k] > 1 && is_at_tip(work, k);
    if (age) age[k] = loaded ? age[k] + h : 0;
    left[k] = 0;
    if (loaded && (!age || age[k] >= due)) {
      left[k] = age ? age[k] - due : 0;
      *state = PL_LINK_BROKEN;
      changed = true;
    } else if (work->bend[k] > 1 && *state == PL_LINK_SOUND) {
      *state = PL_LINK_CREASED;
      changed = true;
    }
  }
  if (!age || !work->worst || !changed) return changed;
  spread(work, left, particles);
  for (size_t k = 0; k < work->links->count; k++)
    for (size_t e = 0; e < 2; e++) raise_load(&age[k], work->worst[work->fibres->link_ends[2 * k + e]]);
  return true;
}

size_t pl_fracture_scratch(const pl_model *model, const pl_model_body *body)
{
  if (!model->fibres || !body->links) return 0;
  pl_fibres fibres;
  model->fibres(body, &fibres);
  return (fibres.components * fibres.count + 3 * fibres.link_count + 2 * body->count + 8) * sizeof(double) + 1024;
}

pl_status pl_matter_break(const pl_matter_setup *setup, const pl_model_context *context)
{
  if (!pl_fracture_is_on(setup->fracture) || !setup->matter || !setup->matter->links.count) return PL_OK;
  pl_fibres fibres;
  setup->model->fibres(setup->body, &fibres);
  pl_arena_mark mark = pl_arena_here(context->scratch);
  size_t n = fibres.link_count;
  double *deformation = PL_TAKE(context->scratch, double, fibres.components *fibres.count + 1);
  break_work work = {.def = setup->fracture,
                     .fibres = &fibres,
                     .deformation = deformation,
                     .links = &setup->matter->links,
                     .load = PL_TAKE(context->scratch, double, n),
                     .bend = PL_TAKE(context->scratch, double, n),
                     .opening = PL_TAKE(context->scratch, double, n)};
  if (fibres.link_ends) {
    work.near = PL_TAKE(context->scratch, double, setup->body->count);
    work.worst = PL_TAKE(context->scratch, double, setup->body->count);
    if (!work.near || !work.worst) return PL_ERROR_MEMORY;
  }
  if (!deformation || !work.load || !work.bend || !work.opening) return PL_ERROR_MEMORY;
  pl_status status = setup->model->deformations(setup->body, context, deformation);
  if (status == PL_OK) {
    find_loads(&work);
    if (break_links(&work, setup->matter->link_age, context->h, setup->body->count))
      status = pl_matter_links_changed(setup, context);
  }
  pl_arena_back_to(context->scratch, mark);
  return status;
}
