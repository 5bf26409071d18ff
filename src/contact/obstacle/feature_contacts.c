/* SPDX-License-Identifier: MIT */
#include "contact/obstacle/feature_contacts.h"

#include <math.h>
#include <string.h>

#include "base/status.h"
#include "contact/obstacle/obstacle.h"
#include "math/mat3.h"
#include "math/vec3.h"

enum { GRAIN = 64, GRAIN_OF_EDGES = 4096 };

/* ---- obstacles that need no test ---- */

/* All of the ball is over one face, and nowhere nearer to another: the distance is linear in it. */
static bool is_over_face(const pl_obstacle_def *box, const double centre[3], double radius)
{
  for (int face = 0; face < 3; face++) {
    double over = fabs(centre[face] - box->center[face]) - box->half_size[face], room = INFINITY;
    for (int c = 0; c < 3; c++)
      if (c != face) room = fmin(room, box->half_size[c] - fabs(centre[c] - box->center[c]) - radius);
    if (room >= fmax(0, radius - over) && over >= -box->half_size[face]) return true;
  }
  return false;
}

/* A ball below the rim is on one side of the wall; in the hollow nothing is nearer than its corners. */
static bool is_in_hollow(const pl_moving_obstacle *obstacle, const double centre[3], double radius,
                         const double particle[3])
{
  return pl_shape_is_below_rim(obstacle->shape, &obstacle->axis, centre, radius) &&
         pl_shape_is_in_hollow(obstacle->shape, particle);
}

bool pl_may_touch_between_particles(const pl_moving_obstacle *obstacle, const double centre[3], double radius,
                                    const double particle[3])
{
  const pl_obstacle_def *shape = obstacle->shape;
  double local[3], inside[3];
  if (shape->shape == PL_OBSTACLE_PLANE) return false;
  pl_pose_apply_inverse(&obstacle->now, centre, local);
  pl_pose_apply_inverse(&obstacle->now, particle, inside);
  if (shape->shape == PL_OBSTACLE_BOX) return !is_over_face(shape, local, radius);
  return !pl_shape_is_hollow(shape) || !is_in_hollow(obstacle, local, radius, inside);
}

/* ---- features that may be near ---- */

static const double *corner(const pl_feature_contact_search *s, uint32_t particle)
{
  return s->body->body->x + 3 * (size_t)particle;
}

/* Distances change no faster than points move: if a point of an edge is nearer than the margin, the distances of its
   ends sum to at most its length plus twice the margin; for a triangle those of its longest side sum to at most twice
   its length plus that. */
typedef enum nearness { FAR = 0, TRIANGLE_NEAR = 1, EDGE_NEAR = 2 } nearness;

typedef struct near_feature {
  uint32_t feature, poking;
} near_feature;

typedef struct listing {
  const pl_feature_contact_search *search;
  near_feature *near;
  size_t count;
  uint8_t *nearness; /* per edge and poking obstacle */
  /* per poking obstacle and particle: is it in the hollow of a bowl? Found once, only where something is near */
  uint8_t *hollows;
} listing;

static void judge_edges(void *context, size_t begin, size_t end)
{
  const listing *l = context;
  const pl_feature_contact_search *s = l->search;
  const uint32_t *edges = s->body->surface->edges;
  for (size_t o = 0; o < s->poking_count; o++) {
    const double *gaps = s->gaps + o * s->body->body->count;
    double twice = 2 * (s->margin + pl_obstacle_slack(&s->obstacles[s->poking_obstacles[o]]));
    for (size_t e = begin; e < end; e++) {
      double far = gaps[edges[2 * e]] + gaps[edges[2 * e + 1]] - twice, along[3];
      pl_vec3_sub(corner(s, edges[2 * e]), corner(s, edges[2 * e + 1]), along);
      double square = pl_vec3_dot(along, along), rest = far > 0 ? far * far : 0;
      l->nearness[e * s->poking_count + o] =
          (uint8_t)((rest <= square) * EDGE_NEAR | (rest <= 4 * square) * TRIANGLE_NEAR);
    }
  }
}

enum { NOT_ASKED, OUT_OF_HOLLOW, IN_HOLLOW };

static bool is_particle_in_hollow(const listing *l, size_t poking, uint32_t particle)
{
  const pl_feature_contact_search *s = l->search;
  uint8_t *known = &l->hollows[poking * s->body->body->count + particle];
  if (*known == NOT_ASKED) {
    const pl_moving_obstacle *obstacle = &s->obstacles[s->poking_obstacles[poking]];
    double local[3];
    pl_pose_apply_inverse(&obstacle->now, corner(s, particle), local);
    *known = pl_shape_is_in_hollow(obstacle->shape, local) ? IN_HOLLOW : OUT_OF_HOLLOW;
  }
  return *known == IN_HOLLOW;
}

/* In a hollow, which is convex, distances to the wall are concave. */
static bool is_feature_in_hollow(const listing *l, size_t poking, const uint32_t *particles, int count)
{
  bool all = true;
  for (int k = 0; k < count && all; k++) all = is_particle_in_hollow(l, poking, particles[k]);
  return all;
}

static void list_edges(listing *l)
{
  const pl_feature_contact_search *s = l->search;
  const pl_contact_surface *surface = s->body->surface;
  for (uint32_t e = 0; e < surface->edge_count; e++)
    for (uint32_t o = 0; o < s->poking_count; o++)
      if (surface->edges[2 * (size_t)e] != surface->edges[2 * (size_t)e + 1] &&
          l->nearness[e * s->poking_count + o] & EDGE_NEAR &&
          !is_feature_in_hollow(l, o, surface->edges + 2 * (size_t)e, 2))
        l->near[l->count++] = (near_feature){e, o};
}

static bool is_triangle_near(const listing *l, const uint32_t edges[3], uint32_t poking)
{
  bool all = true; /* so its longest side is */
  for (int k = 0; k < 3 && all; k++)
    all = edges[k] == UINT32_MAX || l->nearness[edges[k] * l->search->poking_count + poking] & TRIANGLE_NEAR;
  return all;
}

static void list_triangles(listing *l)
{
  const pl_feature_contact_search *s = l->search;
  const pl_contact_surface *surface = s->body->surface;
  for (uint32_t t = 0; t < surface->triangle_count; t++)
    for (uint32_t o = 0; o < s->poking_count; o++)
      if (surface->triangles[3 * (size_t)t] != surface->triangles[3 * (size_t)t + 1] &&
          is_triangle_near(l, surface->triangle_edges + 3 * (size_t)t, o) &&
          !is_feature_in_hollow(l, o, surface->triangles + 3 * (size_t)t, 3))
        l->near[l->count++] = (near_feature){t, o};
}

static pl_status start_listing(listing *l, const pl_model_context *context)
{
  const pl_feature_contact_search *s = l->search;
  size_t particles = s->body->body->count, edges = s->body->surface->edge_count;
  l->nearness = PL_TAKE(context->scratch, uint8_t, edges * s->poking_count);
  l->hollows = PL_TAKE(context->scratch, uint8_t, particles * s->poking_count);
  l->near = PL_TAKE(context->scratch, near_feature, (edges + s->body->surface->triangle_count) * s->poking_count);
  if (!l->nearness || !l->hollows || !l->near) return PL_ERROR_MEMORY;
  for (size_t o = 0; o < s->poking_count; o++)
    memset(l->hollows + o * particles,
           pl_shape_is_hollow(s->obstacles[s->poking_obstacles[o]].shape) ? NOT_ASKED : OUT_OF_HOLLOW, particles);
  return PL_OK;
}

/* Edges, then triangles. */
static pl_status list_near(const pl_feature_contact_search *s, const pl_model_context *context,
                           pl_feature_contacts *out)
{
  listing l = {.search = s};
  PL_TRY(start_listing(&l, context));
  pl_parallel_for(context->pool, s->body->surface->edge_count, GRAIN_OF_EDGES, judge_edges, &l);
  list_edges(&l);
  *out = (pl_feature_contacts){.edge_count = l.count};
  list_triangles(&l);
  out->items = PL_TAKE(context->scratch, pl_feature_contact, l.count);
  if (!out->items) return PL_ERROR_MEMORY;
  for (; out->count < l.count; out->count++)
    out->items[out->count] =
        (pl_feature_contact){.feature = l.near[out->count].feature, .obstacle = l.near[out->count].poking};
  return PL_OK;
}

/* ---- testing ---- */

typedef struct looking {
  const pl_feature_contact_search *search;
  pl_feature_contact *items;
  double *least; /* per edge and poking obstacle: its least distance, m */
} looking;

static const pl_moving_obstacle *obstacle_of(const looking *l, const pl_feature_contact *feature_contact)
{
  return &l->search->obstacles[l->search->poking_obstacles[feature_contact->obstacle]];
}

typedef enum moment { AT_START, AT_END } moment; /* of the step */

/* Corners in the obstacle's frame; returns the length of the longest side. */
static double see_corners(const looking *l, const pl_feature_contact *feature_contact, const uint32_t *particles,
                          int count, moment when, double *out)
{
  const pl_moving_obstacle *obstacle = obstacle_of(l, feature_contact);
  double longest = 0, back = when == AT_START ? l->search->h : 0, at[3];
  for (int k = 0; k < count; k++) {
    pl_vec3_add_scaled(corner(l->search, particles[k]), -back, l->search->body->body->v + 3 * (size_t)particles[k], at);
    pl_pose_apply_inverse(when == AT_START ? &obstacle->before : &obstacle->now, at, out + 3 * k);
  }
  for (int k = 0; k < count; k++) {
    double along[3];
    pl_vec3_sub(out + 3 * k, out + 3 * ((k + 1) % count), along);
    double square = pl_vec3_dot(along, along);
    longest = square > longest ? square : longest;
  }
  return sqrt(longest);
}

/* Smaller differences of depth make no contact. Penetrations of sheets are visible; for closed bodies half of the depth
   allowed at rest is enough. */
static double level_within(const pl_contact_body *body, double length)
{
  double sheet = 1e-3 * length, solid = 5e-4 * body->size;
  return body->surface->closed ? fmax(sheet, solid) : sheet;
}

/* Features with most of their weight on pinned particles cannot move. */
static bool can_give_way(const looking *l, const uint32_t *particles, int count, const double *weights)
{
  double free = 0;
  for (int k = 0; k < count; k++)
    if (!pl_model_body_is_pinned(l->search->body->body, particles[k])) free += weights[k];
  return free >= 0.5;
}

/* Does the contact's push-out direction move a corner into the obstacle? The corner's own contact, swept by
   pl_obstacle_swept_gap, would then act against this one. A triangle through a wall may have its deepest point near the
   corner beyond. */
static bool leads_into(const looking *l, const uint32_t *particles, int count,
                       const pl_feature_contact *feature_contact)
{
  const pl_model_body *body = l->search->body->body;
  double h = l->search->h, way = fmax(0, -feature_contact->deepest.gap), from[3], held[3], surface_velocity[3];
  for (int k = 0; k < count; k++) {
    const double *x = corner(l->search, particles[k]);
    pl_vec3_add_scaled(x, -h, body->v + 3 * (size_t)particles[k], from);
    double gap = pl_obstacle_swept_gap(obstacle_of(l, feature_contact), from, x, h, held, surface_velocity);
    double towards = pl_vec3_dot(held, feature_contact->deepest.normal);
    if (towards < 0 && gap + way * towards < 0) return true;
  }
  return false;
}

/* From the obstacle's frame to the world's. */
static void place(const looking *l, const double *corners, int count, moment when, pl_feature_contact *feature_contact)
{
  const pl_moving_obstacle *obstacle = obstacle_of(l, feature_contact);
  double point[3] = {0, 0, 0}, normal[3], now[3], before[3];
  for (int k = 0; k < count; k++)
    pl_vec3_add_scaled(point, feature_contact->deepest.weights[k], corners + 3 * k, point);
  pl_mat3_apply((when == AT_START ? &obstacle->before : &obstacle->now)->rotation, feature_contact->deepest.normal,
                normal);
  pl_vec3_copy(normal, feature_contact->deepest.normal);
  pl_pose_apply(&obstacle->now, point, now);
  pl_pose_apply(&obstacle->before, point, before);
  for (int c = 0; c < 3; c++) feature_contact->surface_velocity[c] = (now[c] - before[c]) / l->search->h;
}

/* Prefers the contact normal at the start of the step, where the feature was outside, if that at the end differs: at
   the tip of a horn the nearest exit at the end is sideways. The gap follows from the motion along it. */
static void choose(const looking *l, const uint32_t *particles, int count, const pl_feature_contact *start,
                   pl_feature_contact *end)
{
  if (!start->found || start->deepest.distance < 0) return;
  if (end->found && pl_vec3_dot(start->deepest.normal, end->deepest.normal) > 0.5) return;
  *end = *start;
  double way[3] = {0, 0, 0};
  for (int k = 0; k < count; k++)
    pl_vec3_add_scaled(way, start->deepest.weights[k], l->search->body->body->v + 3 * (size_t)particles[k], way);
  pl_vec3_sub(way, start->surface_velocity, way);
  end->deepest.gap += l->search->h * pl_vec3_dot(way, start->deepest.normal);
}

/* Does some particle move farther than `dip`? */
static bool is_moving(const looking *l, const pl_feature_contact *feature_contact, const uint32_t *particles, int count)
{
  bool any = false;
  for (int k = 0; k < count; k++) {
    const double *v = l->search->body->body->v + 3 * (size_t)particles[k];
    any = any || l->search->h * pl_vec3_length(v) > feature_contact->dip;
  }
  return any;
}

static bool find_edge(const looking *l, const uint32_t *particles, moment when, double *least,
                      pl_feature_contact *feature_contact)
{
  double ends[6], limit = (when == AT_START ? 2 : 1) * l->search->margin;
  feature_contact->dip = level_within(l->search->body, see_corners(l, feature_contact, particles, 2, when, ends));
  if (!pl_edge_deepest(obstacle_of(l, feature_contact), ends, limit, feature_contact->dip, least,
                       &feature_contact->deepest) ||
      !can_give_way(l, particles, 2, feature_contact->deepest.weights))
    return false;
  place(l, ends, 2, when, feature_contact);
  return when == AT_START || !leads_into(l, particles, 2, feature_contact);
}

static void look_at_edges(void *context, size_t begin, size_t end)
{
  const looking *l = context;
  for (size_t k = begin; k < end; k++) {
    pl_feature_contact *feature_contact = &l->items[k], start = *feature_contact;
    const uint32_t *particles = l->search->body->surface->edges + 2 * (size_t)feature_contact->feature;
    double least;
    feature_contact->found = find_edge(
        l, particles, AT_END, &l->least[feature_contact->feature * l->search->poking_count + feature_contact->obstacle],
        feature_contact);
    if (!is_moving(l, feature_contact, particles, 2)) continue;
    start.found = find_edge(l, particles, AT_START, &least, &start);
    choose(l, particles, 2, &start, feature_contact);
  }
}

static bool find_triangle(const looking *l, const uint32_t *particles, moment when, pl_feature_contact *feature_contact)
{
  const pl_feature_contact_search *s = l->search;
  const uint32_t *edges = s->body->surface->triangle_edges + 3 * (size_t)feature_contact->feature;
  const double *gaps = s->gaps + feature_contact->obstacle * s->body->body->count;
  double corners[9], normal[3], below = (when == AT_START ? 2 : 1) * s->margin;
  feature_contact->dip = level_within(s->body, see_corners(l, feature_contact, particles, 3, when, corners));
  for (int c = 0; c < 3; c++) {
    double gap = when == AT_START ? pl_obstacle_own_distance(obstacle_of(l, feature_contact), corners + 3 * c, normal)
                                  : gaps[particles[c]];
    below = fmin(below, gap - feature_contact->dip);
  }
  for (int c = 0; c < 3 && when == AT_END; c++)
    if (edges[c] != UINT32_MAX)
      below = fmin(below, l->least[edges[c] * s->poking_count + feature_contact->obstacle] - feature_contact->dip);
  if (!pl_triangle_deepest(obstacle_of(l, feature_contact), corners, below, &feature_contact->deepest) ||
      !can_give_way(l, particles, 3, feature_contact->deepest.weights))
    return false;
  place(l, corners, 3, when, feature_contact);
  return when == AT_START || !leads_into(l, particles, 3, feature_contact);
}

static void look_at_triangles(void *context, size_t begin, size_t end)
{
  const looking *l = context;
  for (size_t k = begin; k < end; k++) {
    pl_feature_contact *feature_contact = &l->items[k], start = *feature_contact;
    const uint32_t *particles = l->search->body->surface->triangles + 3 * (size_t)feature_contact->feature;
    feature_contact->found = find_triangle(l, particles, AT_END, feature_contact);
    if (!is_moving(l, feature_contact, particles, 3)) continue;
    start.found = find_triangle(l, particles, AT_START, &start);
    choose(l, particles, 3, &start, feature_contact);
  }
}

/* Edges that are not near set no limit to the depth of their triangles. */
static void forget_least(const looking *l, const pl_feature_contacts *feature_contacts)
{
  for (size_t k = feature_contacts->edge_count; k < feature_contacts->count; k++) {
    const pl_feature_contact *feature_contact = &feature_contacts->items[k];
    const uint32_t *edges = l->search->body->surface->triangle_edges + 3 * (size_t)feature_contact->feature;
    for (int c = 0; c < 3; c++)
      if (edges[c] != UINT32_MAX) l->least[edges[c] * l->search->poking_count + feature_contact->obstacle] = INFINITY;
  }
}

/* Keeps those that were found, and numbers their obstacles in the list of all. */
static void pack(const pl_feature_contact_search *s, pl_feature_contacts *feature_contacts)
{
  size_t kept = 0, edges = 0;
  for (size_t k = 0; k < feature_contacts->count; k++) {
    if (!feature_contacts->items[k].found) continue;
    feature_contacts->items[kept] = feature_contacts->items[k];
    feature_contacts->items[kept].obstacle = s->poking_obstacles[feature_contacts->items[k].obstacle];
    kept++;
    edges += k < feature_contacts->edge_count;
  }
  feature_contacts->count = kept;
  feature_contacts->edge_count = edges;
}

pl_status pl_feature_contacts_find(const pl_feature_contact_search *s, const pl_model_context *context,
                                   pl_feature_contacts *out)
{
  PL_TRY(list_near(s, context, out));
  if (out->count == 0) return PL_OK;
  size_t edges = s->body->surface->edge_count * s->poking_count;
  looking l = {.search = s, .items = out->items, .least = PL_TAKE(context->scratch, double, edges)};
  if (!l.least) return PL_ERROR_MEMORY;
  forget_least(&l, out);
  pl_parallel_for(context->pool, out->edge_count, GRAIN, look_at_edges, &l);
  l.items += out->edge_count;
  pl_parallel_for(context->pool, out->count - out->edge_count, GRAIN, look_at_triangles, &l);
  pack(s, out);
  return PL_OK;
}

size_t pl_feature_contacts_scratch(const pl_contact_body *body)
{
  enum { PIECES = 8, ROUNDING = 128, ONE_IN = 4 /* features is near */ };
  size_t edges = body->surface->edge_count, features = edges + body->surface->triangle_count;
  return body->body->count * (sizeof(double) + 1) + edges * (sizeof(double) + 1) + features * sizeof(near_feature) +
         features / ONE_IN * sizeof(pl_feature_contact) + PIECES * ROUNDING;
}
