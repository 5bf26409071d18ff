/* SPDX-License-Identifier: MIT
   Distances to the obstacle shapes, in the frame of their definition. They select between results instead of branching,
   so that compilers vectorise them (shapes_kernel.c); one point or many, the bits are the same. */
#pragma once

#include <math.h>
#include <stdbool.h>

#include "contact/obstacle/obstacle.h"
#include "math/vec3.h"

static inline double pl_plane_distance(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3],
                                       double normal[3])
{
  double offset[3];
  pl_vec3_copy(axis->along, normal);
  pl_vec3_sub(point, shape->point, offset);
  return pl_vec3_dot(offset, normal);
}

static inline double pl_ball_distance(const double center[3], double radius, const double point[3], double normal[3])
{
  double offset[3], up[3] = {0, 1, 0};
  pl_vec3_sub(point, center, offset);
  return pl_vec3_normalise(offset, up, normal) - radius;
}

static inline double pl_capsule_distance(const pl_obstacle_def *shape, const double point[3], double normal[3])
{
  double axis[3], offset[3], nearest[3];
  pl_vec3_sub(shape->point_b, shape->point_a, axis);
  pl_vec3_sub(point, shape->point_a, offset);
  double square = pl_vec3_dot(axis, axis), part = pl_vec3_dot(offset, axis) / (square > 0 ? square : 1);
  double t = square > 0 ? part : 0;
  t = t < 0 ? 0 : t;
  t = t > 1 ? 1 : t;
  pl_vec3_add_scaled(shape->point_a, t, axis, nearest);
  return pl_ball_distance(nearest, shape->radius, point, normal);
}

/* Outside: to the nearest point of the box. Inside: out through the nearest face, the first of several. */
static inline double pl_box_distance(const pl_obstacle_def *shape, const double point[3], double normal[3])
{
  double offset[3], beyond[3], outside[3], straight[3], up[3] = {0, 1, 0};
  for (int c = 0; c < 3; c++) {
    offset[c] = point[c] - shape->center[c];
    beyond[c] = fabs(offset[c]) - shape->half_size[c];
    double past = copysign(beyond[c], offset[c]);
    outside[c] = beyond[c] > 0 ? past : 0;
  }
  double shallowest = beyond[0];
  shallowest = beyond[1] > shallowest ? beyond[1] : shallowest;
  shallowest = beyond[2] > shallowest ? beyond[2] : shallowest;
  double length = pl_vec3_normalise(outside, up, straight);
  bool chosen = false;
  for (int c = 0; c < 3; c++) {
    bool face = !chosen & (beyond[c] == shallowest);
    double side = point[c] < shape->center[c] ? -1 : 1, way = face ? side : 0;
    chosen |= face;
    normal[c] = shallowest > 0 ? straight[c] : way;
  }
  return shallowest > 0 ? length : shallowest;
}

/* ---- shapes about an axis: solved in the half plane of the radius and the height ---- */

typedef struct pl_axial {
  double radius, height;  /* of the point, m */
  double out[3], axis[3]; /* unit vectors */
} pl_axial;

static inline pl_axial pl_shape_about(const double foot[3], const pl_shape_axis *axis, const double point[3])
{
  pl_axial at;
  double offset[3], across[3];
  pl_vec3_sub(point, foot, offset);
  pl_vec3_copy(axis->along, at.axis);
  at.height = pl_vec3_dot(offset, at.axis);
  pl_vec3_add_scaled(offset, -at.height, at.axis, across);
  at.radius = pl_vec3_normalise(across, axis->across, at.out);
  return at;
}

/* The vector (radial, high) of the half plane, made unit length, in space; returns its length. */
static inline double pl_axial_in_space(const pl_axial *at, double radial, double high, double normal[3])
{
  double length = sqrt(radial * radial + high * high), r = radial / length, y = high / length;
  bool enough = length > 1e-140;
  r = enough ? r : 0;
  y = enough ? y : 1;
  for (int c = 0; c < 3; c++) normal[c] = r * at->out[c] + y * at->axis[c];
  return length;
}

static inline double pl_solid_distance_about(const pl_axial *at, double radius, double low, double high,
                                             double normal[3])
{
  double beside = at->radius - radius, over = at->height - high, below = low - at->height;
  double past = over > below ? over : below, sign = over > below ? 1 : -1;
  bool corner = (beside > 0) & (past > 0), side = beside > past;
  double radial = corner ? beside : side ? 1 : 0, far = sign * past;
  double length = pl_axial_in_space(at, radial, corner ? far : side ? 0 : sign, normal);
  double straight = side ? beside : past;
  return corner ? length : straight;
}

static inline double pl_cylinder_distance(const pl_obstacle_def *shape, const pl_shape_axis *axis,
                                          const double point[3], double normal[3])
{
  pl_axial at = pl_shape_about(shape->point_a, axis, point);
  return pl_solid_distance_about(&at, shape->radius, 0, axis->length, normal);
}

/* Half a sphere, open where `normal` points, with a round rim: all that is nearer to its middle than half the
   thickness. */
static inline double pl_bowl_distance(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3],
                                      double normal[3])
{
  pl_axial at = pl_shape_about(shape->center, axis, point);
  double half = 0.5 * shape->thickness, middle = shape->radius + half, from_rim = at.radius - middle;
  bool rim = at.height > 0;
  double length = pl_axial_in_space(&at, rim ? from_rim : at.radius, at.height, normal), beyond = length - middle;
  bool inner = !rim & (beyond < 0);
  double sign = inner ? -1 : 1;
  for (int c = 0; c < 3; c++) normal[c] = sign * normal[c];
  return (rim ? length : fabs(beyond)) - half;
}

/* The wall and the bottom of a glass, both thickened: in the half plane, the distance to two segments. */
static inline double pl_glass_distance(const pl_obstacle_def *shape, const pl_shape_axis *axis, const double point[3],
                                       double normal[3])
{
  pl_axial at = pl_shape_about(shape->point_a, axis, point);
  double half = 0.5 * shape->thickness, middle = shape->radius + half;
  double above = at.height > -half ? at.height : -half, wall_height = above < axis->length ? above : axis->length;
  double bottom_radius = at.radius < middle ? at.radius : middle;
  double wall[2] = {at.radius - middle, at.height - wall_height};
  double bottom[2] = {at.radius - bottom_radius, at.height + half};
  bool on_wall = wall[0] * wall[0] + wall[1] * wall[1] < bottom[0] * bottom[0] + bottom[1] * bottom[1];
  return pl_axial_in_space(&at, on_wall ? wall[0] : bottom[0], on_wall ? wall[1] : bottom[1], normal) - half;
}

/* ---- the two sides of a wall ---- */

typedef struct pl_side {
  bool past_rim;
  bool in_hollow; /* or in the inner half of the wall; told only below the rim */
} pl_side;

/* Used for many points: without square roots. */
static inline pl_side pl_bowl_side(const pl_obstacle_def *shape, const double point[3])
{
  double middle = shape->radius + 0.5 * shape->thickness, offset[3];
  pl_vec3_sub(point, shape->center, offset);
  return (pl_side){pl_vec3_dot(offset, shape->normal) > 0, pl_vec3_dot(offset, offset) < middle * middle};
}

static inline pl_side pl_glass_side(const pl_obstacle_def *shape, const double point[3])
{
  double half = 0.5 * shape->thickness, middle = shape->radius + half, axis[3], offset[3];
  pl_vec3_sub(point, shape->point_a, offset);
  pl_vec3_sub(shape->point_b, shape->point_a, axis);
  double square = pl_vec3_dot(axis, axis), along = pl_vec3_dot(offset, axis);
  bool over_bottom = (along >= 0) | (along * along < half * half * square);
  bool within = pl_vec3_dot(offset, offset) * square - along * along < middle * middle * square;
  return (pl_side){along > square, over_bottom & within};
}

/* Below the rim all that counts is how far the centre is. */
static inline double pl_bowl_distance_from(const pl_obstacle_def *shape, bool hollow, const double point[3],
                                           double normal[3])
{
  double offset[3], up[3] = {0, 1, 0};
  pl_vec3_sub(point, shape->center, offset);
  double radius = pl_vec3_normalise(offset, up, normal), sign = hollow ? -1 : 1;
  double inner = shape->radius - radius, outer = radius - shape->radius - shape->thickness;
  for (int c = 0; c < 3; c++) normal[c] = sign * normal[c];
  return hollow ? inner : outer;
}
