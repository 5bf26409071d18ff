/* SPDX-License-Identifier: MIT */
#include "contact/narrow/point_in_solid.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/tangle/union_find.h"
#include "mesh/query/solid_angle.h"

/* At this many times its size away, the solid angle of a triangle is that of its area at its centre, to a hundredth. */
static const double far = 5;

/* Solid angle, as pl_solid_angle. */
static double angle_of(double corner[3][3], const double point[3])
{
  double along[3], across[3], area[3], middle[3];
  pl_vec3_sub(corner[1], corner[0], along);
  pl_vec3_sub(corner[2], corner[0], across);
  for (int c = 0; c < 3; c++) middle[c] = (corner[0][c] + corner[1][c] + corner[2][c]) / 3 - point[c];
  double size = fmax(pl_vec3_dot(along, along), pl_vec3_dot(across, across)), away = pl_vec3_dot(middle, middle);
  if (!(away > far * far * size)) return pl_solid_angle(corner[0], corner[1], corner[2], point);
  pl_vec3_cross(along, across, area);
  return 0.5 * pl_vec3_dot(area, middle) / (away * sqrt(away));
}

bool pl_surface_contains(const pl_contact_body *body, double back, const double point[3])
{
  static const double sphere = 12.566370614359172; /* 4 pi */
  const pl_contact_surface *s = body->surface;
  double sum = 0;
  for (size_t t = 0; t < s->triangle_count; t++) {
    double corner[3][3];
    for (size_t k = 0; k < 3; k++) {
      size_t at = 3 * (size_t)s->triangles[3 * t + k];
      pl_vec3_copy(body->body->x + at, corner[k]);
      if (back > 0) pl_vec3_add_scaled(corner[k], -back, body->body->v + at, corner[k]);
    }
    sum += angle_of(corner, point);
  }
  return sum > 0.5 * sphere;
}

/* An edge that is pierced an odd number of times goes from one side of the other surface to the other. */
static pl_status join_edges(const pl_contact_surface *s, const pl_intersection *crossings, size_t count, uint32_t of,
                            const pl_model_context *context, pl_union_find *sets)
{
  uint8_t *odd = PL_TAKE(context->scratch, uint8_t, s->edge_count);
  sets->parent = PL_TAKE(context->scratch, uint32_t, s->particle_count);
  sets->flipped = PL_TAKE(context->scratch, uint8_t, s->particle_count);
  if (!odd || !sets->parent || !sets->flipped) return PL_ERROR_MEMORY;
  pl_union_find_start(sets, s->particle_count);
  memset(odd, 0, s->edge_count);
  for (size_t k = 0; k < count; k++)
    if (crossings[k].of == of) odd[crossings[k].edge] ^= 1;
  for (size_t e = 0; e < s->edge_count; e++) pl_union_find_join(sets, s->edges[2 * e], s->edges[2 * e + 1], odd[e]);
  return PL_OK;
}

static bool in_box(const double lower[3], const double upper[3], const double point[3])
{
  for (int c = 0; c < 3; c++)
    if (point[c] < lower[c] || point[c] > upper[c]) return false;
  return true;
}

static pl_status find_with_scratch(const pl_contact_body *one, const double shift[3], const pl_contact_body *other,
                                   const double other_shift[3], const pl_intersection *crossings, size_t count,
                                   uint32_t of, const pl_model_context *context, uint8_t *inside)
{
  size_t n = one->surface->particle_count;
  pl_union_find sets;
  PL_TRY(join_edges(one->surface, crossings, count, of, context, &sets));
  enum { UNKNOWN, OUTSIDE, INSIDE };
  uint8_t *queried = PL_TAKE(context->scratch, uint8_t, n); /* of roots */
  if (!queried) return PL_ERROR_MEMORY;
  memset(queried, UNKNOWN, n);
  double lower[3], upper[3];
  pl_bvh_bounds(other->surface->now, lower, upper);
  pl_vec3_add(lower, other_shift, lower);
  pl_vec3_add(upper, other_shift, upper);
  for (size_t k = 0; k < one->particle_count; k++) {
    uint8_t flipped;
    uint32_t root = pl_union_find_root(&sets, one->particles[k], &flipped);
    if (queried[root] == UNKNOWN) {
      double at[3];
      pl_vec3_add(one->body->x + 3 * (size_t)root, shift, at);
      bool near = in_box(lower, upper, at);
      pl_vec3_sub(at, other_shift, at);
      queried[root] = near && pl_surface_contains(other, 0, at) ? INSIDE : OUTSIDE;
    }
    inside[one->particles[k]] = (queried[root] == INSIDE) ^ flipped;
  }
  return PL_OK;
}

pl_status pl_point_in_solid_find(const pl_contact_body *one, const double shift[3], const pl_contact_body *other,
                                 const double other_shift[3], const pl_intersection *crossings, size_t count,
                                 uint32_t of, const pl_model_context *context, uint8_t *inside)
{
  memset(inside, 0, one->surface->particle_count);
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_with_scratch(one, shift, other, other_shift, crossings, count, of, context, inside);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

static pl_status find_self(const pl_contact_body *body, const pl_intersection *crossings, size_t count,
                           const pl_model_context *context, uint8_t *inside)
{
  size_t n = body->surface->particle_count;
  pl_union_find sets;
  PL_TRY(join_edges(body->surface, crossings, count, 0, context, &sets));
  uint32_t *members = PL_TAKE(context->scratch, uint32_t, 2 * n); /* per root: on its side, and on the other */
  if (!members) return PL_ERROR_MEMORY;
  memset(members, 0, 2 * n * sizeof *members);
  uint8_t flipped;
  for (size_t k = 0; k < body->particle_count; k++) {
    uint32_t root = pl_union_find_root(&sets, body->particles[k], &flipped);
    members[2 * (size_t)root + flipped]++;
  }
  for (size_t k = 0; k < body->particle_count; k++) {
    uint32_t root = pl_union_find_root(&sets, body->particles[k], &flipped);
    inside[body->particles[k]] = members[2 * (size_t)root + flipped] < members[2 * (size_t)root + 1 - flipped];
  }
  return PL_OK;
}

pl_status pl_point_in_solid_self(const pl_contact_body *body, const pl_intersection *crossings, size_t count,
                                 const pl_model_context *context, uint8_t *inside)
{
  memset(inside, 0, body->surface->particle_count);
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_self(body, crossings, count, context, inside);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
