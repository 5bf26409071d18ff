/* SPDX-License-Identifier: MIT */
#include "mesh/generate/relax.h"

#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/core/topology.h"
#include "mesh/repair/flip.h"

typedef struct relaxation {
  pl_field_function field;
  const void *context;
  double cell;
  double *positions;
  size_t vertex_count;
  uint32_t *triangles;
  size_t triangle_count;
  double *sums;    /* of the centres of the triangles around a vertex times their areas, 3 per vertex */
  double *weights; /* those areas */
} relaxation;

/* The field's gradient by differences towards the corners of a tetrahedron: four samples instead of six. */
static double slope(const relaxation *r, const double p[3], double gradient[3])
{
  static const double corners[4][3] = {{1, -1, -1}, {-1, -1, 1}, {-1, 1, -1}, {1, 1, 1}};
  double step = 0.01 * r->cell;
  pl_vec3_set(gradient, 0, 0, 0);
  for (int i = 0; i < 4; i++) {
    double q[3];
    pl_vec3_add_scaled(p, step, corners[i], q);
    pl_vec3_add_scaled(gradient, r->field(r->context, q) / (4 * step), corners[i], gradient);
  }
  return pl_vec3_dot(gradient, gradient);
}

/* Newton's step along the gradient, at most half a cell so that nothing jumps to another sheet. */
static void put_on_surface(const relaxation *r, double p[3])
{
  double gradient[3], square = slope(r, p, gradient);
  if (!(square > 1e-6)) return;
  double step = -r->field(r->context, p) / square, most = 0.5 * r->cell / sqrt(square);
  pl_vec3_add_scaled(p, fmin(fmax(step, -most), most), gradient, p);
}

static void gather(relaxation *r)
{
  memset(r->sums, 0, 3 * r->vertex_count * sizeof *r->sums);
  memset(r->weights, 0, r->vertex_count * sizeof *r->weights);
  for (size_t i = 0; i < r->triangle_count; i++) {
    const uint32_t *t = r->triangles + 3 * i;
    const double *a = r->positions + 3 * (size_t)t[0], *b = r->positions + 3 * (size_t)t[1],
                 *c = r->positions + 3 * (size_t)t[2];
    double ab[3], ac[3], cross[3], centre[3];
    pl_vec3_sub(b, a, ab);
    pl_vec3_sub(c, a, ac);
    pl_vec3_cross(ab, ac, cross);
    double area = pl_vec3_length(cross) / 2 + 1e-3 * r->cell * r->cell; /* a sliver still has a say */
    for (int k = 0; k < 3; k++) centre[k] = (a[k] + b[k] + c[k]) / 3;
    for (int k = 0; k < 3; k++) {
      pl_vec3_add_scaled(r->sums + 3 * (size_t)t[k], area, centre, r->sums + 3 * (size_t)t[k]);
      r->weights[t[k]] += area;
    }
  }
}

static void slide(relaxation *r)
{
  gather(r);
  for (size_t v = 0; v < r->vertex_count; v++) {
    double *p = r->positions + 3 * v, gradient[3], towards[3];
    double square = slope(r, p, gradient);
    pl_vec3_scale(r->sums + 3 * v, 1 / r->weights[v], towards);
    pl_vec3_sub(towards, p, towards);
    if (square > 1e-6) pl_vec3_add_scaled(towards, -pl_vec3_dot(towards, gradient) / square, gradient, towards);
    pl_vec3_add_scaled(p, 0.8, towards, p);
    put_on_surface(r, p);
  }
}

pl_status pl_relax(pl_field_function field, const void *context, double cell, int rounds, double *positions,
                   size_t vertex_count, uint32_t *triangles, size_t triangle_count)
{
  relaxation r = {.field = field,
                  .context = context,
                  .cell = cell,
                  .positions = positions,
                  .vertex_count = vertex_count,
                  .triangles = triangles,
                  .triangle_count = triangle_count};
  r.sums = PL_NEW(double, 3 * vertex_count);
  r.weights = PL_NEW(double, vertex_count);
  pl_status status = r.sums && r.weights ? PL_OK : PL_ERROR_MEMORY;
  for (int i = 0; status == PL_OK && i < rounds; i++) {
    status = pl_flip_edges(positions, vertex_count, triangles, triangle_count);
    slide(&r);
  }
  if (status == PL_OK) status = pl_flip_edges(positions, vertex_count, triangles, triangle_count);
  for (size_t v = 0; status == PL_OK && v < vertex_count; v++)
    for (int i = 0; i < 3; i++) put_on_surface(&r, positions + 3 * v);
  pl_release(r.sums);
  pl_release(r.weights);
  return status;
}
