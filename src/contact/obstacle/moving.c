/* SPDX-License-Identifier: MIT */
#include "contact/obstacle/moving.h"

#include <math.h>

#include "math/mat3.h"

double pl_obstacle_own_distance(const pl_moving_obstacle *obstacle, const double point[3], double normal[3])
{
  return obstacle->grid ? pl_distance_grid_at(obstacle->grid, point, normal)
                        : pl_shape_distance(obstacle->shape, &obstacle->axis, point, normal);
}

double pl_obstacle_slack(const pl_moving_obstacle *obstacle)
{
  return obstacle->grid ? pl_distance_grid_slack(obstacle->grid) : 0;
}

/* Velocity of the obstacle's material point that is at `point` now, `local` in its frame. */
static void find_velocity(const pl_moving_obstacle *obstacle, const double local[3], const double point[3], double h,
                          double velocity[3])
{
  double was[3];
  if (!obstacle->moves) {
    pl_vec3_set(velocity, 0, 0, 0);
    return;
  }
  pl_pose_apply(&obstacle->before, local, was);
  for (int c = 0; c < 3; c++) velocity[c] = (point[c] - was[c]) / h;
}

double pl_obstacle_gap(const pl_moving_obstacle *obstacle, const double point[3], double h, double normal[3],
                       double velocity[3])
{
  double local[3], local_normal[3];
  pl_pose_apply_inverse(&obstacle->now, point, local);
  double gap = pl_obstacle_own_distance(obstacle, local, local_normal);
  pl_mat3_apply(obstacle->now.rotation, local_normal, normal);
  find_velocity(obstacle, local, point, h, velocity);
  return gap;
}

double pl_obstacle_start_gap(const pl_moving_obstacle *obstacle, const double point[3])
{
  double local[3], normal[3];
  pl_pose_apply_inverse(&obstacle->before, point, local);
  return pl_obstacle_own_distance(obstacle, local, normal);
}

/* Sphere tracing from a to b in the shape's frame: steps as long as the distance allows. Returns false if b is
   reached. */
static bool first_met(const pl_moving_obstacle *obstacle, const double a[3], const double b[3], double length,
                      double hit[3], double normal[3])
{
  enum { MOST_STEPS = 64 };
  double done = 0;
  for (int k = 0; k < MOST_STEPS; k++) {
    for (int c = 0; c < 3; c++) hit[c] = a[c] + done / length * (b[c] - a[c]);
    double distance = pl_shape_distance(obstacle->shape, &obstacle->axis, hit, normal);
    if (distance <= 1e-6 * length) return true;
    done += distance;
    if (done >= length) return false;
  }
  return true; /* steps too short: counts as met */
}

/* Of the grid's spacing: how far its surface is from that of the triangles, at most. */
static const double grid_error = 0.05;

double pl_obstacle_swept_gap(const pl_moving_obstacle *obstacle, const double from[3], const double point[3], double h,
                             double normal[3], double velocity[3])
{
  const pl_obstacle_def *shape = obstacle->shape;
  if (shape->shape == PL_OBSTACLE_PLANE) return pl_obstacle_gap(obstacle, point, h, normal, velocity); /* one side */
  double gap, a[3], b[3], there[3], met[3], hit[3];
  pl_pose_apply_inverse(&obstacle->before, from, a);
  pl_pose_apply_inverse(&obstacle->now, point, b);
  /* below the rim there are two sides; above it a point can pass over, and the wall may be met from any side */
  if (pl_shape_is_hollow(shape) && pl_shape_distance_from(shape, &obstacle->axis, a, b, &gap, there)) {
    pl_mat3_apply(obstacle->now.rotation, there, normal);
    find_velocity(obstacle, b, point, h, velocity);
    return gap;
  }
  gap = pl_obstacle_gap(obstacle, point, h, normal, velocity);
  double length = pl_vec3_distance(a, b);
  double slack = pl_obstacle_slack(obstacle);
  if (length < 0.48 * (pl_shape_round(shape) + gap)) return gap; /* whatever was met is of the same side */
  if (gap - slack >= length) return gap;                         /* then nothing was in reach */
  double before = pl_obstacle_own_distance(obstacle, a, there);
  /* a point that rests a trace inside has a side too; one that starts deep inside has none */
  if (before <= -0.25 * length || before - slack >= length) return gap;
  pl_vec3_copy(a, hit);
  /* there already; on which side of the surface a point at it begins, the grid and the triangles may differ */
  bool touched = before <= 1e-6 * length + (obstacle->grid ? grid_error * obstacle->grid->spacing : 0);
  bool met_it = touched || (obstacle->grid ? pl_solid_entry(&obstacle->grid->solid, a, b, hit, there)
                                           : first_met(obstacle, a, b, length, hit, there));
  if (!met_it) return gap;
  pl_mat3_apply(obstacle->now.rotation, there, met);
  if (pl_vec3_dot(met, normal) > 0.5) return gap; /* the same side */
  pl_vec3_copy(met, normal);
  double beyond[3];
  pl_vec3_sub(b, hit, beyond);
  return fmin(0, before) + pl_vec3_dot(beyond, there); /* a point that was inside does not leave by staying there */
}
