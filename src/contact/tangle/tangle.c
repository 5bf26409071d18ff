/* SPDX-License-Identifier: MIT
   Surfaces that coincide, as those of blocks stacked without a gap, are neither separate nor intersecting. So one of
   them is displaced by a tiny amount in a generic direction, and in the opposite one: tangled are those that intersect
   both times. */
#include "contact/tangle/tangle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "contact/narrow/point_in_solid.h"
#include "math/vec3.h"

/* Test displacement, and smallest depth that counts, in sizes of the smaller body. */
static const double aside = 1e-7, least_depth = 1e-6;
/* Penetrations of closed bodies below this part of an edge may be resolved by contact alone, from the shallower places
   around. */
static const double coped_part = 0.5;
/* Closed bodies that were placed in each other by more than this part of the distance that they keep are tangled: of
   boxes put into each other face to face, corners are nearer to the side faces than to the front, and pushed out there
   they interlock, squeezed for good. */
static const double placed_part = 0.1;

static const double nowhere[3] = {0, 0, 0}, oblique[3] = {0.3713906764, 0.7427813527, 0.5570860145};

void pl_tangles_free(pl_tangles *tangles)
{
  pl_release(tangles->pairs);
  pl_intersections_free(&tangles->crossings);
  pl_release(tangles->triangles);
  pl_release(tangles->particles);
  *tangles = (pl_tangles){0};
}

void pl_tangles_forget(pl_tangles *tangles)
{
  tangles->count = tangles->crossings.count = tangles->triangle_count = tangles->particle_count = 0;
}

static pl_status append(uint32_t **list, size_t *count, size_t *capacity, uint32_t value)
{
  PL_TRY(pl_grow((void **)list, capacity, *count + 1, sizeof(uint32_t)));
  (*list)[(*count)++] = value;
  return PL_OK;
}

/* ---- boxes ---- */

typedef struct box {
  double lower[3], upper[3];
} box;

typedef struct boxes {
  const pl_contact_body *bodies;
  box *of;
} boxes;

static void measure_boxes(void *context, size_t begin, size_t end)
{
  const boxes *all = context;
  for (size_t b = begin; b < end; b++) {
    box *out = &all->of[b];
    for (int c = 0; c < 3; c++) {
      out->lower[c] = INFINITY;
      out->upper[c] = -INFINITY;
    }
    for (size_t k = 0; k < all->bodies[b].particle_count; k++) {
      const double *x = all->bodies[b].body->x + 3 * (size_t)all->bodies[b].particles[k];
      for (int c = 0; c < 3; c++) {
        out->lower[c] = x[c] < out->lower[c] ? x[c] : out->lower[c];
        out->upper[c] = x[c] > out->upper[c] ? x[c] : out->upper[c];
      }
    }
  }
}

static bool meet(const box *a, const box *b)
{
  for (int c = 0; c < 3; c++)
    if (a->lower[c] > b->upper[c] || b->lower[c] > a->upper[c]) return false;
  return true;
}

static bool holds(const box *outer, const box *inner)
{
  for (int c = 0; c < 3; c++)
    if (inner->lower[c] < outer->lower[c] || inner->upper[c] > outer->upper[c]) return false;
  return true;
}

/* How far they would have to go apart along an axis, at least. */
static double overlap(const box *a, const box *b)
{
  double least = INFINITY;
  for (int c = 0; c < 3; c++) least = fmin(least, fmin(a->upper[c] - b->lower[c], b->upper[c] - a->lower[c]));
  return least;
}

/* ---- one pair ---- */

typedef struct pair_test {
  pl_tangles *tangles;
  const pl_contact_body *bodies;
  const box *boxes;
  const pl_model_context *context;
  pl_tangled_pair *pair; /* being tested: not in the list yet */
} pair_test;

static const pl_contact_body *body_of(const pair_test *l, int k) { return &l->bodies[l->pair->bodies[k]]; }

static void face_normal(const pl_contact_body *body, uint32_t triangle, double normal[3])
{
  const uint32_t *corner = body->surface->triangles + 3 * (size_t)triangle;
  const double *x[3];
  for (int k = 0; k < 3; k++) x[k] = body->body->x + 3 * (size_t)corner[k];
  double u[3], v[3];
  pl_vec3_sub(x[1], x[0], u);
  pl_vec3_sub(x[2], x[0], v);
  pl_vec3_cross(u, v, normal);
  pl_vec3_normalise(normal, nowhere, normal);
}

static int by_number(const void *a, const void *b)
{
  uint32_t p = *(const uint32_t *)a, q = *(const uint32_t *)b;
  return p < q ? -1 : p > q;
}

/* The triangles of one body: those that are pierced, and those at edges that pierce. */
static pl_status collect_triangles(const pair_test *l, uint32_t of)
{
  pl_tangles *t = l->tangles;
  const pl_contact_surface *s = body_of(l, (int)of)->surface;
  bool self = l->pair->bodies[0] == l->pair->bodies[1];
  size_t first = t->triangle_count;
  for (size_t k = 0; k < l->pair->crossings.count; k++) {
    const pl_intersection *crossing = &t->crossings.items[l->pair->crossings.first + k];
    if (self || crossing->of != of)
      PL_TRY(append(&t->triangles, &t->triangle_count, &t->triangle_capacity, crossing->triangle));
    for (size_t side = 0; side < 2 && (self || crossing->of == of); side++) {
      uint32_t triangle = s->edge_triangles[2 * (size_t)crossing->edge + side];
      if (triangle != PL_NO_TRIANGLE)
        PL_TRY(append(&t->triangles, &t->triangle_count, &t->triangle_capacity, triangle));
    }
  }
  size_t found = t->triangle_count - first, kept = 0;
  uint32_t *list = t->triangles + first;
  if (found) qsort(list, found, sizeof *list, by_number);
  for (size_t k = 0; k < found; k++)
    if (kept == 0 || list[kept - 1] != list[k]) list[kept++] = list[k];
  t->triangle_count = first + kept;
  l->pair->triangles[of] = (pl_range){first, kept};
  return PL_OK;
}

/* Capacity for everything a pair can have, so that later steps need no memory. */
static pl_status reserve(pl_tangles *t, const pl_contact_surface *a, const pl_contact_surface *b)
{
  PL_TRY(pl_grow((void **)&t->triangles, &t->triangle_capacity,
                 t->triangle_count + a->triangle_count + b->triangle_count, sizeof(uint32_t)));
  return pl_grow((void **)&t->particles, &t->particle_capacity,
                 t->particle_count + a->particle_count + b->particle_count, sizeof(uint32_t));
}

/* Particles of one body inside the other. */
static pl_status collect_inside(const pair_test *l, uint32_t of, const double shift[3])
{
  pl_tangles *t = l->tangles;
  const pl_contact_body *one = body_of(l, (int)of), *other = body_of(l, 1 - (int)of);
  size_t count = l->pair->crossings.count;
  const pl_intersection *crossings = count ? t->crossings.items + l->pair->crossings.first : NULL; /* none, no list */
  l->pair->inside[of] = (pl_range){t->particle_count, 0};
  if (!other->surface->closed) return PL_OK;
  uint8_t *inside = PL_TAKE(l->context->scratch, uint8_t, one->surface->particle_count);
  if (!inside) return PL_ERROR_MEMORY;
  if (one == other)
    PL_TRY(pl_point_in_solid_self(one, crossings, count, l->context, inside));
  else
    PL_TRY(pl_point_in_solid_find(one, of ? nowhere : shift, other, of ? shift : nowhere, crossings, count, of,
                                  l->context, inside));
  for (uint32_t i = 0; i < one->surface->particle_count; i++)
    if (inside[i]) PL_TRY(append(&t->particles, &t->particle_count, &t->particle_capacity, i));
  l->pair->inside[of].count = t->particle_count - l->pair->inside[of].first;
  return PL_OK;
}

static double deepest_inside(const pair_test *l, int of)
{
  const pl_contact_body *one = body_of(l, of), *other = body_of(l, 1 - of);
  const uint32_t *inside = l->tangles->particles + l->pair->inside[of].first;
  double most = 0, contact = pl_pair_deepest(one, other);
  pl_bvh_point closest;
  for (size_t k = 0; k < l->pair->inside[of].count; k++) {
    const double *x = one->body->x + 3 * (size_t)inside[k];
    if (!pl_bvh_closest(other->surface->now, x, INFINITY, &closest) || !(closest.distance > most)) continue;
    /* which are inside is counted along edges, wrongly where a body goes through itself */
    if (closest.distance <= contact || pl_surface_contains(other, 0, x)) most = closest.distance;
  }
  return most;
}

/* Ray test: does a ray in a generic direction leave the closed surface before it enters it? */
static bool is_inside(const pl_contact_body *body, const double point[3])
{
  pl_bvh_hit hit;
  if (!pl_bvh_ray(body->surface->now, point, oblique, 0, INFINITY, &hit)) return false;
  double normal[3];
  face_normal(body, hit.triangle, normal);
  return pl_vec3_dot(normal, oblique) > 0;
}

static int by_part(const void *a, const void *b)
{
  const pl_piercing *p = a, *q = b;
  return (p->part > q->part) - (p->part < q->part);
}

/* The depth inside a closed surface of the middle between two points where an edge pierces it; at least `known`.
   Depths within reach of contact are tested by a ray only. */
static double depth_between(const pair_test *l, const pl_contact_body *other, const pl_piercing *from,
                            const pl_piercing *to, double known)
{
  double middle[3];
  pl_bvh_point closest;
  for (int c = 0; c < 3; c++) middle[c] = 0.5 * (from->point[c] + to->point[c]);
  if (from->part == to->part || !pl_bvh_closest(other->surface->now, middle, INFINITY, &closest)) return known;
  if (!(closest.distance > known) || !is_inside(other, middle)) return known;
  bool near = closest.distance <= pl_pair_deepest(body_of(l, 0), body_of(l, 1));
  return near || pl_surface_contains(other, 0, middle) ? closest.distance : known;
}

/* Points between which the depth is measured, at most: where there are more, an even selection. */
enum { MOST_DEPTHS = 512 };

/* The mean of the intersection points, and the depth of edges in the other body if it is closed, else the lesser height
   of their ends over the pierced triangle. An edge may leave and enter again, as at a body that is folded over it. */
static pl_status measure_crossings(const pair_test *l, double at[3], double *depth)
{
  size_t count = l->pair->crossings.count, end, stride = count / MOST_DEPTHS + 1, between = 0;
  *depth = 0;
  pl_vec3_set(at, 0, 0, 0);
  if (count == 0) return PL_OK;
  const pl_intersection *all = l->tangles->crossings.items + l->pair->crossings.first;
  pl_piercing *points = PL_TAKE(l->context->scratch, pl_piercing, count);
  if (!points) return PL_ERROR_MEMORY;
  for (size_t k = 0; k < count; k = end) { /* those of an edge stand together */
    const pl_contact_body *other = body_of(l, 1 - (int)all[k].of);
    bool sided = other->surface->closed && other != body_of(l, (int)all[k].of);
    for (end = k; end < count && all[end].of == all[k].of && all[end].edge == all[k].edge; end++) {
      pl_piercing *p = &points[end - k];
      *p = pl_intersection_locate(&all[end], body_of(l, 0), body_of(l, 1));
      pl_vec3_add_scaled(at, 1.0 / (double)count, p->point, at);
      if (!sided) *depth = fmax(*depth, fmin(fabs(p->heights[0]), fabs(p->heights[1])));
    }
    if (!sided || end - k < 2) continue;
    qsort(points, end - k, sizeof *points, by_part);
    for (size_t m = 0; m + 1 < end - k; m++)
      if (between++ % stride == 0) *depth = depth_between(l, other, &points[m], &points[m + 1], *depth);
  }
  return PL_OK;
}

/* A single ray is unreliable where a body passes through itself. */
static bool is_surely_inside(const pl_contact_body *body, const double point[3])
{
  return is_inside(body, point) && pl_surface_contains(body, 0, point);
}

/* Is a point inside a closed body, at least `far` from its surface? */
static bool is_deep_inside(const pl_contact_body *body, const double point[3], double far)
{
  pl_bvh_point closest;
  return !pl_bvh_closest(body->surface->now, point, far, &closest) && is_surely_inside(body, point);
}

/* Do the bodies overlap in depth? Tests points below intersecting triangles of the first, twice `far` deep, for being
   inside both bodies and `far` from all their faces. Below thin or folded bodies there is empty space or their other
   side, which may touch the second body. */
static bool share_matter(const pair_test *l, double far)
{
  enum { MOST_ASKED = 16 };
  const pl_contact_body *a = body_of(l, 0), *b = body_of(l, 1);
  if (!a->surface->closed || !b->surface->closed) return false;
  pl_range range = l->pair->triangles[0];
  size_t stride = range.count / MOST_ASKED + 1;
  for (size_t k = 0; k < range.count; k += stride) {
    uint32_t triangle = l->tangles->triangles[range.first + k];
    const uint32_t *corner = a->surface->triangles + 3 * (size_t)triangle;
    double point[3] = {0, 0, 0}, normal[3];
    for (int i = 0; i < 3; i++) pl_vec3_add_scaled(point, 1.0 / 3, a->body->x + 3 * (size_t)corner[i], point);
    face_normal(a, triangle, normal);
    pl_vec3_add_scaled(point, -2 * far, normal, point);
    if (is_deep_inside(b, point, far) && is_deep_inside(a, point, far)) return true;
  }
  return false;
}

/* The longest edge of the triangles that cross, as it is now, or an edge as it should be. */
static double longest_edge(const pair_test *l, int of)
{
  const pl_contact_body *body = body_of(l, of);
  double longest = body->surface->mean_edge;
  for (size_t k = 0; k < l->pair->triangles[of].count; k++) {
    const uint32_t *corner =
        body->surface->triangles + 3 * (size_t)l->tangles->triangles[l->pair->triangles[of].first + k];
    for (size_t c = 0; c < 3; c++)
      longest = fmax(longest, pl_vec3_distance(body->body->x + 3 * (size_t)corner[c],
                                               body->body->x + 3 * (size_t)corner[(c + 1) % 3]));
  }
  return longest;
}

/* Classifies two closed bodies by the depths of particles and edges; false: they only touch. */
static bool judge_closed(const pair_test *l, double particles, double edges, double size)
{
  const pl_contact_body *a = body_of(l, 0), *b = body_of(l, 1);
  double contact = pl_pair_deepest(a, b), depth = fmax(particles, edges);
  double coped = fmax(contact, coped_part * fmin(longest_edge(l, 0), longest_edge(l, 1)));
  /* bodies nearly in the same place are near each other's surface everywhere, and yet deep */
  bool shared = depth <= coped && share_matter(l, coped);
  if (shared) {
    l->pair->depth = overlap(&l->boxes[l->pair->bodies[0]], &l->boxes[l->pair->bodies[1]]);
    return true;
  }
  l->pair->kind = depth > placed_part * pl_pair_apart(a, b) ? PL_TANGLE_DEEP : PL_TANGLE_SHALLOW;
  l->pair->met = particles > coped ? PL_TANGLE_DEEP : particles > contact ? PL_TANGLE_DOUBTFUL : PL_TANGLE_SHALLOW;
  return depth > least_depth * size;
}

/* Classifies a pair that intersects; not tangled: it only touches. */
static pl_status describe(const pair_test *l, const double shift[3], double size, bool *tangled)
{
  bool self = l->pair->bodies[0] == l->pair->bodies[1];
  const pl_contact_body *a = body_of(l, 0), *b = body_of(l, 1);
  PL_TRY(reserve(l->tangles, a->surface, b->surface));
  double edges, particles = 0;
  PL_TRY(measure_crossings(l, l->pair->at, &edges));
  for (uint32_t of = 0; of < (self ? 1 : 2); of++) {
    PL_TRY(collect_triangles(l, of));
    PL_TRY(collect_inside(l, of, shift));
    if (!self) particles = fmax(particles, deepest_inside(l, (int)of));
  }
  l->pair->depth = fmax(edges, particles);
  if (self || !a->surface->closed || !b->surface->closed)
    *tangled = self || l->pair->depth > least_depth * size;
  else
    *tangled = judge_closed(l, particles, edges, size);
  /* both sides of a thin body keep what meets it where it came from; without its contacts the rest would follow */
  if (!self && (a->surface->thin || b->surface->thin)) l->pair->met = PL_TANGLE_SHALLOW;
  return PL_OK;
}

static pl_status take_in(const pair_test *l)
{
  pl_tangles *t = l->tangles;
  PL_TRY(pl_grow((void **)&t->pairs, &t->capacity, t->count + 1, sizeof(pl_tangled_pair)));
  t->pairs[t->count++] = *l->pair;
  return PL_OK;
}

/* No surface crosses another: is one body wholly inside the other? All of it is, if one particle is. */
static pl_status test_inside(const pair_test *l)
{
  for (int of = 0; of < 2; of++) {
    const pl_contact_body *one = body_of(l, of), *other = body_of(l, 1 - of);
    const box *inner = &l->boxes[l->pair->bodies[of]], *outer = &l->boxes[l->pair->bodies[1 - of]];
    if (!other->surface->closed || !holds(outer, inner)) continue;
    if (!pl_surface_contains(other, 0, one->body->x + 3 * (size_t)one->particles[0])) continue;
    for (int c = 0; c < 3; c++) l->pair->at[c] = 0.5 * (inner->lower[c] + inner->upper[c]);
    PL_TRY(collect_inside(l, (uint32_t)of, nowhere));
    l->pair->depth = overlap(inner, outer);
    return take_in(l);
  }
  return PL_OK;
}

/* Separating plane across the line between the centres: which particles of the first are beyond a plane that all of the
   second is behind? False: none. Then, as for most round bodies in contact, they do not intersect, with a margin for
   the test displacement. */
static bool find_reaching(const pair_test *l, uint8_t *reaching)
{
  const pl_contact_body *a = body_of(l, 0), *b = body_of(l, 1);
  const box *of_a = &l->boxes[l->pair->bodies[0]], *of_b = &l->boxes[l->pair->bodies[1]];
  double direction[3], least = INFINITY;
  for (int c = 0; c < 3; c++) direction[c] = of_b->lower[c] + of_b->upper[c] - of_a->lower[c] - of_a->upper[c];
  for (size_t k = 0; k < b->particle_count; k++) {
    double height = pl_vec3_dot(b->body->x + 3 * (size_t)b->particles[k], direction);
    least = height < least ? height : least;
  }
  least -= least_depth * fmin(a->size, b->size) * pl_vec3_length(direction);
  uint8_t any = 0;
  for (size_t i = 0; i < a->body->count; i++) {
    reaching[i] = pl_vec3_dot(a->body->x + 3 * i, direction) >= least;
    any |= reaching[i];
  }
  return any;
}

/* Both have been refitted. */
static pl_status test_bodies(const pair_test *l, const uint8_t *reaching)
{
  pl_tangles *t = l->tangles;
  const pl_contact_body *a = body_of(l, 0), *b = body_of(l, 1);
  double size = fmin(a->size, b->size), shift[3], back[3];
  pl_vec3_scale(oblique, aside * size, shift);
  pl_vec3_scale(shift, -1, back);
  size_t first = t->crossings.count, triangles = t->triangle_count, particles = t->particle_count;
  PL_TRY(pl_intersections_find(a, b, shift, reaching, l->context, &t->crossings));
  size_t count = t->crossings.count - first;
  l->pair->crossings = (pl_range){first, count};
  if (count == 0) return test_inside(l);
  PL_TRY(pl_intersections_find(a, b, back, reaching, l->context, &t->crossings));
  bool tangled = t->crossings.count > first + count;
  t->crossings.count = first + count;
  if (tangled) PL_TRY(describe(l, shift, size, &tangled));
  if (tangled) return take_in(l);
  t->crossings.count = first;
  t->triangle_count = triangles;
  t->particle_count = particles;
  return PL_OK;
}

/* In a flat face all edges lie in the planes of all triangles, and rounding lets some of them through. */
static void drop_grazing(const pl_contact_body *body, size_t first, pl_intersections *crossings)
{
  size_t kept = first;
  for (size_t k = first; k < crossings->count; k++) {
    pl_piercing p = pl_intersection_locate(&crossings->items[k], body, body);
    if (fmin(fabs(p.heights[0]), fabs(p.heights[1])) > least_depth * body->size)
      crossings->items[kept++] = crossings->items[k];
  }
  crossings->count = kept;
}

static pl_status test_self(const pair_test *l)
{
  pl_tangles *t = l->tangles;
  bool tangled;
  size_t first = t->crossings.count;
  PL_TRY(pl_intersections_find(body_of(l, 0), body_of(l, 0), nowhere, NULL, l->context, &t->crossings));
  drop_grazing(body_of(l, 0), first, &t->crossings);
  l->pair->crossings = (pl_range){first, t->crossings.count - first};
  if (l->pair->crossings.count == 0) return PL_OK;
  PL_TRY(describe(l, nowhere, body_of(l, 0)->size, &tangled));
  return take_in(l);
}

/* ---- all ---- */

static pl_status refit(const pair_test *l, uint8_t *refitted)
{
  for (int k = 0; k < 2; k++) {
    if (refitted[l->pair->bodies[k]]) continue;
    PL_TRY(pl_contact_body_refit(body_of(l, k)));
    refitted[l->pair->bodies[k]] = 1;
  }
  return PL_OK;
}

static pl_status test_with_scratch(const pair_test *l, uint8_t *refitted)
{
  bool self = l->pair->bodies[0] == l->pair->bodies[1];
  uint8_t *reaching = PL_TAKE(l->context->scratch, uint8_t, body_of(l, 0)->body->count);
  if (!reaching) return PL_ERROR_MEMORY;
  if (!self && !find_reaching(l, reaching)) return PL_OK;
  PL_TRY(refit(l, refitted));
  return self ? test_self(l) : test_bodies(l, reaching);
}

static pl_status test_pair(const pair_test *l, uint32_t first, uint32_t second, uint8_t *refitted)
{
  *l->pair = (pl_tangled_pair){.bodies = {first, second}};
  pl_arena_mark mark = pl_arena_here(l->context->scratch);
  pl_status status = test_with_scratch(l, refitted);
  pl_arena_back_to(l->context->scratch, mark);
  return status;
}

static pl_status find_with_scratch(pl_tangles *tangles, const pl_contact_body *bodies, size_t count,
                                   const uint8_t *wanted, const pl_model_context *context)
{
  box *all = PL_TAKE(context->scratch, box, count);
  uint8_t *refitted = PL_TAKE(context->scratch, uint8_t, count);
  if (!all || !refitted) return PL_ERROR_MEMORY;
  memset(refitted, 0, count);
  pl_parallel_for(context->pool, count, 1, measure_boxes, &(boxes){bodies, all});
  pl_tangled_pair pair;
  pair_test l = {tangles, bodies, all, context, &pair};
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = a; b < count; b++) {
      if (wanted && !wanted[a] && !wanted[b]) continue;
      if (!meet(&all[a], &all[b]) || !pl_may_touch(&bodies[a], &bodies[b])) continue;
      if (bodies[a].surface->triangle_count == 0 || bodies[b].surface->triangle_count == 0) continue; /* curves */
      PL_TRY(test_pair(&l, a, b, refitted));
    }
  return PL_OK;
}

pl_status pl_tangles_find(pl_tangles *tangles, const pl_contact_body *bodies, size_t count, const uint8_t *wanted,
                          const pl_model_context *context)
{
  pl_tangles_forget(tangles);
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_with_scratch(tangles, bodies, count, wanted, context);
  pl_arena_back_to(context->scratch, mark);
  return status;
}
