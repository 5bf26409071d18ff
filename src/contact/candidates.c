/* SPDX-License-Identifier: MIT
   The list of one pair of bodies: every vertex and every edge of the one asks the tree of the other. */
#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "contact/pairs.h"
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

double pl_candidate_least(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  uint32_t particles[4], owners[4];
  int left = candidate->kind == PL_EDGES ? 2 : 1;
  double most[2] = {0, 0};
  pl_candidate_particles(pair, candidate, bodies, particles, owners);
  for (int k = 0; k < 4; k++) {
    double stray = bodies[owners[k]].surface->stray[particles[k]];
    most[k >= left] = stray > most[k >= left] ? stray : most[k >= left];
  }
  return (double)candidate->distance - pair->drifted - pair->ways - most[0] - most[1];
}

typedef struct builder {
  pl_pair *pair;
  const pl_contact_body *bodies;
  pl_found *found;
  double apart, reach;    /* m */
  double apart_edges;     /* m, between edges */
  double low[3], high[3]; /* around the other surface */
} builder;

static void points_of(const builder *b, const uint32_t particles[4], const uint32_t owners[4], bool at_rest,
                      pl_points *points)
{
  for (int k = 0; k < 4; k++) {
    const pl_contact_surface *s = b->bodies[owners[k]].surface;
    pl_vec3_copy((at_rest ? s->rest : s->before) + 3 * (size_t)particles[k], points->at[k]);
  }
}

/* No farther than this may the features come nearer in a step that the list holds for. */
static double motion_of(const builder *b, int left, const uint32_t particles[4], const uint32_t owners[4])
{
  double most[2] = {0, 0};
  for (int k = 0; k < 4; k++) {
    double roam = b->bodies[owners[k]].surface->roam[particles[k]];
    most[k >= left] = roam > most[k >= left] ? roam : most[k >= left];
  }
  return b->pair->allowed + most[0] + most[1];
}

/* Vertices keep closed bodies apart; edges only see to it that ridges do not cross, and stay out of the way otherwise. */
static const double edges_part = 0.25;

/* Features of one body that are this many edges apart in its rest shape, or less, are each other's neighbours: elasticity keeps them
   apart, not contact. */
static const double neighbourhood = 1.5;

static bool are_neighbours(const builder *b, pl_feature_pair features, const uint32_t particles[4],
                           const uint32_t owners[4])
{
  pl_points points;
  points_of(b, particles, owners, true, &points);
  return pl_nearest(features, &points).distance <= neighbourhood * b->bodies[owners[0]].surface->mean_edge;
}

/* Two features whose boxes are near. */
static pl_status consider(const builder *b, pl_candidate_kind kind, uint32_t left, uint32_t right)
{
  pl_candidate candidate = {
      .kind = kind, .a = left, .b = right, .apart = (float)(kind == PL_EDGES ? b->apart_edges : b->apart)};
  uint32_t particles[4], owners[4];
  pl_points before;
  pl_candidate_particles(b->pair, &candidate, b->bodies, particles, owners);
  points_of(b, particles, owners, false, &before);
  pl_feature_pair features = pl_candidate_features(&candidate);
  double reach = b->reach + motion_of(b, kind == PL_EDGES ? 2 : 1, particles, owners);
  double distance = pl_nearest(features, &before).distance;
  if (distance > reach) return PL_OK;
  candidate.distance = (float)(distance - 1e-6 * reach); /* below the truth, also when rounded */
  if (b->pair->first == b->pair->second && are_neighbours(b, features, particles, owners)) return PL_OK;
  pl_pair *pair = b->pair;
  PL_TRY(pl_grow((void **)&pair->list, &pair->capacity, pair->count + 1, sizeof(pl_candidate)));
  pair->list[pair->count++] = candidate;
  return PL_OK;
}

static pl_status ask_tree(const builder *b, const pl_contact_surface *s, const double lower[3], const double upper[3],
                          size_t *count)
{
  double low[3], high[3]; /* the tree is over the start of the step */
  for (int c = 0; c < 3; c++) {
    low[c] = lower[c] - s->farthest;
    high[c] = upper[c] + s->farthest;
  }
  *count = pl_bvh_overlap(s->bvh, low, high, b->found->items, b->found->capacity);
  if (*count <= b->found->capacity) return PL_OK;
  PL_TRY(pl_grow((void **)&b->found->items, &b->found->capacity, *count, sizeof(uint32_t)));
  pl_bvh_overlap(s->bvh, low, high, b->found->items, b->found->capacity);
  return PL_OK;
}

/* Few, and nearly in order. */
static void sort_found(uint32_t *items, size_t count)
{
  for (size_t k = 1; k < count; k++) {
    uint32_t item = items[k];
    size_t at = k;
    for (; at > 0 && items[at - 1] > item; at--) items[at] = items[at - 1];
    items[at] = item;
  }
}

/* A box around all that particles of the one may reach, as the other sees it; false: it is nowhere near the other. */
static bool meets(const builder *b, const pl_contact_surface *s, const uint32_t *particles, size_t count,
                  const pl_contact_surface *other, double lower[3], double upper[3])
{
  for (size_t c = 0; c < 3; c++) {
    lower[c] = INFINITY;
    upper[c] = -INFINITY;
    for (size_t k = 0; k < count; k++) {
      double at = s->before[3 * (size_t)particles[k] + c], roam = s->roam[particles[k]];
      lower[c] = lower[c] < at - roam ? lower[c] : at - roam;
      upper[c] = upper[c] > at + roam ? upper[c] : at + roam;
    }
    lower[c] -= b->reach + b->pair->allowed;
    upper[c] += b->reach + b->pair->allowed;
    if (lower[c] > b->high[c] + other->farthest || upper[c] < b->low[c] - other->farthest) return false;
  }
  return true;
}

static bool box_meets(const float box[6], const double lower[3], const double upper[3])
{
  return (double)box[0] <= upper[0] && (double)box[3] >= lower[0] && (double)box[1] <= upper[1] &&
         (double)box[4] >= lower[1] && (double)box[2] <= upper[2] && (double)box[5] >= lower[2];
}

static pl_status find_vertices(builder *b, pl_candidate_kind kind, const pl_contact_surface *s,
                               const pl_contact_surface *t)
{
  double lower[3], upper[3];
  pl_bvh_bounds(t->bvh, b->low, b->high);
  for (size_t k = 0; k < s->vertex_count; k++) {
    size_t count;
    if (!meets(b, s, &s->vertices[k], 1, t, lower, upper)) continue;
    PL_TRY(ask_tree(b, t, lower, upper, &count));
    sort_found(b->found->items, count);
    for (size_t i = 0; i < count; i++)
      if (box_meets(t->triangle_boxes + 6 * (size_t)b->found->items[i], lower, upper))
        PL_TRY(consider(b, kind, s->vertices[k], b->found->items[i]));
  }
  return PL_OK;
}

/* The edges that triangles speak for and that are near, in place of the triangles. */
static pl_status take_edges(const builder *b, const pl_contact_surface *s, const double lower[3], const double upper[3],
                            size_t *count)
{
  size_t triangles = *count, edges = 0;
  PL_TRY(pl_grow((void **)&b->found->items, &b->found->capacity, 4 * triangles, sizeof(uint32_t)));
  for (size_t i = 0; i < triangles; i++) {
    uint32_t triangle = b->found->items[i];
    for (unsigned k = 0; k < 3; k++) {
      uint32_t edge = s->triangle_edges[3 * (size_t)triangle + k];
      if (((s->owned[triangle] >> k) & 1) && box_meets(s->edge_boxes + 6 * (size_t)edge, lower, upper))
        b->found->items[triangles + edges++] = edge;
    }
  }
  memmove(b->found->items, b->found->items + triangles, edges * sizeof(uint32_t));
  *count = edges;
  return PL_OK;
}

static pl_status find_edges(builder *b, const pl_contact_surface *s, const pl_contact_surface *t)
{
  double lower[3], upper[3];
  pl_bvh_bounds(t->bvh, b->low, b->high);
  for (uint32_t e = 0; e < s->edge_count; e++) {
    size_t count;
    if (!meets(b, s, s->edges + 2 * (size_t)e, 2, t, lower, upper)) continue;
    PL_TRY(ask_tree(b, t, lower, upper, &count));
    PL_TRY(take_edges(b, t, lower, upper, &count));
    sort_found(b->found->items, count);
    for (size_t i = 0; i < count; i++)
      if (s != t || b->found->items[i] > e) PL_TRY(consider(b, PL_EDGES, e, b->found->items[i]));
  }
  return PL_OK;
}

pl_status pl_candidates_find(pl_pair *pair, const pl_contact_body *bodies, pl_found *found)
{
  const pl_contact_surface *s = bodies[pair->first].surface, *t = bodies[pair->second].surface;
  double apart = pl_pair_apart(&bodies[pair->first], &bodies[pair->second]);
  builder b = {.pair = pair,
               .bodies = bodies,
               .found = found,
               .apart = apart,
               .apart_edges = s != t && s->closed && t->closed ? edges_part * apart : apart,
               .reach = pair->deepest + pair->margin};
  /* room for what may come, so that later steps need no memory */
  enum { ROOM_FOUND = 1024 };
  size_t room = 4 * (s->triangle_count < t->triangle_count ? s->triangle_count : t->triangle_count);
  PL_TRY(pl_grow((void **)&pair->list, &pair->capacity, room, sizeof(pl_candidate)));
  PL_TRY(pl_grow((void **)&found->items, &found->capacity, ROOM_FOUND, sizeof(uint32_t)));
  pair->count = 0;
  PL_TRY(find_vertices(&b, PL_FIRST_ON_SECOND, s, t));
  if (s != t) PL_TRY(find_vertices(&b, PL_SECOND_ON_FIRST, t, s));
  PL_TRY(find_edges(&b, s, t));
  pair->epochs[0] = s->epoch;
  pair->epochs[1] = t->epoch;
  return PL_OK;
}
