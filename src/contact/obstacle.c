/* SPDX-License-Identifier: MIT */
#include "contact/obstacle.h"

#include "math/vec3.h"

static const double up[3] = {0, 1, 0};

pl_shape_axis pl_shape_find_axis(const pl_obstacle_def *shape)
{
  pl_shape_axis axis = {.length = 0};
  bool turned = shape->shape == PL_OBSTACLE_CYLINDER || shape->shape == PL_OBSTACLE_GLASS;
  if (turned) {
    pl_vec3_sub(shape->point_b, shape->point_a, axis.along);
    axis.length = pl_vec3_normalise(axis.along, up, axis.along);
  } else {
    pl_vec3_normalise(shape->normal, up, axis.along);
  }
  return axis;
}

static double plane_distance(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3],
                             double normal[3])
{
  double offset[3];
  pl_vec3_copy(axis->along, normal);
  pl_vec3_sub(point, shape->point, offset);
  return pl_vec3_dot(offset, normal);
}

static double ball_distance(const double center[3], double radius, const double point[3], double normal[3])
{
  double offset[3];
  pl_vec3_sub(point, center, offset);
  return pl_vec3_normalise(offset, up, normal) - radius;
}

static double capsule_distance(const pl_obstacle_def *shape, const double point[3], double normal[3])
{
  double axis[3], offset[3], nearest[3];
  pl_vec3_sub(shape->point_b, shape->point_a, axis);
  pl_vec3_sub(point, shape->point_a, offset);
  double square = pl_vec3_dot(axis, axis);
  double t = square > 0 ? pl_vec3_dot(offset, axis) / square : 0;
  pl_vec3_add_scaled(shape->point_a, t < 0 ? 0 : t > 1 ? 1 : t, axis, nearest);
  return ball_distance(nearest, shape->radius, point, normal);
}

/* Outside: to the nearest point of the box. Inside: out through the nearest face. */
static double box_distance(const pl_obstacle_def *shape, const double point[3], double normal[3])
{
  double outside[3], shallowest = -INFINITY;
  int face = 0;
  for (int c = 0; c < 3; c++) {
    double offset = point[c] - shape->center[c], beyond = fabs(offset) - shape->half_size[c];
    outside[c] = beyond > 0 ? copysign(beyond, offset) : 0;
    if (beyond > shallowest) {
      shallowest = beyond;
      face = c;
    }
  }
  if (shallowest > 0) return pl_vec3_normalise(outside, up, normal);
  pl_vec3_set(normal, 0, 0, 0);
  normal[face] = point[face] < shape->center[face] ? -1 : 1;
  return shallowest;
}

/* ---- shapes about an axis: solved in the half plane of the radius and the height ---- */

typedef struct axial {
  double radius, height;  /* of the point, m */
  double out[3], axis[3]; /* unit vectors */
} axial;

static const double nowhere[3] = {0, 0, 0};

/* axis: of unit length */
static axial about(const double foot[3], const double axis[3], const double point[3])
{
  axial at;
  double offset[3], across[3];
  pl_vec3_sub(point, foot, offset);
  pl_vec3_copy(axis, at.axis);
  at.height = pl_vec3_dot(offset, at.axis);
  pl_vec3_add_scaled(offset, -at.height, at.axis, across);
  at.radius = pl_vec3_normalise(across, nowhere, at.out);
  if (pl_vec3_dot(at.out, at.out) == 0) pl_vec3_perpendicular(at.axis, at.out);
  return at;
}

/* The vector (radial, high) of the half plane, made unit length, in space; returns its length. */
static double in_space(const axial *at, double radial, double high, double normal[3])
{
  double length = sqrt(radial * radial + high * high);
  bool short_of = !(length > 1e-140);
  double r = short_of ? 0 : radial / length, y = short_of ? 1 : high / length;
  for (int c = 0; c < 3; c++) normal[c] = r * at->out[c] + y * at->axis[c];
  return length;
}

static double solid_distance(const axial *at, double radius, double low, double high, double normal[3])
{
  double beside = at->radius - radius, over = at->height - high, below = low - at->height;
  double past = over > below ? over : below, sign = over > below ? 1 : -1;
  if (beside > 0 && past > 0) return in_space(at, beside, sign * past, normal);
  if (beside > past) return in_space(at, 1, 0, normal) * beside;
  return in_space(at, 0, sign, normal) * past;
}

static double cylinder_distance(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3],
                                double normal[3])
{
  axial at = about(shape->point_a, axis->along, point);
  return solid_distance(&at, shape->radius, 0, axis->length, normal);
}

/* A point at a bowl or a glass; the rim is where its axis ends. */
static axial about_hollow(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3])
{
  return about(shape->shape == PL_OBSTACLE_BOWL ? shape->center : shape->point_a, axis->along, point);
}

/* Half a sphere, open where `normal` points, with a round rim: all that is nearer to its middle than half the thickness. */
static double bowl_distance(const pl_obstacle_def *shape, const axial *at, double normal[3])
{
  double half = 0.5 * shape->thickness, middle = shape->radius + half;
  if (at->height > 0) return in_space(at, at->radius - middle, at->height, normal) - half;
  double r = in_space(at, at->radius, at->height, normal), beyond = r - middle;
  if (beyond < 0) pl_vec3_scale(normal, -1, normal);
  return fabs(beyond) - half;
}

/* The wall and the bottom of a glass, both thickened: in the half plane, the distance to two segments. */
static double glass_distance(const pl_obstacle_def *shape, const axial *at, double length, double normal[3])
{
  double half = 0.5 * shape->thickness, middle = shape->radius + half;
  double wall_height = fmin(fmax(at->height, -half), length), bottom_radius = fmin(at->radius, middle);
  double wall[2] = {at->radius - middle, at->height - wall_height};
  double bottom[2] = {at->radius - bottom_radius, at->height + half};
  bool on_wall = wall[0] * wall[0] + wall[1] * wall[1] < bottom[0] * bottom[0] + bottom[1] * bottom[1];
  return in_space(at, on_wall ? wall[0] : bottom[0], on_wall ? wall[1] : bottom[1], normal) - half;
}

static double hollow_distance(const pl_obstacle_def *shape, const axial *at, double length, double normal[3])
{
  return shape->shape == PL_OBSTACLE_BOWL ? bowl_distance(shape, at, normal)
                                          : glass_distance(shape, at, length, normal);
}

typedef enum side { PAST_THE_RIM, IN_THE_HOLLOW, OUTSIDE } side;

/* Asked of many points: without roots. */
static side side_of(const pl_obstacle_def *shape, const double point[3])
{
  double half = 0.5 * shape->thickness, middle = shape->radius + half, axis[3], offset[3];
  bool bowl = shape->shape == PL_OBSTACLE_BOWL, inside;
  pl_vec3_sub(point, bowl ? shape->center : shape->point_a, offset);
  if (bowl) {
    if (pl_vec3_dot(offset, shape->normal) > 0) return PAST_THE_RIM;
    inside = pl_vec3_dot(offset, offset) < middle * middle;
  } else {
    pl_vec3_sub(shape->point_b, shape->point_a, axis);
    double square = pl_vec3_dot(axis, axis), along = pl_vec3_dot(offset, axis);
    if (along > square) return PAST_THE_RIM;
    inside = (along >= 0 || along * along < half * half * square) &&
             pl_vec3_dot(offset, offset) * square - along * along < middle * middle * square;
  }
  return inside ? IN_THE_HOLLOW : OUTSIDE;
}

static double from_the_hollow_of_glass(const pl_obstacle_def *shape, const axial *at, double normal[3])
{
  if (at->height < shape->radius - at->radius) return in_space(at, 0, 1, normal) * at->height;
  return in_space(at, -1, 0, normal) * (shape->radius - at->radius);
}

static double glass_distance_from(const pl_obstacle_def *shape, const pl_shape_axis *axis, side was, side is,
                                  const double point[3], double normal[3])
{
  axial at = about(shape->point_a, axis->along, point);
  if (was == is) return glass_distance(shape, &at, axis->length, normal);
  if (was == IN_THE_HOLLOW) return from_the_hollow_of_glass(shape, &at, normal);
  /* the opening is no way out for who came in by the wall */
  return solid_distance(&at, shape->radius + shape->thickness, -shape->thickness, INFINITY, normal);
}

/* Below the rim all that counts is how far the centre is. */
static double bowl_distance_from(const pl_obstacle_def *shape, side was, const double point[3], double normal[3])
{
  double offset[3];
  pl_vec3_sub(point, shape->center, offset);
  double radius = pl_vec3_normalise(offset, up, normal);
  if (was == OUTSIDE) return radius - shape->radius - shape->thickness;
  pl_vec3_scale(normal, -1, normal);
  return shape->radius - radius;
}

bool pl_shape_is_hollow(const pl_obstacle_def *shape)
{
  return shape->shape == PL_OBSTACLE_BOWL || shape->shape == PL_OBSTACLE_GLASS;
}

bool pl_shape_is_below_rim(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double centre[3],
                           double radius)
{
  return about_hollow(shape, axis, centre).height + radius <= axis->length;
}

bool pl_shape_is_in_hollow(const pl_obstacle_def *shape, const double point[3])
{
  return side_of(shape, point) == IN_THE_HOLLOW;
}

bool pl_shape_distance_from(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double from[3],
                            const double point[3], double *distance, double normal[3])
{
  side was = side_of(shape, from), is = side_of(shape, point);
  if (was == PAST_THE_RIM || is == PAST_THE_RIM) return false;
  *distance = shape->shape == PL_OBSTACLE_BOWL ? bowl_distance_from(shape, was, point, normal)
                                               : glass_distance_from(shape, axis, was, is, point, normal);
  return true;
}

static double distance_of_hollow(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3],
                                 double normal[3])
{
  axial at = about_hollow(shape, axis, point);
  return hollow_distance(shape, &at, axis->length, normal);
}

double pl_shape_distance(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3],
                         double normal[3])
{
  switch (shape->shape) {
  case PL_OBSTACLE_PLANE: return plane_distance(shape, axis, point, normal);
  case PL_OBSTACLE_SPHERE: return ball_distance(shape->center, shape->radius, point, normal);
  case PL_OBSTACLE_BOX: return box_distance(shape, point, normal);
  case PL_OBSTACLE_CAPSULE: return capsule_distance(shape, point, normal);
  case PL_OBSTACLE_CYLINDER: return cylinder_distance(shape, axis, point, normal);
  case PL_OBSTACLE_BOWL:
  case PL_OBSTACLE_GLASS: return distance_of_hollow(shape, axis, point, normal);
  case PL_OBSTACLE_MESH: break;
  }
  pl_vec3_copy(up, normal);
  return INFINITY;
}
