/* SPDX-License-Identifier: MIT */
#include "contact/narrow/vertex_solid.h"

#include <math.h>

#include "contact/narrow/point_in_solid.h"
#include "math/vec3.h"

/* Nearest points of triangles that differ by no more than this part of their distance are the same point of a shared
   edge or corner. */
static const double same_distance = 1e-9;

static const double up[3] = {0, 1, 0};

bool pl_is_against_closed(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies)
{
  if (candidate->kind == PL_EDGES || pair->first == pair->second) return false;
  return bodies[candidate->kind == PL_SECOND_ON_FIRST ? pair->first : pair->second].surface->closed;
}

/* The nearest point of the surface at one moment. */
typedef struct nearest_face {
  size_t candidate; /* SIZE_MAX: nothing is near */
  pl_closest_points near;
  double normal[3]; /* of the nearest face */
  /* |separation . normal|, m: of faces that share the nearest point the one with the largest decides the side */
  double steepness;
  double height; /* m over the surface, negative inside */
} nearest_face;

/* The face that is likely to be nearest at one moment, by lower bounds of distances: the others need no exact test. */
typedef struct likely_face {
  size_t candidate;    /* SIZE_MAX: none */
  float least, second; /* m: lower bounds of its distance, and of all others' */
} likely_face;

typedef struct vertex_query {
  const pl_vertex_group *group;
  const pl_contact_body *bodies, *vertex, *surface;
  double h;
  double nearest;    /* m: lower bound of the distance to all of them during the step */
  likely_face at[2]; /* when it ends, and when it begins */
} vertex_query;

/* `back`: seconds before the end of the step. */
static void points_of(const vertex_query *v, const pl_candidate *candidate, double back, pl_points *points)
{
  const uint32_t *corner = v->surface->surface->triangles + 3 * (size_t)candidate->b;
  pl_particle_place(v->vertex, candidate->a, back, points->at[0]);
  for (int k = 0; k < 3; k++) pl_particle_place(v->surface, corner[k], back, points->at[k + 1]);
}

static void face_normal(const pl_points *points, double normal[3])
{
  double b[3], c[3];
  pl_vec3_sub(points->at[2], points->at[1], b);
  pl_vec3_sub(points->at[3], points->at[1], c);
  pl_vec3_cross(b, c, normal);
  pl_vec3_normalise(normal, up, normal);
}

static double least_at(const pl_candidate *candidate, double back)
{
  return (double)(back > 0 ? candidate->least.start : candidate->least.end);
}

static const likely_face *likely_at(const vertex_query *v, double back) { return &v->at[back > 0]; }

/* One face. */
static void measure_face(const vertex_query *v, size_t candidate, double back, nearest_face *seen)
{
  pl_points points;
  points_of(v, &v->group->pair->list[candidate], back, &points);
  pl_nearest_on_triangle(&points, &seen->near);
  face_normal(&points, seen->normal);
  double height = pl_vec3_dot(seen->near.separation, seen->normal);
  seen->candidate = candidate;
  seen->steepness = fabs(height);
  seen->height = height < 0 ? -seen->near.distance : seen->near.distance;
}

static void clear_nearest(nearest_face *seen)
{
  *seen = (nearest_face){.candidate = SIZE_MAX, .near.distance = INFINITY, .height = INFINITY};
}

/* The nearest of all faces, or of those that the vertex is in front of; `first` is that of the likely_face. */
static void find_nearest_of(const vertex_query *v, double back, bool front, const nearest_face *first,
                            nearest_face *best)
{
  const pl_pair *pair = v->group->pair;
  double limit = front ? INFINITY : first->near.distance * (1 + same_distance);
  nearest_face other;
  clear_nearest(best);
  for (size_t k = v->group->begin; k < v->group->end; k++) {
    const pl_candidate *candidate = &pair->list[k];
    if (pl_least_distance(candidate->least) > pair->deepest || least_at(candidate, back) > limit) continue;
    const nearest_face *seen = k == first->candidate ? first : &other;
    if (seen == &other) measure_face(v, k, back, &other);
    double distance = seen->near.distance;
    if (distance > limit) continue;
    if (distance >= best->near.distance * (1 - same_distance) && seen->steepness <= best->steepness) continue;
    if (front && seen->height < 0) continue;
    *best = *seen;
    limit = (front || distance < first->near.distance ? distance : first->near.distance) * (1 + same_distance);
  }
}

static void find_nearest(const vertex_query *v, double back, nearest_face *seen)
{
  const likely_face *likely = likely_at(v, back);
  if (likely->candidate == SIZE_MAX) {
    clear_nearest(seen);
    return;
  }
  measure_face(v, likely->candidate, back, seen);
  if ((double)likely->second > seen->near.distance * (1 + same_distance)) return; /* the usual case */
  nearest_face first = *seen;
  find_nearest_of(v, back, false, &first, seen);
}

/* Behind the nearest face, yet outside the solid by its winding number: the face belongs to a fold that passed through
   its own surface. */
static bool is_in_fold(const vertex_query *v, double back, const nearest_face *seen)
{
  double at[3];
  if (!(seen->height < 0) || v->group->in_tangle) return false;
  pl_particle_place(v->vertex, v->group->pair->list[v->group->begin].a, back, at);
  return !pl_surface_contains(v->surface, back, at);
}

/* The nearest point at the start of the step. */
static void find_nearest_at_start(const vertex_query *v, nearest_face *seen)
{
  find_nearest(v, v->h, seen);
  bool near = seen->candidate != SIZE_MAX && seen->near.distance <= v->group->pair->deepest;
  if (!near || !is_in_fold(v, v->h, seen)) return;
  nearest_face first;
  measure_face(v, likely_at(v, v->h)->candidate, v->h, &first);
  find_nearest_of(v, v->h, true, &first, seen);
}

static void fill(pl_swept_contact *swept, const double weights[4], const double normal[3], double height, double apart)
{
  for (int k = 0; k < 4; k++) swept->weights[k] = weights[k];
  pl_vec3_copy(normal, swept->normal);
  swept->kept = apart;
  swept->gap = height - apart;
  swept->depth = height < 0 ? -height : 0;
}

/* The triangle with the first time of impact, for a vertex outside at the start of the step. */
static size_t meet_first(const vertex_query *v, double least, pl_swept_contact *swept)
{
  const pl_pair *pair = v->group->pair;
  size_t met = SIZE_MAX;
  if (v->nearest > least) return met;
  double earliest = 1;
  for (size_t k = v->group->begin; k < v->group->end; k++) {
    const pl_candidate *candidate = &pair->list[k];
    if (pl_least_distance(candidate->least) > least) continue;
    pl_points before, after;
    pl_closest_points then;
    points_of(v, candidate, v->h, &before);
    points_of(v, candidate, 0, &after);
    double t = pl_first_meeting(PL_VERTEX_TRIANGLE, &before, &after, least, &then);
    if (!(t < earliest)) continue;
    double face[3], normal[3];
    face_normal(&before, face);
    pl_vec3_normalise(then.separation, face, normal);
    if (pl_vec3_dot(normal, face) <= 0) continue; /* from behind: impossible for a vertex outside */
    earliest = t;
    met = k;
    fill(swept, then.weights, normal, pl_height_along(&after, then.weights, normal), (double)candidate->apart);
  }
  return met;
}

/* The contact at a nearest point: its normal, and the height along it of the particles at the end of the step,
   `after`. */
static void use(const vertex_query *v, const nearest_face *seen, pl_points *after, pl_swept_contact *swept)
{
  const pl_candidate *candidate = &v->group->pair->list[seen->candidate];
  double normal[3];
  if (seen->near.inner) {
    pl_vec3_copy(seen->normal, normal);
  } else {
    pl_vec3_normalise(seen->near.separation, seen->normal, normal);
    if (seen->height < 0 && seen->near.distance > 0) pl_vec3_scale(normal, -1, normal);
  }
  points_of(v, candidate, 0, after);
  fill(swept, seen->near.weights, normal, pl_height_along(after, seen->near.weights, normal), (double)candidate->apart);
}

/* Time-of-impact test of a vertex outside at the start of the step; SIZE_MAX: it does not pass through the surface. */
static size_t sweep(const vertex_query *v, const nearest_face *before, double apart, pl_swept_contact *swept)
{
  double least = 0.1 * (before->near.distance < apart ? before->near.distance : apart);
  if (!(v->group->pair->motion > apart) || !(least > 0)) return SIZE_MAX; /* too slow to pass through */
  return meet_first(v, least, swept);
}

/* Is there no surface in the path? The contact plane through the nearest point would also stop a vertex that moves past
   the border of a face. */
static bool goes_past(const vertex_query *v, const nearest_face *before, const pl_points *after, double apart)
{
  pl_swept_contact swept;
  pl_closest_points near;
  nearest_face now;
  double normal[3];
  pl_nearest_on_triangle(after, &near);
  face_normal(after, normal);
  if (near.inner && pl_vec3_dot(near.separation, normal) < 0.5 * apart) return false;
  find_nearest(v, 0, &now);
  return now.height >= 0.5 * apart && sweep(v, before, apart, &swept) == SIZE_MAX;
}

/* Height at the start of the step up to which faces make contacts; nearer faces are surely in the list. */
static double reach_at_start(const pl_pair *pair, double apart)
{
  return PL_START_POSE_FACTOR * apart < pair->deepest ? PL_START_POSE_FACTOR * apart : pair->deepest;
}

static vertex_query query_of(const pl_vertex_group *group, const pl_contact_body *bodies, double h)
{
  const pl_pair *pair = group->pair;
  bool swapped = pair->list[group->begin].kind == PL_SECOND_ON_FIRST;
  return (vertex_query){.group = group,
                        .bodies = bodies,
                        .vertex = &bodies[swapped ? pair->second : pair->first],
                        .surface = &bodies[swapped ? pair->first : pair->second],
                        .h = h};
}

/* Adds a candidate to a likely_face. The nearest one is unpredictable, so neither this nor its callers branch. */
static inline void expect(likely_face *of, size_t candidate, float least, bool near)
{
  float other = near ? least : INFINITY;
  bool nearer = other < of->least;
  float farther = nearer ? of->least : other;
  of->second = farther < of->second ? farther : of->second;
  of->least = nearer ? other : of->least;
  of->candidate = nearer ? candidate : of->candidate;
}

/* May the vertex come nearer to the surface than this during the step, or pass through it? Also finds the prospects. */
static bool comes_near(vertex_query *v, double distance)
{
  const pl_pair *pair = v->group->pair;
  const likely_face nobody = {SIZE_MAX, INFINITY, INFINITY};
  likely_face end = nobody, start = nobody;
  double nearest = INFINITY;
  for (size_t k = v->group->begin; k < v->group->end; k++) {
    pl_distance_bound least = pair->list[k].least;
    double least_of = pl_least_distance(least);
    bool near = least_of <= pair->deepest;
    nearest = least_of < nearest ? least_of : nearest;
    expect(&end, k, least.end, near);
    expect(&start, k, least.start, near);
  }
  v->nearest = nearest;
  v->at[0] = end;
  v->at[1] = start;
  return nearest < distance;
}

size_t pl_swept_contact_of_vertex(const pl_vertex_group *group, const pl_contact_body *bodies, double h,
                                  pl_swept_contact *swept)
{
  const pl_pair *pair = group->pair;
  vertex_query v = query_of(group, bodies, h);
  if (!comes_near(&v, pair->deepest)) return SIZE_MAX;
  double apart = (double)pair->list[group->begin].apart;
  pl_points after;
  nearest_face before;
  find_nearest_at_start(&v, &before);
  swept->sided = true;
  swept->after_impulses = false;
  swept->inside = before.candidate != SIZE_MAX && before.height < 0 && before.near.distance <= pair->deepest;
  if (swept->inside || before.near.distance <= reach_at_start(pair, apart)) {
    use(&v, &before, &after, swept);
    bool stops =
        swept->inside || (swept->gap <= pair->reach && !(swept->gap < 0 && goes_past(&v, &before, &after, apart)));
    if (stops) return before.candidate;
  }
  size_t met = sweep(&v, &before, apart, swept);
  if (met != SIZE_MAX) return met;
  nearest_face now;
  find_nearest(&v, 0, &now);
  if (now.candidate == SIZE_MAX || now.near.distance > (now.height < 0 ? pair->deepest : pair->reach)) return SIZE_MAX;
  use(&v, &now, &after, swept);
  return now.candidate;
}

size_t pl_swept_contact_after_impulses(const pl_vertex_group *group, const pl_contact_body *bodies, double h,
                                       pl_swept_contact *swept)
{
  double apart = (double)group->pair->list[group->begin].apart;
  pl_points after;
  vertex_query v = query_of(group, bodies, h);
  if (!comes_near(&v, 0.5 * apart)) return SIZE_MAX;
  pl_candidates_bound_distance(group->pair, group->begin, group->end, group->pair->deepest, bodies);
  if (!comes_near(&v, group->pair->deepest)) return SIZE_MAX;
  nearest_face before;
  find_nearest_at_start(&v, &before);
  bool inside = before.height < 0 && before.near.distance <= group->pair->deepest; /* others may be unlisted */
  if (inside) return SIZE_MAX;                                                     /* resolved over several steps */
  *swept = (pl_swept_contact){.sided = true, .after_impulses = true};
  size_t met = sweep(&v, &before, apart, swept);
  if (met != SIZE_MAX) return met;
  nearest_face now;
  find_nearest(&v, 0, &now);
  if (now.candidate == SIZE_MAX || now.height >= 0.5 * apart || now.near.distance > group->pair->deepest)
    return SIZE_MAX;
  if (is_in_fold(&v, 0, &now)) return SIZE_MAX;
  use(&v, &now, &after, swept);
  return now.candidate;
}

size_t pl_swept_contact_beside(const pl_vertex_group *group, const pl_contact_body *bodies, double h, size_t first,
                               pl_swept_contact *swept)
{
  vertex_query v = query_of(group, bodies, h);
  const pl_pair *pair = group->pair;
  pl_points points, after;
  nearest_face best = {.candidate = SIZE_MAX, .height = reach_at_start(pair, (double)pair->list[first].apart)};
  for (size_t k = group->begin; k < group->end; k++) {
    if (k == first || least_at(&pair->list[k], h) > best.height) continue;
    points_of(&v, &pair->list[k], h, &points);
    if (!pl_is_over_triangle(&points)) continue; /* nearly always */
    pl_closest_points near;
    pl_nearest_on_triangle(&points, &near);
    if (near.distance > best.height) continue;
    double normal[3];
    face_normal(&points, normal);
    if (pl_vec3_dot(near.separation, normal) < 0) continue;
    best = (nearest_face){.candidate = k, .near = near, .height = near.distance};
    pl_vec3_copy(normal, best.normal);
  }
  if (best.candidate == SIZE_MAX) return SIZE_MAX;
  *swept = (pl_swept_contact){.sided = true};
  use(&v, &best, &after, swept);
  return swept->gap <= pair->reach ? best.candidate : SIZE_MAX;
}
