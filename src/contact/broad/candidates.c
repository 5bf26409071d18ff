/* SPDX-License-Identifier: MIT
   The candidate list of one pair of bodies: every vertex and edge of the one near the other is queried against the
   features of the other. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "contact/broad/pairs.h"
#include "contact/narrow/edge_edge.h"
#include "math/vec3.h"

void pl_candidate_particles(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies,
                            uint32_t particles[4], uint32_t owners[4])
{
  bool swapped = candidate->kind == PL_SECOND_ON_FIRST;
  uint32_t left = swapped ? pair->second : pair->first, right = swapped ? pair->first : pair->second;
  const pl_contact_surface *a = bodies[left].surface, *b = bodies[right].surface;
  bool edges = candidate->kind == PL_EDGES;
  for (uint32_t k = 0; k < 4; k++) owners[k] = k == 0 || (edges && k == 1) ? left : right;
  if (edges) {
    memcpy(particles, a->edges + 2 * (size_t)candidate->a, 2 * sizeof(uint32_t));
    memcpy(particles + 2, b->edges + 2 * (size_t)candidate->b, 2 * sizeof(uint32_t));
  } else {
    particles[0] = candidate->a;
    memcpy(particles + 1, b->triangles + 3 * (size_t)candidate->b, 3 * sizeof(uint32_t));
  }
}

/* Coordinates along an axis at the start and the end of the step, m. */
typedef struct places {
  double start, end;
} places;

static places along(const pl_model_body *body, uint32_t particle, const double axis[3], double h)
{
  double end = pl_vec3_dot(axis, body->x + 3 * (size_t)particle);
  return (places){end - h * pl_vec3_dot(axis, body->v + 3 * (size_t)particle), end};
}

/* The highest of all corners. */
static inline places highest(const pl_model_body *body, const uint32_t *particles, int count, const double axis[3],
                             double h)
{
  places high = along(body, particles[0], axis, h);
  for (int k = 1; k < count; k++) {
    places other = along(body, particles[k], axis, h);
    high.start = other.start > high.start ? other.start : high.start;
    high.end = other.end > high.end ? other.end : high.end;
  }
  return high;
}

/* The distance of two features along a direction is that of their closest particles; these move in straight lines, so
   the least distance is at the start or at the end of the step. */
static inline pl_distance_bound least_between(const pl_model_body *left, const uint32_t *querying, int few,
                                              const pl_model_body *right, const uint32_t *queried, int many,
                                              const float axis[3], double h)
{
  const double up[3] = {(double)axis[0], (double)axis[1], (double)axis[2]}, down[3] = {-up[0], -up[1], -up[2]};
  places low = highest(left, querying, few, down, h), high = highest(right, queried, many, up, h);
  /* the axis is shorter than 1 by more than the rounding error */
  return (pl_distance_bound){(float)(-low.start - high.start), (float)(-low.end - high.end)};
}

pl_distance_bound pl_candidate_bound_distance(const pl_pair *pair, const pl_candidate *candidate,
                                              const pl_contact_body *bodies)
{
  bool swapped = candidate->kind == PL_SECOND_ON_FIRST;
  const pl_contact_body *left = &bodies[swapped ? pair->second : pair->first];
  const pl_contact_body *right = &bodies[swapped ? pair->first : pair->second];
  if (candidate->kind == PL_EDGES)
    return least_between(left->body, left->surface->edges + 2 * (size_t)candidate->a, 2, right->body,
                         right->surface->edges + 2 * (size_t)candidate->b, 2, candidate->axis, pair->h);
  return least_between(left->body, &candidate->a, 1, right->body, right->surface->triangles + 3 * (size_t)candidate->b,
                       3, candidate->axis, pair->h);
}

/* A first loop without branches selects the candidates that may be near: the result is unpredictable, and mispredicted
   branches cost as much as the test. */
void pl_candidates_bound_distance(const pl_pair *pair, size_t begin, size_t end, double reach,
                                  const pl_contact_body *bodies)
{
  enum { MANY = 256 };
  bool swapped = pair->list[begin].kind == PL_SECOND_ON_FIRST;
  const pl_model_body *left = bodies[swapped ? pair->second : pair->first].body;
  const pl_contact_body *right = &bodies[swapped ? pair->first : pair->second];
  const uint32_t *triangles = right->surface->triangles;
  for (; begin < end; begin += MANY) {
    pl_candidate *list = pair->list + begin;
    size_t near[MANY], count = 0;
    for (size_t k = 0; k < MANY && begin + k < end; k++) {
      list[k].least = (pl_distance_bound){INFINITY, INFINITY};
      near[count] = k;
      count += pl_candidate_is_beyond(pair, &list[k], reach) ? 0 : 1;
    }
    for (size_t k = 0; k < count; k++) {
      pl_candidate *candidate = &list[near[k]];
      candidate->least = least_between(left, &candidate->a, 1, right->body, triangles + 3 * (size_t)candidate->b, 3,
                                       candidate->axis, pair->h);
    }
  }
}

typedef struct builder {
  pl_pair *pair;
  const pl_contact_body *bodies;
  pl_near_features *others;
  double apart, reach; /* m */
  double apart_edges;  /* m, between edges */
} builder;

/* Vertex contacts keep closed bodies apart; edge contacts only prevent convex edges from crossing and keep this part of
   the distance. */
static const double edges_part = 0.25;

/* Features of one body that are this many edges apart in its rest shape, or less, are each other's neighbours:
   elasticity keeps them apart, not contact. Where edges are shorter than the body is thick, so are those that its
   thickness would push apart already at rest; with a twentieth more it can bend about a circle of that radius. */
static const double neighbourhood = 1.5, thick_neighbourhood = 1.05;

bool pl_candidate_is_of_neighbours(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  uint32_t particles[4], owners[4];
  pl_points points;
  const pl_contact_surface *s = bodies[pair->first].surface;
  if (pair->first != pair->second) return false;
  pl_candidate_particles(pair, candidate, bodies, particles, owners);
  for (int k = 0; k < 4; k++) pl_vec3_copy(s->rest + 3 * (size_t)particles[k], points.at[k]);
  double least = fmax(neighbourhood * s->mean_edge,
                      thick_neighbourhood * pl_pair_apart(&bodies[pair->first], &bodies[pair->first]));
  return pl_nearest(pl_candidate_features(candidate), &points).distance <= least;
}

/* Triangles and edges that are gone from a torn body (world/bodies/skin.h) are points. */
static bool is_dead(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  bool swapped = candidate->kind == PL_SECOND_ON_FIRST;
  const pl_contact_surface *left = bodies[swapped ? pair->second : pair->first].surface;
  const pl_contact_surface *right = bodies[swapped ? pair->first : pair->second].surface;
  const uint32_t *a = left->edges + 2 * (size_t)candidate->a, *b = right->edges + 2 * (size_t)candidate->b;
  const uint32_t *triangle = right->triangles + 3 * (size_t)candidate->b;
  if (candidate->kind == PL_EDGES) return a[0] == a[1] || b[0] == b[1];
  return triangle[0] == triangle[1] && triangle[0] == triangle[2];
}

static void add_candidates(const builder *b, pl_candidate_kind kind, uint32_t name, size_t count)
{
  pl_pair *pair = b->pair;
  bool alone = pair->first == pair->second;
  for (size_t k = 0; k < count; k++) {
    const pl_near_feature *answer = &b->others->answers[k];
    if (alone && kind == PL_EDGES && answer->feature <= name) continue; /* each pair of edges once */
    pl_candidate candidate = {.kind = kind,
                              .a = name,
                              .b = answer->feature,
                              .apart = (float)(kind == PL_EDGES ? b->apart_edges : b->apart),
                              .axis = {answer->axis[0], answer->axis[1], answer->axis[2]},
                              .bound = answer->bound};
    if (is_dead(pair, &candidate, b->bodies) || pl_candidate_is_of_neighbours(pair, &candidate, b->bodies)) continue;
    if (pair->count < pair->capacity) pair->list[pair->count] = candidate;
    pair->count++;
  }
}

static pl_near_query query_of(const builder *b, pl_candidate_kind kind)
{
  bool edges = kind == PL_EDGES, swapped = kind == PL_SECOND_ON_FIRST;
  const pl_contact_body *querying = &b->bodies[swapped ? b->pair->second : b->pair->first];
  const pl_contact_body *queried = &b->bodies[swapped ? b->pair->first : b->pair->second];
  uint32_t since[2] = {b->pair->references[swapped ? 1 : 0], b->pair->references[swapped ? 0 : 1]};
  pl_near_query query = {
      .querying = querying->surface,
      .queried = queried->surface,
      .since = {&querying->surface->references[since[0]], &queried->surface->references[since[1]]},
      .queriers = edges ? &querying->surface->edge_clusters : &querying->surface->vertex_clusters,
      .clusters = edges ? &queried->surface->edge_clusters : &queried->surface->triangle_clusters,
      .kinds = {edges ? PL_EDGE_CLUSTERS : PL_VERTEX_CLUSTERS, edges ? PL_EDGE_CLUSTERS : PL_TRIANGLE_CLUSTERS},
      .reach = b->reach,
      .convex_edges = edges && pl_pair_is_closed(b->pair, b->bodies),
      .folds = {pl_edge_edge_folds(querying, b->pair->h, b->pair->pushed),
                pl_edge_edge_folds(queried, b->pair->h, b->pair->pushed)},
      .partner = queried->serial + 1,
      .shallow = pl_edge_edge_shallow(b->pair, b->bodies)};
  pl_vec3_scale(b->pair->allowed, swapped ? -1 : 1, query.between);
  return query;
}

/* More than may be listed behind the first `from`? */
static bool is_full(const pl_pair *pair, size_t from) { return pair->count - from > pair->most; }

/* Queries every feature of one body that is near the other, or every so many of them. */
static void find_kind(const builder *b, pl_candidate_kind kind, size_t from)
{
  pl_near_query query = query_of(b, kind);
  pl_near_begin(b->others, &query);
  for (uint32_t k = pl_near_next(b->others, 0); k != PL_NO_FEATURE && !is_full(b->pair, from);
       k = pl_near_next(b->others, k + 1))
    if (k % b->pair->stride == 0)
      add_candidates(b, kind, kind == PL_EDGES ? k : query.querying->vertices[k], pl_near_find(b->others, k));
}

pl_status pl_candidates_reserve(pl_pair *pair, const pl_contact_body *bodies, pl_near_features *others)
{
  const pl_contact_surface *s = bodies[pair->first].surface, *t = bodies[pair->second].surface;
  size_t most = s->edge_count > t->edge_count ? s->edge_count : t->edge_count;
  most = s->vertex_count > most ? s->vertex_count : most;
  most = t->vertex_count > most ? t->vertex_count : most;
  most = s->triangle_count > most ? s->triangle_count : most;
  most = t->triangle_count > most ? t->triangle_count : most;
  /* capacity for later steps, so that they need no memory */
  size_t left = s->triangle_count ? s->triangle_count : s->edge_count; /* of curves */
  size_t right = t->triangle_count ? t->triangle_count : t->edge_count;
  size_t room = 4 * (left < right ? left : right);
  PL_TRY(pl_grow((void **)&pair->list, &pair->capacity, room, sizeof(pl_candidate)));
  return pl_near_reserve(others, most);
}

static builder builder_of(pl_pair *pair, const pl_contact_body *bodies, pl_near_features *others)
{
  double apart = pl_pair_apart(&bodies[pair->first], &bodies[pair->second]);
  return (builder){.pair = pair,
                   .bodies = bodies,
                   .others = others,
                   .apart = apart,
                   .apart_edges = pl_pair_is_closed(pair, bodies) ? edges_part * apart : apart,
                   .reach = pair->deepest + pair->margin};
}

/* Of a crowded pair with too many candidates: doubles the stride. */
static bool take_fewer(pl_pair *pair, size_t from)
{
  if (!pair->crowded || !is_full(pair, from)) return false;
  pair->stride *= 2;
  return true;
}

bool pl_candidates_find(pl_pair *pair, const pl_contact_body *bodies, pl_near_features *others)
{
  builder b = builder_of(pair, bodies, others);
  pair->stride = 1;
  for (bool again = true; again;) {
    pair->count = 0;
    find_kind(&b, PL_FIRST_ON_SECOND, 0);
    if (pair->first != pair->second) find_kind(&b, PL_SECOND_ON_FIRST, 0);
    if (!pl_pair_is_closed(pair, bodies)) find_kind(&b, PL_EDGES, 0);
    again = take_fewer(pair, 0);
  }
  pair->kept = pair->count;
  pair->epochs[0] = bodies[pair->first].surface->references[pair->references[0]].epoch;
  pair->epochs[1] = bodies[pair->second].surface->references[pair->references[1]].epoch;
  return pair->count <= pair->capacity;
}

static builder builder_of_edges(pl_pair *pair, const pl_contact_body *bodies, pl_near_features *others)
{
  builder b = builder_of(pair, bodies, others);
  b.reach = pl_edge_edge_reach(pair, b.apart_edges) + pair->beyond;
  return b;
}

void pl_candidates_mark_edges(pl_pair *pair, const pl_contact_body *bodies)
{
  builder b = builder_of_edges(pair, bodies, NULL);
  pl_near_query query = query_of(&b, PL_EDGES);
  pl_near_mark(&query);
}

bool pl_candidates_find_edges(pl_pair *pair, const pl_contact_body *bodies, pl_near_features *others)
{
  builder b = builder_of_edges(pair, bodies, others);
  for (bool again = true; again; again = take_fewer(pair, pair->kept)) {
    pair->count = pair->kept;
    find_kind(&b, PL_EDGES, pair->kept);
  }
  return pair->count <= pair->capacity;
}
