/* SPDX-License-Identifier: MIT
   What a hand takes hold of: not one triangle, which a surface body would give as a needle, but the matter around a
   point, most firmly in its middle. */
#include <math.h>

#include "base/memory.h"
#include "base/status.h"
#include "session.h"

static const double patch_radius = 0.1; /* of the body's size at rest */

static double distance2(const double a[3], const double b[3])
{
  double sum = 0;
  for (int c = 0; c < 3; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

static double size_of(const double *x, size_t count)
{
  double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
  for (size_t i = 0; i < 3 * count; i++) {
    low[i % 3] = fmin(low[i % 3], x[i]);
    high[i % 3] = fmax(high[i % 3], x[i]);
  }
  return count > 0 ? sqrt(distance2(low, high)) : 0;
}

/* Where triangles are larger than the patch, the corners of one. One without weight is left out. */
static void take_corners(const surface_point *at, patch *out)
{
  out->count = 0;
  for (int i = 0; i < 3; i++) {
    if (!(at->weights[i] > 1e-9)) continue;
    out->particles[out->count] = at->particles[i];
    out->weights[out->count++] = at->weights[i];
  }
}

/* All particles near the point at rest, where what touches now may be far. Of fine meshes, where these would be too
   many, the nearest: between particles that are pulled others would stay behind. One of mass m at a part r of the
   radius weighs m (1 - 0.9 r^2)^2, so that the middle is pulled most firmly. */
pl_status engine_take_patch(engine *e, const surface_point *at, patch *out)
{
  pl_mesh_data rest = pl_body_skin(at->body);
  const double *x = rest.positions, *masses = pl_body_masses(at->body);
  size_t count = rest.vertex_count, near = SIZE_MAX;
  PL_TRY(pl_grow((void **)&e->values, &e->value_capacity, count, sizeof *e->values));
  double middle[3] = {0}, radius2 = pow(patch_radius * size_of(x, count), 2), *far2 = e->values, sum = 0;
  for (int c = 0; c < 3; c++)
    for (int i = 0; i < 3; i++) middle[c] += at->weights[i] * x[3 * (size_t)at->particles[i] + (size_t)c];
  for (size_t i = 0; i < count; i++) far2[i] = distance2(x + 3 * i, middle);
  for (radius2 /= 0.8; near > MOST_PATCH_PARTICLES;) {
    radius2 *= 0.8;
    near = 0;
    for (size_t i = 0; i < count; i++) near += far2[i] < radius2;
  }
  take_corners(at, out);
  if (near < 4) return PL_OK;
  out->count = 0;
  for (size_t i = 0; i < count; i++) {
    if (!(far2[i] < radius2)) continue;
    out->particles[out->count] = (uint32_t)i;
    out->weights[out->count] = masses[i] * pow(1 - 0.9 * far2[i] / radius2, 2);
    sum += out->weights[out->count++];
  }
  for (size_t k = 0; k < out->count; k++) out->weights[k] = fmax(out->weights[k] / sum, 1e-8); /* grabs want some */
  return PL_OK;
}
