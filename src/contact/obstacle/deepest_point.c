/* SPDX-License-Identifier: MIT
   Distances to convex obstacles are convex, so that slopes tell on which side of a point the least one is: of an edge,
   one half goes each time; of a triangle, all that lies uphill of its centre of gravity (A. Levin, "On an algorithm for
   the minimization of convex functions", 1965). Neither minds the creases that distances have inside of boxes, where
   steps along gradients would zigzag. Of other obstacles samples tell where to begin. */
#include "contact/obstacle/deepest_point.h"

#include <math.h>
#include <string.h>

#include "math/vec3.h"

/* Smallest length of the mean normal across the edge or triangle. With a smaller one both sides of a wall are pierced,
   and there is no way out across it. */
static const double least_across = 0.3;

/* On shorter segments the distance has one local minimum, m. */
static double valley_of(const pl_moving_obstacle *obstacle)
{
  switch (obstacle->shape->shape) {
  case PL_OBSTACLE_BOWL:
  case PL_OBSTACLE_GLASS: return 0.5 * obstacle->shape->radius; /* the wall is nearly straight along them */
  case PL_OBSTACLE_MESH: return obstacle->grid->spacing;
  case PL_OBSTACLE_PLANE:
  case PL_OBSTACLE_SPHERE:
  case PL_OBSTACLE_BOX:
  case PL_OBSTACLE_CAPSULE:
  case PL_OBSTACLE_CYLINDER: break;
  }
  return INFINITY; /* convex: one minimum everywhere */
}

/* ---- edges ---- */

/* A bracket of the minimum on an edge: the distance falls at its beginning and rises at its end. */
typedef struct bracket {
  const pl_moving_obstacle *obstacle;
  const double *from; /* the first end of the edge */
  double along[3];    /* to the second, m */
  double begin, end;  /* parts of the edge */
  double normals[2][3], slopes[2];
} bracket;

static double look(const bracket *b, double part, double normal[3], double *slope)
{
  double point[3];
  pl_vec3_add_scaled(b->from, part, b->along, point);
  double distance = pl_obstacle_own_distance(b->obstacle, point, normal);
  *slope = pl_vec3_dot(normal, b->along);
  return distance;
}

static void look_at_ends(bracket *b, double distances[2])
{
  distances[0] = look(b, b->begin, b->normals[0], &b->slopes[0]);
  distances[1] = look(b, b->end, b->normals[1], &b->slopes[1]);
}

/* Brackets the minimum next to the lowest of some samples, on its descending side. Distances fall no faster than points
   move, so few samples are needed where they are above `wanted`. */
static void choose_bracket(bracket *b, const double distances[2], double wanted, double valley)
{
  enum { MOST_PARTS = 32 };
  double length = pl_vec3_length(b->along), distance = distances[0], lowest = distance;
  double at = 0, last, best = 0, sides[2] = {0, 1}, normal[3], slope, downhill = b->slopes[0];
  double least = fmax(1.0 / MOST_PARTS, 0.5 * valley / length);
  bool open = true; /* the sample after the best is still to come */
  while (at < 1) {
    last = at;
    at = fmin(1, at + fmax(least, (distance - fmin(lowest, wanted)) / length));
    distance = look(b, at, normal, &slope);
    if (open && distance >= lowest) {
      sides[1] = at;
      open = false;
    }
    if (distance >= lowest) continue;
    lowest = distance;
    best = at;
    downhill = slope;
    sides[0] = last;
    open = true;
  }
  b->begin = downhill < 0 ? best : sides[0];
  b->end = downhill < 0 ? sides[1] : best;
}

/* Bisects the bracket. False: by convexity nothing in it is below `wanted`. */
static bool narrow(bracket *b, double wanted)
{
  enum { HALVINGS = 26 };
  for (int k = 0; k < HALVINGS; k++) {
    double normal[3], slope, middle = 0.5 * (b->begin + b->end);
    double distance = look(b, middle, normal, &slope);
    double far = slope < 0 ? b->end : b->begin;
    if (distance + slope * (far - middle) > wanted) return false;
    int side = slope < 0 ? 0 : 1;
    *(side ? &b->end : &b->begin) = middle;
    pl_vec3_copy(normal, b->normals[side]);
    b->slopes[side] = slope;
    if (slope == 0) break;
  }
  return true;
}

/* At a crease: the mean of the gradients on both sides along which the distance does not change along the edge. Its
   length is the rate at which the edge leaves along it. */
static bool finish_edge(const bracket *b, double wanted, pl_deepest *out)
{
  double normal[3], slope, part = b->slopes[1] == 0 ? b->end : 0.5 * (b->begin + b->end);
  *out = (pl_deepest){.weights = {1 - part, part}};
  out->distance = look(b, part, normal, &slope);
  double rise = b->slopes[1] - b->slopes[0], share = rise > 0 ? b->slopes[1] / rise : 0.5;
  for (int c = 0; c < 3; c++) normal[c] = share * b->normals[0][c] + (1 - share) * b->normals[1][c];
  double length = pl_vec3_length(normal);
  if (!(out->distance < wanted) || !(length > least_across)) return false;
  pl_vec3_scale(normal, 1 / length, out->normal);
  out->gap = out->distance / length;
  return true;
}

/* Lower bound between the ends, by convexity: where the tangents at them intersect. */
static double tangents_meet(const bracket *b, const double distances[2])
{
  double length = b->end - b->begin, rise = b->slopes[1] - b->slopes[0];
  return distances[0] - b->slopes[0] * (distances[1] - distances[0] - b->slopes[1] * length) / rise;
}

bool pl_edge_deepest(const pl_moving_obstacle *obstacle, const double ends[6], double limit, double dip, double *least,
                     pl_deepest *out)
{
  bracket b = {.obstacle = obstacle, .from = ends, .end = 1};
  double distances[2];
  pl_vec3_sub(ends + 3, ends, b.along);
  look_at_ends(&b, distances);
  *least = fmin(distances[0], distances[1]);
  double wanted = fmin(limit, *least - dip), valley = valley_of(obstacle);
  if (pl_vec3_dot(b.along, b.along) > valley * valley) {
    choose_bracket(&b, distances, wanted, valley);
    look_at_ends(&b, distances);
  }
  if (b.slopes[0] >= 0 || b.slopes[1] <= 0 || tangents_meet(&b, distances) > wanted) return false;
  if (!narrow(&b, wanted) || !finish_edge(&b, wanted, out)) return false;
  *least = out->distance;
  return true;
}

/* ---- triangles ---- */

enum { MOST_CUTS = 40, MOST_POLYGON = MOST_CUTS + 8 };

/* Points of a triangle: corner + u first + v second. */
typedef struct chart {
  const pl_moving_obstacle *obstacle;
  const double *corner;
  double sides[2][3];
  double across[3]; /* unit normal of the triangle */
} chart;

/* What is left of it. */
typedef struct polygon {
  double points[MOST_POLYGON][2];
  size_t count;
} polygon;

typedef struct lowest {
  double at[2], distance;
  /* gradient across the triangle: of several that meet there the steepest, 0 if they disagree on the side */
  double straight;
} lowest;

static double look_inside(const chart *c, const double at[2], double normal[3], double slope[2])
{
  double point[3];
  pl_vec3_add_scaled(c->corner, at[0], c->sides[0], point);
  pl_vec3_add_scaled(point, at[1], c->sides[1], point);
  double distance = pl_obstacle_own_distance(c->obstacle, point, normal);
  for (int k = 0; k < 2; k++) slope[k] = pl_vec3_dot(normal, c->sides[k]);
  return distance;
}

/* Twice the area, and the centre of gravity. */
static double measure(const polygon *p, double centre[2])
{
  double area = 0, sum[2] = {0, 0};
  const double *o = p->points[0];
  for (size_t k = 1; k + 1 < p->count; k++) {
    const double *a = p->points[k], *b = p->points[k + 1];
    double part = (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
    area += part;
    for (int c = 0; c < 2; c++) sum[c] += part * (a[c] + b[c] - 2 * o[c]) / 3;
  }
  for (int c = 0; c < 2; c++) centre[c] = o[c] + (area > 0 ? sum[c] / area : 0);
  return area;
}

static double uphill(const double slope[2], const double centre[2], const double point[2])
{
  return slope[0] * (point[0] - centre[0]) + slope[1] * (point[1] - centre[1]);
}

/* Cuts off the part uphill of the centre. */
static void cut(polygon *p, const double centre[2], const double slope[2])
{
  polygon kept;
  kept.count = 0;
  for (size_t k = 0; k < p->count; k++) {
    const double *a = p->points[k], *b = p->points[(k + 1) % p->count];
    double from = uphill(slope, centre, a), to = uphill(slope, centre, b);
    if (from <= 0) memcpy(kept.points[kept.count++], a, sizeof kept.points[0]);
    if ((from < 0 && to > 0) || (from > 0 && to < 0)) {
      double part = from / (from - to), *point = kept.points[kept.count++];
      for (int c = 0; c < 2; c++) point[c] = a[c] + part * (b[c] - a[c]);
    }
  }
  memcpy(p->points, kept.points, kept.count * sizeof kept.points[0]);
  p->count = kept.count;
}

static double common_side(const double *straight, int count)
{
  double high = 0, low = 0;
  for (int k = 0; k < count; k++) {
    high = fmax(high, straight[k]);
    low = fmin(low, straight[k]);
  }
  if (fmin(high, -low) > 0.5 * least_across) return 0;
  return high > -low ? high : low;
}

/* The lowest point of a polygon. False: by convexity nothing in it is below `below`. */
static bool descend(const chart *c, polygon *p, double below, double precision, lowest *out)
{
  enum { AROUND = 6 }; /* the last samples are close to the lowest point */
  double centre[2], normal[3], slope[2], straight[AROUND] = {0};
  out->distance = INFINITY;
  for (int k = 0; k < MOST_CUTS && p->count >= 3; k++) {
    if (!(measure(p, centre) > 1e-9)) break;
    double distance = look_inside(c, centre, normal, slope), least = INFINITY;
    straight[k % AROUND] = pl_vec3_dot(normal, c->across);
    if (distance < out->distance) {
      memcpy(out->at, centre, sizeof centre);
      out->distance = distance;
    }
    for (size_t i = 0; i < p->count; i++) {
      double there = distance + uphill(slope, centre, p->points[i]);
      least = there < least ? there : least;
    }
    if (least > below) return false;
    if (out->distance - least <= precision) break;
    cut(p, centre, slope);
  }
  out->straight = common_side(straight, AROUND);
  return out->distance < below;
}

static const polygon whole = {{{0, 0}, {1, 0}, {0, 1}}, 3};

/* The neighbourhood of the lowest of some samples inside. */
static polygon choose_polygon(const chart *c)
{
  enum { PARTS = 6 };
  static const double around[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
  double least = INFINITY, best[2] = {0, 0}, normal[3], slope[2];
  for (int i = 1; i < PARTS - 1; i++)
    for (int j = 1; i + j < PARTS; j++) {
      double at[2] = {(double)i / PARTS, (double)j / PARTS}, distance = look_inside(c, at, normal, slope);
      if (!(distance < least)) continue;
      least = distance;
      memcpy(best, at, sizeof best);
    }
  polygon p = {.count = 6};
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < 2; i++) p.points[k][i] = best[i] + around[k][i] / PARTS;
  return p;
}

/* At a crease the distance grows by less than the triangle moves; a trial move finds the rate. If it is about 0 the
   triangle stays in the wall however far it moves along its normal. */
static double rate_out(const chart *c, const lowest *at, const double normal[3], double precision)
{
  if (at->distance >= 0 || fabs(at->straight) > 0.999) return 1;
  double moved[3];
  pl_vec3_add_scaled(c->corner, -at->distance, normal, moved);
  chart shifted = *c;
  shifted.corner = moved;
  polygon p = whole;
  lowest then;
  descend(&shifted, &p, INFINITY, precision, &then);
  return fmin(1, (then.distance - at->distance) / -at->distance);
}

/* A ball's centre has its nearest point straight below or above it, or none inside. */
static bool lowest_at_ball(const chart *c, double below, lowest *out)
{
  double offset[3], uu = pl_vec3_dot(c->sides[0], c->sides[0]), uv = pl_vec3_dot(c->sides[0], c->sides[1]),
                    vv = pl_vec3_dot(c->sides[1], c->sides[1]), slope[2];
  pl_vec3_sub(c->obstacle->shape->center, c->corner, offset);
  double u = pl_vec3_dot(offset, c->sides[0]), v = pl_vec3_dot(offset, c->sides[1]), square = uu * vv - uv * uv;
  out->at[0] = (vv * u - uv * v) / square;
  out->at[1] = (uu * v - uv * u) / square;
  if (!(out->at[0] > 0 && out->at[1] > 0 && out->at[0] + out->at[1] < 1)) return false;
  double normal[3];
  out->distance = look_inside(c, out->at, normal, slope);
  out->straight = pl_vec3_dot(normal, c->across);
  return out->distance < below;
}

bool pl_triangle_deepest(const pl_moving_obstacle *obstacle, const double corners[9], double below, pl_deepest *out)
{
  chart c = {.obstacle = obstacle, .corner = corners};
  double across[3], none[3] = {0, 0, 0};
  for (int k = 0; k < 2; k++) pl_vec3_sub(corners + 3 * k + 3, corners, c.sides[k]);
  pl_vec3_cross(c.sides[0], c.sides[1], across);
  double size = sqrt(pl_vec3_normalise(across, none, c.across)), precision = 1e-5 * size;
  if (pl_vec3_dot(c.across, c.across) == 0) return false;
  lowest at = {.distance = INFINITY};
  if (obstacle->shape->shape == PL_OBSTACLE_SPHERE) {
    if (!lowest_at_ball(&c, below, &at)) return false;
  } else {
    polygon p = size < valley_of(obstacle) ? whole : choose_polygon(&c);
    if (!descend(&c, &p, below, precision, &at)) return false;
  }
  if (!(fabs(at.straight) > least_across)) return false;
  *out = (pl_deepest){.weights = {1 - at.at[0] - at.at[1], at.at[0], at.at[1]}, .distance = at.distance};
  pl_vec3_scale(c.across, at.straight < 0 ? -1 : 1, out->normal);
  double rate = rate_out(&c, &at, out->normal, precision);
  out->gap = at.distance / rate;
  return rate > least_across;
}
