/* SPDX-License-Identifier: MIT */
#include "mesh/query/inside.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

/* Appends the fans to copies of the caller's arrays. */
static pl_status close_surface(const double *positions, const uint32_t *triangles, size_t triangle_count,
                               const pl_fans *fans, pl_inside *out)
{
  size_t n = out->vertex_count;
  out->vertex_count = n + fans->middle_count;
  out->triangle_count = triangle_count + fans->triangle_count;
  out->fan_count = fans->triangle_count;
  out->hole_count = fans->middle_count;
  out->positions = PL_NEW(double, 3 * out->vertex_count);
  out->triangles = PL_NEW(uint32_t, 3 * out->triangle_count);
  if (!out->positions || !out->triangles) return PL_ERROR_MEMORY;
  memcpy(out->positions, positions, 3 * n * sizeof(double));
  memcpy(out->positions + 3 * n, fans->middles, 3 * fans->middle_count * sizeof(double));
  if (triangle_count) memcpy(out->triangles, triangles, 3 * triangle_count * sizeof(uint32_t));
  memcpy(out->triangles + 3 * triangle_count, fans->triangles, 3 * fans->triangle_count * sizeof(uint32_t));
  return PL_OK;
}

pl_status pl_inside_create(const double *positions, size_t vertex_count, const uint32_t *triangles,
                           size_t triangle_count, pl_inside *out)
{
  *out = (pl_inside){.vertex_count = vertex_count};
  pl_fans fans;
  PL_TRY(pl_fans_make(positions, vertex_count, triangles, triangle_count, &fans));
  pl_status status = close_surface(positions, triangles, triangle_count, &fans, out);
  pl_fans_free(&fans);
  PL_TRY(status);
  PL_TRY(pl_bvh_create(out->positions, out->triangles, out->triangle_count, &out->bvh));
  return pl_winding_tree_create(out->bvh, &out->tree);
}

void pl_inside_free(pl_inside *inside)
{
  pl_winding_tree_destroy(inside->tree);
  pl_bvh_destroy(inside->bvh);
  pl_release(inside->positions);
  pl_release(inside->triangles);
  *inside = (pl_inside){0};
}

bool pl_inside_contains(const pl_inside *inside, const double point[3])
{
  return pl_winding_number(inside->tree, point) > 0.5;
}

/* Is the point at part t of the way inside? */
static bool inside_at(const pl_inside *inside, const double from[3], const double segment[3], double t)
{
  double p[3];
  pl_vec3_add_scaled(from, t, segment, p);
  return pl_inside_contains(inside, p);
}

bool pl_inside_passes(const pl_inside *inside, const double from[3], const double to[3], bool on_surface)
{
  enum { WALLS = 32 };               /* more on one edge, and there is no telling */
  static const double nearly = 1e-4; /* the ends may lie on the surface themselves */
  double segment[3], before = 0;
  pl_bvh_hit hit = {.t = nearly};
  pl_vec3_sub(to, from, segment);
  if (!pl_bvh_ray(inside->bvh, from, segment, nearly, 1 - nearly, &hit))
    return !on_surface || inside_at(inside, from, segment, 0.5);
  for (int wall = 0; wall < WALLS; wall++) {
    if (!inside_at(inside, from, segment, (before + hit.t) / 2)) return false;
    before = hit.t;
    if (!pl_bvh_ray(inside->bvh, from, segment, before + 1e-6, 1 - nearly, &hit))
      return inside_at(inside, from, segment, (before + 1) / 2);
  }
  return false;
}

/* Indices of a part of the lattice, begin included, end not. */
typedef struct block {
  uint32_t begin[3], end[3];
} block;

typedef struct visiting {
  const pl_inside *inside;
  const pl_point_lattice *lattice;
  pl_point_visit visit;
  void *context;
  size_t *tests;
} visiting;

static void point_of(const pl_point_lattice *lattice, const uint32_t index[3], double point[3])
{
  for (int k = 0; k < 3; k++) point[k] = lattice->origin[k] + lattice->spacing * index[k];
}

static pl_status visit_all(visiting *v, const block *b)
{
  uint32_t i[3];
  for (i[0] = b->begin[0]; i[0] < b->end[0]; i[0]++)
    for (i[1] = b->begin[1]; i[1] < b->end[1]; i[1]++)
      for (i[2] = b->begin[2]; i[2] < b->end[2]; i[2]++) {
        double point[3];
        point_of(v->lattice, i, point);
        PL_TRY(v->visit(v->context, i, point));
      }
  return PL_OK;
}

static pl_status visit_block(visiting *v, const block *b)
{
  double first[3], last[3], centre[3];
  const uint32_t ends[3] = {b->end[0] - 1, b->end[1] - 1, b->end[2] - 1};
  int longest = 0;
  for (int k = 1; k < 3; k++)
    if (b->end[k] - b->begin[k] > b->end[longest] - b->begin[longest]) longest = k;
  point_of(v->lattice, b->begin, first);
  point_of(v->lattice, ends, last);
  for (int k = 0; k < 3; k++) centre[k] = (first[k] + last[k]) / 2;
  double radius = pl_vec3_distance(first, last) / 2;
  bool single = b->end[longest] - b->begin[longest] == 1;
  pl_bvh_point closest;
  if (v->lattice->most_tests && (*v->tests)++ >= v->lattice->most_tests)
    return pl_fail(PL_ERROR_LIMIT, "a spacing of %g is too fine for this surface", v->lattice->spacing);
  if (single || !pl_bvh_closest(v->inside->bvh, centre, radius, &closest))
    return pl_inside_contains(v->inside, centre) ? visit_all(v, b) : PL_OK;
  block half = *b;
  half.end[longest] = b->begin[longest] + (b->end[longest] - b->begin[longest]) / 2;
  PL_TRY(visit_block(v, &half));
  half.begin[longest] = half.end[longest];
  half.end[longest] = b->end[longest];
  return visit_block(v, &half);
}

pl_status pl_inside_visit(const pl_inside *inside, const pl_point_lattice *lattice, pl_point_visit visit, void *context)
{
  size_t own = 0;
  visiting v = {inside, lattice, visit, context, lattice->tests ? lattice->tests : &own};
  block all = {.end = {lattice->counts[0], lattice->counts[1], lattice->counts[2]}};
  if (!all.end[0] || !all.end[1] || !all.end[2]) return PL_OK;
  return visit_block(&v, &all);
}
