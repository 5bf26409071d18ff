/* SPDX-License-Identifier: MIT */
#include "contact/obstacle/shapes_kernel.h"

#include "base/isa.h"
#include "contact/obstacle/shapes.h"
#include "math/mat3.h"

/* The l-th of many points, and back. */
static inline void take(const pl_point_block *points, int l, double out[3])
{
  for (size_t c = 0; c < 3; c++) out[c] = points->at[c][l];
}

static inline void put(const double point[3], int l, pl_point_block *out)
{
  for (size_t c = 0; c < 3; c++) out->at[c][l] = point[c];
}

static void gather(const double *x, const double *v, const uint32_t particles[PL_BLOCK],
                   pl_particle_block *restrict out)
{
  for (int l = 0; l < PL_BLOCK; l++)
    for (size_t c = 0; c < 3; c++) {
      size_t at = 3 * (size_t)particles[l] + c;
      out->x.at[c][l] = x[at];
      out->v.at[c][l] = v[at];
    }
}

static void widen(const pl_particle_block *block, pl_lane_range *restrict range)
{
  for (size_t c = 0; c < 3; c++)
    for (int l = 0; l < PL_BLOCK; l++) {
      double x = block->x.at[c][l], low = range->low.at[c][l], high = range->high.at[c][l];
      range->low.at[c][l] = x < low ? x : low;
      range->high.at[c][l] = x > high ? x : high;
    }
  for (int l = 0; l < PL_BLOCK; l++) {
    double v[3];
    take(&block->v, l, v);
    double square = pl_vec3_dot(v, v), max_speed = range->max_speed[l];
    range->max_speed[l] = square > max_speed ? square : max_speed;
  }
}

static void stretch(const pl_particle_block *block, const double centre[3], double *restrict farthest)
{
  double from[3];
  pl_vec3_copy(centre, from);
  for (int l = 0; l < PL_BLOCK; l++) {
    double off[3];
    take(&block->x, l, off);
    pl_vec3_sub(off, from, off);
    double square = pl_vec3_dot(off, off), most = farthest[l];
    farthest[l] = square > most ? square : most;
  }
}

/* From the obstacle, so many seconds before the end of the step. */
static void see(const pl_pose *pose, const pl_particle_block *block, double back, pl_point_block *restrict out)
{
  pl_pose from = *pose;
  for (int l = 0; l < PL_BLOCK; l++) {
    double point[3], v[3], moved[3];
    take(&block->x, l, point);
    take(&block->v, l, v);
    pl_vec3_add_scaled(point, -back, v, point);
    pl_vec3_sub(point, from.translation, moved);
    pl_mat3_apply_transpose(from.rotation, moved, point);
    put(point, l, out);
  }
}

static void turn(const double rotation[9], pl_point_block *points)
{
  double by[9];
  pl_mat3_copy(rotation, by);
  for (int l = 0; l < PL_BLOCK; l++) {
    double normal[3], turned[3];
    take(points, l, normal);
    pl_mat3_apply(by, normal, turned);
    put(turned, l, points);
  }
}

/* Shapes are copied, so that no store can alias them. */
#define OF_MANY(name, distance)                                                                                        \
  static void name(const pl_moving_obstacle *obstacle, const pl_point_block *points, pl_obstacle_gaps *restrict out)   \
  {                                                                                                                    \
    const pl_obstacle_def shape = *obstacle->shape;                                                                    \
    const pl_shape_axis axis = obstacle->axis;                                                                         \
    (void)axis;                                                                                                        \
    for (int l = 0; l < PL_BLOCK; l++) {                                                                               \
      double point[3], normal[3];                                                                                      \
      take(points, l, point);                                                                                          \
      out->gap[l] = distance;                                                                                          \
      put(normal, l, &out->normal);                                                                                    \
    }                                                                                                                  \
  }

OF_MANY(meet_plane, pl_plane_distance(&shape, &axis, point, normal))
OF_MANY(meet_sphere, pl_ball_distance(shape.center, shape.radius, point, normal))
OF_MANY(meet_box, pl_box_distance(&shape, point, normal))
OF_MANY(meet_capsule, pl_capsule_distance(&shape, point, normal))
OF_MANY(meet_cylinder, pl_cylinder_distance(&shape, &axis, point, normal))
OF_MANY(meet_bowl, pl_bowl_distance(&shape, &axis, point, normal))
OF_MANY(meet_glass, pl_glass_distance(&shape, &axis, point, normal))

/* Nothing was in reach of a point that is farther away than it came, and round things have one side on short ways. */
static void judge_ways(double round, const pl_point_block *from, const pl_point_block *to,
                       pl_obstacle_gaps *restrict out)
{
  for (int l = 0; l < PL_BLOCK; l++) {
    double a[3], b[3], way[3];
    take(from, l, a);
    take(to, l, b);
    pl_vec3_sub(b, a, way);
    double gap = out->gap[l], middle = round + gap, square = pl_vec3_dot(way, way);
    out->sure[l] =
        ((gap > 0) & (gap * gap > (1 + 1e-12) * square)) | ((middle > 0) & (0.23 * middle * middle > square));
  }
}

/* Below the rim there are two sides; a point that stays on one has its plain distance. */
static void judge_sides_of_glass(const pl_obstacle_def *of, const pl_point_block *from, const pl_point_block *to,
                                 pl_obstacle_gaps *restrict out)
{
  const pl_obstacle_def shape = *of;
  for (int l = 0; l < PL_BLOCK; l++) {
    double a[3], b[3];
    take(from, l, a);
    take(to, l, b);
    pl_side was = pl_glass_side(&shape, a), is = pl_glass_side(&shape, b);
    bool rim = was.past_rim | is.past_rim;
    int64_t stays = was.in_hollow == is.in_hollow;
    out->sure[l] = rim ? out->sure[l] : stays;
  }
}

static void judge_sides_of_bowl(const pl_obstacle_def *of, const pl_point_block *from, const pl_point_block *to,
                                pl_obstacle_gaps *restrict out)
{
  const pl_obstacle_def shape = *of;
  for (int l = 0; l < PL_BLOCK; l++) {
    double a[3], b[3], normal[3];
    take(from, l, a);
    take(to, l, b);
    pl_side was = pl_bowl_side(&shape, a), is = pl_bowl_side(&shape, b);
    bool rim = was.past_rim | is.past_rim;
    double gap = pl_bowl_distance_from(&shape, was.in_hollow, b, normal);
    out->gap[l] = rim ? out->gap[l] : gap;
    for (size_t c = 0; c < 3; c++) out->normal.at[c][l] = rim ? out->normal.at[c][l] : normal[c];
    out->sure[l] |= !rim;
  }
}

static void meet(const pl_moving_obstacle *obstacle, const pl_particle_block *block, double h, pl_obstacle_gaps *out)
{
  const pl_obstacle_def *shape = obstacle->shape;
  pl_point_block a, b;
  see(&obstacle->before, block, h, &a);
  see(&obstacle->now, block, 0, &b);
  switch (shape->shape) {
  case PL_OBSTACLE_PLANE: meet_plane(obstacle, &b, out); break;
  case PL_OBSTACLE_SPHERE: meet_sphere(obstacle, &b, out); break;
  case PL_OBSTACLE_BOX: meet_box(obstacle, &b, out); break;
  case PL_OBSTACLE_CAPSULE: meet_capsule(obstacle, &b, out); break;
  case PL_OBSTACLE_CYLINDER: meet_cylinder(obstacle, &b, out); break;
  case PL_OBSTACLE_BOWL: meet_bowl(obstacle, &b, out); break;
  case PL_OBSTACLE_GLASS: meet_glass(obstacle, &b, out); break;
  case PL_OBSTACLE_MESH: break;
  }
  judge_ways(pl_shape_round(shape), &a, &b, out);
  for (int l = 0; l < PL_BLOCK; l++) out->sure[l] |= shape->shape == PL_OBSTACLE_PLANE; /* it has one side */
  if (shape->shape == PL_OBSTACLE_GLASS) judge_sides_of_glass(shape, &a, &b, out);
  if (shape->shape == PL_OBSTACLE_BOWL) judge_sides_of_bowl(shape, &a, &b, out);
  turn(obstacle->now.rotation, &out->normal);
}

const pl_shapes_kernels PL_ISA_NAME(pl_shapes_kernels) = {gather, widen, stretch, meet};
