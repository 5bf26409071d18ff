/* SPDX-License-Identifier: MIT
   The surface model: creation, checks, and the table of its functions. */
#include "model/model.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/floats.h"
#include "base/memory.h"
#include "base/status.h"
#include "math/functions.h"
#include "math/vec3.h"
#include "model/surface/surface.h"

/* ---- the definition ---- */

static void surface_defaults(pl_body_def *def) { def->surface = (pl_surface_def){.youngs_modulus = 1e5, .passes = 1}; }

pl_status pl_body_set_surface(pl_body *body, const pl_surface_def *surface)
{
  PL_OWN_FLOATS;
  if (!body || !surface) return pl_fail(PL_ERROR_ARGUMENT, "pl_body_set_surface: a pointer is NULL");
  pl_body_def def = pl_default_body_def(PL_MODEL_SURFACE);
  def.surface = *surface;
  return pl_body_set_material(body, &def);
}

static pl_status check_number(const char *name, double value, double most, const char *unit)
{
  if (isfinite(value) && value >= 0 && value <= most) return PL_OK;
  if (most <= 1) return pl_fail(PL_ERROR_ARGUMENT, "surface.%s must be in [0, 1], got %g", name, value);
  return pl_fail(PL_ERROR_ARGUMENT, "surface.%s must be zero or positive, in %s, got %g", name, unit, value);
}

static pl_status surface_check(const pl_body_def *def)
{
  const pl_surface_def *surface = &def->surface;
  if (!pl_surface_is_given(surface) && !(surface->youngs_modulus > 0 && isfinite(surface->youngs_modulus)))
    return pl_fail(PL_ERROR_ARGUMENT, "surface.youngs_modulus must be positive, in Pa, got %g",
                   surface->youngs_modulus);
  if (surface->region < 0 || surface->region > PL_MOST_RINGS)
    return pl_fail(PL_ERROR_ARGUMENT, "surface.region must be in [1, %d], or 0 for what the material needs, got %d",
                   (int)PL_MOST_RINGS, surface->region);
  PL_TRY(check_number("stiffness", surface->stiffness, INFINITY, "1/s^2"));
  PL_TRY(check_number("radius", surface->radius, INFINITY, "m"));
  PL_TRY(check_number("pull", surface->pull, 1, ""));
  PL_TRY(check_number("damping", surface->damping, INFINITY, "1/s"));
  PL_TRY(check_number("damping_part", surface->damping_part, 1, ""));
  if (!(surface->damping_ratio >= 0 && isfinite(surface->damping_ratio)))
    return pl_fail(PL_ERROR_ARGUMENT, "surface.damping_ratio must be zero or positive, got %g", surface->damping_ratio);
  if (surface->weights != PL_REGION_SHARE && surface->weights != PL_REGION_MASS)
    return pl_fail(PL_ERROR_ARGUMENT, "surface.weights must be PL_REGION_SHARE or PL_REGION_MASS, got %d",
                   (int)surface->weights);
  if (surface->momentum != PL_MOMENTUM_KEEP && surface->momentum != PL_MOMENTUM_FREE)
    return pl_fail(PL_ERROR_ARGUMENT, "surface.momentum must be PL_MOMENTUM_KEEP or PL_MOMENTUM_FREE, got %d",
                   (int)surface->momentum);
  if ((int)surface->sums < PL_SUMMATION_AUTO || surface->sums > PL_SUMMATION_DIRECT)
    return pl_fail(PL_ERROR_ARGUMENT, "surface.sums has no choice %d; choices go from 0 to %d", (int)surface->sums,
                   (int)PL_SUMMATION_DIRECT);
  if ((int)surface->precision < PL_PRECISION_AUTO || surface->precision > PL_PRECISION_DOUBLE)
    return pl_fail(PL_ERROR_ARGUMENT, "surface.precision must be auto, float or double, got %d",
                   (int)surface->precision);
  if (surface->passes < 1 || surface->passes > 100)
    return pl_fail(PL_ERROR_ARGUMENT, "surface.passes must be in [1, 100], got %d", surface->passes);
  return PL_OK;
}

static const pl_model_number surface_numbers[] = {
    PL_MODEL_NUMBER(surface, youngs_modulus, MODULUS), PL_MODEL_NUMBER(surface, damping_ratio, FACTOR),
    PL_MODEL_NUMBER(surface, radius, LENGTH),          PL_MODEL_NUMBER(surface, stiffness, PULL),
    PL_MODEL_NUMBER(surface, damping, RATE),
};

/* The same as bytes, without pointers. */
static const pl_member surface_members[] = {
    PL_MODEL_MEMBER(surface, youngs_modulus, NUMBER), PL_MODEL_MEMBER(surface, damping_ratio, NUMBER),
    PL_MODEL_MEMBER(surface, region, WORD),           PL_MODEL_MEMBER(surface, radius, NUMBER),
    PL_MODEL_MEMBER(surface, stiffness, NUMBER),      PL_MODEL_MEMBER(surface, pull, NUMBER),
    PL_MODEL_MEMBER(surface, damping, NUMBER),        PL_MODEL_MEMBER(surface, damping_part, NUMBER),
    PL_MODEL_MEMBER(surface, weights, WORD),          PL_MODEL_MEMBER(surface, sums, WORD),
    PL_MODEL_MEMBER(surface, momentum, WORD),         PL_MODEL_MEMBER(surface, passes, WORD),
    PL_MODEL_MEMBER(surface, normal_point, FLAG),     PL_MODEL_MEMBER(surface, last_moves, FLAG),
    PL_MODEL_MEMBER(surface, precision, WORD),
};

/* ---- the body ---- */

static void surface_destroy(void *data)
{
  pl_surface *surface = data;
  if (!surface) return;
  pl_release(surface->rest);
  pl_release(surface->edges);
  pl_release(surface->triangles);
  pl_release(surface->mass);
  pl_release(surface->stiffness);
  pl_release(surface->clamped);
  pl_surface_release_rest(&surface->made);
  pl_release(surface->pulls);
  pl_release(surface->inverse_mass);
  pl_release(surface->region_rotation);
  pl_release(surface->displacement);
  pl_release(surface);
}

static void *copy_of(const void *from, size_t count, size_t size)
{
  void *copy = pl_allocate(count, size);
  if (copy && count) memcpy(copy, from, count * size);
  return copy;
}

/* Middle and size of the box about the rest shape: coordinates are within [-1, 1] of it. A power of two, so that
   changing the unit does not round. */
static void measure(pl_surface *surface)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, most = 0, mass = 0;
  for (size_t k = 0; k < 3 * surface->count; k++) {
    low[k % 3] = fmin(low[k % 3], surface->rest[k]);
    high[k % 3] = fmax(high[k % 3], surface->rest[k]);
  }
  surface->diagonal = pl_vec3_distance(low, high);
  for (size_t c = 0; c < 3; c++) {
    surface->centre[c] = 0.5 * (low[c] + high[c]);
    most = fmax(most, 0.5 * (high[c] - low[c]));
  }
  surface->size = most > 0 ? exp2(ceil(log2(most))) : 1;
  for (size_t i = 0; i < surface->count; i++) mass += surface->mass[i];
  surface->mean_mass = mass / (double)surface->count;
}

/* Of a sheet: its triangles times its thickness are its volume. */
static double thickness_of(const pl_model_setup *setup, double volume)
{
  const pl_mesh_data *rest = &setup->rest;
  double area = 0, thickness = setup->def->thickness;
  for (size_t t = 0; t < rest->triangle_count; t++) {
    const uint32_t *corner = rest->triangles + 3 * t;
    double a[3], b[3], cross[3];
    pl_vec3_sub(rest->positions + 3 * (size_t)corner[1], rest->positions + 3 * (size_t)corner[0], a);
    pl_vec3_sub(rest->positions + 3 * (size_t)corner[2], rest->positions + 3 * (size_t)corner[0], b);
    pl_vec3_cross(a, b, cross);
    area += 0.5 * pl_vec3_length(cross);
  }
  return thickness > 0 && fabs(volume - area * thickness) < 0.01 * volume ? thickness : 0;
}

static pl_status fill(pl_surface *surface, const pl_model_setup *setup)
{
  size_t n = setup->rest.vertex_count;
  surface->count = n;
  surface->def = setup->def->surface;
  surface->edge_count = setup->rest.edge_count;
  surface->triangle_count = setup->rest.triangle_count;
  surface->rest = copy_of(setup->rest.positions, 3 * n, sizeof(double));
  surface->edges = copy_of(setup->rest.edges, 2 * surface->edge_count, sizeof(uint32_t));
  surface->triangles = copy_of(setup->rest.triangles, 3 * surface->triangle_count, sizeof(uint32_t));
  surface->mass = copy_of(setup->mass, n, sizeof(double));
  surface->clamped = copy_of(setup->fixed, n, 1);
  surface->inverse_mass = PL_NEW(double, n);
  surface->region_rotation = PL_NEW(float, 4 * pl_surface_padded(n));
  surface->displacement = PL_NEW(float, n);
  if (!surface->rest || !surface->edges || !surface->triangles || !surface->mass || !surface->clamped ||
      !surface->inverse_mass || !surface->region_rotation || !surface->displacement)
    return PL_ERROR_MEMORY;
  if (setup->def->stiffness) {
    surface->stiffness = copy_of(setup->def->stiffness, n, sizeof(double));
    surface->pulls = PL_NEW(float, n);
    if (!surface->stiffness || !surface->pulls) return PL_ERROR_MEMORY;
  }
  measure(surface);
  PL_TRY(pl_surface_measure_edges(surface));
  double volume = 0;
  for (size_t i = 0; i < n; i++) volume += setup->rest.vertex_volumes ? setup->rest.vertex_volumes[i] : 0;
  surface->density = volume > 0 ? surface->mean_mass * (double)n / volume : setup->def->density;
  surface->thickness = thickness_of(setup, volume);
  pl_surface_def wanted = pl_surface_regions_of(surface, &surface->def);
  PL_TRY(pl_surface_make_rest(surface, &wanted, &surface->made));
  for (size_t i = 0; i < n; i++) surface->inverse_mass[i] = 1 / setup->mass[surface->made.regions.order[i]];
  return PL_OK;
}

static pl_status surface_create(const pl_model_setup *setup, void **data, uint32_t *order)
{
  if (setup->rest.edge_count == 0 && setup->rest.vertex_count > 1)
    return pl_fail(
        PL_ERROR_MESH,
        "the mesh has neither triangles nor edges: the surface model has nothing to hold the particles together");
  pl_surface *surface = PL_NEW(pl_surface, 1);
  if (!surface) return PL_ERROR_MEMORY;
  pl_status status = fill(surface, setup);
  if (status != PL_OK) {
    surface_destroy(surface);
    return status;
  }
  memcpy(order, surface->made.regions.order, surface->count * sizeof(uint32_t));
  *data = surface;
  return PL_OK;
}

/* Parts per step are parts of the world's step: the same stiffness and the same damping in small ones. */
static double pull_in(const pl_surface *surface, double h, double step)
{
  double part = h / step;
  return surface->def.pull > 0 ? surface->def.pull * part * part : pl_surface_stiffness(surface, &surface->def) * h * h;
}

/* Resisting strains of regions in proportion to k, strain rates are resisted in proportion to a rate of fading: beta
   k. */
static double damping_rate(const pl_surface *surface, double h)
{
  const pl_surface_def *def = &surface->def;
  double k = pl_surface_stiffness(surface, def), modulus = k * surface->density * surface->made.spread;
  return def->damping +
         fmin(k, 1 / (h * h)) * pl_model_loss_time(def->damping_ratio, modulus, surface->density, surface->diagonal);
}

static double damping_in(const pl_surface *surface, double h, double step)
{
  double part = surface->def.damping_part, rate = damping_rate(surface, h);
  if (part > 0) return h == step ? part : -pl_expm1(pl_log1p(-part) * h / step);
  return rate > 0 ? -pl_expm1(-rate * h) : 0;
}

/* Of the mean of how far matching moved a particle, what its last step makes. Corrections of volume go where that is
   far. A particle that matching moves outwards has the less to move the more a correction did in the step before, so
   that by the last step alone, as [D] has it, corrections go here and there by turns. */
static float newest_part(const pl_surface_def *def) { return def->last_moves ? 1 : 0.25F; }

/* A sheet bends with E t^3 / 12 where its regions pull along their normals with k' = E t^2 / (12 rho B), 1/s^2; 0: it
   has none. */
static double stiffness_across(const pl_surface *surface)
{
  double t = surface->thickness;
  if (!surface->made.normals) return 0;
  return surface->def.youngs_modulus * t * t / (12 * surface->density * surface->made.bend);
}

static double missing_across(const pl_surface *surface, double pull, double h)
{
  if (!surface->made.normals) return 0;
  return 1 - fmin(1, stiffness_across(surface) * h * h) / fmin(1, pull);
}

/* Numbers that depend on the step, or can be had at once. */
static void set_numbers(pl_surface *surface, const pl_surface_def *def, double h, double step)
{
  surface->def = *def;
  double pull = pull_in(surface, h, step);
  surface->h = h;
  surface->newest_part = newest_part(def);
  surface->flat = missing_across(surface, pull, h);
  surface->whole_pull = pull;
  surface->whole_damping = damping_in(surface, h, step);
  surface->pull = (float)fmin(1, pull);
  surface->damping = (float)surface->whole_damping;
  for (size_t i = 0; surface->pulls && i < surface->count; i++)
    surface->pulls[i] = (float)fmin(1, surface->stiffness[surface->made.regions.order[i]] * pull);
}

static bool same_regions(const pl_surface_def *a, const pl_surface_def *b)
{
  bool reach = a->radius > 0 || b->radius > 0 ? a->radius == b->radius : a->region == b->region;
  return reach && pl_surface_is_given(a) == pl_surface_is_given(b) && a->sums == b->sums && a->weights == b->weights &&
         a->normal_point == b->normal_point;
}

/* Pins of the definition may be removed: whether others are held now. */
static bool note_clamped(pl_surface *surface, const pl_model_body *body)
{
  bool changed = false;
  for (size_t i = 0; i < surface->count; i++) {
    uint8_t *clamped = &surface->clamped[surface->made.regions.order[i]];
    uint8_t now = pl_model_body_fixed_place(body, (uint32_t)i) < body->fixed_count;
    changed = changed || *clamped != now;
    *clamped = now;
  }
  return changed;
}

/* After a failure the regions of before are still there. */
static pl_status surface_prepare(pl_model_body *body, const pl_body_def *def, unsigned changes,
                                 const pl_model_context *context)
{
  pl_surface *surface = body->data;
  pl_surface_def now = pl_surface_regions_of(surface, &surface->def);
  pl_surface_def next = pl_surface_regions_of(surface, &def->surface);
  bool others = (changes & PL_CHANGED_FIXED) && note_clamped(surface, body) && !pl_surface_is_given(&def->surface);
  if (others || (!(changes & PL_CHANGED_BACK) && !same_regions(&now, &next))) {
    pl_surface_rest made;
    PL_TRY(pl_surface_make_rest(surface, &next, &made));
    pl_surface_release_rest(&surface->made);
    surface->made = made;
  }
  set_numbers(surface, &def->surface, context->h, context->step);
  return PL_OK;
}

static pl_status surface_reserve(pl_model_body *body)
{
  (void)body; /* pushing and holding need no memory */
  return PL_OK;
}

static pl_status surface_declare(pl_model_body *body, pl_registry *registry)
{
  pl_surface *surface = body->data;
  PL_TRY(pl_registry_add(registry, "region rotations", PL_PER_PARTICLE, PL_TYPE_FLOAT, 4, surface->count,
                         surface->region_rotation));
  return pl_registry_add(registry, "displacements", PL_PER_PARTICLE, PL_TYPE_FLOAT, 1, surface->count,
                         surface->displacement);
}

/* Rotations are only where the next search starts: any will do. */
static pl_status surface_import(pl_model_body *body, const pl_model_context *context)
{
  (void)body, (void)context;
  return PL_OK;
}

static pl_status surface_reset(pl_model_body *body, const pl_model_context *context)
{
  pl_surface *surface = body->data;
  (void)context;
  for (size_t k = 0; k < 4 * pl_surface_padded(surface->count); k++) surface->region_rotation[k] = k % 4 == 0 ? 1 : 0;
  memset(surface->displacement, 0, surface->count * sizeof(float));
  return PL_OK;
}

static void surface_displaced(const pl_model_body *body, double *out)
{
  const pl_surface *surface = body->data;
  for (size_t i = 0; i < surface->count; i++) out[i] = (double)surface->displacement[i];
}

static const char *name_of_sums(const pl_regions *regions)
{
  if (regions->method != PL_SUMS_PATHS) return "direct";
  return regions->chain_count > 0 ? "by bars and plates of the lattice" : "by paths";
}

static void surface_region(const pl_model_body *body, uint32_t particle, double *member)
{
  const pl_regions *regions = &((const pl_surface *)body->data)->made.regions;
  for (uint32_t k = regions->start[particle]; k < regions->start[particle + 1]; k++)
    for (uint32_t j = regions->intervals[k].lo; j < regions->intervals[k].hi; j++) member[j] = 1;
}

static void surface_paths(const pl_model_body *body, double *path)
{
  const pl_regions *regions = &((const pl_surface *)body->data)->made.regions;
  for (size_t p = 0; p < regions->path_count; p++)
    for (uint32_t i = regions->path_start[p]; i < regions->path_start[p + 1]; i++) path[i] = (double)p;
}

static void surface_describe(const pl_model_body *body, char *text, size_t size)
{
  const pl_surface *surface = body->data;
  const pl_regions *regions = &surface->made.regions;
  double ceiling = 1 / (surface->h * surface->h), n = (double)surface->count, members = 0;
  for (size_t i = 0; i < surface->count; i++) members += regions->size[i];
  bool at_ceiling = surface->def.pull == 0 && pl_surface_stiffness(surface, &surface->def) > ceiling;
  double modulus = (double)surface->pull * ceiling * surface->density * surface->made.spread;
  char reach[64] = "";
  pl_surface_def regions_of = pl_surface_regions_of(surface, &surface->def);
  if (regions_of.radius > 0) snprintf(reach, sizeof reach, ", to %.4g m along edges", regions_of.radius);
  snprintf(text, size,
           "region = %.4g particles on average, in %.3g intervals of %zu paths%s\nYoung's modulus = %.4g Pa\nsums = "
           "%s\npull = %.6g of the way per step\n"
           "effective stiffness = %.6g 1/s^2%s\nhighest stiffness = %.6g 1/s^2 at this step\n"
           "damping part = %.6g per step\n",
           members / n, regions->start[surface->count] / n, regions->path_count, reach, modulus, name_of_sums(regions),
           (double)surface->pull, (double)surface->pull * ceiling,
           at_ceiling ? ", less than asked for: take a smaller step" : "", ceiling, (double)surface->damping);
}

static void surface_limits(const pl_model_body *body, char *text, size_t size)
{
  const pl_surface *surface = body->data;
  double stiffness = pl_surface_stiffness(surface, &surface->def), ceiling = 1 / (surface->h * surface->h);
  if (surface->def.pull > 0 || stiffness <= ceiling) return;
  int length = snprintf(
      text, size,
      "at small steps of %.3g s it is no stiffer than %.3g Pa, less than the %.3g Pa asked for; small steps of "
      "%.2g s or less hold that (time.step, time.substeps)\n",
      surface->h, ceiling * surface->density * surface->made.spread,
      stiffness * surface->density * surface->made.spread, 1 / sqrt(stiffness));
  double across = stiffness_across(surface);
  if (!(across > ceiling) || length < 0 || (size_t)length >= size) return;
  snprintf(
      text + length, size - (size_t)length,
      "at small steps of %.3g s it bends no more stiffly than with %.3g Pa, less than the %.3g Pa asked for; small "
      "steps of %.2g s or less hold that (time.step, time.substeps)\n",
      surface->h, ceiling / across * surface->def.youngs_modulus, surface->def.youngs_modulus, 1 / sqrt(across));
}

static const pl_model surface_model = {
    .name = "surface",
    .kind = PL_MODEL_SURFACE,
    .part = PL_MODEL_PART(surface),
    .defaults = surface_defaults,
    .check = surface_check,
    .numbers = surface_numbers,
    .number_count = sizeof surface_numbers / sizeof *surface_numbers,
    .layout = {surface_members, sizeof surface_members / sizeof *surface_members},
    .traits = {.coupling = PL_COUPLING_NONE},
    .together = true,
    .create = surface_create,
    .destroy = surface_destroy,
    .prepare = surface_prepare,
    .reserve = surface_reserve,
    .declare = surface_declare,
    .energy = pl_surface_energy,
    .advance = pl_surface_advance,
    .apply_impulses = pl_surface_apply_impulses,
    .compliance = pl_surface_compliance,
    .scratch = pl_surface_scratch,
    .import = surface_import,
    .reset = surface_reset,
    .restored = surface_import,
    .elastic_displacements = surface_displaced,
    .region = surface_region,
    .paths = surface_paths,
    .describe = surface_describe,
    .limits = surface_limits,
};

const pl_model *pl_surface_model(void) { return &surface_model; }
