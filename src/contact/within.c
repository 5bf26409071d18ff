/* SPDX-License-Identifier: MIT */
#include "contact/within.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "mesh/solid_angle.h"

bool pl_surface_holds(const pl_contact_body *body, const double shift[3], const double point[3])
{
  const pl_contact_surface *s = body->surface;
  const double *x = body->body->x;
  double sum = 0, p[3];
  pl_vec3_sub(point, shift, p);
  for (size_t t = 0; t < s->triangle_count; t++) {
    const uint32_t *corner = s->triangles + 3 * t;
    sum += pl_solid_angle(x + 3 * (size_t)corner[0], x + 3 * (size_t)corner[1], x + 3 * (size_t)corner[2], p);
  }
  static const double sphere = 12.566370614359172; /* 4 pi */
  return fabs(sum) > 0.5 * sphere;
}

/* Particles that hang together, as trees; a particle knows whether it is on the same side as its parent. */
typedef struct forest {
  uint32_t *parent;
  uint8_t *flipped; /* against the parent */
} forest;

/* The root of a particle's tree, and whether the particle is on its side. Shortens the way for the next one. */
static uint32_t find_root(const forest *f, uint32_t particle, uint8_t *flipped)
{
  uint32_t root = particle;
  uint8_t sum = 0;
  while (f->parent[root] != root) {
    sum ^= f->flipped[root];
    root = f->parent[root];
  }
  *flipped = sum;
  while (f->parent[particle] != root && particle != root) {
    uint32_t next = f->parent[particle];
    uint8_t rest = sum ^ f->flipped[particle];
    f->parent[particle] = root;
    f->flipped[particle] = sum;
    sum = rest;
    particle = next;
  }
  return root;
}

static void join(const forest *f, uint32_t a, uint32_t b, uint8_t odd)
{
  uint8_t of_a, of_b;
  uint32_t left = find_root(f, a, &of_a), right = find_root(f, b, &of_b);
  if (left == right) return;
  uint32_t low = left < right ? left : right, high = left < right ? right : left;
  f->parent[high] = low;
  f->flipped[high] = of_a ^ of_b ^ odd;
}

static void join_edges(const forest *f, const pl_contact_surface *s, const pl_crossing *crossings, size_t count,
                       uint32_t of, uint8_t *odd)
{
  memset(odd, 0, s->edge_count);
  for (size_t k = 0; k < count; k++)
    if (crossings[k].of == of) odd[crossings[k].edge] ^= 1;
  for (size_t e = 0; e < s->edge_count; e++) join(f, s->edges[2 * e], s->edges[2 * e + 1], odd[e]);
}

static bool in_box(const double lower[3], const double upper[3], const double point[3])
{
  for (int c = 0; c < 3; c++)
    if (point[c] < lower[c] || point[c] > upper[c]) return false;
  return true;
}

static pl_status find_with_scratch(const pl_contact_body *one, const double shift[3], const pl_contact_body *other,
                                   const double other_shift[3], const pl_crossing *crossings, size_t count, uint32_t of,
                                   const pl_model_context *context, uint8_t *inside)
{
  size_t n = one->surface->particle_count;
  forest f = {PL_TAKE(context->scratch, uint32_t, n), PL_TAKE(context->scratch, uint8_t, n)};
  uint8_t *odd = PL_TAKE(context->scratch, uint8_t, one->surface->edge_count);
  uint8_t *touched = PL_TAKE(context->scratch, uint8_t, n); /* 1: of the surface, 2: its tree was asked about */
  if (!f.parent || !f.flipped || !odd || !touched) return PL_ERROR_MEMORY;
  for (uint32_t i = 0; i < n; i++) f.parent[i] = i;
  memset(f.flipped, 0, n);
  memset(touched, 0, n);
  join_edges(&f, one->surface, crossings, count, of, odd);
  double lower[3], upper[3];
  pl_bvh_bounds(other->surface->now, lower, upper);
  pl_vec3_add(lower, other_shift, lower);
  pl_vec3_add(upper, other_shift, upper);
  for (size_t k = 0; k < one->particle_count; k++) {
    uint8_t flipped;
    uint32_t root = find_root(&f, one->particles[k], &flipped);
    if (!touched[root]) {
      double at[3];
      pl_vec3_add(one->body->x + 3 * (size_t)root, shift, at);
      touched[root] = in_box(lower, upper, at) && pl_surface_holds(other, other_shift, at) ? 2 : 1;
    }
    inside[one->particles[k]] = (touched[root] == 2) ^ flipped;
  }
  return PL_OK;
}

pl_status pl_within_find(const pl_contact_body *one, const double shift[3], const pl_contact_body *other,
                         const double other_shift[3], const pl_crossing *crossings, size_t count, uint32_t of,
                         const pl_model_context *context, uint8_t *inside)
{
  memset(inside, 0, one->surface->particle_count);
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_with_scratch(one, shift, other, other_shift, crossings, count, of, context, inside);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
