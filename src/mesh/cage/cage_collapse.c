/* SPDX-License-Identifier: MIT
   Edge collapses in the order of quadric error (M. Garland, P. Heckbert, "Surface simplification using quadric error
   metrics", 1997), each tried at several places for the vertex that remains: where the volume is kept, and further
   outwards as far as the new faces enclose the old ones. A collapse is made only if the surface stays a manifold, keeps
   its margin to the mesh and its distance from itself. Costs decide the order only; what is checked decides what is
   made. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "math/vec3.h"
#include "mesh/cage/cage.h"
#include "mesh/cage/quadric.h"
#include "mesh/query/clearance.h"
#include "mesh/query/separation.h"

enum { STAR = 64, PLACES = 6 };
static const uint32_t NONE = UINT32_MAX;

typedef struct entry {
  double cost;
  uint32_t v[2];
  uint32_t stamp[2];
} entry;

typedef struct collapser {
  const pl_cage_target *target;
  double *x;
  uint32_t *triangles;
  size_t vertex_count, triangle_count, left; /* vertices that are left */
  bool *gone;                                /* triangles */
  uint32_t *first, *next;                    /* corners around each vertex, a list */
  uint32_t *stamp;                           /* of each vertex: changes with its place */
  pl_quadric *quadrics;                      /* from the target's low corner, as all places in floats */
  float *box[6]; /* of each triangle: low x, y, z, high x, y, z; of one that is gone nothing overlaps it */
  entry *heap;
  size_t heap_count, heap_capacity;
  bool *overlap;  /* of each triangle with a box */
  uint32_t *near; /* triangles that overlap it */
  pl_status status;
} collapser;

static const double *place(const collapser *c, uint32_t v) { return c->x + 3 * (size_t)v; }

static double error_at(const collapser *c, const pl_quadric *q, const double p[3])
{
  double local[3];
  pl_vec3_sub(p, c->target->low, local);
  return pl_quadric_error(q, local);
}

/* ---- triangles around vertices ---- */

static void triangle_cross(const collapser *c, const uint32_t t[3], double out[3])
{
  double u[3], w[3];
  pl_vec3_sub(place(c, t[1]), place(c, t[0]), u);
  pl_vec3_sub(place(c, t[2]), place(c, t[0]), w);
  pl_vec3_cross(u, w, out);
}

static void set_box(collapser *c, size_t t)
{
  for (int k = 0; k < 3; k++) {
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < 3; i++) {
      double p = place(c, c->triangles[3 * t + i])[k] - c->target->low[k];
      low = fmin(low, p);
      high = fmax(high, p);
    }
    c->box[k][t] = c->gone[t] ? INFINITY : (float)low;
    c->box[3 + k][t] = c->gone[t] ? -INFINITY : (float)high;
  }
}

/* Triangles around v that are there; returns how many, STAR + 1 if there are too many. Lists lose what is gone. */
static size_t star_of(collapser *c, uint32_t v, uint32_t out[STAR])
{
  size_t count = 0;
  for (uint32_t *link = &c->first[v]; *link != NONE;) {
    uint32_t t = *link / 3;
    if (c->gone[t]) {
      *link = c->next[*link];
      continue;
    }
    if (count == STAR) return STAR + 1;
    out[count++] = t;
    link = &c->next[*link];
  }
  return count;
}

/* ---- the heap: least cost on top; ties by vertices, so that the order is always the same ---- */

static bool before(const entry *a, const entry *b)
{
  if (a->cost != b->cost) return a->cost < b->cost;
  return a->v[0] != b->v[0] ? a->v[0] < b->v[0] : a->v[1] < b->v[1];
}

static void push(collapser *c, entry e)
{
  if (c->status != PL_OK) return;
  c->status = pl_grow((void **)&c->heap, &c->heap_capacity, c->heap_count + 1, sizeof *c->heap);
  if (c->status != PL_OK) return;
  size_t at = c->heap_count++;
  for (; at > 0 && before(&e, &c->heap[(at - 1) / 2]); at = (at - 1) / 2) c->heap[at] = c->heap[(at - 1) / 2];
  c->heap[at] = e;
}

static entry pop(collapser *c)
{
  entry top = c->heap[0], last = c->heap[--c->heap_count];
  size_t at = 0;
  for (size_t child = 1; child < c->heap_count; child = 2 * at + 1) {
    if (child + 1 < c->heap_count && before(&c->heap[child + 1], &c->heap[child])) child++;
    if (!before(&c->heap[child], &last)) break;
    c->heap[at] = c->heap[child];
    at = child;
  }
  if (c->heap_count) c->heap[at] = last;
  return top;
}

/* ---- one edge ---- */

/* The triangles around an edge ab as they would be with b joined to a. */
typedef struct star {
  uint32_t a, b;
  uint32_t shared[2]; /* triangles that go */
  uint32_t of[2 * STAR];
  uint32_t triangle[2 * STAR][3]; /* with a in place of b */
  double normal[2 * STAR][3];     /* as they are now, unit */
  size_t count;
  double area[3]; /* twice the vector area of the ring around */
  double volume;  /* six times that of the cones from a's place over all triangles around */
} star;

static bool has(const uint32_t t[3], uint32_t v) { return t[0] == v || t[1] == v || t[2] == v; }

/* Collects the star; false if joining the two would not leave a manifold: they must have exactly the two neighbours in
   common that complete their two triangles. */
static bool gather_star(collapser *c, uint32_t a, uint32_t b, star *s)
{
  uint32_t around[2][STAR], neighbours[2][2 * STAR];
  size_t count[2] = {star_of(c, a, around[0]), star_of(c, b, around[1])}, neighbour_count[2] = {0, 0}, shared = 0,
         common = 0;
  *s = (star){.a = a, .b = b};
  if (count[0] > STAR || count[1] > STAR) return false;
  for (int end = 0; end < 2; end++)
    for (size_t i = 0; i < count[end]; i++) {
      const uint32_t *t = c->triangles + 3 * (size_t)around[end][i];
      for (int k = 0; k < 3; k++)
        if (t[k] == (end ? b : a))
          neighbours[end][neighbour_count[end]++] = t[(k + 1) % 3]; /* each once: a closed fan */
      if (has(t, end ? a : b)) {
        if (end == 0 && shared < 2) s->shared[shared] = around[0][i];
        shared += end == 0;
        continue;
      }
      size_t n = s->count++;
      s->of[n] = around[end][i];
      for (int k = 0; k < 3; k++) s->triangle[n][k] = t[k] == b ? a : t[k];
    }
  for (size_t i = 0; i < neighbour_count[0]; i++)
    for (size_t j = 0; j < neighbour_count[1]; j++) common += neighbours[0][i] == neighbours[1][j];
  return shared == 2 && common == 2 && c->left > 4;
}

static void measure_star(const collapser *c, star *s)
{
  static const double none[3] = {0, 0, 0};
  const double *origin = place(c, s->a);
  for (size_t i = 0; i < s->count + 2; i++) {
    const uint32_t *t = c->triangles + 3 * (size_t)(i < s->count ? s->of[i] : s->shared[i - s->count]);
    double cross[3], arm[3];
    triangle_cross(c, t, cross);
    if (i < s->count) pl_vec3_normalise(cross, none, s->normal[i]);
    pl_vec3_add(s->area, cross, s->area);
    pl_vec3_sub(place(c, t[0]), origin, arm);
    s->volume += pl_vec3_dot(cross, arm);
  }
}

/* Candidates for the vertex that remains: see the head of this file. The first keeps the volume. */
static size_t find_places(const collapser *c, const star *s, const pl_quadric *q, double out[PLACES][3])
{
  static const double none[3] = {0, 0, 0};
  const double *a = place(c, s->a), *b = place(c, s->b);
  double outward[3], p[3], from[3], hull = 0;
  double area = pl_vec3_normalise(s->area, none, outward);
  if (pl_quadric_best(q, p))
    pl_vec3_add(p, c->target->low, p);
  else
    for (int k = 0; k < 3; k++) p[k] = (a[k] + b[k]) / 2;
  pl_vec3_copy(p, out[3]);
  pl_vec3_copy(a, out[4]);
  pl_vec3_copy(b, out[5]);
  /* Cones from a's place: over the new faces their volume, six times, is area . (p - a). */
  if (!(area > 0)) return 0;
  pl_vec3_sub(p, a, from);
  double shift = (s->volume - pl_vec3_dot(s->area, from)) / area;
  pl_vec3_add_scaled(p, shift, outward, out[0]);
  for (size_t i = 0; i < s->count; i++) {
    double slope = pl_vec3_dot(s->normal[i], outward), d[3];
    pl_vec3_sub(place(c, c->triangles[3 * (size_t)s->of[i]]), out[0], d);
    if (slope > 0.1) hull = fmax(hull, pl_vec3_dot(s->normal[i], d) / slope);
  }
  pl_vec3_add_scaled(out[0], hull, outward, out[1]);
  pl_vec3_add_scaled(out[0], hull / 2, outward, out[2]);
  return PLACES;
}

/* ---- is it allowed? ---- */

/* 1 for an equilateral triangle, 0 for one without area; cross: twice its area. */
static double shape_of(const collapser *c, const uint32_t t[3], const double cross[3])
{
  double squares = 0;
  for (int k = 0; k < 3; k++) {
    double edge[3];
    pl_vec3_sub(place(c, t[(k + 1) % 3]), place(c, t[k]), edge);
    squares += pl_vec3_dot(edge, edge);
  }
  return squares > 0 ? 2 * sqrt(3.0) * pl_vec3_length(cross) / squares : 0;
}

static double worst_shape_now(const collapser *c, const star *s)
{
  double worst = 1;
  for (size_t i = 0; i < s->count; i++) {
    double cross[3];
    const uint32_t *t = c->triangles + 3 * (size_t)s->of[i];
    triangle_cross(c, t, cross);
    worst = fmin(worst, shape_of(c, t, cross));
  }
  return worst;
}

/* New faces must be proper, look where they looked before, and not be folded against each other or their neighbours. */
static bool shapes_are_good(const collapser *c, const star *s, double least_shape, double normal[2 * STAR][3])
{
  static const double none[3] = {0, 0, 0};
  for (size_t i = 0; i < s->count; i++) {
    double cross[3];
    triangle_cross(c, s->triangle[i], cross);
    if (shape_of(c, s->triangle[i], cross) < least_shape) return false;
    pl_vec3_normalise(cross, none, normal[i]);
    if (pl_vec3_dot(normal[i], s->normal[i]) < 0) return false;
  }
  return true;
}

static size_t shared_corners(const uint32_t a[3], const uint32_t b[3])
{
  size_t count = 0;
  for (int k = 0; k < 3; k++) count += has(a, b[k]);
  return count;
}

static bool too_sharp(const double a[3], const double b[3]) { return pl_vec3_dot(a, b) < -0.85; }

typedef struct bounds {
  float low[3], high[3];
} bounds;

static bounds bounds_of(const collapser *c, const uint32_t t[3])
{
  bounds b;
  for (int k = 0; k < 3; k++) {
    double p = place(c, t[0])[k], q = place(c, t[1])[k], r = place(c, t[2])[k], from = c->target->low[k];
    b.low[k] = (float)(fmin(p, fmin(q, r)) - from - c->target->gap);
    b.high[k] = (float)(fmax(p, fmax(q, r)) - from + c->target->gap);
  }
  return b;
}

static bool overlaps(const collapser *c, size_t t, const bounds *b)
{
  return (c->box[0][t] <= b->high[0]) & (c->box[3][t] >= b->low[0]) & (c->box[1][t] <= b->high[1]) &
         (c->box[4][t] >= b->low[1]) & (c->box[2][t] <= b->high[2]) & (c->box[5][t] >= b->low[2]);
}

/* Triangles whose boxes overlap that of the star, without those of the star itself. */
static size_t find_near(const collapser *c, const star *s, const bounds *each)
{
  bounds all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  size_t count = 0;
  for (size_t i = 0; i < s->count; i++)
    for (int k = 0; k < 3; k++) {
      all.low[k] = fminf(all.low[k], each[i].low[k]);
      all.high[k] = fmaxf(all.high[k], each[i].high[k]);
    }
  for (size_t t = 0; t < c->triangle_count; t++) c->overlap[t] = overlaps(c, t, &all);
  for (size_t t = 0; t < c->triangle_count; t++) {
    const uint32_t *v = c->triangles + 3 * t;
    if (c->overlap[t] && !has(v, s->a) && !has(v, s->b)) c->near[count++] = (uint32_t)t;
  }
  return count;
}

static bool pair_is_bad(const collapser *c, const uint32_t a[3], const double *normal_a, const uint32_t b[3],
                        const double *normal_b)
{
  if (shared_corners(a, b) == 2) return too_sharp(normal_a, normal_b);
  return pl_triangles_meet(c->x, a, b, c->target->gap);
}

static bool meets_itself(const collapser *c, const star *s, double normal[2 * STAR][3])
{
  static const double none[3] = {0, 0, 0};
  bounds each[2 * STAR];
  for (size_t i = 0; i < s->count; i++) {
    each[i] = bounds_of(c, s->triangle[i]);
    for (size_t j = 0; j < i; j++)
      if (pair_is_bad(c, s->triangle[i], normal[i], s->triangle[j], normal[j])) return true;
  }
  size_t near = find_near(c, s, each);
  for (size_t n = 0; n < near; n++) {
    const uint32_t *t = c->triangles + 3 * (size_t)c->near[n];
    double other[3];
    triangle_cross(c, t, other);
    pl_vec3_normalise(other, none, other);
    for (size_t i = 0; i < s->count; i++)
      if (overlaps(c, c->near[n], &each[i]) && pair_is_bad(c, s->triangle[i], normal[i], t, other)) return true;
  }
  return false;
}

static bool keeps_margin(const collapser *c, const star *s)
{
  const pl_cage_target *target = c->target;
  pl_bvh_point closest;
  if (pl_bvh_closest(target->bvh, place(c, s->a), target->margin, &closest)) return false;
  for (size_t i = 0; i < s->count; i++)
    if (!pl_triangle_is_clear(target->bvh, place(c, s->triangle[i][0]), place(c, s->triangle[i][1]),
                              place(c, s->triangle[i][2]), target->margin))
      return false;
  return true;
}

/* Tries a place for a, and leaves it there if all is well. */
static bool try_place(collapser *c, const star *s, const double p[3], double least_shape)
{
  double *x = c->x + 3 * (size_t)s->a, old[3], normal[2 * STAR][3];
  pl_vec3_copy(x, old);
  pl_vec3_copy(p, x);
  if (shapes_are_good(c, s, least_shape, normal) && !meets_itself(c, s, normal) && keeps_margin(c, s)) return true;
  pl_vec3_copy(old, x);
  return false;
}

/* ---- the whole ---- */

static void push_edge(collapser *c, uint32_t a, uint32_t b)
{
  star s;
  double places[PLACES][3];
  if (!gather_star(c, a, b, &s)) return;
  measure_star(c, &s);
  pl_quadric q = c->quadrics[a];
  pl_quadric_add(&q, &c->quadrics[b]);
  if (find_places(c, &s, &q, places) == 0) return;
  push(c, (entry){error_at(c, &q, places[0]), {a, b}, {c->stamp[a], c->stamp[b]}});
}

static void push_edges_of(collapser *c, uint32_t v, bool later_only)
{
  uint32_t around[STAR];
  size_t count = star_of(c, v, around);
  for (size_t i = 0; i < count && count <= STAR; i++) {
    const uint32_t *t = c->triangles + 3 * (size_t)around[i];
    for (int k = 0; k < 3; k++) {
      uint32_t w = t[(k + 1) % 3];
      if (t[k] == v && (w > v || !later_only)) push_edge(c, v < w ? v : w, v < w ? w : v);
    }
  }
}

static void commit(collapser *c, const star *s)
{
  for (int k = 0; k < 2; k++) {
    c->gone[s->shared[k]] = true;
    set_box(c, s->shared[k]);
  }
  for (size_t i = 0; i < s->count; i++) {
    memcpy(c->triangles + 3 * (size_t)s->of[i], s->triangle[i], sizeof s->triangle[i]);
    set_box(c, s->of[i]);
  }
  uint32_t *end = &c->first[s->a];
  while (*end != NONE) end = &c->next[*end];
  *end = c->first[s->b];
  c->first[s->b] = NONE;
  pl_quadric_add(&c->quadrics[s->a], &c->quadrics[s->b]);
  c->stamp[s->a]++;
  c->stamp[s->b]++;
  c->left--;
}

/* Candidates in the order of their errors. */
static bool collapse(collapser *c, uint32_t a, uint32_t b)
{
  star s;
  double places[PLACES][3];
  if (!gather_star(c, a, b, &s)) return false;
  measure_star(c, &s);
  pl_quadric q = c->quadrics[a];
  pl_quadric_add(&q, &c->quadrics[b]);
  size_t count = find_places(c, &s, &q, places);
  double least_shape = fmin(0.2, 0.7 * worst_shape_now(c, &s)), error[PLACES];
  for (size_t i = 0; i < count; i++) error[i] = error_at(c, &q, places[i]);
  for (size_t tried = 0; tried < count; tried++) {
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
      if (error[i] < error[best]) best = i;
    if (try_place(c, &s, places[best], least_shape)) {
      commit(c, &s);
      return true;
    }
    error[best] = INFINITY;
  }
  return false;
}

/* Takes edges from the heap until it is empty; returns how many collapsed. */
static size_t run(collapser *c, size_t wanted)
{
  size_t done = 0;
  while (c->heap_count && c->left > wanted && c->status == PL_OK) {
    entry e = pop(c);
    if (c->stamp[e.v[0]] != e.stamp[0] || c->stamp[e.v[1]] != e.stamp[1]) continue;
    if (!collapse(c, e.v[0], e.v[1])) continue;
    done++;
    push_edges_of(c, e.v[0], false);
  }
  return done;
}

static void add_errors(collapser *c)
{
  static const double none[3] = {0, 0, 0}, evenness = 1e-3;
  for (size_t t = 0; t < c->triangle_count; t++) {
    const uint32_t *v = c->triangles + 3 * t;
    double normal[3], local[3];
    triangle_cross(c, v, normal);
    double weight = pl_vec3_normalise(normal, none, normal) / 6;
    for (int k = 0; k < 3; k++) {
      pl_vec3_sub(place(c, v[k]), c->target->low, local);
      pl_quadric_add_plane(&c->quadrics[v[k]], normal, local, weight);
      /* weakly from the point, so that flat parts keep even triangles */
      pl_quadric_add_point(&c->quadrics[v[k]], local, evenness * weight);
    }
  }
}

/* Lists, boxes and the heap for what is there now. */
static void start_stage(collapser *c)
{
  memset(c->first, 0xff, c->vertex_count * sizeof *c->first);
  memset(c->stamp, 0, c->vertex_count * sizeof *c->stamp);
  memset(c->gone, 0, c->triangle_count * sizeof *c->gone);
  for (size_t corner = 3 * c->triangle_count; corner-- > 0;) {
    c->next[corner] = c->first[c->triangles[corner]];
    c->first[c->triangles[corner]] = (uint32_t)corner;
  }
  for (size_t t = 0; t < c->triangle_count; t++) set_box(c, t);
  c->heap_count = 0;
  for (uint32_t v = 0; v < c->vertex_count; v++) push_edges_of(c, v, true);
}

static bool make_arrays(collapser *c)
{
  size_t n = c->vertex_count, m = c->triangle_count;
  c->gone = PL_NEW(bool, m);
  c->first = PL_NEW(uint32_t, n);
  c->next = PL_NEW(uint32_t, 3 * m);
  c->stamp = PL_NEW(uint32_t, n);
  c->quadrics = PL_NEW(pl_quadric, n);
  c->overlap = PL_NEW(bool, m);
  c->near = PL_NEW(uint32_t, m);
  bool all = c->gone && c->first && c->next && c->stamp && c->quadrics && c->overlap && c->near;
  for (int k = 0; k < 6; k++) all = (c->box[k] = PL_NEW(float, m)) && all;
  return all;
}

static void free_arrays(collapser *c)
{
  pl_release(c->gone);
  pl_release(c->first);
  pl_release(c->next);
  pl_release(c->stamp);
  pl_release(c->quadrics);
  pl_release(c->overlap);
  pl_release(c->near);
  pl_release(c->heap);
  for (int k = 0; k < 6; k++) pl_release(c->box[k]);
}

/* Closes the gaps that vertices and triangles have left; c->first becomes the new number of each vertex. */
static void compact(collapser *c)
{
  uint32_t *number = c->first, next = 0;
  memset(number, 0, c->vertex_count * sizeof *number);
  for (size_t i = 0; i < 3 * c->triangle_count; i++)
    if (!c->gone[i / 3]) number[c->triangles[i]] = 1;
  for (size_t v = 0; v < c->vertex_count; v++) {
    if (!number[v]) continue;
    memmove(c->x + 3 * (size_t)next, c->x + 3 * v, 3 * sizeof(double));
    c->quadrics[next] = c->quadrics[v];
    number[v] = next++;
  }
  size_t kept = 0;
  for (size_t t = 0; t < c->triangle_count; t++) {
    if (c->gone[t]) continue;
    for (size_t k = 0; k < 3; k++) c->triangles[3 * kept + k] = number[c->triangles[3 * t + k]];
    kept++;
  }
  c->vertex_count = next;
  c->triangle_count = kept;
}

/* In stages, so that what is gone is not looked at for long, and an edge that was refused gets another chance after
   others have gone. */
static void collapse_all(collapser *c, size_t wanted)
{
  add_errors(c);
  for (size_t done = 1; done && c->left > wanted && c->status == PL_OK;) {
    size_t half = c->left / 2;
    start_stage(c);
    done = run(c, half > wanted ? half : wanted);
    compact(c);
  }
}

pl_status pl_cage_collapse(const pl_cage_target *target, size_t wanted, pl_cage_faces *faces)
{
  collapser c = {.target = target,
                 .x = faces->positions,
                 .triangles = faces->triangles,
                 .vertex_count = faces->vertex_count,
                 .triangle_count = faces->triangle_count,
                 .left = faces->vertex_count};
  if (make_arrays(&c))
    collapse_all(&c, wanted);
  else
    c.status = PL_ERROR_MEMORY;
  faces->vertex_count = c.vertex_count;
  faces->triangle_count = c.triangle_count;
  free_arrays(&c);
  return c.status;
}
