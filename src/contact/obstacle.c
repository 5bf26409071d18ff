/* SPDX-License-Identifier: MIT */
#include "contact/obstacle.h"

#include "math/vec3.h"

static const double up[3] = {0, 1, 0};

static double plane_distance(const pl_obstacle_def *shape, const double point[3], double normal[3])
{
  double offset[3];
  pl_vec3_normalise(shape->normal, up, normal);
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

double pl_shape_distance(const pl_obstacle_def *shape, const double point[3], double normal[3])
{
  switch (shape->shape) {
  case PL_OBSTACLE_PLANE: return plane_distance(shape, point, normal);
  case PL_OBSTACLE_SPHERE: return ball_distance(shape->center, shape->radius, point, normal);
  case PL_OBSTACLE_BOX: return box_distance(shape, point, normal);
  case PL_OBSTACLE_CAPSULE: return capsule_distance(shape, point, normal);
  }
  pl_vec3_copy(up, normal);
  return INFINITY;
}
