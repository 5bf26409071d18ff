/* SPDX-License-Identifier: MIT
   What a material makes of a body: how far regions reach, and how hard they pull.

   A strain e leaves x e of a region's displacement that no rigid motion explains, so that a body of the density rho
   resists it with the modulus

     E = k rho q,   q = mean over regions of min over rotations of sum w |e (e . x) - turn × x|^2 / sum w,

   with x from the region's centre and e along the body. In a plane q is r^2 / 4 for regions of the radius r; k = E /
   (rho q) then takes the place of the paper's stiffness. It cannot be more than 1/h^2. So regions are as wide as a
   material of this modulus needs them: r = sqrt(8 E / (rho k0)), k0 = 36000 / s^2 (firm at steps of 5 ms): as far as
   sound of the speed sqrt(E / rho) comes in 15 ms. No less than the mesh's edges, or particles would be alone; no more
   than 0.3 of the box's diagonal, as there is nothing farther away.

   Sheets of the thickness t bend with D = E t^3 / 12. A curvature 1 leaves of a region, after the best plane, the mean
   square B (r^4 / 64 of a disc): regions pull along their normals with k' = E t^2 / (12 rho B), mostly much less than
   k. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "linalg/eigen/eigen.h"
#include "math/mat3.h"
#include "math/vec3.h"
#include "model/common/momentum.h"
#include "model/surface/surface.h"

static const double firm = 36000; /* 1/s^2 */
static const int usual_rings = 3;

pl_status pl_surface_measure_edges(pl_surface *surface)
{
  double *sum = PL_NEW(double, 2 * surface->count);
  if (!sum) return PL_ERROR_MEMORY;
  for (size_t e = 0; e < surface->edge_count; e++) {
    const uint32_t *ends = surface->edges + 2 * e;
    double length = pl_vec3_distance(surface->rest + 3 * (size_t)ends[0], surface->rest + 3 * (size_t)ends[1]);
    for (int k = 0; k < 2; k++) {
      sum[2 * (size_t)ends[k]] += length;
      sum[2 * (size_t)ends[k] + 1] += 1;
    }
  }
  surface->coarsest = 0;
  for (size_t i = 0; i < surface->count; i++)
    if (sum[2 * i + 1] > 0) surface->coarsest = fmax(surface->coarsest, sum[2 * i] / sum[2 * i + 1]);
  pl_release(sum);
  return PL_OK;
}

static double reach_of(const pl_surface *surface, double youngs_modulus)
{
  double square = youngs_modulus / (surface->density * firm), wanted = sqrt(8 * square);
  if (surface->thickness > 0) {
    double bending = sqrt(surface->thickness * sqrt(64.0 / 12 * square));
    wanted = fmin(wanted, fmax(bending, 0.1 * surface->diagonal));
  }
  return fmax(fmin(wanted, 0.3 * surface->diagonal), surface->coarsest);
}

bool pl_surface_is_given(const pl_surface_def *def) { return def->region > 0 || def->stiffness > 0 || def->pull > 0; }

pl_surface_def pl_surface_regions_of(const pl_surface *surface, const pl_surface_def *def)
{
  pl_surface_def out = *def;
  if (out.radius > 0) return out;
  if (!pl_surface_is_given(def)) out.radius = reach_of(surface, def->youngs_modulus);
  if (out.radius == 0 && out.region == 0) out.region = usual_rings; /* what has no extent has no radius either */
  return out;
}

double pl_surface_stiffness(const pl_surface *surface, const pl_surface_def *def)
{
  if (pl_surface_is_given(def)) return def->stiffness > 0 ? def->stiffness : firm;
  return surface->made.spread > 0 ? def->youngs_modulus / (surface->density * surface->made.spread) : firm;
}

pl_status pl_surface_long_axis(const pl_surface *surface, double out[3])
{
  double axes[9], values[3];
  pl_mat3_zero(axes);
  for (size_t i = 0; i < surface->count; i++) {
    double arm[3];
    pl_vec3_sub(surface->rest + 3 * i, surface->centre, arm);
    pl_mat3_outer_add(axes, surface->mass[i] / surface->mean_mass, arm, arm);
  }
  pl_status status = pl_symmetric_eigen(3, axes, values);
  pl_vec3_copy(axes, out);
  return status;
}

double pl_surface_spread_of(const double C[9], const double along[3])
{
  double pulled[3], moment[3], inertia[9], turn[3];
  pl_mat3_apply(C, along, pulled);
  pl_vec3_cross(pulled, along, moment);
  double trace = C[0] + C[4] + C[8];
  for (int k = 0; k < 9; k++) inertia[k] = (k % 4 == 0 ? trace * (1 + 1e-9) : 0) - C[k];
  pl_solve_inertia(inertia, moment, turn);
  return pl_vec3_dot(along, pulled) - pl_vec3_dot(moment, turn);
}

/* ---- sheets ---- */

/* Least squares of a + b x + c y with the moments `m` (1, x, y; x x, x y, y y) to `right`; what it explains of sum
   f^2. */
static double explained(const double m[6], const double right[3])
{
  const double matrix[9] = {m[0], m[1], m[2], m[1], m[3], m[4], m[2], m[4], m[5]};
  double inverse[9], solution[3] = {0, 0, 0}, determinant = pl_mat3_determinant(matrix);
  for (int k = 0; k < 3; k++) pl_vec3_cross(matrix + 3 * ((k + 1) % 3), matrix + 3 * ((k + 2) % 3), inverse + 3 * k);
  if (!(fabs(determinant) > 1e-12 * fabs(m[0] * m[3] * m[5]))) return right[0] * right[0] / m[0];
  for (int k = 0; k < 3; k++) pl_vec3_add_scaled(solution, right[k] / determinant, inverse + 3 * k, solution);
  return pl_vec3_dot(solution, right);
}

static void place_from(const pl_surface_rest *rest, size_t j, const double centre[3], double out[3])
{
  for (size_t c = 0; c < 3; c++) out[c] = (double)rest->place[4 * j + c] - centre[c];
}

/* The normal of region i, and sum w (what no plane explains of a curvature 1 along `along`)^2, in units of the body. */
static pl_status bend_region(const pl_surface_rest *rest, size_t i, const double along[3], double normal[3],
                             double *bend, double *weights)
{
  double C[9], values[3], centre[3] = {0, 0, 0}, arm[3], sum = 0;
  pl_mat3_zero(C);
  for (uint32_t k = rest->regions.start[i]; k < rest->regions.start[i + 1]; k++)
    for (size_t j = rest->regions.intervals[k].lo; j < rest->regions.intervals[k].hi; j++) {
      place_from(rest, j, (double[]){0, 0, 0}, arm);
      pl_vec3_add_scaled(centre, (double)rest->place[4 * j + 3], arm, centre);
      sum += (double)rest->place[4 * j + 3];
    }
  pl_vec3_scale(centre, 1 / sum, centre);
  for (uint32_t k = rest->regions.start[i]; k < rest->regions.start[i + 1]; k++)
    for (size_t j = rest->regions.intervals[k].lo; j < rest->regions.intervals[k].hi; j++) {
      place_from(rest, j, centre, arm);
      pl_mat3_outer_add(C, (double)rest->place[4 * j + 3], arm, arm);
    }
  PL_TRY(pl_symmetric_eigen(3, C, values));
  pl_vec3_copy(C + 6, normal);
  double m[6] = {0}, right[3] = {0}, square = 0, side[3];
  pl_vec3_cross(normal, along, side);
  for (uint32_t k = rest->regions.start[i]; k < rest->regions.start[i + 1]; k++)
    for (size_t j = rest->regions.intervals[k].lo; j < rest->regions.intervals[k].hi; j++) {
      place_from(rest, j, centre, arm);
      double w = (double)rest->place[4 * j + 3], x = pl_vec3_dot(arm, along), y = pl_vec3_dot(arm, side);
      double f = 0.5 * x * x;
      const double basis[3] = {1, x, y};
      for (int a = 0, p = 0; a < 3; a++) {
        right[a] += w * basis[a] * f;
        for (int b = a; b < 3; b++, p++) m[p] += w * basis[a] * basis[b];
      }
      square += w * f * f;
    }
  *bend += fmax(0, square - explained(m, right));
  *weights += sum;
  return PL_OK;
}

pl_status pl_surface_find_bend(const pl_surface *surface, const double along[3], pl_surface_rest *rest)
{
  double bend = 0, weights = 0, size = surface->size;
  rest->normals = PL_NEW(float, 3 * pl_surface_padded(surface->count));
  if (!rest->normals) return PL_ERROR_MEMORY;
  for (size_t i = 0; i < surface->count; i++) {
    double normal[3];
    PL_TRY(bend_region(rest, i, along, normal, &bend, &weights));
    float *lane = rest->normals + i / PL_SURFACE_LANES * 3 * PL_SURFACE_LANES + i % PL_SURFACE_LANES;
    for (size_t c = 0; c < 3; c++) lane[PL_SURFACE_LANES * c] = (float)normal[c];
  }
  rest->bend = size * size * size * size * bend / weights;
  return PL_OK;
}
