/* SPDX-License-Identifier: MIT
   What regions are like in the rest shape: made once, in double, kept in float in the body's unit of length. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "linalg/eigen/eigen.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/surface/surface.h"

void pl_surface_release_rest(pl_surface_rest *rest)
{
  pl_regions_release(&rest->regions);
  pl_release(rest->place);
  pl_release(rest->share);
  pl_release(rest->held);
  pl_release(rest->region);
  pl_release(rest->fan);
  pl_release(rest->fan_start);
  pl_release(rest->normals);
  pl_release(rest->normal);
  pl_release(rest->normal_arm);
  *rest = (pl_surface_rest){0};
}

static pl_status find_regions(const pl_surface *surface, const pl_surface_def *def, pl_regions *out)
{
  static const pl_sums_method methods[] = {PL_SUMS_AUTO, PL_SUMS_PATHS, PL_SUMS_DIRECT}; /* by pl_summation */
  pl_region_setup setup = {.count = surface->count,
                           .positions = surface->rest,
                           .edges = surface->edges,
                           .edge_count = surface->edge_count,
                           .rings = def->radius > 0 ? 0 : (uint32_t)def->region,
                           .radius = def->radius,
                           .method = methods[def->sums],
                           .as_here = surface->made.regions.count ? &surface->made.regions : NULL};
  return pl_regions_create(&setup, out);
}

/* Rest positions in the body's unit, and the weights of particles. */
static void place_particles(const pl_surface *surface, const pl_surface_def *def, pl_surface_rest *rest)
{
  for (size_t i = 0; i < surface->count; i++) {
    size_t from = rest->regions.order[i];
    float *place = rest->place + 4 * i;
    for (size_t c = 0; c < 3; c++)
      place[c] = (float)((surface->rest[3 * from + c] - surface->centre[c]) / surface->size);
    rest->share[i] = (float)(1.0 / rest->regions.size[i]);
    rest->held[i] = 1;
    double weight = surface->mass[from] / surface->mean_mass;
    place[3] = (float)(def->weights == PL_REGION_SHARE ? weight / rest->regions.size[i] : weight);
  }
}

enum { MOMENTS = 10 }; /* w, w x0 (3), w x0 x0^T (6) */

/* sum[i] = the moments of all particles before i. */
static void add_up_moments(const pl_surface_rest *rest, size_t count, double *sum)
{
  memset(sum, 0, MOMENTS * sizeof(double));
  for (size_t i = 0; i < count; i++) {
    const float *p = rest->place + 4 * i;
    double w = (double)p[3], x = (double)p[0], y = (double)p[1], z = (double)p[2];
    double moments[MOMENTS] = {w,         w * x,     w * y,     w * z,     w * x * x,
                               w * x * y, w * x * z, w * y * y, w * y * z, w * z * z};
    for (size_t k = 0; k < MOMENTS; k++) sum[MOMENTS * (i + 1) + k] = sum[MOMENTS * i + k] + moments[k];
  }
}

/* Centre, second moments about it and 1/M, into the region's lane. Idle lanes hold an identity. */
static void describe_region(const pl_surface_rest *rest, const double *sum, size_t i, double centre[3], double C[9],
                            double *mass)
{
  double m[MOMENTS] = {0};
  for (uint32_t k = rest->regions.start[i]; k < rest->regions.start[i + 1]; k++)
    for (size_t c = 0; c < MOMENTS; c++)
      m[c] += sum[MOMENTS * (size_t)rest->regions.intervals[k].hi + c] -
              sum[MOMENTS * (size_t)rest->regions.intervals[k].lo + c];
  float *lane = rest->region + i / PL_SURFACE_LANES * PL_SURFACE_REST_BLOCK + i % PL_SURFACE_LANES;
  for (size_t c = 0; c < 3; c++) {
    centre[c] = m[1 + c] / m[0];
    lane[PL_SURFACE_LANES * c] = (float)centre[c];
  }
  for (size_t r = 0, k = 3; r < 3; r++)
    for (size_t c = r; c < 3; c++, k++) {
      C[3 * r + c] = C[3 * c + r] = m[1 + k] - m[0] * centre[r] * centre[c];
      lane[PL_SURFACE_LANES * k] = (float)C[3 * r + c];
    }
  lane[PL_SURFACE_LANES * (size_t)9] = (float)(1 / m[0]);
  *mass = m[0];
}

static void fill_idle_lanes(const pl_surface_rest *rest, size_t count)
{
  for (size_t i = count; i % PL_SURFACE_LANES; i++) {
    float *lane = rest->region + i / PL_SURFACE_LANES * PL_SURFACE_REST_BLOCK + i % PL_SURFACE_LANES;
    lane[PL_SURFACE_LANES * 3] = lane[PL_SURFACE_LANES * 6] = lane[PL_SURFACE_LANES * 8] = 1;
    lane[PL_SURFACE_LANES * 9] = 1;
  }
}

/* ---- normal points ---- */

static pl_status make_fans(const pl_surface *surface, pl_surface_rest *rest)
{
  size_t n = surface->count;
  rest->fan = PL_NEW(uint32_t, 6 * surface->triangle_count);
  rest->fan_start = PL_NEW(uint32_t, n + 1);
  rest->normal = PL_NEW(float, 4 * n);
  rest->normal_arm = PL_NEW(float, 4 * n);
  uint32_t *place = PL_NEW(uint32_t, n), *next = PL_NEW(uint32_t, n);
  pl_status status =
      rest->fan && rest->fan_start && rest->normal && rest->normal_arm && place && next ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) {
    for (size_t i = 0; i < n; i++) place[rest->regions.order[i]] = (uint32_t)i;
    for (size_t k = 0; k < 3 * surface->triangle_count; k++) rest->fan_start[place[surface->triangles[k]] + 1]++;
    for (size_t i = 0; i < n; i++) rest->fan_start[i + 1] += rest->fan_start[i];
    memcpy(next, rest->fan_start, n * sizeof(uint32_t));
    for (size_t k = 0; k < 3 * surface->triangle_count; k++) {
      const uint32_t *triangle = surface->triangles + k / 3 * 3;
      size_t at = next[place[triangle[k % 3]]]++;
      rest->fan[2 * at] = place[triangle[(k + 1) % 3]];
      rest->fan[2 * at + 1] = place[triangle[(k + 2) % 3]];
    }
  }
  pl_release(place);
  pl_release(next);
  return status;
}

static void place_of(const pl_surface_rest *rest, size_t i, double out[3])
{
  for (size_t c = 0; c < 3; c++) out[c] = (double)rest->place[4 * i + c];
}

/* [D]: p0 = x0 + l n0, l the weighted mean distance of the region's particles from its centre. */
static void lift_point(pl_surface_rest *rest, size_t i, const double centre[3], double mass)
{
  double at[3], normal[3] = {0, 0, 0}, mean = 0, areas = 0;
  place_of(rest, i, at);
  for (uint32_t t = rest->fan_start[i]; t < rest->fan_start[i + 1]; t++) {
    double a[3], b[3], area[3];
    place_of(rest, rest->fan[2 * t], a);
    place_of(rest, rest->fan[2 * t + 1], b);
    pl_vec3_sub(a, at, a);
    pl_vec3_sub(b, at, b);
    pl_vec3_cross(a, b, area);
    pl_vec3_add(normal, area, normal);
    areas += pl_vec3_length(area);
  }
  double length = pl_vec3_length(normal);
  if (!(length > 1e-3 * areas))
    return; /* triangles that face all ways, as where sheets meet, have no normal in common */
  for (uint32_t k = rest->regions.start[i]; k < rest->regions.start[i + 1]; k++)
    for (uint32_t j = rest->regions.intervals[k].lo; j < rest->regions.intervals[k].hi; j++) {
      double from[3];
      place_of(rest, j, from);
      mean += (double)rest->place[4 * (size_t)j + 3] * pl_vec3_distance(from, centre);
    }
  mean /= mass;
  for (size_t c = 0; c < 3; c++) {
    rest->normal[4 * i + c] = (float)(normal[c] / length);
    rest->normal_arm[4 * i + c] = (float)(at[c] + mean * normal[c] / length - centre[c]);
  }
  rest->normal[4 * i + 3] = (float)mean;
  rest->normal_arm[4 * i + 3] = (float)(mass / rest->regions.size[i]);
}

/* ---- pins ---- */

/* A body that is held goes on behind its pins, where nothing moves. About an edge that is half of a disc: its second
   moment across the edge, about its own mean 4 r / 3 pi behind it, is (1 - 64 / 9 pi^2) / 2 of the disc's, the spread
   of regions. Held particles weigh as much as makes theirs across (the second of their moments about their mean) the
   same, and no less than the region. Else two rows of them are a hinge, and on a finer mesh a weaker one. Free
   particles weigh what they did, and held ones need no momentum: forces stay the gradient of the energy. A single row
   is a hinge, and stays one. */
static pl_status held_factor(const pl_surface *surface, const pl_surface_rest *rest, size_t i, double *out)
{
  static const double pi = 3.14159265358979323846, most = 1000; /* floats have digits left for that */
  const double behind = 0.5 * (1 - 64 / (9 * pi * pi));
  double all = 0, held = 0, mean[3] = {0, 0, 0}, C[9], values[3], arm[3];
  pl_mat3_zero(C);
  for (uint32_t k = rest->regions.start[i]; k < rest->regions.start[i + 1]; k++)
    for (size_t j = rest->regions.intervals[k].lo; j < rest->regions.intervals[k].hi; j++) {
      double mass = surface->mass[rest->regions.order[j]];
      all += mass;
      if (!surface->clamped[rest->regions.order[j]]) continue;
      place_of(rest, j, arm);
      held += mass;
      pl_vec3_add_scaled(mean, mass, arm, mean);
      pl_mat3_outer_add(C, mass, arm, arm);
    }
  pl_vec3_scale(mean, 1 / held, mean);
  pl_mat3_outer_add(C, -held, mean, mean);
  PL_TRY(pl_symmetric_eigen(3, C, values));
  double across = fmax(0, values[1]), wanted = behind * all * rest->spread / (surface->size * surface->size);
  *out = fmin(most, fmax(all / held, across * most > wanted ? wanted / across : most));
  return PL_OK;
}

static pl_status weigh_held(const pl_surface *surface, pl_surface_rest *rest)
{
  for (size_t i = 0; i < surface->count; i++) {
    double factor;
    if (!surface->clamped[rest->regions.order[i]]) continue;
    PL_TRY(held_factor(surface, rest, i, &factor));
    rest->held[i] = (float)factor;
    rest->place[4 * i + 3] *= (float)factor;
  }
  return PL_OK;
}

/* Regions as they are with the particles' weights. */
static void describe_regions(const pl_surface *surface, pl_surface_rest *rest, const double along[3], bool lifts,
                             double *sum)
{
  double spread = 0, masses = 0;
  add_up_moments(rest, surface->count, sum);
  fill_idle_lanes(rest, surface->count);
  for (size_t i = 0; i < surface->count; i++) {
    double centre[3], C[9], mass;
    describe_region(rest, sum, i, centre, C, &mass);
    spread += pl_surface_spread_of(C, along);
    masses += mass;
    if (lifts) lift_point(rest, i, centre, mass);
  }
  rest->spread = surface->size * surface->size * spread / masses;
}

pl_status pl_surface_make_rest(const pl_surface *surface, const pl_surface_def *def, pl_surface_rest *out)
{
  size_t n = surface->count, blocks = (n + PL_SURFACE_LANES - 1) / PL_SURFACE_LANES;
  *out = (pl_surface_rest){0};
  double *sum = PL_NEW(double, MOMENTS *(n + 1)), along[3];
  out->place = PL_NEW(float, 4 * n);
  out->share = PL_NEW(float, n);
  out->held = PL_NEW(float, n);
  out->region = PL_NEW(float, blocks *PL_SURFACE_REST_BLOCK);
  pl_status status = sum && out->place && out->share && out->held && out->region ? PL_OK : PL_ERROR_MEMORY;
  if (status == PL_OK) status = find_regions(surface, def, &out->regions);
  if (status == PL_OK) status = pl_surface_long_axis(surface, along);
  bool lifts = def->normal_point && surface->triangle_count > 0;
  if (status == PL_OK && lifts) status = make_fans(surface, out);
  if (status == PL_OK) {
    place_particles(surface, def, out);
    describe_regions(surface, out, along, lifts, sum);
    if (surface->thickness > 0 && !pl_surface_is_given(def)) status = pl_surface_find_bend(surface, along, out);
    double spread = out->spread;
    if (status == PL_OK && !pl_surface_is_given(def)) {
      status = weigh_held(surface, out);
      describe_regions(surface, out, along, lifts, sum);
      out->spread = spread;
    }
  }
  pl_release(sum);
  if (status != PL_OK) pl_surface_release_rest(out);
  return status;
}
