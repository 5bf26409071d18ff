/* SPDX-License-Identifier: MIT */
#include "contact/touch.h"

#include <math.h>

#include "math/vec3.h"

static const double up[3] = {0, 1, 0};

/* Normal of a triangle at the start of the step, of its area's length. */
static void face_normal(const pl_contact_body *body, uint32_t triangle, double h, double normal[3])
{
  double corner[3][3], b[3], c[3];
  for (size_t k = 0; k < 3; k++) {
    size_t at = 3 * (size_t)body->surface->triangles[3 * (size_t)triangle + k];
    pl_vec3_add_scaled(body->body->x + at, -h, body->body->v + at, corner[k]);
  }
  pl_vec3_sub(corner[1], corner[0], b);
  pl_vec3_sub(corner[2], corner[0], c);
  pl_vec3_cross(b, c, normal);
}

/* Sum of the unit normals of the triangles at an edge. */
static void edge_normal(const pl_contact_body *body, uint32_t edge, double h, double normal[3])
{
  pl_vec3_set(normal, 0, 0, 0);
  for (size_t k = 0; k < 2; k++) {
    uint32_t triangle = body->surface->edge_triangles[2 * (size_t)edge + k];
    double face[3];
    if (triangle == PL_NO_TRIANGLE) continue;
    face_normal(body, triangle, h, face);
    pl_vec3_normalise(face, normal, face);
    pl_vec3_add(normal, face, normal);
  }
}

typedef enum side { OUTSIDE, INSIDE, NOT_SURE } side;

/* On which side of each other the edges of two closed bodies were when the step began; others have no sides. */
static side side_of(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                    const pl_nearness *start)
{
  double normal[3];
  if (!start->inner) return OUTSIDE; /* its vertices know better, and no row will come of it */
  edge_normal(&bodies[pair->second], candidate->b, h, normal);
  bool over = pl_vec3_dot(normal, start->separation) >= 0;
  edge_normal(&bodies[pair->first], candidate->a, h, normal);
  bool under = pl_vec3_dot(normal, start->separation) <= 0;
  return over && under ? OUTSIDE : over || under ? NOT_SURE : INSIDE;
}

/* Cosine of the angle between faces, 5 degrees, that makes no ridge: vertices alone then keep surfaces apart to a hundredth of an edge. */
static const double flat = 0.996;

/* Is a direction, square to an edge, one that the edge sticks out in: between the normals of its two triangles? Only then can it be what
   comes nearest; over flat and hollow edges vertices come first. */
static bool sticks_out(const pl_contact_body *body, uint32_t edge, double h, const double direction[3])
{
  const uint32_t *sides = body->surface->edge_triangles + 2 * (size_t)edge;
  double normal[2][3], fold[3], way[3];
  for (int k = 0; k < 2; k++) {
    face_normal(body, sides[k], h, normal[k]);
    pl_vec3_normalise(normal[k], up, normal[k]);
  }
  /* the first triangle runs along the edge in one of its two senses: a ridge turns the normals the same way round */
  const uint32_t *ends = body->surface->edges + 2 * (size_t)edge,
                 *corner = body->surface->triangles + 3 * (size_t)sides[0];
  bool forward = (corner[0] == ends[0] && corner[1] == ends[1]) || (corner[1] == ends[0] && corner[2] == ends[1]) ||
                 (corner[2] == ends[0] && corner[0] == ends[1]);
  pl_vec3_cross(normal[0], normal[1], fold);
  pl_vec3_sub(body->body->x + 3 * (size_t)ends[forward], body->body->x + 3 * (size_t)ends[!forward], way);
  if (pl_vec3_dot(fold, way) <= 0) return false;
  double between = pl_vec3_dot(normal[0], normal[1]);
  if (between > flat) return false;
  between -= 0.1 * (1 - between); /* faces that lie on each other are at the end of the range */
  return pl_vec3_dot(direction, normal[0]) >= between && pl_vec3_dot(direction, normal[1]) >= between;
}

/* Ridge over ridge of two closed bodies. */
static bool is_ridge_on_ridge(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies,
                              double h, const pl_touch *touch)
{
  double back[3];
  pl_vec3_scale(touch->normal, -1, back);
  return sticks_out(&bodies[pair->second], candidate->b, h, touch->normal) &&
         sticks_out(&bodies[pair->first], candidate->a, h, back);
}

static void use(const pl_nearness *near, double sign, pl_touch *touch)
{
  for (int k = 0; k < 4; k++) touch->weights[k] = near->weights[k];
  pl_vec3_normalise(near->separation, up, touch->normal);
  pl_vec3_scale(touch->normal, sign, touch->normal);
}

/* Surfaces that are through each other already go back the way they came, if it is short. */
static bool find_inside(pl_feature_pair features, const pl_points *after, double apart, double deepest,
                        const pl_nearness *start, pl_touch *touch)
{
  if (start->distance > deepest) return false;
  pl_nearness end = pl_nearest(features, after);
  touch->inside = true;
  use(start, -1, touch);
  double along = pl_height_along(after, end.weights, touch->normal);
  if (end.inner && along < 0) { /* still inside: the nearest way out now */
    use(&end, -1, touch);
    if (pl_vec3_dot(touch->normal, start->separation) > 0) use(start, -1, touch);
  }
  along = pl_height_along(after, touch->weights, touch->normal);
  touch->gap = along - apart;
  touch->depth = fmax(0, -along);
  return touch->gap < apart;
}

static bool find_touch(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                       pl_touch *touch)
{
  uint32_t particles[4], owners[4];
  double apart = (double)candidate->apart;
  pl_points before, after;
  pl_candidate_particles(pair, candidate, bodies, particles, owners);
  for (int k = 0; k < 4; k++) {
    const pl_model_body *body = bodies[owners[k]].body;
    size_t at = 3 * (size_t)particles[k];
    pl_vec3_copy(body->x + at, after.at[k]);
    pl_vec3_add_scaled(body->x + at, -h, body->v + at, before.at[k]);
  }
  pl_feature_pair features = pl_candidate_features(candidate);
  double motion = pl_relative_motion(features, &before, &after);
  pl_nearness end = pl_nearest(features, &after);
  if (end.distance - motion > 2 * apart) return false;
  pl_nearness start = pl_nearest(features, &before);
  side was = touch->sided ? side_of(pair, candidate, bodies, h, &start) : OUTSIDE;
  if (was == INSIDE) return find_inside(features, &after, apart, pair->deepest, &start, touch);
  touch->depth = 0;
  touch->inside = false;
  if (motion > 0.9 * start.distance && start.distance > 1e-3 * apart) { /* nearer ones have no side to come from */
    pl_nearness then;
    double least = 0.1 * fmin(start.distance, apart);
    if (pl_first_meeting(features, &before, &after, least, &then) < 1) {
      if (features == PL_EDGE_EDGE && !then.inner) return false; /* its vertices meet the other's triangles */
      use(&then, 1, touch);
      double along = pl_height_along(&after, touch->weights, touch->normal);
      touch->gap = along - apart;
      touch->depth = fmax(0, -along);
      return was == OUTSIDE;
    }
  }
  if (end.distance > 2 * apart || (features == PL_EDGE_EDGE && !end.inner)) return false;
  use(&end, 1, touch);
  touch->gap = end.distance - apart;
  return was == OUTSIDE;
}

bool pl_touch_find(const pl_pair *pair, const pl_candidate *candidate, const pl_contact_body *bodies, double h,
                   pl_touch *touch)
{
  touch->sided = candidate->kind == PL_EDGES && pair->first != pair->second && bodies[pair->first].surface->closed &&
                 bodies[pair->second].surface->closed;
  if (!find_touch(pair, candidate, bodies, h, touch)) return false;
  return !touch->sided || is_ridge_on_ridge(pair, candidate, bodies, h, touch);
}
