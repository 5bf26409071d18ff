/* SPDX-License-Identifier: MIT
   The continuum model: definition, creation, and the table of its functions. */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/grid.h"
#include "mesh/measure/measure.h"
#include "model/common/pieces.h"
#include "model/continuum/continuum.h"

/* ---- the definition ---- */

static void continuum_defaults(pl_body_def *body)
{
  body->continuum = (pl_continuum_def){.youngs_modulus = 1e6,
                                       .damping_matrix = {1, 0, 0, 0, 1, 0, 0, 0, 1},
                                       .iterations = 8,
                                       .tolerance = 1e-4,
                                       .solver_tolerance = 1e-8};
  pl_continuum_def *def = &body->continuum;
  for (size_t k = 0; k < 3; k++) def->stretch[k].value = def->shear[k].value = def->bend[k].value = -1;
}

static void forget_pointers(pl_continuum_def *def)
{
  for (size_t d = 0; d < 3; d++) def->stretch[d].values = def->shear[d].values = def->bend[d].values = NULL;
  def->twist.values = def->damping.values = NULL;
  def->metric = def->curvature = def->continuity = NULL;
}

static void continuum_forget_pointers(pl_body_def *body) { forget_pointers(&body->continuum); }

pl_status pl_body_set_continuum(pl_body *body, const pl_continuum_def *continuum)
{
  PL_OWN_FLOATS;
  if (!body || !continuum) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_continuum: a pointer is NULL");
  pl_body_def def = pl_default_body_def(PL_MODEL_CONTINUUM);
  def.continuum = *continuum;
  return pl_body_set_material(body, &def);
}

static const pl_frozen_key frozen[] = {PL_FROZEN(continuum, natural)};

static pl_status check_number(const char *name, double value, bool good, const char *expected)
{
  if (good && isfinite(value)) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "continuum.%s must be %s, got %g", name, expected, value);
}

static pl_status check_choice(const char *name, int value, int last)
{
  if (value >= 0 && value <= last) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "continuum.%s has no choice %d; choices go from 0 to %d", name, value, last);
}

/* Symmetric, and no direction in which it drives. */
static pl_status check_matrix(const double m[9])
{
  bool good = m[1] == m[3] && m[2] == m[6] && m[5] == m[7];
  for (size_t k = 0; k < 9; k++) good = good && isfinite(m[k]);
  good = good && m[0] >= 0 && m[4] >= 0 && m[8] >= 0 && m[0] * m[4] >= m[1] * m[1] && m[0] * m[8] >= m[2] * m[2] &&
         m[4] * m[8] >= m[5] * m[5];
  double det =
      m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
  if (good && det >= -1e-12 * m[0] * m[4] * m[8]) return PL_OK;
  return pl_fail(PL_ERROR_ARGUMENT, "continuum.damping_matrix must be symmetric and have no negative eigenvalue");
}

static pl_status continuum_check(const pl_body_def *def)
{
  const pl_continuum_def *c = &def->continuum;
  PL_TRY(check_number("youngs_modulus", c->youngs_modulus, c->youngs_modulus > 0, "positive, in Pa"));
  for (size_t d = 0; d < 3; d++) { /* below zero: from Young's modulus */
    PL_TRY(check_number("stretch", c->stretch[d].value, true, "finite"));
    PL_TRY(check_number("shear", c->shear[d].value, true, "finite"));
    PL_TRY(check_number("bend", c->bend[d].value, true, "finite"));
    PL_TRY(check_number("lengths", c->lengths[d], c->lengths[d] >= 0, "zero or positive, in m"));
  }
  PL_TRY(check_number("twist", c->twist.value, c->twist.value >= 0, "zero or positive"));
  PL_TRY(check_number("damping", c->damping.value, c->damping.value >= 0, "zero or positive"));
  PL_TRY(check_number("damping_ratio", c->damping_ratio, c->damping_ratio >= 0, "zero or positive"));
  PL_TRY(check_number("tolerance", c->tolerance, c->tolerance > 0, "positive"));
  PL_TRY(check_number("solver_tolerance", c->solver_tolerance, c->solver_tolerance > 0, "positive"));
  if (c->iterations < 1 || c->iterations > 100)
    return pl_fail(PL_ERROR_ARGUMENT, "continuum.iterations must be in [1, 100], got %d", c->iterations);
  PL_TRY(check_choice("natural", (int)c->natural, PL_NATURAL_NONE));
  PL_TRY(check_choice("energy", (int)c->energy, PL_CONTINUUM_SPLINE));
  PL_TRY(check_choice("step", (int)c->step, PL_CONTINUUM_PRINTED));
  PL_TRY(check_choice("angular_momentum", (int)c->angular_momentum, PL_MOMENTUM_FREE));
  PL_TRY(check_choice("solver", (int)c->solver, PL_LINEAR_CG_MULTIGRID));
  if (c->damping_ratio > 0 && (c->energy != PL_CONTINUUM_TENSORS || c->step != PL_CONTINUUM_STABLE))
    return pl_fail(PL_ERROR_ARGUMENT, "continuum.damping_ratio needs continuum.energy \"tensors\", whose rates rigid "
                                      "motion does not have, and continuum.step \"stable\"");
  if (c->damping_ratio > 0 && c->stretch[0].value == 0 && !c->stretch[0].values)
    return pl_fail(PL_ERROR_ARGUMENT, "continuum.damping_ratio needs a continuum.stretch above zero: it is of waves "
                                      "along the body");
  if (c->solver >= PL_LINEAR_ADI)
    return pl_fail(
        PL_ERROR_ARGUMENT,
        "continuum.solver cannot be %s: it needs a grid operator for one coordinate, but here x, y and z are "
        "coupled; take auto, cholesky, cg, cg-incomplete or sor",
        pl_solver_kind_name((pl_solver_kind)c->solver));
  return check_matrix(c->damping_matrix);
}

/* ---- creation ---- */

static void continuum_destroy(void *data)
{
  pl_continuum *c = data;
  if (!c) return;
  pl_release(c->rest);
  pl_release(c->damping);
  for (size_t k = 0; k < sizeof c->given / sizeof *c->given; k++) pl_release(c->given[k]);
  pl_release(c->factor);
  pl_release(c->link_at);
  pl_release(c->link_ends);
  pl_continuum_free_fibres(&c->fibres);
  pl_release(c->terms.term);
  pl_block_matrix_free(&c->matrix);
  pl_release(c->value);
  pl_release(c->block_energy);
  pl_release(c->before);
  pl_release(c->held);
  pl_release(c->linearised_at);
  pl_release(c->factored);
  pl_release(c->x);
  pl_release(c->trial);
  pl_release(c->gradient);
  pl_release(c->step);
  pl_release(c->target);
  pl_release(c->diagonal);
  pl_release(c->right);
  pl_release(c->answer);
  pl_release(c->springs);
  pl_release(c);
}

static pl_status keep_values(const char *name, const double *values, size_t count, double least, double **out)
{
  if (!values) return PL_OK;
  for (size_t k = 0; k < count; k++)
    if (!(isfinite(values[k]) && values[k] >= least))
      return pl_fail(PL_ERROR_ARGUMENT, "continuum.%s[%zu] must be %s, got %g", name, k,
                     least < 0 ? "finite" : "zero or positive", values[k]);
  *out = PL_NEW(double, count);
  if (!*out) return PL_ERROR_MEMORY;
  memcpy(*out, values, count * sizeof(double));
  return PL_OK;
}

static pl_status keep_fields(pl_continuum *c, const pl_body_def *body)
{
  const pl_continuum_def *def = &body->continuum;
  size_t n = c->count, d = c->dimension;
  for (size_t k = 0; k < 3; k++) {
    PL_TRY(keep_values("stretch", def->stretch[k].values, n, 0, &c->given[k]));
    PL_TRY(keep_values("shear", def->shear[k].values, n, 0, &c->given[3 + k]));
    PL_TRY(keep_values("bend", def->bend[k].values, n, 0, &c->given[6 + k]));
  }
  PL_TRY(keep_values("twist", def->twist.values, n, 0, &c->given[9]));
  PL_TRY(keep_values("metric", def->metric, n * d * (d + 1) / 2, -INFINITY, &c->given[10]));
  PL_TRY(keep_values("curvature", def->curvature, n * (d == 1 ? 2 : 3), -INFINITY, &c->given[11]));
  PL_TRY(keep_values("continuity", def->continuity, n, 0, &c->given[12]));
  PL_TRY(keep_values("damping", def->damping.values, n, 0, &c->given[13]));
  if (def->natural == PL_NATURAL_GIVEN && !c->given[10])
    return pl_fail(PL_ERROR_ARGUMENT, "continuum.natural is \"given\", but continuum.metric is not");
  for (size_t i = 0, per = d * (d + 1) / 2; c->given[10] && i < n; i++)
    for (size_t k = 0; k < d; k++)
      if (c->given[10][per * i + k] < 0)
        return pl_fail(PL_ERROR_ARGUMENT,
                       "continuum.metric[%zu] is the %s of a length and must not be negative, got %g", per * i + k,
                       d == 1 ? "stretch" : "square", c->given[10][per * i + k]);
  return keep_values("stiffness", body->stiffness, n, 0, &c->factor);
}

static bool allocate(pl_continuum *c)
{
  size_t n = c->count;
  c->rest = PL_NEW(double, 3 * n);
  c->damping = PL_NEW(double, n);
  c->held = PL_NEW(uint8_t, n);
  c->linearised_at = PL_NEW(double, 4 * n);
  c->factored = PL_NEW(double, 4 * n);
  c->x = PL_NEW(double, 3 * n);
  c->trial = PL_NEW(double, 3 * n);
  c->gradient = PL_NEW(double, 3 * n);
  c->step = PL_NEW(double, 3 * n);
  c->target = PL_NEW(double, 3 * n);
  c->diagonal = PL_NEW(double, 9 * n);
  c->right = PL_NEW(double, 9 * n);
  c->answer = PL_NEW(double, 9 * n);
  c->springs = PL_NEW(pl_rest_spring, PL_MOST_HELD);
  return c->rest && c->damping && c->held && c->linearised_at && c->factored && c->x && c->trial && c->gradient &&
         c->step && c->target && c->diagonal && c->right && c->answer && c->springs;
}

/* What a closed surface or a body with masses of its own is as thick as. */
static double find_thickness(const pl_continuum *c, const pl_model_setup *setup)
{
  if (setup->def->thickness > 0) return setup->def->thickness;
  double *measure = c->target, whole = 0, volume = c->total_mass / setup->def->density;
  pl_grid_measure(&c->grid, setup->rest.positions, measure);
  for (size_t i = 0; i < c->count; i++) whole += measure[i];
  if (!(whole > 0)) return 0;
  return c->dimension == 1 ? sqrt(volume / whole * 4 / 3.141592653589793) : volume / whole;
}

static pl_status fill(pl_continuum *c, const pl_model_setup *setup)
{
  memcpy(c->rest, setup->rest.positions, 3 * c->count * sizeof(double));
  for (size_t i = 0; i < c->count; i++) c->total_mass += setup->mass[i];
  c->thickness = find_thickness(c, setup);
  PL_TRY(keep_fields(c, setup->def));
  PL_TRY(pl_continuum_number_links(c));
  c->def = setup->def->continuum;
  forget_pointers(&c->def);
  pl_continuum_measure_grid(c, &setup->def->continuum);
  return pl_continuum_build(c, &setup->def->continuum, &c->terms);
}

static pl_status continuum_create(const pl_model_setup *setup, void **data, uint32_t *order)
{
  if (pl_grid_dimension(&setup->rest.grid) == 0)
    return pl_fail(PL_ERROR_MESH, "the mesh has no grid, which the continuum model needs: make it with the generators "
                                  "sheet, line, curve, helix, sphere, torus or lattice, or give arrays with a grid");
  pl_continuum *c = PL_NEW(pl_continuum, 1);
  if (!c) return PL_ERROR_MEMORY;
  c->count = setup->rest.vertex_count;
  c->grid = setup->rest.grid;
  c->dimension = pl_grid_dimension(&c->grid);
  memcpy(c->normal, setup->def->planar.normal, sizeof c->normal);
  for (size_t i = 0; i < c->count; i++) order[i] = (uint32_t)i;
  pl_status status = allocate(c) ? fill(c, setup) : PL_ERROR_MEMORY;
  if (status != PL_OK) {
    continuum_destroy(c);
    return status;
  }
  *data = c;
  return PL_OK;
}

/* Masses are exact for any grid: each node has its share of the cells about it, not of their triangles. */
static pl_status continuum_volumes(const pl_mesh_data *rest, double thickness, double *volumes)
{
  size_t d = pl_grid_dimension(&rest->grid);
  if (d == 0 || (d < 3 && !(thickness > 0))) return pl_mesh_vertex_volumes(rest, thickness, volumes);
  double section = d == 1 ? 3.141592653589793 / 4 * thickness * thickness : d == 2 ? thickness : 1;
  pl_grid_measure(&rest->grid, rest->positions, volumes);
  for (size_t i = 0; i < rest->vertex_count; i++) volumes[i] *= section;
  return PL_OK;
}

/* ---- preparation ---- */

static void find_damping(pl_continuum *c, const pl_continuum_def *def)
{
  double cell = 1;
  for (size_t d = 0; d < c->dimension; d++) cell *= c->spacing[d];
  pl_grid_shares(&c->grid, c->damping);
  c->damped = false;
  for (size_t i = 0; i < c->count; i++) {
    c->damping[i] *= cell * (c->given[13] ? c->given[13][i] : def->damping.value);
    c->damped = c->damped || c->damping[i] > 0;
  }
}

/* Of waves along the grid's first direction; where stretch varies, of the mean. */
static double loss_time(const pl_continuum *c, const pl_body_def *def)
{
  const double pi = 3.141592653589793, t = c->thickness, stretch = def->continuum.stretch[0].value;
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, modulus = 0;
  double section = c->dimension == 3 ? 0.5 : c->dimension == 2 ? t / 2 : pi * t * t / 4;
  if (!(def->continuum.damping_ratio > 0)) return 0;
  for (size_t i = 0; i < c->count; i++) {
    double own = c->given[0]   ? c->given[0][i] / section
                 : stretch < 0 ? def->continuum.youngs_modulus
                               : stretch / section;
    modulus += own * (c->factor ? c->factor[i] : 1) / (double)c->count;
    for (size_t k = 0; k < 3; k++) {
      low[k] = fmin(low[k], c->rest[3 * i + k]);
      high[k] = fmax(high[k], c->rest[3 * i + k]);
    }
  }
  if (!(modulus > 0)) return 0; /* nothing stretches, no wave runs */
  return pl_model_loss_time(def->continuum.damping_ratio, modulus, def->density, pl_vec3_distance(low, high));
}

/* New terms and their matrix beside the old ones; they take their place when all is well. */
static pl_status rebuild(pl_continuum *c, const pl_model_body *body, const pl_body_def *whole)
{
  const pl_continuum_def *def = &whole->continuum;
  if (def->damping_ratio > 0 && c->dimension == 1 && !(pl_vec3_length(c->normal) > 0))
    return pl_fail(PL_ERROR_UNSUPPORTED, "continuum.damping_ratio of a curve needs it to stay in a plane (planar): in "
                                         "space its curvature has no sign; take continuum.damping");
  pl_continuum next = *c;
  next.def = *def;
  forget_pointers(&next.def);
  pl_continuum_measure_grid(&next, def);
  next.terms = (pl_terms){0};
  next.matrix = (pl_block_matrix){0};
  next.value = NULL;
  next.block_energy = NULL;
  next.before = NULL;
  pl_status status = pl_continuum_build(&next, def, &next.terms);
  if (status == PL_OK && c->fibres.ends && next.terms.count != c->terms.count)
    status = pl_fail(PL_ERROR_UNSUPPORTED,
                     "matter that creeps, yields or breaks keeps its kinds of weights: continuum.stretch, "
                     "shear, bend and twist cannot become zero, or more than zero, where they were not");
  if (status == PL_OK) status = pl_block_matrix_make(&next, &next.matrix);
  if (status == PL_OK) {
    next.value = PL_NEW(pl_term_value, next.terms.count + 1);
    next.block_energy = PL_NEW(double, next.terms.count / PL_TERM_GRAIN + 1);
    if (def->damping_ratio > 0) next.before = PL_NEW(double, next.terms.count + 1);
    if (!next.value || !next.block_energy || (def->damping_ratio > 0 && !next.before)) status = PL_ERROR_MEMORY;
  }
  pl_continuum *old = status == PL_OK ? c : &next;
  pl_release(old->terms.term);
  pl_block_matrix_free(&old->matrix);
  pl_release(old->value);
  pl_release(old->block_energy);
  pl_release(old->before);
  if (status != PL_OK) return status;
  *c = next;
  find_damping(c, def);
  c->beta = loss_time(c, whole);
  return pl_continuum_make_fibres(c, body);
}

static pl_status continuum_prepare(pl_model_body *body, const pl_body_def *def, unsigned changes,
                                   const pl_model_context *context)
{
  pl_continuum *c = body->data;
  if (changes & (PL_CHANGED_MATERIAL | PL_CHANGED_BACK) || !c->value) PL_TRY(rebuild(c, body, def));
  return pl_continuum_refactor(body, true, context);
}

static pl_status continuum_reserve(pl_model_body *body)
{
  (void)body;
  return PL_OK;
}

static pl_status continuum_declare(pl_model_body *body, pl_registry *registry)
{
  pl_continuum *c = body->data;
  if (c->fibres.rest)
    PL_TRY(pl_registry_add(registry, "rest tensors", PL_PER_EDGE, PL_TYPE_DOUBLE, 1, c->terms.count, c->fibres.rest));
  return pl_registry_add(registry, "linearised at", PL_PER_PARTICLE, PL_TYPE_DOUBLE, 4, c->count, c->linearised_at);
}

size_t pl_continuum_scratch(const pl_model_body *body)
{
  return (body->count + 64) * sizeof(pl_rest_spring) + pl_pieces_scratch(body->count) + 256;
}

/* ---- state ---- */

static pl_status continuum_energy(const pl_model_body *body, const double *x, const pl_model_context *context,
                                  double *energy, double *force)
{
  pl_continuum *c = body->data;
  *energy = pl_continuum_evaluate(c, x, false, context->pool, force);
  for (size_t k = 0; force && k < 3 * c->count; k++) force[k] = -force[k];
  return PL_OK;
}

static pl_status continuum_import(pl_model_body *body, const pl_model_context *context)
{
  return pl_continuum_refactor(body, true, context);
}

static pl_status continuum_reset(pl_model_body *body, const pl_model_context *context)
{
  pl_continuum_forget_flow(body->data);
  PL_TRY(pl_continuum_refit(body, PL_REFIT_LINKS, context));
  return pl_continuum_refactor(body, true, context);
}

static pl_status continuum_restored(pl_model_body *body, const pl_model_context *context)
{
  const pl_continuum *c = body->data;
  if (c->fibres.ends) PL_TRY(pl_continuum_refit(body, PL_REFIT_REST | PL_REFIT_LINKS, context));
  return pl_continuum_refactor(body, false, context);
}

static bool continuum_turns(const pl_model_body *body)
{
  const pl_continuum *c = body->data;
  return body->fixed_count == 0 && body->hold_count == 0 && !c->damped && c->def.energy == PL_CONTINUUM_TENSORS;
}

static void continuum_describe(const pl_model_body *body, char *text, size_t size)
{
  static const char *const shapes[] = {"", "curve", "surface", "solid"};
  static const char *const units[] = {"", "N", "N/m", "Pa"};
  const pl_continuum *c = body->data;
  double stretch = 0, bend = 0;
  for (size_t t = 0; t < c->terms.count; t++) {
    const pl_term *term = &c->terms.term[t];
    if (term->kind == PL_TERM_BEND || term->kind == PL_TERM_ARC) bend = fmax(bend, term->weight);
    if (term->kind == PL_TERM_STRETCH || (term->kind == PL_TERM_METRIC && term->count == 2))
      stretch = fmax(stretch, term->weight);
  }
  snprintf(text, size,
           "grid = %s of %u x %u x %u nodes\nspacing = %.6g x %.6g x %.6g m\nstretch = %.6g %s (the most)\n"
           "bend = %.6g %s (the most)\nterms = %zu\nunknowns = %zu\nsolver = %s\nmatrix and vectors = %.3g MB\n",
           shapes[c->dimension], c->grid.counts[0], c->grid.counts[1] ? c->grid.counts[1] : 1,
           c->grid.counts[2] ? c->grid.counts[2] : 1, c->spacing[0], c->spacing[1], c->spacing[2], stretch,
           units[c->dimension], bend, c->dimension == 1 ? "N m^2" : "N m", c->terms.count, 3 * c->count,
           pl_solver_kind_name(pl_solver_kind_of(c->matrix.solver)), (double)pl_solver_bytes(c->matrix.solver) * 1e-6);
}

static const pl_model_number continuum_numbers[] = {
    PL_MODEL_NUMBER(continuum, youngs_modulus, MODULUS), PL_MODEL_NUMBER(continuum, lengths[0], LENGTH),
    PL_MODEL_NUMBER(continuum, lengths[1], LENGTH),      PL_MODEL_NUMBER(continuum, lengths[2], LENGTH),
    PL_MODEL_NUMBER(continuum, damping_ratio, FACTOR),   PL_MODEL_NUMBER(continuum, tolerance, FACTOR),
};

/* The same as bytes, without pointers. */
static const pl_member continuum_members[] = {
    PL_MODEL_MEMBER(continuum, youngs_modulus, NUMBER),
    PL_MODEL_MEMBER(continuum, stretch[0].value, NUMBER),
    PL_MODEL_MEMBER(continuum, stretch[1].value, NUMBER),
    PL_MODEL_MEMBER(continuum, stretch[2].value, NUMBER),
    PL_MODEL_MEMBER(continuum, shear[0].value, NUMBER),
    PL_MODEL_MEMBER(continuum, shear[1].value, NUMBER),
    PL_MODEL_MEMBER(continuum, shear[2].value, NUMBER),
    PL_MODEL_MEMBER(continuum, bend[0].value, NUMBER),
    PL_MODEL_MEMBER(continuum, bend[1].value, NUMBER),
    PL_MODEL_MEMBER(continuum, bend[2].value, NUMBER),
    PL_MODEL_MEMBER(continuum, twist.value, NUMBER),
    PL_MODEL_MEMBER(continuum, natural, WORD),
    PL_MODEL_MEMBER(continuum, lengths, NUMBER),
    PL_MODEL_MEMBER(continuum, damping.value, NUMBER),
    PL_MODEL_MEMBER(continuum, damping_matrix, NUMBER),
    PL_MODEL_MEMBER(continuum, damping_ratio, NUMBER),
    PL_MODEL_MEMBER(continuum, energy, WORD),
    PL_MODEL_MEMBER(continuum, step, WORD),
    PL_MODEL_MEMBER(continuum, iterations, WORD),
    PL_MODEL_MEMBER(continuum, tolerance, NUMBER),
    PL_MODEL_MEMBER(continuum, solver, WORD),
    PL_MODEL_MEMBER(continuum, solver_tolerance, NUMBER),
    PL_MODEL_MEMBER(continuum, angular_momentum, WORD),
};

static const pl_model model = {.name = "continuum",
                               .kind = PL_MODEL_CONTINUUM,
                               .part = PL_MODEL_PART(continuum),
                               .defaults = continuum_defaults,
                               .forget_pointers = continuum_forget_pointers,
                               .frozen = frozen,
                               .frozen_count = sizeof frozen / sizeof *frozen,
                               .numbers = continuum_numbers,
                               .number_count = sizeof continuum_numbers / sizeof *continuum_numbers,
                               .layout = {continuum_members, sizeof continuum_members / sizeof *continuum_members},
                               .traits = {.coupling = PL_COUPLING_BLOCKS, .needs_outer = true},
                               .create = continuum_create,
                               .destroy = continuum_destroy,
                               .check = continuum_check,
                               .volumes = continuum_volumes,
                               .prepare = continuum_prepare,
                               .reserve = continuum_reserve,
                               .declare = continuum_declare,
                               .energy = continuum_energy,
                               .advance = pl_continuum_advance,
                               .apply_impulses = pl_continuum_apply_impulses,
                               .impulse_response = pl_continuum_impulse_response,
                               .has_rigid_motions = continuum_turns,
                               .compliance = pl_continuum_compliance,
                               .scratch = pl_continuum_scratch,
                               .import = continuum_import,
                               .reset = continuum_reset,
                               .fibres = pl_continuum_fibres,
                               .deformations = pl_continuum_deformations,
                               .refit = pl_continuum_refit,
                               .restored = continuum_restored,
                               .solve_statics = pl_continuum_solve_statics,
                               .describe = continuum_describe};

const pl_model *pl_continuum_model(void) { return &model; }
