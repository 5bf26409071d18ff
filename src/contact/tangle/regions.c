/* SPDX-License-Identifier: MIT */
#include "contact/tangle/regions.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/tangle/union_find.h"
#include "math/vec3.h"

/* A cap of up to a third of a ball has an area vector of at least this part of its area. Such a lens determines the
   direction of separation. */
static const double clear_part = 0.6;

/* Contacts with normals within 60 degrees of the direction of separation are kept. */
static const double right_way = 0.5;

static const double up[3] = {0, 1, 0};

/* One tangled pair with its particles numbered: first those of the first body, then those of the second. */
typedef struct tangle {
  const pl_tangles *all;
  const pl_tangled_pair *pair;
  const pl_contact_body *bodies[2];
  const pl_model_context *context;
  bool self;
  uint32_t count;    /* of both */
  uint32_t start[2]; /* number of the first particle of each body */
  pl_union_find sets;
  uint8_t *mark;    /* per number */
  uint32_t *region; /* per number */
  uint32_t region_count;
} tangle;

enum { NEAR = 1 /* at a crossing */, INSIDE = 2 };

static const double *place_of(const tangle *t, uint32_t number)
{
  int body = !t->self && number >= t->start[1];
  return t->bodies[body]->body->x + 3 * (size_t)(number - t->start[body]);
}

/* ---- regions ---- */

static void note(const tangle *t, uint32_t number, uint32_t with, uint8_t across)
{
  t->mark[number] |= NEAR;
  pl_union_find_join(&t->sets, number, with, across);
}

/* The ends of the edge are on one side, the corners of the triangle on the other. */
static void join_crossing(const tangle *t, const pl_intersection *crossing)
{
  uint32_t of = t->self ? 0 : crossing->of, other = t->self ? 0 : 1 - of;
  const uint32_t *ends = t->bodies[of]->surface->edges + 2 * (size_t)crossing->edge;
  const uint32_t *corner = t->bodies[other]->surface->triangles + 3 * (size_t)crossing->triangle;
  uint32_t first = t->start[of] + ends[0];
  for (int k = 0; k < 2; k++) note(t, t->start[of] + ends[k], first, 0);
  for (int k = 0; k < 3; k++) note(t, t->start[other] + corner[k], first, 1);
}

static void join_inside(const tangle *t, int of)
{
  const uint32_t *inside = t->all->particles + t->pair->inside[of].first;
  const pl_contact_surface *s = t->bodies[of]->surface;
  for (size_t k = 0; k < t->pair->inside[of].count; k++) t->mark[t->start[of] + inside[k]] |= INSIDE;
  for (size_t e = 0; e < s->edge_count; e++) {
    uint32_t a = t->start[of] + s->edges[2 * e], b = t->start[of] + s->edges[2 * e + 1];
    if (t->mark[a] & t->mark[b] & INSIDE) pl_union_find_join(&t->sets, a, b, 0);
  }
}

static pl_status find_regions(tangle *t)
{
  pl_arena *scratch = t->context->scratch;
  t->sets.parent = PL_TAKE(scratch, uint32_t, t->count);
  t->sets.flipped = PL_TAKE(scratch, uint8_t, t->count);
  t->mark = PL_TAKE(scratch, uint8_t, t->count);
  t->region = PL_TAKE(scratch, uint32_t, t->count);
  if (!t->sets.parent || !t->sets.flipped || !t->mark || !t->region) return PL_ERROR_MEMORY;
  pl_union_find_start(&t->sets, t->count);
  memset(t->mark, 0, t->count);
  for (size_t k = 0; k < t->pair->crossings.count; k++)
    join_crossing(t, &t->all->crossings.items[t->pair->crossings.first + k]);
  for (int of = 0; of < (t->self ? 1 : 2); of++) join_inside(t, of);
  memset(t->region, 0xff, t->count * sizeof(uint32_t));
  for (uint32_t i = 0; i < t->count; i++) { /* a root is the least of its tree, but need not be marked itself */
    uint8_t flipped;
    uint32_t root = pl_union_find_root(&t->sets, i, &flipped);
    if (t->mark[i] && t->region[root] == UINT32_MAX) t->region[root] = t->region_count++;
  }
  for (uint32_t i = t->count; i-- > 0;) {
    uint8_t flipped;
    t->region[i] = t->mark[i] ? t->region[pl_union_find_root(&t->sets, i, &flipped)] : UINT32_MAX;
  }
  return PL_OK;
}

/* 0: on the first side of its region. */
static int side_of(const tangle *t, uint32_t number)
{
  if (!t->self) return number >= t->start[1];
  uint8_t flipped;
  pl_union_find_root(&t->sets, number, &flipped);
  return flipped;
}

/* ---- direction of separation ---- */

typedef struct region {
  double lens[3];    /* m^2: area vectors of the parts inside, minus the first side's plus the second's */
  double area;       /* m^2, of both parts */
  double shorter[3]; /* direction of the first side that shortens the line of intersection */
  double middle[3];  /* of the points of that line */
  size_t point_count;
  double reach; /* m, how far that line reaches from its middle */
} region;

static void triangle_area(const double *const x[3], double out[3])
{
  double u[3], v[3];
  pl_vec3_sub(x[1], x[0], u);
  pl_vec3_sub(x[2], x[0], v);
  pl_vec3_cross(u, v, out);
  pl_vec3_scale(out, 0.5, out);
}

/* Every corner that is inside counts for a third of its triangle. */
static void add_lens(const tangle *t, int of, region *regions)
{
  const pl_contact_surface *s = t->bodies[of]->surface;
  for (size_t k = 0; k < s->triangle_count; k++) {
    const double *x[3];
    double area[3];
    uint32_t number[3];
    uint8_t any = 0;
    for (int c = 0; c < 3; c++) {
      number[c] = t->start[of] + s->triangles[3 * k + (size_t)c];
      any |= t->mark[number[c]];
      x[c] = place_of(t, number[c]);
    }
    if (!(any & INSIDE)) continue;
    triangle_area(x, area);
    for (int c = 0; c < 3; c++) {
      if (!(t->mark[number[c]] & INSIDE)) continue;
      region *r = &regions[t->region[number[c]]];
      pl_vec3_add_scaled(r->lens, side_of(t, number[c]) ? 1.0 / 3 : -1.0 / 3, area, r->lens);
      r->area += pl_vec3_length(area) / 3;
    }
  }
}

/* P. Volino and N. Magnenat-Thalmann, "Resolving surface collisions through intersection contour minimization" (2006),
   derived anew for one end of the segments that meet at the edge. If the edge, of direction E, moves by d against the
   triangle, of normal N, it pierces it at P + d - E (N.d)/(N.E). A segment of the line that leaves P along R, in a
   triangle at the edge, becomes shorter by R times that: by g.d with g = R - N (R.E)/(N.E). */
static void shorten(const tangle *t, const pl_intersection *crossing, const pl_piercing *at, double out[3])
{
  int of = t->self ? 0 : (int)crossing->of;
  const pl_contact_surface *s = t->bodies[of]->surface;
  const double *x = t->bodies[of]->body->x;
  const uint32_t *ends = s->edges + 2 * (size_t)crossing->edge;
  double along[3];
  pl_vec3_sub(x + 3 * (size_t)ends[1], x + 3 * (size_t)ends[0], along);
  pl_vec3_normalise(along, up, along);
  double slope = pl_vec3_dot(along, at->normal);
  if (fabs(slope) < 0.1) slope = slope < 0 ? -0.1 : 0.1; /* edges nearly parallel to the triangle are ill-conditioned */
  pl_vec3_set(out, 0, 0, 0);
  for (size_t k = 0; k < 2; k++) {
    uint32_t triangle = s->edge_triangles[2 * (size_t)crossing->edge + k];
    if (triangle == PL_NO_TRIANGLE) continue;
    const double *corner[3];
    double area[3], line[3], to[3], opposite = 0;
    for (int c = 0; c < 3; c++) corner[c] = x + 3 * (size_t)s->triangles[3 * (size_t)triangle + (size_t)c];
    triangle_area(corner, area);
    pl_vec3_cross(at->normal, area, line);
    pl_vec3_normalise(line, (double[]){0, 0, 0}, line);
    for (int c = 0; c < 3;
         c++) { /* the corner opposite the edge: its offset from P, less the part along the edge, points inside */
      pl_vec3_sub(corner[c], at->point, to);
      double sideways = pl_vec3_dot(to, line) - pl_vec3_dot(to, along) * pl_vec3_dot(along, line);
      if (fabs(sideways) > fabs(opposite)) opposite = sideways;
    }
    if (opposite < 0) pl_vec3_scale(line, -1, line);
    pl_vec3_add(out, line, out);
    pl_vec3_add_scaled(out, -pl_vec3_dot(line, along) / slope, at->normal, out);
  }
}

/* The number of the first end of the edge. */
static uint32_t end_of(const tangle *t, const pl_intersection *crossing)
{
  int of = t->self ? 0 : (int)crossing->of;
  return t->start[of] + t->bodies[of]->surface->edges[2 * (size_t)crossing->edge];
}

static void measure_contour(const tangle *t, region *regions)
{
  for (size_t k = 0; k < t->pair->crossings.count; k++) {
    const pl_intersection *crossing = &t->all->crossings.items[t->pair->crossings.first + k];
    pl_piercing at = pl_intersection_locate(crossing, t->bodies[0], t->bodies[1]);
    uint32_t end = end_of(t, crossing);
    region *r = &regions[t->region[end]];
    double way[3];
    shorten(t, crossing, &at, way);
    pl_vec3_add_scaled(r->shorter, side_of(t, end) ? -1 : 1, way, r->shorter);
    pl_vec3_add(r->middle, at.point, r->middle);
    r->point_count++;
  }
  for (uint32_t r = 0; r < t->region_count; r++)
    if (regions[r].point_count) pl_vec3_scale(regions[r].middle, 1 / (double)regions[r].point_count, regions[r].middle);
  for (size_t k = 0; k < t->pair->crossings.count; k++) {
    const pl_intersection *crossing = &t->all->crossings.items[t->pair->crossings.first + k];
    pl_piercing at = pl_intersection_locate(crossing, t->bodies[0], t->bodies[1]);
    region *r = &regions[t->region[end_of(t, crossing)]];
    r->reach = fmax(r->reach, pl_vec3_distance(at.point, r->middle));
  }
}

/* How far the first body has to move along `way` to pass the second. */
static double overlap_along(const pl_contact_body *const bodies[2], const double way[3])
{
  double least = INFINITY, most = -INFINITY;
  for (size_t k = 0; k < bodies[0]->particle_count; k++)
    least = fmin(least, pl_vec3_dot(way, bodies[0]->body->x + 3 * (size_t)bodies[0]->particles[k]));
  for (size_t k = 0; k < bodies[1]->particle_count; k++)
    most = fmax(most, pl_vec3_dot(way, bodies[1]->body->x + 3 * (size_t)bodies[1]->particles[k]));
  return most - least;
}

static void middle_of(const pl_contact_body *body, double out[3])
{
  pl_vec3_set(out, 0, 0, 0);
  for (size_t k = 0; k < body->particle_count; k++)
    pl_vec3_add(out, body->body->x + 3 * (size_t)body->particles[k], out);
  pl_vec3_scale(out, 1.0 / (double)body->particle_count, out);
}

/* The direction of least overlap, of that between the centres and the 26 to the neighbours of a cube's cell. Moving
   along it reduces that overlap further, so the choice is stable. */
static double way_apart(const pl_contact_body *const bodies[2], const double between[3], double way[3])
{
  double least = INFINITY;
  for (int k = 0; k < 28; k++) {
    const int cell[3] = {k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1};
    double try[3] = {cell[0], cell[1], cell[2]};
    if (k == 27) pl_vec3_copy(between, try);
    if (!(pl_vec3_length(try) > 0)) continue;
    pl_vec3_normalise(try, up, try);
    double depth = overlap_along(bodies, try);
    if (!(depth < least)) continue;
    least = depth;
    pl_vec3_copy(try, way);
  }
  return least;
}

/* ---- regions ---- */

static pl_status separate_whole(const tangle *t, pl_tangle_region *tangle_region)
{
  double middle[2][3], between[3];
  for (int k = 0; k < 2; k++) {
    const pl_contact_body *body = t->bodies[k];
    tangle_region->sides[k] = (pl_tangle_region_side){
        t->pair->bodies[k], PL_TAKE(t->context->scratch, uint32_t, body->particle_count), body->particle_count};
    if (!tangle_region->sides[k].particles) return PL_ERROR_MEMORY;
    memcpy(tangle_region->sides[k].particles, body->particles, body->particle_count * sizeof(uint32_t));
    middle_of(body, middle[k]);
  }
  pl_vec3_sub(middle[0], middle[1], between);
  for (int c = 0; c < 3; c++) tangle_region->at[c] = 0.5 * (middle[0][c] + middle[1][c]);
  tangle_region->depth = way_apart(t->bodies, between, tangle_region->way);
  return PL_OK;
}

static pl_status take_sides(const tangle *t, pl_tangle_region *tangle_regions)
{
  for (uint32_t i = 0; i < t->count; i++)
    if (t->mark[i]) tangle_regions[t->region[i]].sides[side_of(t, i)].count++;
  for (uint32_t r = 0; r < t->region_count; r++)
    for (int k = 0; k < 2; k++) {
      pl_tangle_region_side *side = &tangle_regions[r].sides[k];
      side->body = t->pair->bodies[k];
      side->particles = PL_TAKE(t->context->scratch, uint32_t, side->count);
      if (!side->particles) return PL_ERROR_MEMORY;
      side->count = 0;
    }
  for (uint32_t i = 0; i < t->count; i++) {
    if (!t->mark[i]) continue;
    pl_tangle_region_side *side = &tangle_regions[t->region[i]].sides[side_of(t, i)];
    side->particles[side->count++] = i - (t->self ? 0 : t->start[side_of(t, i)]);
  }
  return PL_OK;
}

/* Depth: twice the greatest distance of inside particles from the middle of the line of intersection, along the
   direction; without inside particles, the extent of that line. */
static void measure_depths(const tangle *t, const region *regions, pl_tangle_region *tangle_regions)
{
  for (uint32_t r = 0; r < t->region_count; r++) {
    pl_vec3_copy(regions[r].middle, tangle_regions[r].at);
    tangle_regions[r].depth = regions[r].area == 0 ? regions[r].reach : 0;
  }
  for (uint32_t i = 0; i < t->count; i++) {
    if (!(t->mark[i] & INSIDE)) continue;
    pl_tangle_region *tangle_region = &tangle_regions[t->region[i]];
    double from[3];
    pl_vec3_sub(place_of(t, i), tangle_region->at, from);
    tangle_region->depth = fmax(tangle_region->depth, 2 * fabs(pl_vec3_dot(from, tangle_region->way)));
  }
}

static bool is_clear(const region *r) { return pl_vec3_length(r->lens) >= clear_part * r->area && r->area > 0; }

/* Where two convex edges cross no particle is inside, but the line of intersection is short and determines the
   direction. */
static bool is_small(const tangle *t, const region *r)
{
  return r->point_count && r->reach <= 0.5 * fmin(t->bodies[0]->surface->mean_edge, t->bodies[1]->surface->mean_edge);
}

static pl_status make_regions(const tangle *t, const region *regions, pl_tangle_regions *out)
{
  pl_tangle_region *tangle_regions = out->items + out->count;
  memset(tangle_regions, 0, t->region_count * sizeof *tangle_regions);
  PL_TRY(take_sides(t, tangle_regions));
  bool closed = t->bodies[0]->surface->closed && t->bodies[1]->surface->closed;
  for (uint32_t r = 0; r < t->region_count; r++)
    pl_vec3_normalise(closed && is_clear(&regions[r]) ? regions[r].lens : regions[r].shorter, up,
                      tangle_regions[r].way);
  measure_depths(t, regions, tangle_regions);
  out->count += t->region_count;
  return PL_OK;
}

static pl_status equality(tangle *t, pl_tangle_regions *out)
{
  t->self = t->pair->bodies[0] == t->pair->bodies[1];
  t->count = (uint32_t)t->bodies[0]->surface->particle_count;
  t->start[1] = t->self ? 0 : t->count;
  if (!t->self) t->count += (uint32_t)t->bodies[1]->surface->particle_count;
  PL_TRY(find_regions(t));
  region *regions = PL_TAKE(t->context->scratch, region, t->region_count);
  if (!regions) return PL_ERROR_MEMORY;
  memset(regions, 0, t->region_count * sizeof *regions);
  for (int of = 0; of < (t->self ? 1 : 2); of++) add_lens(t, of, regions);
  measure_contour(t, regions);
  bool whole = t->pair->crossings.count == 0;
  if (!t->self && t->bodies[0]->surface->closed && t->bodies[1]->surface->closed)
    for (uint32_t r = 0; r < t->region_count; r++)
      whole = whole || (!is_clear(&regions[r]) && !is_small(t, &regions[r]));
  if (whole) return separate_whole(t, &out->items[out->count++]);
  return make_regions(t, regions, out);
}

/* A region has a crossing, or is a part of a body that is wholly inside. */
static size_t most_regions(const pl_tangles *tangles)
{
  return tangles->count + tangles->crossings.count + tangles->particle_count;
}

static pl_status mark_sides(const pl_contact_body *bodies, const pl_model_context *context,
                            pl_tangle_regions *tangle_regions)
{
  for (size_t k = 0; k < tangle_regions->count; k++)
    for (int s = 0; s < 2; s++) {
      const pl_tangle_region_side *side = &tangle_regions->items[k].sides[s];
      size_t n = bodies[side->body].body->count;
      uint32_t **marks = &tangle_regions->marks[side->body];
      if (!*marks) {
        *marks = PL_TAKE(context->scratch, uint32_t, n);
        if (!*marks) return PL_ERROR_MEMORY;
        memset(*marks, 0, n * sizeof(uint32_t));
      }
      for (size_t i = 0; i < side->count; i++) (*marks)[side->particles[i]] = 2 * (uint32_t)(k + 1) + (uint32_t)s;
    }
  return PL_OK;
}

pl_status pl_tangle_regions_find(const pl_tangles *tangles, const pl_contact_body *bodies, size_t body_count,
                                 const pl_model_context *context, pl_tangle_regions *out)
{
  *out = (pl_tangle_regions){.tangles = tangles};
  if (tangles->count == 0) return PL_OK;
  out->items = PL_TAKE(context->scratch, pl_tangle_region, most_regions(tangles));
  out->marks = PL_TAKE(context->scratch, uint32_t *, body_count);
  if (!out->items || !out->marks) return PL_ERROR_MEMORY;
  for (size_t b = 0; b < body_count; b++) out->marks[b] = NULL;
  for (size_t k = 0; k < tangles->count; k++) {
    const pl_tangled_pair *pair = &tangles->pairs[k];
    if (pair->kind != PL_TANGLE_DEEP) continue;
    if (bodies[pair->bodies[0]].surface->branched || bodies[pair->bodies[1]].surface->branched) continue;
    tangle t = {.all = tangles,
                .pair = pair,
                .bodies = {&bodies[pair->bodies[0]], &bodies[pair->bodies[1]]},
                .context = context};
    PL_TRY(equality(&t, out));
  }
  return mark_sides(bodies, context, out);
}

bool pl_tangle_regions_exclude(const pl_tangle_regions *tangle_regions, const uint32_t particles[4],
                               const uint32_t owners[4], const double weights[4], const double normal[3])
{
  for (int e = 0; e < 4; e++) {
    const uint32_t *marks = tangle_regions->marks[owners[e]];
    uint32_t mark = marks ? marks[particles[e]] : 0;
    if (!mark) continue;
    const pl_tangle_region *tangle_region = &tangle_regions->items[mark / 2 - 1];
    uint32_t a = tangle_region->sides[0].body, b = tangle_region->sides[1].body;
    bool same = (owners[0] == a && owners[3] == b) || (owners[0] == b && owners[3] == a);
    double out = pl_vec3_dot(normal, tangle_region->way) * (weights[e] < 0 ? -1 : 1) * (mark % 2 ? -1 : 1);
    if (same && out < right_way) return true;
  }
  return false;
}
