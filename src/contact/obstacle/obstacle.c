/* SPDX-License-Identifier: MIT */
#include "contact/obstacle/obstacle.h"

#include "contact/obstacle/shapes.h"

pl_shape_axis pl_shape_find_axis(const pl_obstacle_def *shape)
{
  static const double up[3] = {0, 1, 0};
  pl_shape_axis axis = {.length = 0};
  bool turned = shape->shape == PL_OBSTACLE_CYLINDER || shape->shape == PL_OBSTACLE_GLASS;
  if (turned) {
    pl_vec3_sub(shape->point_b, shape->point_a, axis.along);
    axis.length = pl_vec3_normalise(axis.along, up, axis.along);
  } else {
    pl_vec3_normalise(shape->normal, up, axis.along);
  }
  pl_vec3_perpendicular(axis.along, axis.across);
  return axis;
}

static pl_side side_of(const pl_obstacle_def *shape, const double point[3])
{
  return shape->shape == PL_OBSTACLE_BOWL ? pl_bowl_side(shape, point) : pl_glass_side(shape, point);
}

static double from_the_hollow_of_glass(const pl_obstacle_def *shape, const pl_axial *at, double normal[3])
{
  if (at->height < shape->radius - at->radius) return pl_axial_in_space(at, 0, 1, normal) * at->height;
  return pl_axial_in_space(at, -1, 0, normal) * (shape->radius - at->radius);
}

static double glass_distance_from(const pl_obstacle_def *shape, const pl_shape_axis *axis, bool was_in, bool is_in,
                                  const double point[3], double normal[3])
{
  if (was_in == is_in) return pl_glass_distance(shape, axis, point, normal);
  pl_axial at = pl_shape_about(shape->point_a, axis, point);
  if (was_in) return from_the_hollow_of_glass(shape, &at, normal);
  /* a point that entered through the wall does not leave by the opening */
  return pl_solid_distance_about(&at, shape->radius + shape->thickness, -shape->thickness, INFINITY, normal);
}

bool pl_shape_is_hollow(const pl_obstacle_def *shape)
{
  return shape->shape == PL_OBSTACLE_BOWL || shape->shape == PL_OBSTACLE_GLASS;
}

bool pl_shape_is_below_rim(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double centre[3],
                           double radius)
{
  const double *foot = shape->shape == PL_OBSTACLE_BOWL ? shape->center : shape->point_a;
  return pl_shape_about(foot, axis, centre).height + radius <= axis->length;
}

bool pl_shape_is_in_hollow(const pl_obstacle_def *shape, const double point[3])
{
  pl_side side = side_of(shape, point);
  return side.in_hollow && !side.past_rim;
}

bool pl_shape_distance_from(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double from[3],
                            const double point[3], double *distance, double normal[3])
{
  pl_side was = side_of(shape, from), is = side_of(shape, point);
  if (was.past_rim || is.past_rim) return false;
  *distance = shape->shape == PL_OBSTACLE_BOWL
                  ? pl_bowl_distance_from(shape, was.in_hollow, point, normal)
                  : glass_distance_from(shape, axis, was.in_hollow, is.in_hollow, point, normal);
  return true;
}

double pl_shape_distance(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3],
                         double normal[3])
{
  switch (shape->shape) {
  case PL_OBSTACLE_PLANE: return pl_plane_distance(shape, axis, point, normal);
  case PL_OBSTACLE_SPHERE: return pl_ball_distance(shape->center, shape->radius, point, normal);
  case PL_OBSTACLE_BOX: return pl_box_distance(shape, point, normal);
  case PL_OBSTACLE_CAPSULE: return pl_capsule_distance(shape, point, normal);
  case PL_OBSTACLE_CYLINDER: return pl_cylinder_distance(shape, axis, point, normal);
  case PL_OBSTACLE_BOWL: return pl_bowl_distance(shape, axis, point, normal);
  case PL_OBSTACLE_GLASS: return pl_glass_distance(shape, axis, point, normal);
  case PL_OBSTACLE_MESH: break;
  }
  pl_vec3_set(normal, 0, 1, 0);
  return INFINITY;
}
