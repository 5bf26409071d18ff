/* SPDX-License-Identifier: MIT */
#include "contact/narrow/intersections.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"

enum { GRAIN = 128, MOST_NEAR = 256 };

/* Pairs of triangles that are tested at most, as far as every triangle may be tested against the least number of
   others. */
enum { MOST_TESTS = 1 << 17, LEAST_TESTS = 32 };

/* Units of work (base/work.h) of a crossing. */
enum { WORK_OF_CROSSING = 300 };

void pl_intersections_free(pl_intersections *crossings)
{
  pl_release(crossings->items);
  *crossings = (pl_intersections){0};
}

pl_status pl_contact_body_refit(const pl_contact_body *body)
{
  pl_contact_surface *s = body->surface;
  if (!s->now) return pl_bvh_create(body->body->x, s->triangles, s->triangle_count, &s->now);
  pl_bvh_refit(s->now, body->body->x);
  return PL_OK;
}

/* ---- one edge, one triangle ---- */

/* A surface during the search. */
typedef struct side {
  const pl_contact_surface *surface;
  const double *x;
  double shift[3];
} side;

static void corner_at(const side *s, uint32_t particle, double out[3])
{
  pl_vec3_add(s->x + 3 * (size_t)particle, s->shift, out);
}

/* Six times the volume of the tetrahedron p, q, a, b. */
static double volume_of(const double p[3], const double q[3], const double a[3], const double b[3])
{
  double u[3], v[3], w[3], cross[3];
  pl_vec3_sub(q, p, u);
  pl_vec3_sub(a, p, v);
  pl_vec3_sub(b, p, w);
  pl_vec3_cross(v, w, cross);
  return pl_vec3_dot(u, cross);
}

static int sign_of(double value) { return (value > 0) - (value < 0); }

/* On which side the line pq passes the line ab. Both are taken from their lesser end, so that all triangles at an edge
   agree. */
static int passes(const side *s, const uint32_t edge[2], const side *t, uint32_t a, uint32_t b)
{
  double p[3], q[3], c[3], d[3];
  int swaps = (edge[0] > edge[1]) + (a > b);
  corner_at(s, edge[0] > edge[1] ? edge[1] : edge[0], p);
  corner_at(s, edge[0] > edge[1] ? edge[0] : edge[1], q);
  corner_at(t, a > b ? b : a, c);
  corner_at(t, a > b ? a : b, d);
  int sign = sign_of(volume_of(p, q, c, d));
  return swaps == 1 ? -sign : sign;
}

static int side_of_plane(const side *t, const uint32_t corner[3], const double p[3])
{
  double a[3], b[3], c[3];
  corner_at(t, corner[0], a);
  corner_at(t, corner[1], b);
  corner_at(t, corner[2], c);
  return sign_of(volume_of(a, b, c, p));
}

/* Corners in the same place count as one: meshes are open along seams. */
static bool same_place(const double *x, uint32_t a, uint32_t b)
{
  const double *p = x + 3 * (size_t)a, *q = x + 3 * (size_t)b;
  return a == b || (p[0] == q[0] && p[1] == q[1] && p[2] == q[2]);
}

static bool pierces(const side *s, uint32_t edge, const side *t, uint32_t triangle)
{
  const uint32_t *ends = s->surface->edges + 2 * (size_t)edge, *corner = t->surface->triangles + 3 * (size_t)triangle;
  if (s->surface == t->surface)
    for (int k = 0; k < 3; k++)
      if (same_place(s->x, corner[k], ends[0]) || same_place(s->x, corner[k], ends[1])) return false;
  double p[3], q[3];
  corner_at(s, ends[0], p);
  corner_at(s, ends[1], q);
  if (side_of_plane(t, corner, p) * side_of_plane(t, corner, q) >= 0) return false;
  int sign = passes(s, ends, t, corner[0], corner[1]);
  return sign != 0 && passes(s, ends, t, corner[1], corner[2]) == sign &&
         passes(s, ends, t, corner[2], corner[0]) == sign;
}

/* ---- all of them ---- */

typedef struct search {
  side sides[2];
  double lower[3], upper[3]; /* of the second surface */
  const uint8_t *reaching;   /* per particle of the first: it may be in the second; NULL: all may */
  size_t most;               /* triangles of the second that one of the first is tested against */
  uint8_t *cut;              /* per triangle of the first: it was not tested against all that are near */
  uint32_t *counts;          /* per triangle of the first; after counting, where its crossings begin */
  pl_intersection *found;    /* NULL: only count */
} search;

static size_t try_edges(const search *s, uint32_t of, uint32_t left, uint32_t right, pl_intersection *to)
{
  const side *a = &s->sides[of], *b = &s->sides[1 - of];
  size_t count = 0;
  for (unsigned k = 0; k < 3; k++) {
    if (!((a->surface->owned[left] >> k) & 1)) continue;
    uint32_t edge = a->surface->triangle_edges[3 * (size_t)left + k];
    if (!pierces(a, edge, b, right)) continue;
    if (to) to[count] = (pl_intersection){of, edge, right};
    count++;
  }
  return count;
}

/* Is all of a triangle surely on one side of the plane of another one? Then neither has an edge that pierces the
   other. */
static bool is_beside(const side *s, uint32_t one, const side *t, uint32_t other)
{
  static const double rounding = 1e-9; /* of the other one's size; places differ by a few of them */
  const uint32_t *queried = s->surface->triangles + 3 * (size_t)one,
                 *corner = t->surface->triangles + 3 * (size_t)other;
  double a[3], b[3], c[3], normal[3];
  corner_at(t, corner[0], a);
  corner_at(t, corner[1], b);
  corner_at(t, corner[2], c);
  pl_vec3_sub(b, a, b);
  pl_vec3_sub(c, a, c);
  pl_vec3_cross(b, c, normal);
  double square = pl_vec3_dot(normal, normal), least = rounding * rounding * square * pl_vec3_dot(b, b);
  int sides = 0;
  for (int k = 0; k < 3; k++) {
    double p[3];
    corner_at(s, queried[k], p);
    pl_vec3_sub(p, a, p);
    double height = pl_vec3_dot(p, normal);
    if (height * height > least) sides += height > 0 ? 1 : -1;
  }
  return sides == 3 || sides == -3;
}

/* Tests the edges that the triangles own against the other triangle. Of a surface with itself every pair of triangles
   is visited once. */
static size_t try_triangles(const search *s, uint32_t left, uint32_t right, pl_intersection *to)
{
  bool self = s->sides[0].surface == s->sides[1].surface;
  if (self && right <= left) return 0;
  if (is_beside(&s->sides[0], left, &s->sides[1], right) || is_beside(&s->sides[1], right, &s->sides[0], left))
    return 0;
  size_t count = try_edges(s, 0, left, right, to);
  if (!self) return count + try_edges(s, 1, right, left, to ? to + count : NULL);
  return count + try_edges(s, 0, right, left, to ? to + count : NULL);
}

static bool reaches(const search *s, uint32_t triangle)
{
  const uint32_t *corner = s->sides[0].surface->triangles + 3 * (size_t)triangle;
  return !s->reaching || (s->reaching[corner[0]] | s->reaching[corner[1]] | s->reaching[corner[2]]) != 0;
}

static bool find_box(const search *s, uint32_t triangle, double lower[3], double upper[3])
{
  const side *a = &s->sides[0];
  const uint32_t *corner = a->surface->triangles + 3 * (size_t)triangle;
  for (int c = 0; c < 3; c++) {
    lower[c] = INFINITY;
    upper[c] = -INFINITY;
    for (int k = 0; k < 3; k++) {
      double x = a->x[3 * (size_t)corner[k] + (size_t)c] + a->shift[c];
      lower[c] = x < lower[c] ? x : lower[c];
      upper[c] = x > upper[c] ? x : upper[c];
    }
    if (lower[c] > s->upper[c] || upper[c] < s->lower[c]) return false;
  }
  return true;
}

/* Where more triangles are near than may be tested, an even selection of all is: which, depends on their numbers
   alone. */
static size_t search_triangle(const search *s, uint32_t triangle, pl_intersection *to)
{
  double lower[3], upper[3];
  s->cut[triangle] = 0;
  if (!reaches(s, triangle) || !find_box(s, triangle, lower, upper)) return 0;
  const pl_contact_surface *other = s->sides[1].surface;
  uint32_t near[MOST_NEAR];
  size_t most = s->most < MOST_NEAR ? s->most : MOST_NEAR, count = 0;
  size_t found = pl_bvh_overlap(other->now, lower, upper, near, most);
  if (found <= most) {
    for (size_t k = 0; k < found; k++) count += try_triangles(s, triangle, near[k], to ? to + count : NULL);
    return count;
  }
  size_t stride = (other->triangle_count - 1) / s->most + 1;
  s->cut[triangle] = stride > 1;
  for (size_t k = triangle % stride; k < other->triangle_count; k += stride)
    count += try_triangles(s, triangle, (uint32_t)k, to ? to + count : NULL);
  return count;
}

static void search_triangles(void *context, size_t begin, size_t end)
{
  const search *s = context;
  for (size_t k = begin; k < end; k++) {
    if (!s->found)
      s->counts[k] = (uint32_t)search_triangle(s, (uint32_t)k, NULL);
    else if (s->counts[k] < s->counts[k + 1])
      search_triangle(s, (uint32_t)k, s->found + s->counts[k]);
  }
}

static int in_order(const void *a, const void *b)
{
  const pl_intersection *p = a, *q = b;
  if (p->of != q->of) return p->of < q->of ? -1 : 1;
  if (p->edge != q->edge) return p->edge < q->edge ? -1 : 1;
  return p->triangle < q->triangle ? -1 : p->triangle > q->triangle;
}

static pl_status find_with_scratch(search *s, const pl_model_context *context, pl_intersections *out)
{
  size_t n = s->sides[0].surface->triangle_count, total = 0;
  s->counts = PL_TAKE(context->scratch, uint32_t, n + 1);
  s->cut = PL_TAKE(context->scratch, uint8_t, n);
  if (!s->counts || !s->cut) return PL_ERROR_MEMORY;
  s->most = n > 0 && MOST_TESTS / n > LEAST_TESTS ? MOST_TESTS / n : LEAST_TESTS;
  pl_parallel_for(context->pool, n, GRAIN, search_triangles, s);
  for (size_t k = 0; k < n; k++) {
    uint32_t count = s->counts[k];
    s->counts[k] = (uint32_t)total;
    total += count;
    if (s->cut[k] && context->work) context->work->cut = true;
  }
  s->counts[n] = (uint32_t)total;
  pl_work_add(context->work, WORK_OF_CROSSING * (double)total);
  if (total == 0) return PL_OK;
  /* with capacity for the next steps */
  if (out->count + total > out->capacity)
    PL_TRY(pl_grow((void **)&out->items, &out->capacity, out->count + 4 * total + 64, sizeof(pl_intersection)));
  s->found = out->items + out->count;
  pl_parallel_for(context->pool, n, GRAIN, search_triangles, s);
  qsort(s->found, total, sizeof(pl_intersection), in_order); /* the tree's order is another */
  out->count += total;
  return PL_OK;
}

pl_status pl_intersections_find(const pl_contact_body *first, const pl_contact_body *second, const double shift[3],
                                const uint8_t *reaching, const pl_model_context *context, pl_intersections *out)
{
  search s = {.sides = {{.surface = first->surface, .x = first->body->x}, {second->surface, second->body->x, {0}}},
              .reaching = reaching};
  pl_vec3_copy(shift, s.sides[0].shift);
  pl_bvh_bounds(second->surface->now, s.lower, s.upper);
  pl_arena_mark mark = pl_arena_here(context->scratch);
  pl_status status = find_with_scratch(&s, context, out);
  pl_arena_back_to(context->scratch, mark);
  return status;
}

pl_piercing pl_intersection_locate(const pl_intersection *crossing, const pl_contact_body *first,
                                   const pl_contact_body *second)
{
  static const double up[3] = {0, 1, 0};
  const pl_contact_body *one = crossing->of ? second : first, *other = crossing->of ? first : second;
  const uint32_t *ends = one->surface->edges + 2 * (size_t)crossing->edge;
  const uint32_t *corner = other->surface->triangles + 3 * (size_t)crossing->triangle;
  const double *p = one->body->x + 3 * (size_t)ends[0], *q = one->body->x + 3 * (size_t)ends[1];
  const double *a = other->body->x + 3 * (size_t)corner[0];
  pl_piercing at = {.part = 0.5};
  double u[3], v[3], w[3], area[3];
  pl_vec3_sub(other->body->x + 3 * (size_t)corner[1], a, u);
  pl_vec3_sub(other->body->x + 3 * (size_t)corner[2], a, v);
  pl_vec3_cross(u, v, area);
  double twice = pl_vec3_normalise(area, up, at.normal);
  pl_vec3_sub(p, a, w);
  at.heights[0] = pl_vec3_dot(w, at.normal);
  pl_vec3_sub(q, a, w);
  at.heights[1] = pl_vec3_dot(w, at.normal);
  double between = at.heights[0] - at.heights[1];
  if (between != 0) at.part = fmin(1, fmax(0, at.heights[0] / between));
  for (int c = 0; c < 3; c++) at.point[c] = (1 - at.part) * p[c] + at.part * q[c];
  pl_vec3_sub(at.point, a, w);
  if (twice > 0) {
    double cross[3];
    pl_vec3_cross(w, v, cross);
    at.b = fmin(1, fmax(0, pl_vec3_dot(cross, at.normal) / twice));
    pl_vec3_cross(u, w, cross);
    at.c = fmin(1 - at.b, fmax(0, pl_vec3_dot(cross, at.normal) / twice));
  }
  return at;
}
