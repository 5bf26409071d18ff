/* SPDX-License-Identifier: MIT
   Memory of matter, and the laws over one step. */
#include "matter/matter.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "matter/inelastic_kernel.h"
#include "matter/plastic_kernel.h"
#include "model/common/pieces.h"

enum { GRAIN = 1024 };

/* ---- the laws of a body ---- */

static bool has_voigt_unit(const pl_inelastic_def *def) { return def->delayed > 0; }
static bool has_slip_unit(const pl_inelastic_def *def) { return def->yield > 0 && pl_inelastic_hardening(def) > 0; }

static pl_status allow(double **array, size_t count, bool wanted)
{
  if (!wanted) {
    pl_release(*array);
    *array = NULL;
    return PL_OK;
  }
  if (!*array) *array = PL_NEW(double, count + 1);
  return *array ? PL_OK : PL_ERROR_MEMORY;
}

static pl_status allow_links(pl_links *links, const pl_fibres *fibres, size_t particles, bool wanted)
{
  size_t count = fibres->link_count;
  if (!wanted || links->count) return PL_OK; /* broken links stay broken */
  PL_TRY(pl_pieces_make(particles, &links->pieces));
  links->state = PL_NEW(uint8_t, count);
  links->weight = PL_NEW(double, count);
  if (!links->state || !links->weight) {
    pl_release(links->state);
    pl_release(links->weight);
    pl_pieces_free(&links->pieces);
    *links = (pl_links){0};
    return PL_ERROR_MEMORY;
  }
  links->count = count;
  for (size_t k = 0; k < count; k++) links->weight[k] = 1;
  return PL_OK;
}

pl_status pl_matter_set_up(pl_matter **matter, const pl_model *model, pl_model_body *body, const pl_matter_def *def)
{
  bool flows = pl_inelastic_is_on(def->inelastic) || (def->needs & PL_NEEDS_REST),
       links = def->needs & (PL_NEEDS_WEIGHTS | PL_NEEDS_LINKS);
  if (!flows && !links && !*matter) return PL_OK;
  if (!model->fibres)
    return pl_fail(PL_ERROR_UNSUPPORTED, "the %s model has no links that could %s", model->name,
                   flows ? "creep or yield" : "weaken or break");
  if (!*matter) *matter = PL_NEW(pl_matter, 1);
  if (!*matter) return PL_ERROR_MEMORY;
  pl_fibres fibres;
  model->fibres(body, &fibres);
  if (def->inelastic->yield > 0 && def->inelastic->criterion != PL_YIELD_DEFORMATION && !fibres.tensors &&
      !fibres.lines)
    return pl_fail(PL_ERROR_UNSUPPORTED,
                   "matter of the %s model has no strain tensor at one point: inelastic.criterion von_mises and tresca "
                   "want hexahedra, or a graph, each link of which is a rod",
                   model->name);
  if ((def->needs & PL_NEEDS_WEIGHTS) && !fibres.weighted)
    return pl_fail(PL_ERROR_UNSUPPORTED, "matter of the %s model does not soften", model->name);
  if ((def->needs & PL_NEEDS_LINKS) && !fibres.breaks)
    return pl_fail(
        PL_ERROR_UNSUPPORTED,
        "matter of the %s model, as it is defined, does not break (fracture, heat.melting_point); graphs want "
        "no Laplacian and no propagated rotations for that, hybrids the stable step",
        model->name);
  pl_matter *m = *matter;
  m->memory_count = (fibres.count - fibres.still) * fibres.components;
  PL_TRY(allow(&m->late_strain, m->memory_count, has_voigt_unit(def->inelastic)));
  PL_TRY(allow(&m->slip_strain, m->memory_count, has_slip_unit(def->inelastic)));
  PL_TRY(allow_links(&m->links, &fibres, def->particles, links));
  if (links && !m->piece_rest) m->piece_rest = PL_NEW(pl_piece_rest, def->particles);
  if (links && !m->piece_rest) return PL_ERROR_MEMORY;
  m->particle_count = def->particles;
  if (def->fracture->speed > 0 && !m->link_age) {
    m->link_age = PL_NEW(double, m->links.count + 1);
    if (!m->link_age) return PL_ERROR_MEMORY;
  }
  body->flows = body->flows || flows; /* a shape that has flowed is kept when the law is removed */
  body->links = m->links.count ? &m->links : NULL;
  return PL_OK;
}

void pl_matter_free(pl_matter *matter)
{
  if (!matter) return;
  pl_release(matter->links.state);
  pl_release(matter->links.weight);
  pl_pieces_free(&matter->links.pieces);
  pl_release(matter->link_age);
  pl_release(matter->piece_rest);
  pl_release(matter->late_strain);
  pl_release(matter->slip_strain);
  pl_release(matter);
}

void pl_matter_forget_strains(pl_matter *matter)
{
  if (!matter) return;
  if (matter->late_strain) memset(matter->late_strain, 0, matter->memory_count * sizeof(double));
  if (matter->slip_strain) memset(matter->slip_strain, 0, matter->memory_count * sizeof(double));
}

void pl_matter_forget(pl_matter *matter)
{
  if (!matter) return;
  pl_matter_forget_strains(matter);
  if (matter->piece_rest) memset(matter->piece_rest, 0, matter->particle_count * sizeof(pl_piece_rest));
  for (size_t k = 0; k < matter->links.count; k++) {
    matter->links.state[k] = PL_LINK_SOUND;
    matter->links.weight[k] = 1;
    if (matter->link_age) matter->link_age[k] = 0;
  }
}

void pl_matter_find_pieces(pl_matter *matter, const pl_model *model, const pl_model_body *body)
{
  if (!matter) return;
  matter->links.revision++;
  if (!matter->links.pieces.of) return;
  pl_fibres fibres;
  model->fibres(body, &fibres);
  if (fibres.link_ends) pl_pieces_find(&matter->links.pieces, body->count, 2, fibres.link_ends, &matter->links);
  if (model->find_pieces) model->find_pieces(body, &matter->links.pieces);
}

pl_status pl_matter_links_changed(const pl_matter_setup *setup, const pl_model_context *context)
{
  pl_matter_find_pieces(setup->matter, setup->model, setup->body);
  return setup->model->refit(setup->body, PL_REFIT_LINKS, context);
}

pl_status pl_matter_declare(pl_matter *matter, pl_registry *registry)
{
  if (!matter) return PL_OK;
  const pl_links *links = &matter->links;
  if (links->count) {
    PL_TRY(pl_registry_add_within(registry, PL_LINK_CREASED, "link states", PL_PER_EDGE, PL_TYPE_BYTE, 1, links->count,
                                  links->state));
    PL_TRY(pl_registry_add(registry, "link weights", PL_PER_EDGE, PL_TYPE_DOUBLE, 1, links->count, links->weight));
  }
  if (matter->piece_rest)
    PL_TRY(pl_registry_add(registry, "piece rest", PL_PER_PARTICLE, PL_TYPE_DOUBLE,
                           (int)(sizeof(pl_piece_rest) / sizeof(double)), matter->particle_count, matter->piece_rest));
  if (matter->link_age)
    PL_TRY(pl_registry_add(registry, "link ages", PL_PER_EDGE, PL_TYPE_DOUBLE, 1, links->count, matter->link_age));
  if (matter->late_strain)
    PL_TRY(pl_registry_add(registry, "late strains", PL_PER_EDGE, PL_TYPE_DOUBLE, 1, matter->memory_count,
                           matter->late_strain));
  if (matter->slip_strain)
    PL_TRY(pl_registry_add(registry, "slip strains", PL_PER_EDGE, PL_TYPE_DOUBLE, 1, matter->memory_count,
                           matter->slip_strain));
  return PL_OK;
}

/* ---- the laws over one step ---- */

typedef struct flow_work {
  const pl_matter *matter;
  pl_fibres fibres;
  double *deformation;
  pl_inelastic_step step;
  const pl_plastic_kernels *kernels;
  const pl_inelastic_kernels *law;
  double h; /* in the unit of the rule */
} flow_work;

static void flow_by_rule(void *context, size_t begin, size_t end)
{
  const flow_work *work = context;
  work->kernels->flow(&work->fibres, work->deformation, work->h, begin, end);
}

static void flow_by_law(void *context, size_t begin, size_t end)
{
  const flow_work *work = context;
  const pl_link_memory memory = {work->matter->late_strain, work->matter->slip_strain};
  work->law->flow(&work->step, &work->fibres, work->deformation, &memory, begin, end);
}

/* With the rest edges g_c of a point as columns of G, its deformations are D = (U - 1) G. The plastic part F of the
   strain U - 1 moves F G from D into G. */
static void yield_points(void *context, size_t begin, size_t end)
{
  const flow_work *work = context;
  const pl_fibres *fibres = &work->fibres;
  for (size_t p = begin; p < end; p++) {
    double *rest = fibres->rest + 9 * p, *deformation = work->deformation + 9 * p;
    double *slip_of = work->matter->slip_strain ? work->matter->slip_strain + 9 * p : NULL, across[9], strain[9],
           flow[9];
    if (!(fibres->length[3 * p] > 0) || (fibres->factor && fibres->factor[3 * p] == 0)) continue;
    for (size_t c = 0; c < 3; c++) pl_vec3_cross(rest + 3 * ((c + 1) % 3), rest + 3 * ((c + 2) % 3), across + 3 * c);
    double volume = pl_vec3_dot(rest, across);
    if (!(volume > 0)) continue;
    pl_mat3_zero(strain); /* D G^-1; row c of G^-1 is across_c / volume */
    for (size_t c = 0; c < 3; c++) pl_mat3_outer_add(strain, 1 / volume, deformation + 3 * c, across + 3 * c);
    pl_mat3_copy(strain, flow);
    pl_inelastic_yield_tensor(&work->step, fibres->poisson, strain, slip_of);
    for (int k = 0; k < 9; k++) flow[k] -= strain[k];
    for (size_t c = 0; c < 3; c++) {
      double part[3];
      pl_mat3_apply(flow, rest + 3 * c, part);
      pl_vec3_add(rest + 3 * c, part, rest + 3 * c);
      pl_vec3_sub(deformation + 3 * c, part, deformation + 3 * c);
    }
  }
}

pl_status pl_matter_flow(const pl_matter_setup *setup, const pl_model_context *context)
{
  flow_work work = {.matter = setup->matter};
  if (!setup->model->fibres) return PL_OK;
  setup->model->fibres(setup->body, &work.fibres);
  bool law = pl_inelastic_is_on(setup->inelastic), rule = work.fibres.plasticity != NULL;
  size_t count = work.fibres.count - work.fibres.still;
  if ((!law && !rule) || count == 0) return PL_OK;
  pl_arena_mark mark = pl_arena_here(context->scratch);
  double *deformation = PL_TAKE(context->scratch, double, work.fibres.components *work.fibres.count + 1);
  if (!deformation) return PL_ERROR_MEMORY;
  PL_TRY(setup->model->deformations(setup->body, context, deformation));
  work.deformation = deformation;
  if (law) {
    work.law = PL_ISA_PICK(pl_inelastic_kernels);
    work.step = pl_inelastic_begin(setup->inelastic, context->h);
    bool by_tensor =
        work.fibres.tensors && setup->inelastic->yield > 0 && setup->inelastic->criterion != PL_YIELD_DEFORMATION;
    if (!work.fibres.tensors) work.step.def.criterion = PL_YIELD_DEFORMATION; /* of a rod all of them are the same */
    if (by_tensor) pl_parallel_for(context->pool, count / 3, GRAIN, yield_points, &work);
    pl_parallel_for(context->pool, count, GRAIN, flow_by_law, &work);
  } else {
    work.kernels = PL_ISA_PICK(pl_plastic_kernels);
    work.h = work.fibres.plasticity->rule == PL_PLASTIC_STEP ? context->h / context->step : context->h;
    pl_parallel_for(context->pool, count, GRAIN, flow_by_rule, &work);
  }
  pl_arena_back_to(context->scratch, mark);
  return setup->model->refit(setup->body, PL_REFIT_REST, context);
}

size_t pl_matter_scratch(const pl_model *model, const pl_model_body *body)
{
  if (!model->fibres) return 0;
  pl_fibres fibres;
  model->fibres(body, &fibres);
  size_t laws = ((fibres.components + 1) * fibres.count + 2) * sizeof(double) + 512;
  return laws + pl_fracture_scratch(model, body);
}

size_t pl_fibre_between(const pl_fibres *fibres, uint32_t from, uint32_t to)
{
  size_t low = 0, high = fibres->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const uint32_t *ends = fibres->ends + 2 * middle;
    if (ends[0] < from || (ends[0] == from && ends[1] < to))
      low = middle + 1;
    else
      high = middle;
  }
  bool found = low < fibres->count && fibres->ends[2 * low] == from && fibres->ends[2 * low + 1] == to;
  return found ? low : SIZE_MAX;
}
